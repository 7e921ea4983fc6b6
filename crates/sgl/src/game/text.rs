//! The notation of a game that a file describes: actions and atoms are written as in the file.

use ludex_base::{Set, TextError, suggest};
use ludex_game::{Agent, Ink, Notation, Picture, Shape};

use super::{RuleGame, RuleMove, RuleState};
use crate::value::Value;

impl<S: Set> Notation for RuleGame<S> {
    fn write_move(&self, _state: &RuleState<S>, _agent: Agent, mv: RuleMove) -> String {
        self.frame.action_name(mv.0).to_owned()
    }

    /// Returns the true atoms, and `initial` before the first move; `-` if there is none.
    fn write_position(&self, state: &RuleState<S>) -> String {
        let mut words: Vec<&str> =
            self.world.atoms(&state.0).map(|atom| self.frame.atom_name(atom)).collect();
        words.extend(self.world.initial(&state.0).then_some("initial"));
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }

    fn read_position(&self, text: &str) -> Result<RuleState<S>, TextError> {
        let (mut atoms, mut initial) = (Vec::new(), false);
        let mut at = 0;
        for word in text.split(' ') {
            match self.frame.atom_named(word) {
                Some(atom) => atoms.push(atom),
                None if word == "initial" => initial = true,
                None if word.is_empty() || text == "-" => {}
                None => {
                    let message = format!("there is no atom `{word}`");
                    let error = TextError::new(message, at..at + word.len());
                    let names = self.frame.fluents.list.iter().map(|atom| atom.text.as_str());
                    return Err(match suggest(word, names) {
                        Some(near) => error.help(format!("did you mean `{near}`?")),
                        None => error.help("a position is a list of the true atoms"),
                    });
                }
            }
            at += word.len() + 1;
        }
        Ok(RuleState(self.world.state(atoms.into_iter(), initial)))
    }

    fn atoms(&self) -> Vec<String> {
        self.frame.fluents.list.iter().map(|atom| atom.text.clone()).collect()
    }

    /// Returns a drawing: atoms `name(agent,i,j)` are men on a board; the others are listed below
    /// it.
    fn picture(&self, state: &RuleState<S>) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        let place = |args: &[Value]| match *args {
            [Value::Agent(agent), Value::Number(i), Value::Number(j)] => {
                Some((agent, i16::try_from(i).ok()?, i16::try_from(j).ok()?.checked_mul(2)?))
            }
            _ => None,
        };
        let mut cells = std::collections::BTreeMap::new();
        let mut rest = Vec::new();
        for (number, atom) in self.frame.fluents.list.iter().enumerate() {
            let holds = state.0.contains(number as u32);
            match place(&atom.args) {
                Some((agent, i, j)) => {
                    let man = cells.entry((i, j)).or_insert(None);
                    *man = if holds { Some(agent) } else { *man };
                }
                None if holds => rest.push(atom.text.as_str()),
                None => {}
            }
        }
        for ((i, j), man) in cells {
            match man {
                Some(agent) => {
                    let name = self.frame.agents.name(agent);
                    picture.cell(i, j, name, Ink::Of(agent.0));
                }
                None => {
                    picture.cell(i, j, "·", Ink::Plain);
                }
            }
        }
        picture.note(if rest.is_empty() { "-".to_owned() } else { rest.join(" ") });
        picture
    }
}
