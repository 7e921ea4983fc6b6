//! Games between players, and tournaments.

use std::sync::OnceLock;

use ludex_base::Budget;
use ludex_game::{Agent, DynGame, DynMove, DynState, Picture};
use ludex_play::{
    Ask, CannotPlay, NoContext, Pairing, PlayOptions, Played, PlayerContext, PlayerSpec, Strategy,
    TournamentOptions, TournamentResult, Transcript, count_matches, play_game, play_matches,
    play_tournament, sum_up,
};
use ludex_sgl::Advisor;

use crate::error::InputError;
use crate::languages::{Language, strategies};
use crate::moves::read_one;
use crate::requests::{FunctionPlayers, Limits, Play, Tournament};
use crate::session::{AnyGame, Session};
use crate::take_back::{AskWithHistory, HUMAN, History};
use crate::trail::Trail;

/// Why strategies of logic do not go with a game of simultaneous moves.
pub(crate) const IN_TURN: &str =
    "strategies as logic are for games where one agent moves at a time";

/// Those who ask humans for their moves: a terminal, a page.
pub trait Humans {
    /// Returns somebody to ask, if there is anybody.
    fn human(&self) -> Option<Box<dyn Ask + '_>>;
}

/// Nobody to ask.
#[derive(Clone, Copy, Default, Debug)]
pub struct NoHumans;

impl Humans for NoHumans {
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        None
    }
}

/// Functions of the calling program that play: a player `function=NAME` is asked here.
pub trait Functions: Send + Sync {
    /// Returns whether there is a function with this name.
    fn has(&self, name: &str) -> bool;

    /// Chooses the move of an agent in a position. Returns `None` to resign.
    fn choose(&self, name: &str, position: &Session, agent: &str) -> Option<String>;

    /// Is told that what a function chose is not a move; the agent resigns.
    fn refused(&self, name: &str, error: InputError);
}

/// Returns who plays if nothing is said: against a human, who is the first agent, or everywhere,
/// [`auto`](ludex_play::Auto).
pub(crate) fn usual_players(session: &Session, human: bool) -> String {
    let mut players = vec!["auto"; session.agents().len()];
    if let Some(first) = players.first_mut().filter(|_| human && !session.hidden) {
        *first = HUMAN;
    }
    players.join(",")
}

/// Plays one game.
pub(crate) fn play(
    session: &Session,
    request: &Play,
    humans: &dyn Humans,
    watch: &mut dyn FnMut(Picture, &[Played]),
) -> Result<Transcript, InputError> {
    let players = players(&request.players)?;
    require_seen(session, &players)?;
    let max_bytes = usize::try_from(request.max_memory).unwrap_or(usize::MAX);
    let options = PlayOptions { seed: request.seed, max_bytes, ..PlayOptions::default() };
    let functions = request.functions.as_ref();
    let strategies = StrategyFiles::new(session, functions, &request.opening);
    let history = History::new(session, request, &players);
    let context = InteractiveContext { strategies, humans, history: &history };
    let (game, stop) = (session.playable(), Some(&*request.stop.0));
    loop {
        let start = history.state();
        let each = &mut |state: &DynState, moves: &[Played]| {
            history.add(state, moves);
            watch(history.picture(), &history.moves());
        };
        let played = play_game(&game, &start, &players, &context, &options, stop, each)
            .map_err(|error| context.strategies.refused(error))?;
        if !history.take_back() {
            return session.require_sound().map(|()| history.whole(played));
        }
        // What is on the screen is a later position.
        watch(history.picture(), &history.moves());
    }
}

/// Refuses humans in a game whose players do not see everything: what they are shown is all of it.
fn require_seen(session: &Session, players: &[PlayerSpec]) -> Result<(), InputError> {
    if !session.hidden || players.iter().all(|player| player.name != HUMAN) {
        return Ok(());
    }
    let name = &session.name;
    let message =
        "players of this game do not see everything, and a human would be shown all of it";
    Err(InputError::about("game", name, message).help(format!(
        "the other players play it; `ludex query {name} \"force {{2}} uniformly : GOAL\"` asks what \
         player 2 can reach by what it sees"
    )))
}

/// Is told every game of a tournament, how many are done and how many there are.
pub(crate) type GameWatcher<'w> = dyn Fn(&Pairing, &Transcript, usize, usize) + Sync + 'w;

/// Returns the options of a tournament.
fn tournament_options(session: &Session, request: &Tournament) -> TournamentOptions {
    TournamentOptions {
        rounds: request.rounds,
        seed: request.seed,
        threads: request.threads,
        max_bytes: usize::try_from(request.max_memory).unwrap_or(usize::MAX),
        // The payoffs that a term could have are listed without knowing which of them occur.
        observed: session.file.as_ref().is_some_and(|file| file.language == Language::Toss),
        ..TournamentOptions::default()
    }
}

/// Plays the matches of a tournament with these numbers.
pub(crate) fn matches(
    session: &Session,
    request: &Tournament,
    numbers: &[usize],
) -> Result<Vec<(usize, Transcript)>, InputError> {
    let (players, options) = (players(&request.players)?, tournament_options(session, request));
    let game = session.playable();
    let context = StrategyFiles::new(session, request.functions.as_ref(), &request.opening);
    let (stop, told) = (Some(&*request.stop.0), |_: &_, _: &_, _, _| {});
    let played = play_matches(&game, &players, &context, (&options, numbers), stop, &told)
        .map_err(|error| context.refused(error))?;
    session.require_sound().map(|()| played)
}

