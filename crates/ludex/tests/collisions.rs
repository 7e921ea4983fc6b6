//! Games that were written so that two states which decide the value have equal keys of 64 bits: a
//! search that takes them for one state is wrong about the value.
//!
//! In each of them the first agent goes left or right and then picks one of four moves, which do
//! nothing. Left loses and right wins; left comes first. The keys are public functions of the state,
//! so that they can be solved for: words that are mixed one after the other by bijections, sums of
//! Zobrist numbers, FNV-1a.

use std::io::{Read, Write};

use ludex::{ALGORITHMS, Check, Language, Session, SetUp, Solve, Solved, open_text};
use ludex_game::{
    Agent, Agents, DynGame, ExplicitGame, Game, HashSeed, Hints, Model, Notation, Outcome,
    Outcomes, Picture, TextError, Turn,
};
use ludex_gdl::{Description as Rules, EngineChoice, GdlGame, GdlTurnGame};
use ludex_prolog::{Program, PrologGame};
use ludex_rewrite::{Description, RewriteGame};
use ludex_search::{
    Algorithm, AlphaBeta, BestFirstOptions, BestFirstSolver, Budget, Checkpoints, DfPn,
    DfPnOptions, Extras, Silent, SolveOptions, Task,
};

/// The number of free bits of a state: two words, so that the second makes up for the first.
const BITS: usize = 128;

/// Plays moves by their places in the list of the first agent.
fn after<G: Game>(game: &G, places: impl IntoIterator<Item = usize>) -> G::State {
    places.into_iter().fold(game.initial(), |state, place| {
        let mut moves = Vec::new();
        game.moves(&state, Agent::FIRST, &mut moves);
        game.after(&state, Agent::FIRST, moves[place])
    })
}

/// Asserts that two states have one plain key, and different keys with a seed.
fn collide<G: Model>(game: &G, left: &G::State, right: &G::State) {
    assert_ne!(left, right);
    assert_eq!(game.key(left), game.key(right), "the states were made to have one key");
    let seed = HashSeed::random();
    let seeded = |state| game.seeded_key(state, seed).expect("keys can be steered");
    assert_ne!(seeded(left), seeded(right));
    assert_eq!(seeded(left), seeded(&left.clone()));
}

/// Asserts that all searches find that the first agent wins with this number of moves, by a formula
/// as well as by value.
fn is_won(game: &Session, moves: usize) {
    let best = game.outcomes().number(game.outcomes().best());
    let mut exact = 0;
    for transpositions in [Some(false), None] {
        for info in ALGORITHMS.iter().filter(|info| info.task == Task::Value) {
            let request = Solve { transpositions, ..Solve::new().algorithm(info.name) };
            let Ok(solved) = game.solve(&request) else { continue };
            exact += usize::from(solved.exact);
            assert_eq!(solved.score, Some(best), "{} {transpositions:?}", info.name);
        }
    }
    assert!(exact >= 20, "{exact} searches found a value");
    for info in ALGORITHMS.iter().filter(|info| info.task == Task::Formula) {
        let request =
            Check { algorithm: info.name.into(), ..Check::new("<A> ".repeat(moves) + "w") };
        if let Ok(checked) = game.check(&request) {
            assert_eq!(checked.answer, Some(true), "{}", info.name);
        }
    }
}

/// Returns the two words of the other of two states, given the mixing of a word into a key: its
/// first word is another one, and its second makes the keys equal.
fn twin(mix: impl Fn(u64, u64) -> u64, start: u64, [first, second]: [u64; 2]) -> [u64; 2] {
    let other = first ^ 1 << TELLING;
    [other, second ^ mix(start, first) ^ mix(start, other)]
}

/// Returns bit n of some words.
fn bit(words: [u64; 2], n: usize) -> bool {
    words[n / 64] >> (n % 64) & 1 == 1
}

/// The words of the state after right, and a bit that is on in it and off after left.
const RIGHT: [u64; 2] = [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210];
const TELLING: usize = 16;

