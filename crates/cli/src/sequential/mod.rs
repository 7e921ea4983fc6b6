//! The erased game where one agent moves at a time: what every command asks of it.

mod check;
mod choice;
mod engine;
mod model_checker;
mod shelf;
mod solve;
mod verify;

use std::path::Path;

use ludex_evidence::Evidence;
use ludex_game::{Agent, Agents, Outcomes, Picture, Turn};
use ludex_games::Playable;

use ludex_play::{Played, Quick, Table, Transcript, Turns};

use crate::answer::{Checked, ProofSize, Reached, Shown, Solved, Verified};
use crate::complaint::Complaint;
use crate::describe;
use crate::erased::AnyGame;
use crate::lines;
use crate::requests::{CheckRequest, PlayRequest, SetUp, SolveRequest, TournamentRequest};
use crate::table::{self, Library, Parlour};

/// A game of turns with a position set up.
pub struct Sequential<G: Playable> {
    name: String,
    /// The digest of the file the game was read from.
    digest: Option<String>,
    game: G,
    state: G::State,
}

impl<G: Playable> Sequential<G> {
    /// The game at its start.
    pub fn new(name: String, digest: Option<String>, game: G) -> Sequential<G> {
        let state = game.initial();
        Sequential { name, digest, game, state }
    }

    /// The state after the moves of a text.
    fn played(&self, mut state: G::State, text: &str) -> Result<G::State, Complaint> {
        // Errors are built from the state before the offending word.
        enum Refused {
            Over,
            Illegal(Agent),
        }
        let game = &self.game;
        let before = std::cell::RefCell::new(state.clone());
        lines::play_words(
            text,
            |word| {
                *before.borrow_mut() = state.clone();
                let agent = game.turn(&state).agent().ok_or(Refused::Over)?;
                let mv = game.read_move(&state, agent, word).ok_or(Refused::Illegal(agent))?;
                game.play(&mut state, agent, mv);
                Ok(())
            },
            |word, at, refused| match refused {
                Refused::Over => lines::game_over(text, word, at),
                Refused::Illegal(agent) => {
                    lines::not_a_move(game, &before.borrow(), agent, text, word, at)
                }
            },
        )?;
        Ok(state)
    }

    fn at(&self, set_up: &SetUp) -> Result<G::State, Complaint> {
        describe::position(&self.game, set_up.position.as_deref())
            .and_then(|state| self.played(state, set_up.moves.as_deref().unwrap_or_default()))
            .map_err(|complaint| set_up.blame(complaint))
    }

    fn states(&self, positions: &[SetUp]) -> Result<Vec<G::State>, Complaint> {
        positions.iter().map(|set_up| self.at(set_up)).collect()
    }

    fn write(&self, path: &Path, mut evidence: Evidence) -> Result<ProofSize, Complaint> {
        evidence.digest.clone_from(&self.digest);
        let size = evidence.size() as u64;
        evidence
            .write(path)
            .map_err(|error| Complaint::new(format!("cannot write {}: {error}", path.display())))?;
        Ok(ProofSize { size, cost: size as f64, minimal: None })
    }
}

impl<G: Playable> AnyGame for Sequential<G> {
    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn evaluations(&self) -> &'static [&'static str] {
        self.game.evaluations()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn set_up(&mut self, position: Option<&str>, moves: Option<&str>) -> Result<(), Complaint> {
        let state = describe::position(&self.game, position)?;
        self.state = self.played(state, moves.unwrap_or_default())?;
        describe::sound(&self.game)
    }

    fn step(&mut self, line: &str) -> Result<(), Complaint> {
        let words: Vec<(usize, &str)> = lines::words(line).collect();
        let &[(at, word)] = &words[..] else { return Err(lines::not_one_each(line, &words, 1)) };
        let agent = self.game.turn(&self.state).agent();
        let agent = agent.ok_or_else(|| lines::game_over(line, word, at))?;
        let mv = self
            .game
            .read_move(&self.state, agent, word)
            .ok_or_else(|| lines::not_a_move(&self.game, &self.state, agent, line, word, at))?;
        self.game.play(&mut self.state, agent, mv);
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

    fn perft(&self, depth: u32) -> Result<Vec<(String, u64)>, Complaint> {
        let Turn::Of(agent) = self.game.turn(&self.state) else { return Ok(Vec::new()) };
        let mut moves = Vec::new();
        self.game.moves(&self.state, agent, &mut moves);
        let below = |mv| {
            let next = self.game.after(&self.state, agent, mv);
            let count = ludex_game::perft(&self.game, &next, depth.saturating_sub(1));
            (self.game.write_move(&self.state, agent, mv), count)
        };
        let counts = moves.into_iter().map(below).collect();
        describe::sound(&self.game).map(|()| counts)
    }

    fn check(
        &mut self,
        request: &CheckRequest,
        positions: &[SetUp],
        each: &mut dyn FnMut(Checked),
    ) -> Result<(), Complaint> {
        check::run(self, request, positions, each)
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
        let rules = Quick::new(Turns(&self.game), &self.game);
        let played = table::play(&rules, &self.state, &Parlour(&self.game), request, watch)?;
        describe::sound(&self.game).map(|()| played)
    }

    fn tournament(
        &self,
        request: &TournamentRequest,
        watch: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Table, Complaint> {
        let rules = Quick::new(Turns(&self.game), &self.game);
        let table = table::tournament(&self.name, &rules, &Library(&self.game), request, watch)?;
        describe::sound(&self.game).map(|()| table)
    }

    fn ask_strategy(
        &self,
        file: &ludex_sgl::File,
        query: &str,
        limits: &ludex_sgl::Limits,
    ) -> Result<Result<ludex_sgl::Answer, ludex_sgl::SglError>, Complaint> {
        Ok(ludex_sgl::query_game(file, &self.game, query, limits))
    }

    fn find_strategy(
        &self,
        player: &str,
        limits: &ludex_sgl::Limits,
    ) -> Result<ludex_sgl::Found, Complaint> {
        let agent = self.game.agents().named(player).unwrap_or(Agent::FIRST);
        ludex_sgl::find_strategy(&self.game, &self.name, agent, limits).map_err(Complaint::new)
    }

    fn verify(&self, evidence: &Evidence) -> Result<Verified, Complaint> {
        let verified = verify::verify(&self.game, self.digest.as_deref(), evidence);
        describe::sound(&self.game).map(|()| verified)
    }

    fn scored(&self) -> bool {
        self.game.outcomes().len() > 3
    }
}
