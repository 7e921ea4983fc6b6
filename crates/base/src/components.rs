//! Strongly connected components.

/// Returns the strongly connected components of a graph given by the successors of each node, in an
/// order where a component comes after all components it points to. Tarjan's algorithm without
/// recursion, so that long chains do no harm.
pub fn components(successors: &[Vec<u32>]) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let count = successors.len();
    let (mut index, mut low) = (vec![NEW; count], vec![0; count]);
    let (mut on_stack, mut stack) = (vec![false; count], Vec::new());
    let (mut found, mut next) = (Vec::new(), 0);
    let mut calls: Vec<(u32, usize)> = Vec::new();
    for start in 0..count as u32 {
        if index[start as usize] != NEW {
            continue;
        }
        calls.push((start, 0));
        while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
            let n = node as usize;
            if *edge == 0 {
                (index[n], low[n], on_stack[n]) = (next, next, true);
                next += 1;
                stack.push(node);
            }
            if let Some(&to) = successors[n].get(*edge) {
                *edge += 1;
                if index[to as usize] == NEW {
                    calls.push((to, 0));
                } else if on_stack[to as usize] {
                    low[n] = low[n].min(index[to as usize]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent as usize] = low[parent as usize].min(low[n]);
            }
            if low[n] == index[n] {
                let at = stack.iter().rposition(|&s| s == node).expect("the node is on the stack");
                let component = stack.split_off(at);
                component.iter().for_each(|&c| on_stack[c as usize] = false);
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_come_after_what_they_point_to() {
        let mut found = components(&[vec![1], vec![2, 0], vec![3], vec![], vec![4, 0]]);
        found.iter_mut().for_each(|c| c.sort_unstable());
        assert_eq!(found, [vec![3], vec![2], vec![0, 1], vec![4]]);
    }
}