/// Returns the rules in GDL, with the facts `b n` after left and right; right wins.
fn kif(left: &[bool], right: &[bool]) -> String {
    let winner = (0..BITS).find(|&n| right[n] && !left[n]).unwrap_or(0);
    let mut text = format!(
        "(role x) (role y) (init (step 0)) (pick 1) (pick 2) (pick 3) (pick 4)
         (<= (legal x left) (true (step 0))) (<= (legal x right) (true (step 0)))
         (<= (legal x (take ?n)) (true (step 1)) (pick ?n)) (legal y noop)
         (<= (next (step 1)) (true (step 0))) (<= (next (step 2)) (true (step 1)))
         (<= (next (b ?n)) (does x left) (on left ?n))
         (<= (next (b ?n)) (does x right) (on right ?n))
         (<= (next (b ?n)) (true (step 1)) (true (b ?n)))
         (<= terminal (true (step 2)))
         (<= (goal x 100) (true (b {winner}))) (<= (goal x 0) (not (true (b {winner}))))
         (<= (goal y 0) (true (b {winner}))) (<= (goal y 100) (not (true (b {winner}))))"
    );
    for n in 0..BITS {
        text += &format!("\n(init (b {n}))");
        for (name, on) in [("left", left), ("right", right)] {
            text += &if on[n] { format!(" (on {name} {n})") } else { String::new() };
        }
    }
    text
}

fn gdl(text: &str) -> GdlTurnGame {
    GdlGame::read(text).expect("a game").in_turn().expect("one agent moves at a time")
}

