//! What the server answers: the library's answers as they are, refusals, and an end to jobs.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ludex_web::ServerOptions;
use serde_json::{Value, json};

use crate::support::{SERVER, ask, posted, send, start};

#[test]
fn positions_have_boards_whose_moves_say_their_cells() {
    let (status, view) = ask("/api/show", &json!({ "game": "connect4", "moves": "4 4 3" }));
    assert_eq!(status, 200, "{view}");
    assert_eq!(view["turn"], "O");
    let cells = view["board"]["cells"].as_array().expect("cells");
    let name = |index: &Value| &cells[index.as_u64().expect("a place") as usize]["name"];
    let moves = view["board"]["moves"].as_array().expect("moves");
    let third = moves.iter().find(|mv| mv["text"] == "3").expect("a move");
    assert_eq!(third["cells"].as_array().expect("cells").len(), 1);
    assert_eq!(name(&third["cells"][0]), "c2");
    let (_, view) = ask("/api/show", &json!({ "game": "chess" }));
    let cells = view["board"]["cells"].as_array().expect("cells");
    let moves = view["board"]["moves"].as_array().expect("moves");
    let opening = moves.iter().find(|mv| mv["text"] == "e2e4").expect("a move");
    let names: Vec<&str> = opening["cells"]
        .as_array()
        .expect("cells")
        .iter()
        .map(|at| cells[at.as_u64().expect("a place") as usize]["name"].as_str().expect("a name"))
        .collect();
    assert_eq!(names, ["e2", "e4"]);
}

