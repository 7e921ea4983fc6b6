//! Virtual connections of Hex by H-search \[Ans02\].
//!
//! The points of an agent are its chains (its two sides are chains, too) and the empty cells. A
//! *full* connection of two points is a set of empty cells, its carrier, in which the agent joins
//! them even if the opponent moves first; a *semi* connection one in which it does if it moves
//! first, to the key cell. Neighbours have a full connection without any cell. Then
//! - two full connections that share an end, and no cell otherwise, make a full one of the other
//!   ends where the shared end is a chain, and a semi one with the shared end as its key where it
//!   is an empty cell;
//! - semi connections of two points with no cell common to all of them make a full one: the
//!   opponent cannot intrude into all of them at once.
//!
//! An agent wins if there is a full connection of its sides, or a semi one and it is on turn; and
//! the opponent has to move into all semi connections of its sides. Connections are added in the
//! order of the sizes of their carriers, so that none comes before those it contains.

use super::Connection;
use crate::bitboard::Bitboard;

/// The most full connections, and semi connections, of two points that are kept, and the most of
/// the two sides.
const KEPT: [u32; 2] = [4, 8];
const KEPT_OF_SIDES: u32 = 64;
/// The most semi connections that are united to a full one.
const UNITED: u32 = 4;
/// The most pairs of connections that are looked at.
const EFFORT: usize = 1_000_000;

/// The most points.
const POINTS: usize = 128;
/// The sides as points.
const SIDES: (u8, u8) = (0, 1);

/// A connection between two points, the lesser one first.
#[derive(Clone, Copy)]
struct Link<W> {
    from: u8,
    to: u8,
    /// The key cell of a semi connection.
    key: Option<u8>,
    carrier: W,
}

impl<W> Link<W> {
    /// Returns the number of the kind: 0 for a full connection, 1 for a semi one.
    fn kind(&self) -> usize {
        usize::from(self.key.is_some())
    }

    /// Returns the most connections of this kind between these points that are kept.
    fn room(&self) -> u32 {
        if (self.from, self.to) == SIDES { KEPT_OF_SIDES } else { KEPT[self.kind()] }
    }
}

/// The carriers of connections of one kind between two points: a place in a list of all carriers.
#[derive(Clone, Copy, Default)]
struct Block {
    start: u32,
    len: u32,
}

/// The connections of an agent.
pub(super) struct Connections<W> {
    /// The number of chains: the first points.
    chains: usize,
    /// The cell of each point; empty for chains.
    cells: Vec<W>,
    /// The points joined with each point without any cell.
    joined: Vec<u128>,
    /// For each point the other ends of its full connections; and their carriers, with the cells
    /// of those ends, in a list of their own, as most of what is done is to look through it.
    fulls: Vec<(Vec<u8>, Vec<W>)>,
    /// For each pair of points its full and its semi connections.
    pairs: Vec<[Block; 2]>,
    /// The carriers of the blocks.
    carriers: Vec<W>,
    /// The connections to be added, by the sizes of their carriers.
    pending: Vec<Vec<Link<W>>>,
    effort: usize,
    /// Whether there is a full connection of the sides.
    pub full: bool,
    /// The cells that all semi connections of the sides have in common.
    pub common: W,
    /// The key of the smallest semi connection of the sides.
    pub key: Option<u32>,
}

impl<W: Bitboard, const NEAR: usize> Connection<W, NEAR> {
    /// Searches for connections of an agent that has two sides to connect, up to a full one of the
    /// sides, or a semi one if that is `enough`. `None` if the board has too many points.
    pub(super) fn connections(
        &self,
        stones: [W; 2],
        agent: usize,
        enough: bool,
    ) -> Option<Connections<W>> {
        let empty = self.full & !(stones[0] | stones[1]);
        let around = self.around_chains(stones[agent], agent, empty);
        let (chains, count) = (around.len(), empty.count() as usize);
        let points = chains + count;
        if points > POINTS {
            return None;
        }
        let mut cells = vec![W::EMPTY; chains];
        cells.extend(empty.cells().map(W::cell));
        let mut found = Connections {
            chains,
            cells,
            joined: vec![0; points],
            fulls: vec![Default::default(); points],
            pairs: vec![Default::default(); points * points],
            carriers: Vec::with_capacity(4096),
            pending: vec![Vec::new(); count + 1],
            effort: 0,
            full: false,
            common: empty,
            key: None,
        };
        let mut numbers = [0; POINTS];
        for (number, cell) in (chains..).zip(empty.cells()) {
            numbers[cell as usize] = number as u8;
        }
        for (chain, beside) in around.into_iter().enumerate() {
            beside.cells().for_each(|cell| found.touch(chain as u8, numbers[cell as usize]));
        }
        for cell in empty.cells() {
            let neighbours = (self.neighbours[cell as usize] & empty).cells();
            for other in neighbours.filter(|&other| other > cell) {
                found.touch(numbers[cell as usize], numbers[other as usize]);
            }
        }
        found.run(enough);
        Some(found)
    }

    /// Returns the empty cells beside each chain of an agent: beside its two sides first.
    fn around_chains(&self, stones: W, agent: usize, empty: W) -> Vec<W> {
        let sides = [self.near[agent][0], self.last[agent]];
        let mut around: Vec<W> = sides.iter().map(|&side| side & empty).collect();
        for chain in self.chains(stones) {
            let beside = self.around(chain) & empty;
            match sides.iter().position(|&side| (chain & side).any()) {
                Some(side) => around[side] |= beside,
                None => around.push(beside),
            }
        }
        around
    }
}