#[test]
fn steered_keys_of_gdl_games_decided_values() {
    let mix = |key: u64, word: u64| {
        let mixed = (key ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
        let mixed = (mixed ^ (mixed >> 32)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        mixed ^ (mixed >> 29)
    };
    // The facts are bits in the order of the atoms: those of the steps among them.
    let right: Vec<bool> = (0..BITS).map(|n| bit(RIGHT, n)).collect();
    let other: Vec<bool> = right.iter().map(|on| !on).collect();
    let atoms = gdl(&kif(&other, &right)).atoms();
    let fact = |place: usize| (0..BITS).find(|n| atoms[place] == format!("true(b({n}))"));
    let on = |place: usize| fact(place).map_or(atoms[place] == "true(step(1))", |n| right[n]);
    let word = |which: usize| (0..64).fold(0, |word, n| word | u64::from(on(64 * which + n)) << n);
    // Left lacks one of the facts in the first word, and its second word makes up for it.
    let lacking = (0..64).find(|&n| fact(n).is_some_and(|n| right[n])).expect("a fact");
    let first = word(0) ^ 1 << lacking;
    let start = 0x9e37_79b9_7f4a_7c15;
    let words = [first, word(1) ^ mix(start, word(0)) ^ mix(start, first)];
    let mut left = right.clone();
    (0..BITS).for_each(|place| {
        if let Some(n) = fact(place) {
            left[n] = bit(words, place);
        }
    });
    let text = kif(&left, &right);
    let game = gdl(&text);
    let [left, right] = [0, 1].map(|place| after(&game, [place]));
    collide(&game, &left, &right);
    is_won(&open_text(Language::Gdl, &text).expect("a game"), 2);
}

/// Games that are evaluated state by state number their facts in the order in which play meets them.
/// So the words of a state are those of another state in another run, and what was saved in one run
/// (a checkpoint, an endgame table) must not be found in another.
#[test]
fn states_of_one_run_were_taken_for_those_of_another() {
    let rules = "(role x) (init (at start)) (place p) (place q)
        (<= (legal x (go ?p)) (true (at start)) (place ?p))
        (<= (next (at ?p)) (does x (go ?p)))
        (<= terminal (not (true (at start))))
        (<= (goal x 100) (place ?p) (true (at ?p)) (distinct ?p q))
        (<= (goal x 0) (place ?p) (true (at ?p)) (distinct ?p p))";
    let run = |engine, place| {
        let description = Rules::parse(rules).expect("rules");
        let game = GdlGame::with_engine(description, engine).expect("a game");
        let game = game.in_turn().expect("one agent moves at a time");
        let state = after(&game, [place]);
        (game, state)
    };
    let seed = HashSeed::random();
    let [(one, first), (other, second)] = [0, 1].map(|place| run(EngineChoice::Joins, place));
    assert_ne!(one.write_position(&first), other.write_position(&second));
    assert_eq!(one.key(&first), other.key(&second), "the numbers of facts depend on the run");
    assert_ne!(one.seeded_key(&first, seed), other.seeded_key(&second, seed));
    let [(one, first), (other, second)] = [0, 0].map(|place| run(EngineChoice::Auto, place));
    assert_eq!(one.seeded_key(&first, seed), other.seeded_key(&second, seed), "a network");
}

/// Returns the rules in the logic of strategies, with these bits after left and right.
fn sgl(left: [u64; 2], right: [u64; 2]) -> String {
    let mut text = String::from("agents A, B;\n");
    (0..BITS).for_each(|n| text += &format!("fluent b{n};\n"));
    text += "fluent step(k) for k in 0..2; fluent turn(t) for t in agents;
        action left by A; action right by A; action pick(k) by A for k in 1..4;
        init step(0), turn(A);
        legal left := step(0); legal right := step(0); legal pick(k) := step(1);
        next step(k) := step(k-1); next turn(t) := turn(t); terminal := step(2);
        define wins(t) := step(2) & (turn(t) & b16 | turn(other(t)) & ~b16);\n";
    for n in 0..BITS {
        let on =
            |words, name: &str| if bit(words, n) { format!(" | does({name})") } else { "".into() };
        let (left, right) = (on(left, "left"), on(right, "right"));
        text += &format!("next b{n} := step(1) & b{n}{left}{right};\n");
    }
    text
}

#[test]
fn steered_keys_of_games_as_logic_decided_values() {
    let mix = |key: u64, word: u64| {
        let mixed = (key ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93)
    };
    let text = sgl(twin(mix, 0, RIGHT), RIGHT);
    let file = ludex_sgl::File::read("steered.sgl", &text).expect("rules");
    let game: DynGame = ludex_sgl::open_game(&file).expect("a game");
    let [left, right] = [0, 1].map(|place| after(&game, [place]));
    collide(&game, &left, &right);
    is_won(&open_text(Language::Strategies, &text).expect("a game"), 2);
}

/// The names whose texts have one FNV-1a hash with 64 bits after `{s(`, found by lattice reduction.
const NAMES: [&str; 2] = ["uj8GhCcY_SHv", "vgFIZ3hO8CAu"];

#[test]
fn steered_keys_of_game_prolog_decided_values() {
    let [left, right] = NAMES;
    let text = format!(
        "s(start). step(0).
         [...] player(1). [...] player(2).
         [...] go({left}). [...] go({right}).
         [...] pick(1). [...] pick(2). [...] pick(3). [...] pick(4).
         [1:go(X)] s(X) :- step(0), go(X).
         [1:go(X)] step(1) :- step(0), go(X).
         [1:pick(K)] s(X) :- step(1), pick(K), s(X).
         [1:pick(K)] step(2) :- step(1), pick(K).
         win(2) :- step(2), s({left}).
         win(1) :- step(2), s({right})."
    );
    let game = PrologGame::new(&Program::read(&text).expect("a program"), 1000).expect("a game");
    let [left, right] = [0, 1].map(|place| after(&game, [place]));
    collide(&game, &left, &right);
    is_won(&open_text(Language::GameProlog, &text).expect("a game"), 2);
}

/// Returns the rules of structure rewriting: a stone walks along a row. On its right way it leaves
/// a mark on every cell of the set, on its left way it leaves none.
fn toss(set: &[bool]) -> String {
    let cells: Vec<&str> = set.iter().map(|&on| if on { "S" } else { "N" }).collect();
    let locations: String = (3..8)
        .map(|location| {
            let moves =
                if location == 3 { "Pick -> 4; Pick -> 5; Pick -> 6; Pick -> 7" } else { "" };
            format!(
                "LOC {location} {{ PLAYER A PAYOFF {{ A: :(Won()) - :(not Won()); \
                 B: :(not Won()) - :(Won()) }} MOVES [{moves}] }}\n"
            )
        })
        .collect();
    let payoff = "PAYOFF { A: 0; B: 0 }";
    format!(
        "PLAYERS A, B
REL Won() = ex x P(x)
RULE Walk: [a, b | K(a); R(a, b) | - ] -> [a, b | K(b) | - ] emb K
RULE Mark: [a, b | K(a); S(a); R(a, b) | - ] -> [a, b | K(b); P(a) | - ] emb K, P
RULE Skip: [a, b | K(a); N(a); R(a, b) | - ] -> [a, b | K(b) | - ] emb K
RULE Arrive: [a | K(a); E(a) | - ] -> [a | F(a) | - ] emb K, F
RULE Pick: [a | F(a) | - ] -> [a | G(a) | - ] emb F, G
LOC 0 {{ PLAYER A {payoff} MOVES [Walk -> 1; Walk -> 2] }}
LOC 1 {{ PLAYER A {payoff} MOVES [Walk -> 1; Arrive -> 3] }}
LOC 2 {{ PLAYER A {payoff} MOVES [Mark -> 2; Skip -> 2; Arrive -> 3] }}
{locations}MODEL [ | K:1 {{}}; P:1 {{}}; F:1 {{}}; G:1 {{}}; S:1 {{}}; N:1 {{}}; E:1 {{}} | ] \"
  K {} E
\"",
        cells.join(" ")
    )
}

fn rewriting(set: &[bool]) -> RewriteGame {
    RewriteGame::new(&Description::parse(&toss(set)).expect("rules")).expect("a game")
}

/// Returns a set of numbers whose exclusive or is 0.
fn dependent(numbers: &[u64]) -> Vec<bool> {
    let mut basis: Vec<(u64, Vec<bool>)> = Vec::new();
    for (at, &number) in numbers.iter().enumerate() {
        let mut sum = (number, (0..numbers.len()).map(|n| n == at).collect::<Vec<bool>>());
        for (other, set) in &basis {
            if sum.0 ^ other < sum.0 {
                sum.0 ^= other;
                sum.1.iter_mut().zip(set).for_each(|(a, b)| *a ^= b);
            }
        }
        if sum.0 == 0 {
            return sum.1;
        }
        basis.push(sum);
        basis.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    }
    panic!("65 numbers of 64 bits are dependent");
}

#[test]
fn steered_keys_of_structure_rewriting_decided_values() {
    const CELLS: usize = 66;
    // What a mark adds to the key, from two ways that differ in one mark more with every step.
    let game = rewriting(&[true; CELLS]);
    let differences: Vec<u64> = (0..=CELLS)
        .map(|steps| {
            let way = |place| after(&game, [place].into_iter().chain(vec![0; steps]));
            game.key(&way(0)) ^ game.key(&way(1))
        })
        .collect();
    let marks: Vec<u64> = differences.windows(2).map(|pair| pair[0] ^ pair[1]).collect();
    let set = dependent(&marks);
    let game = rewriting(&set);
    let way = |place| after(&game, [place].into_iter().chain([0; CELLS + 1]));
    let (left, right) = (way(0), way(1));
    collide(&game, &left, &right);
    let session = open_text(Language::Toss, &toss(&set)).expect("a game");
    is_won(&session, CELLS + 3);
}

/// A state of a graph is its number, and the key of a number is a bijection of 64 bits: no two
/// states have one key, whatever the file says. So there is no second key.
#[test]
fn keys_of_explicit_graphs_cannot_be_steered() {
    const STATES: usize = 20_000;
    let state = |n: usize| format!("\"s{n}\": {{\"moves\": {{\"A\": [\"s{}\"]}}}}", n + 1);
    let states: Vec<String> = (0..STATES).map(state).collect();
    let text = format!(
        "{{\"agents\": [\"A\", \"B\"], \"initial\": \"s0\", \"states\": {{{}, \"s{STATES}\": {{}}}}}}",
        states.join(", ")
    );
    let game = ExplicitGame::from_json(&text).expect("a graph");
    let (mut state, mut keys) = (game.initial(), vec![game.key(&game.initial())]);
    for _ in 0..STATES {
        let mut moves = Vec::new();
        game.moves(&state, Agent::FIRST, &mut moves);
        state = game.after(&state, Agent::FIRST, moves[0]);
        assert_eq!(game.seeded_key(&state, HashSeed::random()), None);
        keys.push(game.key(&state));
    }
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), STATES + 1);
}

