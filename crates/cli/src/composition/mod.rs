//! Problems: from what was typed to all that is to be said about a position.

pub mod answer;
mod numbers;
mod tree;
mod work;

use ludex_game::{Agent, Hints, Notation, Question};
use ludex_logic::{Compiled, Stipulation};
use ludex_search::problems::{Battle, Contest, Cooperation, Key, Posed, Rule, Script, Try, ways};

use answer::{Composed, KeyMove, Part, TryMove};
use numbers::{Written, in_turn, of_stipulation, write};
use tree::Tree;
use work::Work;

use crate::requests::Limits;

/// What is wanted besides the solutions.
pub struct Wanted {
    /// All solutions rather than one.
    pub all: bool,
    pub tries: bool,
    pub set_play: bool,
    pub duplex: bool,
    /// How many moves deep to look at the play after a key.
    pub variations: Option<u32>,
    pub limits: Limits,
}

/// A position with a stipulation.
pub struct Composition<'g, G: Hints + Notation> {
    game: &'g G,
    state: G::State,
    /// The side that moves first.
    first: Agent,
    wanted: &'g Wanted,
    work: Work,
}

/// The name of a goal that the game does not know.
pub type UnknownGoal = String;

impl<'g, G: Hints + Notation> Composition<'g, G> {
    /// Starts to work.
    pub fn new(game: &'g G, state: G::State, first: Agent, wanted: &'g Wanted) -> Self {
        Composition { game, state, first, wanted, work: Work::new(&wanted.limits) }
    }

    /// All that is wanted about a stipulation.
    pub fn solve(mut self, stipulation: &Stipulation) -> Result<Composed, UnknownGoal> {
        let mut composed = Composed {
            stipulation: stipulation.to_string(),
            formula: stipulation.formula(self.game.agents(), self.first),
            ..self.begin()
        };
        match Posed::new(self.game, stipulation, self.first)? {
            Posed::Lines(_) => self.help(stipulation, &mut composed)?,
            Posed::Keys(contest, n) => self.battle(contest, n, &mut composed),
        }
        if self.wanted.set_play
            && let Some(set) = stipulation.set_play()
        {
            composed.set_play = Some(self.part(&set, self.first.other())?);
        }
        if self.wanted.duplex {
            let other = self.first.other();
            composed.duplex = Some(match Posed::new(self.game, stipulation, other)? {
                Posed::Lines(_) => self.part(stipulation, other)?,
                Posed::Keys(contest, n) => self.part_keys(stipulation, contest, n),
            });
        }
        Ok(self.finish(composed))
    }

    /// All ways in which a formula is true.
    pub fn unfold(mut self, text: &str, compiled: &Compiled) -> Composed {
        let question = Question { game: self.game, asked: self.first };
        let formula = (&compiled.formulas, compiled.root);
        let (limit, budget) = (self.limit(), self.work.budget());
        let found = ways(question, &self.state, formula, limit, &budget, &mut self.work.spinner);
        self.work.count(found.nodes, found.stopped);
        let mut composed =
            Composed { stipulation: text.to_string(), formula: text.to_string(), ..self.begin() };
        let write = |line: &Vec<_>| write(self.game, &self.state, line, |_| String::new());
        let mut lines: Vec<Written> = found.lines.iter().map(write).collect();
        lines.sort_by(|a, b| a.moves.cmp(&b.moves));
        composed.put(lines);
        self.finish(composed)
    }

    fn begin(&self) -> Composed {
        Composed {
            position: self.game.write_position(&self.state),
            drawing: self.game.picture(&self.state).to_text(),
            ..Composed::default()
        }
    }

    fn finish(&mut self, composed: Composed) -> Composed {
        let complete = self.work.stopped.is_none();
        Composed {
            count: composed.solutions.len(),
            complete: complete && (self.wanted.all || composed.solutions.is_empty()),
            nodes: self.work.nodes,
            stopped: self.work.stopped.map(|stopped| stopped.to_string()),
            ..composed
        }
    }

    fn limit(&self) -> Option<usize> {
        (!self.wanted.all).then_some(1)
    }

    fn help(
        &mut self,
        stipulation: &Stipulation,
        composed: &mut Composed,
    ) -> Result<(), UnknownGoal> {
        let limit = self.limit();
        let lines = self.lines(stipulation, self.first, limit)?;
        composed.put(lines);
        if self.wanted.all {
            let mut short = Vec::new();
            for shorter in std::iter::successors(stipulation.shorter(), Stipulation::shorter) {
                let lines = self.lines(&shorter, self.first, None)?;
                short.extend(lines.into_iter().map(|line| line.moves));
            }
            composed.short = Some(short);
        }
        Ok(())
    }

    /// Set play or duplex: its lines, and whether there are shorter ones.
    fn part(&mut self, stipulation: &Stipulation, first: Agent) -> Result<Part, UnknownGoal> {
        let lines = self.lines(stipulation, first, None)?;
        let mut shorter_exists = false;
        for shorter in std::iter::successors(stipulation.shorter(), Stipulation::shorter) {
            shorter_exists |= !self.lines(&shorter, first, Some(1))?.is_empty();
        }
        let count = lines.len();
        let (solutions, printed) = lines.into_iter().map(|line| (line.moves, line.printed)).unzip();
        let stipulation = stipulation.to_string();
        Ok(Part { stipulation, solutions, count, printed, shorter_exists })
    }

