//! Limits that hold before there is a game: opening, describing and verifying end within them, with
//! "no answer", never with an answer that is wrong.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::{Duration, Instant};

use ludex::{
    Check, Evidence, InputError, Laboratory, Limits, Play, ProcessMemory, Query, Rules, Session,
    Solve, StopFlag, Tournament, open, open_within, read_evidence_within, verify_within,
};
use ludex_evidence::{
    Bound, Claim, EquilibriumLine, EquilibriumStep, MixedBound, MixedLine, ProofLine, ProofStep,
    ProofText, SolutionLine, SolutionStep,
};
use ludex_lab::{NotRun, Runner};

fn game(path: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(path).display().to_string()
}

/// Returns limits of a process that has filled its memory already.
fn no_memory() -> Limits {
    let used = Arc::new(AtomicUsize::new(2));
    Limits { process: Some(ProcessMemory { used, most: 1 }), ..Limits::default() }
}

fn seconds(seconds: f64) -> Limits {
    Limits { max_seconds: Some(seconds), ..Limits::default() }
}

fn stopped<T>(result: Result<T, InputError>) -> InputError {
    let error = result.err().expect("the limits are not enough");
    assert!(error.out_of_budget, "{error}");
    error
}

/// Writes a file and calls a function with its name.
fn with_file<T>(name: &str, text: &[u8], look: impl FnOnce(&Path) -> T) -> T {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    std::fs::write(&path, text).expect("it can be written");
    look(&path)
}

#[test]
fn opening_a_file_looks_at_the_memory_of_the_process() {
    let files = [
        "gdl/tictactoe.kif",
        "toss/tic-tac-toe.toss",
        "prolog/nim.gp",
        "sgl/nim.sgl",
        "efg/entry.efg",
    ];
    for file in files {
        let path = game(file);
        let error = stopped(open_within(&path, &no_memory()));
        assert!(error.message.starts_with("no answer within the memory"), "{file}: {error}");
        assert!(open_within(&path, &Limits::default()).is_ok(), "{file}");
    }
}

#[test]
fn opening_a_file_looks_at_the_stop_flag() {
    let limits = Limits { stop: StopFlag::default(), ..Limits::default() };
    limits.stop.raise();
    for file in ["gdl/tictactoe.kif", "toss/tic-tac-toe.toss", "prolog/nim.gp", "sgl/nim.sgl"] {
        stopped(open_within(&game(file), &limits));
    }
}

#[test]
fn rules_had_no_limits() {
    for file in ["toss/tic-tac-toe.toss", "prolog/nim.gp", "sgl/nim.sgl", "gdl/tictactoe.kif"] {
        let rules = Rules::read(&game(file)).expect("it is right");
        stopped(rules.described(&no_memory()));
        assert!(rules.described(&Limits::default()).is_ok(), "{file}");
    }
}

/// A game in GDL whose rules have 60⁵ instances over one relation.
fn huge_domain() -> String {
    let facts: String = (0..60).map(|n| format!("(n {n})")).collect();
    format!(
        "(role you) (init (at 0 0 0 0 0)) {facts}
         (<= (legal you (go ?a ?b ?c ?d ?e)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))
         (<= (next (at ?a ?b ?c ?d ?e)) (does you (go ?a ?b ?c ?d ?e)))
         (<= terminal (true (at 1 1 1 1 1))) (goal you 100)"
    )
}

#[test]
fn a_huge_domain_is_grounded_within_the_time() {
    with_file("huge.kif", huge_domain().as_bytes(), |path| {
        let start = Instant::now();
        stopped(open_within(&path.display().to_string(), &seconds(0.2)));
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    });
}

#[test]
fn solving_looks_for_proofs_about_the_game_within_the_limits() {
    let session = open(&game("gdl/tictactoe.kif")).expect("it is right");
    let request = Solve { limits: no_memory(), ..Solve::new() };
    let unknown = session.solve(&request).expect("limits are no mistake");
    assert!(unknown.value.is_null() && !unknown.exact && unknown.bounds == [0.0, 100.0]);
    assert_eq!(unknown.stopped.as_deref(), Some("the memory is used up"));
    assert!(session.solve(&Solve::new()).expect("no limits").exact);
}

#[test]
fn files_of_strategies_were_read_without_limits() {
    let session = open("tictactoe").expect("a game");
    let players = format!("strategy={}#s,random", game("sgl/tictactoe.sgl"));
    let play = Play { opening: no_memory(), ..Play::new(&players) };
    let error = stopped(session.play(&play, &mut |_, _| {}));
    assert!(error.message.starts_with("no answer within the memory"), "{error}");
    let tournament = Tournament { opening: no_memory(), players, ..Tournament::default() };
    stopped(session.tournament(&tournament, &|_, _| {}));
}