#[test]
fn graphs_are_solved_alike_with_and_without_tables() {
    let state = |name: &str, next: &str| format!("\"{name}\": {{\"moves\": {{\"A\": {next}}}}}");
    let text = format!(
        "{{\"agents\": [\"A\", \"B\"], \"initial\": \"s\", \"states\": {{{}, {}, {}, \"l\": {{}}, \
         \"w\": {{\"labels\": [\"Win\"]}}}}}}",
        state("s", "[\"left\", \"right\"]"),
        state("left", "{\"a\": \"l\", \"b\": \"l\", \"c\": \"l\", \"d\": \"l\"}"),
        state("right", "{\"a\": \"w\", \"b\": \"w\", \"c\": \"w\", \"d\": \"w\"}"),
    );
    is_won(&open_text(Language::Json, &text).expect("a game"), 2);
}

/// A game as above whose author made keys that are equal for left and right by mistake.
struct Mistaken(Agents, Outcomes);

#[rustfmt::skip]
impl Model for Mistaken {
    type State = u8;
    type Move = u8;
    fn agents(&self) -> &Agents { &self.0 }
    fn outcomes(&self) -> &Outcomes { &self.1 }
    fn initial(&self) -> u8 { 0 }
    fn turn(&self, &state: &u8) -> Turn { if state < 3 { Turn::Of(Agent::FIRST) } else { Turn::Final } }
    fn moves(&self, &state: &u8, agent: Agent, out: &mut Vec<u8>) {
        match state {
            0 if agent == Agent::FIRST => out.extend([1, 2]),
            1 | 2 if agent == Agent::FIRST => out.extend((1..=4).map(|pick| 10 * state + pick)),
            _ => {}
        }
    }
    fn outcome(&self, &state: &u8) -> Outcome { Outcome(u16::from(state >= 20)) }
    fn holds(&self, _: &u8, _: u32) -> bool { false }
    fn key(&self, &state: &u8) -> u64 { if state == 2 { 1 } else { state.into() } }
    fn can_repeat(&self) -> bool { false }
}

