//! A GDL game with the role of chance of GDL-II \[Thi10\], as a game with turns in which chance moves.
//!
//! The legal moves of `random` are equally likely, and everybody sees everything: descriptions with
//! `sees` are refused before. In every state at most one player may have a choice. Where `random` has
//! a choice in the same step, the player chooses first and chance moves then, which is the same:
//! neither depends on what the other does. The forced moves of other roles are not shown.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ludex_base::{Budget, NoAnswer, Stopped, mix};
use ludex_game::{
    Agent, Agents, Game, HashSeed, Hints, Model, Notation, Outcome, Outcomes, Picture, TextError,
    Turn,
};

use super::{GdlGame, GdlMove, GdlState};
use crate::check::RANDOM;
use crate::compile::EngineChoice;
use crate::description::Description;
use crate::error::{Category, GdlError, not_stopped};

/// A game described in GDL with the role `random`.
///
/// ```
/// use ludex_game::{Agent, Game, Model, Turn, chances};
/// use ludex_gdl::GdlChanceGame;
/// let game = GdlChanceGame::read(
///     "(role you) (role random) (init (step 1)) (legal you wait)
///      (<= (legal random (show ?side)) (side ?side)) (side heads) (side tails)
///      (<= (next (shown ?side)) (does random (show ?side)))
///      (<= terminal (true (shown ?side)))
///      (<= (goal you 100) (true (shown heads))) (<= (goal you 0) (true (shown tails)))",
/// ).unwrap().unwrap();
/// let start = game.initial();
/// assert_eq!((game.agents().names(), game.turn(&start)), (&["you".to_string()][..], Turn::Chance));
/// assert_eq!(chances(&game, &start)[0].1.to_string(), "1/2");
/// ```
#[derive(Clone, Debug)]
pub struct GdlChanceGame {
    /// The game in which `random` is a role like any other.
    game: GdlGame,
    random: Agent,
    /// The players: all roles but `random`.
    agents: Agents,
    outcomes: Outcomes,
    /// Whether a state was met in which several players have a choice.
    several: Arc<AtomicBool>,
}

/// A state, and the move of a player that was chosen where chance moves in the same step.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ChanceState {
    state: GdlState,
    chosen: Option<(u8, GdlMove)>,
}

impl GdlChanceGame {
    /// Parses and compiles a description. Returns the ordinary game if it has no role `random`.
    ///
    /// # Errors
    /// Fails as [`GdlGame::read`] does, and if there is no player but `random`.
    #[allow(clippy::result_large_err)] // nothing is lost, and it is asked once
    pub fn read(text: &str) -> Result<Result<GdlChanceGame, GdlGame>, GdlError> {
        GdlChanceGame::read_within(text, &Budget::default()).map_err(not_stopped)
    }

    /// Parses and compiles a description within a budget, as [`GdlChanceGame::read`] does.
    #[allow(clippy::result_large_err)] // nothing is lost, and it is asked once
    pub fn read_within(
        text: &str,
        budget: &Budget,
    ) -> Result<Result<GdlChanceGame, GdlGame>, NoAnswer<GdlError>> {
        let description = Description::parse_with_chance(text, budget)?;
        let game = GdlGame::within(description, EngineChoice::Auto, budget)?;
        let Some(random) = game.agents().named(RANDOM) else { return Ok(Err(game)) };
        let players: Vec<Agent> = game.agents().iter().filter(|&a| a != random).collect();
        let Some(first) = players.first() else {
            let message = "there is no player: the only role is `random`, which is chance";
            let error = GdlError::new(Category::GdlII, message, ludex_base::Span::default());
            return Err(error.into());
        };
        let mut values = game.compiled.goals[first.index()].clone();
        if values.first() != Some(&0) {
            values.insert(0, 0); // if the rules give no goal it is 0
        }
        let outcomes = Outcomes::new(values.iter().map(|&v| (v.to_string(), f64::from(v))));
        let agents = Agents::new(players.iter().map(|&role| game.agents().name(role).to_string()));
        let several = Arc::new(AtomicBool::new(false));
        Ok(Ok(GdlChanceGame { game, random, agents, outcomes, several }))
    }

