//! The rules of a file as they are written, to compare the compiled ones with.
//!
//! Only the parser is shared. Names are texts, a position is a set of texts, and a rule is evaluated
//! as it stands in the file, index by index: nothing is expanded, compiled or kept. It is slow.

mod values;

use std::collections::BTreeSet;

use ludex_base::Budget;

use crate::syntax::{Expr, ExprKind, Head, Item, Tree};
use values::{Reading, Value};

/// What the rules say, or why they say nothing.
pub(crate) type Said<T> = Result<T, String>;

/// A position: the atoms that are true, by their texts, and whether play starts here.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Position {
    pub atoms: BTreeSet<String>,
    pub initial: bool,
}

/// An action or an atom that is declared.
#[derive(Clone, Debug)]
struct Declared {
    text: String,
    head: String,
    arguments: Vec<Value>,
    /// The agent that owns it, if it is an action.
    owner: Option<String>,
}

/// The rules of a file.
#[derive(Clone, Debug)]
pub(crate) struct Reference {
    items: Vec<Item>,
    constants: Vec<(String, i64)>,
    agents: Vec<String>,
    actions: Vec<Declared>,
    atoms: Vec<Declared>,
    budget: Budget,
}

impl Reference {
    /// Reads the declarations among the items of a file.
    pub fn new(items: &[Item], budget: &Budget) -> Said<Reference> {
        let mut reference = Reference {
            items: items.to_vec(),
            constants: Vec::new(),
            agents: Vec::new(),
            actions: Vec::new(),
            atoms: Vec::new(),
            budget: budget.clone(),
        };
        for item in items {
            match item {
                Item::Agents(heads) => {
                    reference.agents.extend(heads.iter().map(|head| head.name.clone()));
                }
                Item::Const { name, value } => {
                    let number = reference.reading(&Position::default(), None).number(value)?;
                    reference.constants.push((name.name.clone(), number));
                }
                _ => {}
            }
        }
        for item in items {
            match item {
                Item::Action { heads, owner, bindings } => {
                    let declared = reference.declared(heads, Some(owner), bindings)?;
                    reference.actions.extend(declared);
                }
                Item::Fluent { heads, bindings } => {
                    let declared = reference.declared(heads, None, bindings)?;
                    reference.atoms.extend(declared);
                }
                _ => {}
            }
        }
        Ok(reference)
    }

    fn declared(
        &self,
        heads: &[Head],
        owner: Option<&Expr>,
        bindings: &[crate::syntax::Binding],
    ) -> Said<Vec<Declared>> {
        let mut found = Vec::new();
        let nowhere = Position::default();
        self.reading(&nowhere, None).any(bindings, &mut |reading| {
            for head in heads {
                let arguments = reading.values(&head.args)?;
                let text = values::text(&head.name, &arguments);
                let owner = owner.map(|owner| reading.agent(owner)).transpose()?;
                found.push(Declared { text, head: head.name.clone(), arguments, owner });
            }
            Ok(false)
        })?;
        Ok(found)
    }

