//! The `.efg` format of game-theory tools, for games with perfect information.
//!
//! ```text
//! EFG 2 R "title" { "player" … }
//! "comment"
//! p "label" player set "name of the set" { "action" … } outcome ["name" { payoff … }]
//! t "label" outcome "name" { payoff … }
//! ```
//!
//! Nodes stand in preorder. Outcome 0 is none; payoffs of an outcome stand where it occurs first, and
//! outcomes on the way are added up. Sets with several nodes and moves of chance are refused.

use std::ops::Range;

use ludex_game::TextError;
use rustc_hash::{FxHashMap, FxHashSet};

use super::number::Number;
use super::tree::{ExtensiveGame, GameNode};

/// The most nodes that are read.
const MOST: usize = 10_000_000;

impl ExtensiveGame {
    /// Reads an `.efg` text.
    pub fn read_efg(text: &str) -> Result<ExtensiveGame, TextError> {
        let mut reader = Reader {
            text,
            at: 0,
            outcomes: FxHashMap::default(),
            sets: FxHashSet::default(),
            nodes: Vec::new(),
        };
        let (title, players) = reader.header()?;
        let none = vec![Number::ZERO; players.len()];
        reader.tree(&none)?;
        match reader.peek() {
            None => Ok(ExtensiveGame { title, players, nodes: reader.nodes }),
            Some(_) => Err(reader.expected("the end: the tree is complete")),
        }
    }

    /// The game as `.efg` text.
    pub fn write_efg(&self) -> String {
        let quoted =
            |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let names: Vec<String> = self.players.iter().map(|name| quoted(name)).collect();
        let mut text =
            format!("EFG 2 R {} {{ {} }}\n\"\"\n\n", quoted(&self.title), names.join(" "));
        let mut sets = vec![0; self.players.len()];
        let mut outcome = 0;
        for node in &self.nodes {
            match node {
                GameNode::Decision { label, player, moves } => {
                    sets[*player] += 1;
                    let actions: Vec<String> = moves.iter().map(|(name, _)| quoted(name)).collect();
                    let (label, set) = (quoted(label), sets[*player]);
                    let actions = actions.join(" ");
                    text += &format!("p {label} {} {set} \"\" {{ {actions} }} 0\n", player + 1);
                }
                GameNode::Terminal { label, payoffs } => {
                    outcome += 1;
                    let payoffs: Vec<String> = payoffs.iter().map(Number::to_string).collect();
                    let (label, payoffs) = (quoted(label), payoffs.join(", "));
                    text += &format!("t {label} {outcome} \"\" {{ {payoffs} }}\n");
                }
            }
        }
        text
    }
}

/// What a text is made of.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Quoted(String),
    Word(String),
    Open,
    Close,
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    outcomes: FxHashMap<String, Vec<Number>>,
    /// The information sets met so far, by player.
    sets: FxHashSet<(usize, String)>,
    nodes: Vec<GameNode>,
}

