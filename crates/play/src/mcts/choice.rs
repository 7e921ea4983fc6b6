//! Which edges to follow, and which move to play in the end.

use ludex_game::below;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::MctsOptions;
use super::playout::Lore;
use super::tree::{Edge, Node, SEVERAL, Tree};

/// Moves chosen less often than this share of the most popular one are not part of a mixed strategy:
/// they were only being explored.
const RARE: f32 = 0.1;

/// Chooses an edge for every agent at a node; `chosen` gets their places.
pub(super) fn select<M: Copy>(
    tree: &Tree<M>,
    node: u32,
    options: &MctsOptions,
    lore: &Lore,
    rng: &mut Xoshiro256PlusPlus,
    chosen: &mut Vec<u32>,
) {
    let visits = tree.node(node).visits;
    let explore = options.exploration * ((visits.max(1) as f32).ln()).sqrt();
    let mut place = 0;
    for edges in tree.edges_of(node).chunk_by(|a, b| a.agent == b.agent) {
        let best = match edges.len() {
            1 => 0,
            _ if options.history > 0.0 => select_by_history(edges, explore, options, lore, rng),
            _ => select_one(edges, explore, options, rng),
        };
        chosen.push((place + best) as u32);
        place += edges.len();
    }
}

/// The edge with the greatest upper confidence bound.
fn select_one<M>(
    edges: &[Edge<M>],
    explore: f32,
    options: &MctsOptions,
    rng: &mut Xoshiro256PlusPlus,
) -> usize {
    let (mut best, mut most, mut fresh) = (0, f32::NEG_INFINITY, 0);
    let mut noise = Noise(rng.next_u64());
    // What is proved needs no visits.
    for (i, edge) in edges.iter().enumerate().filter(|(_, edge)| !(edge.dead || edge.closed)) {
        if edge.visits == 0 && (options.rave == 0.0 || edge.rave_visits == 0) {
            // Moves nobody has tried come first, in random order.
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
    best
}

/// The same where a move has a value before it is tried: that of its siblings, and more where it did
/// better than its siblings elsewhere.
fn select_by_history<M>(
    edges: &[Edge<M>],
    explore: f32,
    options: &MctsOptions,
    lore: &Lore,
    rng: &mut Xoshiro256PlusPlus,
) -> usize {
    let (mut best, mut most) = (0, f32::NEG_INFINITY);
    let mut noise = Noise(rng.next_u64());
    let usual = usual(edges, edges[0].agent);
    for (i, edge) in edges.iter().enumerate().filter(|(_, edge)| !(edge.dead || edge.closed)) {
        let prior = usual + lore.gain(edge.agent, edge.code);
        let visits = edge.visits as f32;
        let mean = (visits * edge.mean + options.history * prior) / (visits + options.history);
        let score = mean + explore / (visits + 1.0).sqrt() + noise.next();
        if score > most {
            (best, most) = (i, score);
        }
    }
    best
}

/// What moves of an agent that were tried are worth, on average over visits.
pub(super) fn usual<M>(edges: &[Edge<M>], agent: u8) -> f32 {
    let (mut sum, mut visits) = (0.5, 1.0);
    for edge in edges.iter().filter(|edge| edge.agent == agent) {
        sum += edge.visits as f32 * edge.mean;
        visits += edge.visits as f32;
    }
    sum / visits
}

/// The mean of a move, mixed with what playouts say that played it later as long as it has few
/// visits of its own.
fn estimate<M>(edge: &Edge<M>, options: &MctsOptions) -> f32 {
    if options.rave == 0.0 || edge.rave_visits == 0 {
        return edge.mean;
    }
    let (own, all) = (edge.visits as f32, edge.rave_visits as f32);
    let weight = all / (own + all + 4.0 * options.rave * options.rave * own * all);
    weight * edge.rave_mean + (1.0 - weight) * edge.mean
}

/// Tiny numbers that break ties, cheaper than drawing one for each edge.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        (self.0 >> 40) as f32 * 1e-12
    }
}

/// The place of the edge of an agent to play in the end.
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
        // A result that is proved to be the best, unless it is the worst there is anyway.
        if span.is_exact() && span.low > 0.0 {
            return Some(best as usize);
        }
        let open = most_visited(own().filter(|(_, edge)| !(edge.dead || edge.closed)));
        // What is sure is better than what looks worse.
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
