//! Rules: moves that differ only in their place, as one left- and right-hand side.

use std::collections::BTreeMap;

use ludex_rewrite::{Formula, Name};

use super::formulas::Formulas;
use super::logic::{and, atom};
use super::names::{Names, capital, way_name};
use super::sentences::ORIGIN;
use super::text::player;
use crate::board::{Cell, Offset};
use crate::moves::{Instance, Moves};
use crate::refusal::Result;
use crate::rules::Expr;
use crate::shape::fitting;

/// A rule, with the moves it makes: from a location to another.
pub(super) struct Rule {
    pub name: String,
    /// The player, the name of the move, and the displacement from the first cell to the second.
    mover: String,
    action: String,
    way: Option<Offset>,
    /// The elements, their contents before and after, and their relative positions.
    elements: String,
    before: Vec<String>,
    ways: Vec<Formula>,
    after: Vec<String>,
    exact: Vec<String>,
    pre: Formula,
    pub edges: Vec<(usize, usize)>,
}

impl Rule {
    /// Returns whether two rules are equal apart from the displacement between their cells.
    fn same_but_way(&self, other: &Rule) -> bool {
        let parts = |r: &'_ Rule| [r.before.clone(), r.after.clone(), r.exact.clone()];
        (&self.mover, &self.action, &self.elements)
            == (&other.mover, &other.action, &other.elements)
            && parts(self) == parts(other)
            && self.pre == other.pre
    }

    pub fn text(&self) -> String {
        let side = |items: Vec<String>| {
            let items = if items.is_empty() { "-".to_owned() } else { items.join("; ") };
            format!("[{} | {items} | - ]", self.elements)
        };
        let ways = self.ways.iter().map(ToString::to_string);
        let left = side(self.before.iter().cloned().chain(ways).collect());
        let mut text = format!("RULE {}: {left} -> {}", self.name, side(self.after.clone()));
        if !self.exact.is_empty() {
            text += &format!(" emb {}", self.exact.join(", "));
        }
        match &self.pre {
            Formula::True => text + "\n",
            pre => format!("{text}\n  pre {pre}\n"),
        }
    }
}

/// The common part of moves that differ only in their place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    situation: usize,
    /// The name of the move.
    name: String,
    /// Distinguishes moves with the same effect at the same place.
    layer: usize,
    ways: Vec<Offset>,
    exact: Vec<usize>,
    before: Vec<Vec<usize>>,
    after: Vec<Vec<usize>>,
    target: usize,
}

/// Returns all rules: moves of one kind become one rule.
pub(super) fn rules(
    formulas: &mut Formulas,
    moves: &Moves,
    terminals: &[Formula],
) -> Result<Vec<Rule>> {
    let mut kinds: BTreeMap<Kind, Vec<(Cell, Expr)>> = BTreeMap::new();
    for instance in &moves.instances {
        let (anchor, mut kind) = kind(formulas, instance);
        while kinds.get(&kind).is_some_and(|of| of.iter().any(|i| i.0 == anchor)) {
            kind.layer += 1;
        }
        kinds.entry(kind).or_default().push((anchor, instance.condition));
    }
    let (mut rules, mut names) = (Vec::<Rule>::new(), Names::new());
    for (kind, items) in kinds {
        let mover = player(formulas, moves.movers[kind.situation]);
        let elements: Vec<(Offset, Name)> =
            kind.ways.iter().zip('a'..).map(|(&w, c)| (w, c.to_string().into())).collect();
        let over = Formula::Not(Box::new(terminals[kind.situation].clone()));
        let over = if terminals[kind.situation] == Formula::False { Formula::True } else { over };
        let conditions = conditions(formulas, &kind, items, &elements);
        for condition in conditions.map_err(|refusal| refusal.about(&kind.name))? {
            let pre = and(vec![condition, over.clone()]);
            let mut rule = rule(formulas, &kind, &elements, pre);
            rule.mover.clone_from(&mover);
            let edge = (kind.situation, kind.target);
            // One rule serves several locations, but two moves of one location are two rules.
            let serves = |r: &&mut Rule| {
                r.same_but_way(&rule)
                    && r.ways == rule.ways
                    && r.edges.iter().all(|e| e.0 != edge.0)
            };
            if let Some(known) = rules.iter_mut().find(serves) {
                known.edges.push(edge);
                continue;
            }
            rule.name = names.free(&[rule_name(formulas, &kind, &mover, moves)]);
            rule.edges.push(edge);
            rules.push(rule);
        }
    }
    Ok(join_ways(formulas, rules))
}

/// Returns the conditions of moves of a kind: if they are not the same everywhere, each is a rule
/// of its own.
fn conditions(
    formulas: &mut Formulas,
    kind: &Kind,
    items: Vec<(Cell, Expr)>,
    elements: &[(Offset, Name)],
) -> Result<Vec<Formula>> {
    let Some((_, a)) = elements.first() else {
        return Ok(vec![formulas.sentence(items[0].1)?]);
    };
    let mut conditions = Vec::new();
    let fits = places(formulas, kind);
    for (shape, among) in formulas.covered(items, &fits, false, a)? {
        let formula = formulas.shape(&shape, elements)?;
        conditions.push(and(vec![formula, among]));
    }
    Ok(conditions)
}

