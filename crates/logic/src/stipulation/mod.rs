//! Stipulations: what problemists write under a diagram (`#3`, `h#2.5`, `s#3`, `ser-h#5`), parsed
//! into moves by agents and a goal.
//!
//! A stipulation is a way to play, a goal, and a number of moves. The side on turn in the position
//! moves first, whichever it is: in `#n` it is the side that mates, in `h#n` the one that is mated,
//! in `h#n.5` again the one that mates.

mod formula;
mod read;

use ludex_game::Agent;

/// How the sides play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    /// `#n`: the first side reaches the goal within n moves, whatever the other does.
    Direct,
    /// `s#n`: the first side forces the other to reach the goal within n moves.
    Selfmate,
    /// `r#n`: as `s#n`, but either side must mate in one whenever it can.
    Reflex,
    /// `semi-r#n`: as `s#n`, but the other side must mate in one whenever it can.
    SemiReflex,
    /// `h#n`: both sides cooperate, the n-th move of the second side reaches the goal.
    Help,
    /// `hs#n`: both sides cooperate until after the first side's n-th move the other must reach the
    /// goal.
    HelpSelf,
    /// `ser-#n`: the first side makes n moves in a row, the last of which reaches the goal.
    Series,
    /// `ser-h#n`: the first side makes n moves in a row, then the other reaches the goal.
    SeriesHelp,
    /// `ser-s#n`: the first side makes n moves in a row, then the other must reach the goal.
    SeriesSelf,
    /// `hr#n`: both sides cooperate until after the first side's n-th move the other can reach the
    /// goal; either side must mate in one whenever it can.
    HelpReflex,
    /// `ser-r#n`: the first side makes n moves in a row, then the other can reach the goal; the
    /// first side must mate in one whenever it can.
    SeriesReflex,
    /// `pser-#n`: as `#n`, but the other side moves only when it is in check.
    Parry,
    /// `pser-s#n`: as `s#n`, but the other side moves only when it is in check, and at the end.
    ParrySelf,
    /// `pser-h#n`: as `ser-h#n`, but the other side answers checks.
    ParryHelp,
    /// `dia n`: both sides play from the start of a game to the diagram.
    ProofGame,
}

/// The prefix that is written before the goal, for each way to play, with its meaning.
pub const PLAYS: [(&str, Play, &str); 14] = [
    ("", Play::Direct, "mate in at most n moves, whatever the other side does"),
    ("h", Play::Help, "both sides help; h#n.5 with an extra move in front"),
    ("s", Play::Selfmate, "force the other side to mate in at most n moves"),
    ("r", Play::Reflex, "as s#n, but whoever can mate in one must"),
    ("semi-r", Play::SemiReflex, "as s#n, but the other side must mate in one if it can"),
    ("hs", Play::HelpSelf, "both sides help until the last move forces the other side to mate"),
    ("ser-", Play::Series, "n moves in a row, the last one mates"),
    ("ser-h", Play::SeriesHelp, "n moves in a row, then the other side mates"),
    ("ser-s", Play::SeriesSelf, "n moves in a row, then the other side cannot but mate"),
    ("hr", Play::HelpReflex, "as hs#n, but whoever can mate in one must"),
    ("ser-r", Play::SeriesReflex, "as ser-s#n, but whoever can mate in one must"),
    ("pser-", Play::Parry, "n moves in a row; the other side only parries checks"),
    ("pser-s", Play::ParrySelf, "as ser-s#n; the other side parries checks on the way"),
    ("pser-h", Play::ParryHelp, "as ser-h#n; the other side parries checks on the way"),
];

