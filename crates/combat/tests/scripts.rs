//! The scripts on situations made by hand: targets, no overkill, kiting distance.

use ludex_combat::{Action, Joint, Profile, Rules, Script, Side, State, UnitTypes};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const MARINE: u8 = 0;
const ZERGLING: u8 = 1;
const ZEALOT: u8 = 2;
const DRAGOON: u8 = 3;

fn rules() -> Rules {
    Rules::new(Profile::Thesis, UnitTypes::standard())
}

fn start(red: &[(u8, i32, i32)], blue: &[(u8, i32, i32)]) -> State {
    State::new(&rules(), red, blue).expect("small armies")
}

fn decide(script: Script, state: &State, side: Side) -> Joint {
    script.decide(&rules(), state, side, &mut Xoshiro256PlusPlus::seed_from_u64(1))
}

fn target(script: Script, state: &State) -> Option<usize> {
    decide(script, state, Side::Red).get(0).target()
}

/// Returns the state after both sides have followed scripts for some rounds.
fn after(mut state: State, scripts: [Script; 2], rounds: u32) -> State {
    for _ in 0..rounds {
        let moves = Side::BOTH.map(|side| match state.can_act(side) {
            true => decide(scripts[side.index()], &state, side),
            false => Joint::NONE,
        });
        state.play(&rules(), [&moves[0], &moves[1]]);
    }
    state
}

#[test]
fn closest_takes_the_nearest_and_the_first_of_equals() {
    let state = start(&[(MARINE, 0, 0)], &[(MARINE, 100, 0), (MARINE, 0, 99), (MARINE, -99, 0)]);
    assert_eq!(target(Script::AttackClosest, &state), Some(1));
    assert_eq!(target(Script::Kiting, &state), Some(1));
}

#[test]
fn weakest_takes_the_fewest_hit_points_in_range_only() {
    let mut state =
        start(&[(MARINE, 0, 0)], &[(MARINE, 20, 0), (MARINE, 128, 0), (MARINE, 129, 0)]);
    state.wound(Side::Blue, 1, 7);
    state.wound(Side::Blue, 2, 1);
    assert_eq!(target(Script::AttackWeakest, &state), Some(1));
    assert_eq!(target(Script::AttackClosest, &state), Some(0));
}

#[test]
fn value_weighs_damage_against_hit_points() {
    // Zealot 16/22 over 160, Zergling 5/8 over 35, Marine 6/15 over 40, Dragoon 20/30 over 180.
    let all = [(ZEALOT, 50, 0), (MARINE, 60, 0), (DRAGOON, 70, 0), (ZERGLING, 80, 0)];
    let mut state = start(&[(MARINE, 0, 0)], &all);
    for script in [Script::AttackValue, Script::KitingAv, Script::NokAv] {
        assert_eq!(target(script, &state), Some(3), "{script}");
    }
    // 0.7273 / 39 is more than 0.625 / 35.
    state.wound(Side::Blue, 0, 39);
    assert_eq!(target(Script::AttackValue, &state), Some(0));
}

#[test]
fn nok_av_gives_nobody_more_than_it_takes() {
    let red = [(MARINE, 0, 0), (MARINE, 1, 0), (MARINE, 2, 0), (MARINE, 3, 0)];
    let mut state = start(&red, &[(MARINE, 50, 0), (MARINE, 60, 0)]);
    state.wound(Side::Blue, 1, 12);
    let targets = |script: Script| -> Vec<Option<usize>> {
        decide(script, &state, Side::Red).actions().map(|(_, action)| action.target()).collect()
    };
    // Two hits of 6 are booked on 12 hit points, the others go elsewhere.
    assert_eq!(targets(Script::NokAv), [Some(1), Some(1), Some(0), Some(0)]);
    assert_eq!(targets(Script::AttackValue), [Some(1); 4]);
}

#[test]
fn nok_av_books_raw_damage_without_armour_or_size() {
    // 20 are booked on a Marine of 15; 10 will be dealt.
    let mut state = start(&[(DRAGOON, 0, 0), (DRAGOON, 1, 0)], &[(MARINE, 50, 0), (ZEALOT, 60, 0)]);
    state.wound(Side::Blue, 0, 15);
    let joint = decide(Script::NokAv, &state, Side::Red);
    assert_eq!((joint.get(0).target(), joint.get(1).target()), (Some(0), Some(1)));
    let next = after(state, [Script::NokAv, Script::NokAv], 1);
    assert_eq!(next.unit(Side::Blue, 0).hp, 5);
}

