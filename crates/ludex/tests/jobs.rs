//! Searches in jobs: as values, by anybody, killed and gone on with.

use std::time::Duration;

use ludex::{
    Best, Job, JobAnswer, JobRun, JobTask, LabInParts, Limits, Session, SetUp, Solve, Tournament,
};
use ludex_base::Random;
use serde_json::{Value, json};

const GAMES: [(&str, &str); 6] = [
    ("domineering:rows=4,columns=5", "pn2"),
    ("domineering:rows=5,columns=4", "pp2"),
    ("connect4:columns=4,rows=4", "mopns2"),
    ("breakthrough:rows=5,columns=3", "pn2"),
    ("tictactoe", "pp2"),
    // Without a second level of its own.
    ("hex:size=3", "pns"),
];

/// Sends a message through JSON.
fn sent<T: serde::Serialize + serde::de::DeserializeOwned>(message: &T) -> T {
    serde_json::from_str(&json!(message).to_string()).expect("it can be read again")
}

fn request(algorithm: &str) -> Solve {
    Solve::new().algorithm(algorithm).limits(Limits::fixed())
}

/// Does at most this many jobs, some of them in another order, and loses some.
fn work(game: &Session, run: &JobRun, most: usize) -> Vec<Job> {
    let (mut done, mut waiting) = (Vec::new(), Vec::new());
    while !run.status().finished && done.len() < most {
        waiting.extend(run.next(Duration::from_millis(20)));
        let job: Job = match waiting.len() {
            0 => continue,
            count => sent(&waiting.swap_remove(done.len() % count)),
        };
        if done.len() % 5 == 2 && job.number().is_multiple_of(2) {
            run.lose(job.number());
        } else {
            let answer: JobAnswer = sent(&game.run_job(&job).expect("the job can be done"));
            assert_eq!(answer.found, game.run_job(&job).expect("and once more").found);
            assert!(run.take(answer.clone()) && !run.take(answer));
        }
        done.push(job);
    }
    done
}

#[test]
fn jobs_done_by_anybody_give_the_same_value() {
    for (name, algorithm) in GAMES {
        let game = ludex::open(name).expect("a game");
        let alone = game.solve(&request(algorithm)).expect("a value");
        let wanted = request(algorithm).evidence(true);
        let run = JobRun::start(&game, &wanted, 3, 40).expect("a run");
        let jobs = work(&game, &run, usize::MAX);
        let status = run.status();
        let solved = run.finish().expect("a value");
        assert_eq!((&solved.value, solved.exact), (&alone.value, true), "{name} {algorithm}");
        assert_eq!(status.done + status.lost, jobs.len() as u64, "{name} {algorithm}");
        assert!(status.repeated >= status.done);
        let evidence = solved.evidence.expect("it was asked for");
        assert!(ludex::verify(&evidence).expect("it can be checked").valid, "{name} {algorithm}");
    }
}

#[test]
fn a_run_that_was_killed_goes_on_where_it_was() {
    go_on("domineering:rows=5,columns=5", "loss", 7);
}

/// Connect Four recognises mirror images at the beginning of the play only: a checkpoint or a result
/// that belongs to one image was of no use if the run went on with the other.
#[test]
fn a_run_that_was_killed_goes_on_with_the_mirror_images_it_had() {
    go_on("connect4:columns=4,rows=4", "draw", 25);
}

/// The proofs of jobs are kept as well.
#[test]
fn a_run_that_was_killed_while_it_made_evidence_goes_on_where_it_was() {
    go_on_with("domineering:rows=5,columns=5", "loss", 7, true);
    go_on_with("connect4:columns=4,rows=4", "draw", 25, true);
}

/// What a job is about, whatever its number.
fn about(job: &Job) -> String {
    match &job.task {
        JobTask::Leaf(leaf) => format!("{} {:?}", leaf.search, leaf.leaf),
        JobTask::Proof(proof) => format!("{:?}", proof.claims),
    }
}

