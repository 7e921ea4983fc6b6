//! What the server answers: the library's answers as they are, refusals, and an end to jobs.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use ludex_web::{ServerOptions, serve};
use serde_json::{Value, json};

/// A server that all tests ask; it ends with them.
static SERVER: LazyLock<SocketAddr> = LazyLock::new(|| start(ServerOptions::default()).0);

fn start(options: ServerOptions) -> (SocketAddr, Arc<AtomicBool>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let (address, stop) =
        (listener.local_addr().expect("it listens"), Arc::new(AtomicBool::new(false)));
    let flag = stop.clone();
    std::thread::spawn(move || serve(listener, options, &flag));
    (address, stop)
}

/// Sends a request and returns the status and the body.
fn send(address: SocketAddr, request: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
    // A body that is too long is refused before it is read to its end.
    let _ = stream.write_all(request.as_bytes());
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
    let body = answer.split_once("\r\n\r\n").map_or("", |parts| parts.1);
    (status, body.to_string())
}

fn posted(path: &str, body: &str, accept: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: {accept}\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )
}

fn ask(path: &str, body: &Value) -> (u16, Value) {
    let (status, text) = send(*SERVER, &posted(path, &body.to_string(), "application/json"));
    (status, serde_json::from_str(&text).unwrap_or(Value::Null))
}

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
    assert_eq!(ask("/api/verify", &json!({ "game": "tictactoe", "evidence": 999_999 })).0, 404);
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
    let started = Instant::now();
    let small = posted("/api/show", "{\"game\":\"nim\"}", "application/json");
    assert_eq!(send(address, &small).0, 200);
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
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
