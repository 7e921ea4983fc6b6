//! A fight from its start to its end.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;

use crate::model::{Joint, Profile, Rules, Side, State};
use crate::scripts::Script;

/// The ending of a fight.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ending {
    /// Rounds played: advances of the clock at which a side or both acted.
    pub rounds: u32,
    /// The clock at the end.
    pub frames: i32,
    /// Scaled LTD of the first side less that of the second.
    pub ltd_diff: i32,
    /// Scaled LTD2 of the first side less that of the second.
    pub ltd2_diff: i32,
    /// The survivors, as (side, identity, hit points), by side and identity.
    pub survivors: Vec<(usize, usize, i32)>,
    /// 1 if the first side has won, -1 if the second has, 0 for a draw.
    pub winner: i32,
    /// Whether it was cut off.
    pub cut_off: bool,
}

/// A fight in progress.
pub struct Fight<'a> {
    rules: &'a Rules,
    /// The state now.
    pub state: State,
    /// Rounds played so far.
    pub rounds: u32,
}

impl<'a> Fight<'a> {
    /// Returns a fight that starts in a state.
    pub fn new(rules: &'a Rules, state: State) -> Fight<'a> {
        Fight { rules, state, rounds: 0 }
    }

    /// Returns whether the fight goes on.
    pub fn goes_on(&self) -> bool {
        !self.state.is_over(self.rules) && self.rounds < self.rules.round_limit
    }

    /// Plays a round; a side that does not act now is not asked.
    pub fn round(&mut self, choose: impl FnMut(&State, Side) -> Joint) {
        let moves = self.choices(choose);
        self.play(&moves);
    }

    /// Returns the choices of both sides; empty for a side that does not act now.
    pub fn choices(&self, mut choose: impl FnMut(&State, Side) -> Joint) -> [Joint; 2] {
        Side::BOTH.map(|side| match self.state.can_act(side) {
            true => choose(&self.state, side),
            false => Joint::NONE,
        })
    }

    /// Carries out the choices of both sides.
    pub fn play(&mut self, moves: &[Joint; 2]) {
        self.state.play(self.rules, [&moves[0], &moves[1]]);
        self.rounds += 1;
    }

    /// Plays to the end between two scripts.
    pub fn scripts(mut self, scripts: [Script; 2]) -> Ending {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut moves = [Joint::NONE; 2];
        while self.goes_on() {
            for side in Side::BOTH.into_iter().filter(|side| self.state.can_act(*side)) {
                let (script, joint) = (scripts[side.index()], &mut moves[side.index()]);
                script.decide_into(self.rules, &self.state, side, &mut rng, joint);
            }
            self.state.play(self.rules, [&moves[0], &moves[1]]);
            self.rounds += 1;
        }
        self.ending()
    }

    /// Returns the result so far.
    pub fn ending(&self) -> Ending {
        let (rules, state) = (self.rules, &self.state);
        let mut survivors = Vec::new();
        for side in Side::BOTH {
            let units = state.units(side);
            survivors.extend(units.iter().map(|unit| (side.index(), unit.id, unit.hp)));
        }
        ludex_base::sort(&mut survivors);
        let (ltd_diff, ltd2_diff) = (state.ltd(rules, Side::Red), state.ltd2(rules, Side::Red));
        let beaten = Side::BOTH.map(|side| state.is_beaten(side));
        let winner = match beaten {
            [true, true] => 0,
            [false, true] => 1,
            [true, false] => -1,
            // The cut-off: [Saf13, Section 5.5.2] compares LTD, the authors' later program LTD2.
            [false, false] if rules.profile == Profile::Thesis => ltd_diff.signum(),
            [false, false] => ltd2_diff.signum(),
        };
        let cut_off = beaten == [false, false];
        let (rounds, frames) = (self.rounds, state.time());
        Ending { rounds, frames, ltd_diff, ltd2_diff, survivors, winner, cut_off }
    }
}