#[test]
fn every_built_in_game_and_example_is_shown() {
    let (_, text) =
        send(*SERVER, "GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let lists: Value = serde_json::from_str(&text).expect("JSON");
    let games = lists["games"].as_array().expect("games").iter().map(|game| &game["name"]);
    let examples = lists["examples"].as_array().expect("examples").iter().map(|e| &e["path"]);
    for game in games.chain(examples) {
        let (status, view) = ask("/api/show", &json!({ "game": game }));
        assert_eq!(status, 200, "{game}: {view}");
    }
}

#[test]
fn verdicts_are_those_of_the_library() {
    let place = json!({ "game": "tictactoe", "moves": "a1 b1" });
    let (status, verdicts) = ask("/api/judge", &place);
    assert_eq!(status, 200, "{verdicts}");
    let verdicts = verdicts.as_array().expect("verdicts");
    assert_eq!(verdicts.len(), 7);
    let game = ludex::open("tictactoe").expect("built in");
    for verdict in verdicts {
        let mv = verdict["move"].as_str().expect("a move");
        let mut after = game.clone();
        after.set_up(&ludex::SetUp::moves(format!("a1 b1 {mv}"))).expect("legal");
        let value = after.solve(&ludex::Solve::new()).expect("small").value;
        let words = [("win", "wins"), ("draw", "draws"), ("loss", "loses")];
        let word = words.iter().find(|pair| value == pair.0).expect("an outcome").1;
        assert_eq!(verdict["verdict"], word, "{mv}");
    }
}

#[test]
fn answers_come_with_evidence_that_is_verified() {
    let place = json!({ "game": "tictactoe", "moves": "a1 b1", "request": { "evidence": true } });
    let (_, solved) = ask("/api/solve", &place);
    assert_eq!(solved["value"], "win");
    let to_verify = json!({ "game": "tictactoe", "evidence": solved["evidence"] });
    let (status, verified) = ask("/api/verify", &to_verify);
    assert_eq!((status, &verified["valid"]), (200, &json!(true)), "{verified}");
    let other = json!({ "game": "connect4", "evidence": solved["evidence"] });
    assert_ne!(ask("/api/verify", &other).1["valid"], json!(true));
    assert_eq!(ask("/api/verify", &json!({ "game": "tictactoe", "evidence": 999_999 })).0, 400);
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    let wrong = json!({ "game": "tictactoe", "request": { "formula": "omega(" } });
    let (status, error) = ask("/api/check", &wrong);
    assert_eq!(status, 400);
    assert!(error["message"].is_string() && error["span"].is_object(), "{error}");
    assert_eq!(
        ask("/api/show", &json!({ "game": "conect4" })).1["help"],
        "did you mean `connect4`?"
    );
    assert_eq!(ask("/api/show", &json!({})).0, 400);
    assert_eq!(send(*SERVER, &posted("/api/show", "{", "*/*")).0, 400);
}

#[test]
fn files_of_the_machine_cannot_be_read() {
    for name in
        ["Cargo.toml", "/etc/passwd", "./src/lib.rs", "games/../Cargo.toml", "nim:heaps=x.kif"]
    {
        let (status, error) = ask("/api/show", &json!({ "game": name }));
        assert_eq!(status, 400, "{name}: {error}");
    }
    for game in ["secret.toss", "/etc/passwd", "../Cargo.toml", "nim:heaps=x.kif", "Cargo.toml"] {
        let named = json!({ "language": "sgl", "text": format!("game {game};") });
        for path in ["/api/show", "/api/query", "/api/tree", "/api/rules"] {
            assert_eq!(ask(path, &named).0, 400, "{game} at {path}");
        }
    }
    let built_in = json!({ "language": "sgl", "text": "game nim;" });
    assert_eq!(ask("/api/show", &built_in).0, 200);
    for path in ["/../Cargo.toml", "/..%2fCargo.toml", "/src/lib.rs", "//etc/passwd"] {
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
        assert_eq!(send(*SERVER, &request).0, 404, "{path}");
    }
}

#[test]
fn foreign_names_origins_and_bodies_are_refused() {
    let get = |host: &str| format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    assert_eq!(send(*SERVER, &get("localhost")).0, 200);
    assert_eq!(send(*SERVER, &get("evil.example")).0, 403);
    let body = posted("/api/show", "{\"game\":\"nim\"}", "*/*");
    let foreign = body.replace("Accept", "Origin: http://evil.example\r\nAccept");
    assert_eq!(send(*SERVER, &foreign).0, 403);
    assert_eq!(send(*SERVER, &body.replace("application/json", "text/plain")).0, 403);
    let huge = posted("/api/show", &" ".repeat(10 << 20), "*/*");
    let status = send(*SERVER, &huge).0;
    assert!(status == 413 || status == 0, "{status}");
}

#[test]
fn a_job_can_be_stopped_and_then_says_what_it_knows() {
    let body = json!({ "game": "connect4", "request": { "limits": { "max_seconds": 60.0 } } });
    let mut stream = TcpStream::connect(*SERVER).expect("the server listens");
    let request = posted("/api/solve", &body.to_string(), "text/event-stream");
    stream.write_all(request.as_bytes()).expect("it reads");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let job = lines.by_ref().skip_while(|line| line != "event: job").nth(1).expect("its number");
    let id: u64 = job.trim_start_matches("data: ").parse().expect("a number");
    let started = Instant::now();
    assert_eq!(ask("/api/stop", &json!({ "job": id })).1["stopped"], true);
    let answer = lines.skip_while(|line| line != "event: answer").nth(1).expect("an answer");
    let solved: Value = serde_json::from_str(answer.trim_start_matches("data: ")).expect("JSON");
    assert_eq!(solved["exact"], false);
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn evidence_is_walked_through_searched_and_exported() {
    let place = json!({ "game": "nim:heaps=2-3-4", "request": { "evidence": true } });
    let evidence = ask("/api/solve", &place).1["evidence"].clone();
    let about = |more: Value| {
        let mut body = json!({ "game": "nim:heaps=2-3-4", "evidence": evidence });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("one").clone());
        body
    };
    let (status, walked) = ask("/api/walk", &about(json!({})));
    assert_eq!(status, 200, "{walked}");
    let step = &walked["point"]["steps"][0];
    assert_eq!(step["role"], "chosen");
    let path = json!({ "path": step["moves"] });
    let next = ask("/api/walk", &about(path)).1;
    assert_eq!(next["point"]["node"], step["node"]);
    assert_eq!(next["view"]["position"], next["point"]["position"]);
    let elsewhere = json!({ "path": ["no move"] });
    assert_eq!(ask("/api/walk", &about(elsewhere)).1["point"], Value::Null);
    assert_eq!(ask("/api/walk", &about(json!({ "node": 1_000_000 }))).0, 400);
    assert_eq!(ask("/api/walk", &about(json!({ "part": 7 }))).0, 400);
    let found = ask("/api/find", &about(json!({ "find": "0-0-0" }))).1;
    assert!(found[0]["moves"].as_array().is_some_and(|moves| !moves.is_empty()), "{found}");
    let html = ask("/api/export", &about(json!({}))).1["html"].clone();
    assert!(html.as_str().is_some_and(|html| html.starts_with("<!doctype html>")));
    let other = json!({ "game": "tictactoe", "evidence": evidence });
    assert_eq!(ask("/api/walk", &other).0, 400);
    assert_eq!(ask("/api/export", &other).0, 400);
}

#[test]
fn evidence_of_a_browser_is_kept() {
    let session = ludex::open("nim:heaps=1-2").expect("built in");
    let solved = session.solve(&ludex::Solve::new().evidence(true)).expect("small");
    let text = solved.evidence.expect("it was asked for").to_json();
    let request = posted("/api/evidence", &text, "*/*");
    let request = request.replace("application/json", "application/octet-stream");
    let (status, body) = send(*SERVER, &request);
    let kept: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!((status, &kept["place"]["game"]), (200, &json!("nim:heaps=1-2")), "{kept}");
    let to_verify = json!({ "game": "nim:heaps=1-2", "evidence": kept["evidence"] });
    assert_eq!(ask("/api/verify", &to_verify).1["valid"], true);
    let wrong = posted("/api/evidence", "checkmate", "*/*");
    let wrong = wrong.replace("application/json", "application/octet-stream");
    assert_eq!(send(*SERVER, &wrong).0, 400);
}

#[test]
fn players_could_be_read_from_files_of_the_machine() {
    for (path, players) in [
        ("/api/move", "strategy=/etc/passwd#x,random"),
        ("/api/tournament", "random,strategy=Cargo.toml#x"),
    ] {
        let body = json!({ "game": "tictactoe", "request": { "players": players } });
        let (status, error) = ask(path, &body);
        assert_eq!(status, 400);
        assert!(error["message"].as_str().is_some_and(|why| why.contains("files")), "{error}");
    }
}

#[test]
fn a_tournament_and_the_steps_of_a_search_are_answered() {
    let request = json!({ "players": "mcts@20n,random", "rounds": 1 });
    let (_, result) = ask("/api/tournament", &json!({ "game": "tictactoe", "request": request }));
    assert_eq!(result["matches"], 2, "{result}");
    let request = json!({ "algorithm": "mcts", "steps": 5 });
    let (_, stepped) = ask("/api/steps", &json!({ "game": "tictactoe", "request": request }));
    assert_eq!(stepped["steps"].as_array().map(Vec::len), Some(6), "{stepped}");
}

#[test]
fn a_visitor_who_leaves_frees_his_job() {
    let (address, stop) = start(ServerOptions { jobs: 1, ..ServerOptions::default() });
    let body = json!({ "game": "connect4", "request": { "limits": { "max_seconds": 100.0 } } });
    for accept in ["text/event-stream", "application/json"] {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream
            .write_all(posted("/api/solve", &body.to_string(), accept).as_bytes())
            .expect("it reads");
        std::thread::sleep(Duration::from_millis(300));
    }
    // A search, as there is one place for those: what is only shown has places of its own.
    let started = Instant::now();
    let small = posted("/api/solve", "{\"game\":\"nim:heaps=1-2\"}", "application/json");
    assert_eq!(send(address, &small).0, 200);
    assert!(started.elapsed() < Duration::from_secs(2), "{:?}", started.elapsed());
    stop.store(true, Ordering::Relaxed);
}

#[test]
fn a_position_is_drawn_with_its_last_move_and_a_line() {
    let asked = json!({ "game": "chess", "moves": "e2e4", "line": ["e7e5", "g1f3"] });
    let (status, view) = ask("/api/show", &asked);
    assert_eq!(status, 200, "{view}");
    let board = &view["board"];
    let cells = board["cells"].as_array().expect("cells");
    let last: Vec<_> =
        cells.iter().filter(|cell| cell["last"] == true).map(|c| &c["name"]).collect();
    assert_eq!(last, ["e4", "e2"]);
    assert_eq!(board["over"].as_str().expect("arrows").matches("class=\"arrow\"").count(), 2);
    assert_eq!(ask("/api/show", &json!({ "game": "chess", "line": "e2e5" })).0, 400);
}

#[test]
fn workshops_solve_problems_draw_trees_and_fight() {
    let request =
        json!({ "stipulation": "#2", "position": "kbK5/pp6/1P6/8/8/8/8/R7", "all": true });
    let (_, solved) = ask("/api/problem", &json!({ "request": request }));
    assert_eq!(solved["solutions"], json!([["a1a6"]]), "{solved}");
    assert!(solved["variations"][0]["next"].as_array().is_some_and(|next| next.len() > 5));
    assert_eq!(ask("/api/problem", &json!({ "request": { "stipulation": "#2" } })).0, 400);
    let (_, tree) = ask("/api/tree", &json!({ "game": "efg/entry.efg" }));
    assert!(tree["svg"].as_str().is_some_and(|svg| svg.contains("Accommodate")), "{tree}");
    assert_eq!(ask("/api/tree", &json!({ "game": "nim", "depth": 9 })).0, 400);
    assert_eq!(ask("/api/tree", &json!({ "game": "nim" })).1["svg"], json!(null));
    let fight = |red: &str| json!({ "red": red, "blue": "kiter", "scenario": "marine-3v3" });
    let (_, fought) = ask("/api/combat", &fight("nok-av"));
    assert!(fought["seconds"].as_f64().is_some_and(|seconds| seconds > 1.0), "{fought}");
    assert_eq!(ask("/api/combat", &fight("abcd@1000s")).0, 400);
    let file = json!({ "red": "kiter", "blue": "kiter", "scenario": "../secret.json" });
    assert_eq!(ask("/api/combat", &file).0, 400);
}

#[test]
fn positions_are_shown_while_searches_take_all_the_room() {
    let options = ServerOptions { jobs: 1, ..ServerOptions::default() };
    let (server, _stop) = start(options);
    let body = json!({ "game": "connect4", "request": { "limits": { "max_seconds": 20.0 } } });
    let mut searching = TcpStream::connect(server).expect("the server listens");
    let request = posted("/api/solve", &body.to_string(), "text/event-stream");
    searching.write_all(request.as_bytes()).expect("it reads");
    let mut lines = BufReader::new(&searching).lines().map_while(Result::ok);
    assert!(lines.by_ref().any(|line| line == "event: progress"), "it searches");
    let started = Instant::now();
    let shown = send(server, &posted("/api/show", "{\"game\":\"connect4\"}", "*/*"));
    assert_eq!(shown.0, 200);
    for (formula, status) in [("omega(30)", 200), ("omega(", 400)] {
        let body = json!({ "game": "connect4", "request": { "formula": formula } });
        assert_eq!(send(server, &posted("/api/formula", &body.to_string(), "*/*")).0, status);
    }
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

#[test]
fn positions_with_very_many_moves_are_refused() {
    let wide = |moves: usize| json!({ "matrix": [vec![1; moves]] }).to_string();
    let (status, shown) = ask("/api/show", &json!({ "language": "json", "text": wide(20_000) }));
    assert_eq!(status, 400, "{shown}");
    assert!(shown["message"].as_str().is_some_and(|text| text.contains("20001 moves")), "{shown}");
    assert_eq!(ask("/api/show", &json!({ "language": "json", "text": wide(200) })).0, 200);
}

#[test]
fn questions_that_nobody_waits_for_take_no_room() {
    let (address, stop) = start(ServerOptions { jobs: 1, ..ServerOptions::default() });
    let body = json!({ "game": "connect4", "request": { "limits": { "max_seconds": 100.0 } } });
    let request = posted("/api/solve", &body.to_string(), "application/json");
    for _ in 0..600 {
        let mut stream = TcpStream::connect(address).expect("the server listens");
        stream.write_all(request.as_bytes()).expect("it reads");
    }
    let started = Instant::now();
    let small = json!({ "game": "nim", "request": { "formula": "omega(1)" } }).to_string();
    let small = posted("/api/check", &small, "application/json");
    // Those who are gone are noticed within a moment.
    while send(address, &small).0 != 200 && started.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    stop.store(true, Ordering::Relaxed);
}

#[test]
fn strategies_are_checked_and_found() {
    let text = include_str!("../../../games/sgl/nim.sgl");
    let body = json!({ "language": "sgl", "text": text, "request": { "strategy": "play", "player": "First" } });
    let (status, checked) = ask("/api/strategy", &body);
    assert_eq!(status, 200, "{checked}");
    let verdicts = checked["verdicts"].as_array().expect("verdicts");
    let wins = verdicts.iter().find(|one| one["name"] == "wins").expect("a check");
    assert_eq!(wins["holds"], true, "{checked}");
    assert_eq!(ask("/api/strategy", &json!({ "game": "nim", "request": {} })).0, 400);
    let (status, found) = ask("/api/find-strategy", &json!({ "game": "nim:heaps=1-2" }));
    assert_eq!((status, &found["goal"]), (200, &json!("wins")), "{found}");
    let again = json!({ "language": "sgl", "text": found["strategy"] });
    let (_, checked) = ask("/api/strategy", &again);
    let verdicts = checked["verdicts"].as_array().expect("verdicts");
    assert!(verdicts.iter().any(|one| one["name"] == "wins" && one["holds"] == true), "{checked}");
    let asked = json!({ "language": "sgl", "text": found["strategy"], "request": { "query": "moves best for First" } });
    let (status, reply) = ask("/api/query", &asked);
    assert_eq!((status, &reply["result"]), (200, &json!(["move(First,2:1)"])), "{reply}");
}

#[test]
fn positions_that_rules_decide_are_listed() {
    let text = include_str!("../../../games/sgl/nim.sgl");
    let rules = ["three(First)", "all(First)"];
    let body = json!({ "language": "sgl", "text": text, "request": { "rules": rules, "player": "First" } });
    let (status, decided) = ask("/api/decided", &body);
    assert_eq!((status, &decided["complete"]), (200, &json!(true)), "{decided}");
    // First leaves six of seven counters, then three, then none: five positions, whatever Second does.
    let counts =
        [&decided["rules"][0], &decided["rules"][1], &decided["open"]].map(|one| &one["count"]);
    assert_eq!(counts, [&json!(5), &json!(0), &json!(0)], "{decided}");
    let second = &decided["rules"][0]["positions"][1];
    assert_eq!(second["line"].as_array().map(Vec::len), Some(2), "{decided}");
    let start = &decided["rules"][0]["positions"][0];
    assert_eq!(start["line"], json!([]), "{decided}");
    let request = json!({ "rules": ["nothing(First)"] });
    let wrong = json!({ "language": "sgl", "text": text, "request": request });
    assert_eq!(ask("/api/decided", &wrong).0, 400);
}

#[test]
fn tables_of_the_lab_are_run_unless_they_read_files() {
    let (_, text) =
        send(*SERVER, "GET /api/lab HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    let tables: Value = serde_json::from_str(&text).expect("JSON");
    let names: Vec<&str> = tables
        .as_array()
        .expect("a list")
        .iter()
        .map(|table| table["name"].as_str().expect("a name"))
        .collect();
    assert!(names.contains(&"table-5.3") && !names.contains(&"table-1"), "{names:?}");
    let (status, error) = ask("/api/lab", &json!({ "table": "table-1" }));
    assert_eq!(status, 400, "{error}");
    let limits = json!({ "max_seconds": 0.5 });
    let (status, report) = ask("/api/lab", &json!({ "table": "table-5.3", "limits": limits }));
    assert_eq!(status, 200, "{report}");
    assert_eq!(report["rows"][0]["measured"], report["rows"][0]["published"]);
    assert!(report["svg"].as_str().expect("a plot").starts_with("<svg"));
    assert_eq!(ask("/api/lab", &json!({ "table": "table-9.9" })).0, 400);
}

#[test]
fn first_moves_of_a_concept_are_listed() {
    let body =
        json!({ "game": "tictactoe", "moves": "a1 a2 b1 b2", "request": { "formula": "<A> w" } });
    let (status, moves) = ask("/api/first-moves", &body);
    assert_eq!(status, 200, "{moves}");
    let moves = moves.as_array().expect("moves");
    let good: Vec<&Value> = moves.iter().filter(|mv| mv["holds"] == true).collect();
    assert!(moves.len() == 5 && good.len() == 1 && good[0]["move"] == "c1", "{moves:?}");
}
