//! Questions about players who do not see everything: what they can force by uniform strategies,
//! and the equilibria of a game as one of strategies [BR04, Section 3.1].

use ludex_base::{Fraction, NoAnswer, TextError};
use ludex_game::{Agent, Model};
use serde_json::{Map, Value, json};

use super::answer::{Answer, Error};
use super::ask::Asked;
use super::equilibria::{Played, comes_back, played};
use crate::engine::Limit;
use crate::extensive::StrategicGame;
use crate::play::{InformationSet, NoSets, Sights, force_uniformly};
use crate::symbol::Symbol;
use crate::syntax::{Goals, Term};
use crate::terms::TermId;

/// The limit on the profiles of a strategic game.
const MOST_PROFILES: usize = 200_000;

impl Asked<'_> {
    /// Decides whether a coalition can force goals by a strategy that depends only on what its
    /// players see.
    pub(super) fn uniformly(&self, coalition: &[Term], goals: &Goals) -> Result<Answer, Error> {
        let mut graph = self.graph(Some(goals));
        let members: Vec<TermId> = coalition.iter().map(|p| graph.machine.intern(p, 0)).collect();
        let found = match force_uniformly(&mut graph, &members) {
            Ok(found) => found,
            Err(NoSets::Stop(stop)) => return Error::or_unknown(stop, self.program),
            Err(NoSets::Unfit(why)) => return Err(unfit(why)),
        };
        let Some(forced) = found.answer else { return Ok(Answer::unknown(Limit::States)) };
        let mut answer = Answer::new(forced);
        if forced {
            let texts = |action: TermId| graph.action_text(action);
            let chosen = found.choices.iter();
            let rows = chosen.map(|&(set, place)| row(&found.sights.sets[set], place, &texts));
            let rows: Vec<Value> = rows.collect();
            let lines = rows.iter().map(|row| format!("{}\n", line(row)));
            let text = format!("yes\n{}", lines.collect::<String>());
            answer = answer.with(json!({ "strategy": rows, "text": text }));
        } else if found.seeing {
            answer = answer.note("if they saw everything they could force it");
        }
        Ok(match graph.machine.predicate(Symbol::SEES, 2) {
            Some(_) => answer,
            None => answer.note("the program has no `sees(Player,What)`: players see everything"),
        })
    }

    /// Returns the equilibria of the game of strategies: nobody gains by another strategy of its
    /// own.
    pub(super) fn nash(&self) -> Result<Answer, Error> {
        let played = match self.explored() {
            Ok(played) => played,
            Err(NoAnswer::Stopped(stopped)) => return Ok(Answer::unknown(stopped)),
            Err(NoAnswer::Invalid(error)) => return Err(error),
        };
        let (sights, sets) = match played.game.information(&played.explored.states) {
            Ok(found) => found,
            Err(NoSets::Stop(stop)) => return Error::or_unknown(stop, self.program),
            Err(NoSets::Unfit(why)) => return Err(unfit(why)),
        };
        let strategies = Strategies::new(&played, sights, sets)?;
        let game = match strategies.table(&self.options.budget) {
            Ok(game) => game,
            Err(NoAnswer::Stopped(stopped)) => return Ok(Answer::unknown(stopped)),
            Err(NoAnswer::Invalid(error)) => return Err(error),
        };
        let profiles = game.pure_equilibria();
        let listed: Vec<Value> =
            profiles.iter().take(self.options.limit).map(|p| strategies.equilibrium(p)).collect();
        let all = listed.len() == profiles.len();
        let counts = json!({ "count": profiles.len(), "profiles": strategies.profiles() });
        let answer = Answer::new(listed).with(counts);
        Ok(match all {
            true => answer,
            false => answer.note(format!("only the first {}", self.options.limit)),
        })
    }
}

fn unfit(why: String) -> Error {
    let help = "`sees(Player,What)` must tell such sceneries apart, and one player act at a time";
    Error::Program(TextError::new(why, 0..0).help(help))
}

/// Returns what a player does where it sees something.
fn row(set: &InformationSet, place: usize, text: &impl Fn(TermId) -> String) -> Value {
    json!({ "sees": set.seen, "play": text(set.actions[place]) })
}

/// Returns a row as a line of text.
fn line(row: &Value) -> String {
    let seen: Vec<&str> =
        row["sees"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let seen = if seen.is_empty() { "nothing".to_owned() } else { seen.join(", ") };
    format!("{} where it sees {seen}", row["play"].as_str().unwrap_or_default())
}

/// The strategies of all players of a game.
struct Strategies<'p> {
    played: &'p Played,
    sights: Sights,
    /// The information set of each state.
    sets: Vec<Option<usize>>,
    /// The information sets of each player.
    own: Vec<Vec<usize>>,
}

