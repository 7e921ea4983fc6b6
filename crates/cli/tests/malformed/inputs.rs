//! Command lines that are almost what a user types, with the files they name.

use ludex_base::Random;

use super::corpus::{ByEnding, Corpus};
use super::mutate;

/// A command line. Its options of limits are not changed.
#[derive(Clone, Debug)]
pub struct Input {
    pub args: Vec<String>,
    /// The files to be written before.
    pub files: Vec<(String, Vec<u8>)>,
    pub stdin: String,
    /// Whether it has a limit of time and memory.
    pub limited: bool,
}

pub const FORMULAS: &[&str] = &[
    "w",
    "l | final",
    "omega(2)",
    "<A>[B] w",
    "[A]<B>(w & !l)",
    "lambda(2,1)",
    "pi(3)",
    "aps(2)",
    "<A>^2 w",
    "<<A>>F win(A)",
    "<<>>G !l",
    "[[A]]X (turn(B) -> w)",
    "<<A,B>>(true U w)",
    "pa(2,1)",
    "outcome(draw) & legal(A)",
    "omega(1) | <A> omega(1)",
    "beta(2)",
    "stone(X,a1)",
    "mate(White)",
];

pub const DEFINITIONS: &[&str] = &[
    "f(0) = w\nf(n) = w | <A> [B] f(n-1)\n",
    "# a comment\nown(n, phi) = phi | <A> own(n-1, phi)\nown(0, phi) = phi\n",
    "omega(n) = true",
];

pub const STIPULATIONS: &[&str] =
    &["#1", "#2", "h#1", "h#1.5", "s#1", "r#1", "ser-h#2", "ser-#2", "=1", "{mate}1", "h=2"];

pub const DIAGRAMS: &[&str] = &[
    "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
    "8/8/8/2p3p1/2R3P1/kp6/p7/K7 w",
    "k7/8/1Q6/8/8/8/8/K7 w - -",
    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
];

pub const NAMES: &[&str] = &[
    "connect4:columns=4,rows=4,line=3,scoring=distance",
    "mk(m=3,n=3,k=3)",
    "goofspiel:cards=3,prizes=1-2-3",
    "nim:heaps=3-4-5",
    "chess:fifty=10,stalemate=win",
    "go:size=3",
    "tictactoe",
    "hex:size=3",
    "npuzzle:size=2",
    "pursuit:columns=3,rows=3,cops=a1-c1,robber=b3,walls=b2-b3,steps=5,worth=time",
    "woodpush:length=5,pieces=2",
    "chinesecheckers:players=2",
    "biddingtictactoe:chips=4,payment=poorman,ties=first",
    "games/gdl/nim.kif",
    "games/explicit/example-1.json",
    "games/prolog/nim.gp",
    "games/toss/tic-tac-toe.toss",
];

pub const SEARCHES: &[&str] = &[
    "auto",
    "dfs",
    "alphabeta",
    "pns",
    "dfpn",
    "pn2",
    "pp",
    "pp2",
    "mcts",
    "mopns",
    "mopp",
    "sbmcts",
    "dichotomic",
    "backward",
    "smab",
    "sequence-form",
    "retrograde",
    "star1",
    "star2",
    "expectimax",
    "astar",
    "idastar",
    "oracle",
    "regret",
    "exact",
    "mtdf",
    "paranoid",
];

pub const CHECKS: &[&str] = &["dfps", "pnps", "pnps2", "mcps", "mps", "mps2", "dfmps"];

/// Options of searches with a value that is changed, and what it may be.
const OPTIONS: &[(&str, &str)] = &[
    ("--evaluation", "mobility"),
    ("--range", "loss..win"),
    ("--skip", "1"),
    ("--cell-order", "l-shaped"),
    ("--best", "all"),
    ("--guarantee", "X"),
    ("--equilibria", "3"),
    ("--transpositions", "off"),
    ("--hints", "off"),
    ("--checkpoint-every", "0.5"),
    ("--threads", "2"),
    ("--seed", "7"),
    ("--moves", "1 2"),
    ("--position", "x"),
    ("--cost", "depth"),
    ("--conjunctions", "max"),
    ("--look", "off"),
    ("--for", "X"),
];

