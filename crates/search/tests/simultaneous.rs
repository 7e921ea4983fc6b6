//! Stacked-matrix games: every algorithm, with every option, against plain backward induction.

use ludex_game::{Model, RandomStacked, SimultaneousGame, StackedDag};
use ludex_games::{Goofspiel, Payoff};
use ludex_search::{
    BackwardOptions, Budget, CellOrder, Mixed, Silent, SimultaneousReport, SmabOptions, backward,
    smab, smab_window,
};

const NEAR: f64 = 1e-9;

type Report<G> = SimultaneousReport<<G as Model>::Move>;

fn by_induction<G: SimultaneousGame>(game: &G, options: BackwardOptions) -> Report<G> {
    backward(game, &game.initial(), options, &Budget::default(), &mut Silent).unwrap()
}

fn by_smab<G: SimultaneousGame>(game: &G, options: SmabOptions) -> Report<G> {
    smab(game, &game.initial(), options, &Budget::default(), &mut Silent).unwrap()
}

fn value<G: SimultaneousGame>(game: &G) -> f64 {
    by_induction(game, BackwardOptions::plain()).value().unwrap()
}

/// Random games of 1 to 5 moves a side.
fn random_games(count: u64) -> impl Iterator<Item = StackedDag> {
    (0..count).map(|seed| {
        let kind = RandomStacked {
            states: 1 + seed as usize % 25,
            moves: 1 + seed as usize % 5,
            stakes: [1, 2, 5, 50][seed as usize / 5 % 4],
        };
        kind.generate(seed)
    })
}

fn goofspiel(cards: u8, payoff: Payoff) -> Goofspiel {
    let prizes: Vec<u8> = (1..=cards).rev().collect();
    Goofspiel::new(&prizes, payoff)
}

/// All options of SMAB but the skip, as bits of a number below 128.
fn smab_options(bits: u64, skip: usize) -> SmabOptions {
    let bit = |place: u32| bits >> place & 1 == 1;
    SmabOptions {
        order: if bit(0) { CellOrder::Lexicographic } else { CellOrder::LShaped },
        skip,
        dominance: bit(1),
        look_ahead: bit(2),
        reverse: bit(3),
        learn: bit(4),
        transpositions: bit(5),
        mirror: bit(6),
    }
}

/// What the strategies in the root guarantee if all goes on with perfect play.
fn guarantees<G: SimultaneousGame>(game: &G, report: &Report<G>) -> (f64, f64) {
    let root = game.initial();
    let mut moves = [Vec::new(), Vec::new()];
    for (agent, moves) in game.agents().iter().zip(&mut moves) {
        game.moves(&root, agent, moves);
    }
    let cell = |row: G::Move, column: G::Move| {
        let mut state = root.clone();
        game.play_joint(&mut state, &[row, column]);
        let options = BackwardOptions::default();
        let report = backward(game, &state, options, &Budget::default(), &mut Silent).unwrap();
        report.value().unwrap()
    };
    let total = |mixed: &Mixed<G::Move>| mixed.iter().map(|(_, weight)| weight).sum::<f64>();
    assert!((total(&report.row) - 1.0).abs() < NEAR && (total(&report.column) - 1.0).abs() < NEAR);
    let gets = moves[1].iter().map(|&column| {
        report.row.iter().map(|&(row, weight)| weight * cell(row, column)).sum::<f64>()
    });
    let pays = moves[0].iter().map(|&row| {
        report.column.iter().map(|&(column, weight)| weight * cell(row, column)).sum::<f64>()
    });
    (gets.fold(f64::INFINITY, f64::min), pays.fold(f64::NEG_INFINITY, f64::max))
}

#[test]
fn published_numbers_of_nodes() {
    for (cards, nodes) in [(4, 109), (5, 1926), (6, 58173)] {
        let report = by_induction(&goofspiel(cards, Payoff::Result), BackwardOptions::plain());
        assert_eq!((report.nodes, report.lp_calls), (nodes, nodes), "{cards} cards");
        assert!(report.value().unwrap().abs() < NEAR);
        assert_eq!(report.largest, (cards.into(), cards.into()));
    }
}

#[test]
fn smab_agrees_on_random_games() {
    for (number, game) in (0..).zip(random_games(3000)) {
        let truth = value(&game);
        let plain = by_induction(&game, BackwardOptions::plain()).nodes;
        let table = by_induction(&game, BackwardOptions::default());
        assert!((table.value().unwrap() - truth).abs() < NEAR, "game {number}");
        for skip in 0..=5 {
            // Every game sees some of the options, all options see many games.
            let bits = number * 6 + skip;
            let report = by_smab(&game, smab_options(bits * 37 % 128, skip as usize));
            let found = report.value().unwrap();
            assert!(
                (found - truth).abs() < NEAR,
                "game {number} skip {skip}: {found}, not {truth}"
            );
            let report = by_smab(&game, smab_options(bits * 37 % 32, skip as usize));
            assert!(report.nodes <= plain, "game {number}: more nodes than backward induction");
        }
    }
}

#[test]
fn strategies_of_the_root_guarantee_the_value() {
    for (number, game) in (0..).zip(random_games(400)).filter(|(number, _)| number % 25 != 0) {
        let truth = value(&game);
        let reports = [
            by_induction(&game, BackwardOptions::default()),
            by_smab(&game, smab_options(number % 128, number as usize % 3)),
        ];
        for report in reports {
            let (gets, pays) = guarantees(&game, &report);
            assert!(gets > truth - NEAR && pays < truth + NEAR, "game {number}: {gets} {pays}");
        }
    }
}