/// The condition that must be true at the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// `#`: the side that did not make the last move is mated.
    Mate,
    /// `=`: it is stalemated.
    Stalemate,
    /// `#=`: it is mated or stalemated.
    MateOrStalemate,
    /// `==`: both sides are without a move, and nobody is in check.
    DoubleStalemate,
    /// `+`: the side that did not make the last move is in check.
    Check,
    /// `x`: the last move took a man.
    Capture,
    /// `00`: the last move castled.
    Castling,
    /// `ep`: the last move took a pawn in passing.
    EnPassant,
    /// `~`: any move.
    AnyMove,
    /// `dia`: the men stand as in the diagram.
    Diagram,
    /// `ze4`: the last move went to this square.
    Target(String),
    /// `{atom}`: an atom of the game.
    Atom(String),
}

/// The goals that are written with a sign of their own, with their meanings. A sign that begins
/// like another one comes after it.
pub const GOALS: [(&str, Goal, &str); 10] = [
    ("#=", Goal::MateOrStalemate, "mate or stalemate"),
    ("#", Goal::Mate, "mate"),
    ("==", Goal::DoubleStalemate, "stalemate of both sides"),
    ("=", Goal::Stalemate, "stalemate"),
    ("+", Goal::Check, "check"),
    ("x", Goal::Capture, "a capture"),
    ("00", Goal::Castling, "castling"),
    ("ep", Goal::EnPassant, "a capture en passant"),
    ("~", Goal::AnyMove, "any move"),
    ("dia", Goal::Diagram, "the diagram, from the start of a game: a proof game, without a prefix"),
];

impl Goal {
    /// Returns whether the goal is about the last move rather than about the position after it.
    pub fn is_about_last_move(&self) -> bool {
        let Goal::Atom(atom) = self else {
            return matches!(
                self,
                Goal::Capture | Goal::Castling | Goal::EnPassant | Goal::AnyMove | Goal::Target(_)
            );
        };
        atom.trim_start().to_ascii_lowercase().starts_with("moved")
    }
}

impl std::fmt::Display for Goal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Goal::Atom(atom) => write!(f, "{{{atom}}}"),
            Goal::Target(square) => write!(f, "z{square}"),
            _ => {
                let known = GOALS.iter().find(|(_, goal, _)| goal == self);
                f.write_str(known.map_or("", |(text, ..)| text))
            }
        }
    }
}

/// A stipulation.
///
/// ```
/// use ludex_game::{Agent, Agents};
/// use ludex_logic::Stipulation;
/// let (white, black) = (Agent(0), Agent(1));
/// let helpmate = Stipulation::parse("h#1.5").unwrap();
/// assert_eq!(helpmate.movers(white), [white, black, white]);
/// let agents = Agents::new(["White", "Black"]);
/// let formula = "<White> (!final & <Black> <White> mate(Black))";
/// assert_eq!(helpmate.formula(&agents, white), formula);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stipulation {
    /// How the sides play.
    pub play: Play,
    /// The goal they play for.
    pub goal: Goal,
    /// The number of moves: the n of the stipulation, without its half.
    pub moves: u32,
    /// Whether there is half a move more: before them, in proof games after them.
    pub half: bool,
    /// `exact-`: whether fewer moves do not count.
    pub exact: bool,
    /// `reci-h`, `ser-reci-h`: in the last move of the side that begins it can reach this goal, too,
    /// instead of helping the other side.
    pub reciprocal: Option<Goal>,
}

impl Stipulation {
    /// Returns whether the sides cooperate, so that solutions are lines rather than keys.
    pub fn cooperative(&self) -> bool {
        !matches!(
            self.play,
            Play::Direct
                | Play::Selfmate
                | Play::Reflex
                | Play::SemiReflex
                | Play::Parry
                | Play::ParrySelf
        )
    }

    /// Returns whether the other side moves only when it is in check.
    pub fn is_parry(&self) -> bool {
        matches!(self.play, Play::Parry | Play::ParrySelf | Play::ParryHelp)
    }

    /// Returns whether one side makes all its moves in a row. The other side is not on turn in the
    /// meantime: it does not matter whether it could move.
    pub fn is_series(&self) -> bool {
        self.is_parry()
            || matches!(
                self.play,
                Play::Series | Play::SeriesHelp | Play::SeriesSelf | Play::SeriesReflex
            )
    }

