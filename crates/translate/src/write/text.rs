//! The text of a translation.

use ludex_gdl::Term;
use ludex_rewrite::Formula;
use rustc_hash::FxHashSet;

use super::formulas::Formulas;
use super::names::capital;
use super::rules::{Rule, rules};
use crate::board::{Board, Cell};
use crate::moves::Moves;
use crate::refusal::{Result, shape};
use crate::rules::{Node, View};

/// The greatest length of a readable text, in bytes.
const LONGEST: usize = 200_000;

/// Writes all of a translation.
pub(crate) fn write(formulas: &mut Formulas, moves: &Moves) -> Result<String> {
    let terminals: Vec<Formula> =
        (0..moves.situations.len()).map(|s| terminal(formulas, s)).collect::<Result<_>>()?;
    let payoffs: Vec<String> =
        (0..moves.situations.len()).map(|s| payoff(formulas, s)).collect::<Result<_>>()?;
    let rules = rules(formulas, moves, &terminals)?;
    let roles = formulas.reader.clauses.rules.roles();
    let players: Vec<String> = roles.iter().map(|&role| player(formulas, role)).collect();
    let mut text: String = rules.iter().map(Rule::text).collect();
    for (number, payoff) in payoffs.iter().enumerate() {
        let edges = rules.iter().flat_map(|rule| rule.edges.iter().map(move |edge| (rule, edge)));
        let here = edges.filter(|(_, edge)| edge.0 == number);
        let edges: Vec<String> =
            here.map(|(r, edge)| format!("{} -> {}", r.name, edge.1)).collect();
        let player = player(formulas, moves.movers[number]);
        text += &format!(
            "LOC {number} {{ PLAYER {player}\n  PAYOFF {{ {payoff} }}\n  MOVES [{}] }}\n",
            edges.join("; ")
        );
    }
    let head = format!("PLAYERS {}\n", players.join(", "));
    let text = head + &definitions(formulas, &text) + &text + &model(formulas);
    match text.len() > LONGEST {
        true => shape(format!("the translation would be longer than {} kB", LONGEST / 1000)),
        false => Ok(text),
    }
}

/// Returns the definitions that a text needs.
fn definitions(formulas: &Formulas, text: &str) -> String {
    let words = |text: &str| -> FxHashSet<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned).collect()
    };
    let mut used = words(text);
    let mut needed = Vec::new();
    for (name, parameters, formula) in formulas.definitions.iter().rev() {
        if used.contains(name) {
            let text = lines(formula);
            used.extend(words(&text));
            needed.push(format!("REL {name}({parameters}) ={text}\n"));
        }
    }
    needed.into_iter().rev().collect()
}

/// Returns a formula as text; its disjuncts on lines of their own if it is long.
fn lines(formula: &Formula) -> String {
    const LONG: usize = 100;
    let text = formula.to_string();
    match formula {
        Formula::Or(parts) if text.len() > LONG => {
            let part = |part: &Formula| match part {
                Formula::And(_) => format!("({part})"),
                part => part.to_string(),
            };
            let parts: Vec<String> = parts.iter().map(part).collect();
            format!("\n  {}", parts.join(" or\n  "))
        }
        _ => format!(" {text}"),
    }
}

/// Returns the name of a player.
pub(super) fn player(formulas: &Formulas, role: Term) -> String {
    capital(formulas.reader.clauses.rules.name(role))
}

/// Returns the sentence that a play is over in a situation.
fn terminal(formulas: &mut Formulas, situation: usize) -> Result<Formula> {
    match formulas.reader.clauses.heads("terminal").first() {
        Some(&head) => formulas.atom(head, situation),
        None => Ok(Formula::False),
    }
}

