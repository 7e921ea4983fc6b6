//! Schedules the evaluation: assigns gates to stages, and orders them in each stage.

use super::aig::{Node, Wire};
use super::build::Built;
use super::circuit::{Circuit, Kind, ScheduledLoop, Stage, Step, Tap};
use crate::terms::Term;

/// The queries that depend on a node, as bits.
const TERMINAL: u8 = 1;
const LEGAL: u8 = 2;
const GOAL: u8 = 4;
const NEXT: u8 = 8;

/// Returns the earliest stage that needs a node, given the queries that depend on it.
fn stage(needed: u8) -> Option<Stage> {
    Some(match needed {
        0 => return None,
        n if n & TERMINAL != 0 => Stage::Terminal,
        n if n & LEGAL != 0 => Stage::Legal,
        GOAL => Stage::Goal,
        NEXT => Stage::Next,
        _ => Stage::Shared,
    })
}

/// A gate or a loop, as an item of the schedule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Gate(Kind, u32),
    Loop(u32),
}

pub(super) fn schedule(
    built: &Built,
    initial: Vec<bool>,
    goal: impl Fn(Term) -> Option<u8>,
) -> Circuit {
    let needed = needs(built);
    let levels = levels(built);
    let mut items: Vec<(Stage, u32, Item)> = Vec::new();
    for (number, node) in built.aig.nodes.iter().enumerate() {
        let Some(stage) = stage(needed[number]) else { continue };
        match *node {
            Node::And(a, b) => {
                items.push((stage, levels[number], Item::Gate(kind(a, b).0, number as u32)));
            }
            Node::Given => {
                if let Some(&of) = built.loop_of.get(&number)
                    && built.loops[of].registers[0].node() == number
                {
                    items.push((stage, levels[number], Item::Loop(of as u32)));
                }
            }
        }
    }
    items.sort_unstable();
    Placing::new(built).place(&items, initial, goal)
}

/// Returns the queries that depend on each node.
fn needs(built: &Built) -> Vec<u8> {
    let mut needed = vec![0; built.aig.nodes.len()];
    let outputs = &built.outputs;
    let mut mark = |wire: Wire, by: u8| needed[wire.node()] |= by;
    mark(outputs.terminal, TERMINAL);
    outputs.legal.iter().flatten().for_each(|&(_, wire)| mark(wire, LEGAL));
    outputs.goals.iter().flatten().for_each(|&(_, wire)| mark(wire, GOAL));
    outputs.next.iter().for_each(|&wire| mark(wire, NEXT));
    // From the last node to the first. A loop is complete when its first register is reached, as no
    // node before it depends on it.
    for number in (0..built.aig.nodes.len()).rev() {
        match built.aig.nodes[number] {
            Node::And(a, b) => {
                let by = needed[number];
                needed[a.node()] |= by;
                needed[b.node()] |= by;
            }
            Node::Given => {
                let Some(&of) = built.loop_of.get(&number) else { continue };
                let block = &built.loops[of];
                if block.registers[0].node() != number {
                    continue;
                }
                let by = block.registers.iter().fold(0, |by, r| by | needed[r.node()]);
                block.registers.iter().for_each(|r| needed[r.node()] = by);
                block.rules.iter().flatten().for_each(|(wire, _)| needed[wire.node()] |= by);
            }
        }
    }
    needed
}

/// Returns for each node the length of the longest path of gates and loops below it.
fn levels(built: &Built) -> Vec<u32> {
    let mut levels = vec![0; built.aig.nodes.len()];
    for number in 0..built.aig.nodes.len() {
        match built.aig.nodes[number] {
            Node::And(a, b) => levels[number] = 1 + levels[a.node()].max(levels[b.node()]),
            Node::Given => {
                let Some(&of) = built.loop_of.get(&number) else { continue };
                let block = &built.loops[of];
                if block.registers[0].node() == number {
                    let below = block.rules.iter().flatten().map(|(wire, _)| levels[wire.node()]);
                    let level = 1 + below.max().unwrap_or(0);
                    block.registers.iter().for_each(|r| levels[r.node()] = level);
                }
            }
        }
    }
    levels
}

/// Returns the kind of a gate, and its inputs in the order of the kind.
fn kind(a: Wire, b: Wire) -> (Kind, Wire, Wire) {
    match (a.inverted(), b.inverted()) {
        (false, false) => (Kind::And, a, b),
        (false, true) => (Kind::AndNot, a, b),
        (true, false) => (Kind::AndNot, b, a),
        (true, true) => (Kind::Nor, a, b),
    }
}

