//! Reads formulas and indices where they stand: names are looked up in the file each time.

use ludex_base::{Ticker, with_stack};

use super::{Declared, Position, Reference, Said};
use crate::syntax::{Binding, Expr, ExprKind, Head, Item, Set, Tree};

/// The limit on definitions inside each other.
const DEEPEST: usize = 1000;

/// The stack that one level of a formula takes at most.
const ROOM: usize = 64 << 10;

/// The value of an index or an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Number(i64),
    Agent(String),
    Action(String),
    /// The name of an action with indices that it is not declared for.
    NoAction(String),
    Word(String),
}

impl Value {
    fn text(&self) -> String {
        match self {
            Value::Number(number) => number.to_string(),
            Value::Agent(text)
            | Value::Action(text)
            | Value::NoAction(text)
            | Value::Word(text) => text.clone(),
        }
    }
}

/// Returns `head(argument,…)`.
pub(super) fn text(head: &str, arguments: &[Value]) -> String {
    let texts: Vec<String> = arguments.iter().map(Value::text).collect();
    if texts.is_empty() { head.to_owned() } else { format!("{head}({})", texts.join(",")) }
}

/// The reading of a formula in a position, where an action is chosen or none is.
pub(super) struct Reading<'r> {
    rules: &'r Reference,
    position: &'r Position,
    action: Option<&'r str>,
    scope: Vec<(String, Value)>,
    depth: usize,
    ticker: Ticker<'r>,
}

