//! Chess problems: from a stipulation to all that is to be said about a position.

mod answer;
mod attacks;
mod diagram;
mod entries;
mod intention;
mod mates;
mod numbers;
mod page;
mod popeye;
mod publish;
mod request;
mod retro;
mod tree;
mod work;

pub use answer::{
    ProblemAssumed, ProblemChange, ProblemKey, ProblemPart, ProblemSolved, ProblemTry, Variation,
};
pub use entries::{Caption, ProblemAnswer, ProblemEntry, Refused, read_problems, with_twins};
pub use intention::ProblemIntention;
pub use mates::ProblemMates;
pub use request::Problem;

use std::collections::BTreeSet;
use std::time::Instant;

use ludex_base::sort_by;
use ludex_game::{Agent, Game, Model, Notation, Question, nearest};
use ludex_games::Chess;
use ludex_logic::{Compiled, Goal, Play, Stipulation, Vocabulary, compile};
use ludex_search::problems::{Battle, Contest, Cooperation, Key, Posed, Try, derivations};

use diagram::{Diagram, is_about_last_move};
use numbers::{Written, in_turn, of_stipulation, write};
use request::Asked;
use tree::Tree;
use work::Work;

use crate::definitions::definitions;
use crate::error::InputError;
use crate::open::open;
use crate::requests::{Check, SetUp};

/// The game of formulas: nothing but mate and stalemate ends it.
const GAME: &str = "chess:fifty=off";

/// Returns the game in which the formula of a stipulation is proved: in series movers the side that
/// does not move may be without a move, and goals about the last move need states that remember it.
fn rules_of(stipulation: &Stipulation) -> String {
    let passes = if stipulation.is_series() { ",stalemate=passes" } else { "" };
    let last = if is_about_last_move(stipulation) { ",last=on" } else { "" };
    format!("{GAME}{passes}{last}")
}

/// Solves a chess problem.
///
/// ```
/// use ludex::{Problem, solve_problem};
/// let problem = Problem::new("#2", "kbK5/pp6/1P6/8/8/8/8/R7 w");
/// assert_eq!(solve_problem(&problem).unwrap().solutions, [["a1a6"]]);
/// ```
pub fn solve_problem(request: &Problem) -> Result<ProblemSolved, InputError> {
    let asked = Asked::read(request)?;
    let Diagram { game, state, first, assumed, shown } = Diagram::read(request, &asked)?;
    let start = Instant::now();
    let composition = Composition::new(&game, state.clone(), first, request);
    let mut intended = None;
    let (mut solved, rules) = match &asked {
        Asked::Stipulation(stipulation, text) => {
            let read = |text: &String| intention::read(text, &game, &state, stipulation, first);
            intended = request.intended.as_ref().map(read).transpose()?;
            let solved = composition.solve(stipulation);
            (solved.map_err(|goal| unknown_goal(&game, text, &goal))?, rules_of(stipulation))
        }
        Asked::Formula(text) => {
            let definitions = definitions(request.definitions.as_ref())?;
            let vocabulary = Vocabulary::of(&game, first);
            let compiled =
                compile(text, &definitions, &vocabulary).map_err(InputError::in_source)?;
            (composition.unfold(text, &compiled), GAME.to_string())
        }
    };
    solved.assumed = assumed;
    if shown.is_none() && request.formula.is_none() && game.side_on_turn(&state) == first {
        solved.remarks = retro::remarks(&solved.position);
    }
    if let Some(shown) = shown {
        solved.position = game.write_position(&shown);
        solved.drawing = game.picture(&shown).to_text();
    }
    solved.intention = intended.map(|intended| intention::compare(&solved, intended));
    if request.evidence && solved.stopped.is_none() {
        prove(request, &rules, &mut solved, game.agents().name(first))?;
    }
    solved.seconds = start.elapsed().as_secs_f64();
    Ok(solved)
}

fn unknown_goal(game: &Chess, text: &str, goal: &str) -> InputError {
    let names = game.atoms();
    let close = nearest(goal, names.iter().map(String::as_str));
    let start = text.find(goal).unwrap_or(0);
    let help = "`ludex games chess` lists what can be true, such as captured(Black,queen)";
    let message = format!("`{goal}` is no atom of chess");
    InputError::at("stipulation", text, start..start + goal.len(), message)
        .help(close.map_or(help.to_string(), |close| format!("did you mean `{close}`? {help}")))
}

