//! The list of built-in games. Adding a game is one line here.

use ludex_game::TextError;

use crate::{Family, GameInfo, GameParams, GameSpec, Visitor};

/// Makes the list of pages and the dispatch from names to types from one list of families.
macro_rules! games {
    ($($family:ty),* $(,)?) => {
        /// The pages of all built-in games.
        pub static GAMES: &[GameInfo] = &[$(<$family as Family>::INFO),*];

        /// Makes the game that a text such as `connect4:columns=5,rows=4` names and passes it to
        /// the visitor, with its name written out in full.
        pub fn build<V: Visitor>(
            text: &str,
            visitor: impl FnOnce(String) -> V,
        ) -> Result<V::Output, TextError> {
            let spec = GameSpec::parse(text)?;
            let info = find(&spec.name).ok_or_else(|| unknown(text, &spec.name))?;
            let params = GameParams::new(info, &spec)?;
            let visitor = visitor(full_name(info, &params));
            $(if info.name == <$family as Family>::INFO.name {
                return <$family as Family>::build(&params, visitor);
            })*
            unreachable!("every page belongs to a family of the same list")
        }
    };
}

games! {
    crate::bidding::Bidding,
    crate::breakthrough::Breakthrough,
    crate::chess::Chess,
    crate::chinese_checkers::ChineseCheckers<u64>,
    crate::connect4::ConnectFour,
    crate::domineering::Domineering,
    crate::go::Go<u64>,
    crate::goofspiel::Goofspiel,
    crate::hexagonal::Hex,
    crate::hog::Hog,
    crate::mnk::Mnk,
    crate::nim::Nim,
    crate::nogo::NoGo,
    crate::npuzzle::NPuzzle,
    crate::pursuit::Pursuit,
    crate::rps::RockPaperScissors,
    crate::woodpush::Woodpush,
    crate::hexagonal::Y,
}

/// Returns the page of the game with this name or alias.
pub fn find(name: &str) -> Option<&'static GameInfo> {
    let same = |other: &&str| other.eq_ignore_ascii_case(name);
    GAMES.iter().find(|info| same(&info.name) || info.aliases.iter().any(same))
}

fn full_name(info: &GameInfo, params: &GameParams) -> String {
    match params.canonical() {
        keys if keys.is_empty() => info.name.to_string(),
        keys => format!("{}:{keys}", info.name),
    }
}

fn unknown(text: &str, name: &str) -> TextError {
    let start = text.find(name).unwrap_or(0);
    let names: Vec<&str> = GAMES.iter().map(|info| info.name).collect();
    TextError::new(format!("there is no game called `{name}`"), start..start + name.len())
        .help(format!("the built-in games are {}; or give a file", names.join(", ")))
}
