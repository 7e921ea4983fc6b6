//! Many fights between two players, or between all pairs of several.

use serde::Serialize;

use crate::fight::{Ending, Fight};
use crate::model::{CombatError, Joint, Profile, Rules, State};
use crate::player::{Cost, PlayerSpec};
use crate::scenario::Scenario;

/// The results of the games of one pair of players, for the first of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    /// The first player.
    pub red: String,
    /// The second player.
    pub blue: String,
    /// Games played.
    pub games: u32,
    /// Won by the first player.
    pub wins: u32,
    /// Won by nobody.
    pub draws: u32,
    /// Won by the second player.
    pub losses: u32,
    /// Games that were cut off.
    pub cut_off: u32,
    /// (wins + draws / 2) / games.
    pub score: f64,
    /// One standard error of the score.
    pub error: f64,
    /// The cost of the first player's decisions.
    pub red_cost: Cost,
    /// The cost of the second player's decisions.
    pub blue_cost: Cost,
}

/// Plays one game; the number of the game determines the start, and who has which side: the first
/// player has the first side in even games. The winner is 1 for the first player.
pub fn play_game(
    rules: &Rules,
    scenario: &Scenario,
    players: [&PlayerSpec; 2],
    game: u64,
) -> Result<(Ending, [Cost; 2]), CombatError> {
    let (fight, costs) = play_watched(rules, scenario, players, game, |_, _| true)?;
    let mut ending = fight.ending();
    if is_swapped(game) {
        ending.winner = -ending.winner;
    }
    Ok((ending, costs))
}

/// Returns whether the second player has the first side: every start is played from both sides
/// before the next one is drawn.
pub(crate) fn is_swapped(game: u64) -> bool {
    game % 2 == 1
}

/// Plays one game, passing every state with the choices of both sides to a function, as long as that
/// says so.
pub(crate) fn play_watched<'r>(
    rules: &'r Rules,
    scenario: &Scenario,
    players: [&PlayerSpec; 2],
    game: u64,
    mut watch: impl FnMut(&State, &[Joint; 2]) -> bool,
) -> Result<(Fight<'r>, [Cost; 2]), CombatError> {
    let swapped = usize::from(is_swapped(game));
    let seed = |player: u64| game.wrapping_mul(2).wrapping_add(player);
    let mut minds = [players[0].player(seed(1)), players[1].player(seed(2))];
    let mut fight = Fight::new(rules, scenario.start(rules, game / 2)?);
    while fight.goes_on() {
        let moves =
            fight.choices(|state, side| minds[side.index() ^ swapped].choose(rules, state, side));
        if !watch(&fight.state, &moves) {
            break;
        }
        fight.play(&moves);
    }
    Ok((fight, minds.map(|mind| mind.cost)))
}

/// Plays games between two players, from a first number on; every start is played from both sides.
///
/// ```
/// use ludex_combat::{Profile, Scenario, tournament};
/// let scenario: Scenario = "marine-3v3".parse().unwrap();
/// let players = ["nok-av", "random"].map(|name| name.parse().unwrap());
/// let pairing =
///     tournament(&scenario, Profile::Thesis, [&players[0], &players[1]], 0, 10, |_, _| true);
/// assert!(pairing.unwrap().score > 0.9);
/// ```
pub fn tournament(
    scenario: &Scenario,
    profile: Profile,
    players: [&PlayerSpec; 2],
    first: u64,
    games: u32,
    progress: impl FnMut(u32, &Ending) -> bool,
) -> Result<Pairing, CombatError> {
    let mut pairing = Pairing::new(players);
    pairing.go_on(scenario, profile, players, first, games, progress)?;
    Ok(pairing)
}

impl Pairing {
    /// Plays on until there are this many games, numbered from `first`. The players are those that
    /// the pairing was made for.
    pub fn go_on(
        &mut self,
        scenario: &Scenario,
        profile: Profile,
        players: [&PlayerSpec; 2],
        first: u64,
        games: u32,
        mut progress: impl FnMut(u32, &Ending) -> bool,
    ) -> Result<(), CombatError> {
        let rules = scenario.rules(profile);
        while self.games < games {
            let game = first.wrapping_add(u64::from(self.games));
            let (ending, costs) = play_game(&rules, scenario, players, game)?;
            self.add(&ending, costs);
            if !progress(self.games, &ending) {
                break;
            }
        }
        Ok(())
    }

    /// Returns a pairing without games.
    pub fn new(players: [&PlayerSpec; 2]) -> Pairing {
        Pairing {
            red: players[0].to_string(),
            blue: players[1].to_string(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            cut_off: 0,
            score: 0.0,
            error: 0.0,
            red_cost: Cost::default(),
            blue_cost: Cost::default(),
        }
    }

    /// Adds a game.
    pub fn add(&mut self, ending: &Ending, costs: [Cost; 2]) {
        self.games += 1;
        match ending.winner {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.cut_off += u32::from(ending.cut_off);
        self.red_cost = self.red_cost.and(costs[0]);
        self.blue_cost = self.blue_cost.and(costs[1]);
        let [wins, draws, games] = [self.wins, self.draws, self.games].map(f64::from);
        self.score = (wins + draws / 2.0) / games;
        let variance = (wins + draws / 4.0) / games - self.score * self.score;
        self.error = (variance.max(0.0) / games).sqrt();
    }
}