/// Adds the proof that the formula of the problem is true, or that it is false.
fn prove(
    request: &Problem,
    rules: &str,
    solved: &mut ProblemSolved,
    asked: &str,
) -> Result<(), InputError> {
    let check = Check {
        agent: Some(asked.to_string()),
        definitions: request.definitions.clone(),
        evidence: true,
        limits: request.limits.clone(),
        ..Check::new(solved.formula.clone())
    };
    let mut session = open(rules)?;
    session.set_up(&SetUp::position(solved.position.clone()))?;
    let checked = session.check(&check)?;
    (solved.proof, solved.stopped) = (checked.proof, checked.stopped);
    solved.evidence = checked.evidence;
    Ok(())
}

/// A position with a stipulation.
struct Composition<'g> {
    game: &'g Chess,
    state: <Chess as Model>::State,
    /// The side that moves first.
    first: Agent,
    wanted: &'g Problem,
    work: Work,
    /// Whether a list was cut off at the number of solutions that it has at most.
    limited: bool,
}

/// How many solutions are looked for.
#[derive(Clone, Copy)]
enum Wanted {
    /// One.
    One,
    /// All, but not more than this.
    AtMost(usize),
}

impl Wanted {
    /// Returns when to stop: with one more than wanted it is known that there are more.
    fn limit(self) -> usize {
        match self {
            Wanted::One => 1,
            Wanted::AtMost(most) => most.saturating_add(1),
        }
    }
}

/// The name of a goal that the game does not know.
type UnknownGoal = String;

/// A move of chess.
type Move = <Chess as Model>::Move;

impl<'g> Composition<'g> {
    /// Starts to work.
    fn new(
        game: &'g Chess,
        state: <Chess as Model>::State,
        first: Agent,
        wanted: &'g Problem,
    ) -> Self {
        Composition { game, state, first, wanted, work: Work::new(&wanted.limits), limited: false }
    }

    /// All that is wanted about a stipulation.
    fn solve(mut self, stipulation: &Stipulation) -> Result<ProblemSolved, UnknownGoal> {
        let mut composed = ProblemSolved {
            stipulation: stipulation.to_string(),
            formula: stipulation.formula(self.game.agents(), self.first),
            ..self.begin()
        };
        match Posed::new(self.game, stipulation, self.first)? {
            Posed::Lines(_) => self.help(stipulation, &mut composed)?,
            Posed::Keys(contest, n) => self.battle(contest, n, &mut composed),
        }
        if self.wanted.set_play
            && let Some(set) = stipulation.set_play()
        {
            composed.set_play = Some(self.part(&set, self.first.other())?);
        }
        if self.wanted.duplex {
            let other = self.first.other();
            composed.duplex = Some(match Posed::new(self.game, stipulation, other)? {
                Posed::Lines(_) => self.part(stipulation, other)?,
                Posed::Keys(contest, n) => self.part_keys(stipulation, contest, n),
            });
        }
        Ok(self.finish(composed))
    }

    /// All ways in which a formula is true.
    fn unfold(mut self, text: &str, compiled: &Compiled) -> ProblemSolved {
        let question = Question { game: self.game, asked: self.first };
        let formula = (&compiled.formulas, compiled.root);
        let (wanted, budget) = (self.wanted(), self.work.budget());
        let (limit, observer) = (Some(wanted.limit()), &mut self.work.observer);
        let mut found = derivations(question, &self.state, formula, limit, &budget, observer);
        self.work.count(found.nodes, found.stopped);
        let complete = self.cut(&mut found.lines, wanted);
        let mut composed = ProblemSolved {
            stipulation: text.to_string(),
            formula: text.to_string(),
            ..self.begin()
        };
        let write = |line: &Vec<_>| write(self.game, &self.state, line, |_, _| String::new());
        let mut lines: Vec<Written> = found.lines.iter().map(write).collect();
        sort_by(&mut lines, |a, b| a.moves.cmp(&b.moves));
        composed.put(lines);
        composed.complete = complete;
        self.finish(composed)
    }

    fn begin(&self) -> ProblemSolved {
        ProblemSolved {
            position: self.game.write_position(&self.state),
            drawing: self.game.picture(&self.state).to_text(),
            ..ProblemSolved::default()
        }
    }

    fn finish(&mut self, composed: ProblemSolved) -> ProblemSolved {
        let all = self.work.stopped.is_none() && composed.complete;
        ProblemSolved {
            count: composed.solutions.len(),
            complete: all && (self.wanted.all || composed.solutions.is_empty()),
            limited: self.limited.then_some(self.wanted.most()),
            nodes: self.work.nodes,
            stopped: self.work.stopped.map(|stopped| stopped.to_string()),
            ..composed
        }
    }

