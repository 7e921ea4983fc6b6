//! Best-first searches with threads, with checkpoints, and exporting bounds.

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};

use ludex_base::trials;
use ludex_game::{Agent, Agents, Bounds, Game, Hints, Model, Outcome, Outcomes, Turn};
use ludex_games::{ConnectFour, Domineering, Scoring};
use ludex_search::best_first::BoundsSink;
use ludex_search::{
    Algorithm, BestFirstOptions, BestFirstSolver, BestMoves, Budget, Checkpoints, Evaluation,
    Extras, Silent, SolveReport, Stopped,
};

use crate::cases::best_first as cases;
use crate::common;
use cases::{ALGORITHMS, random_game, random_options};
use common::{Explicit, Random, Shape};

fn solve(
    game: &Explicit,
    options: BestFirstOptions,
    max_nodes: Option<u64>,
    extras: Extras<'_, u32>,
) -> SolveReport<u16> {
    let budget = Budget { max_nodes, ..Budget::default() };
    BestFirstSolver::new(game, options, 64 << 20).solve_with(&0, &budget, &mut Silent, extras)
}

/// Keeps the last checkpoint. One is always due or never.
#[derive(Default)]
struct Last {
    always: bool,
    /// The checkpoint to resume from, and whether it could not be used.
    resume: Option<Vec<u8>>,
    refused: bool,
    bytes: Option<Vec<u8>>,
}

impl Last {
    fn after(resume: Option<Vec<u8>>) -> Last {
        Last { resume, ..Last::default() }
    }
}

impl Checkpoints for Last {
    fn load(&mut self) -> Option<Box<dyn Read + '_>> {
        self.resume.as_deref().map(|bytes| Box::new(bytes) as Box<dyn Read>)
    }

    fn refused(&mut self) {
        self.refused = true;
    }

    fn due(&mut self) -> bool {
        self.always
    }

    fn save(&mut self, _nodes: u64, write: &dyn Fn(&mut dyn Write) -> io::Result<()>) {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("writing to memory");
        self.bytes = Some(bytes);
    }
}

/// Solves in sessions of this number of nodes, each resuming from the checkpoint of the one before.
fn in_sessions(game: &Explicit, options: BestFirstOptions, nodes: u64) -> (SolveReport<u16>, u32) {
    let (mut bytes, mut sessions): (Option<Vec<u8>>, u32) = (None, 0);
    let (mut visited, mut created) = (0, 0);
    loop {
        sessions += 1;
        let mut last = Last::after(bytes.clone());
        let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
        let report = solve(game, options, Some(nodes), extras);
        (visited, created) = (visited + report.nodes, created + report.created);
        if report.stopped != Some(Stopped::Nodes) {
            return (SolveReport { nodes: visited, created, ..report }, sessions);
        }
        assert!(!last.refused, "{options:?}");
        bytes = last.bytes.or(bytes);
    }
}

#[test]
fn threads_find_the_same_values() {
    for seed in 0..trials(60) {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        for algorithm in ALGORITHMS {
            let options = random_options(&mut random, algorithm);
            let one = solve(&game, options, None, Extras::default());
            let threads = 2 + random.below(3);
            let many =
                solve(&game, BestFirstOptions { threads, ..options }, None, Extras::default());
            assert_eq!(one.bounds, many.bounds, "seed {seed}: {options:?}");
            assert_eq!((one.stopped, many.stopped), (None, None), "seed {seed}: {options:?}");
        }
    }
}

/// Trees that take many jobs, and so little memory that some of them have to be collected.
#[test]
fn threads_share_large_trees() {
    for seed in 0..24 {
        let mut random = Random::new(seed);
        let game = Explicit::random(&mut random, Shape::Dag, 300);
        let truth = Outcome(game.minimax()[0]);
        for algorithm in ALGORITHMS {
            let threads = 2 + random.below(3);
            let options = BestFirstOptions { threads, ..random_options(&mut random, algorithm) };
            let budget = Budget { max_nodes: Some(20_000), ..Budget::default() };
            let max_bytes = if random.one_in(2) { 20_000 } else { 64 << 20 };
            let mut last = Last { always: true, ..Last::default() };
            let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
            let mut solver = BestFirstSolver::new(&game, options, max_bytes);
            let report = solver.solve_with(&0, &budget, &mut Silent, extras);
            let Bounds { low, high } = report.bounds;
            assert!(low <= truth && truth <= high, "seed {seed}: {options:?}");
            assert!(low == high || report.stopped.is_some(), "seed {seed}: {options:?}");
            assert!(report.nodes <= 20_000, "seed {seed}: {options:?}");
        }
    }
}