impl<'p> Strategies<'p> {
    /// Fails if there are too many of them.
    fn new(
        played: &'p Played,
        sights: Sights,
        sets: Vec<Option<usize>>,
    ) -> Result<Strategies<'p>, Error> {
        let mut own = vec![Vec::new(); played.game.agents().names().len()];
        for (state, set) in played.explored.states.iter().zip(&sets) {
            let (Some(set), Some(agent)) = (set, played.game.turn(state).agent()) else { continue };
            let own: &mut Vec<usize> = &mut own[agent.index()];
            if !own.contains(set) {
                own.push(*set);
            }
        }
        let strategies = Strategies { played, sights, sets, own };
        let mut counts = strategies.own.iter().map(|own| strategies.count(own));
        let profiles = counts.try_fold(1_usize, |all, own| all.checked_mul(own?));
        match profiles.filter(|&profiles| profiles <= MOST_PROFILES) {
            Some(_) => Ok(strategies),
            None => {
                let message = format!("there are more than {MOST_PROFILES} strategy profiles");
                Err(Error::Program(
                    TextError::new(message, 0..0).help("`equilibria` works backwards instead"),
                ))
            }
        }
    }

    /// Returns the number of strategies over some information sets.
    fn count(&self, own: &[usize]) -> Option<usize> {
        own.iter().try_fold(1_usize, |n, &set| n.checked_mul(self.sights.sets[set].actions.len()))
    }

    fn profiles(&self) -> usize {
        self.own.iter().filter_map(|own| self.count(own)).product()
    }

    /// Returns the places of the actions of all sets, given the number of each player's strategy.
    fn choices(&self, profile: &[usize]) -> Vec<usize> {
        let mut choices = vec![0; self.sights.sets.len()];
        for (own, &strategy) in self.own.iter().zip(profile) {
            let mut rest = strategy;
            for &set in own {
                let count = self.sights.sets[set].actions.len();
                choices[set] = rest % count;
                rest /= count;
            }
        }
        choices
    }

    /// Returns the places of the moves of the play of a profile, and its last state; `Err` with a
    /// state that play comes back to.
    fn play(&self, choices: &[usize]) -> Result<(Vec<usize>, usize), usize> {
        let explored = &self.played.explored;
        let (mut node, mut play) = (0, Vec::new());
        while let Some(set) = self.sets[node] {
            let action = self.sights.sets[set].actions[choices[set]];
            let row = explored.moves.row(node);
            let place = row.iter().position(|mv| mv.0 == action.0).unwrap_or(0);
            play.push(place);
            node = explored.graph.successors(node as u32)[place] as usize;
            if play.len() > self.sets.len() {
                return Err(node);
            }
        }
        Ok((play, node))
    }

    /// Returns the table of payoffs of all profiles.
    fn table(&self, budget: &ludex_base::Budget) -> Result<StrategicGame, NoAnswer<Error>> {
        let counts: Vec<usize> = self.own.iter().filter_map(|own| self.count(own)).collect();
        let names = |&count: &usize| (0..count).map(|number| number.to_string()).collect();
        let actions: Vec<Vec<String>> = counts.iter().map(names).collect();
        let (mut profile, mut payoffs) = (vec![0; counts.len()], Vec::new());
        loop {
            budget.poll().map_err(|stopped| NoAnswer::Stopped(stopped.into()))?;
            let played = self.play(&self.choices(&profile));
            let game = &self.played.game;
            let state = |node: usize| self.played.explored.states[node];
            let (_, end) =
                played.map_err(|node| NoAnswer::Invalid(comes_back(game, &state(node))))?;
            payoffs.push(self.payoffs(end));
            // The strategy of the last player changes fastest.
            let next = (0..counts.len()).rev().find(|&i| profile[i] + 1 < counts[i]);
            let Some(next) = next else { break };
            profile[next] += 1;
            profile[next + 1..].fill(0);
        }
        StrategicGame::new(actions, payoffs).ok_or_else(|| {
            NoAnswer::Invalid(Error::Program(TextError::new("this is no table of payoffs", 0..0)))
        })
    }

    fn payoffs(&self, end: usize) -> Vec<Fraction> {
        let state = self.played.explored.states[end];
        let agents = (0..self.own.len()).map(|i| Agent(i as u8));
        let worth = |agent| self.played.game.fraction(&state, agent).unwrap_or(Fraction::from(0));
        agents.map(worth).collect()
    }

    /// Returns an equilibrium: its play, its payoffs and what players do where.
    fn equilibrium(&self, profile: &[usize]) -> Value {
        let game = &self.played.game;
        let choices = self.choices(profile);
        let (play, end) = self.play(&choices).unwrap_or_default();
        let payoffs = self.payoffs(end).into_iter().map(|payoff| json!(payoff.to_string()));
        let payoffs: Map<String, Value> =
            game.agents().names().iter().cloned().zip(payoffs).collect();
        let text = |action: TermId| game.action_text(action);
        let rows = self.own.iter().flatten();
        let rows = rows.map(|&set| row(&self.sights.sets[set], choices[set], &text));
        json!({
            "play": played(game, &self.played.explored, &play),
            "payoffs": payoffs,
            "strategies": rows.collect::<Vec<Value>>(),
        })
    }
}
