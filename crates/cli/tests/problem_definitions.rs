//! Problems against their plain definition, on thousands of random chess positions with few men:
//! what the game knows about mates (promotion, castling, en passant and all) loses no solution.

use ludex_base::trials;
use ludex_game::{Agent, Game, Model, Notation, Question, Turn, below};
use ludex_games::Chess;
use ludex_logic::{Definitions, Stipulation, Vocabulary, compile};
use ludex_search::problems::{Battle, Contest, Cooperation, Posed, Rule, Script, ScriptEnd};
use ludex_search::{Budget, Checker, Silent};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type State = <Chess as Model>::State;
type Move = <Chess as Model>::Move;

fn moves(game: &Chess, state: &State, agent: Agent) -> Vec<Move> {
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    moves
}

/// The moves of an agent, found by giving it the turn: a side that is not in check may be passed
/// over in a series, whether it could move or not.
fn moves_if_on_turn(game: &Chess, state: &State, agent: Agent) -> Vec<Move> {
    let turned = match game.side_on_turn(state) == agent {
        true => Some(state.clone()),
        false => {
            let text = game.write_position(state);
            let fields: Vec<&str> = text.split(' ').collect();
            let turn = if agent == Agent::FIRST { "w" } else { "b" };
            // A board whose other side is in check is refused.
            game.read_position(&format!("{} {turn} {}", fields[0], fields[2])).ok()
        }
    };
    turned.map_or(Vec::new(), |state| moves(game, &state, agent))
}

/// Whether an agent can make an atom true with one move.
fn can(game: &Chess, state: &State, agent: Agent, atom: u32) -> bool {
    let reaches = |mv: &Move| game.holds(&game.after(state, agent, *mv), atom);
    moves_if_on_turn(game, state, agent).iter().any(reaches)
}

/// Whether an agent has moves and all of them make an atom true.
fn must(game: &Chess, state: &State, agent: Agent, atom: u32) -> bool {
    let replies = moves(game, state, agent);
    let reaches = |mv: &Move| game.holds(&game.after(state, agent, *mv), atom);
    !replies.is_empty() && replies.iter().all(reaches)
}