pub const PLAYERS: &[&str] = &[
    "random,random",
    "mcts@10n,random",
    "alphabeta@20n,uct@20n",
    "auto@5n,nested@5n",
    "maxn@10n,bestreply@10n",
    "strategy=games/sgl/tictactoe.sgl#best,random",
    "human,random",
    "guided=games/sgl/nim.sgl#win@5n,random",
];

/// Strategies for any game of two agents.
pub const STRATEGIES: &[&str] = &[
    "strategy any(t) := or(a in actions(t)) (legal(a) & does(a));
define canwin(t) := or(a in actions(t)) [a] win(t);
strategy finish(t) := any(t) & next win(t);
strategy safe(t) := any(t) & next ~canwin(other(t));
strategy careful(t) := finish(t) else safe(t) else any(t);\n",
    "strategy any(t) := or(a in actions(t)) does(a);
strategy safe(t) := any(t) also next ~win(other(t));
strategy careful(t) := safe(t) else any(t);\n",
];

/// Makes command lines from a corpus.
pub struct Maker<'c> {
    pub corpus: &'c Corpus,
    pub random: Random,
}

impl Maker<'_> {
    pub fn one<'t>(&mut self, texts: &'t [&'t str]) -> &'t str {
        texts[self.random.below(texts.len())]
    }

    /// Returns one of the texts, changed.
    pub fn changed(&mut self, texts: &[&str]) -> String {
        let (text, other) = (self.one(texts), self.one(texts));
        mutate::text(&mut self.random, text, other).replace('\0', "\u{1}")
    }

    /// Returns one of the texts of a language, changed but for one in ten.
    pub fn text_of(&mut self, texts: &ByEnding, ending: &str) -> String {
        let Some(texts) = texts.get(ending).filter(|texts| !texts.is_empty()) else {
            return String::new();
        };
        let (first, second) = (self.random.below(texts.len()), self.random.below(texts.len()));
        match self.random.one_in(10) {
            true => texts[first].clone(),
            false => mutate::text(&mut self.random, &texts[first], &texts[second]),
        }
    }

    /// Makes a command line.
    pub fn make(&mut self) -> Input {
        let (args, files) = match self.random.below(20) {
            0..=6 => self.about_a_file(),
            7 | 8 => self.about_a_position(),
            9 | 10 => self.formula(),
            11 => self.problem(),
            12 | 13 => self.evidence(),
            14 => self.store(),
            15 | 16 => self.query(),
            17 => self.name(),
            18 => self.strategy(),
            _ => self.other(),
        };
        self.finish(args, files)
    }

    fn finish(&mut self, mut args: Vec<String>, files: Vec<(String, Vec<u8>)>) -> Input {
        if self.random.one_in(12) {
            let (name, value) = OPTIONS[self.random.below(OPTIONS.len())];
            let value =
                if self.random.one_in(3) { value.to_string() } else { self.changed(&[value]) };
            args.extend([name.to_string(), value]);
        }
        let limited = self.corpus.limited.contains(&args[0].as_str());
        if limited {
            args.extend(["--max-seconds", "0.5", "--max-memory", "128MiB"].map(String::from));
            if self.random.one_in(2) {
                args.extend(["--max-nodes", "1000"].map(String::from));
            }
        }
        if self.random.one_in(2) {
            args.push("--json".to_string());
        }
        // The limits of `lab` are those of each search.
        let limited = limited && args[0] != "lab";
        let stdin = self.changed(&["4\n1 2\n", "a1\nb2\n", "moves\nstates\n"]);
        Input { args, files, stdin, limited }
    }

    /// A game file of any language, changed, and a command about it.
    fn about_a_file(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let endings: Vec<&str> = self.corpus.files.keys().copied().collect();
        let ending = endings[self.random.below(endings.len())];
        let text = self.text_of(&self.corpus.files, ending);
        let file = format!("game.{ending}");
        let bytes = match self.random.one_in(8) {
            true => mutate::bytes(&mut self.random, text.as_bytes()),
            false => text.into_bytes(),
        };
        let mut args: Vec<String> = match self.random.below(9) {
            0 => vec!["rules".into(), file.clone()],
            1 => vec!["show".into(), file.clone()],
            2 | 3 => vec!["solve".into(), file.clone()],
            4 => vec!["check".into(), file.clone(), self.one(FORMULAS).to_string()],
            5 | 6 => {
                let query = self.text_of(&self.corpus.queries, ending).replace('\0', "");
                vec!["query".into(), file.clone(), query]
            }
            7 => vec!["replay".into(), file.clone(), "--moves-file".into(), "-".into()],
            _ => vec!["perft".into(), file.clone(), "--depth".into(), "1".into()],
        };
        if args[0] == "solve" && self.random.one_in(2) {
            args.extend(["--algorithm".to_string(), self.one(SEARCHES).to_string()]);
        }
        (args, vec![(file, bytes)])
    }

    /// A position or moves of a built-in game, changed.
    fn about_a_position(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let all = &self.corpus.positions;
        let (game, position, moves) = &all[self.random.below(all.len())];
        let mut args = match self.random.below(4) {
            0 => vec!["solve".to_string(), game.to_string()],
            1 => vec!["check".to_string(), game.to_string(), self.one(FORMULAS).to_string()],
            _ => vec!["show".to_string(), game.to_string()],
        };
        let other = &all[self.random.below(all.len())].1;
        if self.random.one_in(3) {
            let moves = mutate::text(&mut self.random, moves, position).replace('\0', "");
            let (batch, solves) = (self.random.one_in(3), args[0] == "solve");
            if batch && solves {
                args.extend(["--batch".to_string(), "batch.txt".to_string()]);
                let lines = format!("{moves}\nposition {position}\n{moves}\n");
                return (args, vec![("batch.txt".to_string(), lines.into_bytes())]);
            }
            args.extend(["--moves".to_string(), moves]);
        } else {
            let position = mutate::text(&mut self.random, position, other).replace('\0', "");
            args.extend(["--position".to_string(), position]);
        }
        (args, Vec::new())
    }

    fn formula(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let game = self.corpus.positions[self.random.below(8)].0;
        let mut args = vec!["check".to_string(), game.to_string(), self.changed(FORMULAS)];
        if self.random.one_in(2) {
            args.extend(["--algorithm".to_string(), self.one(CHECKS).to_string()]);
        }
        if self.random.one_in(3) {
            args.extend(["--define".to_string(), "own.def".to_string()]);
            let text = self.changed(DEFINITIONS);
            return (args, vec![("own.def".to_string(), text.into_bytes())]);
        }
        (args, Vec::new())
    }

    fn problem(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let both = self.random.below(3);
        let stipulation = match both {
            0 => self.one(STIPULATIONS).to_string(),
            _ => self.changed(STIPULATIONS),
        };
        let diagram = match both {
            1 => self.one(DIAGRAMS).to_string(),
            _ => self.changed(DIAGRAMS),
        };
        let mut args = vec!["problem".to_string()];
        match self.random.one_in(5) {
            true => args.extend(["--formula".to_string(), self.changed(FORMULAS)]),
            false => args.push(stipulation),
        }
        args.extend(["--position".to_string(), diagram]);
        for option in ["--all", "--tries", "--set-play", "--duplex"] {
            if self.random.one_in(4) {
                args.push(option.to_string());
            }
        }
        (args, Vec::new())
    }

    fn evidence(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let all = &self.corpus.evidence;
        let (name, written) = &all[self.random.below(all.len())];
        let other = String::from_utf8_lossy(&all[self.random.below(all.len())].1).into_owned();
        let bytes = match std::str::from_utf8(written) {
            Ok(text) if !self.random.one_in(4) => {
                mutate::text(&mut self.random, text, &other).into_bytes()
            }
            _ => mutate::bytes(&mut self.random, written),
        };
        (vec!["verify".to_string(), name.clone()], vec![(name.clone(), bytes)])
    }

    fn store(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let all = &self.corpus.stores;
        let (game, written) = &all[self.random.below(all.len())];
        let bytes = mutate::bytes(&mut self.random, written);
        let args = ["solve", game, "--store", "store"].map(String::from).to_vec();
        (args, vec![("store".to_string(), bytes)])
    }

    fn query(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let ending = self.one(&["gp", "toss", "sgl", "kif"]).to_string();
        let files: &[&str] = match ending.as_str() {
            "gp" => &["games/prolog/nim.gp", "games/prolog/table1.gp", "games/prolog/tictactoe.gp"],
            "toss" => &["games/toss/tic-tac-toe.toss", "games/toss/connect4.toss"],
            "sgl" => &["games/sgl/nim.sgl", "games/sgl/walk.sgl", "games/sgl/tictactoe.sgl"],
            _ => &["games/gdl/nim.kif"],
        };
        let query = self.text_of(&self.corpus.queries, &ending).replace('\0', "");
        (vec!["query".to_string(), self.one(files).to_string(), query], Vec::new())
    }

    fn name(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let name = self.changed(NAMES);
        let mut args = match self.random.below(4) {
            0 => vec!["show".to_string(), name],
            1 => vec!["games".to_string(), name],
            2 => vec!["check".to_string(), name, self.one(FORMULAS).to_string()],
            _ => vec!["solve".to_string(), name],
        };
        if args[0] == "solve" {
            args.extend(["--algorithm".to_string(), self.one(SEARCHES).to_string()]);
        }
        (args, Vec::new())
    }

    fn strategy(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let games = ["mk:m=3,k=3", "nim:heaps=1-2", "games/gdl/tictactoe.kif", "hex:size=2"];
        let mut args = vec!["strategy".to_string(), self.one(&games).to_string()];
        if self.random.one_in(3) {
            args.extend(["--player".to_string(), self.changed(&["X", "First"])]);
        }
        if self.random.one_in(8) {
            args.push("--find".to_string());
            return (args, Vec::new());
        }
        args.extend(["own.sgl".to_string(), "--strategy".to_string()]);
        args.push(match self.random.one_in(3) {
            true => self.changed(&["careful", "any"]),
            false => self.one(&["careful", "any", "safe"]).to_string(),
        });
        (args, vec![("own.sgl".to_string(), self.changed(STRATEGIES).into_bytes())])
    }

    fn other(&mut self) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
        let small = self
            .one(&["mk:m=3,k=3", "nim:heaps=1-2", "goofspiel:cards=3", "games/gdl/nim.kif"])
            .to_string();
        match self.random.below(5) {
            0 => {
                (vec!["play".into(), small, "--players".into(), self.changed(PLAYERS)], Vec::new())
            }
            1 => {
                let text = self.changed(DEFINITIONS).into_bytes();
                (
                    vec!["concepts".into(), "--define".into(), "own.def".into()],
                    vec![("own.def".into(), text)],
                )
            }
            2 | 3 if !self.corpus.scenarios.is_empty() => {
                let texts: Vec<&str> = self.corpus.scenarios.iter().map(String::as_str).collect();
                let text = self.changed(&texts).into_bytes();
                let args = [
                    "combat",
                    "--red",
                    "closest",
                    "--blue",
                    "kiter",
                    "--games",
                    "1",
                    "--scenario",
                    "own.json",
                ];
                (args.map(String::from).to_vec(), vec![("own.json".into(), text)])
            }
            _ => (vec!["lab".into(), self.changed(&["tabel-2.2", "7.7", "figures"])], Vec::new()),
        }
    }
}