    /// Returns the game with every answer of its engine compared; see [`GdlGame::compared`].
    pub fn compared(self) -> Option<GdlChanceGame> {
        let game = self.game.compared()?;
        Some(GdlChanceGame { game, ..self })
    }

    /// Returns the game in which `random` is a role like any other.
    pub fn with_all_roles(&self) -> &GdlGame {
        &self.game
    }

    /// Returns the role of an agent; that of chance is `random`.
    fn role(&self, agent: Agent) -> Agent {
        match agent {
            Agent::CHANCE => self.random,
            _ if agent.0 >= self.random.0 => Agent(agent.0 + 1),
            _ => agent,
        }
    }

    fn legal(&self, state: &GdlState, agent: Agent) -> Vec<GdlMove> {
        let mut moves = Vec::new();
        self.game.moves(state, self.role(agent), &mut moves);
        moves
    }

    /// Returns who moves in a state that is not final: the player with a choice, else chance if it
    /// has one, else the first player.
    fn mover(&self, state: &ChanceState) -> Agent {
        if state.chosen.is_some() {
            return Agent::CHANCE;
        }
        let has_choice = |&agent: &Agent| self.legal(&state.state, agent).len() > 1;
        let mut players = self.agents.iter().filter(has_choice);
        match (players.next(), players.next()) {
            (None, _) if has_choice(&Agent::CHANCE) => Agent::CHANCE,
            (None, _) => Agent::FIRST,
            (Some(player), None) => player,
            (Some(player), Some(_)) => {
                self.several.store(true, Ordering::Relaxed);
                player
            }
        }
    }

    /// Returns the state after a move of `random` and the move of a player, if it has chosen; other
    /// roles make their only moves.
    fn next(&self, state: &GdlState, moves: &[(Agent, GdlMove)]) -> Option<GdlState> {
        let mut joint = Vec::with_capacity(self.game.agents().len());
        for role in self.game.agents().iter() {
            let chosen = moves.iter().find(|(agent, _)| self.role(*agent) == role);
            let mut forced = Vec::new();
            if chosen.is_none() {
                self.game.moves(state, role, &mut forced);
            }
            joint.push(chosen.map(|&(_, mv)| mv).or(forced.first().copied())?);
        }
        Some(self.game.engine().next(state, &joint))
    }
}

impl Model for GdlChanceGame {
    type State = ChanceState;
    type Move = GdlMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> ChanceState {
        ChanceState { state: self.game.initial(), chosen: None }
    }

    fn turn(&self, state: &ChanceState) -> Turn {
        match self.game.is_over(&state.state) {
            true => Turn::Final,
            false => match self.mover(state) {
                Agent::CHANCE => Turn::Chance,
                agent => Turn::Of(agent),
            },
        }
    }

    /// Appends the moves of the agent on turn, or of chance; others have none.
    fn moves(&self, state: &ChanceState, agent: Agent, out: &mut Vec<GdlMove>) {
        if self.turn(state).mover() == Some(agent) {
            out.extend(self.legal(&state.state, agent));
        }
    }

    fn outcome(&self, state: &ChanceState) -> Outcome {
        let value = self.payoff(state, Agent::FIRST);
        let reached = self.outcomes.iter().take_while(|&o| self.outcomes.number(o) <= value);
        reached.last().unwrap_or(Outcome::WORST)
    }

    fn holds(&self, state: &ChanceState, own_atom: u32) -> bool {
        self.game.holds(&state.state, own_atom)
    }

    fn key(&self, state: &ChanceState) -> u64 {
        let key = self.game.key(&state.state);
        let chosen = state.chosen.map(|(agent, mv)| u64::from(agent) << 32 | u64::from(mv.0));
        chosen.map_or(key, |chosen| mix(key ^ mix(chosen + 1)))
    }

    fn seeded_key(&self, state: &ChanceState, seed: HashSeed) -> Option<u64> {
        let chosen = state.chosen.map(|(agent, mv)| u64::from(agent) << 32 | u64::from(mv.0));
        let game = self.game.seeded_key(&state.state, seed)?;
        Some(seed.hash([game, chosen.map_or(0, |chosen| chosen + 1)]))
    }

