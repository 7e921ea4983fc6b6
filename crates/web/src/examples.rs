//! The games of the folder `games/`, carried by the program so that the page can offer them.

use ludex::Language;

/// A game as a text.
pub(crate) struct Example {
    /// Its path below `games/`.
    pub path: &'static str,
    /// Its language.
    pub language: Language,
    /// What it is, in a few words.
    pub summary: &'static str,
    /// The text.
    pub text: &'static str,
}

macro_rules! examples {
    ($($path:literal, $language:ident, $summary:literal;)*) => {
        /// The examples.
        pub(crate) static EXAMPLES: &[Example] = &[$(Example {
            path: $path,
            language: Language::$language,
            summary: $summary,
            text: include_str!(concat!("../games/", $path)),
        }),*];
    };
}

examples! {
    "gdl/tictactoe.kif", Gdl, "tic-tac-toe in the Game Description Language";
    "gdl/connect4.kif", Gdl, "Connect Four in the Game Description Language";
    "gdl/breakthrough.kif", Gdl, "Breakthrough in the Game Description Language";
    "gdl/nim.kif", Gdl, "Nim in the Game Description Language";
    "toss/breakthrough.toss", Toss, "Breakthrough by structure rewriting";
    "toss/tic-tac-toe.toss", Toss, "tic-tac-toe by structure rewriting";
    "toss/connect4.toss", Toss, "Connect Four by structure rewriting";
    "toss/pawn-whopping.toss", Toss, "pawns of chess that race, by structure rewriting";
    "prolog/nim.gp", GameProlog, "Nim in Game Prolog";
    "prolog/tictactoe.gp", GameProlog, "tic-tac-toe in Game Prolog";
    "sgl/nim.sgl", Strategies, "Nim as a model for strategies";
    "efg/entry.efg", Efg, "a firm that enters a market, as an extensive game";
}

/// Returns the example with a path, with or without `games/` before it.
pub(crate) fn find(path: &str) -> Option<&'static Example> {
    let path = path.strip_prefix("games/").unwrap_or(path);
    EXAMPLES.iter().find(|example| example.path == path)
}

/// Returns the example whose text has a digest.
pub(crate) fn by_digest(digest: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| ludex::digest(example.text.as_bytes()) == digest)
}
