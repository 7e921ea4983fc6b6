//! Garbage collection: cells that nothing refers to are removed, and the rest moves together. The
//! order of the cells stays, so that choice points and the ages of variables stay right.

use super::engine::{Alternative, Engine};
use crate::terms::{Cell, Kind};

/// One bit for each cell that is needed, and the number of such cells before each word.
struct Marks {
    bits: Vec<u64>,
    before: Vec<u32>,
    open: Vec<Cell>,
}

impl Marks {
    fn is_set(&self, place: usize) -> bool {
        self.bits[place / 64] >> (place % 64) & 1 == 1
    }

    /// Sets a bit; returns whether it was not set.
    fn set(&mut self, place: usize) -> bool {
        let (word, bit) = (&mut self.bits[place / 64], 1 << (place % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Marks everything that a cell refers to.
    fn mark(&mut self, cells: &[Cell], cell: Cell) {
        self.open.push(cell);
        while let Some(cell) = self.open.pop() {
            match cell.kind() {
                Kind::Reference(place) if place < cells.len() && self.set(place) => {
                    self.open.push(cells[place]);
                }
                Kind::Structure(place) if place < cells.len() && self.set(place) => {
                    let end = (place + cells[place].arity()).min(cells.len() - 1);
                    for (part, cell) in (place + 1..).zip(&cells[place + 1..=end]) {
                        if self.set(part) {
                            self.open.push(*cell);
                        }
                    }
                }
                Kind::Boxed(place) if place < cells.len() => {
                    if let Kind::Header(_, length) = cells[place].kind() {
                        (place..=place + length).for_each(|place| {
                            self.set(place);
                        });
                    }
                }
                _ => {}
            }
        }
    }

    fn count(&mut self) -> usize {
        let mut total = 0;
        self.before = Vec::with_capacity(self.bits.len());
        for word in &self.bits {
            self.before.push(total);
            total += word.count_ones();
        }
        total as usize
    }

    /// Returns where a cell moves to; for a cell that goes, the first one after it.
    fn moved(&self, place: usize) -> usize {
        match self.bits.get(place / 64) {
            Some(word) => {
                let below = word & ((1u64 << (place % 64)) - 1);
                (self.before[place / 64] + below.count_ones()) as usize
            }
            None => self.before.last().map_or(0, |&before| {
                (before + self.bits.last().map_or(0, |word| word.count_ones())) as usize
            }),
        }
    }

    fn updated(&self, cell: Cell) -> Cell {
        match cell.kind() {
            Kind::Reference(place) => Cell::reference(self.moved(place)),
            Kind::Structure(place) => Cell::structure(self.moved(place)),
            Kind::Boxed(place) => Cell::boxed(self.moved(place)),
            _ => cell,
        }
    }
}

impl Engine {
    /// Collects garbage. The first registers hold the arguments of the predicate that is called.
    #[cold]
    pub(super) fn collect_garbage(&mut self, arity: usize) {
        let length = self.heap.cells.len();
        let mut marks =
            Marks { bits: vec![0; length / 64 + 1], before: Vec::new(), open: Vec::new() };
        let slots = self.live_slots();
        for i in 0..arity {
            marks.mark(&self.heap.cells, self.registers[i]);
        }
        for &cell in &self.saved {
            marks.mark(&self.heap.cells, cell);
        }
        for &slot in &slots {
            marks.mark(&self.heap.cells, self.frames[slot]);
        }
        let live = marks.count();
        let mut to = 0;
        let mut place = 0;
        while place < length {
            if !marks.is_set(place) {
                place += 1;
                continue;
            }
            let cell = self.heap.cells[place];
            if let Kind::Header(_, words) = cell.kind() {
                self.heap.cells.copy_within(place..=place + words, to);
                (place, to) = (place + words + 1, to + words + 1);
                continue;
            }
            self.heap.cells[to] = marks.updated(cell);
            (place, to) = (place + 1, to + 1);
        }
        debug_assert_eq!(to, live);
        for i in 0..arity {
            self.registers[i] = marks.updated(self.registers[i]);
        }
        self.saved.iter_mut().for_each(|cell| *cell = marks.updated(*cell));
        for &slot in &slots {
            self.frames[slot] = marks.updated(self.frames[slot]);
        }
        self.update_trail(&marks);
        self.heap.cells.truncate(live);
        for choice in &mut self.choices {
            choice.heap = marks.moved(choice.heap as usize) as u32;
        }
        self.protect_last_choice();
        self.collect_at = (2 * live).max(super::engine::FIRST_COLLECTION);
    }

    /// Removes trail entries of cells that are gone, and moves the others.
    fn update_trail(&mut self, marks: &Marks) {
        let mut lengths: Vec<usize> =
            self.choices.iter().map(|choice| choice.trail as usize).collect();
        self.heap
            .filter_trail(&mut lengths, |place| marks.is_set(place).then(|| marks.moved(place)));
        for (choice, length) in self.choices.iter_mut().zip(lengths) {
            choice.trail = length as u32;
        }
    }

    /// Returns the slots of all frames that are still needed, each once.
    fn live_slots(&self) -> Vec<usize> {
        let mut slots = Vec::new();
        let mut visited = rustc_hash::FxHashSet::default();
        let mut walk = |mut go_on: usize, mut frame: usize| {
            while go_on != 0 {
                // Frames that were visited with the same continuation have been walked up, too.
                let again = !visited.insert((go_on, frame));
                if again {
                    return;
                }
                if let Some(live) = self.database.live.get(&(go_on as u32)) {
                    slots.extend(live.iter().map(|&slot| frame + slot as usize));
                }
                let next = (self.frames[frame].word(), self.frames[frame + 1].word());
                (go_on, frame) = next;
            }
        };
        walk(self.go_on, self.frame);
        for choice in self.choices.iter().rev() {
            if let Alternative::Dead = choice.alternative {
                continue;
            }
            walk(choice.go_on as usize, choice.frame as usize);
        }
        slots.sort_unstable();
        slots.dedup();
        slots
    }
}
