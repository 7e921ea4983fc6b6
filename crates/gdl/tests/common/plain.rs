//! A direct implementation of the definition of GDL, written for simplicity: no index, no plan, no
//! code shared with the crate. Every rule is tried on all facts until nothing new is derived,
//! stratum by stratum.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// A term, an atom or a rule: a word or a list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tree {
    Word(String),
    List(Vec<Tree>),
}

use Tree::{List, Word};

type Values = HashMap<String, Tree>;
type Facts = BTreeMap<String, BTreeSet<Tree>>;

/// Parses KIF.
pub fn parse(text: &str) -> Vec<Tree> {
    let text: String =
        text.lines().map(|l| l.split(';').next().unwrap_or("").to_owned() + "\n").collect();
    let spaced = text.to_lowercase().replace('\u{feff}', " ");
    let spaced = spaced.replace('(', " ( ").replace(')', " ) ");
    let mut open = vec![Vec::new()];
    for word in spaced.split_whitespace() {
        match word {
            "(" => open.push(Vec::new()),
            ")" => {
                let list = open.pop().expect("balanced");
                open.last_mut().expect("balanced").push(List(list));
            }
            word => open.last_mut().expect("balanced").push(Word(word.to_owned())),
        }
    }
    open.pop().expect("balanced")
}

impl Tree {
    pub fn text(&self) -> String {
        match self {
            Word(word) => word.clone(),
            List(parts) => {
                format!("({})", parts.iter().map(Tree::text).collect::<Vec<_>>().join(" "))
            }
        }
    }

    fn parts(&self) -> &[Tree] {
        match self {
            Word(_) => std::slice::from_ref(self),
            List(parts) => parts,
        }
    }

    fn name(&self) -> &str {
        match &self.parts()[0] {
            Word(word) => word,
            List(_) => panic!("a list starts with a name"),
        }
    }

    fn apply(&self, values: &Values) -> Tree {
        match self {
            Word(word) => values.get(word).unwrap_or(self).clone(),
            List(parts) => List(parts.iter().map(|p| p.apply(values)).collect()),
        }
    }

    fn is_ground(&self) -> bool {
        match self {
            Word(word) => !word.starts_with('?'),
            List(parts) => parts.iter().all(Tree::is_ground),
        }
    }
}

/// Matches a pattern with a ground tree.
fn fit(pattern: &Tree, tree: &Tree, values: &mut Values) -> bool {
    match (pattern, tree) {
        (Word(word), _) if word.starts_with('?') => {
            values.entry(word.clone()).or_insert_with(|| tree.clone()) == tree
        }
        (List(ps), List(ts)) => {
            ps.len() == ts.len() && ps.iter().zip(ts).all(|(p, t)| fit(p, t, values))
        }
        _ => pattern == tree,
    }
}

/// Calls `found` for all ways to satisfy the literals.
fn solve(literals: &[Tree], values: &Values, facts: &Facts, found: &mut dyn FnMut(&Values)) {
    let Some((first, rest)) = literals.split_first() else { return found(values) };
    let literal = first.apply(values);
    let test = matches!(literal.name(), "not" | "distinct");
    if test && !literal.is_ground() {
        // Tests are postponed until their variables are bound.
        let mut later = rest.to_vec();
        later.push(first.clone());
        return solve(&later, values, facts, found);
    }
    match (literal.name(), literal.parts()) {
        ("or", parts) => {
            for part in &parts[1..] {
                let mut chosen = vec![part.clone()];
                chosen.extend_from_slice(rest);
                solve(&chosen, values, facts, found);
            }
        }
        ("and", parts) => {
            let mut all = parts[1..].to_vec();
            all.extend_from_slice(rest);
            solve(&all, values, facts, found);
        }
        ("distinct", [_, a, b]) => {
            if a != b {
                solve(rest, values, facts, found);
            }
        }
        ("not", [_, inner]) => {
            let mut holds = false;
            solve(std::slice::from_ref(inner), values, facts, &mut |_| holds = true);
            if !holds {
                solve(rest, values, facts, found);
            }
        }
        (name, _) => {
            for fact in facts.get(name).into_iter().flatten() {
                let mut more = values.clone();
                if fit(&literal, fact, &mut more) {
                    solve(rest, &more, facts, found);
                }
            }
        }
    }
}