    /// The duplex of a battle: its keys, and whether they solve in fewer moves.
    fn part_keys(&mut self, stipulation: &Stipulation, contest: Contest, n: u32) -> Part {
        let mut battle = Battle::new(self.game, contest, self.work.max_bytes());
        let keys = self.keys(&mut battle, contest.attacker, n, None);
        Part {
            stipulation: stipulation.to_string(),
            solutions: keys.iter().map(|(_, key)| vec![key.mv.clone()]).collect(),
            count: keys.len(),
            printed: keys.iter().map(|(_, key)| key.printed.clone()).collect(),
            shorter_exists: keys.iter().any(|(_, key)| key.length < n),
        }
    }

    /// The keys of an agent, sorted by their text.
    fn keys(
        &mut self,
        battle: &mut Battle<'g, G>,
        agent: Agent,
        n: u32,
        limit: Option<usize>,
    ) -> Vec<(Key<G::Move>, KeyMove)> {
        let budget = self.work.budget();
        let found = battle.keys(&self.state, n, limit, &budget, &mut self.work.spinner);
        self.work.count(found.nodes, found.stopped);
        let write = |key: Key<G::Move>| {
            let printed = self.game.print_move(&self.state, agent, key.mv);
            let printed = format!("{}{printed}!", in_turn(0, true));
            let mv = self.game.write_move(&self.state, agent, key.mv);
            (key, KeyMove { mv, printed, length: key.length })
        };
        let mut keys: Vec<_> = found.keys.into_iter().map(write).collect();
        keys.sort_by(|(_, a), (_, b)| a.mv.cmp(&b.mv));
        keys
    }

    /// The lines of a stipulation, sorted.
    fn lines(
        &mut self,
        stipulation: &Stipulation,
        first: Agent,
        limit: Option<usize>,
    ) -> Result<Vec<Written>, UnknownGoal> {
        let Posed::Lines(script) = Posed::new(self.game, stipulation, first)? else {
            return Ok(Vec::new());
        };
        let Script { movers, .. } = script.clone();
        let mut search = Cooperation::new(self.game, script, self.work.max_bytes());
        let budget = self.work.budget();
        let found = search.lines(&self.state, limit, &budget, &mut self.work.spinner);
        self.work.count(found.nodes, found.stopped);
        let number = of_stipulation(stipulation);
        let mut lines: Vec<Written> = found
            .lines
            .into_iter()
            .map(|line| {
                let line: Vec<_> = movers.iter().copied().zip(line).collect();
                write(self.game, &self.state, &line, &number)
            })
            .collect();
        lines.sort_by(|a, b| a.moves.cmp(&b.moves));
        Ok(lines)
    }

    fn battle(&mut self, contest: Contest, n: u32, composed: &mut Composed) {
        let game = self.game;
        let mut battle = Battle::new(game, contest, self.work.max_bytes());
        let limit = self.limit();
        let (found, keys): (Vec<_>, Vec<KeyMove>) =
            self.keys(&mut battle, self.first, n, limit).into_iter().unzip();
        composed.solutions = keys.iter().map(|key| vec![key.mv.clone()]).collect();
        composed.printed = keys.iter().map(|key| key.printed.clone()).collect();
        let short = keys.iter().filter(|key| key.length < n).map(|key| vec![key.mv.clone()]);
        composed.short = Some(short.collect());
        composed.keys = Some(keys);
        let depth = self.wanted.variations.unwrap_or(0);
        let (work, attacker, direct) = (&mut self.work, self.first, contest.rule == Rule::Direct);
        let mut tree = Tree { game, battle: &mut battle, work, attacker, direct, depth, duals: 0 };
        if depth > 0 {
            let branches = found.iter().map(|key| tree.attack(&self.state, key.mv, 1, n));
            composed.variations = branches.collect();
            composed.duals = Some(tree.duals);
        }
        if self.wanted.set_play {
            composed.set_variations = tree.set_play(&self.state, n - 1);
        }
        if self.wanted.tries {
            composed.tries = Some(self.tries(&mut battle, n, &found));
        }
    }

    fn tries(&mut self, battle: &mut Battle<'g, G>, n: u32, keys: &[Key<G::Move>]) -> Vec<TryMove> {
        let budget = self.work.budget();
        let found = battle.tries(&self.state, n, keys, &budget, &mut self.work.spinner);
        self.work.count(found.nodes, found.stopped);
        let (game, state, first) = (self.game, &self.state, self.first);
        let write = |&Try { mv, refutation }: &Try<G::Move>| {
            let next = game.after(state, first, mv);
            let tried = in_turn(0, true) + &game.print_move(state, first, mv);
            let refuted = in_turn(1, true) + &game.print_move(&next, first.other(), refutation);
            TryMove {
                mv: game.write_move(state, first, mv),
                refutation: game.write_move(&next, first.other(), refutation),
                printed: format!("{tried}? {refuted}!"),
            }
        };
        found.tries.iter().map(write).collect()
    }
}

impl Composed {
    fn put(&mut self, lines: Vec<Written>) {
        (self.solutions, self.printed) =
            lines.into_iter().map(|line| (line.moves, line.printed)).unzip();
    }
}
