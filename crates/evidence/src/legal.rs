//! The choices of an agent in a state, and the matching of a file's moves with them.

use rustc_hash::FxHashMap;

/// The legal moves or choices of an agent, with their texts.
pub(crate) struct Legal<C> {
    /// The name of the agent.
    pub agent: String,
    /// Each move with its text.
    pub moves: Vec<(String, C)>,
}

impl<C: Copy> Legal<C> {
    /// Returns a move with this text.
    pub fn one(&self, text: &str) -> Result<C, String> {
        let found = self.moves.iter().find(|(legal, _)| legal == text);
        found.map(|&(_, choice)| choice).ok_or_else(|| self.no_such_move(text))
    }

    /// Returns every move with its child: each must have exactly one.
    pub fn every(&self, children: &[(String, u32)]) -> Result<Vec<(C, u32)>, String> {
        let places = self.places()?;
        let mut found = vec![None; self.moves.len()];
        for (text, child) in children {
            let place = *places.get(text.as_str()).ok_or_else(|| self.no_such_move(text))?;
            if found[place].replace(*child).is_some() {
                return Err(format!("{}'s move {text} has two children", self.agent));
            }
        }
        let pairs = self.moves.iter().zip(found).map(|((text, choice), child)| match child {
            Some(child) => Ok((*choice, child)),
            None => Err(format!("{}'s move {text} has no child", self.agent)),
        });
        pairs.collect()
    }

    /// Returns the indices of the moves by their texts, which must be different: a move with the
    /// text of another one would go unchecked.
    fn places(&self) -> Result<FxHashMap<&str, usize>, String> {
        let mut places = FxHashMap::default();
        for (place, (text, _)) in self.moves.iter().enumerate() {
            if places.insert(text.as_str(), place).is_some() {
                return Err(format!("{} has two moves that are both written {text}", self.agent));
            }
        }
        Ok(places)
    }

    fn no_such_move(&self, text: &str) -> String {
        format!("{} has no move {text} here", self.agent)
    }
}