impl<W: Bitboard> Connections<W> {
    /// Returns the number of points.
    pub(super) fn points(&self) -> usize {
        self.cells.len()
    }

    /// Returns whether a point is a chain.
    pub(super) fn is_chain(&self, point: usize) -> bool {
        point < self.chains
    }

    /// Returns the empty cells and their points.
    pub(super) fn empty_points(&self) -> impl Iterator<Item = (u32, usize)> + '_ {
        (self.chains..self.points()).map(|point| (self.cells[point].first(), point))
    }

    /// Returns the size of the least carrier of a full connection of two points, the lesser one
    /// first, if there is one.
    pub(super) fn least_full(&self, from: usize, to: usize) -> Option<u32> {
        self.list(self.pairs[from * self.points() + to][0]).first().map(|carrier| carrier.count())
    }

    /// Notes that two points are neighbours.
    fn touch(&mut self, from: u8, to: u8) {
        self.pending[0].push(Link { from, to, key: None, carrier: W::EMPTY });
    }

    fn run(&mut self, enough: bool) {
        for size in 0..self.pending.len() {
            let mut next = 0;
            while let Some(&link) = self.pending[size].get(next) {
                next += 1;
                if !self.add(link) || (link.from, link.to) != SIDES {
                    continue;
                }
                let Some(key) = link.key else {
                    self.full = true;
                    return;
                };
                self.common &= link.carrier;
                self.key.get_or_insert(u32::from(key));
                if enough {
                    return;
                }
            }
        }
    }

    fn pair(&self, link: &Link<W>) -> usize {
        usize::from(link.from) * self.points() + usize::from(link.to)
    }

    fn list(&self, block: Block) -> &[W] {
        &self.carriers[block.start as usize..][..block.len as usize]
    }

    /// Returns whether a connection contains another one, or is one too many.
    #[inline]
    fn superfluous(&self, link: &Link<W>) -> bool {
        let pair = self.pairs[self.pair(link)];
        let contains = |&other: &W| (other & !link.carrier).is_empty();
        pair[link.kind()].len >= link.room()
            || pair[..=link.kind()].iter().any(|&block| self.list(block).iter().any(contains))
    }

    /// Notes a connection to be added.
    #[inline]
    fn propose(&mut self, link: Link<W>) {
        if !self.superfluous(&link) {
            self.pending[link.carrier.count() as usize].push(link);
        }
    }

    /// Adds a connection and proposes what follows from it; returns whether it was new.
    fn add(&mut self, link: Link<W>) -> bool {
        if self.effort > EFFORT || self.superfluous(&link) {
            return false;
        }
        let pair = self.pair(&link);
        let block = &mut self.pairs[pair][link.kind()];
        let others = *block;
        if block.len == 0 {
            block.start = self.carriers.len() as u32;
            self.carriers.resize(self.carriers.len() + link.room() as usize, W::EMPTY);
        }
        self.carriers[(block.start + block.len) as usize] = link.carrier;
        block.len += 1;
        match link.key {
            None => self.extend(link),
            Some(_) => self.unite_with(link, others),
        }
        true
    }

    /// Proposes connections by way of the ends of a full one.
    fn extend(&mut self, Link { from, to, carrier, .. }: Link<W>) {
        if carrier.is_empty() {
            self.joined[usize::from(from)] |= 1 << to;
            self.joined[usize::from(to)] |= 1 << from;
        }
        for (end, other) in [(from, to), (to, from)] {
            let (fars, beyond) = std::mem::take(&mut self.fulls[usize::from(end)]);
            self.effort += fars.len();
            let (cell, own) = (self.cells[usize::from(end)], self.cells[usize::from(other)]);
            let key = (!self.is_chain(end.into())).then(|| cell.first() as u8);
            let joined = self.joined[usize::from(other)] | 1 << other;
            let used = carrier | own;
            for (at, &cells) in
                beyond.iter().enumerate().filter(|(_, cells)| (used & **cells).is_empty())
            {
                let far = fars[at];
                if joined >> far & 1 == 0 {
                    let (from, to) = (other.min(far), other.max(far));
                    let carrier = (carrier | cells | cell) & !self.cells[usize::from(far)];
                    self.propose(Link { from, to, key, carrier });
                }
            }
            self.fulls[usize::from(end)] = (fars, beyond);
        }
        for (end, other) in [(from, to), (to, from)] {
            let (fars, beyond) = &mut self.fulls[usize::from(end)];
            fars.push(other);
            beyond.push(carrier | self.cells[usize::from(other)]);
        }
    }

    /// Proposes full connections of a semi one and others.
    fn unite_with(&mut self, link: Link<W>, others: Block) {
        let common = self.list(others).iter().fold(link.carrier, |common, &c| common & c);
        if common.is_empty() {
            let rest = (others.start, others.start + others.len);
            let carrier = link.carrier;
            self.unite(Link { key: None, ..link }, carrier, rest, UNITED - 1);
        }
    }

    /// Proposes the full connections of sets of semi connections: those that have been chosen, with
    /// these cells in common and together those of `link`, and more from the rest of the list.
    fn unite(&mut self, link: Link<W>, common: W, (start, end): (u32, u32), left: u32) {
        self.effort += (end - start) as usize;
        for at in start..end {
            let carrier = self.carriers[at as usize];
            let more = Link { carrier: link.carrier | carrier, ..link };
            let less = common & carrier;
            if less.is_empty() {
                self.propose(more);
            } else if less != common && left > 1 {
                self.unite(more, less, (at + 1, end), left - 1);
            }
        }
    }
}
