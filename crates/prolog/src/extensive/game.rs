//! An extensive game as a [`Game`].

use ludex_base::Fraction;
use ludex_game::{
    Agent, Agents, Game, Hints, Model, Notation, Outcome, Outcomes, Picture, Shape, TextError, Turn,
};

use super::tree::{ExtensiveGame, GameNode};

/// A state: a node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TreeState(u32);

/// A move, by its index among the moves of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TreeMove(u32);

/// An extensive game that can be played. Its outcomes are the payoffs of the first player; the
/// values for the other players are their own payoffs.
///
/// ```
/// use ludex_game::{Agent, Game, Model, Notation};
/// use ludex_prolog::{ExtensiveGame, TreeGame};
/// let text = r#"EFG 2 R "" { "A" "B" } p "" 1 1 { "up" "down" } 0
///     t "" 1 { 2, 1 } t "" 2 { 0, 3 }"#;
/// let game = TreeGame::new(ExtensiveGame::read_efg(text).unwrap());
/// let up = game.read_move(&game.initial(), Agent::FIRST, "up").unwrap();
/// let end = game.after(&game.initial(), Agent::FIRST, up);
/// assert_eq!(game.payoff(&end, Agent::SECOND), 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct TreeGame {
    tree: ExtensiveGame,
    agents: Agents,
    outcomes: Outcomes,
    zero_sum: bool,
}

impl TreeGame {
    /// Returns the game of a tree whose decision nodes all have moves.
    pub fn new(tree: ExtensiveGame) -> TreeGame {
        let mut worths: Vec<Fraction> = tree.nodes.iter().filter_map(first_payoff).collect();
        ludex_base::sort(&mut worths);
        worths.dedup();
        let apart = worths.windows(2).all(|pair| pair[0].number() < pair[1].number());
        let listed = apart && (1..=20_000).contains(&worths.len());
        let outcomes = match listed {
            false => Outcomes::win_draw_loss(),
            true => Outcomes::new(worths.iter().map(|worth| (worth.to_string(), worth.number()))),
        };
        let agents = Agents::new(tree.players.iter().map(|name| without_blanks(name)));
        let zero_sum = listed && (agents.len() == 1 || is_zero_sum(&tree));
        TreeGame { tree, agents, outcomes, zero_sum }
    }

    fn node(&self, state: TreeState) -> &GameNode {
        &self.tree.nodes[state.0 as usize]
    }

    fn targets(&self, state: TreeState) -> &[(String, usize)] {
        match self.node(state) {
            GameNode::Decision { moves, .. } | GameNode::Chance { moves, .. } => moves,
            GameNode::Terminal { .. } => &[],
        }
    }
}

fn first_payoff(node: &GameNode) -> Option<Fraction> {
    match node {
        GameNode::Terminal { payoffs, .. } => payoffs.first().copied(),
        GameNode::Decision { .. } | GameNode::Chance { .. } => None,
    }
}

/// Returns whether there are two players whose payoffs always add up to the same number.
fn is_zero_sum(tree: &ExtensiveGame) -> bool {
    let mut sums = tree.nodes.iter().filter_map(|node| match node {
        GameNode::Terminal { payoffs, .. } => Some(match payoffs[..] {
            [first, second] => first.checked_add(second),
            _ => None,
        }),
        GameNode::Decision { .. } | GameNode::Chance { .. } => None,
    });
    let first = sums.next().flatten();
    first.is_some() && sums.all(|sum| sum == first)
}

pub(super) fn without_blanks(text: &str) -> String {
    match text.is_empty() {
        true => "_".to_owned(),
        false => text.chars().map(|c| if c.is_whitespace() { '_' } else { c }).collect(),
    }
}

impl Model for TreeGame {
    type State = TreeState;
    type Move = TreeMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> TreeState {
        TreeState(0)
    }

    fn turn(&self, state: &TreeState) -> Turn {
        match self.node(*state) {
            GameNode::Decision { player, .. } => Turn::Of(Agent(*player as u8)),
            GameNode::Chance { .. } => Turn::Chance,
            GameNode::Terminal { .. } => Turn::Final,
        }
    }

