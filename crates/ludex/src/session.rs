//! A session: a game with a position set up, and all that can be asked about it.

use std::sync::Arc;
use std::time::Duration;

use ludex_base::{Budget, Stopped, Ticker};
use ludex_evidence::Evidence;
use ludex_game::{
    Agents, DynGame, DynSimultaneousGame, DynState, Hints, Model, Notation, Outcomes, Picture,
    SimultaneousGame,
};
use ludex_play::{PlayableGame, Played, TournamentResult, Transcript};
use ludex_typed::{MatrixGame, TurnGame, Typed};

use crate::answers::{Checked, Described, Reached, Replied, Shown, Solved, Verified, Warning};
use crate::describe;
use crate::error::InputError;
use crate::first_moves::{self, FirstMove};
use crate::judge::{self, MoveVerdict};
use crate::languages::{GameFile, Language};
use crate::least::{self, Least};
use crate::moves;
use crate::requests::{Check, Limits, Play, Query, SetUp, Solve, Tournament};
use crate::trail::Trail;
use crate::{check, play, solve, verify};

/// A game with a position set up.
///
/// Cloning is cheap: clones share the rules of the game and differ in the position.
#[derive(Clone)]
pub struct Session {
    /// The name of the game, written out in full, or the name of its file.
    pub(crate) name: String,
    /// The name by which a built-in game was opened.
    pub(crate) asked: Option<String>,
    pub(crate) game: AnyGame,
    pub(crate) state: DynState,
    /// The moves that led to the position.
    pub(crate) trail: Trail,
    /// The file the game was read from.
    pub(crate) file: Option<Arc<GameFile>>,
    /// Whether agents do not see everything.
    pub(crate) hidden: bool,
    /// Names in that file that are probably misspelt.
    pub(crate) warnings: Vec<Warning>,
}

/// A game of either kind.
#[derive(Clone)]
pub(crate) enum AnyGame {
    /// One agent moves at a time.
    Turns(Arc<dyn TurnGame>, DynGame),
    /// All agents move at the same time.
    Simultaneous(Arc<dyn MatrixGame>, DynSimultaneousGame),
}

/// Runs a generic expression on whichever game it is.
macro_rules! either {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::Turns(_, $game) => $body,
            AnyGame::Simultaneous(_, $game) => $body,
        }
    };
}

pub(crate) use either;

impl Session {
    /// Opens a game of turns of one's own; `name` is what evidence and tables call it.
    pub fn of_turns<G>(name: impl Into<String>, game: G) -> Session
    where
        G: Hints<State: 'static> + Notation + Send + 'static,
    {
        Session::of(name, Typed::turns(game))
    }

    /// Opens a game of simultaneous moves of one's own.
    pub fn of_simultaneous<G>(name: impl Into<String>, game: G) -> Session
    where
        G: SimultaneousGame<State: 'static> + Notation + Send + 'static,
    {
        Session::of(name, Typed::simultaneous(game))
    }

    /// Opens a game whose searches are compiled already. In this crate nothing but this is used: the
    /// others would compile all searches here once more.
    pub(crate) fn of(name: impl Into<String>, game: impl Into<Typed>) -> Session {
        Session::opened(name.into(), game.into())
    }

    fn opened(name: String, game: Typed) -> Session {
        let (game, state) = match game {
            Typed::Turns(typed) => {
                let erased = typed.clone().erased();
                let state = erased.initial();
                (AnyGame::Turns(typed, erased), state)
            }
            Typed::Simultaneous(typed) => {
                let erased = typed.clone().erased();
                let state = erased.initial();
                (AnyGame::Simultaneous(typed, erased), state)
            }
        };
        let (trail, warnings) = (Trail::default(), Vec::new());
        Session { name, asked: None, game, state, trail, file: None, hidden: false, warnings }
    }