impl Reader<'_> {
    /// The next piece, its place, and where the text goes on after it. Commas are blanks.
    fn look(&self) -> Option<(Piece, Range<usize>)> {
        let rest = &self.text[self.at..];
        let blank = rest.find(|c: char| !c.is_whitespace() && c != ',')?;
        let start = self.at + blank;
        let rest = &self.text[start..];
        let (piece, length) = match rest.chars().next()? {
            '{' => (Piece::Open, 1),
            '}' => (Piece::Close, 1),
            '"' => {
                let mut escaped = false;
                let end = rest[1..].find(|c| {
                    let end = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    end
                });
                let end = end.unwrap_or(rest.len() - 1);
                let inner = rest[1..1 + end].replace("\\\"", "\"").replace("\\\\", "\\");
                (Piece::Quoted(inner), (end + 2).min(rest.len()))
            }
            _ => {
                let end = |c: char| c.is_whitespace() || [',', '{', '}', '"'].contains(&c);
                let end = rest.find(end).unwrap_or(rest.len());
                (Piece::Word(rest[..end].to_owned()), end)
            }
        };
        Some((piece, start..start + length))
    }

    fn peek(&self) -> Option<Piece> {
        self.look().map(|(piece, _)| piece)
    }

    fn next(&mut self) -> Option<Piece> {
        let (piece, place) = self.look()?;
        self.at = place.end;
        Some(piece)
    }

    fn expected(&self, what: &str) -> TextError {
        let place = self.look().map_or(self.text.len()..self.text.len(), |(_, place)| place);
        let found = match &self.text[place.clone()] {
            "" => "the end".to_owned(),
            words => format!("`{words}`"),
        };
        TextError::new(format!("expected {what}, found {found}"), place)
    }

    fn word(&mut self, what: &str) -> Result<String, TextError> {
        match self.peek() {
            Some(Piece::Word(word)) => {
                self.next();
                Ok(word)
            }
            _ => Err(self.expected(what)),
        }
    }

    fn quoted(&mut self, what: &str) -> Result<String, TextError> {
        match self.peek() {
            Some(Piece::Quoted(text)) => {
                self.next();
                Ok(text)
            }
            _ => Err(self.expected(what)),
        }
    }

    fn braced<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<T, TextError>,
    ) -> Result<Vec<T>, TextError> {
        if self.peek() != Some(Piece::Open) {
            return Err(self.expected("`{`"));
        }
        self.next();
        let mut items = Vec::new();
        while self.peek() != Some(Piece::Close) {
            items.push(item(self)?);
        }
        self.next();
        Ok(items)
    }

    fn header(&mut self) -> Result<(String, Vec<String>), TextError> {
        for (word, help) in [("EFG", "an .efg file starts with `EFG 2 R`"), ("2", "version 2")] {
            if self.peek() != Some(Piece::Word(word.into())) {
                return Err(self.expected(&format!("`{word}`")).help(help));
            }
            self.next();
        }
        self.word("`R` or `D`")?;
        let title = self.quoted("the title in quotation marks")?;
        let players = self.braced(|reader| reader.quoted("the name of a player"))?;
        if players.is_empty() || players.len() > 64 {
            return Err(self.expected("between 1 and 64 players before"));
        }
        if let Some(Piece::Quoted(_)) = self.peek() {
            self.next(); // the comment
        }
        Ok((title, players))
    }

    /// A node and the tree below it; `so_far` are the payoffs on the way there.
    fn tree(&mut self, so_far: &[Number]) -> Result<usize, TextError> {
        let node = self.nodes.len();
        if node >= MOST {
            return Err(self.expected(&format!("at most {MOST} nodes")));
        }
        match self.word("a node: `p` or `t`")?.as_str() {
            "t" => {
                let label = self.quoted("the label of the node")?;
                let payoffs = self.outcome(so_far)?;
                self.nodes.push(GameNode::Terminal { label, payoffs });
                Ok(node)
            }
            "p" => self.decision(node, so_far),
            "c" => Err(self.expected("no move of chance").help("only perfect information is read")),
            _ => Err(self.expected("a node: `p` or `t`, before")),
        }
    }

    fn decision(&mut self, node: usize, so_far: &[Number]) -> Result<usize, TextError> {
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
        if let Some(Piece::Quoted(_)) = self.peek() {
            self.next(); // the name of the set
        }
        let actions = self.braced(|reader| reader.quoted("the name of an action"))?;
        if actions.is_empty() {
            return Err(self.expected("an action before").help("a player on turn has a move"));
        }
        let payoffs = self.outcome(so_far)?;
        let moves = Vec::new();
        self.nodes.push(GameNode::Decision { label: label.clone(), player, moves });
        let mut moves = Vec::with_capacity(actions.len());
        for action in actions {
            let child = stacker::maybe_grow(128 << 10, 4 << 20, || self.tree(&payoffs))?;
            moves.push((action, child));
        }
        self.nodes[node] = GameNode::Decision { label, player, moves };
        Ok(node)
    }

    /// The outcome of a node, added to the payoffs so far.
    fn outcome(&mut self, so_far: &[Number]) -> Result<Vec<Number>, TextError> {
        let number = self.word("the number of an outcome")?;
        if let Some(Piece::Quoted(_)) = self.peek() {
            self.next(); // its name
        }
        if self.peek() == Some(Piece::Open) {
            let payoffs = self.braced(|reader| {
                let payoff = match reader.peek() {
                    Some(Piece::Word(word)) => Number::read(&word),
                    _ => None,
                };
                let payoff = payoff.ok_or_else(|| reader.expected("a payoff"))?;
                reader.next();
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
        let sums: Option<Vec<Number>> = own.iter().zip(so_far).map(|(a, b)| a.plus(*b)).collect();
        sums.ok_or_else(|| self.expected("smaller payoffs before"))
    }
}
