//! Games as files that other programs read: PGN for chess, SGF for Go and Hex, and a plain list of
//! moves for all others.

use std::path::Path;
use std::time::Duration;

use ludex_game::{DynGame, DynState, Game, Model, Notation};
use ludex_play::{End, Played, Transcript};

use crate::error::InputError;
use crate::files;
use crate::moves::{moves_text, read_one};
use crate::requests::SetUp;
use crate::session::{AnyGame, Session, either};

/// The first line of a plain list of moves.
const PLAIN: &str = "ludex game";

/// The clock of the last field but one of a FEN with which a game of chess is a draw.
const FIFTY_MOVES: u32 = 100;

/// How long it may take to find out whether a game is zero-sum, for who won it.
const SUMS: Duration = Duration::from_millis(200);

impl Session {
    /// Returns the record of a whole game (see [`Play::whole`](crate::Play::whole)) that led to this
    /// position or went through it, for a file with this name: PGN (`.pgn`, chess), SGF (`.sgf`, Go
    /// and Hex), or a plain list of moves.
    pub fn record(&self, transcript: &Transcript, path: &Path) -> Result<String, InputError> {
        let ending = path.extension().map(|ending| ending.to_ascii_lowercase());
        match ending.as_ref().and_then(|ending| ending.to_str()) {
            Some("pgn") => self.pgn(transcript),
            Some("sgf") => self.sgf(transcript),
            _ => Ok(self.plain(transcript)),
        }
    }

    /// Writes the record of a whole game to a file; see [`Session::record`].
    pub fn save(&self, transcript: &Transcript, path: &Path) -> Result<(), InputError> {
        files::write(path, self.record(transcript, path)?)
    }

    /// Sets up the end of the game of which a file is the record; `-` is standard input.
    pub fn load(&mut self, path: &Path) -> Result<(), InputError> {
        let set_up = self.read_record(path, &files::read_or_stdin(path)?)?;
        self.set_up(&set_up)
    }