    /// Opens a game of turns whose type is erased, in a state of it. All such games are one type,
    /// so that nothing is compiled for them.
    pub fn of_erased_turns(name: impl Into<String>, game: DynGame, state: DynState) -> Session {
        Session { state: DynState::new(state), ..Session::of(name, game) }
    }

    /// Opens a game of simultaneous moves whose type is erased, in a state of it.
    pub fn of_erased_simultaneous(
        name: impl Into<String>,
        game: DynSimultaneousGame,
        state: DynState,
    ) -> Session {
        Session { state: DynState::new(state), ..Session::of(name, game) }
    }

    /// Adds where the game was read from.
    pub(crate) fn of_file(self, file: &Arc<GameFile>) -> Session {
        Session { file: Some(file.clone()), ..self }
    }

    /// Returns what looks wrong in the file of the game and changes its meaning: names that are
    /// probably misspelt. [`Session::rules`] has all remarks.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// Returns the digest of the file the game was read from.
    pub fn digest(&self) -> Option<String> {
        self.file.as_ref().map(|file| file.digest())
    }

    /// Compares the file of the game with the digest of evidence; see [`GameFile::require_digest`].
    pub(crate) fn require_digest(&self, written: Option<&str>) -> Result<Vec<Warning>, String> {
        match (&self.file, written) {
            (Some(file), written) => file.require_digest(written),
            (None, None) => Ok(Vec::new()),
            (None, Some(_)) => Err(format!(
                "the evidence is about a file, and {} was not read from one",
                self.name
            )),
        }
    }

    /// Returns the name of the game with its parameters written out, or the name of its file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the name by which the game was opened, for people: `tictactoe`.
    pub fn title(&self) -> &str {
        self.asked.as_deref().unwrap_or(&self.name)
    }

    /// Returns the agents, in playing order.
    pub fn agents(&self) -> &Agents {
        either!(&self.game, game => game.agents())
    }

    /// Returns the outcomes, from the worst to the best for the first agent.
    pub fn outcomes(&self) -> &Outcomes {
        either!(&self.game, game => game.outcomes())
    }

