//! The README and the pages of `docs`: every command in them is run at the top of the project, where
//! a reader would type it. A program of its own, because the current folder belongs to a process.

mod blocks;
mod links;
mod pictures;

#[test]
fn pages_tell_the_truth() {
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")).expect("the project");
    trycmd::TestCases::new().env("LUDEX_PROGRESS", "60").case("docs/*.md").case("README.md").run();
    for file in ["draw.ludex", "tour.ludex"] {
        std::fs::remove_file(file).expect("the README and the tour write their evidence here");
    }
}
