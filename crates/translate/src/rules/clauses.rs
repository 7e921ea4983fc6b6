//! The ground rules by the relations they define, and the relations that keep their names in the
//! translation.

use ludex_gdl::{GroundRules, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::board::{Board, Cell};

/// The subject of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Atom {
    /// A fact about a cell, by its number.
    Board(usize),
    /// Another fact of the state.
    Other(Term),
    /// A fact that never holds.
    Never,
    /// A move.
    Does,
    /// An atom that the rules define: a relation, by its number.
    Defined(usize),
}

/// The form of the atoms of a relation in the translation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// Expanded where they are used.
    No,
    /// As a defined sentence.
    Sentence,
    /// As a defined relation of one cell, whose column and row are these arguments.
    AtCell(usize, usize),
}

/// A relation that the rules define.
#[derive(Clone, Debug)]
pub(crate) struct Relation {
    pub name: String,
    /// Whether it depends on the moves.
    pub moves: bool,
    pub keep: Keep,
    /// Whether its atoms, each about a cell, depend on each other.
    pub recursive: bool,
}

/// A body of a rule: atoms, each with whether it is negated.
pub(crate) type Body = Vec<(Term, bool)>;

/// The rules of a game with its board.
pub(crate) struct Clauses<'a> {
    pub rules: &'a GroundRules,
    pub board: &'a Board,
    pub relations: Vec<Relation>,
    facts: FxHashSet<Term>,
    bodies: FxHashMap<Term, Vec<Body>>,
    kinds: FxHashMap<Term, Atom>,
    /// The `does` atoms that rules mention, by role and move.
    does: FxHashMap<(Term, Term), Term>,
}

/// The greatest number of atoms of one relation that get a definition each.
const MOST_KEPT: usize = 24;