    fn wanted(&self) -> Wanted {
        if self.wanted.all { self.as_many_as_listed() } else { Wanted::One }
    }

    fn as_many_as_listed(&self) -> Wanted {
        Wanted::AtMost(self.wanted.most())
    }

    /// Cuts a list off where it has more solutions than wanted. Returns whether it did not have to.
    fn cut<T>(&mut self, list: &mut Vec<T>, wanted: Wanted) -> bool {
        let Wanted::AtMost(most) = wanted else { return true };
        let complete = list.len() <= most;
        list.truncate(most);
        self.limited |= !complete;
        complete
    }

    fn help(
        &mut self,
        stipulation: &Stipulation,
        composed: &mut ProblemSolved,
    ) -> Result<(), UnknownGoal> {
        let (lines, complete) = self.lines(stipulation, self.first, self.wanted())?;
        // Where the last move is forced it is not in the line.
        let to_mate = stipulation.goal == Goal::Mate
            && matches!(
                stipulation.play,
                Play::Help | Play::Series | Play::SeriesHelp | Play::ParryHelp
            );
        if to_mate {
            let boards = lines.iter().map(|line| line.board.clone()).collect();
            composed.mates = ProblemMates::count(&boards);
        }
        composed.put(lines);
        composed.complete = complete;
        if self.wanted.all {
            let mut short = Vec::new();
            for shorter in std::iter::successors(stipulation.shorter(), Stipulation::shorter) {
                let left = Wanted::AtMost(self.wanted.most().saturating_sub(short.len()));
                let (lines, _) = self.lines(&shorter, self.first, left)?;
                short.extend(lines.into_iter().map(|line| line.moves));
            }
            composed.short = Some(short);
        }
        Ok(())
    }

    /// Set play or duplex: its lines, and whether there are shorter ones.
    fn part(
        &mut self,
        stipulation: &Stipulation,
        first: Agent,
    ) -> Result<ProblemPart, UnknownGoal> {
        let (lines, complete) = self.lines(stipulation, first, self.as_many_as_listed())?;
        let complete = complete && self.work.stopped.is_none();
        let mut shorter_exists = false;
        for shorter in std::iter::successors(stipulation.shorter(), Stipulation::shorter) {
            shorter_exists |= !self.lines(&shorter, first, Wanted::One)?.0.is_empty();
        }
        let count = lines.len();
        let (solutions, printed) = lines.into_iter().map(|line| (line.moves, line.printed)).unzip();
        let stipulation = stipulation.to_string();
        Ok(ProblemPart { stipulation, solutions, count, complete, printed, shorter_exists })
    }

    /// The duplex of a battle: its keys, and whether they solve in fewer moves.
    fn part_keys(&mut self, stipulation: &Stipulation, contest: Contest, n: u32) -> ProblemPart {
        let mut battle = Battle::new(self.game, contest, self.work.max_bytes());
        let wanted = self.as_many_as_listed();
        let (keys, complete) = self.keys(&mut battle, contest.attacker, n, wanted);
        ProblemPart {
            complete: complete && self.work.stopped.is_none(),
            stipulation: stipulation.to_string(),
            solutions: keys.iter().map(|(_, key)| vec![key.mv.clone()]).collect(),
            count: keys.len(),
            printed: keys.iter().map(|(_, key)| key.printed.clone()).collect(),
            shorter_exists: keys.iter().any(|(_, key)| key.length < n),
        }
    }

    /// The keys of an agent, sorted by their text, and whether these are all within the limit.
    fn keys(
        &mut self,
        battle: &mut Battle<'g, Chess>,
        agent: Agent,
        n: u32,
        wanted: Wanted,
    ) -> (Vec<(Key<Move>, ProblemKey)>, bool) {
        let (limit, budget) = (Some(wanted.limit()), self.work.budget());
        let mut found = battle.keys(&self.state, n, limit, &budget, &mut self.work.observer);
        self.work.count(found.nodes, found.stopped);
        let complete = self.cut(&mut found.keys, wanted);
        let write = |key: Key<Move>| {
            let printed = self.game.print_move(&self.state, agent, key.mv);
            let printed = format!("{}{printed}!", in_turn(0, true));
            let mv = self.game.write_move(&self.state, agent, key.mv);
            (key, ProblemKey { mv, printed, length: key.length })
        };
        let mut keys: Vec<_> = found.keys.into_iter().map(write).collect();
        sort_by(&mut keys, |(_, a), (_, b)| a.mv.cmp(&b.mv));
        (keys, complete)
    }