/// The assignment of the needed nodes to indexes of values.
struct Placing<'b> {
    built: &'b Built,
    places: Vec<u32>,
    size: usize,
}

impl<'b> Placing<'b> {
    fn new(built: &'b Built) -> Self {
        let mut placing = Placing { built, places: vec![0; built.aig.nodes.len()], size: 1 };
        for wire in built.facts.iter().map(|f| f.1).chain(built.does.iter().flatten().copied()) {
            placing.next(wire.node());
        }
        placing
    }

    fn next(&mut self, node: usize) {
        self.places[node] = self.size as u32;
        self.size += 1;
    }

    fn tap(&self, wire: Wire) -> Tap {
        Tap::new(self.places[wire.node()] as usize, wire.inverted())
    }

    fn place(
        mut self,
        items: &[(Stage, u32, Item)],
        initial: Vec<bool>,
        goal: impl Fn(Term) -> Option<u8>,
    ) -> Circuit {
        // Loops first, so that gates are consecutive.
        let mut loops = Vec::new();
        for block in &self.built.loops {
            loops.push(self.size);
            block.registers.iter().for_each(|r| self.next(r.node()));
        }
        let first = self.size;
        let mut gates = Vec::new();
        let mut steps: [Vec<Step>; Stage::COUNT] = Default::default();
        let mut last = None;
        for &(stage, level, item) in items {
            // Gates of one step must not use each other's values.
            let same = last.replace((stage, level)) == Some((stage, level));
            match item {
                Item::Loop(number) => steps[stage as usize].push(Step::Loop(number)),
                Item::Gate(kind, node) => {
                    self.next(node as usize);
                    gates.push(self.inputs(node as usize));
                    let at = gates.len() as u32;
                    match steps[stage as usize].last_mut() {
                        Some(Step::Gates { kind: k, to, .. }) if same && *k == kind => *to = at,
                        _ => steps[stage as usize].push(Step::Gates { kind, from: at - 1, to: at }),
                    }
                }
            }
        }
        let loops = (0..loops.len()).map(|k| self.scheduled(k, loops[k])).collect();
        self.circuit(gates, first, steps, loops, initial, goal)
    }

    fn inputs(&self, node: usize) -> [u32; 2] {
        let Node::And(a, b) = self.built.aig.nodes[node] else { return [0, 0] };
        let (_, a, b) = kind(a, b);
        [self.places[a.node()], self.places[b.node()]]
    }

    fn scheduled(&self, number: usize, first: usize) -> ScheduledLoop {
        let mut scheduled =
            ScheduledLoop { first, rules: Vec::new(), ways: Vec::new(), needs: Vec::new() };
        for rules in &self.built.loops[number].rules {
            scheduled.rules.push(rules.len() as u32);
            for (wire, inside) in rules {
                scheduled.ways.push((self.tap(*wire), inside.len() as u32));
                scheduled.needs.extend(inside.iter().map(|&r| first as u32 + r));
            }
        }
        scheduled
    }

    fn circuit(
        self,
        gates: Vec<[u32; 2]>,
        first: usize,
        steps: [Vec<Step>; Stage::COUNT],
        loops: Vec<ScheduledLoop>,
        initial: Vec<bool>,
        goal: impl Fn(Term) -> Option<u8>,
    ) -> Circuit {
        let outputs = &self.built.outputs;
        let moves = outputs.legal.iter().zip(&self.built.does).map(|(legal, does)| {
            let both = legal.iter().zip(does);
            both.map(|(&(mv, wire), &input)| (mv, self.tap(wire), self.tap(input).place()))
                .collect()
        });
        let goals = outputs.goals.iter().map(|goals| {
            goals.iter().filter_map(|&(value, wire)| Some((goal(value)?, self.tap(wire)))).collect()
        });
        Circuit {
            moves: moves.collect(),
            goals: goals.collect(),
            next: outputs.next.iter().map(|&wire| self.tap(wire)).collect(),
            terminal: self.tap(outputs.terminal),
            facts: self.built.facts.iter().map(|f| f.0).collect(),
            size: self.size,
            gates,
            first,
            steps,
            loops,
            initial,
        }
    }
}
