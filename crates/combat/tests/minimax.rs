//! ABCD returns the exact minimax value of the sequentialised game: compared with a plain search
//! that has no pruning, no table and no order of moves, written from [Saf13, Algorithm 11] and the
//! rules of [Saf13, Section 5.2.2] alone.

use ludex_combat::{
    Abcd, AbcdConfig, Action, Evaluation, Joint, Limit, Order, Profile, Replies, Rules, Script,
    Side, State, UnitTypes,
};
use proptest::prelude::*;

/// A plain search.
struct Plain<'a> {
    rules: &'a Rules,
    side: Side,
    order: Order,
    evaluation: Evaluation,
    model: Option<Script>,
    answered: bool,
}

impl Plain<'_> {
    /// Returns all joint moves of a side, as a product.
    fn moves(&self, state: &State, side: Side) -> Vec<Joint> {
        if let Some(script) = self.model
            && side != self.side
        {
            let mut rng = no_chance();
            return vec![script.decide(self.rules, state, side, &mut rng)];
        }
        let mut all = vec![Joint::NONE];
        for unit in 0..8 {
            let actions = state.legal(self.rules, side, unit);
            if actions.is_empty() {
                continue;
            }
            let longer = |joint: &Joint| {
                let joint = *joint;
                let with = move |action: &Action| {
                    let mut joint = joint;
                    joint.set(unit, *action);
                    joint
                };
                actions.iter().map(with).collect::<Vec<_>>()
            };
            all = all.iter().flat_map(longer).collect();
        }
        all
    }

    fn leaf(&self, state: &State) -> (i32, i64) {
        let mut state = *state;
        let (rules, side) = (self.rules, self.side);
        let lives = |side: Side| i32::from(!state.is_beaten(side));
        let victory = 100_000 * (lives(side) - lives(side.other()));
        if state.is_over(rules) {
            let left = match self.evaluation {
                Evaluation::Ltd => state.ltd(rules, side),
                _ => state.ltd2(rules, side),
            };
            return (left + victory, -i64::from(state.steps()[side.index()]));
        }
        let value = match self.evaluation {
            Evaluation::Ltd => state.ltd(rules, side),
            Evaluation::Ltd2 => state.ltd2(rules, side),
            Evaluation::Playout(_) => {
                self.play_out(&mut state, self.scripts());
                state.ltd2(rules, side)
            }
        };
        (value, -i64::from(state.steps()[side.index()]))
    }

    /// Returns the scripts that either side follows in playouts.
    fn scripts(&self) -> [Script; 2] {
        let mut scripts = match self.evaluation {
            Evaluation::Playout(script) => [script; 2],
            _ => [Script::NokAv; 2],
        };
        if let Some(model) = self.model {
            scripts[self.side.other().index()] = model;
        }
        scripts
    }

    fn play_out(&self, state: &mut State, scripts: [Script; 2]) {
        let mut rng = no_chance();
        for _ in 0..200 {
            if state.is_over(self.rules) {
                return;
            }
            let moves = Side::BOTH.map(|side| match state.can_act(side) {
                true => scripts[side.index()].decide(self.rules, state, side, &mut rng),
                false => Joint::NONE,
            });
            state.play(self.rules, [&moves[0], &moves[1]]);
        }
    }

    /// Returns the value by [Saf13, Algorithm 11] without windows.
    fn value(
        &self,
        state: &State,
        depth: u32,
        first: Option<Joint>,
        last: Side,
        root: bool,
    ) -> (i32, i64) {
        if first.is_none() && (depth == 0 || state.is_over(self.rules)) {
            return self.leaf(state);
        }
        let both = state.can_act(Side::Red) && state.can_act(Side::Blue);
        let chooser = if first.is_some() {
            last.other()
        } else if !both {
            if state.can_act(Side::Red) { Side::Red } else { Side::Blue }
        } else if root {
            self.side
        } else {
            match self.order {
                Order::Alt => last.other(),
                Order::AltPrime => last,
                Order::SearcherFirst => self.side,
                Order::SearcherLast => self.side.other(),
                Order::Random => unreachable!("not compared"),
            }
        };
        let after = |joint: &Joint| {
            if both && first.is_none() && depth != 1 {
                return self.value(state, depth - 1, Some(*joint), chooser, false);
            }
            let mut next = *state;
            let other = chooser.other();
            let answer = (both && first.is_none() && self.answered).then(|| {
                let script = self.scripts()[other.index()];
                script.decide(self.rules, state, other, &mut no_chance())
            });
            match (&first.or(answer), chooser) {
                (None, _) => next.play_alone(self.rules, chooser, joint),
                (Some(first), Side::Red) => next.play(self.rules, [joint, first]),
                (Some(first), Side::Blue) => next.play(self.rules, [first, joint]),
            }
            self.value(&next, depth - 1, None, chooser, false)
        };
        let moves = self.moves(state, chooser);
        let values = moves.iter().map(after);
        if chooser == self.side { values.max() } else { values.min() }.expect("a side has moves")
    }
}

