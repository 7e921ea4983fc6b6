//! Malformed inputs given to the library in this process, hundreds a second: a panic or a search that runs
//! on is seen at once.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use ludex::{
    Check, DefinitionsText, InputError, Language, Limits, Play, Problem, Query, Session, SetUp,
    Solve, StrategyCheck, Tournament, decode_evidence, open_text_within, open_within,
    solve_problem, verify_strictly, verify_within,
};
use ludex_play::{Limit, PlayerSpec};

use super::corpus::Corpus;
use super::inputs::{
    CHECKS, DEFINITIONS, DIAGRAMS, FORMULAS, Maker, NAMES, PLAYERS, SEARCHES, STIPULATIONS,
    STRATEGIES,
};
use super::mutate;

/// The time of an input, and what it may take: 10 % and 0.2 seconds on top for each of three requests.
const SECONDS: f64 = 0.1;
const LONGEST: f64 = 3.0 * (SECONDS * 1.1 + 0.2);

type Answer = Result<(), InputError>;

/// What an input is, and what is asked about it.
type Asked = (String, Box<dyn FnOnce() -> Answer>);

fn limits() -> Limits {
    let (max_nodes, max_seconds) = (Some(200), Some(SECONDS));
    Limits { max_nodes, max_seconds, max_memory: 16 << 20, ..Limits::default() }
}

/// Returns the seconds of processor time of this thread.
fn processor() -> f64 {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = stat.split(' ').next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}

/// How an input ended.
pub enum End {
    Answered,
    Refused,
    Panicked(String),
    Late(String),
}

/// Makes an input, and asks.
pub fn attack(maker: &mut Maker<'_>, root: &Path) -> End {
    let (what, ask) = asked(maker, root);
    let start = processor();
    let ended = catch_unwind(AssertUnwindSafe(ask));
    let took = processor() - start;
    match ended {
        Err(_) => End::Panicked(what),
        Ok(_) if took > LONGEST => End::Late(format!("{took:.2} s: {what}")),
        Ok(Ok(())) => End::Answered,
        Ok(Err(_)) => End::Refused,
    }
}

fn asked(maker: &mut Maker<'_>, root: &Path) -> Asked {
    match maker.random.below(16) {
        0..=4 => file(maker),
        5 | 6 => query(maker, root),
        7 | 8 => formula(maker),
        9 => position(maker),
        10 | 11 => evidence(maker, maker.corpus),
        12 => problem(maker),
        13 => name(maker),
        14 => strategy(maker),
        _ => players(maker),
    }
}

fn language(ending: &str) -> Language {
    Language::of_file(&format!("x.{ending}")).expect("an ending of the corpus")
}

/// A game file, changed, and what is asked of every game.
fn file(maker: &mut Maker<'_>) -> Asked {
    let endings: Vec<&str> = maker.corpus.files.keys().copied().collect();
    let ending = endings[maker.random.below(endings.len())];
    let text = maker.text_of(&maker.corpus.files, ending);
    let (formula, search) = (maker.one(FORMULAS).to_string(), maker.one(SEARCHES).to_string());
    let what = format!("{ending}, {formula}, {search}:\n{text}");
    let ask = move || {
        let game = open_text_within(language(ending), &text, &limits())?;
        game.show();
        game.picture();
        let _ = game.check(&Check::new(formula).limits(limits()));
        game.solve(&Solve::new().algorithm(search).limits(limits())).map(drop)
    };
    (what, Box::new(ask))
}

fn query(maker: &mut Maker<'_>, root: &Path) -> Asked {
    let (ending, path) = [
        ("gp", "games/prolog/nim.gp"),
        ("toss", "games/toss/tic-tac-toe.toss"),
        ("sgl", "games/sgl/nim.sgl"),
    ][maker.random.below(3)];
    let text = maker.text_of(&maker.corpus.queries, ending);
    let path = root.join(path).display().to_string();
    let what = format!("query {path} {text}");
    let ask = move || {
        let rules = ludex::Rules::read_within(&path, &limits())?;
        rules.ask(&Query { limits: limits(), ..Query::new(text) }).map(drop)
    };
    (what, Box::new(ask))
}

fn formula(maker: &mut Maker<'_>) -> Asked {
    let game = maker.corpus.positions[maker.random.below(8)].0;
    let (text, algorithm) = (maker.changed(FORMULAS), maker.one(CHECKS).to_string());
    let own = maker.random.one_in(3).then(|| maker.changed(DEFINITIONS));
    let what = format!("check {game} {text} --algorithm {algorithm}, definitions {own:?}");
    let ask = move || {
        let definitions = own.map(|text| DefinitionsText { name: "own".to_string(), text });
        let check = Check { definitions, ..Check::new(text).algorithm(algorithm).limits(limits()) };
        open_within(game, &limits())?.check(&check).map(drop)
    };
    (what, Box::new(ask))
}