impl<'r> Reading<'r> {
    pub fn new(
        rules: &'r Reference,
        position: &'r Position,
        action: Option<&'r str>,
    ) -> Reading<'r> {
        let ticker = Ticker::new(&rules.budget);
        Reading { rules, position, action, scope: Vec::new(), depth: 0, ticker }
    }

    fn tick(&self) -> Said<()> {
        self.ticker.tick().map_err(|stopped| stopped.to_string())
    }

    /// Returns whether a formula about one state, or about one move, is true.
    pub fn truth(&mut self, tree: &Tree) -> Said<bool> {
        self.tick()?;
        with_stack(ROOM, || self.read(tree))
    }

    fn read(&mut self, tree: &Tree) -> Said<bool> {
        match tree {
            Tree::Truth(truth) => Ok(*truth),
            Tree::Initial => Ok(self.position.initial),
            Tree::Terminal => self.rules.is_terminal(self.position),
            Tree::Atom(atom) => self.atom(atom),
            Tree::Does(action) => match (self.value(action)?, self.action) {
                (Value::Action(named), Some(chosen)) => Ok(named == chosen),
                _ => Ok(false),
            },
            Tree::Legal(action) => match self.value(action)? {
                Value::Action(text) => {
                    let declared = self.rules.actions.iter().find(|action| action.text == text);
                    declared.map_or(Ok(false), |action| self.rules.is_legal(self.position, action))
                }
                _ => Ok(false),
            },
            Tree::Not(inner) => Ok(!self.truth(inner)?),
            Tree::And(list) => self.all(list),
            Tree::Or(list) => {
                for part in list {
                    if self.truth(part)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            Tree::Implies(a, b) => Ok(!self.truth(a)? || self.truth(b)?),
            Tree::Iff(a, b) => Ok(self.truth(a)? == self.truth(b)?),
            Tree::Each { all: false, bindings, body } => {
                self.any(bindings, &mut |reading| reading.truth(body))
            }
            Tree::Each { all: true, bindings, body } => {
                Ok(!self.any(bindings, &mut |reading| Ok(!reading.truth(body)?))?)
            }
            Tree::Else(..)
            | Tree::Also(..)
            | Tree::Exec(..)
            | Tree::Select(..)
            | Tree::Strategy(..)
            | Tree::Next(_) => Err("a rule has a modality or a priority".to_owned()),
        }
    }

    fn all(&mut self, list: &[Tree]) -> Said<bool> {
        for part in list {
            if !self.truth(part)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns whether something is true for some choice of the indices, tried in order.
    pub fn any(
        &mut self,
        bindings: &[Binding],
        test: &mut dyn FnMut(&mut Self) -> Said<bool>,
    ) -> Said<bool> {
        let Some((binding, rest)) = bindings.split_first() else { return test(self) };
        for value in self.set(&binding.set)? {
            self.tick()?;
            let bound = vec![(binding.name.clone(), value)];
            if self.with(bound, |reading| reading.any(rest, test))? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Binds names while a function runs.
    pub fn with<T>(
        &mut self,
        bound: Vec<(String, Value)>,
        run: impl FnOnce(&mut Self) -> Said<T>,
    ) -> Said<T> {
        let before = self.scope.len();
        self.scope.extend(bound);
        let result = run(self);
        self.scope.truncate(before);
        result
    }

    fn set(&mut self, set: &Set) -> Said<Vec<Value>> {
        let agents = &self.rules.agents;
        Ok(match set {
            Set::Range(low, high) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                (low..=high).map(Value::Number).collect()
            }
            Set::Agents => agents.iter().cloned().map(Value::Agent).collect(),
            Set::Others(agent) => {
                let agent = self.agent(agent)?;
                agents.iter().filter(|other| **other != agent).cloned().map(Value::Agent).collect()
            }
            Set::Actions(owner) => {
                let owner = owner.as_ref().map(|owner| self.agent(owner)).transpose()?;
                let owned = |action: &&Declared| owner.is_none() || action.owner == owner;
                let actions = self.rules.actions.iter().filter(owned);
                actions.map(|action| Value::Action(action.text.clone())).collect()
            }
            Set::List(list) => self.values(list)?,
        })
    }

    /// Returns whether an atom, or a definition, is true.
    fn atom(&mut self, atom: &Expr) -> Said<bool> {
        if let ExprKind::Name(name, arguments) = &atom.kind {
            let defined = self.rules.items.iter().find_map(|item| match item {
                Item::Macro { head, body, .. }
                    if head.name == *name && head.args.len() == arguments.len() =>
                {
                    Some((head, body))
                }
                _ => None,
            });
            if let Some((head, body)) = defined {
                return self.defined(head, body, arguments);
            }
        }
        let text = self.atom_text(atom)?;
        Ok(self.position.atoms.contains(&text))
    }

    /// Returns whether a definition is true of these arguments; in it only its parameters are bound.
    fn defined(&mut self, head: &Head, body: &Tree, arguments: &[Expr]) -> Said<bool> {
        if self.depth == DEEPEST {
            return Err(format!("{} is defined too deeply", head.name));
        }
        let values = self.values(arguments)?;
        let names = head.args.iter().map(Expr::to_string);
        let scope = std::mem::replace(&mut self.scope, names.zip(values).collect());
        self.depth += 1;
        let truth = self.truth(body);
        self.depth -= 1;
        self.scope = scope;
        truth
    }

    /// Returns the text of an atom.
    pub fn atom_text(&mut self, atom: &Expr) -> Said<String> {
        match &atom.kind {
            ExprKind::Quoted(text) => Ok(text.clone()),
            ExprKind::Name(name, arguments) => Ok(text(name, &self.values(arguments)?)),
            _ => Err("a number is no atom".to_owned()),
        }
    }

    /// Returns the values of the indices for which the head of a rule is this symbol.
    pub fn matched(
        &mut self,
        head: &Head,
        symbol: &Declared,
    ) -> Said<Option<Vec<(String, Value)>>> {
        if head.name != symbol.head || head.args.len() != symbol.arguments.len() {
            return Ok(None);
        }
        let mut bound: Vec<(String, Value)> = Vec::new();
        for (argument, value) in head.args.iter().zip(&symbol.arguments) {
            let name = match &argument.kind {
                ExprKind::Name(name, none) if none.is_empty() && !self.is_fixed(name) => name,
                _ if self.value(argument)? == *value => continue,
                _ => return Ok(None),
            };
            if bound.iter().any(|(other, earlier)| other == name && earlier != value) {
                return Ok(None);
            }
            bound.push((name.clone(), value.clone()));
        }
        Ok(Some(bound))
    }

    /// Returns whether a name in the head of a rule stands for itself: an agent or a constant.
    fn is_fixed(&self, name: &str) -> bool {
        self.rules.agents.iter().any(|agent| agent == name)
            || self.rules.constants.iter().any(|(constant, _)| constant == name)
    }

    pub fn values(&mut self, list: &[Expr]) -> Said<Vec<Value>> {
        list.iter().map(|expr| self.value(expr)).collect()
    }

    /// Returns the name of the agent that an expression stands for.
    pub fn agent(&mut self, expr: &Expr) -> Said<String> {
        let name = self.value(expr)?.text();
        let known = self.rules.agents.contains(&name);
        known.then_some(name).ok_or_else(|| format!("{expr} is no agent"))
    }

    pub fn number(&mut self, expr: &Expr) -> Said<i64> {
        match self.value(expr)? {
            Value::Number(number) => Ok(number),
            _ => Err(format!("{expr} is no number")),
        }
    }

    fn value(&mut self, expr: &Expr) -> Said<Value> {
        match &expr.kind {
            ExprKind::Number(number) => Ok(Value::Number(*number)),
            ExprKind::Quoted(text) => Ok(Value::Word(text.clone())),
            ExprKind::Binary(sign, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let number = calculated(*sign, a, b);
                number.map(Value::Number).ok_or_else(|| format!("{expr} does not exist"))
            }
            ExprKind::Name(name, arguments) if arguments.is_empty() => self.plain(name),
            ExprKind::Name(name, arguments) => self.compound(name, arguments),
        }
    }

    /// Returns the value of a name: an index, a constant, an agent or an action.
    fn plain(&self, name: &str) -> Said<Value> {
        let index = self.scope.iter().rev().find(|(index, _)| index == name);
        let constant = || self.rules.constants.iter().find(|(constant, _)| constant == name);
        let known = match index {
            Some((_, value)) => Some(value.clone()),
            None => constant().map(|(_, number)| Value::Number(*number)),
        };
        let agent = || self.rules.agents.iter().find(|agent| *agent == name).cloned();
        let action = || self.rules.actions.iter().find(|action| action.text == name);
        known
            .or_else(|| agent().map(Value::Agent))
            .or_else(|| action().map(|action| Value::Action(action.text.clone())))
            .ok_or_else(|| format!("{name} is no index, constant, agent or action"))
    }

    /// Returns the action with these arguments, or the agent beside another one.
    fn compound(&mut self, name: &str, arguments: &[Expr]) -> Said<Value> {
        let declared = self
            .rules
            .actions
            .iter()
            .any(|action| action.head == name && action.arguments.len() == arguments.len());
        if let ("other" | "after" | "before", [agent], false) = (name, arguments, declared) {
            let (agent, agents) = (self.agent(agent)?, &self.rules.agents);
            let place = agents.iter().position(|other| *other == agent).unwrap_or_default();
            let beside = if name == "before" { place + agents.len() - 1 } else { place + 1 };
            return Ok(Value::Agent(agents[beside % agents.len()].clone()));
        }
        let text = text(name, &self.values(arguments)?);
        match self.rules.actions.iter().any(|action| action.text == text) {
            true => Ok(Value::Action(text)),
            false => Ok(Value::NoAction(text)),
        }
    }
}

/// Computes an operation; a quotient is rounded down.
fn calculated(sign: char, a: i64, b: i64) -> Option<i64> {
    match sign {
        '+' => a.checked_add(b),
        '-' => a.checked_sub(b),
        '*' => a.checked_mul(b),
        _ => {
            let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
            Some(quotient - i64::from(rest != 0 && (rest < 0) != (b < 0)))
        }
    }
}