/// One match of these players takes longer than the whole laboratory may.
#[test]
fn contests_of_the_laboratory_had_no_limits() {
    let start = Instant::now();
    let watch = &mut |_: usize, _: usize, _: &str| {};
    let mut laboratory = Laboratory::new(seconds(0.3), watch);
    let contest = laboratory.contest("connect4", "mcts@5s,mcts@5s", 50);
    assert_eq!(contest, Err(NotRun::Interrupted));
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}

#[test]
fn cluedo_is_described_within_the_time() {
    let rules = Rules::read(&game("prolog/cluedo.gp")).expect("it is right");
    stopped(rules.described(&seconds(0.05)));
}

/// A tree of 200,000 nodes below each other.
fn deep_tree(depth: usize) -> String {
    let mut text = "EFG 2 R \"\" { \"A\" }\n\"\"\n".to_string();
    for set in 1..depth {
        text += &format!("p \"\" 1 {set} \"\" {{ \"a\" }} 0\n");
    }
    text + "t \"\" 1 \"\" { 1 }\n"
}

#[test]
fn a_deep_tree_took_a_stack_as_deep() {
    with_file("deep.efg", deep_tree(200_000).as_bytes(), |path| {
        let path = path.display().to_string();
        stopped(open_within(&path, &seconds(0.0)));
        let game = open_within(&path, &Limits::default()).expect("it is a game");
        assert_eq!(game.show().turn.as_deref(), Some("A"));
    });
}

/// A game of strategies with many atoms and actions, whose rules are about all of them.
fn many_fluents(count: usize) -> String {
    let most = count - 1;
    format!(
        "agents A; action set(i) by A for i in 0..{most}; fluent on(i) for i in 0..{most};
         init on(0); terminal := and(i in 0..{most}) on(i);
         legal set(i) := ~on(i);
         next on(i) := on(i) | does(set(i)) | and(j in 0..{most}) on(j);
         strategy s(t) := or(i in 0..{most}) (does(set(i)) else does(set(0)));"
    )
}

#[test]
fn rules_hung_on_many_fluents() {
    with_file("many.sgl", many_fluents(200).as_bytes(), |path| {
        let rules = Rules::read(&path.display().to_string()).expect("it is right");
        let start = Instant::now();
        let described = rules.described(&seconds(0.3));
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        if let Err(error) = described {
            assert!(error.out_of_budget, "{error}");
        }
    });
}

// --- Evidence --------------------------------------------------------------------------------------

/// The nodes of a bomb: a byte or two each in the file, a hundred in memory.
const NODES: usize = 400_000;

fn none() -> String {
    String::new()
}

/// Returns evidence of every kind with very many nodes that say nothing.
fn bombs() -> Vec<Evidence> {
    let bound = || Bound {
        outcome: "win".into(),
        nodes: vec![SolutionLine { position: none(), step: SolutionStep::Final(none()) }; NODES]
            .into(),
    };
    let line = ProofLine { position: none(), formula: 0, holds: true, step: ProofStep::Look };
    let proof = ProofText { formulas: vec!["true".into()], nodes: vec![line; NODES].into() };
    let formula = Claim::Formula {
        agent: "First".into(),
        formula: "true".into(),
        definitions: None,
        holds: true,
        proof,
    };
    let mixed = MixedBound {
        value: "0".into(),
        nodes: vec![MixedLine { position: none(), mix: vec![] }; NODES],
    };
    let node = EquilibriumLine { position: none(), values: vec![], step: EquilibriumStep::Final };
    let claims = [
        formula,
        Claim::Value { low: Some(bound()), high: None },
        Claim::Guarantee { agent: "First".into(), low: None, high: Some(bound()) },
        Claim::Mixed { low: Some(mixed), high: None },
        Claim::Equilibrium { values: vec![], nodes: vec![node; NODES] },
        Claim::Answer { query: "q".into(), holds: true, witness: vec![none(); NODES] },
    ];
    claims.into_iter().map(|claim| Evidence::new("nim:heaps=1-2", "1-2".into(), claim)).collect()
}

/// Returns whether the nodes of a claim are kept in parts.
fn in_parts(claim: &Claim) -> bool {
    matches!(claim, Claim::Formula { .. } | Claim::Value { .. } | Claim::Guarantee { .. })
}

