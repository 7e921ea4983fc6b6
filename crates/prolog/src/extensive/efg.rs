//! The `.efg` format of game-theory tools, for games with perfect information.
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
//! say and must add up to 1; what has probability 0 is left out. Information sets with several nodes
//! of a player are refused.

use std::ops::Range;

use ludex_base::{Budget, Cursor, Fraction, NoAnswer, Rational, TextError, Ticker, quote};
use rustc_hash::{FxHashMap, FxHashSet};

use super::payoff::parse_payoff;
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
            cursor: Cursor::new(text, pieces(text)),
            outcomes: FxHashMap::default(),
            sets: FxHashSet::default(),
            chances: FxHashMap::default(),
            nodes: Vec::new(),
        };
        let (title, players) = reader.header()?;
        let none = vec![Fraction::ZERO; players.len()];
        reader.tree(&none, &Ticker::new(budget))?;
        match reader.cursor.peek() {
            None => Ok(ExtensiveGame { title, players, nodes: reader.nodes }),
            Some(_) => Err(reader.expected("the end: the tree is complete").into()),
        }
    }

    /// Returns the game as `.efg` text.
    pub fn write_efg(&self) -> String {
        let names: Vec<String> = self.players.iter().map(|name| quote(name)).collect();
        let mut text =
            format!("EFG 2 R {} {{ {} }}\n\"\"\n\n", quote(&self.title), names.join(" "));
        let mut sets = vec![0; self.players.len()];
        let (mut outcome, mut chance) = (0, 0);
        for node in &self.nodes {
            match node {
                GameNode::Decision { label, player, moves } => {
                    sets[*player] += 1;
                    let actions: Vec<String> = moves.iter().map(|(name, _)| quote(name)).collect();
                    let (label, set) = (quote(label), sets[*player]);
                    let actions = actions.join(" ");
                    text += &format!("p {label} {} {set} \"\" {{ {actions} }} 0\n", player + 1);
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

/// A token of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Piece {
    Quoted,
    Word,
    Open,
    Close,
}

/// Returns the tokens of a text with their places. Commas are white space.
fn pieces(text: &str) -> impl Iterator<Item = (Piece, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text[at..].find(|c: char| !c.is_whitespace() && c != ',')?;
        let (start, (piece, length)) = (at, first_piece(&text[at..])?);
        at += length;
        Some((piece, start..at))
    })
}

/// Returns the token that a text starts with, and its length.
fn first_piece(text: &str) -> Option<(Piece, usize)> {
    Some(match text.chars().next()? {
        '{' => (Piece::Open, 1),
        '}' => (Piece::Close, 1),
        '"' => (Piece::Quoted, (end_of_quotation(text) + 1).min(text.len())),
        _ => {
            let end = |c: char| c.is_whitespace() || [',', '{', '}', '"'].contains(&c);
            (Piece::Word, text.find(end).unwrap_or(text.len()))
        }
    })
}

/// Returns the position of the second quotation mark of a text; its end if there is none.
fn end_of_quotation(text: &str) -> usize {
    let mut escaped = false;
    let end = text[1..].find(|c| {
        let end = c == '"' && !escaped;
        escaped = c == '\\' && !escaped;
        end
    });
    end.map_or(text.len(), |end| end + 1)
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

struct Reader<'t> {
    cursor: Cursor<'t, Piece>,
    outcomes: FxHashMap<String, Vec<Fraction>>,
    /// The information sets so far, by player.
    sets: FxHashSet<(usize, String)>,
    /// The actions of the information sets of chance so far.
    chances: FxHashMap<String, Actions>,
    nodes: Vec<GameNode>,
}

impl Reader<'_> {
    fn expected(&self, what: &str) -> TextError {
        let found = match self.cursor.word() {
            "" => "the end".to_owned(),
            words => format!("`{words}`"),
        };
        self.cursor.here().error(format!("expected {what}, found {found}"))
    }

    fn word(&mut self, what: &str) -> Result<String, TextError> {
        let word = self.cursor.word();
        match self.cursor.eat(Piece::Word) {
            true => Ok(word.to_owned()),
            false => Err(self.expected(what)),
        }
    }

    fn quoted(&mut self, what: &str) -> Result<String, TextError> {
        let word = self.cursor.word();
        match self.cursor.eat(Piece::Quoted) {
            true => {
                let inner = &word[1..end_of_quotation(word)];
                Ok(inner.replace("\\\"", "\"").replace("\\\\", "\\"))
            }
            false => Err(self.expected(what)),
        }
    }

    fn braced<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, TextError>,
    ) -> Result<Vec<T>, TextError> {
        if !self.cursor.eat(Piece::Open) {
            return Err(self.expected("`{`"));
        }
        let mut items = Vec::new();
        while !self.cursor.eat(Piece::Close) {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn header(&mut self) -> Result<(String, Vec<String>), TextError> {
        for (word, help) in [("EFG", "an .efg file starts with `EFG 2 R`"), ("2", "version 2")] {
            if !self.cursor.eat_word(Piece::Word, word) {
                return Err(self.expected(&format!("`{word}`")).help(help));
            }
        }
        self.word("`R` or `D`")?;
        let title = self.quoted("the title in quotation marks")?;
        let players = self.braced(|reader| reader.quoted("the name of a player"))?;
        if players.is_empty() || players.len() > 64 {
            return Err(self.expected("between 1 and 64 players before"));
        }
        self.cursor.eat(Piece::Quoted); // the comment
        Ok((title, players))
    }

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
            return Err(self.expected(&format!("at most {MOST} nodes")));
        }
        let kind = self.word("a node: `p`, `c` or `t`")?;
        let parsed = match kind.as_str() {
            "t" => {
                let label = self.quoted("the label of the node")?;
                let payoffs = self.outcome(so_far)?;
                self.nodes.push(GameNode::Terminal { label, payoffs });
                return Ok(None);
            }
            "p" => self.decision(node, so_far)?,
            "c" => self.chance(node, so_far)?,
            _ => return Err(self.expected("a node: `p`, `c` or `t`, before")),
        };
        Ok(Some(parsed))
    }

    fn decision(&mut self, node: usize, so_far: &[Fraction]) -> Result<Open, TextError> {
        let label = self.quoted("the label of the node")?;
        let player = match self.word("the number of a player")?.parse::<usize>() {
            Ok(number) if (1..=so_far.len()).contains(&number) => number - 1,
            _ => return Err(self.expected(&format!("a player from 1 to {} before", so_far.len()))),
        };
        let set = self.word("the number of an information set")?;
        if !self.sets.insert((player, set)) {
            return Err(self
                .expected("an information set of its own before")
                .help("only games with perfect information are read"));
        }
        self.cursor.eat(Piece::Quoted); // the name of the set
        let actions = self.braced(|reader| reader.quoted("the name of an action"))?;
        if actions.is_empty() {
            return Err(self.expected("an action before").help("a player on turn has a move"));
        }
        let payoffs = self.outcome(so_far)?;
        self.nodes.push(GameNode::Decision { label, player, moves: Vec::new() });
        let actions: Actions = actions.into_iter().map(|name| (name, Fraction::from(1))).collect();
        Ok(Open::new(node, actions, payoffs))
    }

    fn chance(&mut self, node: usize, so_far: &[Fraction]) -> Result<Open, TextError> {
        let label = self.quoted("the label of the node")?;
        let set = self.word("the number of an information set")?;
        self.cursor.eat(Piece::Quoted); // the name of the set
        let actions = match self.chances.get(&set) {
            Some(known) if self.cursor.peek() != Some(Piece::Open) => known.clone(),
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
        let start = self.cursor.here();
        let actions = self.braced(|reader| {
            let action = reader.quoted("the name of an action")?;
            let word = reader.cursor.peek() == Some(Piece::Word);
            let probability = parse_payoff(reader.cursor.word()).filter(|_| word);
            let probability = probability.filter(|&p| p >= Fraction::ZERO);
            let probability = probability
                .ok_or_else(|| reader.expected("a probability: a number from 0 to 1"))?;
            reader.cursor.advance();
            Ok((action, probability))
        })?;
        let sum = actions.iter().fold(Rational::ZERO, |sum, action| &sum + &action.1.into());
        if sum != Rational::from(1) {
            let message = format!("these probabilities add up to {sum}, not to 1");
            let help = "write fractions such as 1/3 where decimals are not exact";
            return Err(TextError::new(message, start.to(self.cursor.before()).range()).help(help));
        }
        Ok(actions)
    }

    /// Parses the outcome of a node, and returns it added to the payoffs so far.
    fn outcome(&mut self, so_far: &[Fraction]) -> Result<Vec<Fraction>, TextError> {
        let number = self.word("the number of an outcome")?;
        self.cursor.eat(Piece::Quoted); // its name
        if self.cursor.peek() == Some(Piece::Open) {
            let payoffs = self.braced(|reader| {
                let word = reader.cursor.peek() == Some(Piece::Word);
                let payoff = parse_payoff(reader.cursor.word()).filter(|_| word);
                let payoff = payoff.ok_or_else(|| reader.expected("a payoff"))?;
                reader.cursor.advance();
                Ok(payoff)
            })?;
            if payoffs.len() != so_far.len() {
                return Err(self.expected(&format!("{} payoffs before", so_far.len())));
            }
            self.outcomes.insert(number.clone(), payoffs);
        }
        if number == "0" {
            return Ok(so_far.to_vec());
        }
        let own = self.outcomes.get(&number);
        let own = own.ok_or_else(|| self.expected("the payoffs of a new outcome"))?;
        let sums: Option<Vec<Fraction>> =
            own.iter().zip(so_far).map(|(a, b)| a.checked_add(*b)).collect();
        sums.ok_or_else(|| self.expected("smaller payoffs before"))
    }
}
