//! Stacked-matrix games: every algorithm, with every option, compared with plain backward
//! induction.

use ludex_game::{
    AsSimultaneous, ExplicitGame, GraphShape, Model, Notation, RandomGame, RandomStacked,
    SimultaneousGame, StackedDag, Turn,
};
use ludex_games::{Goofspiel, Payoff};
use ludex_search::{
    BackwardOptions, Budget, CellOrder, Mixed, OracleOptions, Refusal, Silent, SimultaneousReport,
    SmabOptions, SolveOptions, Stopped, backward, double_oracle, smab, smab_window, solve,
};

const NEAR: f64 = 1e-9;

type Report<G> = SimultaneousReport<<G as Model>::Move>;

fn by_induction<G: SimultaneousGame>(game: &G, options: BackwardOptions) -> Report<G> {
    backward(game, &game.initial(), options, &Budget::default(), &mut Silent).unwrap()
}

fn by_smab<G: SimultaneousGame>(game: &G, options: SmabOptions) -> Report<G> {
    smab(game, &game.initial(), options, &Budget::default(), &mut Silent).unwrap()
}

fn by_oracle<G: SimultaneousGame>(game: &G, options: OracleOptions) -> Report<G> {
    double_oracle(game, &game.initial(), options, &Budget::default(), &mut Silent).unwrap()
}

/// Returns the value by backward induction with a table.
fn value<G: SimultaneousGame>(game: &G) -> f64 {
    let options = BackwardOptions { transpositions: true, mirror: false };
    by_induction(game, options).value().unwrap()
}

/// Decodes options of the double-oracle search from the bits of a number below 8.
fn oracle_options(bits: u64) -> OracleOptions {
    OracleOptions {
        serialised: bits & 4 == 4,
        transpositions: bits & 1 == 1,
        mirror: bits & 2 == 2,
    }
}

