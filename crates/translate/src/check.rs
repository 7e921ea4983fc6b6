//! Comparison of plays in the GDL engine and in the translation: correctness is checked, not
//! trusted.

use ludex_game::{Agent, Game, Model, Notation, SimultaneousGame, Turn, below};
use ludex_gdl::{GdlGame, GdlMove, GdlState};
use ludex_rewrite::{RewriteGame, RewriteState};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use crate::refusal::{Refusal, Result};

/// A fact of the GDL game as a part of a structure.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The fact as the GDL game writes it in atoms: `cell(1,1,x)`.
    pub fact: String,
    /// The atoms of the structure, `X(a1)`, one of which holds exactly if the fact does; if
    /// `blank`, none of them. Each with whether it holds at the start.
    pub atoms: Vec<(String, bool)>,
    pub blank: bool,
}

/// The place of a fact in both games.
enum Bit {
    /// On the board: the atom of the GDL game, if it has one, those of the structure that change,
    /// and whether the fact holds if none of these does.
    Board(Option<u32>, Vec<u32>, bool),
    /// On the board, and constant in all structures.
    Fixed(Option<u32>, bool),
    /// Off the board: the atom of the GDL game, if it has one, and whether it holds at each
    /// location.
    Off(Option<u32>, Vec<bool>),
    /// Nowhere in the translation: it must never hold.
    Never(u32),
}

/// Two descriptions of what should be one game.
pub(crate) struct Pair {
    pub gdl: GdlGame,
    pub game: RewriteGame,
    bits: Vec<Bit>,
}

/// The facts that hold, as bits.
type Facts = Vec<bool>;

/// The numbers of plays and states compared without a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Compared {
    /// The number of plays.
    pub plays: usize,
    /// The number of states in them.
    pub states: usize,
    /// The number of states that moves led to.
    pub successors: usize,
    /// The number of plays that ended.
    pub ended: usize,
}

/// The greatest length of a play.
const LONGEST_PLAY: usize = 1000;

impl Pair {
    /// Returns the pair of games, given the places of facts in structures and locations.
    pub fn new(
        gdl: GdlGame,
        game: RewriteGame,
        places: &[Place],
        situations: &[Vec<String>],
    ) -> Pair {
        let numbers =
            |atoms: Vec<String>| -> FxHashMap<String, u32> { atoms.into_iter().zip(0..).collect() };
        let (mut of_gdl, of_game) = (numbers(gdl.atoms()), numbers(game.atoms()));
        let mut bits = Vec::new();
        for place in places {
            let atom = of_gdl.remove(&format!("true({})", place.fact));
            // What never changes is not an atom of the structure.
            let fixed = place.atoms.iter().filter(|a| !of_game.contains_key(&a.0));
            let atoms = place.atoms.iter().filter_map(|a| of_game.get(&a.0).copied()).collect();
            bits.push(match fixed.into_iter().any(|a| a.1) {
                true => Bit::Fixed(atom, !place.blank),
                false => Bit::Board(atom, atoms, place.blank),
            });
        }
        let mut off: Vec<&String> = situations.iter().flatten().collect();
        ludex_base::sort(&mut off);
        off.dedup();
        for fact in off {
            let atom = of_gdl.remove(&format!("true({fact})"));
            bits.push(Bit::Off(atom, situations.iter().map(|s| s.contains(fact)).collect()));
        }
        let facts = of_gdl.into_iter().filter(|(name, _)| name.starts_with("true("));
        bits.extend(facts.map(|(_, number)| Bit::Never(number)));
        Pair { gdl, game, bits }
    }

    /// Returns the pair with another game in place of the translation.
    pub fn with_game(self, game: RewriteGame) -> Pair {
        Pair { game, ..self }
    }

