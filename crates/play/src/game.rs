//! A game between players that are named: what `ludex play` does.

use std::sync::atomic::AtomicBool;

use crate::contest::{MatchOptions, Played, Seat, Transcript, play_match};
use crate::registry::{CannotPlay, Desk, make_player};
use crate::{PlayerSpec, Rules};

/// How a game is played.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The seed of all randomness; every player has its own from it.
    pub seed: u64,
    /// The memory of a player in bytes.
    pub max_bytes: usize,
    /// How the match is played.
    pub contest: MatchOptions,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions { seed: 0, max_bytes: 256 << 20, contest: MatchOptions::default() }
    }
}

/// Plays one game from a state between players, one for each agent in playing order. `desk` is where
/// humans and strategies come from; `watch` is called after every turn with the state and the moves
/// so far; `stop` ends the game.
///
/// ```
/// use ludex_game::Model;
/// use ludex_games::Nim;
/// use ludex_play::{NoDesk, PlayOptions, PlayerSpec, Turns, play_game};
/// let game = Turns(Nim::new(&[3, 4, 5]));
/// let players = PlayerSpec::list("auto@200n,random").unwrap();
/// let options = PlayOptions::default();
/// let start = game.initial();
/// let transcript =
///     play_game(&game, &start, &players, &NoDesk, &options, None, &mut |_, _| {}).unwrap();
/// assert_eq!(transcript.scores, [1.0, -1.0]);
/// ```
pub fn play_game<G: Rules>(
    game: &G,
    start: &G::State,
    players: &[PlayerSpec],
    desk: &dyn Desk<G>,
    options: &PlayOptions,
    stop: Option<&AtomicBool>,
    watch: &mut dyn FnMut(&G::State, &[Played]),
) -> Result<Transcript, CannotPlay> {
    let agents = game.agents().len();
    if players.len() != agents {
        return Err(CannotPlay::Count { players: players.len(), agents });
    }
    let mut seats = Vec::with_capacity(agents);
    for (place, spec) in players.iter().enumerate() {
        let seed = options.seed.wrapping_mul(256).wrapping_add(place as u64);
        let player = make_player(game, spec, seed, options.max_bytes, desk)?;
        seats.push(Seat { name: spec.to_string(), player, limit: spec.limit });
    }
    Ok(play_match(game, start, &mut seats, &options.contest, stop, watch))
}
