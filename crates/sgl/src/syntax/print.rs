//! Prints syntax trees as text that parses to the same tree.

use std::fmt::{Display, Formatter, Result};

use super::tree::{Binding, Expr, ExprKind, Head, Item, MacroKind, Set, Tree};

/// The binding strength of a formula, which determines where parentheses are needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Iff,
    Implies,
    Priority,
    Or,
    And,
    Prefix,
}

impl Tree {
    fn level(&self) -> Level {
        match self {
            Tree::Iff(..) => Level::Iff,
            Tree::Implies(..) => Level::Implies,
            Tree::Else(..) | Tree::Also(..) => Level::Priority,
            Tree::Or(_) => Level::Or,
            Tree::And(_) => Level::And,
            _ => Level::Prefix,
        }
    }
}

/// A formula inside another one, in parentheses if it binds less tightly than required.
struct Inside<'a>(&'a Tree, Level);

impl Display for Inside<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        if self.0.level() < self.1 { write!(f, "({})", self.0) } else { write!(f, "{}", self.0) }
    }
}

impl Display for Tree {
    fn fmt(&self, f: &mut Formatter) -> Result {
        use Level::*;
        match self {
            Tree::Truth(truth) => write!(f, "{truth}"),
            Tree::Initial => write!(f, "initial"),
            Tree::Terminal => write!(f, "terminal"),
            Tree::Atom(atom) => write!(f, "{atom}"),
            Tree::Does(action) => write!(f, "does({action})"),
            Tree::Legal(action) => write!(f, "legal({action})"),
            Tree::Not(inner) => write!(f, "~{}", Inside(inner, Prefix)),
            Tree::And(list) => join(f, list, " & ", Prefix),
            Tree::Or(list) => join(f, list, " | ", And),
            Tree::Implies(a, b) => write!(f, "{} -> {}", Inside(a, Priority), Inside(b, Implies)),
            Tree::Iff(a, b) => write!(f, "{} <-> {}", Inside(a, Iff), Inside(b, Implies)),
            Tree::Else(a, b) => write!(f, "{} else {}", Inside(a, Priority), Inside(b, Or)),
            Tree::Also(a, b) => write!(f, "{} also {}", Inside(a, Priority), Inside(b, Or)),
            Tree::Exec(action, inner) => write!(f, "[{action}]{}", Inside(inner, Prefix)),
            Tree::Select(action, inner) => write!(f, "@{action}:{}", Inside(inner, Prefix)),
            Tree::Strategy(strategy, inner) => {
                write!(f, "{{{strategy}}} {}", Inside(inner, Prefix))
            }
            Tree::Next(inner) => write!(f, "next {}", Inside(inner, Prefix)),
            Tree::Each { all, bindings, body } => {
                let word = if *all { "and" } else { "or" };
                write!(f, "{word}({}) {}", Commas(bindings), Inside(body, Prefix))
            }
        }
    }
}

fn join(f: &mut Formatter, list: &[Tree], operator: &str, level: Level) -> Result {
    for (i, part) in list.iter().enumerate() {
        write!(f, "{}{}", if i > 0 { operator } else { "" }, Inside(part, level))?;
    }
    Ok(())
}

/// A list separated by commas.
struct Commas<'a, T>(&'a [T]);

impl<T: Display> Display for Commas<'_, T> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        for (i, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if i > 0 { ", " } else { "" })?;
        }
        Ok(())
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match &self.kind {
            ExprKind::Number(number) => write!(f, "{number}"),
            ExprKind::Quoted(text) => {
                write!(f, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
            }
            ExprKind::Name(name, args) => write_term(f, name, args),
            ExprKind::Binary(sign, a, b) => write!(f, "({a}{sign}{b})"),
        }
    }
}

fn write_term(f: &mut Formatter, name: &str, args: &[Expr]) -> Result {
    write!(f, "{name}")?;
    for (i, arg) in args.iter().enumerate() {
        write!(f, "{}{arg}", if i > 0 { "," } else { "(" })?;
    }
    if args.is_empty() { Ok(()) } else { write!(f, ")") }
}

impl Display for Head {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write_term(f, &self.name, &self.args)
    }
}

impl Display for Binding {
    fn fmt(&self, f: &mut Formatter) -> Result {
        write!(f, "{} in ", self.name)?;
        match &self.set {
            Set::Range(low, high) => write!(f, "{low}..{high}"),
            Set::Agents => write!(f, "agents"),
            Set::Others(agent) => write!(f, "others({agent})"),
            Set::Actions(None) => write!(f, "actions"),
            Set::Actions(Some(agent)) => write!(f, "actions({agent})"),
            Set::List(list) => write!(f, "{{{}}}", Commas(list)),
        }
    }
}

/// ` for bindings`, empty if there are none.
struct For<'a>(&'a [Binding]);

impl Display for For<'_> {
    fn fmt(&self, f: &mut Formatter) -> Result {
        if self.0.is_empty() { Ok(()) } else { write!(f, " for {}", Commas(self.0)) }
    }
}

impl Display for Item {
    fn fmt(&self, f: &mut Formatter) -> Result {
        match self {
            Item::Game { text, .. } => write!(f, "game {text};"),
            Item::Agents(agents) => write!(f, "agents {};", Commas(agents)),
            Item::Const { name, value } => write!(f, "const {name} = {value};"),
            Item::Action { heads, owner, bindings } => {
                write!(f, "action {} by {owner}{};", Commas(heads), For(bindings))
            }
            Item::Fluent { heads, bindings } => {
                write!(f, "fluent {}{};", Commas(heads), For(bindings))
            }
            Item::Init { groups, .. } => {
                write!(f, "init")?;
                for (i, (atoms, bindings)) in groups.iter().enumerate() {
                    let before = if i > 0 { ", " } else { " " };
                    write!(f, "{before}{}{}", Commas(atoms), For(bindings))?;
                }
                write!(f, ";")
            }
            Item::Macro { kind: MacroKind::Define, head, body } => {
                write!(f, "define {head} := {body};")
            }
            Item::Macro { kind: MacroKind::Strategy, head, body } => {
                write!(f, "strategy {head} := {body};")
            }
            Item::Terminal { body, .. } => write!(f, "terminal := {body};"),
            Item::Legal { head, body } => write!(f, "legal {head} := {body};"),
            Item::Next { head, body } => write!(f, "next {head} := {body};"),
            Item::Axiom { body } => write!(f, "axiom {body};"),
        }
    }
}
