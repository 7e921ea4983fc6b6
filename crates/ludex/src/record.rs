//! Games as files that other programs read: PGN for chess, SGF for Go and Hex, and a plain list of
//! moves for all others.

use std::path::Path;

use ludex_game::{DynGame, Game, Model, Notation};
use ludex_play::{Played, Transcript};

use crate::error::InputError;
use crate::moves::{moves_text, read_one};
use crate::requests::SetUp;
use crate::session::{AnyGame, Session};

/// The first line of a plain list of moves.
const PLAIN: &str = "ludex game";

impl Session {
    /// Returns the record of a game that was played from this position, for a file with this name:
    /// PGN (`.pgn`, chess), SGF (`.sgf`, Go and Hex), or a plain list of moves.
    pub fn record(&self, transcript: &Transcript, path: &Path) -> Result<String, InputError> {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("pgn") => self.pgn(transcript),
            Some("sgf") => self.sgf(transcript),
            _ => Ok(self.plain(transcript)),
        }
    }

    fn family(&self) -> &str {
        self.name().split([':', '(']).next().unwrap_or("")
    }

    fn pgn(&self, transcript: &Transcript) -> Result<String, InputError> {
        let AnyGame::Turns(_, game) = &self.game else { return Err(not_for("PGN", "chess")) };
        if self.family() != "chess" {
            return Err(not_for("PGN", "chess"));
        }
        let result = match transcript.scores.first() {
            Some(score) if *score > 0.0 => "1-0",
            Some(score) if *score < 0.0 => "0-1",
            Some(_) => "1/2-1/2",
            None => "*",
        };
        let player = |at: usize| transcript.players.get(at).map_or("?", String::as_str);
        let start = game.write_position(&self.state);
        let mut text = format!(
            "[Event \"Ludex\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n",
            quoted(player(0)),
            quoted(player(1))
        );
        text += &format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n");
        let black_first = start.split(' ').nth(1) == Some("b");
        let mut words = Vec::new();
        for (ply, printed) in self.printed(game, &transcript.moves)?.into_iter().enumerate() {
            let half = ply + usize::from(black_first);
            match (half % 2, ply) {
                (0, _) => words.push(format!("{}.", half / 2 + 1)),
                (_, 0) => words.push(format!("{}...", half / 2 + 1)),
                _ => {}
            }
            words.push(printed.replace(" e.p.", "").trim_end_matches('=').to_string());
        }
        words.push(result.to_string());
        Ok(text + &words.join(" ") + "\n")
    }

    /// Returns the moves as books print them.
    fn printed(&self, game: &DynGame, moves: &[Played]) -> Result<Vec<String>, InputError> {
        let mut state = self.state.clone();
        let mut printed = Vec::new();
        for played in moves {
            let Some(agent) = game.agents().named(&played.agent) else { continue };
            let mv = read_one(game, &state, agent, &played.mv)?;
            printed.push(game.print_move(&state, agent, mv));
            game.play(&mut state, agent, mv);
        }
        Ok(printed)
    }

    fn sgf(&self, transcript: &Transcript) -> Result<String, InputError> {
        let (number, size) = match (self.family(), self.size()) {
            ("go", Some(size)) => (1, size),
            ("hex", Some(size)) => (11, size),
            _ => return Err(not_for("SGF", "Go and Hex on square boards")),
        };
        let first = self.agents().names().first().cloned().unwrap_or_default();
        let mut text = format!("(;FF[4]GM[{number}]SZ[{size}]AP[Ludex]");
        for (at, colour) in ["PB", "PW"].iter().enumerate() {
            let player = transcript.players.get(at).map_or("?", String::as_str);
            text += &format!("{colour}[{}]", player.replace([']', '\\'], " "));
        }
        for played in &transcript.moves {
            let colour = if played.agent == first { 'B' } else { 'W' };
            let place = match number {
                1 => point(&played.mv, size).unwrap_or_default(),
                _ => played.mv.clone(),
            };
            text += &format!("\n;{colour}[{place}]");
        }
        Ok(text + ")\n")
    }

    /// Returns the size of a square board from the name of the game.
    fn size(&self) -> Option<usize> {
        let (_, keys) = self.name().split_once(':')?;
        let size = |key: &str| key.strip_prefix("size=")?.parse().ok();
        keys.split(',').find_map(size)
    }

    fn plain(&self, transcript: &Transcript) -> String {
        let start = match &self.game {
            AnyGame::Turns(_, game) => game.write_position(&self.state),
            AnyGame::Simultaneous(_, game) => game.write_position(&self.state),
        };
        let moves = moves_text(transcript.moves.iter().map(|played| &played.mv));
        format!("{PLAIN} {}\nposition {start}\nmoves {moves}\n", self.name())
    }

    /// Returns the end of a game of which this is the record: where it began, and its moves.
    pub fn read_record(&self, path: &Path, text: &str) -> Result<SetUp, InputError> {
        let body = text.trim_start();
        if body.starts_with(PLAIN) {
            let line = |word: &str| {
                let found = body.lines().find_map(|line| line.strip_prefix(word));
                found.map(|rest| rest.trim().to_string())
            };
            let (position, moves) = (line("position "), line("moves "));
            return Ok(SetUp { position, moves, ..SetUp::default() });
        }
        let position = body.lines().find_map(|line| line.trim().strip_prefix("[FEN \""));
        let position = position.and_then(|rest| Some(rest.split_once('"')?.0.to_string()));
        let moves = match body.starts_with("(;") {
            true => self.sgf_moves(body),
            false => pgn_moves(body),
        };
        let name = path.display().to_string();
        let wrong = || InputError::about(&name, text, "this is no record of a game");
        let help = "PGN for chess, SGF for Go and Hex, or what `ludex play --save` wrote";
        let moves = moves.map(moves_text).ok_or_else(|| wrong().help(help))?;
        Ok(SetUp { position, moves: Some(moves), ..SetUp::default() })
    }

    fn sgf_moves(&self, text: &str) -> Option<Vec<String>> {
        let size = self.size()?;
        let mut moves = Vec::new();
        for node in text.split(';').skip(1) {
            let Some(rest) = node.strip_prefix("B[").or_else(|| node.strip_prefix("W[")) else {
                continue;
            };
            let (place, _) = rest.split_once(']')?;
            moves.push(match self.family() {
                "go" => of_point(place, size)?,
                _ => place.to_string(),
            });
        }
        Some(moves)
    }
}