/// Kills a run after every few jobs, until it has the value.
fn go_on(name: &str, value: &str, few: usize) {
    go_on_with(name, value, few, false);
}

fn go_on_with(name: &str, value: &str, few: usize, evidence: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let [store, key] = ["run.ludex", "key"].map(|name| folder.path().join(name));
    let game = ludex::open(name).expect("a game");
    let stored = Solve {
        store: Some(store),
        store_key: Some(key),
        best: Some(Best::None),
        evidence,
        ..request("pn2")
    };
    let mut known: Vec<Job> = Vec::new();
    for round in 0.. {
        assert!(round < 1_000);
        let run = JobRun::start(&game, &stored, 2, 30).expect("a run");
        let jobs = work(&game, &run, few);
        for job in &jobs {
            let same = |old: &&Job| about(old) == about(job);
            let again = known.iter().filter(same).count();
            // A lost job comes again, and what was in flight.
            assert!(again <= 2, "{job:?}");
        }
        known.extend(jobs);
        if run.has_ended(Duration::from_millis(200)) {
            let solved = run.finish().expect("a value");
            assert_eq!(solved.value, value);
            let record = &ludex::RunRecord::in_folder(folder.path())[0];
            assert_eq!((&record.store[..], &record.value), ("run.ludex", &Some(solved.value)));
            assert!(round > 2, "it took several runs");
            if evidence {
                let proofs = known.iter().filter(|job| matches!(job.task, JobTask::Proof(_)));
                assert!(proofs.count() > 2 * few, "some runs were killed while proofs were made");
                let evidence = solved.evidence.expect("it was asked for");
                assert!(ludex::verify(&evidence).expect("it can be checked").valid);
            }
            assert!(solved.total.expect("the work of all runs").nodes > solved.nodes);
            return;
        }
    }
}

#[test]
fn what_cannot_be_done_in_jobs_is_refused() {
    let refused = |name: &str, algorithm: &str| {
        let game = ludex::open(name).expect("a game");
        let run = JobRun::start(&game, &request(algorithm), 2, 40).expect("a run");
        run.finish().expect_err("it is refused").to_string()
    };
    assert!(refused("tictactoe", "alphabeta").contains("cannot be divided into jobs"));
    assert!(refused("goofspiel:cards=3", "auto").contains("game of turns"));
    let game = ludex::open("tictactoe").expect("a game");
    let run = JobRun::start(&game, &request("pn2"), 2, 40).expect("a run");
    let job = run.next(Duration::from_secs(5)).expect("a job");
    let other = ludex::open("hex:size=3").expect("a game");
    assert!(other.run_job(&job).expect_err("another game").to_string().contains("the job is of"));
    let mut elsewhere = json!(job);
    let mut leaf = elsewhere["task"]["Leaf"].take();
    leaf["leaf"] = json!([{ "place": 1, "count": 400, "key": 5, "player": "Max" }]);
    for state in [json!(null), json!("no position")] {
        leaf["state"] = state;
        elsewhere["task"] = json!({ "Leaf": leaf });
        assert!(game.run_job(&serde_json::from_value(elsewhere.clone()).expect("a job")).is_err());
    }
    for claim in [json!([{ "AtLeast": 1 }, "no position"]), json!([{ "Below": 0 }, job.position])] {
        let proof = json!({ "number": 1, "key_seed": null, "claims": [claim] });
        elsewhere["task"] = json!({ "Proof": proof });
        assert!(game.run_job(&serde_json::from_value(elsewhere.clone()).expect("a job")).is_err());
    }
    run.fail(job.number());
    let solved = run.finish().expect("an answer");
    assert!(!solved.exact);
    assert_eq!(solved.stopped.as_deref(), Some("a job failed wherever it was tried"));
}

