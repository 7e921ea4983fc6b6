//! The `.efg` format of game-theory tools.
//!
//! ```text
//! EFG 2 R "title" { "player" … }
//! "comment"
//! p "label" player set "name of the set" { "action" … } outcome ["name" { payoff … }]
//! c "label" set "name of the set" { "action" probability … } outcome ["name" { payoff … }]
//! t "label" outcome "name" { payoff … }
//! ```
//!
//! Nodes are in preorder. Outcome 0 is none; the payoffs of an outcome are written at its first
//! occurrence, and outcomes along a path are added. Probabilities are taken for exactly what they
//! say and must add up to 1; what has probability 0 is left out. The name and the actions of an
//! information set may be left out where it has been before. A node without a label has the name of
//! its set.

use ludex_base::{Budget, Fraction, NoAnswer, Rational, TextError, Ticker, quote};
use rustc_hash::FxHashMap;

use super::gambit::{Piece, Tokens};
use super::tree::{ExtensiveGame, GameNode};

/// The limit on the number of nodes.
const MOST: usize = 10_000_000;

impl ExtensiveGame {
    /// Parses an `.efg` text.
    pub fn read_efg(text: &str) -> Result<ExtensiveGame, TextError> {
        let read = ExtensiveGame::read_efg_within(text, &Budget::default());
        read.map_err(|why| match why {
            NoAnswer::Invalid(error) => error,
            NoAnswer::Stopped(stopped) => TextError::new(stopped.to_string(), 0..0),
        })
    }

    /// Parses an `.efg` text within a budget.
    pub fn read_efg_within(
        text: &str,
        budget: &Budget,
    ) -> Result<ExtensiveGame, NoAnswer<TextError>> {
        let mut reader = Reader {
            tokens: Tokens::new(text),
            outcomes: FxHashMap::default(),
            sets: FxHashMap::default(),
            chances: FxHashMap::default(),
            nodes: Vec::new(),
        };
        let (title, players) = reader.tokens.header("EFG", "2")?;
        reader.tokens.cursor.eat(Piece::Quoted); // the comment
        let none = vec![Fraction::ZERO; players.len()];
        reader.tree(&none, &Ticker::new(budget))?;
        number_sets(&mut reader.nodes);
        match reader.tokens.cursor.peek() {
            None => Ok(ExtensiveGame { title, players, nodes: reader.nodes }),
            Some(_) => Err(reader.tokens.expected("the end: the tree is complete").into()),
        }
    }

    /// Returns the game as `.efg` text.
    pub fn write_efg(&self) -> String {
        let names: Vec<String> = self.players.iter().map(|name| quote(name)).collect();
        let mut text =
            format!("EFG 2 R {} {{ {} }}\n\"\"\n\n", quote(&self.title), names.join(" "));
        let (mut outcome, mut chance) = (0, 0);
        let mut sets: FxHashMap<usize, usize> = FxHashMap::default();
        for node in &self.nodes {
            if let GameNode::Decision { set, .. } = node {
                *sets.entry(*set).or_default() += 1;
            }
        }
        for node in &self.nodes {
            match node {
                GameNode::Decision { label, player, set, moves } => {
                    let actions: Vec<String> = moves.iter().map(|(name, _)| quote(name)).collect();
                    // Labels of nodes are to be different; those of sets need not be.
                    let alone = sets[set] == 1;
                    let (label, name) = if alone { (&label[..], "") } else { ("", &label[..]) };
                    let (label, name, set) = (quote(label), quote(name), set + 1);
                    let actions = actions.join(" ");
                    text += &format!("p {label} {} {set} {name} {{ {actions} }} 0\n", player + 1);
                }
                GameNode::Chance { label, moves, probabilities } => {
                    chance += 1;
                    let pairs = moves.iter().zip(probabilities);
                    let pairs: Vec<String> =
                        pairs.map(|((name, _), p)| format!("{} {p}", quote(name))).collect();
                    let (label, pairs) = (quote(label), pairs.join(" "));
                    text += &format!("c {label} {chance} \"\" {{ {pairs} }} 0\n");
                }
                GameNode::Terminal { label, payoffs } => {
                    outcome += 1;
                    let payoffs: Vec<String> = payoffs.iter().map(Fraction::to_string).collect();
                    let (label, payoffs) = (quote(label), payoffs.join(", "));
                    text += &format!("t {label} {outcome} \"\" {{ {payoffs} }}\n");
                }
            }
        }
        text
    }
}