    /// Plays at random until this many plays and states are compared, or a difference is found.
    pub fn compare(&self, plays: usize, states: usize, seed: u64) -> Result<Compared> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut compared = Compared::default();
        while compared.plays < plays || compared.states < states {
            compared.plays += 1;
            let (mut a, mut b) = (self.gdl.initial(), self.game.initial());
            for _ in 0..LONGEST_PLAY {
                compared.states += 1;
                let next = self.successors(&a, &b)?;
                compared.successors += next.len();
                if next.is_empty() {
                    compared.ended += 1;
                    break;
                }
                let chosen = below(&mut rng, next.len());
                (a, b) = next.into_iter().nth(chosen).expect("it is one of them");
            }
        }
        Ok(compared)
    }

    /// Returns the successors in both games of a state that is equal in both; none if the play is
    /// over.
    fn successors(&self, a: &GdlState, b: &RewriteState) -> Result<Vec<(GdlState, RewriteState)>> {
        let here = || self.gdl.facts(a).join(" ");
        if self.facts_of_gdl(a) != self.facts(b) {
            return differs(format!("not the same facts hold at {}", here()));
        }
        let mover = match (self.gdl.turn(a), self.game.turn(b)) {
            (Turn::Final, Turn::Final) => {
                return self.same_goals(a, b, &here()).map(|()| Vec::new());
            }
            (Turn::Final, _) => return differs(format!("play goes on at {}", here())),
            (_, Turn::Of(mover)) => mover,
            _ => return differs(format!("play is over at {}", here())),
        };
        let (mut of_gdl, mut of_game) = (Vec::new(), Vec::new());
        for joint in self.joint_moves(a, mover, &here())? {
            let mut next = a.clone();
            self.gdl.play_joint(&mut next, &joint);
            of_gdl.push((self.facts_of_gdl(&next), next));
        }
        let mut moves = Vec::new();
        self.game.moves(b, mover, &mut moves);
        for mv in moves {
            let mut next = b.clone();
            self.game.play(&mut next, mover, mv);
            of_game.push((self.facts(&next), next));
        }
        if of_gdl.len() != of_game.len() {
            let counts = (of_game.len(), of_gdl.len());
            return differs(format!("{} moves instead of {} at {}", counts.0, counts.1, here()));
        }
        ludex_base::sort_by(&mut of_gdl, |x, y| x.0.cmp(&y.0));
        ludex_base::sort_by(&mut of_game, |x, y| x.0.cmp(&y.0));
        let mut pairs = Vec::new();
        for ((facts, x), (others, y)) in of_gdl.into_iter().zip(of_game) {
            if facts != others {
                let to = self.gdl.facts(&x).join(" ");
                return differs(format!("no move, or another one, leads to {to} at {}", here()));
            }
            pairs.push((x, y));
        }
        Ok(pairs)
    }

    /// Returns the joint moves of the agent that chooses; all others have only one move.
    fn joint_moves(&self, state: &GdlState, mover: Agent, here: &str) -> Result<Vec<Vec<GdlMove>>> {
        let mut all: Vec<Vec<GdlMove>> = vec![Vec::new()];
        for agent in self.gdl.agents().iter() {
            let mut moves = Vec::new();
            self.gdl.moves(state, agent, &mut moves);
            if agent != mover && moves.len() != 1 {
                let name = self.gdl.agents().name(agent);
                return differs(format!("{name} has {} moves off turn at {here}", moves.len()));
            }
            let longer = |joint: &Vec<GdlMove>| -> Vec<Vec<GdlMove>> {
                moves.iter().map(|&mv| [&joint[..], &[mv]].concat()).collect()
            };
            all = all.iter().flat_map(longer).collect();
        }
        Ok(all)
    }

    fn same_goals(&self, a: &GdlState, b: &RewriteState, here: &str) -> Result<()> {
        for agent in self.gdl.agents().iter() {
            let (goal, payoff) = (self.gdl.payoff(a, agent), self.game.payoff(b, agent));
            if goal != payoff {
                let name = self.gdl.agents().name(agent);
                return differs(format!("{name} gets {payoff} instead of {goal} at {here}"));
            }
        }
        Ok(())
    }

    /// Returns the facts of a state. A fact without an atom never changes.
    fn facts_of_gdl(&self, state: &GdlState) -> Facts {
        let holds = |bit: &Bit| match bit {
            Bit::Board(Some(atom), ..)
            | Bit::Fixed(Some(atom), _)
            | Bit::Off(Some(atom), _)
            | Bit::Never(atom) => self.gdl.holds(state, *atom),
            _ => false,
        };
        self.bits.iter().map(holds).collect()
    }

    /// Returns the facts that a structure represents.
    fn facts(&self, state: &RewriteState) -> Facts {
        let location = self.game.location(state);
        let holds = |bit: &Bit| match bit {
            Bit::Board(_, atoms, blank) => {
                atoms.iter().any(|&atom| self.game.holds(state, atom)) != *blank
            }
            Bit::Fixed(_, holds) => *holds,
            Bit::Off(_, at) => at[location],
            Bit::Never(_) => false,
        };
        self.bits.iter().map(holds).collect()
    }
}

fn differs<T>(message: String) -> Result<T> {
    const LONGEST: usize = 600;
    let short: String = message.chars().take(LONGEST).collect();
    let dots = if short.len() < message.len() { "…" } else { "" };
    Err(Refusal::Differs(format!("{short}{dots}")))
}
