//! Reads the rules of a file, one for each symbol that a pattern matches.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::{Rules, is_transition};
use crate::expand::{Expander, Names};
use crate::formula::{Formula, Formulas, Node, parts};
use crate::frame::{Frame, Symbol};
use crate::syntax::{Expr, ExprKind, Head, Item, Tree};
use crate::value::Value;
use ludex_base::{Budget, Source, SourceError, Span};

type Result<T> = std::result::Result<T, SourceError>;

/// Reads all rules into an arena within a budget. If no atom is declared, the atoms of axioms are added to the
/// frame.
pub(crate) fn read_rules(
    source: &Arc<Source>,
    names: &Names,
    items: &[Item],
    frame: &mut Frame,
    formulas: &mut Formulas,
    budget: &Budget,
) -> Result<Rules> {
    let mut rules = Rules {
        legal: vec![None; frame.action_count()],
        next: vec![None; frame.atom_count()],
        ..Rules::default()
    };
    let expander = Expander::new(frame, names, formulas, source, source).within(budget);
    let mut reader = RuleReader { expander, rules: &mut rules };
    items.iter().try_for_each(|item| reader.item(item))?;
    rules.next.resize(frame.atom_count(), None);
    Ok(rules)
}

/// Reads the rules of a file, item by item.
struct RuleReader<'a, 'e> {
    expander: Expander<'e>,
    rules: &'a mut Rules,
}

impl RuleReader<'_, '_> {
    fn item(&mut self, item: &Item) -> Result<()> {
        match item {
            Item::Init { groups, span } => {
                let mut init = Vec::new();
                for (atoms, bindings) in groups {
                    self.expander.each(bindings, &mut |this| {
                        for atom in atoms {
                            init.push(init_atom(this, atom)?);
                        }
                        Ok(())
                    })?;
                }
                ludex_base::sort(&mut init);
                init.dedup();
                match self.rules.init.replace(init) {
                    Some(_) => Err(self.second_init(*span)),
                    None => Ok(()),
                }
            }
            Item::Terminal { body, span } => {
                let formula = self.terminal_rule(body, *span)?;
                match self.rules.terminal.replace(formula) {
                    Some(_) => Err(self.expander.error(*span, "a second rule for `terminal`")),
                    None => Ok(()),
                }
            }
            Item::Legal { head, body } => self.rule(head, body, true),
            Item::Next { head, body } => self.rule(head, body, false),
            Item::Axiom { body } => {
                let formula = self.expander.formula(body)?;
                self.rules.axioms.push(formula);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Returns the error about a second `init`.
    fn second_init(&self, span: Span) -> SourceError {
        let mut error = self.expander.error(span, "a second `init`: there is one initial state");
        error.help = Some("list all its atoms in one: `init a, b(i) for i in 1..3, c;`".to_owned());
        error
    }

    /// Returns the rule of `terminal`, which is about the atoms of one state and must not refer to
    /// itself.
    fn terminal_rule(&mut self, body: &Tree, span: Span) -> Result<Formula> {
        let formula = self.expander.formula(body)?;
        let formulas = &self.expander.formulas;
        let facts = formulas.facts(formula);
        if !facts.propositional || facts.legal {
            let message = "this rule is about one state: no modality, no `does`, no `legal`";
            return Err(self.expander.error(span, message));
        }
        if mentions_terminal(formulas, formula) {
            return Err(self.expander.error(span, "`terminal` is defined by itself"));
        }
        Ok(formula)
    }

    /// Adds a rule for all symbols that the pattern matches.
    fn rule(&mut self, head: &Head, body: &Tree, legal: bool) -> Result<()> {
        let frame = &self.expander.frame;
        let symbols = if legal { &frame.actions } else { &frame.fluents };
        if !symbols.arities(&head.name).contains(&head.args.len()) {
            let what = if legal { "action" } else { "fluent" };
            let message = format!("there is no {what} `{}` like this", head.name);
            return Err(self.expander.error(head.span, message));
        }
        let count = symbols.list.len();
        for number in 0..count {
            let symbols =
                if legal { &self.expander.frame.actions } else { &self.expander.frame.fluents };
            let symbol = symbols.list[number].clone();
            let Some(bound) = self.matches(head, &symbol)? else { continue };
            let formula = self.expander.with(bound, |this| this.formula(body))?;
            self.check_rule(formula, head, legal)?;
            let place =
                if legal { &mut self.rules.legal[number] } else { &mut self.rules.next[number] };
            if place.replace(formula).is_some() {
                let message = format!("a second rule for `{}`", symbol.text);
                return Err(self.expander.error(head.span, message));
            }
        }
        Ok(())
    }

    /// Checks that a `legal` rule is about one state, and that a `next` rule has no modality
    /// (`does` is allowed).
    fn check_rule(&self, formula: Formula, head: &Head, legal: bool) -> Result<()> {
        let formulas = &self.expander.formulas;
        let fine = match legal {
            true => formulas.facts(formula).propositional && !formulas.facts(formula).legal,
            false => is_transition(formulas, formula),
        };
        let message = match legal {
            true => "a `legal` rule is about one state: no modality, no `does`, no `legal`",
            false => "a `next` rule is about one move: no modality",
        };
        if fine { Ok(()) } else { Err(self.expander.error(head.span, message)) }
    }

    /// Returns the values of the indices for which the pattern is the symbol.
    fn matches(&mut self, head: &Head, symbol: &Symbol) -> Result<Option<Vec<(String, Value)>>> {
        if *symbol.head != *head.name || symbol.args.len() != head.args.len() {
            return Ok(None);
        }
        let mut bound: Vec<(String, Value)> = Vec::new();
        for (arg, value) in head.args.iter().zip(&symbol.args) {
            match self.parameter(arg) {
                None if self.expander.value(arg)? == *value => {}
                None => return Ok(None),
                Some(name) => match bound.iter().find(|(other, _)| other == name) {
                    Some((_, earlier)) if earlier != value => return Ok(None),
                    _ => bound.push((name.to_owned(), value.clone())),
                },
            }
        }
        Ok(Some(bound))
    }

    /// Returns the parameter that an argument is: a name that is not an agent, a constant or a
    /// number.
    fn parameter<'t>(&self, arg: &'t Expr) -> Option<&'t str> {
        match &arg.kind {
            ExprKind::Name(name, args)
                if args.is_empty()
                    && self.expander.frame.agent_named(name).is_none()
                    && !self.expander.names.constants.contains_key(name) =>
            {
                Some(name)
            }
            _ => None,
        }
    }
}

/// Returns whether `terminal` occurs.
fn mentions_terminal(formulas: &Formulas, formula: Formula) -> bool {
    let mut open = vec![formula];
    let mut seen = FxHashSet::default();
    while let Some(formula) = open.pop() {
        if *formulas.node(formula) == Node::Terminal {
            return true;
        }
        open.extend(parts(formulas.node(formula)).into_iter().filter(|&part| seen.insert(part)));
    }
    false
}

fn init_atom(expander: &mut Expander, atom: &Expr) -> Result<u32> {
    let ExprKind::Name(name, args) = &atom.kind else {
        return Err(expander.error(atom.span, "`init` lists atoms"));
    };
    let values = args.iter().map(|arg| expander.value(arg)).collect::<Result<Vec<_>>>()?;
    let symbol = expander.frame.symbol(name, values);
    match expander.frame.atom_named(&symbol.text) {
        Some(number) => Ok(number),
        None => {
            let message = format!("there is no atom `{}`", symbol.text);
            Err(expander.error(atom.span, message))
        }
    }
}