#[test]
fn a_small_file_that_unpacks_to_much_is_not_unpacked() {
    for bomb in bombs() {
        let bytes = bomb.to_binary().expect("it can be packed");
        assert!(bytes.len() < 30_000, "{} bytes", bytes.len());
        with_file("bomb.ludex", &bytes, |path| {
            let limits = Limits { max_memory: 4 << 20, ..Limits::default() };
            match in_parts(&bomb.claim) {
                // Parts stay packed, and are looked at one at a time.
                true => {
                    let read = read_evidence_within(path, &limits).expect("a part fits");
                    assert!(!verify_within(&read, &limits).expect("a verdict").valid);
                }
                false => {
                    let error = stopped(read_evidence_within(path, &limits));
                    assert_eq!(error.message, "no verdict within the memory");
                }
            }
            stopped(read_evidence_within(path, &Limits { max_memory: 1 << 20, ..limits }));
            let read = read_evidence_within(path, &Limits::default()).expect("it fits");
            assert_eq!(read.size(), NODES);
        });
    }
}

#[test]
fn a_text_that_is_larger_than_the_memory_is_not_read() {
    let text = bombs().remove(1).to_json();
    with_file("bomb.json", text.as_bytes(), |path| {
        let limits = Limits { max_memory: 1 << 20, ..Limits::default() };
        stopped(read_evidence_within(path, &limits));
    });
}

/// Returns valid evidence of every kind.
fn valid_evidence() -> Vec<Evidence> {
    let open = |name: &str| ludex::open(name).expect("a game");
    let (nim, entry) = (open("nim:heaps=1-2"), open(&game("efg/entry.efg")));
    let solve = Solve::new().evidence(true);
    let solved = |game: &Session, request: &Solve| game.solve(request).expect("solved").evidence;
    let checked =
        |formula: &str| nim.check(&Check::new(formula).evidence(true)).expect("an answer").evidence;
    let guarantee = Solve { guarantee: Some("Incumbent".into()), ..solve.clone() };
    let force = Rules::read(&game("prolog/nim.gp")).expect("a program");
    let force = force.ask(&Query::new("force {1} : win(1)")).expect("an answer");
    let all = [
        solved(&nim, &solve),
        solved(&entry, &solve),
        solved(&entry, &guarantee),
        solved(&open("goofspiel:cards=3"), &solve),
        checked("omega(3)"),
        checked("<<First>>F win(First)"),
        force.evidence,
    ];
    all.into_iter().map(|evidence| evidence.expect("an answer has evidence")).collect()
}

#[test]
fn evidence_that_is_out_of_time_is_not_called_invalid() {
    for evidence in valid_evidence() {
        println!("{} {}", evidence.game, evidence.position);
        stopped(verify_within(&evidence, &no_memory()));
        stopped(verify_within(&evidence, &seconds(0.0)));
        assert!(ludex::verify(&evidence).expect("a verdict").valid, "{}", evidence.game);
    }
}

#[test]
fn coalition_evidence_was_checked_without_a_limit() {
    let game = open_within("hex:size=7", &Limits::default()).expect("a game");
    let position = game.show().position;
    let query = Claim::Answer {
        query: format!("<<{0}>>F win({0})", game.agents().names()[0]),
        holds: true,
        witness: Vec::new(),
    };
    let evidence = Evidence::new("hex:size=7", position, query);
    let start = Instant::now();
    stopped(verify_within(&evidence, &seconds(0.2)));
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    stopped(verify_within(&evidence, &Limits { max_memory: 1 << 20, ..Limits::default() }));
}

/// A program in which whether somebody has won takes for ever.
const ENDLESS: &str = "s. count(N) :- M is N + 1, count(M). [1:a] m :- s. win(1) :- m, count(0).";

#[test]
fn evidence_of_force_about_an_endless_program_has_no_verdict() {
    with_file("endless.gp", ENDLESS.as_bytes(), |path| {
        let name = path.display().to_string();
        let lines =
            [r#"{"scenery":["s"],"play":"1:a","to":1}"#, r#"{"scenery":["m"],"goal":true}"#];
        let witness = lines.map(str::to_string).to_vec();
        let claim = Claim::Answer { query: "force {1} : win(1)".into(), holds: true, witness };
        let mut evidence = Evidence::new(&name, "[]".into(), claim);
        evidence.digest = Some(ludex_base::digest(ENDLESS.as_bytes()));
        stopped(verify_within(&evidence, &seconds(0.2)));
    });
}

#[test]
fn a_question_to_a_file_opens_its_game_within_the_time() {
    let text = format!("game {}; strategy s(t) := true;", game("prolog/cluedo.gp"));
    with_file("cluedo.sgl", text.as_bytes(), |path| {
        let rules = Rules::read(&path.display().to_string()).expect("it names a game");
        stopped(rules.ask(&Query { limits: seconds(0.05), ..Query::new("reach true") }));
    });
}
