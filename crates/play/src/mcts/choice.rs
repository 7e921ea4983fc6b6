//! The choice of edges in the tree, and of the move to play.

use ludex_game::below;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::MctsOptions;
use super::playout::MoveStatistics;
use super::tree::{Edge, Node, SEVERAL, Tree};

/// Moves visited less often than this share of the most visited one are not part of a mixed
/// strategy: they were only explored.
const RARE: f32 = 0.1;

/// Chooses an edge for every agent at a node, and appends their places to `chosen`.
pub(super) fn select<M: Copy>(
    tree: &Tree<M>,
    node: u32,
    options: &MctsOptions,
    statistics: &MoveStatistics,
    rng: &mut Xoshiro256PlusPlus,
    chosen: &mut Vec<u32>,
) {
    let visits = tree.node(node).visits;
    let explore = options.exploration * ((visits.max(1) as f32).ln()).sqrt();
    let mut place = 0;
    for edges in tree.edges_of(node).chunk_by(|a, b| a.agent == b.agent) {
        let best = match edges.len() {
            1 => 0,
            _ if options.history > 0.0 => {
                select_by_history(edges, explore, options, statistics, rng)
            }
            _ => select_one(edges, explore, options, rng),
        };
        chosen.push((place + best) as u32);
        place += edges.len();
    }
}

/// Returns the edge with the greatest upper confidence bound.
fn select_one<M>(
    edges: &[Edge<M>],
    explore: f32,
    options: &MctsOptions,
    rng: &mut Xoshiro256PlusPlus,
) -> usize {
    let (mut best, mut most, mut fresh) = (0, f32::NEG_INFINITY, 0);
    let mut noise = Noise(rng.next_u64());
    // Edges with a proved value need no visits.
    for (i, edge) in edges.iter().enumerate().filter(|(_, edge)| !(edge.dead || edge.closed)) {
        if edge.visits == 0 && (options.rave == 0.0 || edge.rave_visits == 0) {
            // Moves that were never tried come first, in random order.
            fresh += 1;
            if below(rng, fresh) == 0 {
                (best, most) = (i, f32::INFINITY);
            }
            continue;
        }
        let score = estimate(edge, options) + explore / ((edge.visits + 1) as f32).sqrt();
        let score = score + noise.next();
        if score > most {
            (best, most) = (i, score);
        }
    }
    if most > f32::NEG_INFINITY { best } else { proved(edges) }
}

/// Returns the edge with the greatest upper confidence bound, where a move has a prior value: the
/// mean of its siblings, and what it gained over its siblings elsewhere in the tree.
fn select_by_history<M>(
    edges: &[Edge<M>],
    explore: f32,
    options: &MctsOptions,
    statistics: &MoveStatistics,
    rng: &mut Xoshiro256PlusPlus,
) -> usize {
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    let mut noise = Noise(rng.next_u64());
    let usual = usual(edges, edges[0].agent);
    for (i, edge) in edges.iter().enumerate().filter(|(_, edge)| !(edge.dead || edge.closed)) {
        let prior = usual + statistics.gain(edge.agent, edge.code);
        let visits = edge.visits as f32;
        let mean = (visits * edge.mean + options.history * prior) / (visits + options.history);
        let score = mean + explore / (visits + 1.0).sqrt() + noise.next();
        if score > most {
            (best, most) = (i, score);
        }
    }
    if most > f32::NEG_INFINITY { best } else { proved(edges) }
}

/// Returns the edge to follow where the values of all are proved: one that is not worse than others.
/// The node need not be solved, as what the other agents get may differ.
fn proved<M>(edges: &[Edge<M>]) -> usize {
    edges.iter().position(|edge| !edge.dead).unwrap_or(0)
}

/// Returns the mean value of the moves of an agent over all visits.
pub(super) fn usual<M>(edges: &[Edge<M>], agent: u8) -> f32 {
    let (mut sum, mut visits) = (0.5, 1.0);
    for edge in edges.iter().filter(|edge| edge.agent == agent) {
        sum += edge.visits as f32 * edge.mean;
        visits += edge.visits as f32;
    }
    sum / visits
}

/// Returns the mean of a move, mixed with its rapid action value as long as it has few visits.
fn estimate<M>(edge: &Edge<M>, options: &MctsOptions) -> f32 {
    if options.rave == 0.0 || edge.rave_visits == 0 {
        return edge.mean;
    }
    let (own, all) = (edge.visits as f32, edge.rave_visits as f32);
    let weight = all / (own + all + 4.0 * options.rave * options.rave * own * all);
    weight * edge.rave_mean + (1.0 - weight) * edge.mean
}

/// A generator of small numbers that break ties, cheaper than a random number for each edge.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (self.0 >> 40) as f32 * 1e-12
    }
}

/// Returns the place of the edge of the move to play.
pub(super) fn decide<M: Copy>(
    tree: &Tree<M>,
    root: u32,
    agent: u8,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<usize> {
    let Node { chooser, best, .. } = *tree.node(root);
    let edges = tree.edges_of(root);
    let own = || edges.iter().enumerate().filter(|(_, edge)| edge.agent == agent);
    if chooser == agent {
        let span = tree.span(root, usize::from(agent));
        // The move with the proved value, unless that is the worst value there is.
        if span.is_exact() && span.low > 0.0 {
            return Some(best as usize);
        }
        let open = most_visited(own().filter(|(_, edge)| !(edge.dead || edge.closed)));
        // A proved value is preferred to a lower estimate.
        let sure = edges[best as usize].closed && !edges[best as usize].dead;
        let open = open.filter(|&place| !sure || edges[place].mean > span.low);
        return open.or(sure.then_some(best as usize)).or_else(|| most_visited(own()));
    }
    if chooser != SEVERAL || own().count() < 2 {
        return most_visited(own());
    }
    let most = own().map(|(_, edge)| edge.visits).max()? as f32;
    let weight = |edge: &Edge<M>| {
        if edge.visits as f32 >= RARE * most { edge.visits as usize } else { 0 }
    };
    let mut draw = below(rng, own().map(|(_, edge)| weight(edge)).sum());
    own()
        .find(|(_, edge)| match draw.checked_sub(weight(edge)) {
            Some(rest) => {
                draw = rest;
                false
            }
            None => true,
        })
        .or_else(|| own().next())
        .map(|(place, _)| place)
}

fn most_visited<'e, M: 'e>(edges: impl Iterator<Item = (usize, &'e Edge<M>)>) -> Option<usize> {
    let rank = |edge: &Edge<M>| (edge.visits, edge.mean);
    edges.max_by(|a, b| rank(a.1).partial_cmp(&rank(b.1)).expect("no NaN")).map(|(place, _)| place)
}
