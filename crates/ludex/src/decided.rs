//! Which positions the rules of a strategy decide: all that play can reach while the player follows the
//! first rule that has a move.

use std::collections::HashSet;

use ludex_base::{NoAnswer, SourceError, Ticker};
use ludex_game::{Agent, DynGame, DynMove, DynState, Game, Model, Notation, Turn};
use ludex_sgl::Advisor;
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::languages::strategies;
use crate::play::IN_TURN;
use crate::requests::Limits;
use crate::session::{AnyGame, Session};
use crate::strategy::player;

/// The most positions of play that are looked at.
const MOST_STATES: usize = 20_000;
/// The most positions of a rule that are returned.
const MOST_SHOWN: usize = 30;

/// Asks which positions every rule of a strategy decides.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct RuleCheck {
    /// The rules in order of priority: formulas of the text.
    pub rules: Vec<String>,
    /// Who follows them; the first agent if nobody is named.
    pub player: Option<String>,
    /// What the answer may use.
    pub limits: Limits,
}

/// What the rules of a strategy decide.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RulesDecide {
    /// Who follows the rules.
    pub player: String,
    /// One entry for every rule.
    pub rules: Vec<RuleDecides>,
    /// Positions where no rule has a move.
    pub open: RuleDecides,
    /// Whether all positions of play were looked at.
    pub complete: bool,
}

/// What one rule decides.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub struct RuleDecides {
    /// The rule.
    pub rule: String,
    /// The number of positions.
    pub count: usize,
    /// The first of them, nearest to the start.
    pub positions: Vec<DecidedPosition>,
}

/// A position that a rule decides.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DecidedPosition {
    /// In the notation of the game.
    pub position: String,
    /// How play gets there: agents and moves.
    pub line: Vec<[String; 2]>,
    /// The moves that the rule allows.
    pub moves: Vec<String>,
}

impl Session {
    /// Finds the positions that the rules of a strategy decide, by walking through all plays in which
    /// the player follows them from the start.
    pub fn decided(&self, text: &str, request: &RuleCheck) -> Result<RulesDecide, InputError> {
        self.require_no_chance("strategies are checked")?;
        let AnyGame::Turns(_, game) = &self.game else { return Err(InputError::new(IN_TURN)) };
        let player = player(self.agents(), request.player.as_deref())?;
        let budget = request.limits.budget();
        let file = strategies::read_text("strategies", text, &budget)?;
        let advisor = |rule: &String| {
            Advisor::new(game, &file, rule).map(|advisor| advisor.within(budget.clone()))
        };
        let advisors: Result<Vec<_>, SourceError> = request.rules.iter().map(advisor).collect();
        let mut walk = RuleWalk {
            game,
            agent: self.agents().named(&player).unwrap_or(Agent::FIRST),
            advisors: advisors.map_err(InputError::in_source)?,
            nodes: Vec::new(),
            seen: HashSet::new(),
        };
        let rule = |rule: &String| RuleDecides { rule: rule.clone(), ..RuleDecides::default() };
        let rules = request.rules.iter().map(rule).collect();
        let open = RuleDecides::default();
        let mut found = RulesDecide { player, rules, open, complete: false };
        walk.run(&mut found, &Ticker::new(&budget)).map_err(InputError::in_source)?;
        self.require_sound().map(|()| found)
    }
}

/// How a position was reached: from which one, by whom, by which move.
type Step = (usize, Agent, DynMove);

/// A walk through the positions of play.
struct RuleWalk<'g> {
    game: &'g DynGame,
    agent: Agent,
    advisors: Vec<Advisor<'g, DynGame>>,
    /// The positions in the order in which they were found, with how they were reached.
    nodes: Vec<(DynState, Option<Step>)>,
    seen: HashSet<DynState>,
}

impl RuleWalk<'_> {
    fn run(&mut self, found: &mut RulesDecide, ticker: &Ticker<'_>) -> Result<(), SourceError> {
        self.add(self.game.initial(), None);
        let mut at = 0;
        while at < self.nodes.len() {
            if self.nodes.len() > MOST_STATES || ticker.tick().is_err() {
                return Ok(());
            }
            match self.visit(at, found) {
                Err(NoAnswer::Stopped(_)) => return Ok(()),
                Err(NoAnswer::Invalid(error)) => return Err(error),
                Ok(()) => at += 1,
            }
        }
        found.complete = true;
        Ok(())
    }

    /// Looks which rule decides a position, and adds those after it.
    fn visit(&mut self, at: usize, found: &mut RulesDecide) -> Result<(), NoAnswer<SourceError>> {
        let state = self.nodes[at].0.clone();
        let Turn::Of(agent) = self.game.turn(&state) else { return Ok(()) };
        let mut moves = Vec::new();
        if agent == self.agent {
            let rule = self.decide(&state, &mut moves)?;
            let decides = rule.map_or(&mut found.open, |rule| &mut found.rules[rule]);
            decides.count += 1;
            if decides.positions.len() < MOST_SHOWN {
                decides.positions.push(self.described(at, &moves));
            }
        } else {
            self.game.moves(&state, agent, &mut moves);
        }
        for mv in moves {
            self.add(self.game.after(&state, agent, mv), Some((at, agent, mv)));
        }
        Ok(())
    }

    /// Returns the first rule that has a move, with its moves.
    fn decide(
        &mut self,
        state: &DynState,
        moves: &mut Vec<DynMove>,
    ) -> Result<Option<usize>, NoAnswer<SourceError>> {
        for (rule, advisor) in self.advisors.iter_mut().enumerate() {
            *moves = advisor.moves(state, self.agent)?;
            if !moves.is_empty() {
                return Ok(Some(rule));
            }
        }
        Ok(None)
    }

    fn add(&mut self, state: DynState, from: Option<Step>) {
        if self.seen.insert(state.clone()) {
            self.nodes.push((state, from));
        }
    }

    fn described(&self, at: usize, moves: &[DynMove]) -> DecidedPosition {
        let state = &self.nodes[at].0;
        let mut line = Vec::new();
        let mut place = self.nodes[at].1;
        while let Some((before, agent, mv)) = place {
            let (state, from) = &self.nodes[before];
            let name = self.game.agents().name(agent).to_string();
            line.push([name, self.game.write_move(state, agent, mv)]);
            place = *from;
        }
        line.reverse();
        let text = |&mv| self.game.write_move(state, self.agent, mv);
        let position = self.game.write_position(state);
        DecidedPosition { position, line, moves: moves.iter().map(text).collect() }
    }
}
