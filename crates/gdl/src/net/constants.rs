//! Finds the facts that have the same value in every reachable state.
//!
//! Three-valued simulation: every fact starts at its initial value, every move is unknown, and a
//! fact whose next value may differ becomes unknown, until nothing changes. Facts whose values are
//! known at the end are constant.

use ludex_base::{Budget, Stopped, Ticker};

use super::aig::{Node, Wire};
use super::build::Built;

/// A lower and an upper bound of a truth value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Range {
    low: bool,
    high: bool,
}

impl Range {
    const UNKNOWN: Range = Range { low: false, high: true };

    fn exactly(value: bool) -> Range {
        Range { low: value, high: value }
    }

    fn and(self, other: Range) -> Range {
        Range { low: self.low && other.low, high: self.high && other.high }
    }

    fn not(self) -> Range {
        Range { low: !self.high, high: !self.low }
    }
}

/// The number of gates that are evaluated before the search for constants is abandoned.
const MOST_WORK: usize = 40_000_000;

/// Returns for each fact its value, if it is constant.
pub(crate) fn constants(
    built: &Built,
    initial: &[bool],
    budget: &Budget,
) -> Result<Vec<Option<bool>>, Stopped> {
    let ticker = Ticker::new(budget);
    let mut ranges: Vec<Range> = initial.iter().map(|&value| Range::exactly(value)).collect();
    let mut work = 0;
    loop {
        work += built.aig.nodes.len();
        if work > MOST_WORK {
            return Ok(vec![None; initial.len()]);
        }
        let values = simulate(built, &ranges, &ticker)?;
        let mut changed = false;
        for (range, &next) in ranges.iter_mut().zip(&built.outputs.next) {
            if *range != Range::UNKNOWN && value(&values, next) != *range {
                *range = Range::UNKNOWN;
                changed = true;
            }
        }
        if !changed {
            let known = |range: &Range| (range.low == range.high).then_some(range.low);
            return Ok(ranges.iter().map(known).collect());
        }
    }
}

fn value(values: &[Range], wire: Wire) -> Range {
    let value = values[wire.node()];
    if wire.inverted() { value.not() } else { value }
}

/// Returns the values of all nodes. A loop is evaluated at its first register.
fn simulate(built: &Built, facts: &[Range], ticker: &Ticker<'_>) -> Result<Vec<Range>, Stopped> {
    let mut values = vec![Range::UNKNOWN; built.aig.nodes.len()];
    values[0] = Range::exactly(false);
    for (&(_, wire), &range) in built.facts.iter().zip(facts) {
        values[wire.node()] = range;
    }
    for number in 0..built.aig.nodes.len() {
        ticker.tick()?;
        match built.aig.nodes[number] {
            Node::And(a, b) => values[number] = value(&values, a).and(value(&values, b)),
            Node::Given => {
                if let Some(&of) = built.loop_of.get(&number)
                    && built.loops[of].registers[0].node() == number
                {
                    close(built, of, &mut values, ticker)?;
                }
            }
        }
    }
    Ok(values)
}

/// Computes the least fixpoint of a loop, for the lower and the upper bounds.
fn close(
    built: &Built,
    number: usize,
    values: &mut [Range],
    ticker: &Ticker<'_>,
) -> Result<(), Stopped> {
    let block = &built.loops[number];
    for register in &block.registers {
        values[register.node()] = Range::exactly(false);
    }
    loop {
        let mut changed = false;
        for (register, rules) in block.registers.iter().zip(&block.rules) {
            let mut sum = Range::exactly(false);
            for (outside, inside) in rules {
                ticker.tick()?;
                let inside = inside.iter().map(|&i| values[block.registers[i as usize].node()]);
                let all = inside.fold(value(values, *outside), Range::and);
                sum = Range { low: sum.low || all.low, high: sum.high || all.high };
            }
            changed |= values[register.node()] != sum;
            values[register.node()] = sum;
        }
        if !changed {
            return Ok(());
        }
    }
}