/// Numbers the information sets in the order of their first nodes: what cannot happen is left out.
fn number_sets(nodes: &mut [GameNode]) {
    let mut numbers = FxHashMap::default();
    for node in nodes {
        if let GameNode::Decision { set, .. } = node {
            let next = numbers.len();
            *set = *numbers.entry(*set).or_insert(next);
        }
    }
}

/// What can happen by chance, and how likely it is.
type Actions = Vec<(String, Fraction)>;

/// A node whose children are being read.
struct Open {
    node: usize,
    /// The actions to the children that are not read yet; those of players have probability 1.
    actions: std::vec::IntoIter<(String, Fraction)>,
    /// The payoffs of the outcomes down to this node.
    payoffs: Vec<Fraction>,
    children: Vec<(String, usize)>,
    chances: Vec<Fraction>,
}

impl Open {
    fn new(node: usize, actions: Actions, payoffs: Vec<Fraction>) -> Open {
        let (children, chances) = (Vec::with_capacity(actions.len()), Vec::new());
        Open { node, actions: actions.into_iter(), payoffs, children, chances }
    }

    /// Adds the child by the next action, the last of the nodes, unless that cannot happen.
    fn add(&mut self, child: usize, nodes: &mut Vec<GameNode>) {
        let Some((action, probability)) = self.actions.next() else { return };
        if probability == Fraction::ZERO {
            nodes.truncate(child);
            return;
        }
        self.children.push((action, child));
        self.chances.push(probability);
    }

    /// Completes the node.
    fn close(self, nodes: &mut [GameNode]) {
        match &mut nodes[self.node] {
            GameNode::Decision { moves, .. } => *moves = self.children,
            GameNode::Chance { moves, probabilities, .. } => {
                (*moves, *probabilities) = (self.children, self.chances);
            }
            GameNode::Terminal { .. } => {}
        }
    }
}

/// An information set.
#[derive(Clone)]
struct Set {
    number: usize,
    name: String,
    actions: Vec<String>,
}

struct Reader<'t> {
    tokens: Tokens<'t>,
    outcomes: FxHashMap<String, Vec<Fraction>>,
    /// The information sets so far, by player and number in the file.
    sets: FxHashMap<(usize, String), Set>,
    /// The actions of the information sets of chance so far.
    chances: FxHashMap<String, Actions>,
    nodes: Vec<GameNode>,
}