/// Returns the payoff of each player in a situation: the sum of its goal values, of which one is
/// true at a time.
fn payoff(formulas: &mut Formulas, situation: usize) -> Result<String> {
    let rules = formulas.reader.clauses.rules;
    let mut goals: Vec<(u32, Term)> = Vec::new();
    for goal in formulas.reader.clauses.heads("goal") {
        let value = rules.name(rules.arguments(goal)[1]);
        match value.parse() {
            Ok(value) => goals.push((value, goal)),
            Err(_) => return shape(format!("`{value}` is a goal and no number")),
        }
    }
    ludex_base::sort_by_key(&mut goals, |&(value, goal)| (std::cmp::Reverse(value), goal));
    name_shared_goals(formulas, &goals, situation)?;
    let mut payoffs = Vec::new();
    for &role in rules.roles() {
        let mut terms = Vec::new();
        let of_role = |g: &&(u32, Term)| rules.arguments(g.1)[0] == role && g.0 > 0;
        for &(value, goal) in goals.iter().filter(of_role) {
            match formulas.atom(goal, situation)? {
                Formula::False => {}
                Formula::True => terms.push(format!("{value}")),
                formula => terms.push(format!("{value} * :({formula})")),
            }
        }
        let sum = if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") };
        payoffs.push(format!("{}: {sum}", player(formulas, role)));
    }
    Ok(payoffs.join("; "))
}

/// Names conditions that give several players the same value after the value alone.
fn name_shared_goals(
    formulas: &mut Formulas,
    goals: &[(u32, Term)],
    situation: usize,
) -> Result<()> {
    let mut views = Vec::new();
    for &(value, goal) in goals {
        let expr = formulas.reader.atom(goal, &formulas.situations[situation])?;
        if let Node::View(view) = *formulas.reader.exprs.node(expr) {
            let View { family, definition, .. } = formulas.reader.views[view];
            views.push((value, definition, family));
        }
    }
    for &(value, definition, family) in &views {
        let same = views.iter().filter(|v| (v.0, v.1) == (value, definition)).count();
        if same > 1 {
            formulas.wanted.insert(family, format!("Goal{value}"));
        }
    }
    Ok(())
}

/// Returns the starting position as a picture.
fn model(formulas: &Formulas) -> String {
    let clauses = formulas.reader.clauses;
    let board: &Board = clauses.board;
    let initial: Vec<usize> =
        clauses.rules.initial().iter().filter_map(|&fact| board.fact(fact)).collect();
    let blank = |m: usize| formulas.blanks[board.marks[m].functor] == Some(m);
    let cell = |cell: Cell| {
        let on = initial.iter().map(|&f| board.facts[f]).filter(|f| f.cell == cell);
        let marks: Vec<&str> =
            on.filter(|f| !blank(f.mark)).map(|f| &*formulas.marks[f.mark]).collect();
        if marks.is_empty() { ".".to_owned() } else { marks.join("+") }
    };
    let width = board.cells().map(|c| cell(c).len()).max().unwrap_or(1);
    let mut rows = String::new();
    for row in (0..board.rows.len() as i16).rev() {
        let cells = (0..board.columns.len() as i16).map(|column| cell(Cell { column, row }));
        let cells: Vec<String> = cells.map(|text| format!("{text:width$}")).collect();
        rows += &format!("  {}\n", cells.join(" ").trim_end());
    }
    let shown = (0..board.marks.len()).filter(|&m| !blank(m));
    let mut items: Vec<String> = shown.map(|m| format!("{}:1 {{}}", formulas.marks[m])).collect();
    for (name, cells) in &formulas.areas {
        let cells: Vec<String> = cells.iter().map(|&c| element(c)).collect();
        items.push(format!("{name} {{{}}}", cells.join("; ")));
    }
    format!("MODEL [ | {} | ] \"\n{rows}\"\n", items.join("; "))
}

/// Returns the name of the element of a cell: `a1`.
pub(crate) fn element(cell: Cell) -> String {
    let mut letters = Vec::new();
    let mut column = cell.column;
    while column >= 0 {
        letters.push(char::from(b'a' + (column % 26) as u8));
        column = column / 26 - 1;
    }
    format!("{}{}", letters.iter().rev().collect::<String>(), cell.row + 1)
}
