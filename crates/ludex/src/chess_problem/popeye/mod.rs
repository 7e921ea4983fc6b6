//! Problems in the input language of Popeye: `BeginProblem … NextProblem … EndProblem`, with
//! pieces, stipulation, options and twins, in English, German or French.
//!
//! A file is read into one request a position: the diagram and each of its twins. What is not
//! orthodox chess (conditions, pieces, goals, options that change what is a solution) is refused by
//! name for the problem that has it; the others are solved.

mod men;
mod reader;
mod twin;
mod words;

use std::path::Path;

use ludex_game::Agent;
use ludex_logic::{Play, Stipulation};

use super::entries::{Caption, ProblemEntry};
use super::request::Problem;
use crate::error::InputError;

pub(super) use men::{Men, is_list, name};
pub(super) use twin::read_twins;

use men::{SquareIndex, coloured, squares};

use reader::{Reader, Token};
use words::{COMMANDS, Command, Meaning, OPTIONS, Tongue, lookup};

/// What stands on the board and what is asked about it.
#[derive(Clone, Default, Debug)]
pub(super) struct Setup {
    pub men: Men,
    /// The stipulation, and where it begins in the file.
    pub stipulation: Option<(String, usize)>,
    /// Why this cannot be solved.
    pub refused: Option<InputError>,
}

impl Setup {
    /// Keeps the first reason why this cannot be solved.
    pub fn refuse(&mut self, error: InputError) {
        self.refused.get_or_insert(error);
    }
}

/// The options of a problem.
#[derive(Clone, Default, Debug)]
struct Options {
    set_play: bool,
    tries: bool,
    variations: bool,
    duplex: bool,
    other_side: bool,
    /// Help play begins with its second move.
    white_to_play: bool,
    limit: Option<usize>,
    seconds: Option<f64>,
    /// The square that a pawn has just passed.
    passed: Option<SquareIndex>,
    no_castling: Option<Vec<SquareIndex>>,
}

/// A position to be solved.
struct Phase {
    setup: Setup,
    /// What was changed, as the file says it.
    change: Option<String>,
    place: usize,
}

/// Returns whether a text is in the language of Popeye.
pub(super) fn is_popeye(text: &str) -> bool {
    Reader::new(text).begins().is_some()
}

/// Reads a file; `base` has the limits and what else is asked about every problem.
pub(super) fn read(path: &Path, text: &str, base: &Problem) -> Vec<ProblemEntry> {
    let mut reader = Reader::new(text);
    let mut entries = Vec::new();
    let mut number = 0;
    while reader.skip_to_begin() {
        loop {
            number += 1;
            let (read, more) = read_problem(&mut reader);
            entries.extend(read.entries(number, path, text, base));
            if !more {
                break;
            }
        }
    }
    entries
}

/// What was read between two ends of problems.
#[derive(Default)]
struct Read {
    caption: Caption,
    options: Options,
    phases: Vec<Phase>,
}

/// Reads one problem; returns it and whether another one follows without a new beginning.
fn read_problem(reader: &mut Reader<'_>) -> (Read, bool) {
    let mut read = Read::default();
    let (mut base, start, mut more) = (Setup::default(), reader.place(), false);
    while let Some(token) = reader.next() {
        let Some(command) = lookup(&COMMANDS, reader.tongue, token.text) else {
            base.refuse(reader.unknown(&token));
            reader.skip_to_command();
            continue;
        };
        let caption = &mut read.caption;
        match command {
            Command::End | Command::Next => {
                more = command == Command::Next;
                break;
            }
            Command::Remark => drop(reader.line()),
            Command::Latex => reader.skip_lines_to_command(),
            Command::Author => caption.authors.push(reader.line()),
            Command::Origin => caption.origin = Some(reader.line()),
            Command::Title => caption.title = Some(reader.line()),
            Command::Award => caption.award = Some(reader.line()),
            Command::Pieces => reader.men(&mut base),
            Command::Forsyth => reader.forsyth(&mut base),
            Command::GameArray => base.men = Men::game_array(),
            Command::Stipulation => reader.stipulation(&mut base),
            Command::Structured => {
                base.refuse(reader.refusal(&token, "structured stipulations are not known here"));
                reader.skip_to_command();
            }
            Command::Condition => reader.condition(&mut base),
            Command::Option => reader.options(&mut read.options, &mut base),
            Command::Twin | Command::Zero => {
                if read.phases.is_empty() && command == Command::Twin {
                    read.phases.push(Phase { setup: base.clone(), change: None, place: start });
                }
                let previous = read.phases.last().map_or(&base, |phase| &phase.setup);
                let (setup, change) = reader.twin(&base, previous);
                read.phases.push(Phase { setup, change: Some(change), place: token.start });
            }
        }
    }
    if read.phases.is_empty() {
        read.phases.push(Phase { setup: base, change: None, place: start });
    }
    (read, more)
}