    /// Refuses a file that cannot be written, or whose ending is for records of other games.
    pub fn require_record(&self, path: &Path) -> Result<(), InputError> {
        let (players, agents, moves) = Default::default();
        let (scores, faults) = Default::default();
        let end = End::Stopped;
        let nothing = Transcript { players, agents, moves, scores, end, faults };
        self.record(&nothing, path)?;
        files::require_writable(path)
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
        let start = game.write_position(self.trail.start(&self.state));
        let mut text = format!(
            "[Event \"Ludex\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n",
            quoted(player(0)),
            quoted(player(1))
        );
        text += &format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n");
        let black_first = start.split(' ').nth(1) == Some("b");
        let mut words = Vec::new();
        for (ply, printed) in self.printed(game, &transcript.moves)?.0.into_iter().enumerate() {
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

    /// Says how a whole game ended and who won it. Returns `None` where the payoffs do not tell, as
    /// those that do not add up to the same at every end.
    pub fn ending(&self, transcript: &Transcript) -> Option<String> {
        let result = self.result(transcript)?;
        Some(match self.end_of_chess(transcript) {
            Some(how) => format!("{how}: {result}"),
            None => result,
        })
    }

    /// Says who won, or that it is a draw.
    fn result(&self, transcript: &Transcript) -> Option<String> {
        let scores = &transcript.scores;
        let best = scores.iter().copied().reduce(f64::max)?;
        let worst = scores.iter().copied().reduce(f64::min)?;
        let winner = transcript.agents.get(scores.iter().position(|&score| score == best)?)?;
        let least = scores.iter().filter(|&&score| score == worst).count();
        let decided = match scores.len() {
            2 => best + worst == 100.0 || best == -worst && best > 0.0 || self.is_zero_sum(SUMS),
            // One of several, where all others get the least.
            agents => agents > 2 && least + 1 == agents,
        };
        decided.then(|| match best == worst {
            true => "draw".to_string(),
            false => format!("{winner} wins"),
        })
    }

    /// Says how a whole game of chess came to its end. Returns `None` for other games, and where
    /// somebody gave up.
    fn end_of_chess(&self, transcript: &Transcript) -> Option<&'static str> {
        let AnyGame::Turns(_, game) = &self.game else { return None };
        if self.family() != "chess" || transcript.end != End::Final {
            return None;
        }
        let (_, end) = self.printed(game, &transcript.moves).ok()?;
        let position = game.write_position(&end);
        let clock = position.split(' ').nth(4).and_then(|clock| clock.parse::<u32>().ok());
        Some(match (*transcript.scores.first()? == 0.0, clock) {
            (false, _) => "checkmate",
            (true, Some(FIFTY_MOVES..)) => "fifty moves without a capture or a move of a pawn",
            (true, _) => "stalemate",
        })
    }

    /// Returns the moves as books print them, and the position after them.
    fn printed(
        &self,
        game: &DynGame,
        moves: &[Played],
    ) -> Result<(Vec<String>, DynState), InputError> {
        let mut state = self.trail.start(&self.state).clone();
        let mut printed = Vec::new();
        for played in moves {
            let Some(agent) = game.agents().named(&played.agent) else { continue };
            let mv = read_one(game, &state, agent, &played.mv)?;
            printed.push(game.print_move(&state, agent, mv));
            game.play(&mut state, agent, mv);
        }
        Ok((printed, state))
    }

    fn sgf(&self, transcript: &Transcript) -> Result<String, InputError> {
        let (number, size) = match (self.family(), self.size()) {
            ("go", Some(size)) => (1, size),
            ("hex", Some(size)) => (11, size),
            _ => return Err(not_for("SGF", "Go and Hex on square boards")),
        };
        if self.written(self.trail.start(&self.state)) != self.written(&self.initial()) {
            return Err(InputError::new("SGF holds games that begin at the start")
                .help("another ending writes the position and a list of moves"));
        }
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
        let start = self.written(self.trail.start(&self.state));
        let moves = moves_text(transcript.moves.iter().map(|played| &played.mv));
        format!("{PLAIN} {}\nposition {start}\nmoves {moves}\n", self.name())
    }

    fn written(&self, state: &DynState) -> String {
        either!(&self.game, game => game.write_position(state))
    }

    /// Returns whether a record is of this game, going by what it calls its game. A file may have
    /// been moved.
    fn is_called(&self, name: &str) -> bool {
        let file = |name: &str| Path::new(name).file_name().map(ToOwned::to_owned);
        match &self.file {
            Some(_) => file(name) == file(&self.name),
            None => name == self.name || Some(name) == self.asked.as_deref(),
        }
    }

    /// Refuses the record of another game in SGF: another number of the game, or another size.
    fn require_same(
        &self,
        sgf: &str,
        wrong: &dyn Fn(&str, String) -> InputError,
    ) -> Result<(), InputError> {
        let property = |name: &str| Some(sgf.split_once(name)?.1.split_once(']')?.0.trim());
        let (game, size) = (property("GM["), property("SZ["));
        let known = [("go", "1"), ("hex", "11")];
        let own = known.iter().find(|(family, _)| *family == self.family());
        let Some((_, number)) = own.filter(|_| self.size().is_some()) else {
            return Err(InputError::new("SGF is for Go and Hex on square boards"));
        };
        if let Some(game) = game.filter(|game| game != number) {
            let other = match game {
                "1" => "Go".to_string(),
                "11" => "Hex".to_string(),
                _ => format!("another game (GM[{game}])"),
            };
            return Err(wrong(
                game,
                format!("this is a record of {other}, not of {}", self.title()),
            ));
        }
        match (size, self.size()) {
            (Some(size), Some(own)) if size.split(':').any(|n| n.parse() != Ok(own)) => Err(wrong(
                size,
                format!("this game was played on a board of size {size}, not {own}"),
            )),
            _ => Ok(()),
        }
    }

    /// Returns the end of a game of which this is the record: where it began, and its moves.
    pub fn read_record(&self, path: &Path, text: &str) -> Result<SetUp, InputError> {
        let body = text.trim_start();
        let name = path.display().to_string();
        let wrong = |part: &str, message: String| {
            let at = part.as_ptr() as usize - text.as_ptr() as usize;
            InputError::at(&name, text, at..at + part.len(), message)
        };
        if let Some(rest) = body.strip_prefix(PLAIN) {
            let of = rest.split('\n').next().unwrap_or(rest).trim();
            if of.is_empty() {
                return Err(wrong(text, "this is no record of a game".to_string()));
            }
            if !self.is_called(of) {
                let message = format!("this is a record of {of}, not of {}", self.name);
                return Err(wrong(of, message));
            }
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
            true => {
                self.require_same(body, &wrong)?;
                self.sgf_moves(body)
            }
            false => pgn_moves(body),
        };
        let wrong = || wrong(text, "this is no record of a game".to_string());
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