/// Returns the number of matches of a tournament.
pub(crate) fn match_count(session: &Session, request: &Tournament) -> Result<usize, InputError> {
    let (players, options) = (players(&request.players)?, tournament_options(session, request));
    Ok(count_matches(&session.playable(), &players, &options))
}

/// Sums up matches of a tournament, each with its number.
pub(crate) fn tournament_of(
    session: &Session,
    request: &Tournament,
    matches: &[(usize, Transcript)],
) -> Result<TournamentResult, InputError> {
    let (players, options) = (players(&request.players)?, tournament_options(session, request));
    Ok(sum_up(&session.name, &session.playable(), &players, &options, matches))
}

/// Plays many games; `watch` is told every one of them.
pub(crate) fn tournament_with(
    session: &Session,
    request: &Tournament,
    watch: &GameWatcher<'_>,
) -> Result<TournamentResult, InputError> {
    let (players, options) = (players(&request.players)?, tournament_options(session, request));
    let (name, game) = (&session.name, session.playable());
    let context = StrategyFiles::new(session, request.functions.as_ref(), &request.opening);
    let stop = Some(&*request.stop.0);
    let result = play_tournament(name, &game, &players, &context, &options, stop, watch)
        .map_err(|error| context.refused(error))?;
    session.require_sound().map(|()| result)
}

pub(crate) fn players(text: &str) -> Result<Vec<PlayerSpec>, InputError> {
    PlayerSpec::list(text).map_err(|error| InputError::in_text("players", text, error))
}

/// Gives players the strategies of files of logic, and the functions of the calling program.
struct StrategyFiles<'s> {
    session: &'s Session,
    functions: Option<&'s FunctionPlayers>,
    /// What reading files may take.
    budget: Budget,
    /// Says that the budget was used up before a file was read.
    stopped: OnceLock<InputError>,
}

impl<'s> StrategyFiles<'s> {
    fn new(
        session: &'s Session,
        functions: Option<&'s FunctionPlayers>,
        opening: &Limits,
    ) -> StrategyFiles<'s> {
        StrategyFiles { session, functions, budget: opening.budget(), stopped: OnceLock::new() }
    }

    /// Returns why nothing was played.
    fn refused(&self, error: CannotPlay) -> InputError {
        let help = || format!("the agents are {}", self.session.agents().names().join(", "));
        let refused = || InputError::new(error.to_string()).help(help());
        self.stopped.get().cloned().unwrap_or_else(refused)
    }

    /// Makes the strategy `FILE#NAME`.
    fn find(&self, name: &str) -> Result<Box<dyn Strategy + '_>, String> {
        let AnyGame::Turns(_, game) = &self.session.game else { return Err(IN_TURN.to_string()) };
        let (path, strategy) = name.split_once('#').ok_or_else(|| {
            format!("`{name}` does not say which strategy: FILE#NAME is expected")
        })?;
        let file = strategies::read_file(path, &self.budget).map_err(|error| {
            let text = error.to_string();
            if error.out_of_budget {
                self.stopped.get_or_init(|| error);
            }
            text
        })?;
        let advisor = Advisor::new(game, &file, strategy).map_err(|error| error.to_string())?;
        Ok(Box::new(Advised(advisor)))
    }

    /// Returns the function with this name.
    fn function_of(&self, name: &str) -> Result<Box<dyn Strategy + '_>, String> {
        let functions = self.functions.map(|FunctionPlayers(functions)| &**functions);
        match functions.filter(|functions| functions.has(name)) {
            Some(functions) => {
                Ok(Box::new(Called { session: self.session, functions, name: name.to_string() }))
            }
            None => const { &NoContext }.function(name),
        }
    }
}

impl PlayerContext for StrategyFiles<'_> {
    fn strategy(&self, name: &str) -> Result<Box<dyn Strategy + '_>, String> {
        self.find(name)
    }

    fn function(&self, name: &str) -> Result<Box<dyn Strategy + '_>, String> {
        self.function_of(name)
    }
}

/// Strategies of files, and humans who are asked.
struct InteractiveContext<'s> {
    strategies: StrategyFiles<'s>,
    humans: &'s dyn Humans,
    history: &'s History<'s>,
}

impl PlayerContext for InteractiveContext<'_> {
    fn human(&self) -> Option<Box<dyn Ask + '_>> {
        let inner = self.humans.human()?;
        Some(Box::new(AskWithHistory { inner, history: self.history }))
    }

    fn strategy(&self, name: &str) -> Result<Box<dyn Strategy + '_>, String> {
        self.strategies.find(name)
    }

    fn function(&self, name: &str) -> Result<Box<dyn Strategy + '_>, String> {
        self.strategies.function_of(name)
    }
}

/// A function of the calling program that plays.
struct Called<'s> {
    session: &'s Session,
    functions: &'s dyn Functions,
    name: String,
}

impl Strategy for Called<'_> {
    fn advise(&mut self, state: &DynState, agent: Agent) -> Option<DynMove> {
        let position =
            Session { state: state.clone(), trail: Trail::default(), ..self.session.clone() };
        let name = self.session.agents().name(agent);
        let chosen = self.functions.choose(&self.name, &position, name)?;
        let read = match &position.game {
            AnyGame::Turns(_, game) => read_one(game, state, agent, &chosen),
            AnyGame::Simultaneous(_, game) => read_one(game, state, agent, &chosen),
        };
        read.map_err(|error| self.functions.refused(&self.name, error)).ok()
    }
}

/// A strategy of logic that plays.
struct Advised<'g>(Advisor<'g, DynGame>);

impl Strategy for Advised<'_> {
    fn advise(&mut self, state: &DynState, agent: Agent) -> Option<DynMove> {
        self.0.moves(state, agent).ok()?.first().copied()
    }
}
