//! The theorems of Section 4.6.4 as tests: Prop. 31, 32 and 33, and ladders (Def. 30).
//!
//! Truth comes from the semantics (Def. 23) where all states can be listed, else from search. An
//! implication is tested only if its premise is often true, and not just because the game is won
//! already: every test counts that.

use std::fmt::Write;

use ludex_evidence::Statement;
use ludex_game::{
    Agent, ExplicitGame, Game, GraphShape, Hints, Model, Notation, Question, RandomGame,
};
use ludex_games::{Chess, Go, Hex};
use ludex_search::{Checker, Semantics};

use crate::support;
use support::{Random, formula, holds, position, prove_and_accept};

/// A game with all its states listed, asked about one agent.
struct Listed<'g, G: Game + Notation> {
    question: Question<'g, G>,
    semantics: Semantics<'g, G>,
}

impl<'g, G: Game + Notation> Listed<'g, G> {
    fn new(game: &'g G, asked: Agent) -> Listed<'g, G> {
        let question = Question { game, asked };
        let semantics = Semantics::new(question, &game.initial(), 60_000).expect("a small game");
        Listed { question, semantics }
    }

    /// Where a formula of the prelude is true.
    fn states(&self, text: &str) -> Vec<bool> {
        let compiled = formula(self.question.game, self.question.asked, text);
        self.semantics.satisfying(&compiled.formulas, compiled.root)
    }

    /// Requires that one formula implies the other in every state. Returns in how many states the
    /// first is true although A has not won yet.
    fn implies(&self, premise: &str, conclusion: &str) -> usize {
        let (won, premises) = (self.states("w"), self.states(premise));
        let conclusions = self.states(conclusion);
        for (state, (&a, &b)) in premises.iter().zip(&conclusions).enumerate() {
            assert!(!a || b, "{premise} but not {conclusion} in state {state}");
        }
        premises.iter().zip(won).filter(|&(&premise, won)| premise && !won).count()
    }

    fn never(&self, text: &str) -> bool {
        !self.states(text).contains(&true)
    }
}

/// The premises and conclusions of Prop. 31 for depths up to `most`.
fn proposition_31(most: usize) -> impl Iterator<Item = (String, String)> {
    (1..=most).flat_map(|n| {
        let lambda =
            (1..=3).map(move |d| (format!("lambda({d}, {})", 2 * n - 1), format!("omega({n})")));
        let others = ["aps", "pt"].map(|name| (format!("{name}({n})"), format!("omega({n})")));
        lambda.chain(others)
    })
}

// --- Random games -------------------------------------------------------------------------------

#[test]
fn trees_of_all_kinds_are_winning_strategies_in_random_games() {
    let mut positive = [0; 20];
    for seed in 0..1_500 {
        let kind = RandomGame {
            states: 30,
            branching: 4,
            off_turn: true,
            shape: [GraphShape::Dag, GraphShape::Cyclic][seed as usize % 2],
            ..RandomGame::default()
        };
        let game = kind.generate(seed);
        let listed = Listed::new(&game, Agent(seed as u8 % 2));
        for (count, (premise, omega)) in positive.iter_mut().zip(proposition_31(4)) {
            *count += listed.implies(&premise, &omega);
        }
    }
    assert!(positive.iter().all(|&count| count > 1_000), "premises are true: {positive:?}");
}

/// A random game where every agent can move in every state that is not final. Opponents mostly have
/// a pass among their moves, for without it hardly any game is free of zugzwang.
fn game_with_passes(random: &mut Random, agents: usize) -> ExplicitGame {
    let states = 12;
    let mut text = String::new();
    for state in 0..states {
        let mut lists = Vec::new();
        for agent in (0..agents).filter(|_| state < 9) {
            let count = 1 + random.below(if agent == 0 { 3 } else { 2 });
            let mut targets: Vec<usize> = (0..count).map(|_| random.below(states)).collect();
            if agent > 0 && !random.one_in(15) {
                targets.push(state);
            }
            targets.sort();
            targets.dedup();
            let targets: Vec<String> = targets.iter().map(|t| format!("\"s{t}\"")).collect();
            lists.push(format!("\"P{agent}\": [{}]", targets.join(", ")));
        }
        let (separator, lists) = (if state == 0 { "" } else { ", " }, lists.join(", "));
        let turn = if state < 9 { "\"turn\": \"P0\", " } else { "" };
        let labels = if state > 9 { "\"Win\"" } else { "" };
        write!(
            text,
            "{separator}\"s{state}\": {{ {turn}\"labels\": [{labels}], \"moves\": {{ {lists} }} }}"
        )
        .expect("a string takes all");
    }
    let names: Vec<String> = (0..agents).map(|agent| format!("\"P{agent}\"")).collect();
    let agents = names.join(", ");
    let text =
        format!("{{ \"agents\": [{agents}], \"initial\": \"s0\", \"states\": {{ {text} }} }}");
    ExplicitGame::from_json(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn without_zugzwang_all_trees_are_equivalent_in_random_games() {
    const DEPTH: usize = 4;
    let mut random = Random::new(32);
    let (mut free, mut with_zugzwang, mut positive) = (0, 0, [0; DEPTH + 1]);
    for _ in 0..1_500 {
        let game = game_with_passes(&mut random, 2);
        let listed = Listed::new(&game, Agent::FIRST);
        if !(0..DEPTH).all(|i| listed.never(&format!("zugzwang(omega({i}))"))) {
            with_zugzwang += 1;
            continue;
        }
        free += 1;
        for (n, count) in positive.iter_mut().enumerate() {
            *count += listed.implies(&format!("omega({n})"), &format!("aps({n}) & pt({n})"));
            listed.implies(&format!("aps({n}) | pt({n})"), &format!("omega({n})"));
        }
    }
    assert!(free > 500 && with_zugzwang > 100, "{free} without, {with_zugzwang} with zugzwang");
    assert!(positive[1..].iter().all(|&count| count > 1_000), "{positive:?}");
}

/// The equivalence of Prop. 32 is about games without zugzwang only: elsewhere it can fail.
#[test]
fn with_zugzwang_winning_strategies_need_not_be_progress_trees() {
    let mut random = Random::new(38);
    let mut apart = [0; 2];
    for _ in 0..1_500 {
        let game = game_with_passes(&mut random, 2);
        let listed = Listed::new(&game, Agent::FIRST);
        for (count, tree) in apart.iter_mut().zip(["aps(3)", "pt(3)"]) {
            *count += usize::from(!listed.never(&format!("omega(3) & !{tree}")));
        }
    }
    assert!(apart.iter().all(|&count| count > 5), "{apart:?}");
}

#[test]
fn without_zugzwang_paranoid_wins_are_best_reply_wins() {
    const DEPTH: usize = 3; // of β; PA counts plies, three in a round
    let mut random = Random::new(33);
    let (mut free, mut with_zugzwang, mut positive) = (0, 0, [0; DEPTH + 1]);
    for _ in 0..800 {
        let game = game_with_passes(&mut random, 3);
        let listed = Listed::new(&game, Agent::FIRST);
        let mut parts = (0..3 * DEPTH).flat_map(|n| (0..3).map(move |i| (n, i)));
        if !parts.all(|(n, i)| listed.never(&format!("zugzwang(pa({n}, {i}))"))) {
            with_zugzwang += 1;
            continue;
        }
        free += 1;
        for (n, count) in positive.iter_mut().enumerate() {
            *count += listed.implies(&format!("paranoid({})", 3 * n), &format!("brs({n})"));
        }
    }
    assert!(free > 200 && with_zugzwang > 50, "{free} without, {with_zugzwang} with zugzwang");
    assert!(positive[1..].iter().all(|&count| count > 500), "{positive:?}");
}

// --- Hex ----------------------------------------------------------------------------------------

/// Hex has no zugzwang: a stone more never hurts. So Prop. 32 makes all concepts one, in every
/// position that any moves in any order can lead to.
#[test]
fn in_hex_all_trees_are_equivalent() {
    for (size, depth, least) in [(2, 3, 10), (3, 5, 1_000)] {
        let game = Hex::<u64>::hex(size);
        for asked in game.agents().iter() {
            let listed = Listed::new(&game, asked);
            for n in 0..depth {
                assert!(listed.never(&format!("zugzwang(omega({n}))")));
            }
            for n in 1..=depth {
                let omega = format!("omega({n})");
                let count = listed.implies(&omega, &format!("aps({n}) & pt({n})"));
                assert!(count > least, "{omega} in {count} positions of size {size}");
                listed.implies(&format!("aps({n}) | pt({n})"), &omega);
            }
            for (premise, omega) in proposition_31(depth) {
                let count = listed.implies(&premise, &omega);
                assert!(count > least, "{premise} in {count} positions of size {size}");
            }
        }
    }
}

/// A random position some moves before the board is full.
fn random_position<G: Game>(game: &G, random: &mut Random, plies: usize) -> G::State {
    let mut state = game.initial();
    for _ in 0..plies {
        let Some(agent) = game.turn(&state).agent() else { break };
        let mut moves = Vec::new();
        game.moves(&state, agent, &mut moves);
        game.play(&mut state, agent, *random.pick(&moves));
    }
    state
}

/// Requires Prop. 31 in a position; counts the premises that are true.
fn require_31<G: Hints + Notation>(
    game: &G,
    asked: Agent,
    state: &G::State,
    depth: usize,
    positive: &mut [usize],
) {
    for (count, (premise, omega)) in positive.iter_mut().zip(proposition_31(depth)) {
        if holds(game, asked, state, &premise) {
            *count += 1;
            assert!(holds(game, asked, state, &omega), "{premise}: {}", game.write_position(state));
        }
    }
}

#[test]
fn trees_are_winning_strategies_on_larger_hex_boards() {
    let mut random = Random::new(31);
    let (mut positive, mut wins) = ([0; 15], 0);
    for i in 0..150 {
        let game = Hex::<u64>::hex(4 + i % 2);
        let plies = [8, 14][i % 2] + random.below(3);
        let state = random_position(&game, &mut random, plies);
        let Some(asked) = game.turn(&state).agent() else { continue };
        require_31(&game, asked, &state, 3, &mut positive);
        let omega = holds(&game, asked, &state, "omega(3)");
        assert_eq!(holds(&game, asked, &state, "pt(3)"), omega, "Prop. 32");
        assert_eq!(holds(&game, asked, &state, "aps(3)"), omega, "Prop. 32");
        wins += usize::from(omega);
    }
    assert!(positive.iter().all(|&count| count >= 10), "{positive:?}");
    assert!((30..120).contains(&wins), "{wins}");
}

// --- Chess --------------------------------------------------------------------------------------

/// Positions with few men: the White king and a heavy piece or pawns against the Black king.
fn endgame(game: &Chess, random: &mut Random) -> Option<<Chess as Model>::State> {
    let mut board = [[b'1'; 8]; 8];
    for &man in random.pick(&[b"KQkp", b"KRkp", b"KRRk", b"KQQk", b"KPPk"]).iter() {
        // The Black king stands at the edge, so that there is something to find.
        let row = if man == b'k' { 0 } else { 1 + random.below(6) };
        board[row][random.below(8)] = man;
    }
    let rows = board.map(|row| String::from_utf8_lossy(&row).into_owned());
    game.read_position(&format!("{} w", rows.join("/"))).ok()
}

#[test]
fn trees_are_winning_strategies_in_chess_endgames() {
    let game = Chess::new(true);
    let mut random = Random::new(64);
    let (mut positive, mut positions) = ([0; 10], 0);
    while positions < 400 {
        let Some(state) = endgame(&game, &mut random) else { continue };
        positions += 1;
        require_31(&game, Agent::FIRST, &state, 2, &mut positive);
    }
    assert!(positive.iter().all(|&count| count >= 20), "{positive:?}");
}

/// The pawn goes up to become a queen and mates in the corner: the substitute for Figure 4.2b. Black
/// cannot delay it, so the winning strategies are progress trees; each is as short as can be.
#[test]
fn the_pawn_makes_progress() {
    let game = Chess::new(true);
    for (n, text) in [
        (3, "8/8/P7/8/7p/8/p1K5/k7 w"),
        (4, "8/8/8/P6p/8/8/p1K5/k7 w"),
        (5, "8/8/7p/8/P7/8/p1K5/k7 w"),
        (6, "8/7p/8/8/8/P7/p1K5/k7 w"),
    ] {
        let state = position(&game, text);
        let white = |text: String| holds(&game, Agent::FIRST, &state, &text);
        assert!(white(format!("pt({n})")) && white(format!("omega({n})")), "{text}");
        assert!(!white(format!("omega({})", n - 1)) && !white(format!("pt({})", n - 1)), "{text}");
    }
}

// --- Ladders ------------------------------------------------------------------------------------

/// Asks for a ladder and has the proof of the answer accepted.
fn ladder<G: Hints + Notation>(game: &G, text: &str, plies: usize) -> bool {
    let state = position(game, text);
    let asked = game.turn(&state).agent().expect("the game goes on");
    let name = format!("ladder({plies})");
    let compiled = formula(game, asked, &name);
    let question = Question { game, asked };
    let (dag, root) = (&compiled.formulas, compiled.root);
    let mut checker = Checker::new(question, dag, 64 << 20);
    let answer = checker.holds(&state, root);
    let statement = Statement { text: &name, definitions: None, dag, formula: root };
    let shown = prove_and_accept(&mut checker, question, &state, statement, false);
    assert_eq!(answer, shown);
    answer
}

#[test]
fn the_textbook_ladder_runs_to_the_edge_unless_it_is_broken() {
    let game = Go::<u64>::new(6);
    let runs = "....../....../....../.B*.../..BB../...... Black";
    assert!(ladder(&game, runs, 15));
    assert!(!ladder(&game, runs, 5), "the edge is farther away");
    let broken = "....../...W../....../.B*.../..BB../...... Black";
    assert!(!ladder(&game, broken, 15), "a white stone helps the chain out");
}

/// Like Figure 4.1a: Black goes along the second row and each stone threatens to reach the edge,
/// until the ladder meets the black stone in the corner.
#[test]
fn a_ladder_in_hex_needs_an_escape() {
    let game = Hex::<u64>::hex(5);
    let escape = "B..../B..../B..../B..../W...B Black";
    assert!(ladder(&game, escape, 7));
    assert!(!ladder(&game, escape, 5), "the stone is farther away");
    let none = "B..../B..../B..../B..../W.... Black";
    assert!(!ladder(&game, none, 9), "White gets to the corner first");
}
