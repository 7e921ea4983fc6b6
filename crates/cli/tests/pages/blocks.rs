//! Blocks of code in the README and in `docs`: each is run by a test, or stands in a file that is,
//! or is in the list of those that are not, with the reason.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What no test runs: a page, how the block begins, and why.
const NOT_RUN: [(&str, &str, &str); 22] = [
    ("README.md", "a game", "a drawing"),
    ("README.md", "cargo run --release", "compiles the program; CI runs `./test`"),
    ("api.md", "ludex serve", "serves until it is stopped; crates/web tests it"),
    ("page.md", "ludex serve", "serves until it is stopped; crates/web tests it"),
    ("start.md", "ludex serve", "serves until it is stopped; crates/web tests it"),
    ("start.md", "cargo install", "compiles the program"),
    ("start.md", "python3 -m venv", "compiles the package; `./test` installs its wheel"),
    ("python.md", "pip install", "compiles the package; `./test` installs its wheel"),
    ("rust.md", "cargo run -p ludex", "crates/ludex/tests/examples.rs runs the example"),
    ("cluster.md", "lc.solve(", "needs a cluster; the tests of Python have one of two workers"),
    ("cluster.md", "python -m", "takes minutes; the tests of Python run each subcommand"),
    ("combat.md", "ludex combat --red plan@5ms", "takes minutes"),
    (
        "combat.md",
        "ludex combat --red plan --blue",
        "writes a file; transcripts record smaller ones",
    ),
    ("combat.md", "ludex combat --profile thesis", "needs a recording that is not in the project"),
    ("evidence.md", "ludex verify FILE", "names no file; transcripts verify with limits"),
    ("json.md", "printf", "a pipe of a shell; transcripts have batches from files"),
    ("structure-rewriting.md", "ludex tournament", "takes minutes"),
    ("structure-rewriting.md", "ludex query games/toss/connect4.toss learn", "takes minutes"),
    ("structure-rewriting.md", "PLAYERS X, O", "a grammar in words, with placeholders"),
    ("structure-rewriting-language.md", "file = { section }", "a grammar"),
    ("strategies-language.md", "item = ", "a grammar"),
    ("game-prolog-language.md", "clause = ", "a grammar"),
];

/// Commands whose output is quoted: a page, how the block begins, the command.
const PRINTED: [(&str, &str, &[&str]); 2] = [
    ("structure-rewriting.md", "RULE XDropUp", &["query", "games/gdl/connect4.kif", "translate"]),
    ("strategies.md", "# A strategy of O", &["strategy", "tictactoe", "--find", "--player", "O"]),
];

struct Block {
    page: String,
    /// What follows the fence; `None` where the block is indented.
    kind: Option<String>,
    lines: Vec<String>,
}

#[test]
fn every_block_of_code_is_tested() {
    let (pages, sources) = (pages(), sources());
    let python = read(&Path::new(ROOT).join("python/tests/test_docs.py"));
    let mut used = [false; NOT_RUN.len()];
    let mut untested = Vec::new();
    let all = pages.iter().flat_map(|page| std::iter::repeat(page).zip(blocks(page)));
    for (page, block) in all {
        let start = words(&block.lines[0]);
        let tested = match block.kind.as_deref() {
            Some("console") => true, // by `pages_tell_the_truth`
            Some("python") => python.contains(&format!("{}\"", block.page)),
            _ => {
                let listed = |(page, begins, _): &(&str, &str, &str)| {
                    block.page == *page && start.starts_with(begins)
                };
                let place = NOT_RUN.iter().position(listed);
                place.inspect(|&place| used[place] = true).is_some()
                    || is_quoted(&block, &sources)
                    || is_printed(&block)
                    || is_read(&block, page, &sources)
            }
        };
        if !tested {
            untested.push(format!("{}: {}", block.page, block.lines[0]));
        }
    }
    assert!(untested.is_empty(), "no test runs these:\n{}", untested.join("\n"));
    let unused: Vec<_> = NOT_RUN.iter().zip(used).filter(|(_, used)| !used).collect();
    assert!(unused.is_empty(), "these are on no page any more: {unused:?}");
}

#[test]
fn blocks_are_found_and_compared() {
    let page = "a\n\n    b  c # d\n    e\n\nf\n```text\ng\n```\n- h\n    i\n";
    let found = blocks_of("p", page);
    let lines: Vec<_> = found.iter().map(|block| block.lines.join("|")).collect();
    assert_eq!(lines, ["b  c # d|e", "g"]);
    assert_eq!(found[1].kind.as_deref(), Some("text"));
    let quoted = |source: &str| is_quoted(&found[0], &[bare(source)]);
    assert!(quoted("x\nb c\n  e   # f\n") && !quoted("b\ne\n"));
}