impl Reader<'_> {
    /// Reads conditions: none is known.
    pub fn condition(&mut self, setup: &mut Setup) {
        if let Some(name) = self.next() {
            let message = format!("the condition {} is not known here", name.text);
            setup.refuse(self.refusal(&name, message));
        }
        self.skip_to_command();
    }

    /// Reads a stipulation, which may have a blank before its number of moves.
    pub fn stipulation(&mut self, setup: &mut Setup) {
        let Some(token) = self.next() else { return };
        let mut text = token.text.to_string();
        if !text.ends_with(|c: char| c.is_ascii_digit())
            && let Some(number) =
                self.next_if(|text| text.starts_with(|c: char| c.is_ascii_digit()))
        {
            text += number.text;
        }
        setup.stipulation = Some((text.to_lowercase(), token.start));
    }

    fn options(&mut self, options: &mut Options, setup: &mut Setup) {
        while let Some(token) = self.next_if_not_command() {
            match lookup(&OPTIONS, self.tongue, token.text) {
                Some(meaning) => self.option(meaning, &token, options, setup),
                None => {
                    let message = format!("`{}` is no option", token.text);
                    let help = self.close(&OPTIONS, token.text);
                    setup.refuse(self.refusal(&token, message).maybe_help(help));
                }
            }
        }
    }

    fn option(
        &mut self,
        meaning: Meaning,
        token: &Token<'_>,
        options: &mut Options,
        setup: &mut Setup,
    ) {
        match meaning {
            Meaning::Nothing | Meaning::Kingless => {}
            Meaning::NothingOrNumber => drop(self.number()),
            Meaning::Tries => options.tries = true,
            Meaning::Refutations => options.tries |= self.number().is_some_and(|most| most > 0),
            Meaning::SetPlay => options.set_play = true,
            Meaning::Variations => options.variations = true,
            Meaning::Duplex => options.duplex = true,
            Meaning::HalfDuplex => options.other_side = true,
            Meaning::WhiteToPlay => options.white_to_play = true,
            Meaning::MaxSolutions => options.limit = self.number(),
            Meaning::MaxTime => options.seconds = self.number().map(|seconds| seconds as f64),
            Meaning::EnPassant => {
                options.passed = self.next().and_then(|list| squares(list.text)?.get(1).copied());
                if options.passed.is_none() {
                    let message = "the squares of a pawn's move of two squares are missing";
                    setup.refuse(self.refusal(token, message));
                }
            }
            Meaning::NoCastling => {
                let lost = self.next().and_then(|list| squares(list.text));
                options.no_castling.get_or_insert_default().extend(lost.unwrap_or_default());
            }
            Meaning::Missing => {
                let message = format!("the option {} is not known here", token.text);
                setup.refuse(self.refusal(token, message));
                self.skip_arguments();
            }
        }
    }
}

impl Read {
    /// Returns what is to be solved.
    fn entries(self, number: usize, path: &Path, text: &str, base: &Problem) -> Vec<ProblemEntry> {
        let Read { caption, options, phases } = self;
        let twins = phases.len() > 1;
        let entry = |(index, phase): (usize, Phase)| ProblemEntry {
            number,
            twin: twins.then(|| label(index)),
            line: text[..phase.place].matches('\n').count() + 1,
            request: options.request(&phase.setup, base, text).map_err(|error| error.named(path)),
            change: phase.change,
            caption: caption.clone(),
        };
        phases.into_iter().enumerate().map(entry).collect()
    }
}

impl Options {
    /// Returns the request for a position, or why there is none.
    fn request(&self, setup: &Setup, base: &Problem, file: &str) -> Result<Problem, InputError> {
        if let Some(refused) = &setup.refused {
            return Err(refused.clone());
        }
        let Some((text, at)) = &setup.stipulation else {
            return Err(InputError::new("the problem has no stipulation"));
        };
        let mut parsed = Stipulation::parse(text).map_err(|error| {
            let span = at + error.span.start..at + error.span.end;
            InputError::at("", file, span, error.message).maybe_help(error.help)
        })?;
        if self.white_to_play {
            let message = "the option WhiteToPlay is known for h#n only";
            let set = parsed.set_play().filter(|set| set.half);
            parsed = set.ok_or_else(|| InputError::new(message))?;
        }
        if parsed.play == Play::ProofGame && (self.no_castling.is_some() || self.other_side) {
            let message = "the options NoCastling and HalfDuplex are not known for proof games";
            return Err(InputError::new(message));
        }
        let white = (parsed.usual_first() == Agent::FIRST) != self.other_side;
        let mut position = setup.men.to_fen();
        if self.no_castling.is_some() || self.passed.is_some() {
            let lost = self.no_castling.as_deref().unwrap_or_default();
            let (turn, castling) = (if white { "w" } else { "b" }, setup.men.castling(lost));
            let passed = self.passed.map_or("-".to_string(), name);
            position = format!("{position} {turn} {castling} {passed}");
        }
        let agent = if white { "White" } else { "Black" };
        let depth = (self.variations && !parsed.cooperative()).then_some(parsed.moves);
        let mut limits = base.limits.clone();
        limits.max_seconds = limits.max_seconds.or(self.seconds);
        let request = Problem {
            stipulation: Some(parsed.to_string()),
            position,
            agent: self.other_side.then(|| agent.to_string()),
            all: true,
            limit: base.limit.or(self.limit),
            set_play: base.set_play || self.set_play,
            tries: base.tries || self.tries,
            duplex: base.duplex || self.duplex,
            variations: base.variations.or(depth),
            limits,
            ..base.clone()
        };
        Ok(request.without_meaningless())
    }
}

/// Returns the label of the n-th position of a problem: a, b, …, z, z1, z2.
pub(super) fn label(index: usize) -> String {
    match u8::try_from(index).ok().filter(|&index| index < 26) {
        Some(index) => char::from(b'a' + index).to_string(),
        None => format!("z{}", index - 25),
    }
}

impl Tongue {
    /// Returns the language of a word that begins a problem.
    fn of(word: &str) -> Option<Tongue> {
        let begins = |tongue: &Tongue| lookup(&words::BEGIN, *tongue, word).is_some();
        words::TONGUES.into_iter().find(begins).filter(|_| word.len() >= 3)
    }
}
