//! Discovery: compact strategies for a game, found by trying rules in order of priority.
//!
//! 1. The game is explored and solved.
//! 2. Candidate rules are written in the game's own words ([`vocabulary`]): win now, stop a loss, stay
//!    safe, make a threat, prefer some moves.
//! 3. Lists of rules are scored by the positions where they allow a mistake ([`priority`]), the best
//!    are made longer, and what is found is made as short as possible.
//! 4. The list is written as an `.sgl` file, and what it guarantees is verified by [`crate::query`].

mod priority;
mod solved;
mod vocabulary;

use ludex_game::{Agent, Game, Notation};
use serde_json::Value;

use crate::file::File;
use crate::formula::Formulas;
use crate::model::{Catalogue, Evaluator, GameWorld, Limits, Program, with_words};
use crate::query::query_game;
use crate::roomy::roomy;

use priority::Priorities;
use solved::Solved;
use vocabulary::{Rule, Vocabulary};

/// A strategy that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The strategy as an `.sgl` file; its strategy `best` is the player's.
    pub text: String,
    /// The rules of `best`, in order of priority.
    pub rules: Vec<String>,
    /// What was to be guaranteed: the value of the game for the player.
    pub goal: Goal,
    /// Whether every play by the strategy reaches the goal: checked on the file as it is written.
    pub verified: bool,
    /// Positions in which the strategy allows a mistake.
    pub mistakes: usize,
    /// Positions that play by the strategy can reach.
    pub positions: usize,
}

/// What a strategy is to guarantee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The player wins.
    Wins,
    /// The player does not lose.
    NeverLoses,
    /// The other player can win whatever is done: there is nothing to guarantee.
    Nothing,
}

/// How many positions a game may have to be solved here.
const POSITIONS: usize = 3_000_000;

/// Looks for a strategy of a player of a two-player game; `name` is the game's name in the file.
pub fn find_strategy<G: Game + Notation>(
    game: &G,
    name: &str,
    player: Agent,
    limits: &Limits,
) -> Result<Found, String> {
    roomy(|| find_rules(game, name, player, limits))
}

fn find_rules<G: Game + Notation>(
    game: &G,
    name: &str,
    player: Agent,
    limits: &Limits,
) -> Result<Found, String> {
    if game.agents().len() != 2 {
        return Err("strategies are looked for in games of two agents".to_owned());
    }
    let limits = Limits { states: limits.states.min(POSITIONS), ..limits.clone() };
    let (catalogue, frame) = Catalogue::new(game, 20_000, &limits)?;
    let world = GameWorld::new(&catalogue);
    let bits = frame.action_count().max(frame.atom_count() + 1);
    let (words, list, score, solved) = with_words!(bits, W => {
        let solved = Solved::new::<W>(world, &frame, player, &limits)?;
        let words = Vocabulary::new(&frame, player, &solved);
        let text = words.file(name, &[]);
        let file = File::read("find", &text).map_err(|error| error.to_string())?;
        let rows = rows::<W>(world, &frame, &file, &words.rules, &solved)?;
        let mut priorities = Priorities { solved: &solved, rows: &rows, limits: &limits };
        let (list, score) = priorities.search();
        (words, list, score, solved)
    });
    if catalogue.is_strange() {
        return Err("the game has moves that its first 20,000 positions do not".to_owned());
    }
    let rules: Vec<&Rule> = list.iter().map(|&rule| &words.rules[rule]).collect();
    let text = words.file(name, &rules);
    let goal = solved.goal();
    let verified = verify(game, &text, player, goal, &limits)?;
    let agent = game.agents().name(player);
    let claim = match (verified, goal) {
        (true, Goal::Wins) => format!("# {agent} wins by `best`, whatever the other does."),
        (true, _) => format!("# {agent} never loses by `best`, whatever the other does."),
        (false, Goal::Nothing) => format!("# {agent} is lost if the other plays well."),
        (false, _) => {
            format!("# `best` of {agent} still allows mistakes in {} positions.", score.mistakes)
        }
    };
    let text = format!("{claim}\n{text}");
    Ok(Found {
        verified,
        rules: rules.iter().map(|rule| rule.text.clone()).chain([words.last_rule()]).collect(),
        text,
        goal,
        mistakes: score.mistakes,
        positions: score.positions,
    })
}

/// The moves each rule allows in each position of the player, as masks over the moves.
fn rows<const W: usize>(
    world: GameWorld,
    frame: &crate::frame::Frame,
    file: &File,
    rules: &[Rule],
    solved: &Solved,
) -> Result<Vec<Vec<u64>>, String> {
    let mut frame = frame.clone();
    let mut formulas = Formulas::new();
    let mut program: Program<W> = Program::new();
    let mut steps = Vec::new();
    for rule in rules {
        let formula = file.formula_in(&rule.text, &mut frame, &mut formulas);
        let formula = formula.map_err(|error| format!("{}: {error}", rule.text))?;
        steps.push(program.compile(&formulas, formula, frame.action_count()));
    }
    let mut evaluator = Evaluator::new(&world, &program);
    let full = evaluator.full;
    let mut rows = vec![vec![0u64; solved.len()]; rules.len()];
    for (position, &state) in solved.states.iter().enumerate().filter(|&(p, _)| solved.own[p]) {
        for (rule, &step) in steps.iter().enumerate() {
            let row = evaluator.row(step, &state, full);
            let moves = solved.moves(position).iter().enumerate();
            rows[rule][position] = moves
                .filter(|(_, (action, _))| row.contains(*action))
                .fold(0, |mask, (place, _)| mask | 1 << place);
        }
    }
    Ok(rows)
}

/// Whether the strategy of the file guarantees the goal.
fn verify<G: Game + Notation>(
    game: &G,
    text: &str,
    player: Agent,
    goal: Goal,
    limits: &Limits,
) -> Result<bool, String> {
    let (own, other) = (game.agents().name(player), game.agents().name(player.other()));
    let wish = match goal {
        Goal::Wins => format!("win({own})"),
        Goal::NeverLoses => format!("~win({other})"),
        Goal::Nothing => return Ok(false),
    };
    let file = File::read("found", text).map_err(|error| error.to_string())?;
    let question = format!("ensures best | all({other}) : {wish}");
    let answer = query_game(&file, game, &question, limits).map_err(|error| error.to_string())?;
    Ok(answer.result == Value::Bool(true))
}
