//! The pictures of the pages are those that the program draws.

use std::fs;
use std::path::Path;
use std::process::Command;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The pictures, each with the commands that make it; `OUT` stands for its file.
const PICTURES: [(&str, &[&[&str]]); 2] = [
    (
        "verdicts.svg",
        &[&["show", "connect4:columns=5,rows=4", "--moves", "3 3 2", "--verdicts", "--svg", "OUT"]],
    ),
    (
        "proof.svg",
        &[
            &["solve", "nim:heaps=1-2", "--evidence", "OUT.ludex"],
            &["verify", "OUT.ludex", "--svg", "OUT"],
        ],
    ),
];

#[test]
fn pictures_are_what_the_program_draws() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, commands) in PICTURES {
        let made = folder.path().join(name);
        let out = made.to_str().expect("a path in UTF-8");
        for command in commands {
            let args = command.iter().map(|word| word.replace("OUT", out));
            let output = Command::new(env!("CARGO_BIN_EXE_ludex")).args(args).output();
            assert!(output.expect("it runs").status.success(), "{command:?}");
        }
        let kept = Path::new(ROOT).join("docs/pictures").join(name);
        let [made, kept] = [&made, &kept].map(|path| fs::read_to_string(path).expect("a picture"));
        assert!(made == kept, "docs/pictures/{name} is not what {commands:?} draws");
    }
}