/// Returns random numbers that no script here asks for.
fn no_chance() -> impl rand::Rng {
    use rand::SeedableRng;
    rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1)
}

fn place() -> impl Strategy<Value = (u8, i32, i32)> {
    (0u8..4, -80..80, -80..80)
}

fn orders() -> impl Strategy<Value = Order> {
    use Order::{Alt, AltPrime, SearcherFirst, SearcherLast};
    prop_oneof![Just(Alt), Just(AltPrime), Just(SearcherFirst), Just(SearcherLast)]
}

fn evaluations() -> impl Strategy<Value = Evaluation> {
    let playout = Script::ALL[1..].to_vec();
    prop_oneof![
        Just(Evaluation::Ltd),
        Just(Evaluation::Ltd2),
        prop::sample::select(playout).prop_map(Evaluation::Playout)
    ]
}

/// Returns a state some rounds into a fight, so that units are at different times.
fn opened(rules: &Rules, red: &[(u8, i32, i32)], blue: &[(u8, i32, i32)], rounds: u32) -> State {
    let mut state = State::new(rules, red, blue).expect("small armies");
    let mut rng = no_chance();
    for _ in 0..rounds {
        let mut next = state;
        let moves = Side::BOTH.map(|side| match next.can_act(side) {
            true => Script::Random.decide(rules, &next, side, &mut rng),
            false => Joint::NONE,
        });
        next.play(rules, [&moves[0], &moves[1]]);
        if next.is_over(rules) {
            break;
        }
        state = next;
    }
    state
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn abcd_is_minimax_of_the_sequentialised_game(
        red in prop::collection::vec(place(), 1..3),
        blue in prop::collection::vec(place(), 1..3),
        rounds in 0u32..12,
        order in orders(),
        evaluation in evaluations(),
        depth in 1u32..4,
        thesis in any::<bool>(),
        table in any::<bool>(),
        neighbours in any::<bool>(),
        model in prop::option::of(prop::sample::select(Script::ALL[1..].to_vec())),
        answered in any::<bool>(),
    ) {
        let profile = if thesis { Profile::Thesis } else { Profile::Spar };
        let rules = Rules::new(profile, UnitTypes::standard());
        let state = opened(&rules, &red, &blue, rounds);
        for side in Side::BOTH.into_iter().filter(|side| state.can_act(*side)) {
            let plain = Plain { rules: &rules, side, order, evaluation, model, answered };
            let known = plain.value(&state, depth, None, side.other(), true);
            let config = AbcdConfig {
                order, evaluation, model, neighbours, answered,
                rounds: 200,
                max_depth: depth,
                children: None,
                below: None,
                replies: Replies::All,
                table_bits: table.then_some(8),
                ..AbcdConfig::default()
            };
            let limit = Limit::NONE;
            let (_, score, _) = Abcd::new(config).decide(&rules, &state, side, limit);
            let known = (i64::from(known.0) << 20) + known.1;
            // A search that has seen all ends stops early, at a depth with the same value.
            prop_assert_eq!(score, Some(known));
        }
    }

    /// RAB′: the coin of a state does not depend on how it was reached, so that the table and the
    /// order of moves do not change the value.
    #[test]
    fn random_orders_define_one_game(
        red in prop::collection::vec(place(), 1..3),
        blue in prop::collection::vec(place(), 1..3),
        rounds in 0u32..12,
        evaluation in evaluations(),
        seed in any::<u64>(),
    ) {
        let rules = Rules::new(Profile::Thesis, UnitTypes::standard());
        let state = opened(&rules, &red, &blue, rounds);
        let side = if state.can_act(Side::Red) { Side::Red } else { Side::Blue };
        let score = |table_bits, neighbours, ordering| {
            let config = AbcdConfig {
                order: Order::Random,
                evaluation, table_bits, neighbours, ordering, seed,
                max_depth: 3,
                children: None,
                below: None,
                replies: Replies::All,
                ..AbcdConfig::default()
            };
            let limit = Limit::NONE;
            Abcd::new(config).decide(&rules, &state, side, limit).1
        };
        let plain = score(None, false, Vec::new());
        prop_assert_eq!(score(Some(6), false, Vec::new()), plain);
        prop_assert_eq!(score(Some(6), true, vec![Script::KitingAv, Script::NokAv]), plain);
    }
}