#[test]
fn threads_keep_the_budget() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        let truth = solve(&game, BestFirstOptions::new(Algorithm::Blind), None, Extras::default());
        for algorithm in ALGORITHMS {
            let options = BestFirstOptions { threads: 2, ..random_options(&mut random, algorithm) };
            let nodes = 1 + random.below(20) as u64;
            let report = solve(&game, options, Some(nodes), Extras::default());
            assert!(report.nodes <= nodes, "seed {seed}: {options:?}");
            assert!(report.bounds.low <= truth.bounds.low, "seed {seed}: {options:?}");
            assert!(report.bounds.high >= truth.bounds.high, "seed {seed}: {options:?}");
        }
    }
}

#[test]
fn a_search_goes_on_where_it_was() {
    let mut resumed = 0;
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        for algorithm in ALGORITHMS {
            let options = random_options(&mut random, algorithm);
            let whole = solve(&game, options, None, Extras::default());
            // A second-level search that is interrupted is lost, so one has to fit into a session.
            let nodes = if options.second_level { 2_000 } else { 1 + random.below(20) as u64 };
            let (parts, sessions) = in_sessions(&game, options, nodes);
            assert_eq!(parts.bounds, whole.bounds, "seed {seed}: {options:?}");
            let playouts = matches!(algorithm, Algorithm::Mcts | Algorithm::ScoreBounded)
                && options.evaluation == Evaluation::None;
            let merged = options.transpositions && !game.can_repeat();
            if !playouts && !merged && !options.second_level {
                assert_eq!(parts.nodes, whole.nodes, "seed {seed}: {options:?}");
                assert_eq!(parts.created, whole.created, "seed {seed}: {options:?}");
                assert_eq!(parts.best, whole.best, "seed {seed}: {options:?}");
                resumed += u32::from(sessions > 1);
            }
        }
    }
    assert!(resumed > 500, "{resumed}");
}

#[test]
fn damaged_checkpoints_are_not_used() {
    let mut refused = 0;
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        for algorithm in ALGORITHMS {
            let options =
                BestFirstOptions { second_level: false, ..random_options(&mut random, algorithm) };
            let whole = solve(&game, options, None, Extras::default());
            let mut last = Last::default();
            let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
            solve(&game, options, Some(1 + random.below(10) as u64), extras);
            let Some(mut bytes) = last.bytes else { continue };
            let (whole_bytes, at) = (bytes.clone(), random.below(bytes.len()));
            match random.below(3) {
                0 => bytes[at] ^= 1 << random.below(8),
                1 => bytes.truncate(at),
                _ => bytes[at..].fill(random.below(256) as u8),
            }
            let damaged = bytes != whole_bytes;
            let mut last = Last::after(Some(bytes));
            let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
            let report = solve(&game, options, None, extras);
            assert_eq!(report.bounds, whole.bounds, "seed {seed}: {options:?}");
            assert_eq!(last.refused, damaged, "seed {seed}: {options:?}");
            refused += u32::from(damaged);
        }
    }
    assert!(refused > 100, "{refused}");
}

#[test]
fn checkpoints_of_earlier_formats_were_ignored_without_a_word() {
    let game = Explicit::random(&mut Random::new(1), Shape::Dag, 300);
    let options = BestFirstOptions::new(Algorithm::Pns);
    let mut last = Last::default();
    let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
    let whole = solve(&game, options, None, Extras::default());
    solve(&game, options, Some(whole.nodes / 2), extras);
    let mut bytes = last.bytes.expect("half of the search was not enough");
    assert_eq!(bytes[..8], *b"LdxBeFi\x06");
    for (version, refused) in [(6, false), (5, true), (7, true)] {
        bytes[7] = version;
        let mut last = Last::after(Some(bytes.clone()));
        let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
        let report = solve(&game, options, None, extras);
        assert_eq!((report.bounds, last.refused), (whole.bounds, refused), "{version}");
        assert_eq!(report.nodes == whole.nodes, refused, "{version}: {} nodes", report.nodes);
    }
}

