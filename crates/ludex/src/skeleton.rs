//! Skeletons of games: a small game with comments in each of the languages for rules, to be changed
//! into another one.

use ludex_base::suggest;

use crate::error::InputError;
use crate::files;
use crate::languages::Language;

/// The skeletons, by the name of their language and the ending of their files.
const SKELETONS: &[(Language, &str, &str)] = &[
    (Language::Toss, "toss", include_str!("skeletons/game.toss")),
    (Language::Gdl, "kif", include_str!("skeletons/game.kif")),
    (Language::GameProlog, "gp", include_str!("skeletons/game.gp")),
    (Language::Strategies, "sgl", include_str!("skeletons/game.sgl")),
];

/// A file to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Skeleton {
    /// The path of the file.
    pub path: String,
    /// Its contents.
    pub text: String,
}

/// Returns the skeleton of a game in a language: `toss`, `kif`, `gp` or `sgl`. The file is called
/// by the name, with the ending of the language.
///
/// ```
/// let skeleton = ludex::skeleton("gp", "race").unwrap();
/// assert_eq!(skeleton.path, "race.gp");
/// assert!(ludex::open_text(ludex::Language::GameProlog, &skeleton.text).is_ok());
/// ```
pub fn skeleton(language: &str, name: &str) -> Result<Skeleton, InputError> {
    let known = |&&(known, ending, _): &&(Language, &str, &str)| {
        let info = known.info();
        ending == language || info.name == language || info.endings.contains(&language)
    };
    let found = SKELETONS.iter().find(known).ok_or_else(|| no_language(language))?;
    let (language, ending, text) = *found;
    let path = match language.info().endings.contains(&files::ending(name)) {
        true => name.to_string(),
        false => format!("{name}.{ending}"),
    };
    let title = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let title = title.strip_suffix(&format!(".{}", files::ending(name))).unwrap_or(title);
    if title.is_empty() || title.contains(char::is_control) {
        return Err(InputError::about("name", name, "this is no name for a game"));
    }
    Ok(Skeleton { path, text: text.replacen("NAME", title, 1) })
}

fn no_language(language: &str) -> InputError {
    let names: Vec<&str> = SKELETONS.iter().map(|(_, ending, _)| *ending).collect();
    let error = InputError::about("language", language, "there is no such language");
    match suggest(language, names.iter().copied()) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("the languages are {}", names.join(", "))),
    }
}