fn not_for(format: &str, games: &str) -> InputError {
    InputError::new(format!("{format} is for {games}"))
        .help("another ending writes a list of moves")
}

fn quoted(text: &str) -> String {
    text.replace(['"', '\\'], "'")
}

/// Returns a point of Go such as `d3` as SGF writes it, or `None` for a pass.
fn point(mv: &str, size: usize) -> Option<String> {
    let mut letters = mv.chars();
    let column = letters.next().filter(char::is_ascii_lowercase)?;
    let row: usize = letters.as_str().parse().ok().filter(|row| (1..=size).contains(row))?;
    let down = u8::try_from(size - row).ok()?;
    Some(format!("{column}{}", char::from(b'a' + down)))
}

/// Returns the move of a point as SGF writes it; an empty one is a pass.
fn of_point(place: &str, size: usize) -> Option<String> {
    let [column, down] = *place.as_bytes() else {
        return place.is_empty().then(|| "pass".to_string());
    };
    let down = usize::from(down.checked_sub(b'a')?);
    Some(format!("{}{}", char::from(column), size.checked_sub(down).filter(|row| *row > 0)?))
}

/// Returns the moves of the first game of a PGN file, without comments and variations.
fn pgn_moves(text: &str) -> Option<Vec<String>> {
    let mut body = String::new();
    let mut depth = 0usize;
    let mut comment = false;
    for line in text.lines().filter(|line| !line.trim_start().starts_with('[')) {
        for c in line.split(" ;").next().unwrap_or("").chars() {
            match c {
                '{' => comment = true,
                '}' => comment = false,
                _ if comment => {}
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ if depth == 0 => body.push(c),
                _ => {}
            }
        }
        body.push(' ');
    }
    let mut moves = Vec::new();
    for word in body.split_whitespace() {
        if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
            return Some(moves);
        }
        let after = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let word = if after.starts_with('.') { after.trim_start_matches('.') } else { word };
        if !word.is_empty() && !word.starts_with('$') {
            moves.push(word.trim_end_matches(['!', '?']).to_string());
        }
    }
    (!moves.is_empty()).then_some(moves)
}