#[test]
fn checkpoints_of_other_games_are_not_used() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        let other = random_game(&mut random, seed);
        // The state and the options are the same, so only the shape of the tree can differ. If it
        // does not, the caller has to detect it.
        let options = random_options(&mut random, Algorithm::Pns);
        let mut last = Last::default();
        let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
        solve(&game, options, Some(8), extras);
        let Some(bytes) = last.bytes else { continue };
        let mut last = Last::after(Some(bytes));
        let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
        let report = solve(&other, options, Some(20_000), extras);
        assert!(report.bounds.low <= report.bounds.high || report.stopped.is_some());
        let different = BestFirstOptions { iterative: !options.iterative, ..options };
        let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
        let report = solve(&other, different, None, extras);
        assert_eq!(report.bounds, solve(&other, different, None, Extras::default()).bounds);
    }
}

#[test]
fn exported_bounds_are_true() {
    let (exported, of_root) = (AtomicU32::new(0), AtomicU32::new(0));
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let game = random_game(&mut random, seed);
        let values = (!game.repeats).then(|| game.minimax());
        for algorithm in ALGORITHMS {
            let threads = 1 + usize::from(random.one_in(10));
            let options = BestFirstOptions { threads, ..random_options(&mut random, algorithm) };
            let sink = |state: &u32, Bounds { low, high }: Bounds| {
                let value =
                    Outcome(values.as_ref().expect("no bounds with cycles")[*state as usize]);
                assert!(low <= value && value <= high, "seed {seed}: {options:?} state {state}");
                exported.fetch_add(1, Ordering::Relaxed);
                of_root.fetch_add(u32::from(*state == 0), Ordering::Relaxed);
            };
            let extras = Extras { export: Some(&sink), ..Extras::default() };
            solve(&game, options, None, extras);
        }
    }
    let (exported, of_root) = (exported.into_inner(), of_root.into_inner());
    assert!(exported > 10_000 && of_root > 1_000, "{exported} {of_root}");
}

/// A game that counts how often moves are listed.
struct Counted<G> {
    game: G,
    listed: AtomicU32,
}

impl<G: Game> Model for Counted<G> {
    type State = G::State;
    type Move = G::Move;

    fn agents(&self) -> &Agents {
        self.game.agents()
    }

    fn outcomes(&self) -> &Outcomes {
        self.game.outcomes()
    }

    fn initial(&self) -> G::State {
        self.game.initial()
    }

    fn turn(&self, state: &G::State) -> Turn {
        self.game.turn(state)
    }

    fn moves(&self, state: &G::State, agent: Agent, out: &mut Vec<G::Move>) {
        self.listed.fetch_add(1, Ordering::Relaxed);
        self.game.moves(state, agent, out);
    }

    fn outcome(&self, state: &G::State) -> Outcome {
        self.game.outcome(state)
    }

    fn holds(&self, state: &G::State, own_atom: u32) -> bool {
        self.game.holds(state, own_atom)
    }

    fn key(&self, state: &G::State) -> u64 {
        self.game.key(state)
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }
}

impl<G: Game> Game for Counted<G> {
    fn play(&self, state: &mut G::State, agent: Agent, mv: G::Move) {
        self.game.play(state, agent, mv);
    }
}

impl<G: Game> Hints for Counted<G> {}

