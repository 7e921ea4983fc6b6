//! Transcripts: what the program prints for people, word for word, in `tests/cmd`.
//!
//! `TRYCMD=overwrite cargo test -p ludex-cli transcripts` writes them anew, to be read as a
//! diff. Where an answer in `answers.trycmd` has changed that also writes times: make them `[..]`.

#[test]
fn transcripts_are_as_written() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
