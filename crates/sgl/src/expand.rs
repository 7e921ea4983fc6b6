//! Name resolution: from syntax trees to the DAG, with quantifiers expanded.

use std::sync::Arc;

use ludex_base::{Budget, OutOfBudget, TextError, Ticker};
use ludex_game::Agent;
use rustc_hash::FxHashMap;

use crate::formula::{Formula, Formulas};
use crate::frame::Frame;
use crate::syntax::{Binding, Expr, ExprKind, MacroKind, Set, Tree};
use crate::value::Value;
use ludex_base::{Source, SourceError, Span};

/// A `define` or a `strategy`.
#[derive(Clone, Debug)]
pub(crate) struct Macro {
    pub name: String,
    pub parameters: Vec<String>,
    pub kind: MacroKind,
    pub body: Tree,
}

/// The constants and definitions of a file.
#[derive(Clone, Default, Debug)]
pub(crate) struct Names {
    pub constants: FxHashMap<String, i64>,
    pub macros: Vec<Arc<Macro>>,
}

impl Names {
    pub fn find(&self, name: &str, arity: usize) -> Option<usize> {
        self.macros.iter().position(|m| m.name == name && m.parameters.len() == arity)
    }
}

/// The limit on the depth of nested calls of definitions and of nested formulas.
const DEEPEST: u32 = 600;
/// The limit on the number of formula parts that a text expands to.
const LARGEST: u64 = 30_000_000;

type Result<T> = std::result::Result<T, SourceError>;

/// Expands trees into one arena.
pub(crate) struct Expander<'a> {
    pub frame: &'a mut Frame,
    pub names: &'a Names,
    pub formulas: &'a mut Formulas,
    /// The text that is being expanded, and the text that contains the definitions.
    source: Arc<Source>,
    file: Arc<Source>,
    scope: Vec<(String, Value)>,
    calls: Vec<usize>,
    done: FxHashMap<(usize, Vec<Value>), Formula>,
    work: u64,
    /// Polls the budget, if there is one.
    ticker: Option<Ticker<'a>>,
}