/// All lines of a script, by playing all moves.
fn plain_lines(game: &Chess, state: &State, script: &Script, movers: &[Agent]) -> Vec<Vec<Move>> {
    let Some((&agent, rest)) = movers.split_first() else {
        let reached = match script.end {
            ScriptEnd::Reached => game.holds(state, script.goal),
            ScriptEnd::Forced(agent) => must(game, state, agent, script.goal),
            ScriptEnd::Reflex { agent, .. } => can(game, state, agent, script.goal),
        };
        return if reached { vec![Vec::new()] } else { Vec::new() };
    };
    let parries = script.parry.is_some_and(|check| game.holds(state, check));
    let (agent, rest) = match parries && agent == script.movers[0] {
        true => (agent.other(), movers),
        false => (agent, rest),
    };
    if let ScriptEnd::Reflex { agent: mates, avoided } = script.end
        && can(game, state, agent, if agent == mates { script.goal } else { avoided })
    {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for mv in moves_if_on_turn(game, state, agent) {
        for mut line in plain_lines(game, &game.after(state, agent, mv), script, rest) {
            line.insert(0, mv);
            lines.push(line);
        }
    }
    lines
}

/// Whether the attacker, to move, reaches the goal within n moves, by the definition of each rule.
fn plain_attack(game: &Chess, state: &State, contest: &Contest, n: u32) -> bool {
    n > 0 && !plain_keys(game, state, contest, n).is_empty()
}

fn plain_keys(game: &Chess, state: &State, contest: &Contest, n: u32) -> Vec<Move> {
    let (a, b) = (contest.attacker, contest.attacker.other());
    if let Rule::Reflex { avoided: Some(avoided) } = contest.rule
        && can(game, state, a, avoided)
    {
        return Vec::new();
    }
    let solves = |mv: &Move| {
        let next = game.after(state, a, *mv);
        let replies = moves(game, &next, b);
        let answers = |also: fn(&Chess, &State, u32) -> bool| {
            !replies.is_empty()
                && replies.iter().all(|reply| {
                    let next = game.after(&next, b, *reply);
                    also(game, &next, contest.goal) || plain_attack(game, &next, contest, n - 1)
                })
        };
        let idle = contest.parry.is_some_and(|check| !game.holds(&next, check));
        let goes_on = || idle && plain_attack(game, &next, contest, n - 1);
        match contest.rule {
            _ if n == 0 => false,
            Rule::Direct if idle => game.holds(&next, contest.goal) || goes_on(),
            Rule::Forced if idle => must(game, &next, b, contest.goal) || goes_on(),
            Rule::Direct => game.holds(&next, contest.goal) || answers(|_, _, _| false),
            Rule::Forced => answers(|game, next, goal| game.holds(next, goal)),
            Rule::Reflex { .. } => can(game, &next, b, contest.goal) || answers(|_, _, _| false),
        }
    };
    moves_if_on_turn(game, state, a).into_iter().filter(solves).collect()
}

/// Random positions with few men: the kings near each other or at home with castling rights, pawns
/// about to promote or to be taken en passant.
struct Positions {
    random: Xoshiro256PlusPlus,
    /// Whether White's king is in the corner and Black's before it, where selfmates happen.
    cornered: bool,
}

impl Positions {
    fn below(&mut self, n: usize) -> usize {
        below(&mut self.random, n)
    }

    fn next(&mut self, game: &Chess, men: usize) -> State {
        loop {
            if let Ok(state) = game.read_position(&self.fen(men)) {
                return state;
            }
        }
    }

    fn fen(&mut self, men: usize) -> String {
        let mut board = [b' '; 64];
        let mut put = |square: usize, man: u8| {
            if board[square] == b' ' {
                board[square] = man;
            }
        };
        if self.cornered {
            [(0, b'K'), (16, b'k'), (8, b'p')].iter().for_each(|&(square, man)| put(square, man));
            put([17, 9, 24][self.below(3)], b'p');
        }
        let castles = if self.cornered { 2 } else { self.below(4) };
        let mut rights = String::new();
        match castles {
            0 => [(4, b'K'), (7, b'R')].map(|(square, man)| put(square, man)),
            1 => [(4, b'K'), (0, b'R')].map(|(square, man)| put(square, man)),
            _ if self.cornered => [(); 2],
            _ => [(self.below(64), b'K'); 2].map(|(square, man)| put(square, man)),
        };
        rights.push_str(["K", "Q", "", ""][castles]);
        let black_castles = if self.cornered { 2 } else { self.below(8) };
        match black_castles {
            0 => [(60, b'k'), (63, b'r')].map(|(square, man)| put(square, man)),
            1 => [(60, b'k'), (56, b'r')].map(|(square, man)| put(square, man)),
            _ if self.cornered => [(); 2],
            // On the edge, where mates happen.
            _ => [([self.below(8), 8 * self.below(8)][self.below(2)], b'k'); 2]
                .map(|(square, man)| put(square, man)),
        };
        rights.push_str(["k", "q", "", "", "", "", "", ""][black_castles]);
        let black_to_move = self.below(2) == 0;
        let mut passant = "-".to_string();
        if self.below(3) == 0 {
            let file = self.below(7);
            let name = |file: usize| (b'a' + file as u8) as char;
            let (rank, man, other, to) =
                if black_to_move { (3, b'P', b'p', 3) } else { (4, b'p', b'P', 6) };
            put(rank * 8 + file, man);
            put(rank * 8 + file + 1, other);
            passant = format!("{}{to}", name(file));
        }
        for _ in 0..men {
            let man = b"QRBNPPqrbnpppp"[self.below(if self.cornered { 6 } else { 14 })];
            let rank = match man {
                b'P' => [6, 6, 5, 1][self.below(4)],
                b'p' => [1, 1, 2, 6][self.below(4)],
                _ => self.below(8),
            };
            put(rank * 8 + self.below(8), man);
        }
        let rows = board.chunks(8).rev().map(|row| {
            row.iter().map(|&man| if man == b' ' { '1' } else { man as char }).collect::<String>()
        });
        let rows: Vec<String> = rows.collect();
        let rights = if rights.is_empty() { "-" } else { &rights };
        let turn = if black_to_move { "b" } else { "w" };
        format!("{} {turn} {rights} {passant}", rows.join("/"))
    }
}

/// Who starts: mostly the side on turn, but in set play and duplex the other one.
fn starter(positions: &mut Positions, game: &Chess, state: &State) -> Agent {
    let agent = game.side_on_turn(state);
    if positions.below(4) == 0 { agent.other() } else { agent }
}

/// The rules that a formula is asked about by: the idle side of a series may be without a move.
fn rules(stipulation: &Stipulation) -> Chess {
    let chess = Chess::new(false);
    let chess = if stipulation.is_series() { chess.with_passing() } else { chess };
    if stipulation.goal.is_about_last_move() { chess.with_last_move() } else { chess }
}

/// Solves random positions in both ways, and by the formula of the stipulation.
fn compare(seed: u64, rounds: u64, men: usize, stipulations: &[&str]) {
    let forced = |text: &&str| text.contains("s#") || text.contains("r#");
    let random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = Positions { random, cornered: stipulations.iter().any(forced) };
    let mut solved = 0;
    for round in 0..rounds {
        let stipulation =
            Stipulation::parse(stipulations[round as usize % stipulations.len()]).unwrap();
        let game = Chess::new(false).with_passing();
        let remembers = stipulation.goal.is_about_last_move();
        let game = if remembers { game.with_last_move() } else { game };
        let state = positions.next(&game, men);
        let first = starter(&mut positions, &game, &state);
        solved += u64::from(compare_one(&game, &state, &stipulation, first));
    }
    assert!(solved * 70 > rounds, "{solved} of {rounds} can be solved");
}

/// Returns whether there is a solution.
fn compare_one(game: &Chess, state: &State, stipulation: &Stipulation, first: Agent) -> bool {
    let name = || format!("{stipulation} by {first:?} in {}", game.write_position(state));
    let budget = Budget::default();
    let solvable = match Posed::new(game, stipulation, first).expect("chess has mates") {
        Posed::Lines(script) => {
            let mut search = Cooperation::new(game, script.clone(), 1 << 20);
            let mut found = search.lines(state, None, &budget, &mut Silent).lines;
            let mut plain = plain_lines(game, state, &script, &script.movers);
            found.sort();
            plain.sort();
            assert_eq!(found, plain, "{}", name());
            !plain.is_empty()
        }
        Posed::Keys(contest, n) => {
            let mut search = Battle::new(game, contest, 1 << 20);
            let keys = search.keys(state, n, None, &budget, &mut Silent).keys;
            let mut found: Vec<Move> = keys.iter().map(|key| key.mv).collect();
            let mut plain = plain_keys(game, state, &contest, n);
            found.sort();
            plain.sort();
            assert_eq!(found, plain, "{}", name());
            for key in keys {
                let shorter = plain_keys(game, state, &contest, key.length - 1);
                assert!(key.length == 1 || !shorter.contains(&key.mv), "{}", name());
            }
            !plain.is_empty()
        }
    };
    let game = &rules(stipulation);
    // Set play with a side that is stalemated is none in a game that this ends.
    if game.turn(state) != Turn::Final {
        let text = stipulation.formula(game.agents(), first);
        let vocabulary = Vocabulary::of(game, first);
        let compiled = compile(&text, Definitions::prelude(), &vocabulary).unwrap();
        let question = Question { game, asked: first };
        let holds = Checker::new(question, &compiled.formulas, 1 << 20).holds(state, compiled.root);
        assert_eq!(holds, solvable, "{text}: {}", name());
    }
    solvable
}

/// The mating man goes to where a man of its own side stood and was taken.
#[test]
fn a_man_that_is_taken_can_be_taken_back() {
    let game = Chess::new(false).with_passing();
    let state = game.read_position("8/KP1R4/1Q6/6pP/8/5pp1/1P1q4/1k6 w - g6 0 1").unwrap();
    let stipulation = Stipulation::parse("h#1.5").unwrap();
    assert!(compare_one(&game, &state, &stipulation, Agent::FIRST));
}

#[test]
fn short_help_play_is_complete() {
    compare(1, trials(600), 4, &["h#0.5", "h#1", "h#1.5"]);
    compare(2, trials(80), 7, &["h#1", "h#1.5"]);
}

#[test]
fn longer_help_play_is_complete() {
    compare(3, trials(60), 2, &["h#2", "h#2.5"]);
}

#[test]
fn series_are_complete() {
    compare(
        4,
        trials(300),
        4,
        &["ser-#1", "ser-#2", "ser-#3", "ser-h#1", "ser-h#2", "ser-{stalemate}2"],
    );
    compare(5, trials(80), 3, &["ser-s#1", "hs#1", "ser-s#2", "hs#2", "ser-h=1"]);
}

/// The idle side has few men here, so that it often has no move on the way.
#[test]
fn series_go_on_where_the_idle_side_has_no_move() {
    compare(9, trials(300), 1, &["ser-#2", "ser-=2", "ser-h=2", "ser-{stalemate}2"]);
    compare(10, trials(60), 2, &["ser-s=1", "ser-s=2", "ser-h#2", "ser-s#2"]);
}

#[test]
fn battles_have_exactly_their_keys() {
    compare(6, trials(300), 5, &["#1", "#2", "=1", "=2", "{check(Black)}2"]);
    compare(7, trials(300), 4, &["s#1", "r#1", "semi-r#1", "r#2", "semi-r#2", "s#2"]);
    compare(8, trials(60), 3, &["#3"]);
}

#[test]
fn help_play_and_series_that_end_in_reflexmates_are_complete() {
    compare(11, trials(200), 3, &["hr#1", "hr#2", "ser-r#1", "ser-r#2", "hr#1.5", "hs#1.5"]);
}

#[test]
fn parry_series_have_exactly_their_keys_and_lines() {
    compare(12, trials(100), 2, &["pser-#1", "pser-#2", "pser-h#1", "pser-h#2"]);
    compare(13, trials(50), 1, &["pser-s#1", "pser-s#2"]);
}

#[test]
fn goals_about_the_last_move_and_about_both_sides_are_reached() {
    compare(
        14,
        trials(300),
        5,
        &["x2", "hx1", "ser-x2", "~1", "h~0.5", "ze41", "hzd51", "ser-ze52"],
    );
    compare(15, trials(300), 5, &["+1", "+2", "h+1", "h+1.5", "ser-+2", "#=1", "#=2", "h#=1"]);
    compare(16, trials(200), 1, &["ser-==1", "ser-==2", "h==1", "ser-002", "h000.5", "hep0.5"]);
}