#[test]
fn without_a_sink_every_node_is_unfolded_once_and_not_visited_again() {
    let count = |transpositions, export: bool| {
        let game = Counted { game: Domineering::<u64>::new(4, 4), listed: AtomicU32::new(0) };
        let options = BestFirstOptions {
            transpositions,
            hints: false,
            ..BestFirstOptions::new(Algorithm::Pns)
        };
        let sink: &BoundsSink<'_, _> = &|_, _| {};
        let extras = Extras { export: export.then_some(sink), ..Extras::default() };
        let report = BestFirstSolver::new(&game, options, 64 << 20).solve_with(
            &game.initial(),
            &Budget::default(),
            &mut Silent,
            extras,
        );
        (report.nodes, u64::from(game.listed.into_inner()))
    };
    for transpositions in [false, true] {
        let (nodes, listed) = count(transpositions, false);
        // A few more are for the root and its best move.
        assert!(nodes > 20 && (nodes..nodes + 5).contains(&listed), "{listed} of {nodes}");
        let (nodes, listed) = count(transpositions, true);
        assert!(listed > nodes + nodes / 2, "{listed} of {nodes}");
    }
}

/// Solves Domineering in slices of this number of nodes. Returns by slice its nodes and how often
/// it listed moves.
fn slices(algorithm: Algorithm, transpositions: bool, slice: u64) -> Vec<(u64, u64)> {
    let game = Counted { game: Domineering::<u64>::new(5, 5), listed: AtomicU32::new(0) };
    let options =
        BestFirstOptions { transpositions, hints: false, ..BestFirstOptions::new(algorithm) };
    let (mut bytes, mut slices) = (None, Vec::new());
    loop {
        let mut last = Last::after(bytes.clone());
        let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
        let budget = Budget { max_nodes: Some(slice), ..Budget::default() };
        let mut solver = BestFirstSolver::new(&game, options, 256 << 20);
        let report = solver.solve_with(&game.initial(), &budget, &mut Silent, extras);
        let listed = game.listed.swap(0, Ordering::Relaxed);
        slices.push((report.nodes, u64::from(listed)));
        if report.bounds.exact().is_some() {
            return slices;
        }
        assert!(slices.len() < 1_000, "no progress");
        bytes = last.bytes.or(bytes);
    }
}

#[test]
fn resuming_in_small_slices_repeated_the_whole_search() {
    for algorithm in [Algorithm::Pns, Algorithm::Pp, Algorithm::Mopns] {
        for transpositions in [true, false] {
            let context = format!("{algorithm:?} {transpositions}");
            let [(whole, _)] = slices(algorithm, transpositions, u64::MAX)[..] else {
                panic!("{context}: one slice is enough without a limit");
            };
            let slice = whole / 12 + 1;
            let parts = slices(algorithm, transpositions, slice);
            let total: u64 = parts.iter().map(|(nodes, _)| nodes).sum();
            // In a DAG a resumed descent starts at the root, which changes the order a little.
            assert!(total < whole + whole / 4 + 100, "{context}: {total} for {whole}");
            assert!(parts.len() > 5, "{context}: {} slices", parts.len());
            for (nodes, listed) in &parts {
                // Nodes on the way to what is expanded are unfolded again, and no others.
                assert!(*listed < 3 * nodes + 100, "{context}: {listed} for {nodes}");
            }
        }
    }
}

#[test]
fn resuming_for_a_moment_unfolds_only_what_is_on_the_way() {
    let game = Counted { game: Domineering::<u64>::new(6, 6), listed: AtomicU32::new(0) };
    for (transpositions, second_level, threads) in
        [(true, false, 1), (false, false, 1), (true, true, 1), (true, false, 2), (true, true, 2)]
    {
        let options = BestFirstOptions {
            transpositions,
            second_level,
            threads,
            hints: false,
            ..BestFirstOptions::new(Algorithm::Pns)
        };
        let run = |nodes, resume| {
            let mut last = Last::after(resume);
            let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
            let budget = Budget { max_nodes: Some(nodes), ..Budget::default() };
            let mut solver = BestFirstSolver::new(&game, options, 256 << 20);
            let report = solver.solve_with(&game.initial(), &budget, &mut Silent, extras);
            (report, last.bytes, game.listed.swap(0, Ordering::Relaxed))
        };
        let (first, bytes, _) = run(20_000, None);
        assert_eq!(first.stopped, Some(Stopped::Nodes));
        assert!(bytes.is_some());
        let (second, _, listed) = run(10, bytes.clone());
        assert!(second.nodes <= 10 && listed < 600, "{options:?}: {listed}");
        let (_, unchanged, listed) = run(0, bytes);
        assert!(listed < 30, "{options:?}: restoring listed moves of {listed} states");
        assert!(unchanged.is_none(), "nothing was gained, so nothing is written");
    }
}