#[test]
fn nok_av_goes_on_where_all_in_range_are_booked_dead() {
    let mut state = start(&[(MARINE, 0, 0), (MARINE, 0, 1)], &[(MARINE, 50, 0)]);
    state.wound(Side::Blue, 0, 6);
    let joint = decide(Script::NokAv, &state, Side::Red);
    assert_eq!(joint.get(0), Action::attack(0));
    assert_eq!(joint.get(1), Action::step(1), "towards +x");
}

#[test]
fn attackers_wait_while_they_reload_and_kiters_step_away() {
    let state = start(&[(MARINE, 0, 0)], &[(MARINE, 100, 0)]);
    // After both have fired, both are reloading and free to move.
    let fired = after(state, [Script::AttackClosest; 2], 1);
    assert!(fired.unit(Side::Red, 0).attack_at > fired.time());
    for script in [Script::AttackClosest, Script::AttackWeakest, Script::AttackValue, Script::NokAv]
    {
        assert_eq!(decide(script, &fired, Side::Red).get(0), Action::WAIT, "{script}");
    }
    for script in [Script::Kiting, Script::KitingAv] {
        assert_eq!(decide(script, &fired, Side::Red).get(0), Action::step(0), "{script}: to -x");
    }
}

#[test]
fn kiters_retreat_only_while_the_nearest_is_inside_their_own_range() {
    // A reloading Zealot reaches 15 px. At 10 it steps away, at 60 it walks back.
    for (far, step) in [(10, 0), (60, 1)] {
        let mut state = start(&[(ZEALOT, 0, 0)], &[(DRAGOON, far, 0)]);
        state.reload(Side::Red, 0, 5);
        assert_eq!(decide(Script::Kiting, &state, Side::Red).get(0), Action::step(step), "{far}");
    }
}

#[test]
fn a_kiter_keeps_a_slower_melee_unit_away() {
    // A Dragoon against a Zealot of the same speed in this profile: it fires first and often.
    let state = start(&[(DRAGOON, 0, 0)], &[(ZEALOT, 200, 0)]);
    let later = after(state, [Script::KitingAv, Script::AttackClosest], 60);
    let still = after(state, [Script::AttackValue, Script::AttackClosest], 60);
    let lead = |state: &State| state.unit(Side::Red, 0).hp;
    assert!(lead(&later) > lead(&still), "{} {}", lead(&later), lead(&still));
}

#[test]
fn steps_go_along_the_longer_axis_and_the_first_direction_wins_ties() {
    let towards = |x: i32, y: i32| {
        let state = start(&[(MARINE, 0, 0)], &[(MARINE, x, y)]);
        decide(Script::AttackClosest, &state, Side::Red).get(0).direction()
    };
    assert_eq!(towards(-300, 10), Some(0));
    assert_eq!(towards(300, 10), Some(1));
    assert_eq!(towards(10, 300), Some(2));
    assert_eq!(towards(10, -300), Some(3));
    assert_eq!(towards(-200, -200), Some(0));
    assert_eq!(towards(200, 200), Some(1));
}

#[test]
fn random_takes_every_legal_action_about_equally_often() {
    let state = start(&[(MARINE, 0, 0)], &[(MARINE, 50, 0), (MARINE, 60, 0)]);
    let rules = rules();
    let legal = state.legal(&rules, Side::Red, 0);
    assert_eq!(legal.len(), 6);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
    let mut counts = [0; 6];
    for _ in 0..6000 {
        let action = Script::Random.decide(&rules, &state, Side::Red, &mut rng).get(0);
        counts[legal.iter().position(|other| *other == action).expect("legal")] += 1;
    }
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
}

#[test]
fn names_are_read_in_all_their_spellings() {
    for (text, script) in [
        ("nok_av", Script::NokAv),
        ("NOK-AV", Script::NokAv),
        ("attack-closest", Script::AttackClosest),
        ("kiter_av", Script::KitingAv),
        ("Kiting", Script::Kiting),
        ("attack-value", Script::AttackValue),
    ] {
        assert_eq!(text.parse(), Ok(script), "{text}");
    }
    let error = "nok-aw".parse::<Script>().unwrap_err().to_string();
    assert!(error.contains("did you mean `nok-av`"), "{error}");
}
