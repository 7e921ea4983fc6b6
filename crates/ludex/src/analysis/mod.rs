//! A game as its designer looks at it: what openings are worth, and what happens when players of
//! equal strength meet.

mod chart;
mod games;
mod page;
mod states;

use std::time::Instant;

use ludex_play::{PlayerSpec, SeatStanding};
use serde::{Deserialize, Serialize};

pub use self::games::{Branching, DeadMove, GameLength, LeadChanges, MoveUse, StrengthResult};
pub use self::states::{StateCount, TreeEstimate};
use crate::answers::Warning;
use crate::error::InputError;
use crate::judge::MoveVerdict;
use crate::requests::{Limits, Solve};
use crate::session::Session;

/// The time of an analysis without a limit, in seconds.
const USUAL: f64 = 60.0;
/// The shares of the time that openings and the count of states get; play gets what is left.
const OPENINGS: f64 = 0.4;
const STATES: f64 = 0.15;

/// Asks for an analysis of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Analyse {
    /// Players that play against themselves, from the weakest to the strongest, separated by commas.
    pub players: String,
    /// The games that each of them plays.
    pub games: usize,
    /// What all of it may use; a minute where no time is given.
    pub limits: Limits,
}

impl Default for Analyse {
    fn default() -> Analyse {
        Analyse {
            players: "random,mcts@50n,mcts@200n,mcts@800n".to_string(),
            games: 100,
            limits: Limits::default(),
        }
    }
}

/// An analysis of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Analysis {
    /// The game, its keys written out.
    pub game: String,
    /// The agents in playing order.
    pub agents: Vec<String>,
    /// What every first move is worth to the agent that plays it, as far as it was proved.
    pub openings: Vec<MoveVerdict>,
    /// Whose games the figures from `seats` to `moves` are about: the strongest player that
    /// finished any.
    pub player: String,
    /// The number of these games.
    pub games: usize,
    /// The results of every agent in them.
    pub seats: Vec<SeatStanding>,
    /// The share of these games where all agents have the same score.
    pub draws: f64,
    /// How many turns they took.
    pub length: GameLength,
    /// How many moves there were to choose from.
    pub branching: Branching,
    /// How often the lead changed, where there are two agents and the player says what it expects.
    pub lead: Option<LeadChanges>,
    /// Which moves were offered and which were played.
    pub moves: MoveUse,
    /// The results by strength.
    pub strengths: Vec<StrengthResult>,
    /// How many states can be reached.
    pub states: StateCount,
    /// What was left out, and why.
    pub remarks: Vec<String>,
    /// The time it took.
    pub seconds: f64,
    /// What looks wrong in the file of the game.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
}

impl Session {
    /// Analyses the game from its start; `watch` is told what is being done.
    pub fn analyse(
        &self,
        request: &Analyse,
        watch: &mut dyn FnMut(&str),
    ) -> Result<Analysis, InputError> {
        let start = Instant::now();
        let limits = request.limits.at_most(None, request.limits.max_seconds.or(Some(USUAL)));
        let players = crate::play::players(&request.players)?;
        let all = limits.max_seconds.unwrap_or(USUAL);
        let part = |share: f64| limits.at_most(None, Some(all * share));
        let mut remarks = Vec::new();
        watch("openings");
        let openings = self.openings(part(OPENINGS), &mut remarks)?;
        watch("states");
        let states = states::count(self, &part(STATES));
        let (mut strengths, mut strongest) = (Vec::new(), None);
        for (index, player) in players.iter().enumerate() {
            watch(&player.to_string());
            let left = limits.since(start);
            let fair = left.max_seconds.map(|time| time / (players.len() - index) as f64);
            let played = games::play(self, player, request.games, &left.at_most(None, fair))?;
            remarks.extend(short(&played, player, request.games));
            strengths.push(played.strength());
            if !played.is_empty() {
                strongest = Some(played);
            }
        }
        self.require_sound()?;
        let strongest = strongest.unwrap_or_default();
        Ok(Analysis {
            game: self.title().to_string(),
            agents: self.agents().names().to_vec(),
            openings,
            player: strongest.player.clone(),
            games: strongest.len(),
            seats: strongest.seats.clone(),
            draws: strongest.draws(),
            length: strongest.length(),
            branching: strongest.branching(),
            lead: strongest.lead(),
            moves: strongest.moves(),
            strengths,
            states,
            remarks,
            seconds: start.elapsed().as_secs_f64(),
            warnings: self.warnings().to_vec(),
        })
    }

    /// Judges the first moves within limits; where that cannot be done a remark says why.
    fn openings(
        &self,
        limits: Limits,
        remarks: &mut Vec<String>,
    ) -> Result<Vec<MoveVerdict>, InputError> {
        if self.is_simultaneous() {
            remarks.push("all agents move at the same time: no opening has a value alone".into());
            return Ok(Vec::new());
        }
        let first = Session { state: self.initial(), ..self.clone() };
        let verdicts = first.judge(&Solve::new().limits(limits), &mut |_| {})?;
        if verdicts.is_empty() {
            remarks.push("nobody chooses the first move".to_string());
        }
        Ok(verdicts)
    }
}

/// Says that a player finished fewer games than it was to play.
fn short(played: &games::Games, player: &PlayerSpec, wanted: usize) -> Option<String> {
    let (done, unfinished) = (played.len(), played.unfinished);
    match (done < wanted, unfinished) {
        (true, _) => Some(format!("{player} finished {done} of {wanted} games within the time")),
        (false, 0) => None,
        (false, _) => Some(format!("{unfinished} games of {player} had no end after 1,000 turns")),
    }
}
