//! Pages of the book for the terminal, and the tour.

use ludex::{TOPICS, Tone, Topic, tour};

/// Marks what is styled, so that a test sees it.
fn marked(tone: Tone, text: &str) -> String {
    format!("<{tone:?}>{text}</>")
}

fn lines(topic: &Topic) -> Vec<String> {
    topic.page(&marked).into_iter().map(|line| line.text).collect()
}

#[test]
fn every_topic_is_a_page_without_markdown() {
    for topic in TOPICS {
        let lines = lines(topic);
        assert!(lines.len() > 20, "{} has {} lines", topic.name, lines.len());
        for line in &lines {
            let code = line.starts_with("    ");
            let outside: String = line.split('`').step_by(2).collect();
            let left = ["](", "**", "| --- |", "[..]"].iter().find(|mark| outside.contains(**mark));
            assert!(code || left.is_none(), "{left:?} in {}: {line}", topic.name);
            assert!(!line.starts_with("```") && line != "    ...", "{}: {line}", topic.name);
        }
        assert!(!lines.windows(2).any(|pair| pair == ["", ""]), "{}: two blank lines", topic.name);
    }
}

#[test]
fn every_word_of_a_page_is_in_the_topic() {
    let words = |text: &str| -> Vec<String> {
        let plain = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 3);
        plain.map(str::to_string).collect()
    };
    for topic in TOPICS {
        let shown = words(&lines(topic).join("\n"));
        // Pictures, targets of links and kinds of code are not shown.
        let mut kept = String::new();
        let shown_lines = topic.text.lines().filter(|line| !line.starts_with("```"));
        for line in shown_lines.filter(|line| !line.starts_with("![")) {
            let mut pieces = line.split("](");
            kept += pieces.next().unwrap_or_default();
            pieces.for_each(|piece| kept += piece.split_once(')').map_or(piece, |(_, rest)| rest));
            kept.push('\n');
        }
        let missing: Vec<String> =
            words(&kept).into_iter().filter(|word| !shown.contains(word)).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", topic.name);
    }
}

#[test]
fn pages_are_laid_out() {
    let page = lines(Topic::find("formulas", &[]).expect("a topic"));
    let has = |text: &str| page.iter().any(|line| line.contains(text));
    assert!(page[0].starts_with("<Strong>Ask a question"), "{}", page[0]);
    assert!(has("    <Strong>$ ludex show tictactoe --moves \"a1 b1 a2\"</>"));
    assert!(has("    3 · · ·") && has("    <Faint>(exit code 2)</>"));
    // A row of a wide table, with a bar that is escaped in the page.
    let row = page.iter().position(|line| line == "`φ | ψ`").expect("a row");
    assert_eq!(page[row + 1], "    meaning: or");
    // Wide tables are listed row by row.
    let searches = lines(Topic::find("searches", &[]).expect("a topic"));
    assert!(searches.iter().any(|line| line == "    ask: `ludex solve GAME`"));
    // Narrow ones have columns.
    let glossary = lines(Topic::find("glossary", &[]).expect("a topic"));
    let starts = |word: &str| glossary.iter().find(|line| line.starts_with(word)).expect("a word");
    assert_eq!(starts("agent ").find("who plays"), starts("bound ").find("what a value"));
}

#[test]
fn the_tour_has_commands() {
    let steps = tour(&marked);
    let commands: Vec<&Vec<String>> = steps.iter().map(|step| &step.command).collect();
    assert_eq!(steps.len(), 10, "nine commands and the end");
    assert!(commands[9].is_empty() && commands[..9].iter().all(|command| command.len() > 1));
    assert_eq!(commands[0][2..], ["--moves", "3 3 2"]);
    assert_eq!(steps[4].line.matches('"').count(), 4);
    assert!(steps.iter().all(|step| !step.text.is_empty() || step.command[0] == "verify"));
}
