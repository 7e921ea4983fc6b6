//! `ludex help` and `ludex example`.

use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludex")).args(args).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn topics_are_pages_of_the_book() {
    for topic in ludex::TOPICS {
        let output = run(&["help", topic.name]);
        assert_eq!(output.status.code(), Some(0));
        let page = text(&output.stdout);
        let title = topic.text.lines().next().expect("a title").trim_start_matches("# ");
        assert_eq!(page.lines().next(), Some(title));
        // Lines of code and of drawings are not broken, and moves are not either.
        let wide = page.lines().filter(|line| !line.starts_with("    "));
        let wide = wide.filter(|line| line.chars().count() > 100).collect::<Vec<_>>();
        assert!(wide.is_empty(), "{}: {wide:?}", topic.name);
    }
}

#[test]
fn help_of_commands_is_that_of_the_option() {
    for command in ["solve", "lab", "help"] {
        assert_eq!(run(&["help", command]).stdout, run(&[command, "--help"]).stdout);
    }
    assert_eq!(run(&["help"]).stdout, run(&["--help"]).stdout);
}

#[test]
fn unknown_topics_are_refused_with_advice() {
    for (asked, meant) in [("formulae", "formulas"), ("slove", "solve"), ("evidense", "evidence")] {
        let output = run(&["help", asked]);
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{asked}");
        let said = text(&output.stderr);
        assert!(said.contains(&format!("did you mean `{meant}`?")), "{said}");
    }
    let said = text(&run(&["help", "weather"]).stderr);
    assert!(said.contains("the topics are start, formulas"), "{said}");
}

#[test]
fn the_tour_runs_and_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let [here, temporary] = ["here", "temporary"].map(|name| folder.path().join(name));
    [&here, &temporary].iter().for_each(|path| std::fs::create_dir(path).expect("a folder"));
    let mut tour = Command::new(env!("CARGO_BIN_EXE_ludex"));
    let output = tour.arg("example").current_dir(&here).env("TMPDIR", &temporary).output();
    let output = output.expect("it runs");
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
    for step in ludex::tour(&|_, text| text.to_string()) {
        assert!(said.contains(&step.line), "{}", step.line);
    }
    for answer in ["loss for X", "\nvalid: ", "3 is the smallest n", "1.Ra6!", "verified: 4 rules"]
    {
        assert!(said.contains(answer), "{answer} is missing in {said}");
    }
    for path in [here, temporary] {
        assert_eq!(path.read_dir().expect("a folder").count(), 0, "{}", path.display());
    }
}