#[rustfmt::skip]
impl Game for Mistaken {
    fn play(&self, state: &mut u8, _: Agent, to: u8) { *state = to }
}
impl Hints for Mistaken {}
#[rustfmt::skip]
impl Notation for Mistaken {
    fn write_move(&self, _: &u8, _: Agent, to: u8) -> String { to.to_string() }
    fn write_position(&self, state: &u8) -> String { state.to_string() }
    fn read_position(&self, text: &str) -> Result<u8, TextError> {
        text.parse().map_err(|_| TextError::new("a number was expected", 0..text.len()))
    }
    fn atoms(&self) -> Vec<String> { Vec::new() }
    fn picture(&self, state: &u8) -> Picture { Picture::of_text(state.to_string()) }
}

fn mistaken() -> Session {
    Session::of_turns("mistaken", Mistaken(Agents::new(["A", "B"]), Outcomes::win_loss()))
}

#[test]
fn a_value_whose_proof_failed_was_called_exact() {
    let game = mistaken();
    let request = Solve::new().algorithm("alphabeta");
    let wrong = game.solve(&request).expect("an answer");
    assert_eq!((wrong.score, wrong.exact), (Some(-1.0), true), "the keys mislead the search");
    let solved = game.solve(&request.evidence(true)).expect("an answer");
    assert!(!solved.exact && solved.value.is_null() && solved.score.is_none(), "{solved:?}");
    assert_eq!(solved.bounds, [-1.0, 1.0]);
    assert!(solved.best.is_empty() && solved.evidence.is_none());
    let reason = solved.stopped.expect("a reason");
    assert!(reason.ends_with("but the proof of it fails"), "{reason}");
}

#[test]
fn dfps_kept_a_table_without_transpositions() {
    let game = mistaken();
    let holds = |transpositions| {
        let request = Check { transpositions, algorithm: "dfps".into(), ..Check::new("<A> <A> w") };
        game.check(&request).expect("an answer").answer
    };
    assert_eq!(holds(None), Some(false), "the keys mislead the search");
    assert_eq!(holds(Some(false)), Some(true));
}

