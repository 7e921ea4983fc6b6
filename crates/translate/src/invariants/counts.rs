//! Marks that are on at most one cell in each column, in each row, or on the board.
//!
//! The number of marks is known at the start, and every move determines the number after it, so
//! that it is known in each situation, by induction; if two moves disagree, it is unknown.

use std::collections::BTreeMap;

use ludex_gdl::Term;
use rustc_hash::FxHashSet;

use crate::board::{Board, Cell};
use crate::moves::Instance;
use crate::rules::Known;

/// A kind of region in which marks are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Region {
    Board,
    Column,
    Row,
}

const REGIONS: [Region; 3] = [Region::Board, Region::Column, Region::Row];

impl Region {
    /// Returns the number of the region of this kind that a cell is in.
    fn of(self, cell: Cell) -> i16 {
        match self {
            Region::Board => 0,
            Region::Column => cell.column,
            Region::Row => cell.row,
        }
    }
}

/// For each mark and kind of region the number in every one of them, if that is known: none or one.
type Numbers = Vec<[Option<u8>; 3]>;

/// The facts off the board, sorted: they identify a situation independently of its number.
type Key = Vec<Term>;

/// The numbers of marks in each situation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counts {
    numbers: Vec<Numbers>,
    /// The numbers that moves disagree about.
    open: FxHashSet<(Key, usize, usize)>,
}

impl Counts {
    /// Starts again, with the first situation.
    pub fn restart(&mut self, board: &Board, initial: &[usize], key: &Key) {
        let count = |mark: usize, region: Region| {
            let mut counts: BTreeMap<i16, u8> =
                board.cells().map(|cell| (region.of(cell), 0)).collect();
            for fact in initial.iter().map(|&f| board.facts[f]).filter(|f| f.mark == mark) {
                let count = counts.entry(region.of(fact.cell)).or_default();
                *count = count.saturating_add(1);
            }
            let mut counts = counts.into_values();
            let first = counts.next()?;
            (first <= 1 && counts.all(|c| c == first)).then_some(first)
        };
        let of_mark = |mark: usize| REGIONS.map(|region| count(mark, region));
        let numbers = (0..board.marks.len()).map(of_mark).collect();
        self.numbers = vec![self.without_open(numbers, key)];
    }

    fn without_open(&self, mut numbers: Numbers, key: &Key) -> Numbers {
        for (mark, of_mark) in numbers.iter_mut().enumerate() {
            for (region, number) in of_mark.iter_mut().enumerate() {
                if self.open.contains(&(key.clone(), mark, region)) {
                    *number = None;
                }
            }
        }
        numbers
    }

    /// Records the counts after a move; returns whether they contradict what was assumed.
    pub fn follow(&mut self, board: &Board, instance: &Instance, key: &Key) -> bool {
        let after = self.after(board, instance);
        if instance.target == self.numbers.len() {
            let after = self.without_open(after, key);
            self.numbers.push(after);
            return false;
        }
        let mut contradicts = false;
        for (mark, of_mark) in after.iter().enumerate() {
            for (region, number) in of_mark.iter().enumerate() {
                let known = self.numbers[instance.target][mark][region];
                if known.is_some() && known != *number {
                    contradicts |= self.open.insert((key.clone(), mark, region));
                }
            }
        }
        contradicts
    }

    fn after(&self, board: &Board, instance: &Instance) -> Numbers {
        let number = |mark: usize, place: usize| {
            let before = self.numbers[instance.situation][mark][place]?;
            let region = REGIONS[place];
            let mut changes = BTreeMap::<i16, i16>::new();
            for (i, &cell) in instance.cells.iter().enumerate() {
                let here = |marks: &[usize]| i16::from(marks.contains(&mark));
                let change = here(&instance.after[i]) - here(&instance.before[i]);
                *changes.entry(region.of(cell)).or_default() += change;
                if change != 0 && !instance.exact.contains(&mark) {
                    return None;
                }
            }
            let change = match region {
                Region::Board => changes.values().sum(),
                _ if changes.values().all(|&change| change == 0) => 0,
                _ => return None,
            };
            u8::try_from(i16::from(before) + change).ok().filter(|&n| n <= 1)
        };
        (0..board.marks.len()).map(|mark| [0, 1, 2].map(|place| number(mark, place))).collect()
    }

    /// Adds the consequences of the known facts in a situation; returns `false` if they are
    /// inconsistent.
    pub fn close(&self, board: &Board, situation: usize, known: &mut Known) -> bool {
        let numbers = &self.numbers[situation];
        for (number, fact) in board.facts.iter().enumerate() {
            if numbers[fact.mark][0] == Some(0) && known.insert(number, false) == Some(true) {
                return false;
            }
        }
        let mut there: Vec<usize> = known.iter().filter(|k| *k.1).map(|k| *k.0).collect();
        ludex_base::sort(&mut there);
        for fact in there.into_iter().map(|f| board.facts[f]) {
            let single = |place: &usize| numbers[fact.mark][*place] == Some(1);
            for place in [0, 1, 2].iter().filter(|p| single(p)) {
                let region = REGIONS[*place];
                let others = board
                    .cells()
                    .filter(|&cell| cell != fact.cell && region.of(cell) == region.of(fact.cell));
                for other in others.filter_map(|cell| board.fact_at(fact.mark, cell)) {
                    if known.insert(other, false) == Some(true) {
                        return false;
                    }
                }
            }
        }
        true
    }
}