/// A description, evaluated by the definition.
pub struct Plain {
    rules: Vec<(Tree, Vec<Tree>)>,
    strata: HashMap<String, usize>,
    pub roles: Vec<Tree>,
}

fn literal_names(literal: &Tree, negative: bool, out: &mut Vec<(String, bool)>) {
    match literal.name() {
        "not" => literal_names(&literal.parts()[1], true, out),
        "or" | "and" => literal.parts()[1..].iter().for_each(|l| literal_names(l, negative, out)),
        "distinct" => {}
        name => out.push((name.to_owned(), negative)),
    }
}

impl Plain {
    pub fn new(text: &str) -> Plain {
        let rules: Vec<(Tree, Vec<Tree>)> = parse(text)
            .into_iter()
            .map(|form| match form.name() {
                "<=" => (form.parts()[1].clone(), form.parts()[2..].to_vec()),
                _ => (form, Vec::new()),
            })
            .collect();
        let mut strata: HashMap<String, usize> = HashMap::new();
        for _ in 0..=rules.len() {
            for (head, body) in &rules {
                let mut names = Vec::new();
                body.iter().for_each(|l| literal_names(l, false, &mut names));
                for (name, negative) in names {
                    let below = strata.get(&name).copied().unwrap_or(0) + usize::from(negative);
                    let mine = strata.entry(head.name().to_owned()).or_default();
                    *mine = (*mine).max(below);
                }
            }
        }
        let roles =
            rules.iter().filter(|r| r.0.name() == "role").map(|r| r.0.parts()[1].clone()).collect();
        Plain { rules, strata, roles }
    }

    /// Returns all consequences of some facts.
    fn close(&self, given: Vec<Tree>) -> Facts {
        let mut facts = Facts::new();
        for fact in given {
            facts.entry(fact.name().to_owned()).or_default().insert(fact);
        }
        let top = self.strata.values().copied().max().unwrap_or(0);
        for stratum in 0..=top {
            loop {
                let mut new = Vec::new();
                for (head, body) in &self.rules {
                    if self.strata.get(head.name()).copied().unwrap_or(0) == stratum {
                        solve(body, &Values::new(), &facts, &mut |v| new.push(head.apply(v)));
                    }
                }
                let mut changed = false;
                for fact in new {
                    changed |= facts.entry(fact.name().to_owned()).or_default().insert(fact);
                }
                if !changed {
                    break;
                }
            }
        }
        facts
    }

    fn view(&self, state: &[Tree], joint: &[Tree]) -> Facts {
        let keyword = |name: &str, rest: Vec<Tree>| List([vec![Word(name.into())], rest].concat());
        let mut given: Vec<Tree> = state.iter().map(|f| keyword("true", vec![f.clone()])).collect();
        let does = self.roles.iter().zip(joint);
        given.extend(does.map(|(r, m)| keyword("does", vec![r.clone(), m.clone()])));
        self.close(given)
    }

    /// Returns the first arguments of a relation.
    fn arguments(facts: &Facts, relation: &str) -> Vec<Tree> {
        facts.get(relation).into_iter().flatten().map(|f| f.parts()[1].clone()).collect()
    }

    pub fn initial(&self) -> Vec<Tree> {
        Plain::arguments(&self.close(Vec::new()), "init")
    }

    pub fn next(&self, state: &[Tree], joint: &[Tree]) -> Vec<Tree> {
        Plain::arguments(&self.view(state, joint), "next")
    }

    /// Returns whether the state is terminal, and the legal moves and goals of each role as sorted
    /// texts.
    pub fn look(&self, state: &[Tree]) -> (bool, Vec<Vec<String>>, Vec<Vec<String>>) {
        let facts = self.view(state, &[]);
        let of = |relation: &str, role: &Tree| {
            let all = facts.get(relation).into_iter().flatten();
            let mine = all.filter(|f| f.parts()[1] == *role).map(|f| f.parts()[2].text());
            mine.collect::<BTreeSet<_>>().into_iter().collect::<Vec<_>>()
        };
        let [legal, goals] =
            ["legal", "goal"].map(|r| self.roles.iter().map(|role| of(r, role)).collect());
        (facts.contains_key("terminal"), legal, goals)
    }
}
