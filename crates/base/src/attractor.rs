//! The nodes of a graph from which a goal can be forced: a least fixpoint, by counting.

use crate::Csr;

/// Who chooses an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// The one who wants the goal: one good edge is enough.
    Some,
    /// The other one: all edges must be good.
    All,
}

/// Why a goal can be forced from a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Win {
    /// The node is a goal.
    Goal,
    /// The edge at this place of its row leads to a node that was won before.
    Edge(u32),
    /// All edges of the other player do.
    Replies,
}

/// Returns for each node why the goal can be forced from it, or `None` if it cannot. `target` says
/// where an edge leads, `chooses` who chooses the edge at a place of a node's row. A node can have
/// edges of both players: then it is won by one good edge of [`Player::Some`], or if all of
/// [`Player::All`] are good. A node without edges is lost unless it is a goal. Edges of
/// [`Win::Edge`] never lead round in a circle. Takes linear time.
pub fn attractor<E>(
    graph: &Csr<E>,
    target: impl Fn(&E) -> u32,
    goals: impl IntoIterator<Item = usize>,
    chooses: impl Fn(usize, usize) -> Player,
) -> Vec<Option<Win>> {
    let back = graph.reversed(graph.len(), target, |source, place| (source, place));
    let mut won: Vec<Option<Win>> = vec![None; graph.len()];
    let mut open: Vec<usize> = goals.into_iter().collect();
    open.iter().for_each(|&node| won[node] = Some(Win::Goal));
    // How many edges of the other player are not yet known to be good.
    let all = |node: usize| {
        let places = 0..graph.row(node).len();
        places.filter(|&place| chooses(node, place) == Player::All).count() as u32
    };
    let mut unsure: Vec<u32> = (0..graph.len()).map(all).collect();
    while let Some(node) = open.pop() {
        for &(source, place) in back.row(node) {
            let at = source as usize;
            if won[at].is_some() {
                continue;
            }
            let win = match chooses(at, place as usize) {
                Player::Some => Some(Win::Edge(place)),
                Player::All => {
                    unsure[at] -= 1;
                    (unsure[at] == 0).then_some(Win::Replies)
                }
            };
            if win.is_some() {
                won[at] = win;
                open.push(at);
            }
        }
    }
    won
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    /// The least fixpoint, by its definition.
    fn plain(rows: &[Vec<(u32, Player)>], goals: &[usize]) -> Vec<bool> {
        let mut won = vec![false; rows.len()];
        loop {
            let good = |node: usize| {
                let leads_in = |&(to, _): &&(u32, Player)| won[*to as usize];
                let (some, all): (Vec<_>, Vec<_>) =
                    rows[node].iter().partition(|edge| edge.1 == Player::Some);
                goals.contains(&node)
                    || some.iter().any(leads_in)
                    || !all.is_empty() && all.iter().all(leads_in)
            };
            let next: Vec<bool> = (0..rows.len()).map(good).collect();
            if next == won {
                return won;
            }
            won = next;
        }
    }

    fn random_rows(random: &mut Random) -> Vec<Vec<(u32, Player)>> {
        let count = 1 + random.below(9);
        let mut row = || {
            let mixed = random.below(4) == 0;
            let own = random.below(2) == 0;
            let edge = |random: &mut Random| {
                let own = if mixed { random.below(2) == 0 } else { own };
                (random.below(count) as u32, if own { Player::Some } else { Player::All })
            };
            (0..random.below(4)).map(|_| edge(random)).collect()
        };
        (0..count).map(|_| row()).collect()
    }

    #[test]
    fn the_attractor_is_the_least_fixpoint() {
        for seed in 0..3000 {
            let mut random = Random::new(seed);
            let rows = random_rows(&mut random);
            let goals: Vec<usize> = (0..rows.len()).filter(|_| random.below(4) == 0).collect();
            let graph: Csr<(u32, Player)> = rows.iter().cloned().collect();
            let chooses = |node: usize, place: usize| rows[node][place].1;
            let won = attractor(&graph, |edge| edge.0, goals.iter().copied(), chooses);
            let truth: Vec<bool> = won.iter().map(Option::is_some).collect();
            assert_eq!(truth, plain(&rows, &goals), "seed {seed}");
            for start in 0..rows.len() {
                follow(&rows, &won, start);
            }
        }
    }

    /// Follows the chosen edges: they end at a goal or where the other player chooses.
    fn follow(rows: &[Vec<(u32, Player)>], won: &[Option<Win>], start: usize) {
        let mut at = start;
        for _ in 0..=rows.len() {
            match won[at] {
                Some(Win::Edge(place)) => {
                    let (next, player) = rows[at][place as usize];
                    assert!(player == Player::Some && won[next as usize].is_some());
                    at = next as usize;
                }
                _ => return,
            }
        }
        panic!("the edges from {start} lead round in a circle");
    }
}