impl<'a> Clauses<'a> {
    /// Returns the rules of a game in which only these facts can ever be true.
    pub fn new(rules: &'a GroundRules, board: &'a Board, facts: &[Term]) -> Clauses<'a> {
        let mut clauses = Clauses {
            rules,
            board,
            facts: facts.iter().copied().collect(),
            relations: Vec::new(),
            bodies: FxHashMap::default(),
            kinds: FxHashMap::default(),
            does: FxHashMap::default(),
        };
        for (head, body) in rules.rules() {
            clauses.note(head);
            body.iter().for_each(|&(atom, _)| clauses.note(atom));
            clauses.bodies.entry(head).or_default().push(body);
        }
        clauses.classify();
        clauses
    }

    fn note(&mut self, atom: Term) {
        if self.kinds.contains_key(&atom) {
            return;
        }
        let name = self.rules.name(atom);
        let kind = match name {
            "true" => {
                let fact = self.rules.arguments(atom)[0];
                match self.board.fact(fact) {
                    Some(number) => Atom::Board(number),
                    None if self.facts.contains(&fact) => Atom::Other(fact),
                    None => Atom::Never,
                }
            }
            "does" => {
                let arguments = self.rules.arguments(atom);
                self.does.insert((arguments[0], arguments[1]), atom);
                Atom::Does
            }
            _ => {
                let known = self.relations.iter().position(|r| r.name == name);
                Atom::Defined(known.unwrap_or_else(|| {
                    let name = name.to_owned();
                    let keep = Keep::No;
                    self.relations.push(Relation { name, moves: false, keep, recursive: false });
                    self.relations.len() - 1
                }))
            }
        };
        self.kinds.insert(atom, kind);
    }

    /// Returns the subject of an atom. Atoms that no rule mentions are never asked for.
    pub fn kind(&self, atom: Term) -> Atom {
        self.kinds[&atom]
    }

    /// Returns whether a fact can ever hold.
    pub fn can_hold(&self, fact: Term) -> bool {
        self.facts.contains(&fact)
    }

    /// Returns the atom that a role makes a move, if a rule mentions it.
    pub fn does(&self, role: Term, mv: Term) -> Option<Term> {
        self.does.get(&(role, mv)).copied()
    }

    /// Returns the bodies of the rules for an atom.
    pub fn bodies(&self, atom: Term) -> &[Body] {
        self.bodies.get(&atom).map_or(&[], |bodies| bodies)
    }

    /// Returns the heads of the rules of a relation.
    pub fn heads(&self, name: &str) -> Vec<Term> {
        let mut heads: Vec<Term> =
            self.bodies.keys().copied().filter(|&head| self.rules.name(head) == name).collect();
        ludex_base::sort(&mut heads);
        heads
    }

    /// Determines which relations depend on the moves or on themselves, and which of the others
    /// keep their names.
    fn classify(&mut self) {
        let count = self.relations.len();
        let mut uses = vec![FxHashSet::default(); count];
        let mut moves = vec![false; count];
        for (&head, bodies) in &self.bodies {
            let Atom::Defined(relation) = self.kinds[&head] else { continue };
            for &(atom, _) in bodies.iter().flatten() {
                match self.kinds[&atom] {
                    Atom::Defined(used) => drop(uses[relation].insert(used)),
                    Atom::Does => moves[relation] = true,
                    _ => {}
                }
            }
        }
        let below: Vec<FxHashSet<usize>> = (0..count).map(|r| reached(&uses, r)).collect();
        for relation in 0..count {
            self.relations[relation].moves =
                moves[relation] || below[relation].iter().any(|&r| moves[r]);
        }
        // A relation comes after those it uses; mutually recursive ones get no name.
        let alone =
            |&r: &usize| below[r].iter().all(|&other| other == r || !below[other].contains(&r));
        let mut order: Vec<usize> = (0..count).filter(alone).collect();
        ludex_base::sort_by_key(&mut order, |&r| (below[r].len(), r));
        order.retain(|&r| !self.relations[r].moves);
        for relation in order {
            let (keep, itself) = (self.keep(relation), below[relation].contains(&relation));
            let recursive = itself && matches!(keep, Keep::AtCell(..));
            if recursive || !itself {
                self.relations[relation].keep = keep;
                self.relations[relation].recursive = recursive;
            }
        }
    }

    /// Returns the form of the atoms of a relation, given the forms of those it uses.
    fn keep(&self, relation: usize) -> Keep {
        let name = &self.relations[relation].name;
        let heads = self.heads(name);
        let compound = |&head: &Term| {
            self.rules.arguments(head).iter().any(|&t| !self.rules.arguments(t).is_empty())
        };
        let Some(&first) = heads.first() else { return Keep::No };
        if ["legal", "next", "init", "base", "input"].contains(&&**name)
            || heads.iter().any(compound)
        {
            return Keep::No;
        }
        let arity = self.rules.arguments(first).len();
        let mut pairs = (0..arity).flat_map(|i| (i + 1..arity).map(move |j| (i, j)));
        if let Some((i, j)) = pairs.find(|&(i, j)| self.is_about_cell(&heads, i, j)) {
            let rest = |&head: &Term| -> Vec<Term> { self.rest(head, Keep::AtCell(i, j)) };
            let kinds: FxHashSet<Vec<Term>> = heads.iter().map(rest).collect();
            return if kinds.len() <= MOST_KEPT { Keep::AtCell(i, j) } else { Keep::No };
        }
        let coordinate = |i: usize| {
            self.all_bodies(&heads, |head, body| {
                let value = self.rules.arguments(head)[i];
                let lies = |cell: Cell| {
                    let (column, row) = (cell.column as usize, cell.row as usize);
                    self.board.columns[column] == value || self.board.rows[row] == value
                };
                body.iter().any(|&(atom, _)| self.cell_of(atom).is_some_and(lies))
            })
        };
        let sentence = heads.len() <= MOST_KEPT && !(0..arity).any(coordinate);
        if sentence { Keep::Sentence } else { Keep::No }
    }

    fn all_bodies(&self, heads: &[Term], test: impl Fn(Term, &Body) -> bool) -> bool {
        heads.iter().all(|&head| self.bodies(head).iter().all(|body| test(head, body)))
    }

    /// Returns whether two arguments of all heads are the coordinates of a cell that every rule
    /// refers to.
    fn is_about_cell(&self, heads: &[Term], i: usize, j: usize) -> bool {
        self.all_bodies(heads, |head, body| {
            let arguments = self.rules.arguments(head);
            let Some(cell) = self.board.cell(arguments[i], arguments[j]) else { return false };
            let beside = |atom: Term| {
                let arguments = self.rules.arguments(atom).windows(2);
                arguments.into_iter().any(|pair| self.board.cell(pair[0], pair[1]) == Some(cell))
            };
            body.iter().any(|&(atom, _)| self.cell_of(atom) == Some(cell) || beside(atom))
        })
    }

    /// Returns the cell an atom is about, if it is about one.
    pub fn cell_of(&self, atom: Term) -> Option<Cell> {
        match self.kinds.get(&atom)? {
            Atom::Board(fact) => Some(self.board.facts[*fact].cell),
            Atom::Defined(relation) => match self.relations[*relation].keep {
                Keep::AtCell(i, j) => {
                    let arguments = self.rules.arguments(atom);
                    self.board.cell(arguments[i], arguments[j])
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the arguments of an atom that are not the coordinates of its cell.
    pub fn rest(&self, atom: Term, keep: Keep) -> Vec<Term> {
        let arguments = self.rules.arguments(atom).iter().copied().enumerate();
        let other = |k: usize| !matches!(keep, Keep::AtCell(i, j) if k == i || k == j);
        arguments.filter(|&(k, _)| other(k)).map(|(_, t)| t).collect()
    }
}

/// Returns all vertices that can be reached from a vertex by one step or more.
fn reached(steps: &[FxHashSet<usize>], from: usize) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    let mut queue = vec![from];
    while let Some(at) = queue.pop() {
        for &next in &steps[at] {
            if found.insert(next) {
                queue.push(next);
            }
        }
    }
    found
}