#[test]
fn what_was_resumed_can_be_collected() {
    let mut resumed = 0;
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let game = Explicit::random(&mut random, Shape::Dag, 300);
        let truth = Bounds::exactly(Outcome(game.minimax()[0]));
        for algorithm in ALGORITHMS {
            let options = BestFirstOptions {
                second_level: false,
                hints: false,
                ..random_options(&mut random, algorithm)
            };
            let budget = Budget { max_nodes: Some(40), ..Budget::default() };
            let mut bytes = None;
            for _ in 0..100 {
                let always = random.one_in(2);
                let mut last = Last { always, ..Last::after(bytes.clone()) };
                let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
                let mut solver = BestFirstSolver::new(&game, options, 6_000);
                let report = solver.solve_with(&0, &budget, &mut Silent, extras);
                let Bounds { low, high } = report.bounds;
                assert!(low <= truth.low && truth.high <= high, "seed {seed}: {options:?}");
                if report.stopped != Some(Stopped::Nodes) {
                    break;
                }
                resumed += 1;
                bytes = last.bytes.or(bytes);
            }
        }
    }
    assert!(resumed > 300, "{resumed}");
}

/// Solves in sessions with little memory and symmetry. Returns the number of sessions.
fn in_sessions_with_little_memory<G: Hints>(
    game: &G,
    (options, nodes, max_bytes): (BestFirstOptions, u64, usize),
    truth: Bounds,
) -> u32 {
    let budget = Budget { max_nodes: Some(nodes), ..Budget::default() };
    let (mut bytes, mut sessions) = (None, 0);
    loop {
        let mut last = Last { always: sessions % 2 == 0, ..Last::after(bytes.clone()) };
        let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
        let mut solver = BestFirstSolver::new(game, options, max_bytes);
        let report = solver.solve_with(&game.initial(), &budget, &mut Silent, extras);
        let Bounds { low, high } = report.bounds;
        assert!(low <= truth.low && truth.high <= high, "{options:?}");
        assert!(!last.refused, "{options:?}: session {sessions}");
        assert!(!matches!(report.stopped, Some(Stopped::Checkpoint | Stopped::KeyClash)));
        sessions += 1;
        if report.stopped != Some(Stopped::Nodes) || sessions > 200 {
            return sessions;
        }
        bytes = last.bytes.or(bytes);
    }
}

/// What created a node was gone after a collection, or the checkpoint named another parent: then the
/// node was reached as a mirror image with other children, and the search began anew.
#[test]
fn what_was_collected_can_be_resumed_with_mirror_images() {
    let mut resumed = 0;
    for seed in 0..trials(60) {
        let mut random = Random::new(seed);
        let mut game = Explicit::random(&mut random, Shape::Dag, 300);
        let values = game.minimax();
        game.hint(&mut random, &values);
        for algorithm in ALGORITHMS {
            let options = BestFirstOptions {
                second_level: false,
                symmetry: true,
                transpositions: true,
                ..random_options(&mut random, algorithm)
            };
            let truth = Bounds::exactly(Outcome(values[0]));
            resumed += in_sessions_with_little_memory(&game, (options, 40, 6_000), truth) - 1;
        }
    }
    assert!(resumed > 100, "{resumed}");
    // It recognises mirror images at the beginning of the play only.
    let game = ConnectFour::<u64>::new(4, 4, 4, Scoring::Result);
    let draw = Bounds::exactly(game.outcomes().named("draw").expect("an outcome"));
    for algorithm in [Algorithm::Pns, Algorithm::Mopns] {
        let options =
            BestFirstOptions { best: BestMoves::None, ..BestFirstOptions::new(algorithm) };
        for (nodes, max_bytes) in [(300, 20_000), (1_000, 60_000), (2_000, 200_000)] {
            let sessions = in_sessions_with_little_memory(&game, (options, nodes, max_bytes), draw);
            assert!(sessions > 2, "{algorithm:?} {max_bytes}: {sessions} sessions");
        }
    }
}

