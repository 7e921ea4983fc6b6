//! The erased game where all agents move together.

mod engine;
mod solve;
mod verify;

use ludex_game::{Agents, Notation, Outcomes, Picture, SimultaneousGame, Turn};

use ludex_play::{NoDesk, Played, Quick, Table, Together, Transcript};
use ludex_sgl::atl::{check_atl_simultaneous_at, is_atl};

use crate::answer::{Checked, Reached, Shown, Solved, Verified};
use crate::coalitions::{self, Place};
use crate::complaint::Complaint;
use crate::describe;
use crate::erased::AnyGame;
use crate::lines;
use crate::requests::{CheckRequest, PlayRequest, SetUp, SolveRequest, TournamentRequest};
use crate::table::{self, Terminal};

/// Why strategies of logic do not go with this game.
const IN_TURN: &str = "strategies as logic are for games where one agent moves at a time";

/// A game of simultaneous moves with a position set up.
pub struct Simultaneous<G: SimultaneousGame + Notation> {
    name: String,
    /// The digest of the file the game was read from.
    digest: Option<String>,
    game: G,
    state: G::State,
}

impl<G: SimultaneousGame + Notation> Simultaneous<G> {
    /// The game at its start.
    pub fn new(name: String, digest: Option<String>, game: G) -> Simultaneous<G> {
        let state = game.initial();
        Simultaneous { name, digest, game, state }
    }

    /// Plays one move for each agent, in playing order.
    fn play(&mut self, text: &str, words: &[(usize, &str)]) -> Result<(), Complaint> {
        if let (Turn::Final, [(at, word), ..]) = (self.game.turn(&self.state), words) {
            return Err(lines::game_over(text, word, *at));
        }
        if words.len() != self.game.agents().len() {
            return Err(lines::not_one_each(text, words, self.game.agents().len()));
        }
        let mut joint = Vec::new();
        for (agent, &(at, word)) in self.game.agents().iter().zip(words) {
            let mv = self
                .game
                .read_move(&self.state, agent, word)
                .ok_or_else(|| lines::not_a_move(&self.game, &self.state, agent, text, word, at))?;
            joint.push(mv);
        }
        self.game.play_joint(&mut self.state, &joint);
        Ok(())
    }

    fn refuse<T>(&self, what: &str) -> Result<T, Complaint> {
        let message = format!("{} is a game of simultaneous moves and cannot be {what}", self.name);
        Err(Complaint::new(message)
            .help("show, replay, games and solve work on it; check and perft need turns"))
    }
}

impl<G: SimultaneousGame + Notation + 'static> AnyGame for Simultaneous<G> {
    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn set_up(&mut self, position: Option<&str>, moves: Option<&str>) -> Result<(), Complaint> {
        self.state = describe::position(&self.game, position)?;
        let text = moves.unwrap_or_default();
        let words: Vec<(usize, &str)> = lines::words(text).collect();
        for joint in words.chunks(self.game.agents().len()) {
            self.play(text, joint)?;
        }
        describe::sound(&self.game)
    }

    fn step(&mut self, line: &str) -> Result<(), Complaint> {
        let words: Vec<(usize, &str)> = lines::words(line).collect();
        self.play(line, &words)?;
        describe::sound(&self.game)
    }

    fn show(&self) -> Shown {
        describe::shown(&self.name, &self.game, &self.state)
    }

    fn picture(&self) -> Picture {
        self.game.picture(&self.state)
    }

    fn reached(&self) -> Reached {
        describe::reached(&self.game, &self.state)
    }

    fn perft(&self, _depth: u32) -> Result<Vec<(String, u64)>, Complaint> {
        self.refuse("counted move by move")
    }

    fn check(
        &mut self,
        request: &CheckRequest,
        positions: &[SetUp],
        each: &mut dyn FnMut(Checked),
    ) -> Result<(), Complaint> {
        if !is_atl(&request.formula) {
            return self.refuse("checked").map_err(|complaint| {
                complaint.help("formulas about coalitions work on it: <<First>>F win(First); others need turns")
            });
        }
        let states: Vec<G::State> =
            positions.iter().map(|set_up| self.at(set_up)).collect::<Result<_, _>>()?;
        let decide = |state: &G::State, limits: &_| {
            check_atl_simultaneous_at(&self.game, state, &request.formula, limits)
        };
        let place = Place { name: &self.name, digest: self.digest.as_deref(), game: &self.game };
        coalitions::check(place, &states, request, decide, each)
    }

    fn solve(
        &mut self,
        request: &SolveRequest,
        positions: &[SetUp],
        each: &mut dyn FnMut(Solved),
    ) -> Result<(), Complaint> {
        solve::run(self, request, positions, each)
    }

    fn play(
        &self,
        request: &PlayRequest,
        watch: &mut dyn FnMut(Picture, &[Played]),
    ) -> Result<Transcript, Complaint> {
        let rules = Quick::new(Together(&self.game), &self.game);
        let played = table::play(&rules, &self.state, &Terminal::default(), request, watch)?;
        describe::sound(&self.game).map(|()| played)
    }

    fn tournament(
        &self,
        request: &TournamentRequest,
        watch: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Table, Complaint> {
        let rules = Quick::new(Together(&self.game), &self.game);
        let table = table::tournament(&self.name, &rules, &NoDesk, request, watch)?;
        describe::sound(&self.game).map(|()| table)
    }

    fn ask_strategy(
        &self,
        _file: &ludex_sgl::File,
        _query: &str,
        _limits: &ludex_sgl::Limits,
    ) -> Result<Result<ludex_sgl::Answer, ludex_sgl::SglError>, Complaint> {
        Err(Complaint::new(IN_TURN))
    }

    fn find_strategy(
        &self,
        _player: &str,
        _limits: &ludex_sgl::Limits,
    ) -> Result<ludex_sgl::Found, Complaint> {
        Err(Complaint::new(IN_TURN))
    }

    fn verify(&self, evidence: &ludex_evidence::Evidence) -> Result<Verified, Complaint> {
        let verified = verify::verify(&self.game, self.digest.as_deref(), evidence);
        describe::sound(&self.game).map(|()| verified)
    }

    fn scored(&self) -> bool {
        false
    }
}
