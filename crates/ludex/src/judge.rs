//! What every move of a position is worth, each as soon as it is known.

use std::collections::HashMap;
use std::time::Instant;

use ludex_base::Budget;
use ludex_game::{Agent, DynGame, DynMove, DynState, Game, Model, Notation, Outcome, Outcomes};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::answers::Solved;
use crate::distance::ShortestWin;
use crate::error::InputError;
use crate::requests::{Best, Limits, Solve};
use crate::session::{AnyGame, Session};
use crate::solve;

/// The seconds that every move gets in the first round.
const FIRST_ROUND: f64 = 0.1;
/// The factor from one round to the next.
const GROWTH: f64 = 4.0;
/// The seconds for all moves where a request sets no limit.
const USUAL: f64 = 60.0;

/// The seconds for the distances of all moves that win or lose.
const FOR_DISTANCES: f64 = 1.0;

/// What a move is worth to the agent that plays it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MoveVerdict {
    /// The move as it is written.
    #[serde(rename = "move")]
    pub mv: String,
    /// What it does for the agent that plays it: `wins`, `draws` or `loses` (also where outcomes are
    /// numbers such as 0, 50 and 100), or what the agent then gets, as in `gets 75`, or the first
    /// agent, as in `red gets 25`. `null` if it is not known.
    pub verdict: Option<String>,
    /// The value of the position after it, as an answer to [`Solve`].
    pub value: Value,
    /// The value as a number for the agent that plays the move, where it follows from the value.
    pub score: Option<f64>,
    /// Plies until the end with best play, if the search knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
}

/// Judges the moves of the agent on turn in rounds: every move gets a little time, then those that
/// are not decided get more, so that easy verdicts come first; in between it looks for a moment how soon
/// moves that win or lose do. Calls `each` for every move that is decided, once more when its distance
/// is known and, at the end, once for every other.
pub(crate) fn run(
    session: &Session,
    request: &Solve,
    each: &mut dyn FnMut(&MoveVerdict),
) -> Result<Vec<MoveVerdict>, InputError> {
    let AnyGame::Turns(_, game) = &session.game else {
        return Err(session.needs_turns("judged move by move"));
    };
    let Some(agent) = game.turn(&session.state).agent() else { return Ok(Vec::new()) };
    let judge = Judge { session, game, agent };
    let mut open = judge.moves();
    let mut decided = Vec::new();
    let deadline = request.limits.max_seconds.unwrap_or(USUAL);
    let (mut round, mut spent, mut for_distances) = (FIRST_ROUND, 0.0, FOR_DISTANCES);
    while !open.is_empty() && spent < deadline && !request.limits.stop.is_raised() {
        let left = (deadline - spent) / open.len() as f64;
        let watcher = request.limits.watcher.clone();
        let limits = Limits { watcher, ..request.limits.at_most(None, Some(round.min(left))) };
        let request = Solve { best: Some(Best::None), evidence: false, limits, ..request.clone() };
        let (started, known) = (Instant::now(), decided.len());
        judge.round(&request, &mut open, &mut |verdict| {
            each(&verdict);
            decided.push(verdict);
        })?;
        let judged = started.elapsed().as_secs_f64();
        let left = for_distances.min(deadline - spent - judged).max(0.0);
        let limits = request.limits.at_most(None, Some(left));
        judge.distances(&mut decided[known..], &limits.budget(), each);
        spent += started.elapsed().as_secs_f64();
        for_distances -= started.elapsed().as_secs_f64() - judged;
        round *= GROWTH;
    }
    for (mv, _) in open {
        let verdict = judge.unknown(mv);
        each(&verdict);
        decided.push(verdict);
    }
    Ok(decided)
}

/// A position whose moves are judged.
struct Judge<'s> {
    session: &'s Session,
    game: &'s DynGame,
    agent: Agent,
}

/// A move and the state after it.
type Candidate = (DynMove, DynState);

