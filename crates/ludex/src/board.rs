//! A position as a board that can be drawn and clicked: cells with their names, and which cells every
//! move concerns.
//!
//! No game says which cells a move concerns. They are found by playing it: the cells that look
//! different afterwards. So this works for games in every language.

use std::collections::BTreeMap;

use ludex_game::{
    Agent, Badge, Cell, DrawnCell, DynGame, DynState, Game, Ink, Model, Notation, Picture, Shape,
    SimultaneousGame, Tone,
};
use serde::{Deserialize, Serialize};

use crate::error::InputError;
use crate::judge::MoveVerdict;
use crate::moves;
use crate::session::{AnyGame, Session};
use crate::trail::{Trail, changed_cells};

/// The most moves of a position that are played to find their cells.
const MOST_MOVES: usize = 1000;

/// A position as a board.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Board {
    /// The shape of the cells: `square`, `hexagon`, `point` or `hole`.
    pub shape: String,
    /// Width and height of the drawing without notes.
    pub size: [f64; 2],
    /// What lies under the cells, as SVG.
    pub under: String,
    /// What is shown on top, as SVG: the moves of a line.
    pub over: String,
    /// A badge of every tone (`win`, `draw`, `loss`, `other`) around the origin, as SVG.
    pub badges: BTreeMap<String, String>,
    /// Cells and labels.
    pub cells: Vec<BoardCell>,
    /// Lines of text below the board.
    pub notes: Vec<String>,
    /// The moves of the agent on turn, or of all agents where they move at the same time.
    pub moves: Vec<BoardMove>,
}

/// A cell of a board, or a label beside it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct BoardCell {
    /// The row, counted downwards.
    pub row: i16,
    /// Twice the column.
    pub column2: i16,
    /// The name in the game's notation; empty where cells have none.
    pub name: String,
    /// The content; empty for an empty cell.
    pub text: String,
    /// The number of the agent whose colour the content has, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<u8>,
    /// The name of its colour, where it is not that of an agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// The middle of the cell in the drawing.
    pub x: f64,
    /// The middle of the cell in the drawing, counted downwards.
    pub y: f64,
    /// The ground around the origin, as SVG.
    pub ground: String,
    /// The content around the origin, as SVG.
    pub content: String,
    /// Whether the last move changed it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub last: bool,
    /// Whether this is a label.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub label: bool,
    /// Whether the cell is shaded.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shaded: bool,
}

/// A move and the cells it concerns.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BoardMove {
    /// Who plays it.
    pub agent: String,
    /// The move as it is written.
    pub text: String,
    /// The cells that it changes, by their places in the list of cells: first those that it empties.
    pub cells: Vec<usize>,
}

impl Session {
    /// Describes the position as a board that can be drawn and clicked.
    pub fn board(&self) -> Board {
        self.board_of(self.picture(), self.board_moves())
    }

    /// Describes the position as a board on which the moves of a line are shown.
    pub fn board_with(&self, line: &str) -> Result<Board, InputError> {
        Ok(self.board_of(self.picture_with(line)?, self.board_moves()))
    }

    /// Describes the position as a board that is only looked at: without its moves.
    pub fn still_board(&self) -> Board {
        self.board_of(self.picture(), Vec::new())
    }

    /// Draws the position with the moves of a line as arrows.
    pub fn picture_with(&self, line: &str) -> Result<Picture, InputError> {
        let mut picture = self.picture();
        if let AnyGame::Turns(_, game) = &self.game {
            let mut trail = Trail::default();
            let end = moves::play_turns(game, self.state.clone(), line, &mut trail)?;
            self.require_sound()?;
            picture.arrows = trail.arrows(&end, &|state| game.picture(state));
        }
        Ok(picture)
    }

    /// Draws the position with what its moves are worth: a badge on every cell that judged moves
    /// concern, for the best of them.
    pub fn picture_judged(&self, verdicts: &[MoveVerdict]) -> Picture {
        let mut picture = self.picture();
        let AnyGame::Turns(_, game) = &self.game else { return picture };
        let moves = turn_moves(game, &self.state);
        for cell in 0..picture.cells.len() {
            let here = moves.iter().filter(|mv| mv.cells.contains(&cell));
            let known = here.filter_map(|mv| verdicts.iter().find(|one| one.mv == mv.text));
            let best = known.max_by(|a, b| rank(a).total_cmp(&rank(b)));
            if let Some(verdict) = best.and_then(|best| best.verdict.as_deref().zip(Some(best))) {
                picture.badges.push(badge(cell, verdict));
            }
        }
        picture
    }

    fn board_moves(&self) -> Vec<BoardMove> {
        match &self.game {
            AnyGame::Turns(_, game) => turn_moves(game, &self.state),
            AnyGame::Simultaneous(_, game) => joint_moves(game, &self.state),
        }
    }