    fn has_chance(&self) -> bool {
        true
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn can_repeat_within(&self, budget: &Budget) -> Result<bool, Stopped> {
        self.game.can_repeat_within(budget)
    }

    fn fault(&self) -> Option<String> {
        let several = self.several.load(Ordering::Relaxed).then(|| {
            "several players have a choice in one step, which games with chance cannot have here"
                .to_string()
        });
        self.game.fault().or(several)
    }

    fn payoff(&self, state: &ChanceState, agent: Agent) -> f64 {
        self.game.payoff(&state.state, self.role(agent))
    }

    /// Returns whether there is one player: what two get is solved for each of them.
    fn zero_sum(&self) -> bool {
        self.agents.len() == 1
    }

    fn wins(&self, state: &ChanceState, agent: Agent) -> bool {
        self.game.wins(&state.state, self.role(agent))
    }
}

impl Game for GdlChanceGame {
    fn play(&self, state: &mut ChanceState, agent: Agent, mv: GdlMove) {
        let chance_chooses = || self.legal(&state.state, Agent::CHANCE).len() > 1;
        if agent != Agent::CHANCE && chance_chooses() {
            state.chosen = Some((agent.0, mv));
            return;
        }
        let chosen = state.chosen.map(|(player, mv)| (Agent(player), mv));
        let moves: Vec<(Agent, GdlMove)> = chosen.into_iter().chain([(agent, mv)]).collect();
        if let Some(next) = self.next(&state.state, &moves) {
            *state = ChanceState { state: next, chosen: None };
        }
    }
}

impl Hints for GdlChanceGame {}

/// The word that begins a position in which a player has chosen and chance has not moved.
const DOES: &str = "(does ";

impl Notation for GdlChanceGame {
    fn write_move(&self, state: &ChanceState, agent: Agent, mv: GdlMove) -> String {
        self.game.write_move(&state.state, self.role(agent), mv)
    }

    fn read_move(&self, state: &ChanceState, agent: Agent, text: &str) -> Option<GdlMove> {
        let on_turn = self.turn(state).mover() == Some(agent);
        on_turn.then(|| self.game.read_move(&state.state, self.role(agent), text)).flatten()
    }

    /// Returns the facts, after `(does PLAYER MOVE)` where a player has chosen and chance moves next.
    fn write_position(&self, state: &ChanceState) -> String {
        let facts = self.game.write_position(&state.state);
        match state.chosen {
            None => facts,
            Some((player, mv)) => {
                let name = self.agents.name(Agent(player));
                format!("{DOES}{name} {}) {facts}", self.write_move(state, Agent(player), mv))
            }
        }
    }

    fn read_position(&self, text: &str) -> Result<ChanceState, TextError> {
        let Some(rest) = text.strip_prefix(DOES) else {
            return Ok(ChanceState { state: self.game.read_position(text)?, chosen: None });
        };
        let wrong = |message: &str| TextError::new(message, 0..text.len());
        let end = closing(rest).ok_or_else(|| wrong("`(does` has no end"))?;
        let facts = rest[end + 1..].trim_start();
        let start = text.len() - facts.len();
        let state = self.game.read_position(facts).map_err(|error| {
            let span = error.span.start + start..error.span.end + start;
            TextError { span, ..error }
        })?;
        let state = ChanceState { state, chosen: None };
        let (name, mv) = rest[..end].split_once(' ').unwrap_or((&rest[..end], ""));
        let player = self.agents.named(name).ok_or_else(|| wrong("no such player"))?;
        let mv = self.read_move(&state, player, mv.trim());
        let after = mv.map(|mv| self.after(&state, player, mv));
        let after = after.filter(|after| after.chosen.is_some());
        after.ok_or_else(|| wrong("no such move before chance moves"))
    }

    fn atoms(&self) -> Vec<String> {
        self.game.atoms()
    }

    fn picture(&self, state: &ChanceState) -> Picture {
        let mut picture = self.game.picture(&state.state);
        if let Some((player, mv)) = state.chosen {
            let name = self.agents.name(Agent(player));
            picture.note(format!("{name}: {}", self.write_move(state, Agent(player), mv)));
        }
        picture
    }

    fn facts(&self, state: &ChanceState) -> Vec<String> {
        self.game.facts(&state.state)
    }
}

/// Returns the position of the parenthesis that closes one before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1;
    text.bytes().position(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth == 0
    })
}
