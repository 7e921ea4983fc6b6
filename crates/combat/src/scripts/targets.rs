//! The choice of targets.

use super::Script;
use crate::model::{LANES, MAX_UNITS, Rules, Side, State, bits};

/// The hit points that enemies have left after the attacks assigned in this round, as NOK-AV books
/// them: by raw damage.
pub(crate) struct Bookings {
    left: [i32; MAX_UNITS],
}

impl Bookings {
    /// Returns bookings without attacks.
    #[inline]
    pub fn new(state: &State, side: Side) -> Bookings {
        let mut left = [0; MAX_UNITS];
        for (eight, squad) in left.chunks_exact_mut(LANES).zip(state.squads(side.other())) {
            eight.copy_from_slice(&squad.hp);
        }
        Bookings { left }
    }

    /// Books an attack of a unit on a target.
    #[inline]
    pub fn book(&mut self, rules: &Rules, state: &State, side: Side, unit: usize, target: usize) {
        let kind = state.squad(side, unit).kind[unit % LANES];
        self.left[target % MAX_UNITS] -= rules.row(kind).raw_damage;
    }
}

impl Script {
    /// Returns the target among those in range, if there is any.
    #[inline]
    pub(super) fn target(
        self,
        rules: &Rules,
        state: &State,
        side: Side,
        unit: usize,
        bookings: &Bookings,
    ) -> Option<usize> {
        let enemy = side.other();
        let targets = state.in_range(rules, side, unit);
        let own = (state.squad(side, unit), unit % LANES);
        let place = (own.0.x[own.1], own.0.y[own.1]);
        let away = |unit: usize| {
            let (squad, lane) = (state.squad(enemy, unit), unit % LANES);
            let (dx, dy) = (squad.x[lane] - place.0, squad.y[lane] - place.1);
            dx * dx + dy * dy
        };
        let hp = |unit: usize| state.squad(enemy, unit).hp[unit % LANES];
        let dpf = |unit: usize| {
            let kind = state.squad(enemy, unit).kind[unit % LANES];
            f64::from(rules.row(kind).dpf)
        };
        match self {
            Script::AttackClosest | Script::Kiting => {
                first(state, enemy, targets, |unit| (f64::from(away(unit)), 1.0))
            }
            Script::AttackWeakest => {
                first(state, enemy, targets, |unit| (f64::from(hp(unit)), 1.0))
            }
            Script::NokAv => {
                let open = bits(targets).filter(|unit| bookings.left[*unit] > 0);
                let open = open.fold(0, |set, unit| set | 1 << unit);
                first(state, enemy, open, |unit| (f64::from(bookings.left[unit]), dpf(unit)))
            }
            _ => first(state, enemy, targets, |unit| (f64::from(hp(unit)), dpf(unit))),
        }
    }
}

/// Returns the unit with the smallest quotient of two positive numbers; on ties, the first in unit
/// order (by free time, then by identity). Products of these numbers are exact, quotients would not
/// be.
#[inline]
fn first(
    state: &State,
    side: Side,
    set: u64,
    quotient: impl Fn(usize) -> (f64, f64),
) -> Option<usize> {
    let free = |unit: usize| state.squad(side, unit).free_at[unit % LANES];
    let mut best: Option<(usize, (f64, f64))> = None;
    for unit in bits(set) {
        let (above, below) = quotient(unit);
        let better = match best {
            None => true,
            Some((other, (most, least))) => {
                let (mine, theirs) = (above * least, most * below);
                mine < theirs || (mine == theirs && free(unit) < free(other))
            }
        };
        if better {
            best = Some((unit, (above, below)));
        }
    }
    best.map(|(unit, _)| unit)
}
