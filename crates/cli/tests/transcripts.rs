//! Transcripts: what the program prints for people, word for word, in `tests/cmd`.
//!
//! `TRYCMD=overwrite cargo test -p ludex-cli --test transcripts` writes them anew, to be read as a
//! diff. Where an answer in `answers.trycmd` has changed that also writes times: make them `[..]`.

#[test]
fn transcripts_are_as_written() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}

#[test]
fn the_pages_tell_the_truth() {
    trycmd::TestCases::new().case("../../docs/*.md");
}

#[test]
fn the_readme_tells_the_truth() {
    trycmd::TestCases::new().case("../../README.md").run();
    std::fs::remove_file("draw.ludex").expect("the README writes its evidence here");
}
