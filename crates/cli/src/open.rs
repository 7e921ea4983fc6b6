//! From a name or a file to a game.

use std::fs;
use std::path::Path;

use ludex_evidence::digest;
use ludex_game::{ExplicitGame, Notation, SimultaneousGame, StackedGame, nearest};
use ludex_games::{GAMES, Playable, Visitor};
use ludex_gdl::GdlGame;

use crate::complaint::Complaint;
use crate::erased::AnyGame;
use crate::languages;
use crate::sequential::Sequential;
use crate::simultaneous::Simultaneous;

/// Opens the game that a text names.
pub fn open(text: &str) -> Result<Box<dyn AnyGame>, Complaint> {
    let name = text.split([':', '(']).next().unwrap_or_default();
    let path = Path::new(text);
    let is_game = ludex_games::find(name).is_some();
    if ENDINGS.contains(&ending(text)) || !is_game && (text.contains('/') || path.exists()) {
        return open_file(text);
    }
    ludex_games::build(text, Erase::named).map_err(|error| {
        let known = GAMES.iter().flat_map(|g| g.aliases.iter().copied().chain([g.name]));
        let close = nearest(name, known).filter(|_| !is_game);
        Complaint::in_text("game", text, error)
            .maybe_help(close.map(|close| format!("did you mean `{close}`?")))
    })
}

/// Endings of game files this version reads.
const ENDINGS: [&str; 7] = ["json", "kif", "gdl", "toss", "gp", "efg", "sgl"];

/// How the name of a file ends.
pub fn ending(path: &str) -> &str {
    Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or_default()
}

/// Opens the game as one where all agents move together, if it is that by nature: in GDL every role
/// moves in every step, even where only one of them has a choice.
pub fn open_together(text: &str) -> Result<Box<dyn AnyGame>, Complaint> {
    match ending(text) {
        "kif" | "gdl" => {
            let (game, digest) = read_gdl(text)?;
            Ok(Box::new(Simultaneous::new(text.to_string(), Some(digest), game)))
        }
        _ => open(text),
    }
}

/// A game in GDL, and the digest of its text.
fn read_gdl(path: &str) -> Result<(GdlGame, String), Complaint> {
    let text = read(Path::new(path))?;
    let game =
        GdlGame::read(&text).map_err(|error| Complaint::in_text(path, &text, error.into()))?;
    Ok((game, digest(text.as_bytes())))
}

/// Opens the game of a file.
pub fn open_file(path: &str) -> Result<Box<dyn AnyGame>, Complaint> {
    let ending = ending(path);
    if Path::new(path).is_dir() {
        return Err(Complaint::at("game", path, 0..path.len(), "this is a folder, not a game"));
    }
    if !ENDINGS.contains(&ending) {
        return Err(Complaint::at("game", path, 0..path.len(), "this kind of file is not read")
            .help(format!("game files end in .{}", ENDINGS.join(", ."))));
    }
    if matches!(ending, "kif" | "gdl") {
        let (game, digest) = read_gdl(path)?;
        return Ok(match game.in_turn() {
            Ok(game) => Box::new(Sequential::new(path.to_string(), Some(digest), game)),
            Err(game) => Box::new(Simultaneous::new(path.to_string(), Some(digest), game)),
        });
    }
    let text = read(Path::new(path))?;
    let digest = digest(text.as_bytes());
    match ending {
        "toss" => languages::open_structures(path, &text, digest),
        "gp" => languages::open_program(path, &text, digest),
        "efg" => languages::open_extensive(path, &text, digest),
        "sgl" => languages::open_strategies(path, &text, digest),
        _ => open_graph(path, &text, digest),
    }
}

/// Opens a game written out as a graph, or as matrices.
fn open_graph(path: &str, text: &str, digest: String) -> Result<Box<dyn AnyGame>, Complaint> {
    let (name, digest) = (path.to_string(), Some(digest));
    let wrong = |error| Complaint::in_text(path, text, error);
    if StackedGame::recognises(text) {
        let game = StackedGame::from_json(text).map_err(wrong)?;
        return Ok(Box::new(Simultaneous::new(name, digest, game)));
    }
    let game = ExplicitGame::from_json(text).map_err(wrong)?;
    Ok(Box::new(Sequential::new(name, digest, game)))
}

/// Reads a text file, or says why not.
pub fn read(path: &Path) -> Result<String, Complaint> {
    let bytes = fs::read(path)
        .map_err(|error| Complaint::new(format!("cannot read {}: {error}", path.display())))?;
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        Complaint::new(format!("{} is not text: byte {at} is not UTF-8", path.display()))
    })
}

/// Says that a file cannot be written before the work for it is done, where that is plain to see.
pub fn writable(path: &Path) -> Result<(), Complaint> {
    let shown = path.display();
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        _ if path.is_dir() => Err(Complaint::new(format!("cannot write {shown}: it is a folder"))),
        Some(folder) if !folder.is_dir() => {
            let folder = folder.display();
            Err(Complaint::new(format!("cannot write {shown}: there is no folder {folder}")))
        }
        _ => Ok(()),
    }
}

/// Reads a text file, or standard input for `-`.
pub fn read_or_stdin(path: &Path) -> Result<String, Complaint> {
    if path != Path::new("-") {
        return read(path);
    }
    std::io::read_to_string(std::io::stdin())
        .map_err(|error| Complaint::new(format!("cannot read standard input: {error}")))
}

/// The visitor that forgets the type of a game.
pub struct Erase {
    name: String,
    digest: Option<String>,
}

impl Erase {
    /// For a game of the house with its full name.
    fn named(name: String) -> Erase {
        Erase { name, digest: None }
    }

    /// For a game of a file.
    pub fn file(path: &str, digest: String) -> Erase {
        Erase { name: path.to_string(), digest: Some(digest) }
    }
}

impl Visitor for Erase {
    type Output = Box<dyn AnyGame>;

    fn sequential<G: Playable>(self, game: G) -> Box<dyn AnyGame> {
        Box::new(Sequential::new(self.name, self.digest, game))
    }

    fn simultaneous<G: SimultaneousGame + Notation + Send + Sync + 'static>(
        self,
        game: G,
    ) -> Box<dyn AnyGame> {
        Box::new(Simultaneous::new(self.name, self.digest, game))
    }
}
