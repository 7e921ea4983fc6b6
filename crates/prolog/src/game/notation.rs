//! Moves, positions and drawings of a program's game.

use ludex_game::{Agent, Model, Notation, Picture, Shape, TextError};

use super::study::without_blanks;
use super::{PrologGame, PrologMove, PrologState};
use crate::engine::SceneryId;
use crate::symbol::Symbol;
use crate::syntax::Parser;
use crate::terms::{Kind, TermId};

/// The width of the lines of a drawing, in characters.
const WIDTH: usize = 78;

impl Notation for PrologGame {
    /// Returns the action without its player.
    fn write_move(&self, _: &PrologState, _: Agent, mv: PrologMove) -> String {
        let inner = self.lock();
        let machine = &inner.graph.machine;
        let flat = machine.flats.get(TermId(mv.0));
        let own = match flat[0].kind() {
            Kind::Functor(Symbol::OWNS, 2) => {
                &flat[1 + crate::engine::first_term(&flat[1..]).len()..]
            }
            _ => flat,
        };
        without_blanks(&crate::terms::write_flat(own, &machine.symbols))
    }

    /// Returns the move with this text, compared exactly or else ignoring case; the player may be
    /// written in front.
    fn read_move(&self, state: &PrologState, agent: Agent, text: &str) -> Option<PrologMove> {
        let player = format!("{}:", self.agents().name(agent));
        let text = text.strip_prefix(&player).unwrap_or(text);
        let mut moves = Vec::new();
        self.moves(state, agent, &mut moves);
        let exact = moves.iter().find(|&&mv| self.write_move(state, agent, mv) == text);
        let loose = || {
            moves.iter().find(|&&mv| self.write_move(state, agent, mv).eq_ignore_ascii_case(text))
        };
        exact.or_else(loose).copied()
    }

    fn write_position(&self, state: &PrologState) -> String {
        self.lock().position_text(SceneryId(state.0))
    }

    fn read_position(&self, text: &str) -> Result<PrologState, TextError> {
        let mut inner = self.lock();
        let machine = &mut inner.graph.machine;
        let mut symbols = machine.symbols.clone();
        let atoms = Parser::new(text, &mut symbols)?.scenery()?;
        machine.symbols = symbols;
        let atoms =
            atoms.iter().map(|(atom, variables)| machine.intern(atom, *variables)).collect();
        let scenery = machine.scenery(atoms);
        let known = inner.fault.take();
        let facts = inner.facts(scenery, &self.players);
        inner.fault = known; // a text that is no state of the game is no fault of the game
        match &facts.fault {
            None => Ok(PrologState(scenery.0)),
            Some(fault) => Err(TextError::new(fault.clone(), 0..text.len())
                .help("in this scenery the program cannot be evaluated")),
        }
    }

    fn atoms(&self) -> Vec<String> {
        self.atoms.clone()
    }

    /// Returns the atoms of the scenery, one predicate per line if there are many.
    fn picture(&self, state: &PrologState) -> Picture {
        let inner = self.lock();
        let mut picture = Picture::new(Shape::Square);
        let mut line = String::new();
        let mut last = String::new();
        for atom in inner.graph.atoms_text(SceneryId(state.0)) {
            let name = atom.split('(').next().unwrap_or_default().to_owned();
            let full = line.chars().count() + atom.chars().count() > WIDTH;
            if !line.is_empty() && (name != last || full) {
                picture.note(std::mem::take(&mut line));
            }
            line = if line.is_empty() { atom } else { format!("{line}  {atom}") };
            last = name;
        }
        let hidden = inner.position_text(SceneryId(state.0));
        picture.note(match (line.is_empty(), hidden.as_str()) {
            (false, _) => line,
            (true, "{}") => "(nothing is true)".into(),
            (true, hidden) => format!("(nothing is true but what leads on: {hidden})"),
        });
        picture
    }
}
