//! How a position was reached, and what its picture shows of that: the cells that the last move
//! changed, and dominoes, which a position knows only as filled cells.

use ludex_game::{Agent, Arrow, Cell, DynMove, DynState, Ink, Picture, Side};

/// The most moves of which the positions before them are remembered.
const MOST: usize = 512;
/// The most moves of a line that are drawn as arrows: more cannot be told apart.
const ARROWS: usize = 6;

/// The moves that led to a position.
#[derive(Clone, Default)]
pub(crate) struct Trail {
    steps: Vec<Step>,
    /// The first position as it was written, if it was.
    pub given: Option<String>,
    /// The first position.
    start: Option<DynState>,
    /// All moves since then, those of one turn together.
    turns: Vec<Vec<DynMove>>,
}

/// A move: the state before it, and who made it if it was one agent.
#[derive(Clone)]
struct Step {
    before: DynState,
    mover: Option<Agent>,
}

/// Draws a state.
pub(crate) type Draw<'d> = &'d dyn Fn(&DynState) -> Picture;

impl Trail {
    /// Remembers the moves of a turn.
    pub fn push(&mut self, before: DynState, mover: Option<Agent>, moves: Vec<DynMove>) {
        self.start.get_or_insert_with(|| before.clone());
        self.turns.push(moves);
        if self.steps.len() >= MOST {
            self.steps.remove(0);
        }
        self.steps.push(Step { before, mover });
    }

    /// Returns the first position, given the last.
    pub fn start<'t>(&'t self, last: &'t DynState) -> &'t DynState {
        self.start.as_ref().unwrap_or(last)
    }

    /// Returns all moves from the first position on, those of one turn together.
    pub fn turns(&self) -> &[Vec<DynMove>] {
        &self.turns
    }

    /// Marks in the picture of the position what the moves tell.
    pub fn mark(&self, picture: &mut Picture, draw: Draw) {
        let Some(last) = self.steps.last() else { return };
        let changed = changed_cells(&draw(&last.before), picture);
        if picture.cells.iter().any(is_block) {
            self.join(picture, draw);
        }
        changed.into_iter().for_each(|cell| picture.cells[cell].last = true);
    }

    /// Makes a domino of every two neighbours that one move filled.
    fn join(&self, picture: &mut Picture, draw: Draw) {
        let befores = self.steps.iter().map(|step| draw(&step.before));
        let pictures: Vec<Picture> = befores.chain([picture.clone()]).collect();
        for (pair, step) in pictures.windows(2).zip(&self.steps) {
            let [a, b] = changed_cells(&pair[0], &pair[1])[..] else { continue };
            let sides = match [a, b].map(|cell| picture.cells.get(cell)) {
                [Some(a), Some(b)] => neighbours(a, b),
                _ => Vec::new(),
            };
            let owner = step.mover.map_or(Ink::Plain, |agent| Ink::Of(agent.0));
            for (cell, side) in [a, b].into_iter().zip(sides) {
                let cell = &mut picture.cells[cell];
                (cell.joined, cell.ink) = (Some(side), owner);
            }
        }
    }

    /// Returns the moves as arrows on the picture of the first position; `end` is the last one.
    pub fn arrows(&self, end: &DynState, draw: Draw) -> Vec<Arrow> {
        let states: Vec<&DynState> =
            self.steps.iter().map(|step| &step.before).chain([end]).collect();
        let pairs = states.windows(2).zip(&self.steps).take(ARROWS).enumerate();
        let single = self.steps.len() == 1;
        let arrow = |(number, (pair, step)): (usize, (&[&DynState], &Step))| {
            let (from, to) = movement(&draw(pair[0]), &draw(pair[1]))?;
            let text = if single { String::new() } else { (number + 1).to_string() };
            let ink = step.mover.map_or(Ink::Plain, |agent| Ink::Of(agent.0));
            Some(Arrow { from, to, text, ink })
        };
        pairs.filter_map(arrow).collect()
    }
}

fn is_block(cell: &Cell) -> bool {
    !cell.label && cell.text == "■"
}

/// Returns the directions in which two filled cells touch; none if they do not.
fn neighbours(a: &Cell, b: &Cell) -> Vec<Side> {
    let step = (i32::from(b.row) - i32::from(a.row), i32::from(b.column2) - i32::from(a.column2));
    match step {
        _ if !is_block(a) || !is_block(b) => Vec::new(),
        (0, 2) => vec![Side::Right, Side::Left],
        (0, -2) => vec![Side::Left, Side::Right],
        (1, 0) => vec![Side::Down, Side::Up],
        (-1, 0) => vec![Side::Up, Side::Down],
        _ => Vec::new(),
    }
}

/// Returns where a move comes from and goes to: what disappears in one place and appears in another,
/// or what only appears.
fn movement(before: &Picture, after: &Picture) -> Option<(Option<usize>, usize)> {
    let changed = changed_cells(before, after);
    let empty = |cell: &Cell| cell.text == "·";
    let filled = || changed.iter().copied().filter(|&cell| !empty(&after.cells[cell]));
    let emptied = || changed.iter().copied().filter(|&cell| empty(&after.cells[cell]));
    let same = |from: usize, to: usize| {
        let (from, to) = (&before.cells[from], &after.cells[to]);
        (&from.text, from.ink) == (&to.text, to.ink)
    };
    let moved = emptied().find_map(|from| Some((from, filled().find(|&to| same(from, to))?)));
    match (moved, filled().next()) {
        (Some((from, to)), _) => Some((Some(from), to)),
        // A piece that changes on its way, as a pawn that promotes.
        (None, Some(to)) => Some((emptied().next().filter(|_| changed.len() == 2), to)),
        (None, None) => None,
    }
}

/// Returns the places of the cells that differ between two drawings of one board: first those that
/// become empty. Returns none if the drawings do not have the same cells.
pub(crate) fn changed_cells(before: &Picture, after: &Picture) -> Vec<usize> {
    let same_place =
        |a: &Cell, b: &Cell| (a.row, a.column2, a.label) == (b.row, b.column2, b.label);
    let pairs = || before.cells.iter().zip(&after.cells);
    if before.cells.len() != after.cells.len() || !pairs().all(|(a, b)| same_place(a, b)) {
        return Vec::new();
    }
    let differs =
        |(_, (a, b)): &(usize, (&Cell, &Cell))| !a.label && (&a.text, a.ink) != (&b.text, b.ink);
    let changed = pairs().enumerate().filter(differs);
    let (emptied, filled): (Vec<_>, Vec<_>) = changed.partition(|(_, (_, b))| b.text == "·");
    emptied.into_iter().chain(filled).map(|(place, _)| place).collect()
}