fn position(maker: &mut Maker<'_>) -> Asked {
    let all = &maker.corpus.positions;
    let (game, position, moves) = all[maker.random.below(all.len())].clone();
    let other = all[maker.random.below(all.len())].1.clone();
    let set_up = match maker.random.one_in(2) {
        true => SetUp::moves(mutate::text(&mut maker.random, moves, &position)),
        false => SetUp::position(mutate::text(&mut maker.random, &position, &other)),
    };
    let what = format!("{game} {set_up:?}");
    let ask = move || {
        let mut session = open_within(game, &limits())?;
        session.set_up(&set_up)?;
        session.show();
        session.solve(&Solve::new().limits(limits())).map(drop)
    };
    (what, Box::new(ask))
}

fn evidence(maker: &mut Maker<'_>, corpus: &Corpus) -> Asked {
    let all = &corpus.evidence;
    let written = &all[maker.random.below(all.len())].1;
    let other = String::from_utf8_lossy(&all[maker.random.below(all.len())].1).into_owned();
    let bytes = match std::str::from_utf8(written) {
        Ok(text) if !maker.random.one_in(4) => {
            mutate::text(&mut maker.random, text, &other).into_bytes()
        }
        _ => mutate::bytes(&mut maker.random, written),
    };
    let what = format!("evidence {}", String::from_utf8_lossy(&bytes));
    let strict = maker.random.one_in(3);
    let ask = move || {
        let evidence = decode_evidence(&bytes, &limits())?;
        let verified = match strict {
            true => verify_strictly(&evidence, &limits()),
            false => verify_within(&evidence, &limits()),
        };
        verified.map(drop)
    };
    (what, Box::new(ask))
}

fn problem(maker: &mut Maker<'_>) -> Asked {
    let options = maker.random.below(16);
    let (formula, stipulation) = match maker.random.one_in(5) {
        true => (Some(maker.changed(FORMULAS)), None),
        false => (None, Some(maker.changed(STIPULATIONS))),
    };
    let problem = Problem {
        stipulation,
        formula,
        position: maker.changed(DIAGRAMS),
        all: options & 1 > 0,
        tries: options & 2 > 0,
        set_play: options & 4 > 0,
        duplex: options & 8 > 0,
        limits: limits(),
        ..Problem::default()
    };
    (format!("{problem:?}"), Box::new(move || solve_problem(&problem).map(drop)))
}

fn name(maker: &mut Maker<'_>) -> Asked {
    let (name, search) = (maker.changed(NAMES), maker.one(SEARCHES).to_string());
    let what = format!("solve {name} --algorithm {search}");
    let ask = move || {
        let game = open_within(&name, &limits())?;
        game.show();
        game.solve(&Solve::new().algorithm(search).limits(limits())).map(drop)
    };
    (what, Box::new(ask))
}

fn small_game(maker: &mut Maker<'_>) -> Result<Session, InputError> {
    open_within(maker.one(&["mk:m=3,k=3", "nim:heaps=1-2", "hex:size=2"]), &limits())
}

fn strategy(maker: &mut Maker<'_>) -> Asked {
    let (game, text) = (small_game(maker), maker.changed(STRATEGIES));
    let strategy = Some(maker.one(&["careful", "any", "safe"]).to_string());
    let what = format!("strategy {strategy:?} of {text}");
    let ask = move || {
        let check = StrategyCheck { strategy, limits: limits(), ..StrategyCheck::default() };
        game?.check_strategy(&text, &check).map(drop)
    };
    (what, Box::new(ask))
}

fn players(maker: &mut Maker<'_>) -> Asked {
    let (game, players) = (small_game(maker), maker.changed(PLAYERS));
    let what = format!("play {players}");
    let (tournament, opening) = (maker.random.one_in(3), limits());
    let ask = move || {
        let game = game?;
        // Players have limits of their own, and a second for a move without.
        let quick = |spec: &PlayerSpec| match spec.limit {
            Limit::Nodes(nodes) => nodes <= 50,
            _ => spec.name == "random",
        };
        let specs = PlayerSpec::list(&players);
        if specs.is_ok_and(|specs| !specs.iter().all(quick)) {
            return Ok(());
        }
        match tournament {
            true => {
                let request = Tournament { players, rounds: 1, opening, ..Tournament::default() };
                game.tournament(&request, &|_, _| ()).map(drop)
            }
            false => {
                let request = Play { players, opening, ..Play::default() };
                game.play(&request, &mut |_, _| ()).map(drop)
            }
        }
    };
    (what, Box::new(ask))
}