#[test]
fn values_at_the_end_of_a_range_were_called_exact() {
    let solve = |moves: &str, range: &str| {
        let mut game = ludex::open("tictactoe").expect("a game");
        game.set_up(&SetUp::moves(moves)).expect("moves");
        let range = Some(range.to_string());
        game.solve(&Solve { range, ..Solve::new().algorithm("mopns") }).expect("an answer")
    };
    let known = |solved: &Solved| (solved.exact, solved.score, solved.bounds);
    // X has won after these moves, and is about to lose after those.
    let (won, lost) = ("a1 a2 b1 b2 c1", "a1 b2 a2 c1 b1 a3");
    for moves in [won, "a1 a2 b1 b2"] {
        assert_eq!(known(&solve(moves, "loss..draw")), (false, None, [0.0, 1.0]), "{moves}");
        assert_eq!(known(&solve(moves, "loss..win")), (true, Some(1.0), [1.0; 2]), "{moves}");
        let reason = solve(moves, "loss..draw").stopped.expect("a reason");
        assert!(reason.starts_with("--range does not tell"), "{reason}");
    }
    assert_eq!(known(&solve(lost, "draw..win")), (false, None, [-1.0, 0.0]));
    assert_eq!(known(&solve("", "loss..win")), (true, Some(0.0), [0.0; 2]));
    assert_eq!(known(&solve("", "draw..win")), (false, None, [-1.0, 0.0]));
}

/// Tables are saved with the seed of their keys, so that another search finds what is in them.
#[test]
fn saved_tables_are_of_use_to_another_search() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/gdl/tictactoe.kif");
    let game = gdl(&std::fs::read_to_string(path).expect("the rules"));
    let (start, budget) = (game.initial(), Budget::default());
    let new = || AlphaBeta::new(&game, SolveOptions::default(), 1 << 24);
    let (mut one, mut other) = (new(), new());
    let report = one.solve(&start, &budget, &mut Silent);
    assert!(one.entries().all(|entry| other.restore(&entry)));
    let again = other.solve(&start, &budget, &mut Silent);
    assert_eq!((again.bounds, &again.best), (report.bounds, &report.best));
    assert!(again.nodes * 10 < report.nodes, "{} of {} nodes", again.nodes, report.nodes);
    let new = || DfPn::new(&game, DfPnOptions::default(), 1 << 24);
    let (mut one, mut other) = (new(), new());
    let report = one.solve(&start, &budget, &mut Silent);
    assert!(one.entries().all(|entry| other.restore(&entry)));
    let again = other.solve(&start, &budget, &mut Silent);
    assert_eq!((again.bounds, &again.best), (report.bounds, &report.best));
    assert!(again.nodes * 10 < report.nodes, "{} of {} nodes", again.nodes, report.nodes);
    // Without its seed a table has nothing that another search would take for its own.
    let (report, mut other) = (one.solve(&start, &budget, &mut Silent), new());
    one.entries().skip(1).for_each(|entry| assert!(other.restore(&entry)));
    let anew = other.solve(&start, &budget, &mut Silent);
    assert_eq!(anew.bounds, report.bounds);
    assert!(anew.nodes > 10 * again.nodes, "{} nodes", anew.nodes);
}

/// Keeps the last checkpoint.
#[derive(Default)]
struct Kept(Option<Vec<u8>>);

impl Checkpoints for Kept {
    fn load(&mut self) -> Option<Box<dyn Read + '_>> {
        self.0.as_deref().map(|bytes| Box::new(bytes) as Box<dyn Read>)
    }

    fn due(&mut self) -> bool {
        false
    }

    fn save(&mut self, _: u64, write: &dyn Fn(&mut dyn Write) -> std::io::Result<()>) {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("there is memory");
        self.0 = Some(bytes);
    }
}

#[test]
fn best_first_searches_go_on_with_the_seed_of_their_checkpoint() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/gdl/tictactoe.kif");
    let game = DynGame::new(gdl(&std::fs::read_to_string(path).expect("the rules")));
    let run = |nodes: u64, kept: &mut Kept| {
        let options = BestFirstOptions::new(Algorithm::Pns);
        let mut solver = BestFirstSolver::new(&game, options, 1 << 24);
        let budget = Budget { max_nodes: Some(nodes), ..Budget::default() };
        let extras = Extras { checkpoints: Some(kept), ..Extras::default() };
        solver.solve_with(&game.initial(), &budget, &mut Silent, extras)
    };
    let whole = run(1_000_000, &mut Kept::default());
    assert_eq!(whole.stopped, None);
    let mut kept = Kept::default();
    let first = run(whole.value_nodes / 2, &mut kept);
    assert!(first.stopped.is_some() && kept.0.is_some());
    let second = run(1_000_000, &mut kept);
    assert_eq!(second.bounds, whole.bounds);
    let sum = first.value_nodes + second.value_nodes;
    assert!(sum < whole.value_nodes * 5 / 4, "{sum} nodes, {} at once", whole.value_nodes);
}