/// Makes random games of 1 to 5 moves a side.
fn random_games(count: u64) -> impl Iterator<Item = StackedDag> {
    (0..count).map(|seed| {
        let kind = RandomStacked {
            states: 1 + seed as usize % 23,
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

/// Decodes options of SMAB, except the skip, from the bits of a number below 128.
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

/// Returns what the strategies in the root guarantee if play continues perfectly.
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
        let report = by_induction(&goofspiel(cards, Payoff::Result), BackwardOptions::PLAIN);
        assert_eq!((report.nodes, report.lp_calls), (nodes, nodes), "{cards} cards");
        assert!(report.value().unwrap().abs() < NEAR);
        assert_eq!(report.largest, (cards.into(), cards.into()));
    }
}

/// The value does not depend on what is stored or pruned.
#[test]
fn all_agree_on_random_games() {
    for (number, game) in (0..).zip(random_games(3000)) {
        let truth = value(&game);
        let agrees = |found: f64, how: &str| {
            assert!((found - truth).abs() < NEAR, "game {number} {how}: {found}, not {truth}");
        };
        let bits = number % 8;
        let options = BackwardOptions { transpositions: bits & 1 == 1, mirror: bits & 2 == 2 };
        agrees(by_induction(&game, options).value().unwrap(), "backward");
        agrees(by_oracle(&game, oracle_options(bits)).value().unwrap(), "oracle");
        for skip in 0..=5 {
            // Every game is solved with some of the options, all options with many games.
            let options = smab_options((number * 6 + skip) * 37 % 128, skip as usize);
            agrees(by_smab(&game, options).value().unwrap(), "smab");
        }
    }
}

/// Without a table no cell is searched twice, so pruning can only save nodes.
#[test]
fn smab_never_needs_more_nodes() {
    for (number, game) in (0..).zip(random_games(600)) {
        let most = by_induction(&game, BackwardOptions::PLAIN).nodes;
        for skip in 0..=5 {
            let nodes = by_smab(&game, smab_options(number % 32, skip)).nodes;
            assert!(nodes <= most, "game {number} skip {skip}: {nodes} nodes, not {most}");
        }
    }
}

/// A result inside the window is the value, others are bounds [Saf13, Theorem 8].
#[test]
fn the_window_theorem() {
    let mut inside = 0;
    for (number, game) in (0..).zip(random_games(1500)) {
        let truth = value(&game);
        let stakes = game.outcomes().number(game.outcomes().best());
        for step in 0..6_u64 {
            let random = (number * 6 + step).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
            let alpha = ((random & 0xFFFF) as f64 / 32768.0 - 1.0) * stakes;
            let beta = alpha + (random >> 16 & 0xFFFF) as f64 / 65536.0 * stakes + 1e-6;
            let options = smab_options(random >> 32 & 127, step as usize % 4);
            let budget = Budget::default();
            let found = smab_window(&game, &game.initial(), (alpha, beta), options, &budget);
            let found = found.unwrap().unwrap();
            let context = format!("game {number}: [{alpha}, {beta}] gives {found}, value {truth}");
            match () {
                () if found <= alpha => assert!(truth <= found + NEAR, "{context}"),
                () if found >= beta => assert!(truth >= found - NEAR, "{context}"),
                () => assert!((found - truth).abs() < NEAR, "{context}"),
            }
            inside += u32::from(alpha < found && found < beta);
        }
    }
    assert!(inside > 500, "{inside} results inside their windows");
}

#[test]
fn all_agree_on_goofspiel() {
    for payoff in [Payoff::Result, Payoff::Difference] {
        for cards in 3..=6 {
            let game = goofspiel(cards, payoff);
            for bits in 0..8 {
                let found = by_oracle(&game, oracle_options(bits)).value().unwrap();
                assert!(found.abs() < NEAR, "oracle {bits}: {found} for {cards} cards");
            }
            for bits in (0..128).step_by(if cards == 6 { 17 } else { 3 }) {
                let found = by_smab(&game, smab_options(bits, bits as usize % 4)).value().unwrap();
                assert!(found.abs() < NEAR, "smab {bits}: {found} for {cards} cards");
            }
        }
    }
    // Prizes in another order, and a position that is not symmetric.
    let game = Goofspiel::new(&[2, 5, 1, 4, 3], Payoff::Result);
    let state = game.read_position("1-3-4-5 1-2-3-5 2:0").unwrap();
    let budget = Budget::default();
    let options = BackwardOptions::PLAIN;
    let truth = backward(&game, &state, options, &budget, &mut Silent).unwrap().value().unwrap();
    for bits in 0..128 {
        let found = smab(&game, &state, smab_options(bits, 0), &budget, &mut Silent).unwrap();
        assert!((found.value().unwrap() - truth).abs() < NEAR);
        let options = oracle_options(bits % 8);
        let found = double_oracle(&game, &state, options, &budget, &mut Silent).unwrap();
        assert!((found.value().unwrap() - truth).abs() < NEAR);
    }
}

/// Nodes increase with the skip and never exceed backward induction; with all enhancements of SMAB,
/// they are fewer by more than the factors of [Saf13, Table 5.5].
#[test]
fn smab_prunes_goofspiel() {
    for (cards, plain, published) in [(4, 109, 55), (5, 1926, 516), (6, 58173, 13560)] {
        let game = goofspiel(cards, Payoff::Result);
        let nodes = |skip| by_smab(&game, SmabOptions { skip, ..SmabOptions::PLAIN }).nodes;
        let by_skip: Vec<u64> = (0..=cards.into()).map(nodes).collect();
        assert!(by_skip.is_sorted(), "{by_skip:?}");
        assert!(by_skip[0] < plain && by_skip.iter().all(|&nodes| nodes <= plain), "{by_skip:?}");
        let best = by_smab(&game, SmabOptions::default()).nodes;
        assert!(best <= published, "{best} nodes for {cards} cards");
    }
}

/// The strategies of the root are those of an optimal player, whoever found them.
#[test]
fn strategies_of_the_root_guarantee_the_value() {
    for (number, game) in (0..).zip(random_games(400)) {
        if game.turn(&game.initial()) == Turn::Final {
            continue;
        }
        let truth = value(&game);
        let reports = [
            by_induction(&game, BackwardOptions::default()),
            by_smab(&game, smab_options(number % 128, number as usize % 3)),
            by_oracle(&game, oracle_options(number % 8)),
        ];
        for report in reports {
            let (gets, pays) = guarantees(&game, &report);
            assert!(gets > truth - NEAR && pays < truth + NEAR, "game {number}: {gets} {pays}");
        }
    }
}

/// Bounds and strategies of a search that was stopped are true.
#[test]
fn a_budget_leaves_true_bounds() {
    let mut stopped = 0;
    for (number, game) in (0..).zip(random_games(400)) {
        let truth = value(&game);
        let budget = Budget { max_nodes: Some(1 + number % 9), ..Budget::default() };
        let root = game.initial();
        let reports = [
            backward(&game, &root, BackwardOptions::default(), &budget, &mut Silent).unwrap(),
            smab(&game, &root, smab_options(number % 128, 0), &budget, &mut Silent).unwrap(),
            double_oracle(&game, &root, oracle_options(number % 8), &budget, &mut Silent).unwrap(),
        ];
        for report in reports {
            let (low, high) = report.bounds;
            assert!(low <= truth + NEAR && truth <= high + NEAR, "game {number}: {low} {high}");
            assert_eq!(report.stopped.is_none(), report.value().is_some());
            assert!(report.nodes <= 1 + number % 9);
            stopped += u32::from(report.stopped == Some(Stopped::Nodes));
        }
    }
    assert!(stopped > 100, "{stopped} searches were stopped");
}

#[test]
fn games_that_are_no_stacked_matrix_games() {
    fn refusals<G: SimultaneousGame>(game: &G) -> [Option<Refusal>; 3] {
        let (root, budget) = (game.initial(), Budget::default());
        let (first, second) = (BackwardOptions::default(), SmabOptions::default());
        [
            backward(game, &root, first, &budget, &mut Silent).err(),
            smab(game, &root, second, &budget, &mut Silent).err(),
            double_oracle(game, &root, OracleOptions::default(), &budget, &mut Silent).err(),
        ]
    }
    for refusal in refusals(&goofspiel(4, Payoff::Points)) {
        assert!(matches!(refusal, Some(Refusal::NotZeroSum { .. })), "{refusal:?}");
        assert!(refusal.unwrap().to_string().starts_with("the game is not zero-sum: one final"));
    }
    let three = RandomGame { agents: 3, ..RandomGame::default() }.generate(1);
    let expected = Some(Refusal::Agents(3));
    assert!(refusals(&AsSimultaneous::new(three)).iter().all(|refusal| *refusal == expected));
    let cyclic = r#"{"agents": ["Max", "Min"], "initial": "a", "states": {
        "a": {"moves": {"Max": ["b"]}}, "b": {"moves": {"Min": ["a"]}}}}"#;
    let cyclic = AsSimultaneous::new(ExplicitGame::from_json(cyclic).unwrap());
    assert!(refusals(&cyclic).iter().all(|refusal| *refusal == Some(Refusal::Cycle)));
}

/// A sequential game is a stacked-matrix game whose matrices are single rows or columns.
#[test]
fn sequential_games_keep_their_value() {
    for seed in 0..300 {
        let kind = RandomGame { shape: GraphShape::Dag, outcomes: 4, ..RandomGame::default() };
        let game = kind.generate(seed);
        let budget = Budget::default();
        let truth = solve(&game, &game.initial(), &SolveOptions::default(), &budget, &mut Silent);
        let truth = game.outcomes().number(truth.bounds.exact().unwrap());
        let game = AsSimultaneous::new(game);
        assert_eq!(value(&game), truth);
        assert!((by_smab(&game, SmabOptions::PLAIN).value().unwrap() - truth).abs() < NEAR);
        assert!((by_oracle(&game, oracle_options(seed % 8)).value().unwrap() - truth).abs() < NEAR);
    }
}
