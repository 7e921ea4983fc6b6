//! A fight as a game of simultaneous moves, for the searches of every such game: the value of ABCD
//! where the searching side always chooses first is the pure maxmin value of that game, found by
//! plain alpha-beta through `ludex_search::serial`, and the true value is not below it.

use std::hash::{Hash, Hasher};

use ludex_combat::{
    Abcd, AbcdConfig, Action, Evaluation, Joint, Limit, Order, Profile, Replies, Rules, Side,
    State, UnitTypes,
};
use ludex_game::{Agent, Agents, Model, Outcome, Outcomes, SimultaneousGame, Turn};
use ludex_search::{BackwardOptions, Budget, Serial, Silent, backward, serial};
use proptest::prelude::*;

/// A fight that ends after some frames; the first agent is the searching side.
struct Combat {
    rules: Rules,
    start: State,
    side: Side,
    frames: i32,
    agents: Agents,
    outcomes: Outcomes,
}

/// A state with the path that led to it, which determines equality.
#[derive(Clone, Debug)]
struct Reached {
    state: State,
    way: Vec<[u16; 2]>,
}

impl PartialEq for Reached {
    fn eq(&self, other: &Reached) -> bool {
        self.way == other.way
    }
}

impl Eq for Reached {}

impl Hash for Reached {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.way.hash(hasher);
    }
}

impl Combat {
    fn new(rules: &Rules, start: State, side: Side, frames: i32) -> Combat {
        let agents = Agents::new(["searching", "other"]);
        let outcomes = Outcomes::new([("worst", -1e9), ("best", 1e9)]);
        Combat { rules: rules.clone(), start, side, frames, agents, outcomes }
    }

    fn side(&self, agent: Agent) -> Side {
        if agent == Agent::FIRST { self.side } else { self.side.other() }
    }

    /// Returns all joint moves of a side; one without actions for a side that does not act.
    fn joints(&self, state: &State, side: Side) -> Vec<Joint> {
        let mut all = vec![Joint::NONE];
        for unit in 0..8 {
            let actions = state.legal(&self.rules, side, unit);
            let with = |joint: &Joint, action: &Action| {
                let mut joint = *joint;
                joint.set(unit, *action);
                joint
            };
            if !actions.is_empty() {
                let longer = |joint: &Joint| -> Vec<Joint> {
                    actions.iter().map(|action| with(joint, action)).collect()
                };
                all = all.iter().flat_map(longer).collect();
            }
        }
        all
    }
}

impl Model for Combat {
    type State = Reached;
    type Move = u16;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> Reached {
        Reached { state: self.start, way: Vec::new() }
    }

    fn turn(&self, Reached { state, .. }: &Reached) -> Turn {
        let late = state.time() >= self.start.time() + self.frames;
        if late || state.is_over(&self.rules) { Turn::Final } else { Turn::Together }
    }

    fn moves(&self, reached: &Reached, agent: Agent, out: &mut Vec<u16>) {
        out.extend(0..self.joints(&reached.state, self.side(agent)).len() as u16);
    }

    fn outcome(&self, _: &Reached) -> Outcome {
        Outcome::WORST
    }

    /// Returns LTD2, with a bonus for victory, less a little for every step.
    fn payoff(&self, Reached { state, .. }: &Reached, agent: Agent) -> f64 {
        let lives = |side: Side| i32::from(!state.is_beaten(side));
        let victory = 100_000 * (lives(self.side) - lives(self.side.other()));
        let bonus = if state.is_over(&self.rules) { victory } else { 0 };
        let steps = f64::from(state.steps()[self.side.index()]);
        let value = f64::from(state.ltd2(&self.rules, self.side) + bonus) * 1024.0 - steps;
        if agent == Agent::FIRST { value } else { -value }
    }

    fn holds(&self, _: &Reached, _: u32) -> bool {
        false
    }

    fn key(&self, reached: &Reached) -> u64 {
        let mut hasher = std::hash::DefaultHasher::new();
        reached.hash(&mut hasher);
        hasher.finish()
    }

    fn can_repeat(&self) -> bool {
        false
    }
}

impl SimultaneousGame for Combat {
    fn play_joint(&self, reached: &mut Reached, joint: &[u16]) {
        let one = self.joints(&reached.state, self.side)[usize::from(joint[0])];
        let two = self.joints(&reached.state, self.side.other())[usize::from(joint[1])];
        match self.side {
            Side::Red => reached.state.play(&self.rules, [&one, &two]),
            Side::Blue => reached.state.play(&self.rules, [&two, &one]),
        }
        reached.way.push([joint[0], joint[1]]);
    }
}

fn place() -> impl Strategy<Value = (u8, i32, i32)> {
    (0u8..4, -70..70, -70..70)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn abcd_finds_the_maxmin_value_of_the_simultaneous_game(
        red in prop::collection::vec(place(), 1..3),
        blue in place(),
        wounds in (1i32..40, 1i32..40),
        frames in 1i32..6,
    ) {
        let rules = Rules::new(Profile::Thesis, UnitTypes::standard());
        let mut state = State::new(&rules, &red, &[blue]).expect("small armies");
        state.wound(Side::Red, 0, wounds.0);
        state.wound(Side::Blue, 0, wounds.1);
        for side in Side::BOTH {
            let game = Combat::new(&rules, state, side, frames);
            let budget = Budget::default();
            let plain = serial(&game, &game.initial(), Serial::Maxmin, &budget, &mut Silent);
            let plain = plain.expect("two agents, zero sum").value.expect("small games");
            let config = AbcdConfig {
                order: Order::SearcherFirst,
                evaluation: Evaluation::Ltd2,
                max_depth: 50,
                horizon: Some(frames),
                children: None,
                below: None,
                replies: Replies::All,
                ..AbcdConfig::default()
            };
            let (_, score, _) = Abcd::new(config).decide(&rules, &state, side, Limit::NONE);
            let score = score.expect("no limit");
            // A score is a value times 2^20 less the steps.
            let value = (score + (1 << 20) - 1) >> 20;
            let steps = (value << 20) - score;
            prop_assert_eq!(value as f64 * 1024.0 - steps as f64, plain);
            // The true value, with mixed strategies, is at least the pure one.
            let options = BackwardOptions::default();
            let exact = backward(&game, &game.initial(), options, &budget, &mut Silent);
            let exact = exact.expect("two agents, zero sum").value().expect("small games");
            prop_assert!(exact >= plain - 1e-3, "{exact} {plain}");
        }
    }
}