    fn reading<'r>(&'r self, position: &'r Position, action: Option<&'r str>) -> Reading<'r> {
        Reading::new(self, position, action)
    }

    /// Returns the position at the start.
    pub fn initial(&self) -> Said<Position> {
        let mut atoms = BTreeSet::new();
        for item in &self.items {
            let Item::Init { groups, .. } = item else { continue };
            for (list, bindings) in groups {
                self.reading(&Position::default(), None).any(bindings, &mut |reading| {
                    for atom in list {
                        atoms.insert(reading.atom_text(atom)?);
                    }
                    Ok(false)
                })?;
            }
        }
        Ok(Position { atoms, initial: true })
    }

    /// Returns whether the game is over.
    pub fn is_terminal(&self, position: &Position) -> Said<bool> {
        let rule = self.items.iter().find_map(|item| match item {
            Item::Terminal { body, .. } => Some(body),
            _ => None,
        });
        self.reading(position, None).truth(rule.ok_or("there is no rule of `terminal`")?)
    }

    /// Returns whether an action is legal: its rule says so, and the game is not over.
    fn is_legal(&self, position: &Position, action: &Declared) -> Said<bool> {
        let rules = self.items.iter().filter_map(|item| match item {
            Item::Legal { head, body } => Some((head, body)),
            _ => None,
        });
        Ok(!self.is_terminal(position)? && self.ruled(rules, position, None, action)?)
    }

    /// Returns whether the rule of an action or an atom is true.
    fn ruled<'i>(
        &'i self,
        rules: impl Iterator<Item = (&'i Head, &'i Tree)>,
        position: &Position,
        action: Option<&str>,
        symbol: &Declared,
    ) -> Said<bool> {
        for (head, body) in rules {
            let mut reading = self.reading(position, action);
            if let Some(bound) = reading.matched(head, symbol)? {
                return reading.with(bound, |reading| reading.truth(body));
            }
        }
        Err(format!("there is no rule of {}", symbol.text))
    }

    /// Returns the legal actions of an agent in the order in which they are declared.
    pub fn legal(&self, position: &Position, agent: &str) -> Said<Vec<String>> {
        let mut found = Vec::new();
        for action in self.actions.iter().filter(|action| action.owner.as_deref() == Some(agent)) {
            if self.is_legal(position, action)? {
                found.push(action.text.clone());
            }
        }
        Ok(found)
    }

    /// Returns the first agent with a legal action: nobody's turn it is where the game is over.
    pub fn turn(&self, position: &Position) -> Said<Option<String>> {
        for agent in &self.agents {
            if !self.legal(position, agent)?.is_empty() {
                return Ok(Some(agent.clone()));
            }
        }
        Ok(None)
    }

    /// Returns the position as it would be if it were the turn of an agent, where `turn(t)` says
    /// whose turn it is.
    fn with_turn(&self, position: &Position, agent: &str) -> Said<Position> {
        let turns: Vec<String> = self.agents.iter().map(|agent| format!("turn({agent})")).collect();
        let known = turns.iter().all(|turn| self.atoms.iter().any(|atom| atom.text == *turn));
        let mut position = position.clone();
        if known && self.turn(&position)?.as_deref() != Some(agent) {
            position.atoms.retain(|atom| !turns.contains(atom));
            position.atoms.insert(format!("turn({agent})"));
        }
        Ok(position)
    }

    /// Returns the moves of an agent, on turn or not.
    pub fn moves(&self, position: &Position, agent: &str) -> Said<Vec<String>> {
        match self.turn(position)? {
            None => Ok(Vec::new()),
            Some(_) => self.legal(&self.with_turn(position, agent)?, agent),
        }
    }

    /// Returns the position after an action of an agent.
    pub fn after(&self, position: &Position, agent: &str, action: &str) -> Said<Position> {
        let position = self.with_turn(position, agent)?;
        let mut atoms = BTreeSet::new();
        for atom in &self.atoms {
            let rules = self.items.iter().filter_map(|item| match item {
                Item::Next { head, body } => Some((head, body)),
                _ => None,
            });
            if self.ruled(rules, &position, Some(action), atom)? {
                atoms.insert(atom.text.clone());
            }
        }
        Ok(Position { atoms, initial: false })
    }

    /// Returns whether an agent has won.
    pub fn wins(&self, position: &Position, agent: &str) -> Said<bool> {
        let agent = Expr {
            kind: ExprKind::Name(agent.to_owned(), Vec::new()),
            span: ludex_base::Span::default(),
        };
        let kind = ExprKind::Name("wins".to_owned(), vec![agent]);
        let wins = Expr { kind, span: ludex_base::Span::default() };
        self.reading(position, None).truth(&Tree::Atom(wins))
    }
}