    fn moves(&self, state: &TreeState, agent: Agent, out: &mut Vec<TreeMove>) {
        if self.turn(state).mover() == Some(agent) {
            out.extend((0..self.targets(*state).len() as u32).map(TreeMove));
        }
    }

    fn outcome(&self, state: &TreeState) -> Outcome {
        let payoff = self.payoff(state, Agent::FIRST);
        let distance = |outcome: &Outcome| (self.outcomes.number(*outcome) - payoff).abs();
        let nearest = self.outcomes.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.unwrap_or(Outcome::WORST)
    }

    fn holds(&self, _: &TreeState, _: u32) -> bool {
        false
    }

    fn key(&self, state: &TreeState) -> u64 {
        u64::from(state.0)
    }

    fn has_chance(&self) -> bool {
        self.tree.has_chance()
    }

    fn probabilities(&self, state: &TreeState, out: &mut Vec<Fraction>) {
        if let GameNode::Chance { probabilities, .. } = self.node(*state) {
            out.extend(probabilities);
        }
    }

    fn can_repeat(&self) -> bool {
        false
    }

    fn payoff(&self, state: &TreeState, agent: Agent) -> f64 {
        self.fraction(state, agent).map_or(0.0, Fraction::number)
    }

    fn fraction(&self, state: &TreeState, agent: Agent) -> Option<Fraction> {
        match self.node(*state) {
            GameNode::Terminal { payoffs, .. } => payoffs.get(agent.index()).copied(),
            GameNode::Decision { .. } | GameNode::Chance { .. } => None,
        }
    }

    fn zero_sum(&self) -> bool {
        self.zero_sum
    }
}

impl Game for TreeGame {
    fn play(&self, state: &mut TreeState, agent: Agent, mv: TreeMove) {
        if self.turn(state).mover() != Some(agent) {
            return;
        }
        if let Some((_, target)) = self.targets(*state).get(mv.0 as usize) {
            *state = TreeState(*target as u32);
        }
    }
}

impl Hints for TreeGame {}

impl Notation for TreeGame {
    /// Returns the name of the action, followed by its number if another move has the same name.
    fn write_move(&self, state: &TreeState, _: Agent, mv: TreeMove) -> String {
        let moves = self.targets(*state);
        let Some((name, _)) = moves.get(mv.0 as usize) else { return "_".into() };
        let name = without_blanks(name);
        let same = |other: &&(String, usize)| without_blanks(&other.0).eq_ignore_ascii_case(&name);
        match moves.iter().filter(same).count() {
            1 => name,
            _ => format!("{name}#{}", mv.0 + 1),
        }
    }

    /// Returns the number of the node, in the order of the file.
    fn write_position(&self, state: &TreeState) -> String {
        state.0.to_string()
    }

    fn read_position(&self, text: &str) -> Result<TreeState, TextError> {
        let number = text.parse().ok().filter(|&n: &u32| (n as usize) < self.tree.nodes.len());
        number.filter(|n| n.to_string() == text).map(TreeState).ok_or_else(|| {
            TextError::new("there is no such node", 0..text.len())
                .help(format!("expected a number below {}", self.tree.nodes.len()))
        })
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    fn picture(&self, state: &TreeState) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        match self.node(*state) {
            GameNode::Decision { label, player, moves, .. } => {
                let names: Vec<&str> = moves.iter().map(|(name, _)| name.as_str()).collect();
                let player = &self.tree.players[*player];
                picture.note(format!("node {} {label}", state.0));
                picture.note(format!("{player} to move: {}", names.join(", ")));
            }
            GameNode::Chance { label, moves, probabilities } => {
                let pairs = moves.iter().zip(probabilities);
                let pairs: Vec<String> =
                    pairs.map(|((name, _), p)| format!("{name} ({p})")).collect();
                picture.note(format!("node {} {label}", state.0));
                picture.note(format!("chance: {}", pairs.join(", ")));
            }
            GameNode::Terminal { label, payoffs } => {
                let payoffs: Vec<String> = payoffs.iter().map(Fraction::to_string).collect();
                picture.note(format!("node {} {label}", state.0));
                picture.note(format!("payoffs: {}", payoffs.join(", ")));
            }
        }
        picture
    }
}
