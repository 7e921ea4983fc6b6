//! Hog beside a slow, obvious implementation: all rolls of all dice, one by one.

use std::collections::BTreeMap;

use ludex_base::{Fraction, Rational};
use ludex_game::{Agent, Game, Model, Notation, Turn, chances, check_laws};
use ludex_games::Hog;

/// Counts what every roll scores, by rolling everything.
fn counted(sides: u8, dice: u8) -> BTreeMap<String, Fraction> {
    let mut counts: BTreeMap<u64, i64> = BTreeMap::new();
    let mut shown = vec![1; usize::from(dice)];
    loop {
        let score = if shown.contains(&1) { 1 } else { shown.iter().map(|&s| u64::from(s)).sum() };
        *counts.entry(score).or_default() += 1;
        let Some(die) = shown.iter().position(|&s| s < sides) else { break };
        shown[die] += 1;
        shown[..die].fill(1);
    }
    let all = counts.values().sum();
    let share = |(score, count)| (format!("+{score}"), Fraction::new(count, all).expect("small"));
    counts.into_iter().map(share).collect()
}

#[test]
fn rolls_are_as_likely_as_counting_says() {
    for (sides, most) in [(2, 5), (3, 4), (6, 4), (10, 3)] {
        let game = Hog::new(100, sides, most);
        for dice in 1..=most {
            let state = game.read_position(&format!("0-0 First roll{dice}")).expect("a roll");
            assert_eq!(game.turn(&state), Turn::Chance);
            let listed: BTreeMap<String, Fraction> = chances(&game, &state)
                .into_iter()
                .map(|(mv, p)| (game.write_move(&state, Agent::CHANCE, mv), p))
                .collect();
            assert_eq!(listed, counted(sides, dice), "{dice} dice with {sides} sides");
        }
    }
}

#[test]
fn laws_hold() {
    for (goal, sides, dice) in [(1, 2, 1), (20, 6, 3), (200, 20, 10), (7, 3, 2)] {
        check_laws(&Hog::new(goal, sides, dice), 1, 40).expect("a lawful game");
    }
}

/// The chance of the side to move to win, by its definition, without a game.
fn chance(goal: i64, sides: u8, dice: u8, own: i64, other: i64) -> Rational {
    let one = Rational::from(1);
    if other >= goal {
        return Rational::ZERO;
    }
    let rolls = (1..=dice).map(|rolled| {
        counted(sides, rolled).into_iter().fold(Rational::ZERO, |sum, (score, probability)| {
            let score: i64 = score[1..].parse().expect("a number");
            let lost = match own + score >= goal {
                true => Rational::ZERO,
                false => chance(goal, sides, dice, other, own + score),
            };
            &sum + &(&(&one - &lost) * &probability.into())
        })
    });
    rolls.max().unwrap_or(Rational::ZERO)
}

#[test]
fn a_short_race_has_the_value_of_its_definition() {
    for goal in 1..=5 {
        let expected = chance(goal, 3, 2, 0, 0);
        let game = Hog::new(goal as u8, 3, 2);
        let value = value(&game, &game.initial());
        // A win counts 1 and a loss -1.
        let two = Rational::from(2);
        assert_eq!(value, &(&two * &expected) - &Rational::from(1), "goal {goal}");
    }
}

/// Expectimax by the rules of the game, without a table.
fn value(game: &Hog, state: &<Hog as Model>::State) -> Rational {
    match game.turn(state) {
        Turn::Final => game.fraction(state, Agent::FIRST).expect("a whole number").into(),
        Turn::Together => panic!("nobody moves together"),
        Turn::Chance => chances(game, state).into_iter().fold(Rational::ZERO, |sum, (mv, p)| {
            let after = game.after(state, Agent::CHANCE, mv);
            &sum + &(&value(game, &after) * &p.into())
        }),
        Turn::Of(agent) => {
            let mut moves = Vec::new();
            game.moves(state, agent, &mut moves);
            let values = moves.into_iter().map(|mv| value(game, &game.after(state, agent, mv)));
            let best = if agent == Agent::FIRST { values.max() } else { values.min() };
            best.expect("there is always a die")
        }
    }
}