/// The checksum of blocks of a checkpoint, as its format says.
fn checksum<'b>(blocks: impl Iterator<Item = &'b [u8]>) -> u64 {
    let mix = |word: u64| {
        let word = (word ^ (word >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ (word >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word ^ (word >> 32)
    };
    let plus =
        |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    let (mut sums, mut bytes) = ([0; 4], 0);
    for block in blocks {
        bytes += block.len() as u64;
        let (words, _) = block.as_chunks();
        for (at, &word) in words[..words.len() / 4 * 4].iter().enumerate() {
            sums[at % 4] = plus(sums[at % 4], u64::from_le_bytes(word));
        }
        for &byte in &block[block.len() / 32 * 32..] {
            sums[0] = plus(sums[0], u64::from(byte));
        }
    }
    sums.iter().fold(mix(bytes), |sum, &part| mix(sum ^ part))
}

/// The blocks of a small checkpoint of proof numbers: the header with the seed and the log, then the
/// tree.
fn blocks(bytes: &[u8], dag: bool) -> [Vec<Range<usize>>; 2] {
    let mut at = 0;
    let mut take = |length: usize| {
        at += length;
        at - length..at
    };
    let number = |range: &Range<usize>| {
        let word = bytes[range.clone()].try_into().expect("a word of 8 bytes");
        u64::from_le_bytes(word) as usize
    };
    let mut head = vec![take(8), take(8), take(8), take(8)];
    let log = number(&head[3]);
    head.push(take(8 * log));
    take(8);
    let mut tree = vec![take(8)];
    for width in if dag { &[8, 4, 2, 4, 2, 8][..] } else { &[2, 4, 2, 8] } {
        let count = take(8);
        let words = take(width * number(&count));
        tree.extend([count, words]);
    }
    assert_eq!(at + 8, bytes.len(), "the last word is a checksum");
    [head, tree]
}

/// Writes the checksums of a checkpoint that was changed.
fn sign(bytes: &mut [u8], dag: bool) {
    let [head, tree] = blocks(bytes, dag);
    let of = |ranges: &[Range<usize>]| {
        checksum(ranges.iter().cloned().map(|range| &bytes[range])).to_le_bytes()
    };
    let (first, whole) = (of(&head), of(&[head.clone(), tree.clone()].concat()));
    let (place, end) = (head[4].end, bytes.len() - 8);
    bytes[place..place + 8].copy_from_slice(&first);
    bytes[end..].copy_from_slice(&whole);
}

#[test]
fn a_forged_tree_is_no_reason_to_panic_or_to_search_for_ever() {
    for seed in 0..300 {
        let mut random = Random::new(seed);
        let game = Explicit::random(&mut random, Shape::Dag, 60);
        let options =
            BestFirstOptions { second_level: false, ..random_options(&mut random, Algorithm::Pns) };
        let dag = options.transpositions && !game.can_repeat();
        let mut last = Last::default();
        let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
        solve(&game, options, Some(1 + random.below(30) as u64), extras);
        let Some(mut bytes) = last.bytes else { continue };
        let before = bytes.clone();
        sign(&mut bytes, dag);
        assert_eq!(bytes, before);
        let [head, tree] = blocks(&bytes, dag);
        // Not the counts, by which the arrays are found.
        let arrays: Vec<usize> =
            tree.iter().skip(2).step_by(2).chain([&head[4]]).cloned().flatten().collect();
        for _ in 0..20 {
            bytes[arrays[random.below(arrays.len())]] ^= 1 << random.below(8);
            sign(&mut bytes, dag);
            let max_bytes = if random.one_in(2) { 6_000 } else { 64 << 20 };
            let mut last = Last::after(Some(bytes.clone()));
            let extras = Extras { checkpoints: Some(&mut last), ..Extras::default() };
            let budget = Budget { max_nodes: Some(5_000), ..Budget::default() };
            let mut solver = BestFirstSolver::new(&game, options, max_bytes);
            let report = solver.solve_with(&0, &budget, &mut Silent, extras);
            assert!(report.nodes <= 5_000);
        }
    }
}