impl Reader<'_> {
    /// Parses the tree, whose nodes are in preorder; `none` are the payoffs above its root. Trees
    /// may be deep: the nodes above the one that is read are on a stack of our own.
    fn tree(&mut self, none: &[Fraction], ticker: &Ticker) -> Result<(), NoAnswer<TextError>> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            ticker.tick()?;
            let so_far = open.last().map_or(none, |parent| &parent.payoffs);
            let node = self.nodes.len();
            if let Some(opened) = self.node(node, so_far)? {
                open.push(opened);
                continue;
            }
            // The tree below `done` is complete, and so may be those above it.
            let mut done = node;
            loop {
                let Some(parent) = open.last_mut() else { return Ok(()) };
                parent.add(done, &mut self.nodes);
                if parent.actions.len() > 0 {
                    break;
                }
                done = parent.node;
                if let Some(parent) = open.pop() {
                    parent.close(&mut self.nodes);
                }
            }
        }
    }

    /// Parses a node; `so_far` are the payoffs of the outcomes above it. Returns it if nodes below it
    /// follow.
    fn node(&mut self, node: usize, so_far: &[Fraction]) -> Result<Option<Open>, TextError> {
        if node >= MOST {
            return Err(self.tokens.expected(&format!("at most {MOST} nodes")));
        }
        let kind = self.tokens.word("a node: `p`, `c` or `t`")?;
        let parsed = match kind.as_str() {
            "t" => {
                let label = self.tokens.quoted("the label of the node")?;
                let payoffs = self.outcome(so_far)?;
                self.nodes.push(GameNode::Terminal { label, payoffs });
                return Ok(None);
            }
            "p" => self.decision(node, so_far)?,
            "c" => self.chance(node, so_far)?,
            _ => return Err(self.tokens.expected("a node: `p`, `c` or `t`, before")),
        };
        Ok(Some(parsed))
    }

    fn decision(&mut self, node: usize, so_far: &[Fraction]) -> Result<Open, TextError> {
        let label = self.tokens.quoted("the label of the node")?;
        let player = match self.tokens.word("the number of a player")?.parse::<usize>() {
            Ok(number) if (1..=so_far.len()).contains(&number) => number - 1,
            _ => {
                return Err(self
                    .tokens
                    .expected(&format!("a player from 1 to {} before", so_far.len())));
            }
        };
        let Set { number: set, name, actions } = self.information_set(player)?;
        let payoffs = self.outcome(so_far)?;
        let label = if label.is_empty() { name } else { label };
        self.nodes.push(GameNode::Decision { label, player, set, moves: Vec::new() });
        let actions: Actions = actions.into_iter().map(|name| (name, Fraction::from(1))).collect();
        Ok(Open::new(node, actions, payoffs))
    }

    /// Parses an information set of a player, which has been there before or is new.
    fn information_set(&mut self, player: usize) -> Result<Set, TextError> {
        let number = self.tokens.word("the number of an information set")?;
        let named = self.tokens.cursor.peek() == Some(Piece::Quoted);
        let name = if named { self.tokens.quoted("its name")? } else { String::new() };
        let place = self.tokens.cursor.here();
        let known = self.sets.get(&(player, number.clone())).cloned();
        if let (Some(known), true) = (&known, self.tokens.cursor.peek() != Some(Piece::Open)) {
            return Ok(known.clone());
        }
        let actions = self.tokens.braced(|tokens| tokens.quoted("the name of an action"))?;
        match known {
            _ if actions.is_empty() => {
                let error = self.tokens.expected("an action before");
                Err(error.help("a player on turn has a move"))
            }
            Some(known) if known.actions != actions => {
                let place = place.to(self.tokens.cursor.before());
                Err(place.error("the actions of this information set were others before"))
            }
            Some(known) => Ok(known),
            None => {
                let set = Set { number: self.sets.len(), name, actions };
                self.sets.insert((player, number), set.clone());
                Ok(set)
            }
        }
    }

    fn chance(&mut self, node: usize, so_far: &[Fraction]) -> Result<Open, TextError> {
        let label = self.tokens.quoted("the label of the node")?;
        let set = self.tokens.word("the number of an information set")?;
        self.tokens.cursor.eat(Piece::Quoted); // the name of the set
        let actions = match self.chances.get(&set) {
            Some(known) if self.tokens.cursor.peek() != Some(Piece::Open) => known.clone(),
            _ => self.probable_actions()?,
        };
        self.chances.insert(set, actions.clone());
        let payoffs = self.outcome(so_far)?;
        let (moves, probabilities) = (Vec::new(), Vec::new());
        self.nodes.push(GameNode::Chance { label, moves, probabilities });
        Ok(Open::new(node, actions, payoffs))
    }

    /// Parses actions of chance with their probabilities, which must add up to 1.
    fn probable_actions(&mut self) -> Result<Actions, TextError> {
        let start = self.tokens.cursor.here();
        let actions = self.tokens.braced(|tokens| {
            let action = tokens.quoted("the name of an action")?;
            let place = tokens.cursor.here();
            let probability = tokens.number("a probability: a number from 0 to 1")?;
            if probability < Fraction::ZERO {
                return Err(place.error("expected a probability: a number from 0 to 1"));
            }
            Ok((action, probability))
        })?;
        let sum = actions.iter().fold(Rational::ZERO, |sum, action| &sum + &action.1.into());
        if sum != Rational::from(1) {
            let message = format!("these probabilities add up to {sum}, not to 1");
            let help = "write fractions such as 1/3 where decimals are not exact";
            return Err(
                TextError::new(message, start.to(self.tokens.cursor.before()).range()).help(help)
            );
        }
        Ok(actions)
    }

    /// Parses the outcome of a node, and returns it added to the payoffs so far.
    fn outcome(&mut self, so_far: &[Fraction]) -> Result<Vec<Fraction>, TextError> {
        let number = self.tokens.word("the number of an outcome")?;
        self.tokens.cursor.eat(Piece::Quoted); // its name
        if self.tokens.cursor.peek() == Some(Piece::Open) {
            let payoffs = self.tokens.braced(|tokens| tokens.number("a payoff"))?;
            if payoffs.len() != so_far.len() {
                return Err(self.tokens.expected(&format!("{} payoffs before", so_far.len())));
            }
            self.outcomes.insert(number.clone(), payoffs);
        }
        if number == "0" {
            return Ok(so_far.to_vec());
        }
        let own = self.outcomes.get(&number);
        let own = own.ok_or_else(|| self.tokens.expected("the payoffs of a new outcome"))?;
        let sums: Option<Vec<Fraction>> =
            own.iter().zip(so_far).map(|(a, b)| a.checked_add(*b)).collect();
        sums.ok_or_else(|| self.tokens.expected("smaller payoffs before"))
    }
}