/// Returns whether all lines of a block stand in one file, apart from blanks and comments.
fn is_quoted(block: &Block, sources: &[String]) -> bool {
    let lines: Vec<String> = block.lines.iter().map(|line| bare(line)).collect();
    sources.iter().any(|source| lines.iter().all(|line| source.contains(line.as_str())))
}

/// Returns whether the program prints a block, apart from what it leaves out as `…`.
fn is_printed(block: &Block) -> bool {
    let known = |(page, begins, _): &&(&str, &str, &[&str])| {
        block.page == *page && block.lines[0].starts_with(begins)
    };
    let Some((.., args)) = PRINTED.iter().find(known) else { return false };
    let printed = bare(&run(args).0);
    let parts = block.lines.iter().flat_map(|line| line.split('…'));
    parts.map(bare).all(|part| printed.contains(&part))
}

/// Returns whether the program reads a block: a proof, or clauses, together with all others of the
/// page that are not from a file.
fn is_read(block: &Block, page: &Path, sources: &[String]) -> bool {
    let file = |ending: &str, text: &str| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("block.{ending}"));
        fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    };
    if block.lines[0] == "prove" {
        let actions = file("sgl", "agents one;\naction a, b by one;\nfluent x;\n");
        return run(&["query", &actions, &block.lines.join("\n")]) == ("accepted\n".into(), true);
    }
    let is_prolog = |block: &Block| block.kind.as_deref() == Some("prolog");
    let own = |block: &Block| is_prolog(block) && !is_quoted(block, sources);
    let clauses = blocks(page).into_iter().filter(own).flat_map(|block| block.lines);
    let clauses: Vec<String> = clauses.collect();
    is_prolog(block) && run(&["rules", &file("gp", &clauses.join("\n"))]).1
}

/// Runs the program. Returns what it prints, and whether it has answered.
fn run(args: &[&str]) -> (String, bool) {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ludex"));
    let output = program.args(args).current_dir(ROOT).output().expect("it runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.success())
}

fn pages() -> Vec<PathBuf> {
    let root = Path::new(ROOT);
    let docs = fs::read_dir(root.join("docs")).expect("docs").map(|file| file.expect("a file"));
    let docs = docs.map(|file| file.path()).filter(|path| path.extension() == Some("md".as_ref()));
    docs.chain([root.join("README.md")]).collect()
}

/// Returns the texts of all games, of the examples in Rust and of the example of the library, each
/// without blanks and comments.
fn sources() -> Vec<String> {
    let root = Path::new(ROOT);
    let games = fs::read_dir(root.join("games")).expect("games");
    let folders = games.map(|folder| folder.expect("a folder").path());
    let folders = folders.chain([root.join("crates/ludex/examples")]).filter(|path| path.is_dir());
    let files = folders.flat_map(|folder| fs::read_dir(folder).expect("a folder"));
    let files = files.map(|file| file.expect("a file").path()).filter(|path| path.is_file());
    let own = ["crates/ludex/src/lib.rs", "CONTRIBUTING.md", "docs/fork.ludex"]
        .map(|file| root.join(file));
    files.chain(own).map(|file| bare(&read(&file))).collect()
}

fn read(path: &Path) -> String {
    String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned()
}

/// Removes blanks and comments.
fn bare(text: &str) -> String {
    let code = |line: &str| {
        let line = line.trim_start().trim_start_matches("//! ");
        let marks = ["# ", "// ", "% ", " ;"].map(|mark| line.find(mark));
        let end = marks.into_iter().flatten().min().filter(|_| !line.starts_with("#["));
        line[..end.unwrap_or(line.len())].split_whitespace().collect::<String>()
    };
    text.lines().map(code).collect()
}

/// Returns the words of a line with one blank between them.
fn words(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn blocks(page: &Path) -> Vec<Block> {
    let name = page.file_name().expect("a file").to_string_lossy();
    blocks_of(&name, &read(page))
}

/// Finds the blocks of a page: between fences, or indented after an empty line.
fn blocks_of(page: &str, text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let (mut fenced, mut indented, mut before) = (false, false, "");
    for line in text.lines() {
        let start = |kind| Block { page: page.to_string(), kind, lines: Vec::new() };
        let inside =
            line.strip_prefix("    ").filter(|_| !fenced && (indented || before.is_empty()));
        if let Some(kind) = line.strip_prefix("```") {
            fenced = !fenced;
            if fenced {
                found.push(start(Some(kind.to_string())));
            }
        } else if let Some(inside) = inside {
            if !indented {
                found.push(start(None));
            }
            found.last_mut().expect("it was begun").lines.push(inside.to_string());
        } else if fenced && !line.is_empty() {
            found.last_mut().expect("it was begun").lines.push(line.to_string());
        }
        indented = inside.is_some() || (indented && line.is_empty());
        before = line;
    }
    found.retain(|block| !block.lines.is_empty());
    found
}