impl<'a> Expander<'a> {
    pub fn new(
        frame: &'a mut Frame,
        names: &'a Names,
        formulas: &'a mut Formulas,
        source: &Arc<Source>,
        file: &Arc<Source>,
    ) -> Expander<'a> {
        let (source, file) = (source.clone(), file.clone());
        let (scope, calls, done) = (Vec::new(), Vec::new(), FxHashMap::default());
        let ticker = None;
        Expander { frame, names, formulas, source, file, scope, calls, done, work: 0, ticker }
    }

    /// Returns the expander within a budget. That it is used up is reported as an error of the text:
    /// whoever set the budget polls it to tell them apart.
    pub fn within(self, budget: &'a Budget) -> Expander<'a> {
        Expander { ticker: Some(Ticker::new(budget)), ..self }
    }

    /// Counts a step, and polls the budget from time to time.
    fn step(&mut self) -> Result<()> {
        self.work += 1;
        if self.work > LARGEST {
            let message = format!("expands to more than {LARGEST} formulas");
            return Err(self.error(Span::default(), message));
        }
        match self.ticker.as_ref().map_or(Ok(()), Ticker::tick) {
            Ok(()) => Ok(()),
            Err(stopped) => {
                Err(self.error(Span::default(), OutOfBudget::polled(stopped).to_string()))
            }
        }
    }

    pub fn error(&self, span: Span, message: impl Into<String>) -> SourceError {
        SourceError::within(&self.source, span.error(message))
    }

    fn fail<T>(&self, span: Span, message: String, help: Option<String>) -> Result<T> {
        let error = TextError { message, span: span.range(), help };
        Err(SourceError::within(&self.source, error))
    }

    /// Returns the formula a tree means.
    pub fn formula(&mut self, tree: &Tree) -> Result<Formula> {
        self.step()?;
        Ok(match tree {
            Tree::Truth(truth) => self.formulas.truth(*truth),
            Tree::Initial => self.formulas.initial(),
            Tree::Terminal => self.formulas.terminal(),
            Tree::Atom(atom) => self.atom(atom)?,
            Tree::Does(action) => match self.action_or_none(action)? {
                Some(action) => self.formulas.does(action),
                None => self.formulas.truth(false),
            },
            Tree::Legal(action) => match self.action_or_none(action)? {
                Some(action) => self.formulas.legal(action),
                None => self.formulas.truth(false),
            },
            Tree::Not(inner) => {
                let inner = self.formula(inner)?;
                self.formulas.not(inner)
            }
            Tree::And(list) => {
                let list = list.iter().map(|part| self.formula(part)).collect::<Result<_>>()?;
                self.formulas.and(list)
            }
            Tree::Or(list) => {
                let list = list.iter().map(|part| self.formula(part)).collect::<Result<_>>()?;
                self.formulas.or(list)
            }
            Tree::Implies(a, b) => self.binary(a, b, Formulas::implies)?,
            Tree::Iff(a, b) => self.binary(a, b, Formulas::iff)?,
            Tree::Else(a, b) => self.binary(a, b, Formulas::otherwise)?,
            Tree::Also(a, b) => self.binary(a, b, Formulas::also)?,
            Tree::Strategy(a, b) => self.binary(a, b, Formulas::strategy)?,
            Tree::Exec(action, inner) => {
                let (action, inner) = (self.action(action)?, self.formula(inner)?);
                self.formulas.exec(action, inner)
            }
            Tree::Select(action, inner) => {
                let (action, inner) = (self.action(action)?, self.formula(inner)?);
                self.formulas.select(action, inner)
            }
            Tree::Next(inner) => {
                let inner = self.formula(inner)?;
                self.formulas.next(inner)
            }
            Tree::Each { all, bindings, body } => {
                let mut list = Vec::new();
                self.each(bindings, &mut |this| {
                    list.push(this.formula(body)?);
                    Ok(())
                })?;
                if *all { self.formulas.and(list) } else { self.formulas.or(list) }
            }
        })
    }

    fn binary(
        &mut self,
        a: &Tree,
        b: &Tree,
        make: fn(&mut Formulas, Formula, Formula) -> Formula,
    ) -> Result<Formula> {
        let (a, b) = (self.formula(a)?, self.formula(b)?);
        Ok(make(self.formulas, a, b))
    }

    /// Runs a function once for each choice of the indices, in order.
    pub fn each(
        &mut self,
        bindings: &[Binding],
        run: &mut dyn FnMut(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let Some((binding, rest)) = bindings.split_first() else { return run(self) };
        for value in self.set(binding)? {
            self.step()?;
            self.scope.push((binding.name.clone(), value));
            let result = self.each(rest, run);
            self.scope.pop();
            result?;
        }
        Ok(())
    }

    fn set(&mut self, binding: &Binding) -> Result<Vec<Value>> {
        Ok(match &binding.set {
            Set::Range(low, high) => {
                let (low, high) = (self.number(low)?, self.number(high)?);
                if high.saturating_sub(low) > 100_000 {
                    return Err(self.error(binding.span, "more than 100,000 indices"));
                }
                (low..=high).map(Value::Number).collect()
            }
            Set::Agents => self.frame.agents.iter().map(Value::Agent).collect(),
            Set::Others(agent) => {
                let agent = self.agent(agent)?;
                self.frame.agents.opponents(agent).map(Value::Agent).collect()
            }
            Set::Actions(None) => self.frame.actions_of(None).map(Value::Action).collect(),
            Set::Actions(Some(agent)) => {
                let agent = self.agent(agent)?;
                self.frame.actions_of(Some(agent)).map(Value::Action).collect()
            }
            Set::List(list) => list.iter().map(|e| self.value(e)).collect::<Result<_>>()?,
        })
    }

    /// Binds names while a function runs.
    pub fn with<T>(
        &mut self,
        bound: Vec<(String, Value)>,
        run: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let count = bound.len();
        self.scope.extend(bound);
        let result = run(self);
        self.scope.truncate(self.scope.len() - count);
        result
    }

    fn atom(&mut self, atom: &Expr) -> Result<Formula> {
        let (name, args) = match &atom.kind {
            ExprKind::Quoted(text) => return self.known_atom(atom, text.clone()),
            ExprKind::Name(name, args) => (name, args),
            _ => return Err(self.error(atom.span, "a formula is expected here, not a number")),
        };
        if let Some(index) = self.names.find(name, args.len()) {
            return self.call(index, args, atom.span);
        }
        let values = args.iter().map(|arg| self.value(arg)).collect::<Result<Vec<_>>>()?;
        let symbol = self.frame.symbol(name, values);
        let declared = self.frame.fluents.arities(name).contains(&args.len());
        if let Some(number) = self.frame.atom_named(&symbol.text) {
            return Ok(self.formulas.atom(number));
        }
        if declared {
            return Ok(self.formulas.truth(false));
        }
        if self.frame.free {
            let number = self.frame.add_fluent(symbol).expect("it was looked up just now");
            return Ok(self.formulas.atom(number));
        }
        self.unknown(name, args.len(), atom.span)
    }

    fn known_atom(&mut self, atom: &Expr, text: String) -> Result<Formula> {
        match self.frame.atom_named(&text) {
            Some(number) => Ok(self.formulas.atom(number)),
            None => self.fail(atom.span, format!("there is no atom `{text}`"), None),
        }
    }

    fn unknown<T>(&self, name: &str, arity: usize, span: Span) -> Result<T> {
        let mut arities = self.frame.fluents.arities(name).to_vec();
        let same = self.names.macros.iter().filter(|m| m.name == name);
        arities.extend(same.map(|m| m.parameters.len()));
        let macros = self.names.macros.iter().map(|m| m.name.as_str());
        let help = match arities.first() {
            Some(other) => Some(format!("`{name}` has {other} arguments, not {arity}")),
            None if !self.frame.actions.arities(name).is_empty() => {
                Some(format!("`{name}` is an action: write `does({name}…)` or `legal({name}…)`"))
            }
            None => self.frame.advice(name, macros),
        };
        self.fail(span, format!("there is no atom or definition `{name}`"), help)
    }

    /// Expands a definition, once for each list of arguments.
    fn call(&mut self, index: usize, args: &[Expr], span: Span) -> Result<Formula> {
        let values = args.iter().map(|arg| self.value(arg)).collect::<Result<Vec<_>>>()?;
        if let Some(&known) = self.done.get(&(index, values.clone())) {
            return Ok(known);
        }
        let callee = self.names.macros[index].clone();
        if self.calls.contains(&index) {
            let message = format!("`{}` is defined by itself", callee.name);
            return self.fail(span, message, Some("definitions are macros".to_owned()));
        }
        let bound = callee.parameters.iter().cloned().zip(values.iter().cloned()).collect();
        let scope = std::mem::replace(&mut self.scope, bound);
        let source = std::mem::replace(&mut self.source, self.file.clone());
        self.calls.push(index);
        let result = self.formula(&callee.body);
        self.calls.pop();
        (self.scope, self.source) = (scope, source);
        let formula = result?;
        if self.formulas.facts(formula).depth > DEEPEST {
            let message = format!("`{}` is more than {DEEPEST} operators deep", callee.name);
            return Err(self.error(span, message));
        }
        self.done.insert((index, values), formula);
        Ok(formula)
    }

    pub fn action(&mut self, expr: &Expr) -> Result<u32> {
        match self.action_or_none(expr)? {
            Some(action) => Ok(action),
            None => {
                let help = "out of range: only `does` and `legal` are false of such actions";
                self.fail(expr.span, format!("there is no action `{expr}`"), Some(help.into()))
            }
        }
    }

    fn action_or_none(&mut self, expr: &Expr) -> Result<Option<u32>> {
        match self.value(expr)? {
            Value::Action(action) => Ok(Some(action)),
            Value::NoAction(_) => Ok(None),
            other => {
                let what = self.frame.write(&other);
                let advice = self.frame.advice(&what, std::iter::empty());
                self.fail(expr.span, format!("`{what}` is no action"), advice)
            }
        }
    }

    pub fn agent(&mut self, expr: &Expr) -> Result<Agent> {
        // An unknown name is taken for an agent here.
        let (agent, what) = match self.value(expr) {
            Ok(Value::Agent(agent)) => return Ok(agent),
            Ok(other) => (self.quoted_agent(&other), self.frame.write(&other)),
            Err(_) => (None, expr.to_string()),
        };
        let names = self.frame.agents.names().join(", ");
        let help = Some(format!("the agents are {names}"));
        agent.map_or_else(|| self.fail(expr.span, format!("`{what}` is no agent"), help), Ok)
    }

    /// Returns the agent with a name that is no word: a number, or text in quotation marks.
    fn quoted_agent(&self, value: &Value) -> Option<Agent> {
        match value {
            Value::Word(name) => self.frame.agent_named(name),
            Value::Number(number) => self.frame.agent_named(&number.to_string()),
            _ => None,
        }
    }

    pub fn number(&mut self, expr: &Expr) -> Result<i64> {
        match self.value(expr)? {
            Value::Number(number) => Ok(number),
            other => {
                let what = self.frame.write(&other);
                self.fail(expr.span, format!("`{what}` is no number"), None)
            }
        }
    }

    pub fn value(&mut self, expr: &Expr) -> Result<Value> {
        match &expr.kind {
            ExprKind::Number(number) => Ok(Value::Number(*number)),
            ExprKind::Quoted(text) => Ok(Value::Word(text.as_str().into())),
            ExprKind::Binary(sign, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                match calculate(*sign, a, b) {
                    Some(number) => Ok(Value::Number(number)),
                    None => self.fail(expr.span, "this number does not exist".into(), None),
                }
            }
            ExprKind::Name(name, args) if args.is_empty() => self.plain_name(name, expr.span),
            ExprKind::Name(name, args) => self.term(name, args, expr.span),
        }
    }

    /// Returns the value of a name: an index, a constant, an agent, an action; in built-in games
    /// any other word stands for itself.
    fn plain_name(&mut self, name: &str, span: Span) -> Result<Value> {
        let bound = self.scope.iter().rev().find(|(index, _)| index == name);
        if let Some((_, value)) = bound {
            return Ok(value.clone());
        }
        if let Some(&number) = self.names.constants.get(name) {
            return Ok(Value::Number(number));
        }
        if let Some(agent) = self.frame.agent_named(name) {
            return Ok(Value::Agent(agent));
        }
        if let Some(action) = self.frame.action_named(name) {
            return Ok(Value::Action(action));
        }
        if self.frame.raw {
            return Ok(Value::Word(name.into()));
        }
        let help = self.frame.advice(name, self.names.constants.keys().map(String::as_str));
        self.fail(span, format!("`{name}` is no index, constant, agent or action"), help)
    }

    /// Returns the agent after or before another one in playing order, or the other one of two.
    fn neighbour(&mut self, which: &str, agent: &Expr, span: Span) -> Result<Value> {
        let (agent, count) = (self.agent(agent)?, self.frame.agents.len());
        let step = match which {
            "after" => 1,
            "before" => count - 1,
            _ if count == 2 => 1,
            _ => {
                let message = "`other` makes sense with two agents only".to_owned();
                let help = "`after(t)` and `before(t)` are the agents next to t in playing order, \
                            `others(t)` is the set of all but t";
                return self.fail(span, message, Some(help.to_owned()));
            }
        };
        Ok(Value::Agent(Agent(((agent.index() + step) % count) as u8)))
    }

    fn term(&mut self, name: &str, args: &[Expr], span: Span) -> Result<Value> {
        let declared = self.frame.actions.arities(name).contains(&args.len());
        if let ("other" | "after" | "before", [agent], false) = (name, args, declared) {
            return self.neighbour(name, agent, span);
        }
        let values = args.iter().map(|arg| self.value(arg)).collect::<Result<Vec<_>>>()?;
        let symbol = self.frame.symbol(name, values);
        if let Some(action) = self.frame.action_named(&symbol.text) {
            return Ok(Value::Action(action));
        }
        if declared {
            return Ok(Value::NoAction(symbol.text.into()));
        }
        let help = match self.frame.actions.arities(name).first() {
            Some(arity) => Some(format!("`{name}` has {arity} arguments")),
            None => self.frame.advice(name, std::iter::empty()),
        };
        self.fail(span, format!("there is no action `{name}`"), help)
    }
}

/// Computes an arithmetic operation; `/` rounds down.
fn calculate(sign: char, a: i64, b: i64) -> Option<i64> {
    match sign {
        '+' => a.checked_add(b),
        '-' => a.checked_sub(b),
        '*' => a.checked_mul(b),
        _ if b == 0 => None,
        _ => Some(a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0)),
    }
}