#[test]
fn matches_and_searches_of_the_lab_can_be_played_anywhere() {
    let mut game = ludex::open("tictactoe").expect("a game");
    game.set_up(&SetUp::default()).expect("the start");
    let request = Tournament { players: "random,mcts@20n".into(), rounds: 3, ..Default::default() };
    let count = game.match_count(&request).expect("players");
    let mut played = Vec::new();
    for number in (0..count).rev() {
        played.extend(sent(&game.matches(&request, &[number]).expect("a match")));
    }
    played.sort_by_key(|(number, _)| *number);
    let together = game.tournament_of(&request, &played).expect("a result");
    assert_eq!(together, game.tournament(&request, &|_, _| {}).expect("a result"));

    let mut parts = LabInParts::open("3.1", false, 0).expect("a table");
    let (_, _, _, missing) = parts.go_through();
    assert!(!missing.is_empty());
    for search in &missing {
        let found = search.run(&Limits { max_nodes: Some(200), ..Limits::fixed() });
        parts.learn(&sent(search), sent(&found));
    }
    let (report, csv, _, _) = parts.go_through();
    assert_eq!(report["table"], "table-3.1");
    assert!(csv.lines().count() > 1);
}

/// Changes something in what a job found; `None` if that is no answer any more.
fn spoilt(answer: &JobAnswer, random: &mut Random) -> Option<JobAnswer> {
    let mut found = json!(answer);
    for _ in 0..1 + random.below(3) {
        let mut parts = vec![&mut found];
        let mut place = random.below(60);
        // A walk over all parts up to a random one.
        while let Some(part) = parts.pop() {
            if place == 0 {
                spoil(part, random);
                break;
            }
            place -= 1;
            match part {
                Value::Array(list) => parts.extend(list.iter_mut()),
                Value::Object(fields) => parts.extend(fields.values_mut()),
                _ => {}
            }
        }
    }
    let spoilt: JobAnswer = serde_json::from_value(found).ok()?;
    Some(JobAnswer { number: answer.number, ..spoilt })
}

fn spoil(part: &mut Value, random: &mut Random) {
    match part {
        Value::Bool(known) => *known = !*known,
        Value::Number(_) => {
            *part = [json!(0), json!(1), json!(255), json!(u64::MAX)][random.below(4)].clone();
        }
        Value::Array(list) if random.one_in(4) => list.clear(),
        Value::Array(list) if random.one_in(2) => list.reverse(),
        Value::Array(list) => {
            let again = list.clone();
            list.extend(again);
        }
        _ => {}
    }
}

/// Workers that lie can hide a value, but where evidence is asked for they make nobody believe another one,
/// and they do not end the run.
#[test]
fn lies_of_workers_are_not_believed() {
    let (mut lies, mut found) = (0, 0);
    for seed in 0..60_u64 {
        let (name, algorithm) = GAMES[seed as usize % GAMES.len()];
        let mut random = Random::new(seed);
        let game = ludex::open(name).expect("a game");
        let right = game.solve(&request(algorithm)).expect("a value").value;
        let wanted = request(algorithm).evidence(true);
        let run = JobRun::start(&game, &wanted, 3, 40).expect("a run");
        let (mut done, before) = (0, lies);
        while !run.status().finished {
            let Some(job) = run.next(Duration::from_millis(20)) else { continue };
            match game.run_job(&job) {
                Ok(answer) => {
                    let lie = if random.one_in(3) { spoilt(&answer, &mut random) } else { None };
                    lies += u64::from(lie.is_some());
                    run.take(lie.unwrap_or(answer));
                }
                // What it is told of other jobs can contradict itself, but only after a lie.
                Err(error) => {
                    assert!(lies > before, "{name} {seed}: {}", error.message);
                    run.fail(job.number());
                }
            }
            done += 1;
            if done == 400 {
                run.stop();
            }
        }
        let solved = run.finish().expect("an answer, known or not");
        if solved.exact {
            found += 1;
            assert_eq!(solved.value, right, "{name} {algorithm} {seed}");
        }
        if let Some(evidence) = solved.evidence {
            assert!(ludex::verify(&evidence).expect("it can be checked").valid, "{name} {seed}");
        }
    }
    assert!(lies > 500 && found > 10, "{lies} lies, {found} values found");
}
