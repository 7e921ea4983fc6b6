//! The frame: agents, the actions that each of them owns, and the atoms, all by name.

use std::sync::Arc;

use ludex_base::suggest;
use ludex_game::{Agent, Agents};
use rustc_hash::FxHashMap;

use crate::value::Value;

/// An action or an atom with its name split into head and arguments, for the patterns of rules.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Symbol {
    pub text: String,
    pub head: Arc<str>,
    pub args: Vec<Value>,
}

/// Symbols by number and by text.
#[derive(Clone, Default, Debug)]
pub(crate) struct Symbols {
    pub list: Vec<Symbol>,
    index: FxHashMap<String, u32>,
    /// The arities with which each name is declared.
    heads: FxHashMap<Arc<str>, Vec<usize>>,
}

impl Symbols {
    /// Adds a symbol; returns `None` if there is one with the same text.
    pub fn add(&mut self, key: String, symbol: Symbol) -> Option<u32> {
        let number = self.list.len() as u32;
        if self.index.contains_key(&key) {
            return None;
        }
        self.index.insert(key, number);
        let arities = self.heads.entry(symbol.head.clone()).or_default();
        if !arities.contains(&symbol.args.len()) {
            arities.push(symbol.args.len());
        }
        self.list.push(symbol);
        Some(number)
    }

    pub fn find(&self, key: &str) -> Option<u32> {
        self.index.get(key).copied()
    }

    /// Returns the arities with which the name is declared.
    pub fn arities(&self, head: &str) -> &[usize] {
        self.heads.get(head).map_or(&[], Vec::as_slice)
    }

    pub fn heads(&self) -> impl Iterator<Item = &str> {
        self.heads.keys().map(|head| &**head)
    }
}

/// The meaning of the names of a file: a multi-agent frame with atoms.
#[derive(Clone, Debug)]
pub struct Frame {
    pub(crate) agents: Agents,
    pub(crate) actions: Symbols,
    pub(crate) owners: Vec<Agent>,
    pub(crate) fluents: Symbols,
    /// No atom is declared, so every name is an atom (pure logic over a frame).
    pub(crate) free: bool,
    /// The frame belongs to a built-in game: its names may be any text, and case is ignored.
    pub(crate) raw: bool,
}

impl Frame {
    pub(crate) fn new(agents: Agents, raw: bool) -> Frame {
        let (actions, fluents) = (Symbols::default(), Symbols::default());
        Frame { agents, actions, owners: Vec::new(), fluents, free: false, raw }
    }

    /// Returns the agents.
    pub fn agents(&self) -> &Agents {
        &self.agents
    }

    /// Returns the number of actions of all agents.
    pub fn action_count(&self) -> usize {
        self.actions.list.len()
    }

    /// Returns the number of atoms.
    pub fn atom_count(&self) -> usize {
        self.fluents.list.len()
    }

    /// Returns the text of an action.
    pub fn action_name(&self, action: u32) -> &str {
        &self.actions.list[action as usize].text
    }

    /// Returns the text of an atom.
    pub fn atom_name(&self, atom: u32) -> &str {
        &self.fluents.list[atom as usize].text
    }

    /// Returns the owner of an action.
    pub fn owner(&self, action: u32) -> Agent {
        self.owners[action as usize]
    }

    /// Returns the actions of an agent, or of all agents.
    pub fn actions_of(&self, agent: Option<Agent>) -> impl Iterator<Item = u32> + '_ {
        let all = 0..self.action_count() as u32;
        all.filter(move |&action| agent.is_none_or(|agent| self.owner(action) == agent))
    }

    /// Returns the action with this text.
    pub fn action_named(&self, text: &str) -> Option<u32> {
        self.actions.find(&self.key(text))
    }

    /// Returns the atom with this text.
    pub fn atom_named(&self, text: &str) -> Option<u32> {
        self.fluents.find(&self.key(text))
    }

    pub(crate) fn agent_named(&self, name: &str) -> Option<Agent> {
        let same = |&agent: &Agent| self.agents.name(agent) == name;
        let found = self.agents.iter().find(same);
        if self.raw { found.or_else(|| self.agents.named(name)) } else { found }
    }

    /// Returns the text under which symbols are looked up.
    pub(crate) fn key(&self, text: &str) -> String {
        if !self.raw {
            return text.to_owned();
        }
        text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
    }

    pub(crate) fn add_action(&mut self, symbol: Symbol, owner: Agent) -> Option<u32> {
        let number = self.actions.add(self.key(&symbol.text), symbol)?;
        self.owners.push(owner);
        Some(number)
    }

    pub(crate) fn add_fluent(&mut self, symbol: Symbol) -> Option<u32> {
        self.fluents.add(self.key(&symbol.text), symbol)
    }

    /// Returns a value as it is written.
    pub(crate) fn write(&self, value: &Value) -> String {
        match value {
            Value::Number(number) => number.to_string(),
            Value::Agent(agent) => self.agents.name(*agent).to_owned(),
            Value::Action(action) => self.action_name(*action).to_owned(),
            Value::NoAction(text) | Value::Word(text) => text.to_string(),
        }
    }

    /// Returns the symbol `head(arg,…)`.
    pub(crate) fn symbol(&self, head: &str, args: Vec<Value>) -> Symbol {
        let mut text = head.to_owned();
        for (i, arg) in args.iter().enumerate() {
            text.push(if i == 0 { '(' } else { ',' });
            text.push_str(&self.write(arg));
        }
        if !args.is_empty() {
            text.push(')');
        }
        Symbol { text, head: head.into(), args }
    }

    /// Returns a suggestion for an unknown name.
    pub(crate) fn advice<'a>(
        &'a self,
        name: &str,
        more: impl Iterator<Item = &'a str>,
    ) -> Option<String> {
        let known = self.fluents.heads().chain(self.actions.heads());
        let known = known.chain(self.agents.names().iter().map(String::as_str)).chain(more);
        suggest(name, known).map(|near| format!("did you mean `{near}`?"))
    }
}
