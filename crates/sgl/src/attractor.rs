//! The states from which a goal can be forced: a least fixpoint, by counting.

/// Who chooses in a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Player {
    /// One good move is enough.
    Some,
    /// All moves must be good.
    All,
}

/// The states from which the goal is reached, whatever the others do. `nodes` says for each state
/// whether it is a goal and who chooses; its moves are `targets[offsets[s]..offsets[s + 1]]`. A
/// state without moves is lost unless it is a goal. Linear in the number of moves.
pub(crate) fn attractor(
    offsets: &[u32],
    targets: &[(u32, u32)],
    nodes: &[(bool, Player)],
) -> Vec<bool> {
    let count = nodes.len();
    let (starts, sources) = reversed(offsets, targets, count);
    let mut open: Vec<u32> = (0..count as u32).filter(|&s| nodes[s as usize].0).collect();
    let mut won: Vec<bool> = nodes.iter().map(|node| node.0).collect();
    // How many moves of a state are not yet known to be good.
    let mut unsure: Vec<u32> = offsets.windows(2).map(|pair| pair[1] - pair[0]).collect();
    while let Some(state) = open.pop() {
        let range = starts[state as usize] as usize..starts[state as usize + 1] as usize;
        for &source in &sources[range] {
            let at = source as usize;
            unsure[at] -= 1;
            if !won[at] && (nodes[at].1 == Player::Some || unsure[at] == 0) {
                won[at] = true;
                open.push(source);
            }
        }
    }
    won
}

/// For each state the states with a move to it, once for each move.
fn reversed(offsets: &[u32], targets: &[(u32, u32)], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; count + 1];
    targets.iter().for_each(|&(_, target)| starts[target as usize + 1] += 1);
    for state in 0..count {
        starts[state + 1] += starts[state];
    }
    let mut free = starts.clone();
    let mut sources = vec![0u32; targets.len()];
    for (source, pair) in offsets.windows(2).enumerate() {
        for &(_, target) in &targets[pair[0] as usize..pair[1] as usize] {
            let place = &mut free[target as usize];
            sources[*place as usize] = source as u32;
            *place += 1;
        }
    }
    (starts, sources)
}