impl Judge<'_> {
    fn moves(&self) -> Vec<Candidate> {
        let mut moves = Vec::new();
        self.game.moves(&self.session.state, self.agent, &mut moves);
        let after = |mv| (mv, self.game.after(&self.session.state, self.agent, mv));
        moves.into_iter().map(after).collect()
    }

    /// Solves the positions after all moves within the limits of a request. Keeps those that are not
    /// decided.
    fn round(
        &self,
        request: &Solve,
        open: &mut Vec<Candidate>,
        each: &mut dyn FnMut(MoveVerdict),
    ) -> Result<(), InputError> {
        let states: Vec<_> = open.iter().map(|(_, state)| (state.clone(), None)).collect();
        let mut undecided = vec![true; open.len()];
        let mut place = 0;
        solve::run(self.session, request, &states, &mut |solved| {
            if solved.exact {
                undecided[place] = false;
                each(self.verdict(open[place].0, &solved));
            }
            place += 1;
        })?;
        let mut places = undecided.into_iter();
        open.retain(|_| places.next().unwrap_or(true));
        Ok(())
    }

    fn verdict(&self, mv: DynMove, solved: &Solved) -> MoveVerdict {
        let agents = self.game.agents();
        let own = solved.values.as_ref().and_then(|values| values.get(agents.name(self.agent)));
        let score = match (own, self.agent) {
            (Some(own), _) => own.as_f64(),
            (None, Agent::FIRST) => solved.score,
            (None, _) => solved.score.filter(|_| self.adds_up_to_zero()).map(|score| 0.0 - score),
        };
        let word = own.is_none().then(|| word(self.game.outcomes(), solved, self.agent)).flatten();
        let gets = || match (score, solved.score) {
            (Some(score), _) => Some(format!("gets {score}")),
            (None, Some(score)) => Some(format!("{} gets {score}", solved.first)),
            (None, None) => None,
        };
        MoveVerdict {
            verdict: word.map(str::to_string).or_else(gets),
            value: solved.value.clone(),
            score,
            distance: solved.distance,
            ..self.unknown(mv)
        }
    }

    /// Finds the distances of moves that win or lose, one after the other, until the budget ends.
    fn distances(
        &self,
        verdicts: &mut [MoveVerdict],
        budget: &Budget,
        each: &mut dyn FnMut(&MoveVerdict),
    ) {
        if self.game.has_chance() {
            return;
        }
        let first = self.agent == Agent::FIRST;
        let best = self.game.outcomes().best();
        let (own, other) = if first { (best, Outcome::WORST) } else { (Outcome::WORST, best) };
        let mut wins = ShortestWin::new(self.game, first, own);
        let mut losses = ShortestWin::new(self.game, !first, other);
        let states: HashMap<String, DynState> =
            self.moves().into_iter().map(|(mv, state)| (self.unknown(mv).mv, state)).collect();
        for verdict in verdicts.iter_mut().filter(|verdict| verdict.distance.is_none()) {
            let search = match verdict.verdict.as_deref() {
                Some("wins") => &mut wins,
                Some("loses") => &mut losses,
                _ => continue,
            };
            verdict.distance =
                states.get(&verdict.mv).and_then(|state| search.plies(state, budget));
            if verdict.distance.is_some() {
                each(verdict);
            }
        }
    }

    /// Returns whether the outcomes are as far below zero as above, so that a zero-sum game gives the
    /// second agent what the first loses.
    fn adds_up_to_zero(&self) -> bool {
        let outcomes = self.game.outcomes();
        let numbers = || outcomes.iter().map(|outcome| outcomes.number(outcome));
        numbers().fold(f64::INFINITY, f64::min) == 0.0 - numbers().fold(f64::NEG_INFINITY, f64::max)
    }

    fn unknown(&self, mv: DynMove) -> MoveVerdict {
        MoveVerdict {
            mv: self.game.write_move(&self.session.state, self.agent, mv),
            verdict: None,
            value: Value::Null,
            score: None,
            distance: None,
        }
    }
}

/// Returns what a value means for an agent where outcomes are a win, a loss and perhaps a draw half way
/// between, whether they have names or are numbers from 0 on (0, 50, 100) or around it (-1, 0, 1).
fn word(outcomes: &Outcomes, solved: &Solved, agent: Agent) -> Option<&'static str> {
    let worst = outcomes.iter().next()?;
    let (best, second) = (outcomes.best(), agent != Agent::FIRST);
    let [low, high] = [worst, best].map(|outcome| outcomes.number(outcome));
    if !solved.value.is_string() && low != 0.0 && low + high != 0.0 {
        return None;
    }
    let is = |outcome| match solved.value.as_str() {
        Some(name) => name == outcomes.name(outcome),
        None => solved.score == Some(outcomes.number(outcome)),
    };
    match outcomes.len() {
        2 | 3 if is(best) => Some(if second { "loses" } else { "wins" }),
        2 | 3 if is(worst) => Some(if second { "wins" } else { "loses" }),
        3 if solved.value.is_string() || solved.score == Some((low + high) / 2.0) => Some("draws"),
        _ => None,
    }
}