    /// Returns the names of the evaluations that the game offers to searches.
    pub fn evaluations(&self) -> &'static [&'static str] {
        match &self.game {
            AnyGame::Turns(_, game) => game.evaluations(),
            AnyGame::Simultaneous(..) => &[],
        }
    }

    /// Returns whether all agents move at the same time.
    pub fn is_simultaneous(&self) -> bool {
        matches!(self.game, AnyGame::Simultaneous(..))
    }

    /// Returns whether the outcomes are many numbers, so that a batch may state expected scores.
    pub fn is_scored(&self) -> bool {
        !self.is_simultaneous() && self.outcomes().len() > 3
    }

    /// Sets up a position: the given one (or the start), then moves played from it.
    pub fn set_up(&mut self, set_up: &SetUp) -> Result<(), InputError> {
        let mut trail = Trail::default();
        self.state = self.at_with(set_up, &mut trail)?;
        trail.given.clone_from(&set_up.position);
        self.trail = trail;
        self.require_sound()
    }

    /// Returns the state that a set-up describes.
    pub(crate) fn at(&self, set_up: &SetUp) -> Result<DynState, InputError> {
        self.at_with(set_up, &mut Trail::default())
    }

    fn at_with(&self, set_up: &SetUp, trail: &mut Trail) -> Result<DynState, InputError> {
        let position = set_up.position.as_deref();
        let moves = set_up.moves.as_deref().unwrap_or_default();
        either!(&self.game, game => describe::position(game, position))
            .and_then(|state| match &self.game {
                AnyGame::Turns(_, game) => moves::play_turns(game, state, moves, trail),
                AnyGame::Simultaneous(_, game) => moves::play_joints(game, state, moves, trail),
            })
            .map_err(|error| set_up.blame(error))
    }

    /// Returns the states that set-ups describe.
    pub(crate) fn states(&self, positions: &[SetUp]) -> Result<Vec<DynState>, InputError> {
        positions.iter().map(|set_up| self.at(set_up)).collect()
    }

    /// Plays one line of a replay: a move, or one move for each agent separated by tabs.
    pub fn step(&mut self, line: &str) -> Result<(), InputError> {
        let ((next, played), mover) = match &self.game {
            AnyGame::Turns(_, game) => {
                (moves::step_turn(game, &self.state, line)?, game.turn(&self.state).mover())
            }
            AnyGame::Simultaneous(_, game) => (moves::step_joint(game, &self.state, line)?, None),
        };
        self.trail.push(std::mem::replace(&mut self.state, next), mover, played);
        self.require_sound()
    }

    /// Describes the position: whose turn it is, the legal moves, a drawing.
    pub fn show(&self) -> Shown {
        either!(&self.game, game => describe::shown(&self.name, game, &self.state))
    }

    /// Draws the position, with what the last move changed.
    pub fn picture(&self) -> Picture {
        let draw = |state: &DynState| self.drawn(state);
        let mut picture = draw(&self.state);
        self.trail.mark(&mut picture, &draw);
        picture
    }

    /// Draws a state.
    pub(crate) fn drawn(&self, state: &DynState) -> Picture {
        either!(&self.game, game => game.picture(state))
    }

    /// Returns the players of a game for which none are named: `auto` for every agent, or a human
    /// for the first one if there is somebody to ask and nothing is hidden from the others.
    pub fn usual_players(&self, human: bool) -> String {
        play::usual_players(self, human)
    }

    /// Describes the position as a replay prints it: the facts, the legal moves, the scores.
    pub fn reached(&self) -> Reached {
        either!(&self.game, game => describe::reached(game, &self.state))
    }

    /// Counts the lines of play of exactly this many moves, below every first move.
    pub fn perft(&self, depth: u32) -> Result<Vec<(String, u64)>, InputError> {
        self.perft_within(depth, &Limits::default())
    }

    /// Counts lines of play as [`Session::perft`] does, within limits.
    pub fn perft_within(
        &self,
        depth: u32,
        limits: &Limits,
    ) -> Result<Vec<(String, u64)>, InputError> {
        let AnyGame::Turns(typed, game) = &self.game else {
            return Err(self.needs_turns("counted move by move"));
        };
        let Some(agent) = game.turn(&self.state).mover() else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        game.moves(&self.state, agent, &mut moves);
        let budget = limits.budget();
        let ticker = Ticker::new(&budget);
        let below = |mv| {
            let next = ludex_game::Game::after(game, &self.state, agent, mv);
            let count = typed.perft(&next, depth.saturating_sub(1), &ticker)?;
            Ok((game.write_move(&self.state, agent, mv), count))
        };
        let counts: Result<_, Stopped> = moves.into_iter().map(below).collect();
        let counts = counts.map_err(|stopped| InputError::stopped(&stopped.into()))?;
        self.require_sound().map(|()| counts)
    }

    /// Solves the position.
    pub fn solve(&self, request: &Solve) -> Result<Solved, InputError> {
        let mut found = None;
        solve::run(self, request, &[(self.state.clone(), None)], &mut |solved| {
            found = Some(solved)
        })?;
        Ok(found.expect("a search of one position gives one answer"))
    }

    /// Judges every move of the agent on turn; `each` is told a verdict as soon as it is known, and at
    /// the end which moves are not decided.
    pub fn judge(
        &self,
        request: &Solve,
        each: &mut dyn FnMut(&MoveVerdict),
    ) -> Result<Vec<MoveVerdict>, InputError> {
        let verdicts = judge::run(self, request, each)?;
        self.require_sound().map(|()| verdicts)
    }

    /// Solves many positions one after the other; tables are kept between them. Ends after the
    /// position at which the work was stopped.
    pub fn solve_all(
        &self,
        request: &Solve,
        positions: &[SetUp],
        each: &mut dyn FnMut(Solved),
    ) -> Result<(), InputError> {
        let states = self.states(positions)?;
        let expected = positions.iter().map(|set_up| set_up.expected);
        let states: Vec<_> = states.into_iter().zip(expected).collect();
        solve::run(self, request, &states, each)
    }

    /// Decides whether a formula is true in the position.
    pub fn check(&self, request: &Check) -> Result<Checked, InputError> {
        let mut found = None;
        let states = std::slice::from_ref(&self.state);
        check::run(self, request, states, &mut |checked| found = Some(checked))?;
        Ok(found.expect("a check of one position gives one answer"))
    }

    /// Decides for every first move of a formula whether the formula is true by it: what a concept
    /// allows, or threatens where the agent is not on turn.
    ///
    /// ```
    /// let mut game = ludex::open("tictactoe").unwrap();
    /// game.set_up(&ludex::SetUp::moves("a1 a2 b1 b2")).unwrap();
    /// let moves = game.first_moves(&ludex::Check::new("<A> w")).unwrap();
    /// let wins: Vec<_> = moves.iter().filter(|mv| mv.holds == Some(true)).collect();
    /// assert!(moves.len() == 5 && wins.len() == 1 && wins[0].mv == "c1");
    /// ```
    pub fn first_moves(&self, request: &Check) -> Result<Vec<FirstMove>, InputError> {
        first_moves::find(self, request)
    }

    /// Finds the smallest number for which a formula with `n` in it, or a concept, is true in the
    /// position.
    pub fn least(&self, request: &Check) -> Result<Least, InputError> {
        least::find(self, request)
    }

    /// Decides whether a formula is true in many positions; tables are kept between them. Ends after
    /// the position at which the work was stopped.
    pub fn check_all(
        &self,
        request: &Check,
        positions: &[SetUp],
        each: &mut dyn FnMut(Checked),
    ) -> Result<(), InputError> {
        check::run(self, request, &self.states(positions)?, each)
    }

    /// Plays a game between players from the position; `watch` sees it after every turn.
    pub fn play(
        &self,
        request: &Play,
        watch: &mut dyn FnMut(Picture, &[Played]),
    ) -> Result<Transcript, InputError> {
        self.play_with(request, &play::NoHumans, watch)
    }

    /// Plays a game in which humans may take part, who are asked through `humans`.
    pub fn play_with(
        &self,
        request: &Play,
        humans: &dyn play::Humans,
        watch: &mut dyn FnMut(Picture, &[Played]),
    ) -> Result<Transcript, InputError> {
        play::play(self, request, humans, watch)
    }

    /// Plays many games from the start; `watch` is told how many of how many are done.
    pub fn tournament(
        &self,
        request: &Tournament,
        watch: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<TournamentResult, InputError> {
        play::tournament_with(self, request, &|_, _, done, all| watch(done, all))
    }

    /// Returns how many matches a tournament has.
    pub fn match_count(&self, request: &Tournament) -> Result<usize, InputError> {
        play::match_count(self, request)
    }

    /// Plays the matches of a tournament with these numbers, which count from 0.
    pub fn matches(
        &self,
        request: &Tournament,
        numbers: &[usize],
    ) -> Result<Vec<(usize, Transcript)>, InputError> {
        play::matches(self, request, numbers)
    }

    /// Sums up matches of a tournament that were played anywhere, each with its number.
    pub fn tournament_of(
        &self,
        request: &Tournament,
        matches: &[(usize, Transcript)],
    ) -> Result<TournamentResult, InputError> {
        play::tournament_of(self, request, matches)
    }

    /// Answers a question in the language of the game's file.
    pub fn query(&self, request: &Query) -> Result<Replied, InputError> {
        match &self.file {
            Some(file) => file.rules(&request.limits.budget())?.ask(request),
            None => Err(InputError::new(format!("{} cannot be asked", self.name))
                .help("questions are for .sgl, .gp, .efg, .nfg, .toss and .kif files")),
        }
    }

    /// Describes what the game's file contains.
    pub fn rules(&self) -> Result<Described, InputError> {
        self.rules_within(&Limits::default())
    }

    /// Describes what the game's file contains, within limits.
    pub fn rules_within(&self, limits: &Limits) -> Result<Described, InputError> {
        let budget = limits.budget();
        match self.file.as_ref().filter(|file| file.language.info().asked) {
            Some(file) => file.rules(&budget)?.asked.described(&budget),
            None => Ok(describe::described(self)),
        }
    }

    /// Checks evidence that claims to be about this game.
    pub fn verify(&self, evidence: &Evidence) -> Result<Verified, InputError> {
        self.verify_within(evidence, &Limits::default())
    }

    /// Checks evidence that claims to be about this game, within limits.
    pub fn verify_within(
        &self,
        evidence: &Evidence,
        limits: &Limits,
    ) -> Result<Verified, InputError> {
        let verified = verify::verify_by(self, evidence, &limits.budget())?;
        self.require_sound().map(|()| verified)
    }

    /// Returns the start of the game.
    pub(crate) fn initial(&self) -> DynState {
        either!(&self.game, game => game.initial())
    }

    /// Returns the game for players.
    pub(crate) fn playable(&self) -> PlayableGame {
        match &self.game {
            AnyGame::Turns(typed, _) => typed.clone().playable(),
            AnyGame::Simultaneous(typed, _) => typed.clone().playable(),
        }
    }

    /// Refuses to go on with a game that has gone beyond the limits of its engine: what it said
    /// since then is not to be relied on.
    pub(crate) fn require_sound(&self) -> Result<(), InputError> {
        match either!(&self.game, game => game.fault()) {
            None => Ok(()),
            Some(fault) => Err(InputError::unplayable(&fault)),
        }
    }

    /// Refuses a game with chance for work that knows none. `why` says what the work is, as in
    /// "formulas are checked".
    pub(crate) fn require_no_chance(&self, why: &str) -> Result<(), InputError> {
        if !either!(&self.game, game => game.has_chance()) {
            return Ok(());
        }
        let name = &self.name;
        Err(InputError::new(format!("{why} in games without chance only, and {name} has some"))
            .help("show, replay, solve, play and tournament work on it"))
    }

    /// Returns whether the agents of a described game play for payoffs of their own, so that it needs
    /// saying what it means to win. In GDL the best goal is meant.
    pub(crate) fn has_own_payoffs(&self) -> bool {
        let described = self.file.as_ref().is_some_and(|file| file.language != Language::Gdl);
        described && either!(&self.game, game => game.agents().len() > 1 && !game.zero_sum())
    }

    /// Returns what [`Session::has_own_payoffs`] returns, or true if that is not found out within a
    /// budget.
    pub(crate) fn may_have_own_payoffs(&self, budget: &Budget) -> bool {
        let described = self.file.as_ref().is_some_and(|file| file.language != Language::Gdl);
        let zero_sum = || either!(&self.game, game => game.zero_sum_within(budget));
        described && self.agents().len() > 1 && !zero_sum().unwrap_or(false)
    }

    /// Returns whether the game is found to be zero-sum within this time.
    pub(crate) fn is_zero_sum(&self, time: Duration) -> bool {
        let budget = Budget::default().within(time);
        either!(&self.game, game => game.zero_sum_within(&budget)).unwrap_or(false)
    }

    /// Returns what winning means where agents play for payoffs of their own.
    pub(crate) fn winning_remark(&self) -> Option<Warning> {
        let text = "the game is not zero-sum: an agent wins where its payoff is above 0, whatever the \
                    others get";
        self.has_own_payoffs().then(|| Warning::of(text.to_string()))
    }

    /// Makes the error for a question that only games of turns answer.
    pub(crate) fn needs_turns(&self, what: &str) -> InputError {
        let name = &self.name;
        InputError::new(format!("{name} is a game of simultaneous moves and cannot be {what}"))
            .help("show, replay, games and solve work on it; check and perft need turns")
    }
}