    fn board_of(&self, picture: Picture, moves: Vec<BoardMove>) -> Board {
        let shape = match picture.shape {
            Shape::Square => "square",
            Shape::Hexagon => "hexagon",
            Shape::Point => "point",
            Shape::Hole => "hole",
        };
        let drawing = picture.drawing();
        let cells = picture.cells.into_iter().zip(drawing.cells);
        let badges = Tone::ALL.map(|tone| (tone.name().to_string(), tone.badge("")));
        Board {
            shape: shape.to_string(),
            size: drawing.size,
            under: drawing.under,
            over: drawing.over,
            badges: BTreeMap::from(badges),
            cells: cells.map(|(cell, drawn)| board_cell(cell, drawn)).collect(),
            notes: picture.notes,
            moves,
        }
    }
}

/// Returns how good a verdict is.
fn rank(verdict: &MoveVerdict) -> f64 {
    match verdict.verdict.as_deref() {
        Some("wins") => f64::INFINITY,
        Some("draws") => 0.0,
        Some("loses") | None => f64::NEG_INFINITY,
        Some(_) => verdict.score.unwrap_or(0.0),
    }
}

fn badge(cell: usize, (word, verdict): (&str, &MoveVerdict)) -> Badge {
    let text = match word {
        "wins" => "W".to_string(),
        "draws" => "D".to_string(),
        "loses" => "L".to_string(),
        _ => verdict.score.map_or_else(|| "?".to_string(), |score| score.to_string()),
    };
    Badge { cell, text, tone: Tone::of_verdict(word) }
}

fn board_cell(cell: Cell, drawn: DrawnCell) -> BoardCell {
    let (agent, colour) = match cell.ink {
        Ink::Plain => (None, None),
        Ink::Of(agent) => (Some(agent), None),
        Ink::Colour(name) => (None, Some(name.to_string())),
    };
    BoardCell {
        row: cell.row,
        column2: cell.column2,
        name: cell.name,
        text: if cell.text == "·" { String::new() } else { cell.text },
        agent,
        colour,
        x: drawn.x,
        y: drawn.y,
        ground: drawn.ground,
        content: drawn.content,
        last: cell.last,
        label: cell.label,
        shaded: cell.shaded,
    }
}

/// Lists the moves of the agent on turn, or what can happen where chance moves, with their cells.
fn turn_moves(game: &DynGame, state: &DynState) -> Vec<BoardMove> {
    let Some(agent) = game.turn(state).mover() else { return Vec::new() };
    let name = if agent == Agent::CHANCE { "Chance" } else { game.agents().name(agent) };
    let mut moves = Vec::new();
    game.moves(state, agent, &mut moves);
    let (few, before) = (moves.len() <= MOST_MOVES, game.picture(state));
    let described = |mv| BoardMove {
        agent: name.to_string(),
        text: game.write_move(state, agent, mv),
        cells: match few {
            true => changed_cells(&before, &game.picture(&game.after(state, agent, mv))),
            false => Vec::new(),
        },
    };
    moves.into_iter().map(described).collect()
}

/// Lists the moves of all agents, who move at the same time. A move concerns the cells that it changes
/// whatever the others do, unless all moves of its agent do.
fn joint_moves<G: SimultaneousGame + Notation>(game: &G, state: &G::State) -> Vec<BoardMove> {
    let listed = |agent| {
        let mut moves = Vec::new();
        game.moves(state, agent, &mut moves);
        moves
    };
    let agents: Vec<Agent> = game.agents().iter().collect();
    let lists: Vec<Vec<G::Move>> = agents.iter().map(|&agent| listed(agent)).collect();
    if lists.iter().any(Vec::is_empty) {
        return Vec::new();
    }
    let (few, before) =
        (lists.iter().map(Vec::len).sum::<usize>() <= MOST_MOVES, game.picture(state));
    let changed = |agent: usize, mv, others: fn(&Vec<G::Move>) -> G::Move| {
        let mut joint: Vec<G::Move> = lists.iter().map(others).collect();
        joint[agent] = mv;
        let mut after = state.clone();
        game.play_joint(&mut after, &joint);
        changed_cells(&before, &game.picture(&after))
    };
    let mut all = Vec::new();
    for (place, list) in lists.iter().enumerate() {
        let cells = |&mv: &G::Move| {
            let mut cells = changed(place, mv, |list| list[0]);
            let last = changed(place, mv, |list| list[list.len() - 1]);
            cells.retain(|cell| last.contains(cell));
            cells
        };
        let own: Vec<Vec<usize>> = if few { list.iter().map(cells).collect() } else { Vec::new() };
        let common = |cell: &usize| own.iter().all(|cells| cells.contains(cell));
        all.extend(list.iter().enumerate().map(|(at, &mv)| BoardMove {
            agent: game.agents().name(agents[place]).to_string(),
            text: game.write_move(state, agents[place], mv),
            cells:
                own.get(at).into_iter().flatten().copied().filter(|cell| !common(cell)).collect(),
        }));
    }
    all
}
