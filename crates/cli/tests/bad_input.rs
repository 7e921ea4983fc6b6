//! Bad input, as users type it: exit code 2, a message that says what is wrong, the offending text
//! underlined where there is one, nothing on standard output and nothing written.

use std::path::Path;

use assert_cmd::Command;

/// Arguments, a part of the message (or of its advice), and what is underlined: nothing where no
/// text is at fault, an empty text where something is missing at its end.
type Case = (&'static [&'static str], &'static str, Option<&'static str>);

/// A line that is wrong far to the right, where the program was ended by what shows places.
static LONG: [u8; 70_000] = {
    let mut line = [b' '; 70_000];
    (line[0], line[69_999]) = (b'{', b'x');
    line
};

/// Files that the cases name, in the folder the program runs in.
const FILES: &[(&str, &[u8])] = &[
    ("empty.json", b""),
    ("latin.json", b"{\"agents\": \"\xff\"}"),
    ("list.json", b"[]"),
    ("long.json", &LONG),
    ("cut.json", b"{\"agents\":[\"Max\"]"),
    ("agents.json", br#"{"agent":["a"],"initial":"s","states":{"s":{}}}"#),
    ("initial.json", br#"{"agents":["Max"],"initial":"t","states":{"s":{}}}"#),
    ("nobody.json", br#"{"agents":[],"initial":"s","states":{"s":{}}}"#),
    ("twice.json", br#"{"agents":["a"],"initial":"s","states":{"s":{},"s":{}}}"#),
    ("target.json", br#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"a":["t"]}}}}"#),
    ("mover.json", br#"{"agents":["a"],"initial":"s","states":{"s":{"moves":{"b":["s"]}}}}"#),
    ("turn.json", br#"{"agents":["a","b"],"initial":"s","states":{"s":{"turn":"b","moves":{"a":["s"]}}}}"#),
    ("outcome.json", br#"{"agents":["a"],"initial":"s","states":{"s":{"outcome":"wni"}}}"#),
    ("label.json", br#"{"agents":["a"],"initial":"s","states":{"s":{"labels":["p q"]}}}"#),
    ("ragged.json", br#"{"matrix":[[1,2],[3]]}"#),
    ("nan.json", br#"{"matrix":[[NaN]]}"#),
    ("sum.json", br#"{"initial":"s","states":{"s":[[[1,1]]]}}"#),
    ("three.json", br#"{"agents":["a","b","c"],"matrix":[[1]]}"#),
    ("back.json", br#"{"initial":"s","states":{"s":[["t"]],"t":[["s",1]]}}"#),
    ("states.json", br#"{"agents":["a"],"initial":"s","states":[]}"#),
    ("game.txt", b"a game"),
    ("batch.txt", b"4\n# a comment\n4 9 4\n"),
    ("positions.txt", b"4\n\nposition  ......./X X\n"),
    ("replay.txt", b"4\n\n44\n"),
    ("two.txt", b"4\n4 4\n"),
    ("comma.txt", b"1\t1\n,\n"),
    ("cards.txt", b"1\t1\n2\n"),
    ("loop.def", b"f(n) = w | <A> f(n)\n"),
    ("fall.def", b"f(0) = w\nf(n) = w | f(n-2)\n"),
    ("open.def", b"f(n) = (w\n"),
    ("name.def", b"f(n) = omgea(n)\n"),
    ("words.json", b"hello"),
    ("other.json", br#"{"format":"something else"}"#),
    ("later.json", br#"{"format":"ludex-evidence","version":9}"#),
    ("half.json", br#"{"format":"ludex-evidence","version":1,"game":"nim"}"#),
    ("unknown.json", br#"{"format":"ludex-evidence","version":1,"game":"nmi","digest":null,"position":"x","claim":{"value":{"low":null,"high":null}}}"#),
    ("magic.ludex", b"\x89Ludex\r\n\x01\x00\x00\x00nothing that was packed"),
    ("short.ludex", b"\x89Ludex\r\n\x01"),
];

const GAMES: &[Case] = &[
    (&["show", "conect4"], "did you mean `connect4`?", Some("conect4")),
    (&["show", "tictactoee"], "did you mean `tictactoe`?", Some("tictactoee")),
    (&["show", "poker"], "the built-in games are biddingtictactoe", Some("poker")),
    (&["show", ""], "there is no game called ``", Some("")),
    (&["games", "hexx"], "did you mean `hex`?", Some("hexx")),
    (&["games", "poker"], "`ludex games` lists them all", Some("poker")),
    (&["lab", "tabel-2.2"], "did you mean `table-2.2`?", Some("tabel-2.2")),
    (&["lab", "7.7"], "there is no table or figure called `7.7`", Some("7.7")),
    (&["lab", "2.2", "--csv", "absent/x.csv"], "there is no folder absent", None),
    (&["solve", "connect4:colums=5"], "did you mean `columns`?", Some("colums=5")),
    (&["solve", "chess:size=3"], "the keys of chess are fifty, stalemate", Some("size=3")),
    (&["solve", "connect4:columns=0"], "a whole number from 1 to 26", Some("columns=0")),
    (&["solve", "hex:size=-1"], "a whole number from 1 to 11", Some("size=-1")),
    (&["solve", "go:size=big"], "a whole number from 2 to 11", Some("size=big")),
    (&["solve", "connect4:columns=5,columns=6"], "`columns` is given twice", Some("columns=6")),
    (&["solve", "connect4(columns=5"], "this parenthesis is never closed", Some("(")),
    (&["solve", "connect4:columns"], "not of the form key=value", Some("columns")),
    (&["solve", "connect4:columns="], "not of the form key=value", Some("columns=")),
    (&["solve", "connect4:scoring=distanse"], "did you mean `distance`?", Some("scoring=distanse")),
    (&["solve", "connect4:columns=26,rows=30"], "at most 128", Some("columns=26")),
    (&["solve", "nim:heaps=3-x"], "numbers from 0 to 63", Some("heaps=3-x")),
    (&["solve", "woodpush:length=4,pieces=9"], "a row of 18 cells", Some("pieces=9")),
    (&["show", "chinesecheckers:players=5"], "must be one of 2, 3, 4, 6", Some("players=5")),
    (&["show", "goofspiel:prizes=upwards"], "prizes", Some("prizes=upwards")),
    (&["solve", "goofspiel:payoff=points"], "the game is not zero-sum", None),
    (&["solve", "goofspiel", "--algorithm", "alphabeta"], "where agents take turns", None),
    (&["solve", "tictactoe", "--algorithm", "smab"], "games of simultaneous moves", None),
    (&["solve", "tictactoe", "--skip", "1"], "games of simultaneous moves", None),
    (&["solve", "tictactoe", "--matrix"], "games of simultaneous moves", None),
    (&["solve", "goofspiel", "--skip", "1"], "an option of smab", None),
    (&["solve", "goofspiel", "--best", "all"], "--best is for games where agents take turns", None),
    (
        &["solve", "tictactoe", "--algorithm", "alphabeta", "--evaluation", "mobility"],
        "--evaluation means nothing to alphabeta",
        Some("alphabeta"),
    ),
    (
        &["solve", "hex:size=3", "--algorithm", "dichotomic", "--evaluation", "reduction"],
        "--evaluation reduction means nothing to dichotomic",
        Some("reduction"),
    ),
    (
        &["solve", "tictactoe", "--algorithm", "retrograde", "--hints", "on"],
        "--hints means nothing to retrograde",
        Some("retrograde"),
    ),
    (
        &["solve", "tictactoe", "--algorithm", "dfs", "--transpositions", "on"],
        "--transpositions means nothing to dfs",
        Some("dfs"),
    ),
    (
        &["solve", "npuzzle:size=2", "--algorithm", "pns", "--transpositions", "on"],
        "pns cannot recognise transpositions here",
        Some("pns"),
    ),
    (&["check", "tictactoe", "w", "--look", "off"], "--look means nothing to dfps", Some("dfps")),
    (
        &["check", "tictactoe", "<<X>>F win(X)", "--algorithm", "pnps"],
        "--algorithm means nothing to a formula about coalitions",
        Some("<<X>>F win(X)"),
    ),
    (
        &["check", "tictactoe", "w", "--plain", "--transpositions", "off"],
        "--plain is a search without a table",
        None,
    ),
    (&["solve", "goofspiel", "--range", "loss..win"], "where agents take turns", None),
    (&["solve", "goofspiel", "--moves", "1 2 9 1"], "legal move of First", Some("9")),
    (&["solve", "ragged.json"], "this row has 1 cells", Some("[3]")),
    (&["solve", "nan.json"], "NaN is no number", Some("NaN")),
    (&["solve", "sum.json"], "the game is not zero-sum", Some("[1,1]")),
    (&["solve", "three.json"], "has 2 agents, not 3", Some(r#"["a","b","c"]"#)),
    (&["solve", "back.json"], "leads back", Some("\"s\"")),
    (&["solve", "biddingtictactoe:chips=150"], "200 chips together", Some("chips=150")),
    (&["check", "goofspiel", "w"], "need turns", None),
    (&["solve", "chinesecheckers"], "play can come back to a position", None),
];

const FORMULAS: &[Case] = &[
    (&["check", "tictactoe", ""], "expected a formula, found the end", Some("")),
    (&["check", "tictactoe", "w &"], "expected a formula, found the end", Some("")),
    (&["check", "tictactoe", "& w"], "expected a formula", Some("&")),
    (&["check", "tictactoe", "(w"], "this `(` is never closed", Some("(")),
    (&["check", "tictactoe", "w)"], "this `)` closes nothing", Some(")")),
    (&["check", "tictactoe", "w l"], "expected an operator or the end", Some("l")),
    (&["check", "tictactoe", "w @ l"], "found `@`", Some("@")),
    (&["check", "tictactoe", "[A w"], "expected `]`", Some("w")),
    (&["check", "tictactoe", "<A>^y w"], "unknown atom or concept `y`", Some("y")),
    (&["check", "tictactoe", "omga(2)"], "did you mean `omega(n)`?", Some("omga")),
    (&["check", "tictactoe", "w | stoone(X,a1)"], "did you mean `stone(X,a1)`?", Some("stoone")),
    (&["check", "tictactoe", "stone(X,z9)"], "unknown atom `stone(X,z9)`", Some("stone(X,z9)")),
    (&["check", "tictactoe", "omega"], "write `omega(n)`", Some("omega")),
    (&["check", "tictactoe", "omega(2,3)"], "takes 1 argument, not 2", Some("omega(2,3)")),
    (&["check", "tictactoe", "w | omega(-1)"], "10000 nested calls", Some("omega(-1)")),
    (&["check", "tictactoe", "omega(100000)"], "10000 nested calls", Some("omega(100000)")),
    (&["check", "tictactoe", "<A>^99999999999 w"], "too large", Some("<A>^99999999999 w")),
    (&["check", "chess", "<Whit> w"], "did you mean `White`?", Some("Whit")),
    (&["check", "tictactoe", "<Z> w"], "unknown agent `Z`", Some("Z")),
    (&["check", "tictactoe", "win(B2)"], "there is only one opponent", Some("B2")),
    (&["check", "tictactoe", "outcome(drwa)"], "did you mean `draw`?", Some("drwa")),
    (&["check", "chess", "mate(Blakc)"], "did you mean `mate(Black)`?", Some("mate(Blakc)")),
    (&["check", "tictactoe", "w", "--for", "Z"], "the players are X, O", Some("Z")),
    (&["check", "chess", "w", "--for", "Balck"], "did you mean `Black`?", Some("Balck")),
    (
        &["check", "tictactoe", "f(3)", "--define", "loop.def"],
        "it needs `f(3)` again",
        Some("f(3)"),
    ),
    (&["check", "tictactoe", "f(3)", "--define", "fall.def"], "10000 nested calls", Some("f(3)")),
    (&["check", "tictactoe", "w", "--define", "open.def"], "never closed", Some("(")),
    (&["check", "tictactoe", "f(3)", "--define", "name.def"], "did you mean `omega", Some("omgea")),
    (&["check", "tictactoe", "w", "--define", "absent.def"], "cannot read absent.def", None),
    (&["check", "tictactoe", "w", "--define", "latin.json"], "byte 12 is not UTF-8", None),
    (&["concepts", "omga"], "did you mean `omega`?", None),
    (&["concepts", "--define", "open.def"], "never closed", Some("(")),
];

const POSITIONS: &[Case] = &[
    (
        &["show", "tictactoe", "--position", ".../... X"],
        "3 rows were expected, not 2",
        Some(".../..."),
    ),
    (
        &["show", "tictactoe", "--position", ".../..Q/... X"],
        "`Q` cannot stand on a cell",
        Some("Q"),
    ),
    (&["show", "tictactoe", "--position", ".../.../... Z"], "the players are X, O", Some("Z")),
    (
        &["show", "tictactoe", "--position", "XXX/OOO/... X"],
        "cannot be on turn",
        Some("XXX/OOO/... X"),
    ),
    (
        &["show", "connect4", "--position", ".X...../......./......./......./......./......."],
        "nothing holds the stone",
        Some("X"),
    ),
    (
        &["show", "domineering", "--position", "#.#"],
        "6 cells were expected in this row, not 3",
        Some("#.#"),
    ),
    (&["show", "nogo", "--position", "WB................ Black"], "has no liberty", Some("W")),
    (&["show", "nogo", "--position", "B Black"], "the row is written from the left", Some("B")),
    (&["show", "hex:size=3", "--position", "B../.Z./... Black"], "cells are `.`", Some("Z")),
    (&["show", "y", "--position", "./.. Black"], "4 rows were expected", Some("./..")),
    (&["show", "woodpush", "--position", "LL Left"], "8 cells were expected", Some("LL")),
    (&["show", "breakthrough", "--position", "W Black"], "8 cells were expected", Some("W")),
    (&["show", "goofspiel", "--position", "1-2 1 0"], "the same number of cards", Some("1")),
    (&["show", "npuzzle", "--position", "1-2/3-_"], "3 rows of 3 tiles", Some("1-2")),
    (&["show", "npuzzle", "--position", "1-1-2/3-4-5/6-7-_"], "stands twice", Some("1")),
    (
        &["show", "go:size=2", "--position", "../.. Black ko=z9"],
        "not a point of the board",
        Some("ko=z9"),
    ),
    (&["show", "chinesecheckers", "--position", "R Red"], "9 rows were expected", Some("R")),
    (&["show", "nim", "--position", "3-4-5 Third"], "the turn must be First or Second", None),
    (&["show", "../x.json"], "cannot read ../x.json", None),
    (&["show", "chess", "--position", ""], "a board has 8 rows, not 1", Some("")),
    (
        &["show", "chess", "--position", "k7/8/8/8/8/8/K7 w"],
        "a board has 8 rows, not 7",
        Some("k7/8/8/8/8/8/K7"),
    ),
    (&["show", "chess", "--position", "k7/8/8/8/8/8/8/K6 w"], "7 squares instead of 8", Some("K6")),
    (
        &["show", "chess", "--position", "k7/z7/8/8/8/8/8/K7 w"],
        "neither a man nor a number",
        Some("z"),
    ),
    (
        &["show", "chess", "--position", "8/8/8/8/8/8/8/K7 w"],
        "Black has 0 kings",
        Some("8/8/8/8/8/8/8/K7"),
    ),
    (
        &["show", "chess", "--position", "kK6/8/8/8/8/8/8/8 w"],
        "attack each other",
        Some("kK6/8/8/8/8/8/8/8"),
    ),
    (
        &["show", "chess", "--position", "k7/8/8/8/8/8/8/KP6 w"],
        "a pawn on b1",
        Some("k7/8/8/8/8/8/8/KP6"),
    ),
    (
        &["show", "chess", "--position", "kR6/8/8/8/8/8/8/K7 w"],
        "is in check",
        Some("kR6/8/8/8/8/8/8/K7"),
    ),
    (
        &["show", "chess", "--position", "k7/8/8/8/8/8/8/K7 x"],
        "the side on turn is `w` or `b`",
        Some("x"),
    ),
    (
        &["show", "chess", "--position", "k7/8/8/8/8/8/8/K7 w KZ"],
        "the king and the rook",
        Some("K"),
    ),
    (
        &["show", "chess", "--position", "k7/8/8/8/8/8/8/K7 w - e9"],
        "`e9` is not a square",
        Some("e9"),
    ),
    (
        &["show", "chess", "--position", "k7/8/8/8/8/8/8/K7 w - e3"],
        "no pawn has just passed e3",
        Some("e3"),
    ),
    (&["show", "chess", "--position", "k7/8/8/8/8/8/8/K7 w - - x"], "from 0 to 100", Some("x")),
    (
        &["show", "chess", "--position", "k7/8/8/8/8/8/8/K7 w - - 0 1 2"],
        "at most six fields",
        Some("2"),
    ),
];

const MOVES: &[Case] = &[
    (&["solve", "tictactoe", "--moves", "a1 a1"], "not a legal move of O here", Some("a1")),
    (&["show", "connect4", "--moves", "4 8"], "the legal moves are 1 2 3 4 5 6 7", Some("8")),
    (&["show", "connect4", "--moves", "4438"], "`8` is not a legal move of O", Some("8")),
    (&["show", "connect4", "--moves", "12121214"], "the game is over before this move", Some("4")),
    (&["show", "tictactoe", "--moves", "a1 b1 a2 b2 a3 c3"], "the game is over", Some("c3")),
    (&["check", "chess", "w", "--moves", "e2e5"], "did you mean `e2e", Some("e2e5")),
    (&["show", "chess", "--moves", "e4 e5 Ke3"], "`Ke3` is not a legal move of White", Some("Ke3")),
    (&["show", "domineering", "--moves", "a1-b1"], "legal move of Vertical", Some("a1-b1")),
    (&["show", "goofspiel", "--moves", "1 9"], "legal move of Second", Some("9")),
    (&["show", "goofspiel", "--moves", "1 1 2"], "one move of every agent", Some("2")),
    (&["solve", "connect4", "--batch", "batch.txt"], "line 3: `9` is not", Some("9")),
    (&["check", "connect4", "w", "--batch", "batch.txt"], "line 3: `9` is not", Some("9")),
    (
        &["solve", "connect4", "--batch", "positions.txt"],
        "line 3: 7 cells were expected",
        Some("X"),
    ),
    (&["solve", "connect4", "--batch", "-"], "line 2: `x` is not", Some("x")),
    (&["solve", "connect4", "--batch", "absent.txt"], "cannot read absent.txt", None),
    (&["replay", "connect4", "--moves-file", "replay.txt"], "line 3: `44` is not", Some("44")),
    (
        &["replay", "connect4", "--moves-file", "two.txt"],
        "line 2: one move was expected, not 2",
        Some("4 4"),
    ),
    (&["replay", "connect4", "--moves-file", "-"], "line 2: `x` is not", Some("x")),
    (
        &["replay", "goofspiel", "--moves-file", "cards.txt"],
        "line 2: one move of every agent",
        Some("2"),
    ),
    (&["replay", "goofspiel", "--moves-file", "comma.txt"], "was expected, not 0", Some(",")),
    (&["replay", "connect4", "--moves-file", "folder"], "cannot read folder", None),
];

const GAME_FILES: &[Case] = &[
    (&["show", "absent.json"], "cannot read absent.json", None),
    (&["show", "folder"], "this is a folder, not a game", Some("folder")),
    (&["show", "folder.json"], "this is a folder, not a game", Some("folder.json")),
    (&["show", "game.txt"], "game files end in .json", Some("game.txt")),
    (&["show", "empty.json"], "the file is empty", Some("")),
    (&["show", "latin.json"], "byte 12 is not UTF-8", None),
    (&["show", "list.json"], "found a list", Some("[]")),
    (&["show", "long.json"], "(line 1, column 70000)", Some("x")),
    (&["show", "cut.json"], "ends too early", Some("]")),
    (&["show", "agents.json"], "did you mean \"agents\"?", Some("\"agent\"")),
    (&["show", "initial.json"], "there is no state \"t\"", Some("\"t\"")),
    (&["show", "nobody.json"], "1 to 255 agents, not 0", Some("[]")),
    (&["show", "twice.json"], "occurs twice", Some("\"s\"")),
    (&["show", "target.json"], "there is no state \"t\"", Some("\"t\"")),
    (&["show", "mover.json"], "there is no agent \"b\"", Some("\"b\"")),
    (&["show", "turn.json"], "b is on turn but has no move", Some("\"b\"")),
    (&["show", "outcome.json"], "did you mean \"win\"?", Some("\"wni\"")),
    (&["show", "label.json"], "\"p q\" cannot be a label", Some("\"p q\"")),
    (&["show", "states.json"], "expected an object of states", Some("[]")),
    (&["verify", "words.json"], "this is not an evidence file", None),
    (&["verify", "empty.json"], "this is not an evidence file", None),
    (&["verify", "other.json"], "its `format` is not \"ludex-evidence\"", None),
    (&["verify", "later.json"], "only version 1 is known", None),
    (&["verify", "half.json"], "missing field", None),
    (&["verify", "cut.json"], "EOF while parsing", None),
    (&["verify", "magic.ludex"], "this evidence file is damaged", None),
    (&["verify", "short.ludex"], "this is not an evidence file", None),
    (&["verify", "unknown.json"], "did you mean `nim`?", Some("nmi")),
    (&["verify", "absent.json"], "cannot read evidence from absent.json", None),
    (&["verify", "folder"], "cannot read evidence from folder", None),
];

const OPTIONS: &[Case] = &[
    (&["solve", "connect4", "--max-memory", "lots"], "a size such as 512MiB", None),
    (&["solve", "connect4", "--max-memory", "5XB"], "use KiB, MiB or GiB", None),
    (&["solve", "connect4", "--max-memory", "-5"], "a size such as 512MiB", None),
    (&["solve", "connect4", "--max-seconds", "-1"], "a number of seconds", None),
    (&["solve", "connect4", "--max-seconds", "NaN"], "a number of seconds", None),
    (&["solve", "connect4", "--max-nodes", "-5"], "invalid value '-5'", None),
    (&["solve", "connect4", "--threads", "0"], "invalid value '0'", None),
    (&["solve", "connect4", "--frobnicate"], "unexpected argument '--frobnicate'", None),
    (&["solve", "connect4", "--algorithm", "alfabeta"], "'alphabeta'", None),
    (&["check", "tictactoe", "w", "--algorithm", "pnsp"], "'pnps'", None),
    (&["check", "tictactoe", "w", "--conjunctions", "min"], "[possible values: sum, max]", None),
    (&["check", "tictactoe", "w", "--transpositions", "maybe"], "[possible values: on, off]", None),
    (
        &["check", "tictactoe", "w", "--algorithm", "mcps", "--conjunctions", "max"],
        "it is an option of pnps and pnps2",
        Some("mcps"),
    ),
    (
        &["check", "tictactoe", "w", "--algorithm", "dfps", "--evaluation", "mobility"],
        "--evaluation means nothing to dfps",
        Some("dfps"),
    ),
    (
        &["check", "tictactoe", "w", "--algorithm", "mps", "--cost", "money"],
        "there are size, depth, atoms, interactions",
        None,
    ),
    (
        &["check", "tictactoe", "w", "--algorithm", "pnps2", "--cost", "depth"],
        "it is an option of mps, mps2 and dfmps",
        Some("pnps2"),
    ),
    (
        &["check", "tictactoe", "w", "--algorithm", "pnps", "--plain"],
        "--plain means nothing to pnps",
        Some("pnps"),
    ),
    (
        &["solve", "y", "--algorithm", "pp", "--evaluation", "reducton"],
        "did you mean `reduction`?",
        Some("reducton"),
    ),
    (
        &["solve", "tictactoe", "--algorithm", "mopns", "--range", "win..loss"],
        "`win..loss` is not a range of outcomes",
        Some("win..loss"),
    ),
    (
        &["solve", "tictactoe", "--algorithm", "alphabeta", "--range", "draw..win"],
        "--range means nothing to alphabeta",
        None,
    ),
    (&["solve", "tictactoe", "--store", "batch.txt"], "batch.txt", None),
    (&["solve", "tictactoe", "--checkpoint-every", "1"], "--store <FILE>", None),
    (&["solve", "connect4", "--batch", "batch.txt", "--moves", "4"], "cannot be used with", None),
    (&["solve"], "<GAME>", None),
    (&["sovle", "connect4"], "'solve'", None),
    (
        &["check", "tictactoe", "w", "--evidence", "absent/proof.json"],
        "there is no folder absent",
        None,
    ),
    (&["solve", "tictactoe", "--evidence", "folder"], "it is a folder", None),
    (&["show", "tictactoe", "--svg", "absent/board.svg"], "cannot write absent/board.svg", None),
    (&["completions", "bish"], "'fish'", None),
    (&["perft", "goofspiel", "--depth", "2"], "need turns", None),
];

/// A position for problems, which have something else wrong with them.
const DIAGRAM: &str = "8/8/8/2p3p1/2R3P1/kp6/p7/K7 w";

const PROBLEMS: &[Case] = &[
    (&["problem", "mate", "--position", DIAGRAM], "#3, h#2.5, s#3", Some("mate")),
    (&["problem", "help#3", "--position", DIAGRAM], "`help` is no way to play", Some("help")),
    (&["problem", "se-h#3", "--position", DIAGRAM], "did you mean `ser-h`?", Some("se-h")),
    (&["problem", "h#", "--position", DIAGRAM], "a whole number from 1 to 100", Some("")),
    (&["problem", "#0", "--position", DIAGRAM], "is not a number of moves", Some("0")),
    (&["problem", "h#2.25", "--position", DIAGRAM], "also 0.5, 1.5", Some("2.25")),
    (&["problem", "s#2.5", "--position", DIAGRAM], "only help play has half a move", Some("2.5")),
    (&["problem", "#2 moves", "--position", DIAGRAM], "is not a number of moves", Some("2 moves")),
    (&["problem", "{mate 3", "--position", DIAGRAM], "this brace is not closed", Some("{")),
    (
        &["problem", "{capturd(queen)}3", "--position", DIAGRAM],
        "did you mean `captured(queen)`?",
        Some("capturd(queen)"),
    ),
    (&["problem", "#2", "--position", "8/8/8/8/8/8/8/K7 w"], "0 kings", Some("8/8/8/8/8/8/8/K7")),
    (
        &["problem", "#2", "--position", "k6R/8/K7/8/8/8/8/8 w"],
        "is in check",
        Some("k6R/8/K7/8/8/8/8/8"),
    ),
    (
        &["problem", "h#2", "--position", "k7/8/1Q6/8/8/8/8/K7 b"],
        "the game is over in this position",
        Some("k7/8/1Q6/8/8/8/8/K7 b"),
    ),
    (&["problem", "#2", "--position", "k7/8 x"], "a board has 8 rows", Some("k7/8")),
    (&["problem", "#2"], "--position", None),
    (&["problem", "--position", DIAGRAM], "<STIPULATION>", None),
    (&["problem", "#2", "--formula", "w", "--position", DIAGRAM], "cannot be used with", None),
    (&["problem", "--formula", "<White> omgea(2)", "--position", DIAGRAM], "omega", Some("omgea")),
    (&["problem", "#2", "--for", "Red", "--position", DIAGRAM], "White, Black", Some("Red")),
    (&["problem", "#2", "--evidence", "absent/x", "--position", DIAGRAM], "no folder absent", None),
];

#[test]
fn bad_problems_are_refused() {
    refuse_all(PROBLEMS);
}

#[test]
fn bad_games_are_refused() {
    refuse_all(GAMES);
}

#[test]
fn bad_formulas_are_refused() {
    refuse_all(FORMULAS);
}

#[test]
fn bad_positions_are_refused() {
    refuse_all(POSITIONS);
}

#[test]
fn bad_moves_are_refused_with_their_line() {
    refuse_all(MOVES);
}

#[test]
fn bad_files_are_refused() {
    refuse_all(GAME_FILES);
}

#[test]
fn bad_options_are_refused() {
    refuse_all(OPTIONS);
}

fn refuse_all(cases: &[Case]) {
    let outside = tempfile::tempdir().expect("a temporary folder");
    // There is nothing beside it.
    let folder = outside.path().join("inside");
    std::fs::create_dir(&folder).expect("a folder in it");
    for (name, bytes) in FILES {
        std::fs::write(folder.join(name), bytes).expect("a file in it");
    }
    for name in ["folder", "folder.json"] {
        std::fs::create_dir(folder.join(name)).expect("a folder in it");
    }
    let wrong: Vec<String> = cases.iter().filter_map(|case| refuse(&folder, case).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Runs one case. What searches could write is asked for, and must not be there afterwards.
fn refuse(folder: &Path, (args, phrase, mark): &Case) -> Result<(), String> {
    let mut command = Command::cargo_bin("ludex").expect("the program was built");
    command.current_dir(folder).args(*args).write_stdin("4\nx\n");
    command.env("LUDEX_KEY", folder.join("key"));
    if ["check", "solve", "problem"].contains(&args[0])
        && !args.contains(&"--batch")
        && !args.contains(&"--evidence")
    {
        command.args(["--evidence", "written.json"]);
    }
    let output = command.output().expect("the program runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let fail = |what: &str| Err(format!("ludex {}: {what}\n{stderr}", args.join(" ")));
    match () {
        () if output.status.code() != Some(2) => fail(&format!("{}", output.status)),
        () if !output.stdout.is_empty() => fail("something on standard output"),
        () if folder.join("written.json").exists() => fail("a file was written"),
        () if !one_line(&stderr).contains(phrase) => fail(&format!("expected: {phrase}")),
        () if mark.is_some() && underlined(&stderr).as_deref() != *mark => {
            fail(&format!("underlined: {:?} instead of {mark:?}", underlined(&stderr)))
        }
        () => Ok(()),
    }
}

/// A message without the line breaks that fit it to the terminal.
fn one_line(message: &str) -> String {
    let words = message.split_whitespace().filter(|word| *word != "│");
    words.collect::<Vec<_>>().join(" ")
}

/// The text above the line: empty for a mark at the end of the text.
fn underlined(message: &str) -> Option<String> {
    let lines: Vec<&str> = message.lines().collect();
    let (text, mark) = lines
        .windows(2)
        .map(|pair| (pair[0], pair[1]))
        .find(|(_, mark)| mark.trim_start().starts_with('·'))?;
    let under = |&(_, mark): &(char, char)| "─┬".contains(mark);
    let pairs = text.chars().zip(mark.chars().chain(std::iter::repeat(' ')));
    Some(pairs.filter(under).map(|(symbol, _)| symbol).collect())
}
