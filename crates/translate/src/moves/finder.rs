//! The exploration of all situations: who moves, the moves, and the situations after them.

use ludex_gdl::Term;
use rustc_hash::FxHashMap;

use super::{Broken, Moves};
use crate::board::Board;
use crate::invariants::Invariants;
use crate::refusal::{Result, shape};
use crate::rules::{Atom, Body};
use crate::rules::{Expr, Known};
use crate::rules::{Reader, Situation};

/// The effects of a move in a situation.
pub(super) struct Effects {
    /// The condition of its legality.
    pub legal: Expr,
    /// For each fact about the board the condition of its truth afterwards.
    pub board: Vec<Expr>,
    /// The situation after it, which has no number yet.
    pub next: Situation,
}

/// The greatest number of situations: they become locations.
const MOST_SITUATIONS: usize = 80;

/// The greatest number of ground moves of a game.
const MOST_MOVES: usize = 60_000;

pub(super) struct Finder<'f, 'a> {
    pub reader: &'f mut Reader<'a>,
    pub invariants: &'f mut Invariants,
    pub board: &'a Board,
    pub moves: Moves,
    /// The rules for `next`: those that depend on a move, by move, and the others.
    by_move: FxHashMap<Term, Vec<(Term, &'a Body)>>,
    common: Vec<(Term, &'a Body)>,
    pub broken: Option<Broken>,
}

impl<'f, 'a> Finder<'f, 'a> {
    pub fn new(
        reader: &'f mut Reader<'a>,
        invariants: &'f mut Invariants,
        initial: &[usize],
    ) -> Finder<'f, 'a> {
        let clauses = reader.clauses;
        let (mut by_move, mut common) = (FxHashMap::<_, Vec<_>>::default(), Vec::new());
        for head in clauses.heads("next") {
            let fact = clauses.rules.arguments(head)[0];
            for body in clauses.bodies(head) {
                let does = |l: &&(Term, bool)| !l.1 && clauses.kind(l.0) == Atom::Does;
                match body.iter().find(does) {
                    Some(&(does, _)) => by_move.entry(does).or_default().push((fact, body)),
                    None => common.push((fact, body)),
                }
            }
        }
        let off_board = |f: &&Term| clauses.board.fact(**f).is_none();
        let holds = clauses.rules.initial().iter().filter(off_board).copied().collect();
        let start = Situation { number: 0, holds };
        invariants.counts.restart(clauses.board, initial, &start.key());
        let moves = Moves { situations: vec![start], movers: Vec::new(), instances: Vec::new() };
        Finder { reader, invariants, board: clauses.board, moves, by_move, common, broken: None }
    }

    /// Computes the moves of all situations; returns an invariant that is violated, if there is
    /// one.
    pub fn run(&mut self) -> Result<Option<Broken>> {
        let mut number = 0;
        while number < self.moves.situations.len() {
            let situation = self.moves.situations[number].clone();
            let legal = self.legal(&situation)?;
            let (mover, others) = self.mover(&situation, &legal)?;
            self.moves.movers.push(mover);
            for (_, action, condition) in legal.into_iter().filter(|l| l.0 == mover) {
                let effects = self.effects(&situation, mover, action, condition, &others)?;
                self.instances(number, action, &effects)?;
                if self.broken.is_some() {
                    return Ok(self.broken);
                }
                if self.moves.instances.len() > MOST_MOVES || self.reader.exprs.is_full() {
                    return shape("there are too many moves");
                }
            }
            number += 1;
        }
        Ok(None)
    }

    pub fn text(&self, term: Term) -> String {
        self.reader.clauses.rules.text(term)
    }

    /// Returns the moves that can be legal in a situation, with the conditions of their legality.
    fn legal(&mut self, situation: &Situation) -> Result<Vec<(Term, Term, Expr)>> {
        let clauses = self.reader.clauses;
        let mut legal = Vec::new();
        for head in clauses.heads("legal") {
            let &[role, action] = clauses.rules.arguments(head) else { continue };
            let condition = self.reader.any(clauses.bodies(head), situation)?;
            let condition = self.possible(condition, situation.number);
            if condition != Expr::FALSE && clauses.rules.roles().contains(&role) {
                legal.push((role, action, condition));
            }
        }
        Ok(legal)
    }

    /// Returns a condition without disjuncts that are impossible.
    fn possible(&mut self, condition: Expr, situation: usize) -> Expr {
        let parts = self.reader.exprs.disjuncts(condition);
        let possible = |&part: &Expr| {
            let mut known = Known::default();
            self.reader.implied(part, &mut known);
            self.invariants.close(self.board, situation, &mut known)
        };
        let possible: Vec<Expr> = parts.into_iter().filter(possible).collect();
        self.reader.exprs.or(possible)
    }

    /// Returns the agent that has a choice in a situation, and the moves of the others.
    fn mover(
        &self,
        situation: &Situation,
        legal: &[(Term, Term, Expr)],
    ) -> Result<(Term, Vec<Term>)> {
        let clauses = self.reader.clauses;
        let (mut movers, mut others) = (Vec::new(), Vec::new());
        for &role in clauses.rules.roles() {
            let of_role: Vec<_> = legal.iter().filter(|l| l.0 == role).collect();
            match of_role[..] {
                [&(_, action, Expr::TRUE)] => others.push((role, action)),
                _ => movers.push(role),
            }
        }
        let mut holds: Vec<String> = situation.holds.iter().map(|&f| self.text(f)).collect();
        ludex_base::sort(&mut holds);
        let mover = match movers[..] {
            [mover] => mover,
            [] => others.first().map(|o| o.0).expect("there are roles"),
            _ => {
                let names: Vec<String> =
                    movers.iter().map(|&r| format!("`{}`", self.text(r))).collect();
                let at = if holds.is_empty() {
                    String::new()
                } else {
                    format!(" at {}", holds.join(" "))
                };
                return shape(format!("{} move at the same time{at}", names.join(" and ")));
            }
        };
        let waiting = others.iter().filter(|o| o.0 != mover);
        Ok((mover, waiting.filter_map(|&(role, action)| clauses.does(role, action)).collect()))
    }

    /// Returns the effects of a move in a situation.
    fn effects(
        &mut self,
        situation: &Situation,
        role: Term,
        action: Term,
        legal: Expr,
        others: &[Term],
    ) -> Result<Effects> {
        let mut joint = others.to_vec();
        joint.extend(self.reader.clauses.does(role, action));
        self.reader.make(joint.clone());
        let mut bodies: FxHashMap<Term, Vec<&Body>> = FxHashMap::default();
        let chosen = joint.iter().filter_map(|does| self.by_move.get(does)).flatten();
        let possible = |f: &&(Term, &Body)| self.reader.clauses.can_hold(f.0);
        for &(fact, body) in self.common.iter().chain(chosen).filter(possible) {
            bodies.entry(fact).or_default().push(body);
        }
        let mut board = vec![Expr::FALSE; self.board.facts.len()];
        let mut known = Known::default();
        self.reader.implied(legal, &mut known);
        self.invariants.close(self.board, situation.number, &mut known);
        let mut next = Situation::default();
        let mut facts: Vec<(Term, Vec<&Body>)> = bodies.into_iter().collect();
        ludex_base::sort_by_key(&mut facts, |f| f.0);
        for (fact, bodies) in facts {
            let bodies: Vec<Body> = bodies.into_iter().cloned().collect();
            let meaning = self.reader.any(&bodies, situation)?;
            match self.board.fact(fact) {
                Some(number) => board[number] = meaning,
                None => match self.reader.assume(meaning, &known) {
                    Expr::TRUE => drop(next.holds.insert(fact)),
                    Expr::FALSE => {}
                    _ => {
                        let (fact, action) = (self.text(fact), self.text(action));
                        return shape(format!(
                            "whether `{fact}` holds after `{action}` depends on the board, and it is not on the board"
                        ));
                    }
                },
            }
        }
        Ok(Effects { legal, board, next })
    }

    /// Returns the number of a situation.
    pub fn situation(&mut self, next: &Situation) -> Result<usize> {
        let known = self.moves.situations.iter().position(|s| s.holds == next.holds);
        if let Some(number) = known {
            return Ok(number);
        }
        if self.moves.situations.len() >= MOST_SITUATIONS {
            let mut names: Vec<&str> =
                next.holds.iter().map(|&f| self.reader.clauses.rules.name(f)).collect();
            ludex_base::sort(&mut names);
            names.dedup();
            return shape(format!(
                "off the board there are more than {MOST_SITUATIONS} different situations (`{}`)",
                names.join("`, `")
            ));
        }
        let number = self.moves.situations.len();
        self.moves.situations.push(Situation { number, holds: next.holds.clone() });
        Ok(number)
    }
}
