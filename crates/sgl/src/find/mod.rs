//! Discovery: searches for compact strategies of a game, as lists of rules in order of priority.
//!
//! 1. Candidate rules are written in the vocabulary of the game ([`vocabulary`]): win now, prevent
//!    a loss, stay safe, make a threat, prefer some moves.
//! 2. If the game can be explored it is solved ([`solved`]), and lists of rules are scored by the
//!    positions where they allow a mistake ([`priority`]); otherwise they are scored by playing
//!    games ([`sampled`]). The best lists are extended, and the result is shortened as far as
//!    possible.
//! 3. The list is written as an `.sgl` file ([`write`]), and what it guarantees is verified on that
//!    file by [`crate::query`].

mod claim;
mod priority;
mod rates;
mod rows;
mod sampled;
mod solved;
mod vocabulary;
mod write;

use std::time::{Duration, Instant};

use ludex_base::{Budget, NoAnswer, Set, with_stack};
use ludex_game::{Agent, Game, Notation};

use crate::STACK_SIZE;
use crate::file::File;
use crate::formula::Formulas;
use crate::frame::Frame;
use crate::model::{Catalogue, GameWorld, Lexicon, Program, World, with_set};

use claim::Claim;
use priority::Priorities;
pub use rates::Rates;
use rows::LazyRows;
use sampled::Sampler;
use solved::Solved;
pub(crate) use vocabulary::written;
use vocabulary::{Rule, Vocabulary};

/// A strategy that was found.
#[derive(Clone, PartialEq, Debug)]
pub struct Found {
    /// The strategy as an `.sgl` file; the definition `best` is the player's strategy.
    pub text: String,
    /// The rules of `best`, in order of priority.
    pub rules: Vec<String>,
    /// The goal: the value of the game for the player, if it is known; otherwise what was proved,
    /// or not to lose.
    pub goal: Goal,
    /// Whether every play by the strategy reaches the goal, as verified on the written file.
    pub verified: bool,
    /// The number of positions in which the strategy allows a mistake, as far as known.
    pub mistakes: usize,
    /// The number of positions that play by the strategy can reach, as far as known.
    pub positions: usize,
    /// The results of games against opponents who play at random.
    pub rates: Rates,
}

/// The outcome that a strategy is to guarantee.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The player wins.
    Wins,
    /// The player does not lose.
    NeverLoses,
    /// The others can force that one of them wins: there is nothing to guarantee.
    Nothing,
}

/// The largest number of positions of a game that is solved here.
const POSITIONS: u64 = 1_000_000;
/// The number of positions that are searched for moves of the game.
const SEARCHED_POSITIONS: usize = 20_000;
/// The maximal number of rules of a list, not counting the last one (`any`).
const LONGEST: usize = 5;
/// The number of games that are played against opponents who play at random.
const GAMES: usize = 1000;

/// Searches for a strategy of a player of a game, against all others together; `name` is the name
/// of the game in the file.
pub fn find_strategy<G: Game + Notation>(
    game: &G,
    name: &str,
    player: Agent,
    budget: &Budget,
) -> Result<Found, NoAnswer<String>> {
    with_stack(STACK_SIZE, || find_rules(game, name, player, budget))
}

/// A list of rules, and what is known about it before verification.
struct Choice {
    words: Vocabulary,
    list: Vec<usize>,
    goal: Goal,
    /// The score of the list, if the game is solved.
    score: Option<priority::Score>,
    rates: Rates,
}

fn find_rules<G: Game + Notation>(
    game: &G,
    name: &str,
    player: Agent,
    budget: &Budget,
) -> Result<Found, NoAnswer<String>> {
    if game.agents().len() < 2 {
        let message = "strategies are looked for in games of two or more agents";
        return Err(NoAnswer::Invalid(message.to_owned()));
    }
    let mut lexicon = Lexicon::new(game, SEARCHED_POSITIONS, budget)?;
    let choice = loop {
        let (catalogue, frame) = Catalogue::new(game, &lexicon)?;
        let world = GameWorld::new(&catalogue);
        let choice = choose(world, &frame, name, player, budget)?;
        let unknown = catalogue.unknown();
        if unknown.is_empty() {
            break choice;
        }
        lexicon.extend(unknown);
    };
    let claim = Claim::new(game, player, &choice, name, budget)?;
    let rules: Vec<&Rule> = choice.list.iter().map(|&rule| &choice.words.rules[rule]).collect();
    let text = choice.words.file(name, &rules, &claim.remarks(&choice));
    let last = format!("any({})", choice.words.player);
    Ok(Found {
        text,
        rules: rules.iter().map(|rule| choice.words.formula(rule)).chain([last]).collect(),
        goal: claim.goal,
        verified: claim.verified,
        mistakes: choice.score.map_or(0, |score| score.mistakes),
        positions: choice.score.map_or(claim.positions, |score| score.positions),
        rates: choice.rates,
    })
}

