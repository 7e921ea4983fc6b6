//! A game between players that are given by name: what `ludex play` does.

use std::sync::atomic::AtomicBool;

use ludex_game::{DynState, Model};

use crate::matches::{MatchOptions, Played, Seat, Transcript, play_match};
use crate::registry::{CannotPlay, PlayerContext, make_player};
use crate::{PlayableGame, PlayerSpec};

/// Options of a game between named players.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The seed; each player gets its own from it, and so do the dice.
    pub seed: u64,
    /// The memory of each player in bytes.
    pub max_bytes: usize,
    /// Options of the match.
    pub contest: MatchOptions,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions { seed: 0, max_bytes: 256 << 20, contest: MatchOptions::default() }
    }
}

/// Plays one game from a state between players, one for each agent in playing order. Humans and
/// strategies come from `context`. Calls `watch` after every turn with the state and the moves so
/// far; `stop` ends the game.
///
/// ```
/// use std::sync::Arc;
/// use ludex_game::{Model, Numbered};
/// use ludex_games::Nim;
/// use ludex_play::{NoContext, PlayOptions, PlayableGame, PlayerSpec, play_game};
/// let game = PlayableGame::turns(Arc::new(Numbered::new(Nim::new(&[3, 4, 5]))));
/// let players = PlayerSpec::list("auto@200n,random").unwrap();
/// let (start, options) = (game.initial(), PlayOptions::default());
/// let transcript =
///     play_game(&game, &start, &players, &NoContext, &options, None, &mut |_, _| {}).unwrap();
/// assert_eq!(transcript.scores, [1.0, -1.0]);
/// ```
pub fn play_game(
    game: &PlayableGame,
    start: &DynState,
    players: &[PlayerSpec],
    context: &dyn PlayerContext,
    options: &PlayOptions,
    stop: Option<&AtomicBool>,
    watch: &mut dyn FnMut(&DynState, &[Played]),
) -> Result<Transcript, CannotPlay> {
    let agents = game.agents().len();
    if players.len() != agents {
        return Err(CannotPlay::Count { players: players.len(), agents });
    }
    let mut seats = Vec::with_capacity(agents);
    for (place, spec) in players.iter().enumerate() {
        let seed = options.seed.wrapping_mul(256).wrapping_add(place as u64);
        let player = make_player(game, spec, seed, options.max_bytes, context)?;
        seats.push(Seat { name: spec.to_string(), player, limit: spec.limit });
    }
    let contest = options.contest.clone();
    let contest = MatchOptions { seed: contest.seed.wrapping_add(options.seed), ..contest };
    Ok(play_match(game, start, &mut seats, &contest, stop, watch))
}