/// Joins rules that differ only in the displacement between their two cells, if there are many,
/// into one with a relation for all.
fn join_ways(formulas: &mut Formulas, rules: Vec<Rule>) -> Vec<Rule> {
    const MANY: usize = 4;
    let mut joined: Vec<Rule> = Vec::new();
    let mut groups: Vec<Vec<Rule>> = Vec::new();
    for rule in rules {
        let fits = |group: &&mut Vec<Rule>| {
            let two = rule.way.is_some() && group[0].way.is_some();
            two && group[0].same_but_way(&rule)
                && group[0].edges == rule.edges
                && group.iter().all(|r| r.way != rule.way)
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(rule),
            None => groups.push(vec![rule]),
        }
    }
    for mut group in groups {
        if group.len() < MANY {
            joined.append(&mut group);
            continue;
        }
        let (x, y): (Name, Name) = ("x".into(), "y".into());
        let ways: Vec<Offset> = group.iter().filter_map(|rule| rule.way).collect();
        let steps = ways.iter().map(|&way| formulas.step(&x, &y, way)).collect();
        let mut rule = group.swap_remove(0);
        let name = formulas.define(rule.action.clone(), "x, y", Formula::Or(steps));
        rule.ways = vec![atom(&name, &[&"a".into(), &"b".into()])];
        let way = way_name(rule.way.expect("there are two cells"));
        rule.name = rule.name.replacen(&way, "", 1);
        joined.push(rule);
    }
    let mut names = Names::new();
    joined.iter_mut().for_each(|rule| rule.name = names.free(std::slice::from_ref(&rule.name)));
    joined
}

/// Returns the anchors where a move of a kind has room: what is before can be there.
fn places(formulas: &Formulas, kind: &Kind) -> Vec<Cell> {
    let board = formulas.reader.clauses.board;
    let possible = |anchor: &Cell| {
        kind.ways.iter().zip(&kind.before).all(|(&way, marks)| {
            marks.iter().all(|&mark| board.fact_at(mark, anchor.at(way)).is_some())
        })
    };
    fitting(board, &kind.ways).into_iter().filter(possible).collect()
}

/// Returns the kind of a move, and its anchor. Cells that are left come before those that are
/// entered.
fn kind(formulas: &Formulas, instance: &Instance) -> (Cell, Kind) {
    let clauses = formulas.reader.clauses;
    let blank = |m: usize| formulas.blanks[clauses.board.marks[m].functor] == Some(m);
    let leaves = |i: usize| {
        let comes = |m: usize| instance.after.iter().any(|marks| marks.contains(&m));
        let goes = |m: &&usize| !blank(**m) && !instance.after[i].contains(m) && comes(**m);
        instance.before[i].iter().find(goes)
    };
    let mut order: Vec<usize> = (0..instance.cells.len()).collect();
    ludex_base::sort_by_key(&mut order, |&i| {
        let leaves = leaves(i);
        (leaves.is_none(), leaves, &instance.before[i], &instance.after[i], instance.cells[i])
    });
    let anchor = order.first().map_or(ORIGIN, |&i| instance.cells[i]);
    let kind = Kind {
        situation: instance.situation,
        name: capital(clauses.rules.name(instance.action)),
        layer: 0,
        ways: order.iter().map(|&i| anchor.to(instance.cells[i])).collect(),
        exact: instance.exact.clone(),
        before: order.iter().map(|&i| instance.before[i].clone()).collect(),
        after: order.iter().map(|&i| instance.after[i].clone()).collect(),
        target: instance.target,
    };
    (anchor, kind)
}

/// Returns a name such as `WhiteMoveRightUp`, with captures: `WhiteMoveRightUpTakesBlack`.
fn rule_name(formulas: &Formulas, kind: &Kind, mover: &str, moves: &Moves) -> String {
    let board = formulas.reader.clauses.board;
    let mover = if moves.movers.iter().any(|m| *m != moves.movers[0]) { mover } else { "" };
    let way = match kind.ways[..] {
        [_, way] => way_name(way),
        _ => String::new(),
    };
    let gone = |i: usize| {
        let blank = |m: usize| formulas.blanks[board.marks[m].functor] == Some(m);
        let taken = kind.before[i].iter().copied();
        taken.filter(|&m| !blank(m) && !kind.after.iter().flatten().any(|&a| a == m)).collect()
    };
    let taken: Vec<usize> =
        (0..kind.ways.len()).flat_map(|i: usize| -> Vec<usize> { gone(i) }).collect();
    let takes = match (kind.ways.len() > 1, taken.first()) {
        (true, Some(&mark)) => format!("Takes{}", formulas.marks[mark]),
        _ => String::new(),
    };
    format!("{mover}{}{way}{takes}", kind.name)
}

fn rule(formulas: &mut Formulas, kind: &Kind, elements: &[(Offset, Name)], pre: Formula) -> Rule {
    let board = formulas.reader.clauses.board;
    let blank = |m: usize| formulas.blanks[board.marks[m].functor] == Some(m);
    let marks = |side: &[Vec<usize>]| -> Vec<String> {
        let on = |(marks, (_, x)): (&Vec<usize>, &(Offset, Name))| -> Vec<String> {
            let shown = marks.iter().filter(|&&m| !blank(m));
            shown.map(|&m| atom(&formulas.marks[m], &[x]).to_string()).collect()
        };
        side.iter().zip(elements).flat_map(on).collect()
    };
    let (before, after) = (marks(&kind.before), marks(&kind.after));
    let shown = kind.exact.iter().filter(|&&m| !blank(m));
    let exact = shown.map(|&m| formulas.marks[m].clone()).collect();
    let names: Vec<&str> = elements.iter().map(|e| &*e.1).collect();
    Rule {
        name: String::new(),
        mover: String::new(),
        action: kind.name.clone(),
        way: if let [_, way] = kind.ways[..] { Some(way) } else { None },
        elements: if names.is_empty() { "-".to_owned() } else { names.join(", ") },
        before,
        ways: formulas.ways(elements),
        after,
        exact,
        pre,
        edges: Vec::new(),
    }
}