    /// The lines of a stipulation, sorted, and whether these are all within the limit.
    fn lines(
        &mut self,
        stipulation: &Stipulation,
        first: Agent,
        wanted: Wanted,
    ) -> Result<(Vec<Written>, bool), UnknownGoal> {
        let Posed::Lines(script) = Posed::new(self.game, stipulation, first)? else {
            return Ok((Vec::new(), true));
        };
        let mut search = Cooperation::new(self.game, script.clone(), self.work.max_bytes());
        let (limit, budget) = (Some(wanted.limit()), self.work.budget());
        let mut found = search.lines(&self.state, limit, &budget, &mut self.work.observer);
        self.work.count(found.nodes, found.stopped);
        let complete = self.cut(&mut found.lines, wanted);
        let number = of_stipulation(stipulation, first);
        let mut lines: Vec<Written> = found
            .lines
            .into_iter()
            .map(|line| {
                let movers = script.movers_of(self.game, &self.state, &line);
                let line: Vec<_> = movers.into_iter().zip(line).collect();
                write(self.game, &self.state, &line, &number)
            })
            .collect();
        sort_by(&mut lines, |a, b| a.moves.cmp(&b.moves));
        Ok((lines, complete))
    }

    fn battle(&mut self, contest: Contest, n: u32, composed: &mut ProblemSolved) {
        let game = self.game;
        let mut battle = Battle::new(game, contest, self.work.max_bytes());
        let (keys, complete) = self.keys(&mut battle, self.first, n, self.wanted());
        let (found, keys): (Vec<_>, Vec<ProblemKey>) = keys.into_iter().unzip();
        composed.complete = complete;
        composed.solutions = keys.iter().map(|key| vec![key.mv.clone()]).collect();
        composed.printed = keys.iter().map(|key| key.printed.clone()).collect();
        let short = keys.iter().filter(|key| key.length < n).map(|key| vec![key.mv.clone()]);
        composed.short = Some(short.collect());
        composed.keys = Some(keys);
        let depth = self.wanted.variations.unwrap_or(0);
        let (ends, mate) = (BTreeSet::new(), self.mate(contest));
        let work = &mut self.work;
        let mut tree =
            Tree { game, battle: &mut battle, work, contest, depth, duals: [0; 2], mate, ends };
        if depth > 0 {
            let branches = found.iter().map(|key| tree.attack(&self.state, key.mv, 1, n));
            composed.variations = branches.collect();
            let [duals, minor] = tree.duals;
            (composed.duals, composed.minor_duals) = (Some(duals), minor);
            composed.mates = ProblemMates::count(&tree.ends);
        }
        if self.wanted.set_play {
            composed.set_variations = tree.set_play(&self.state, n - 1);
            composed.changed = tree::changed(&composed.set_variations, &composed.variations);
        }
        if self.wanted.tries {
            composed.tries = Some(self.tries(&mut battle, n, &found));
        }
    }

    /// Returns whether the goal of a contest is mate.
    fn mate(&self, contest: Contest) -> bool {
        self.game.atoms()[contest.goal as usize].starts_with("mate(")
    }

    fn tries(
        &mut self,
        battle: &mut Battle<'g, Chess>,
        n: u32,
        keys: &[Key<Move>],
    ) -> Vec<ProblemTry> {
        let budget = self.work.budget();
        let found = battle.tries(&self.state, n, keys, &budget, &mut self.work.observer);
        self.work.count(found.nodes, found.stopped);
        let (game, state, first) = (self.game, &self.state, self.first);
        let write = |&Try { mv, refutation }: &Try<Move>| {
            let next = game.after(state, first, mv);
            let tried = in_turn(0, true) + &game.print_move(state, first, mv);
            let refuted = in_turn(1, true) + &game.print_move(&next, first.other(), refutation);
            ProblemTry {
                mv: game.write_move(state, first, mv),
                refutation: game.write_move(&next, first.other(), refutation),
                printed: format!("{tried}? {refuted}!"),
            }
        };
        found.tries.iter().map(write).collect()
    }
}

impl ProblemSolved {
    fn put(&mut self, lines: Vec<Written>) {
        (self.solutions, self.printed) =
            lines.into_iter().map(|line| (line.moves, line.printed)).unzip();
    }
}
