//! The effects of actions, and the progress of time.

use super::lanes::{LANES, NEVER, Squad};
use super::rules::{PASS, SETTLE, TURN};
use super::{Action, Joint, Last, Rules, Side, State, bits};

impl State {
    /// Lets both sides act on the same state, then advances the clock to when a unit is free next.
    /// A side that does not act now has no actions in its joint move.
    ///
    /// The second side's actions are carried out first; units killed by them still act, so that
    /// neither side is favoured.
    pub fn play(&mut self, rules: &Rules, moves: [&Joint; 2]) {
        let movers = Side::BOTH.map(|side| self.movers(side));
        for side in [Side::Blue, Side::Red] {
            self.act(rules, side, moves[side.index()], movers[side.index()]);
        }
        self.advance();
    }

    /// Lets one side act alone: it is the only one that is free, or the search is at its horizon.
    pub fn play_alone(&mut self, rules: &Rules, side: Side, joint: &Joint) {
        let movers = self.movers(side);
        self.act(rules, side, joint, movers);
        self.advance();
    }

    fn act(&mut self, rules: &Rules, side: Side, joint: &Joint, movers: u64) {
        for unit in bits(movers) {
            let action = joint.get(unit);
            if let Some(target) = action.target() {
                self.attack(rules, side, unit, target);
            } else if let Some(direction) = action.direction() {
                self.step(rules, side, unit, direction);
            } else if action == Action::WAIT {
                let (squad, lane) = (self.squad_mut(side, unit), unit % LANES);
                squad.move_at[lane] = squad.attack_at[lane];
                squad.last[lane] = Last::Wait;
            } else if action == Action::PASS {
                self.block(side, unit, Last::Nothing);
            }
        }
    }

    #[inline]
    fn attack(&mut self, rules: &Rules, side: Side, unit: usize, target: usize) {
        let now = self.time;
        let (squad, lane) = (self.squad_mut(side, unit), unit % LANES);
        let (kind, last) = (squad.kind[lane], squad.last[lane]);
        let row = rules.row(kind);
        let (animation, turn) = match last {
            Last::Attack | Last::Wait => (row.repeat, 0),
            Last::Move => (row.first + SETTLE, TURN),
            Last::Nothing => (row.first + SETTLE, 0),
        };
        let loaded = now + row.cooldown + turn;
        squad.attack_at[lane] = loaded;
        squad.move_at[lane] = if row.speed > 0.0 { now + animation } else { loaded };
        squad.last[lane] = Last::Attack;
        let (enemies, at) = (self.squad_mut(side.other(), target), target % LANES);
        if enemies.hp[at] <= 0 {
            return self.block(side, unit, Last::Attack);
        }
        enemies.hp[at] -= rules.damage_of(kind, enemies.kind[at]);
        self.hit = true;
    }

    /// Blocks a unit after a pass, or after an attack on a unit that a comrade has just killed.
    fn block(&mut self, side: Side, unit: usize, last: Last) {
        let until = self.time + PASS;
        let (squad, lane) = (self.squad_mut(side, unit), unit % LANES);
        (squad.attack_at[lane], squad.move_at[lane]) = (until, until);
        squad.last[lane] = last;
    }

    #[inline]
    fn step(&mut self, rules: &Rules, side: Side, unit: usize, direction: usize) {
        let Some((x, y)) = self.destination(rules, side, unit, direction) else { return };
        let now = self.time;
        self.steps[side.index()] += 1;
        let (squad, lane) = (self.squad_mut(side, unit), unit % LANES);
        let (dx, dy) = (x - squad.to_x[lane], y - squad.to_y[lane]);
        let speed = rules.row(squad.kind[lane]).speed;
        let duration = ((f64::from(dx.abs() + dy.abs()) / speed) as i32).max(1);
        (squad.dx[lane], squad.dy[lane]) = (dx as i16, dy as i16);
        (squad.to_x[lane], squad.to_y[lane]) = (x, y);
        squad.duration[lane] = duration as i16;
        squad.move_at[lane] = now + duration;
        squad.attack_at[lane] = squad.attack_at[lane].max(now + duration);
        squad.last[lane] = Last::Move;
    }

    /// Removes the dead and advances the clock to when the next unit is free. It stays where it is
    /// if no unit is left.
    #[inline]
    pub(crate) fn advance(&mut self) {
        for side in Side::BOTH {
            let squads = self.squads_mut(side).iter_mut();
            self.next[side.index()] = squads.map(Squad::next_free).fold(NEVER, i32::min);
        }
        self.still = if self.hit { 0 } else { self.still + 1 };
        self.hit = false;
        let next = self.next[0].min(self.next[1]);
        if next != NEVER {
            self.time = next;
        }
        let now = self.time;
        for side in Side::BOTH {
            let mut movers = 0;
            for (at, squad) in self.squads_mut(side).iter_mut().enumerate() {
                squad.walk(now);
                movers |= squad.free_at(now) << (at * LANES);
            }
            self.movers[side.index()] = movers;
        }
    }
}
