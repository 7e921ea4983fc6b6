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
use crate::sgf::{Points, Property, main_line};

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
        // Positions are the same whatever the number of the move, which games do not know.
        let given = self.trail.given.as_deref().and_then(|fen| fen.split(' ').nth(5)?.parse().ok());
        let number = given.map_or(1, |number: u32| number.max(1) as usize);
        let mut text = format!(
            "[Event \"Ludex\"]\n[White \"{}\"]\n[Black \"{}\"]\n[Result \"{result}\"]\n",
            quoted(player(0)),
            quoted(player(1))
        );
        let fen = start.trim_end_matches('1');
        text += &format!("[SetUp \"1\"]\n[FEN \"{fen}{number}\"]\n\n");
        let black_first = start.split(' ').nth(1) == Some("b");
        let mut words = Vec::new();
        for (ply, printed) in self.printed(game, &transcript.moves)?.0.into_iter().enumerate() {
            let half = ply + usize::from(black_first);
            match (half % 2, ply) {
                (0, _) => words.push(format!("{}.", half / 2 + number)),
                (_, 0) => words.push(format!("{}...", half / 2 + number)),
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
        let (number, points) = self.points()?;
        let mut text = format!("(;FF[4]GM[{number}]SZ[{}]AP[Ludex]", points.size);
        for (at, colour) in ["PB", "PW"].iter().enumerate() {
            let player = transcript.players.get(at).map_or("?", String::as_str);
            text += &format!("{colour}[{}]", player.replace([']', '\\'], " "));
        }
        let start = self.written(self.trail.start(&self.state));
        if start != self.written(&self.initial()) {
            text += &self.stones(&start, points)?;
        }
        for played in &transcript.moves {
            let colour = self.colour(&played.agent);
            text += &format!("\n;{colour}[{}]", points.of_move(&played.mv));
        }
        Ok(text + ")\n")
    }

    /// Returns the number of the game in SGF and how it writes points.
    fn points(&self) -> Result<(&'static str, Points), InputError> {
        match (self.family(), self.size()) {
            ("go", Some(size)) => Ok(("1", Points { size, letters: true })),
            ("hex", Some(size)) => Ok(("11", Points { size, letters: false })),
            _ => Err(not_for("SGF", "Go and Hex on square boards")),
        }
    }

    fn colour(&self, agent: &str) -> &'static str {
        if self.agents().names().first().is_some_and(|first| first == agent) { "B" } else { "W" }
    }

    /// Returns the stones of a position and its turn as properties.
    fn stones(&self, position: &str, points: Points) -> Result<String, InputError> {
        let (rows, turn) = position.split_once(' ').unwrap_or((position, ""));
        let plain = rows.chars().all(|c| ".BW/".contains(c)) && !turn.contains(' ');
        if !plain {
            return Err(InputError::new("SGF holds stones, and no marked ones, kos and passes")
                .help("another ending writes the position and a list of moves"));
        }
        let mut text = String::new();
        for colour in ['B', 'W'] {
            let rows = rows.split('/').enumerate();
            let places = rows
                .flat_map(|(row, line)| line.match_indices(colour).map(move |(at, _)| (at, row)));
            let values: String =
                places.map(|(at, row)| format!("[{}]", points.write(at, row))).collect();
            if !values.is_empty() {
                text += &format!("A{colour}{values}");
            }
        }
        Ok(text + &format!("PL[{}]", self.colour(turn)))
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
        line: &[Property<'_>],
        wrong: &dyn Fn(&str, String) -> InputError,
    ) -> Result<Points, InputError> {
        let property = |name: &str| {
            let found = line.iter().find(|property| property.name == name)?;
            found.values.first().map(|value| value.trim())
        };
        let (number, points) = self.points()?;
        if let Some(game) = property("GM").filter(|&game| game != number) {
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
        let own = points.size;
        match property("SZ") {
            Some(size) if size.split(':').any(|n| n.parse() != Ok(own)) => Err(wrong(
                size,
                format!("this game was played on a board of size {size}, not {own}"),
            )),
            _ => Ok(points),
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
        let help = "PGN for chess, SGF for Go and Hex, or what `ludex play --save` wrote";
        let none = || wrong(text, "this is no record of a game".to_string()).help(help);
        if body.starts_with("(;") {
            return self.read_sgf(&main_line(body).ok_or_else(none)?, &wrong);
        }
        let position = body.lines().find_map(|line| line.trim().strip_prefix("[FEN \""));
        let position = position.and_then(|rest| Some(rest.split_once('"')?.0.to_string()));
        let moves = pgn_moves(body).map(moves_text).ok_or_else(none)?;
        Ok(SetUp { position, moves: Some(moves), ..SetUp::default() })
    }

    /// Returns the end of the main line: the stones set up before the first move, and the moves.
    fn read_sgf(
        &self,
        line: &[Property<'_>],
        wrong: &dyn Fn(&str, String) -> InputError,
    ) -> Result<SetUp, InputError> {
        let points = self.require_same(line, wrong)?;
        let no_point = |value: &str| wrong(value, format!("`{value}` is no point of the board"));
        let mut rows = vec![vec!['.'; points.size]; points.size];
        let (mut turn, mut first, mut moves) = (None, None, Vec::new());
        for Property { name, values } in line {
            let Some(&value) = values.first() else { continue };
            match name.as_str() {
                "AB" | "AW" | "AE" if !moves.is_empty() => {
                    let message = "stones that are set up after a move cannot be read";
                    return Err(wrong(value, message.to_string()));
                }
                "AB" | "AW" | "AE" => {
                    let stone = name[1..].replace('E', ".").remove(0);
                    for value in values {
                        let places = points.read_all(value).ok_or_else(|| no_point(value))?;
                        places.into_iter().for_each(|(at, row)| rows[row][at] = stone);
                    }
                }
                "PL" => turn = Some(value.trim()),
                "B" | "W" => {
                    let own = turn.unwrap_or(name);
                    if own != name {
                        return Err(wrong(
                            value,
                            "the colour of this move is not on turn".to_string(),
                        ));
                    }
                    first = first.or(Some(own));
                    turn = Some(if own == "B" { "W" } else { "B" });
                    moves.push(points.to_move(value).ok_or_else(|| no_point(value))?);
                }
                _ => {}
            }
        }
        let agents = self.agents().names();
        let agent = agents.get(usize::from(first.or(turn) == Some("W"))).map_or("", String::as_str);
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        let position = format!("{} {agent}", rows.join("/"));
        let position = (position != self.written(&self.initial())).then_some(position);
        Ok(SetUp { position, moves: Some(moves_text(moves)), ..SetUp::default() })
    }
}

fn not_for(format: &str, games: &str) -> InputError {
    InputError::new(format!("{format} is for {games}"))
        .help("another ending writes a list of moves")
}

fn quoted(text: &str) -> String {
    text.replace(['"', '\\'], "'")
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