fn choose(
    world: GameWorld,
    frame: &Frame,
    name: &str,
    player: Agent,
    budget: &Budget,
) -> Result<Choice, NoAnswer<String>> {
    let bits = frame.action_count().max(frame.atom_count() + 1);
    with_set!(bits, S => choose_in::<S>(World::Game(world), frame, name, player, budget))
}

/// Chooses rules: by the values of all positions if the game can be solved, else by playing games.
fn choose_in<S: Set>(
    world: World<S>,
    frame: &Frame,
    name: &str,
    player: Agent,
    budget: &Budget,
) -> Result<Choice, NoAnswer<String>> {
    let most = budget.max_nodes.unwrap_or(POSITIONS).min(POSITIONS);
    let small = Budget { max_nodes: Some(most), ..budget.clone() };
    let solved = match Solved::new::<S>(world, frame, player, &small) {
        Ok(solved) => solved,
        // The game is too large, and there is time left.
        Err(_) if budget.poll().is_ok() => {
            return Sampler::<S>::new(world, frame, player).choose(name, &half_of_time(budget));
        }
        Err(reason) => return Err(reason),
    };
    let words = Vocabulary::new(frame, player, solved.classes(frame));
    let (program, steps) = compile::<S>(frame, name, &words, &[&words.player])?;
    let rows = LazyRows::<S>::new(world, &program, &steps[0], &words, &solved);
    let budget = half_of_time(budget);
    let priorities = Priorities { solved: &solved, rows: &rows, budget: &budget };
    let (mut list, mut score) = priorities.search(&|rule| !words.is_deep(rule));
    if score.mistakes > 0 {
        let (longer, better) = priorities.search(&|_| true);
        if better < score {
            (list, score) = (longer, better);
        }
    }
    let rates = priorities.rates(&list, GAMES);
    Ok(Choice { words, list, goal: solved.goal(), score: Some(score), rates })
}

/// Returns a budget with half of the remaining time, so that the rest is left for verification;
/// half a minute if there is no deadline.
fn half_of_time(budget: &Budget) -> Budget {
    let now = Instant::now();
    let left = budget.deadline.map(|deadline| deadline.saturating_duration_since(now) / 2);
    let deadline = Some(now + left.unwrap_or(Duration::from_secs(30)));
    Budget { deadline, ..budget.clone() }
}

/// Returns the set of the atom that says that an agent has won.
fn win_of<S: Set>(frame: &Frame, agent: Agent) -> S {
    let text = format!("win({})", frame.agents().name(agent));
    S::one(frame.atom_named(&text).expect("every game has this atom"))
}

/// Compiled rules by number; `None` for combinations of rules.
type Steps = Vec<Option<u32>>;

/// Returns the named rules, compiled for each of the given players.
fn compile<S: Set>(
    frame: &Frame,
    name: &str,
    words: &Vocabulary,
    players: &[&str],
) -> Result<(Program<S>, Vec<Steps>), String> {
    let text = words.everything(name);
    let file = File::read("find", &text).map_err(|error| error.to_string())?;
    let mut frame = frame.clone();
    let mut formulas = Formulas::new();
    let mut program: Program<S> = Program::new();
    let mut steps = Vec::new();
    for player in players {
        let mut list = Vec::new();
        for rule in &words.rules {
            let Rule::Named(name) = rule else {
                list.push(None);
                continue;
            };
            let text = format!("{name}({player})");
            let formula = file.formula_in(&text, &mut frame, &mut formulas);
            let formula = formula.map_err(|error| format!("{text}: {error}"))?;
            list.push(Some(program.compile(&formulas, formula, frame.action_count())));
        }
        steps.push(list);
    }
    Ok((program, steps))
}