    /// Returns the agent that moves first where a diagram does not say it: White (the first agent)
    /// is to reach the goal, or to force the other side to, so in help play Black moves first.
    pub fn usual_first(&self) -> Agent {
        match self.play {
            Play::Help if !self.half => Agent::SECOND,
            Play::SeriesHelp | Play::ParryHelp => Agent::SECOND,
            Play::HelpSelf | Play::HelpReflex if self.half => Agent::SECOND,
            _ => Agent::FIRST,
        }
    }

    /// Returns the agent whose move reaches the goal, if this one moves first.
    pub fn reaches(&self, first: Agent) -> Agent {
        match self.play {
            Play::Direct | Play::Series | Play::Parry => first,
            Play::Help | Play::HelpSelf | Play::HelpReflex | Play::ProofGame if self.half => first,
            _ => first.other(),
        }
    }

    /// Returns the agent that is forced to make the last move after cooperative play, if there is
    /// one.
    pub fn forced(&self, first: Agent) -> Option<Agent> {
        matches!(self.play, Play::HelpSelf | Play::SeriesSelf).then(|| self.reaches(first))
    }

    /// Returns whether the side that makes the last move must make it whenever it can, and the
    /// other side must not be able to mate on the way.
    pub fn is_help_reflex(&self) -> bool {
        matches!(self.play, Play::HelpReflex | Play::SeriesReflex)
    }

    /// Returns the agents that make the moves that are free to choose, in order, if the sides
    /// cooperate.
    pub fn movers(&self, first: Agent) -> Vec<Agent> {
        let n = self.moves as usize;
        let in_turn =
            |plies: usize| (0..plies).map(|ply| Agent(first.0 ^ (ply % 2) as u8)).collect();
        match self.play {
            Play::Help | Play::ProofGame => in_turn(2 * n + usize::from(self.half)),
            Play::HelpSelf | Play::HelpReflex => in_turn(2 * n + usize::from(self.half) - 1),
            Play::SeriesHelp | Play::ParryHelp => [vec![first; n], vec![first.other()]].concat(),
            _ => vec![first; n],
        }
    }

    /// Returns this stipulation with the other side starting, half a move shorter: the set play of
    /// a help problem. Returns `None` for other problems, reciprocal ones among them.
    pub fn set_play(&self) -> Option<Stipulation> {
        let moves = if self.half { self.moves } else { self.moves.checked_sub(1)? };
        let set = Stipulation { moves, half: !self.half, ..self.clone() };
        let helps = self.play == Play::Help && self.reciprocal.is_none();
        (helps && (moves > 0 || set.half)).then_some(set)
    }

    /// Returns this stipulation with one move less, or `None` if it has only one or is exact.
    pub fn shorter(&self) -> Option<Stipulation> {
        let moves = self.moves.checked_sub(1).filter(|_| !self.exact)?;
        let enough = moves > 0
            || self.half
                && self.reciprocal.is_none()
                && matches!(self.play, Play::Help | Play::ProofGame);
        enough.then(|| Stipulation { moves, ..self.clone() })
    }
}

impl std::fmt::Display for Stipulation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let play =
            PLAYS.iter().find(|(_, play, _)| *play == self.play).map_or("", |(text, ..)| text);
        let half = if self.half { ".5" } else { "" };
        let exact = if self.exact { "exact-" } else { "" };
        let reciprocal = read::RECIPROCAL.iter().find(|(_, play)| *play == self.play);
        let (play, own) = match (&self.reciprocal, reciprocal) {
            (Some(goal), Some((text, _))) if *goal != self.goal => (*text, format!("({goal})")),
            (Some(_), Some((text, _))) => (*text, String::new()),
            _ => (play, String::new()),
        };
        write!(f, "{exact}{play}{own}{}{}{half}", self.goal, self.moves)
    }
}
