//! Faulty descriptions are refused with the expected category and a position in the text.

use ludex_gdl::GdlGame;

use crate::common;

#[test]
fn the_bad_games_of_the_corpus_are_refused() {
    let Some(folder) = common::corpus() else { return };
    let expected = std::fs::read_to_string(folder.join("bad/EXPECTED.tsv")).expect("a list");
    for line in expected.lines().skip(1) {
        let [file, category, words] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}: three columns")
        };
        let text = std::fs::read_to_string(folder.join("bad").join(file)).expect("a file");
        let error = GdlGame::read(&text).expect_err(file);
        println!("{file}: {error} ({:?}) {:?}\n  {words}", &text[error.span.clone()], error.help);
        assert_eq!(error.category.to_string(), category, "{file}: {error}");
    }
}
