//! ATL formulas and their text.
//!
//! ```text
//! formula = or [ "->" formula ]        or = and { "|" and }       and = prefix { "&" prefix }
//! prefix  = ( "~" | "!" ) prefix | path | "(" formula ")" | "true" | "false" | atom
//! path    = ( "<<" [ agent { "," agent } ] ">>" | "E" | "A" ) ( "X" | "F" | "G" ) prefix
//!         | ( "<<" … ">>" | "E" | "A" ) ( prefix "U" prefix | "(" formula "U" formula ")" )
//! ```
//!
//! `EX`, `AG` and the like may be written without a space. An atom is any other name,
//! `name(text,…)`, or text in quotation marks.

use ludex_base::TextError;
use ludex_game::Agents;

/// An ATL formula; a coalition is a set of agents, one bit each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Atl {
    /// Always or never true.
    Truth(bool),
    /// An atom, by a number chosen by the caller.
    Label(u32),
    /// Negation.
    Not(Box<Atl>),
    /// Conjunction.
    And(Box<Atl>, Box<Atl>),
    /// Disjunction.
    Or(Box<Atl>, Box<Atl>),
    /// `<<C>>X φ`: the coalition can force φ in the next state.
    Next(u64, Box<Atl>),
    /// `<<C>>G φ`: the coalition can keep φ true forever.
    Always(u64, Box<Atl>),
    /// `<<C>> φ U ψ`: the coalition can keep φ true until ψ is true, and ψ becomes true eventually.
    Until(u64, Box<Atl>, Box<Atl>),
}

impl Atl {
    /// Returns `<<C>>F φ`: the coalition can make φ true eventually.
    pub fn eventually(coalition: u64, goal: Atl) -> Atl {
        Atl::Until(coalition, Atl::Truth(true).into(), goal.into())
    }
}

/// Parses a formula. `atom` returns the number of an atom, or a suggestion.
pub fn parse_atl(
    text: &str,
    agents: &Agents,
    atom: &mut dyn FnMut(&str) -> Result<u32, Option<String>>,
) -> Result<Atl, TextError> {
    if agents.len() > 64 {
        return Err(TextError::new("coalitions are of at most 64 agents", 0..text.len()));
    }
    let mut reader = Reader { text, at: 0, agents, atom, depth: 0 };
    let formula = reader.formula()?;
    match reader.rest().is_empty() {
        true => Ok(formula),
        false => Err(reader.expected("an operator or the end")),
    }
}

/// Returns whether a text is an ATL formula rather than a modal formula: it names a coalition, or
/// starts with a path operator of CTL.
///
/// ```
/// use ludex_sgl::atl::is_atl;
/// assert!(is_atl("~<<X>>F win(X)") && is_atl("AG ~win(O)") && !is_atl("<X> w | [O] l"));
/// ```
pub fn is_atl(text: &str) -> bool {
    let first = text.trim_start_matches(|c: char| "~!( ".contains(c));
    let word = first.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    text.contains("<<") || ["EX", "EF", "EG", "AX", "AF", "AG"].contains(&word)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    agents: &'a Agents,
    atom: &'a mut dyn FnMut(&str) -> Result<u32, Option<String>>,
    depth: u32,
}

type Result2 = Result<Atl, TextError>;

impl<'a> Reader<'a> {
    /// Returns the rest of the text, after white space.
    fn rest(&mut self) -> &'a str {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        &self.text[self.at..]
    }

    fn eat(&mut self, sign: &str) -> bool {
        let found = self.rest().starts_with(sign);
        self.at += if found { sign.len() } else { 0 };
        found
    }

    /// Returns the next word without consuming it.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        &rest[..end]
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn expected(&mut self, what: &str) -> TextError {
        let rest = self.rest();
        let width = rest.chars().next().map_or(0, char::len_utf8);
        let found = match width {
            0 => "the end of the formula".to_owned(),
            _ => format!("`{}`", &rest[..width]),
        };
        let span = self.at..self.at + width;
        TextError::new(format!("{found} where {what} is expected"), span)
    }

    fn need(&mut self, sign: &str) -> Result<(), TextError> {
        if self.eat(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    fn formula(&mut self) -> Result2 {
        self.depth += 1;
        if self.depth > 300 {
            return Err(self.expected("less nesting"));
        }
        let left = self.disjunction()?;
        let result = match self.eat("->") {
            false => left,
            true => Atl::Or(Atl::Not(left.into()).into(), self.formula()?.into()),
        };
        self.depth -= 1;
        Ok(result)
    }

    fn disjunction(&mut self) -> Result2 {
        let mut left = self.conjunction()?;
        while self.eat("|") {
            left = Atl::Or(left.into(), self.conjunction()?.into());
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Result2 {
        let mut left = self.prefix()?;
        while self.eat("&") {
            left = Atl::And(left.into(), self.prefix()?.into());
        }
        Ok(left)
    }

    fn prefix(&mut self) -> Result2 {
        self.depth += 1;
        if self.depth > 300 {
            return Err(self.expected("less nesting"));
        }
        let result = self.prefix_inner();
        self.depth -= 1;
        result
    }

    fn prefix_inner(&mut self) -> Result2 {
        if self.eat("~") || self.eat("!") {
            return Ok(Atl::Not(self.prefix()?.into()));
        }
        if self.eat("<<") {
            let coalition = self.coalition()?;
            return self.path(coalition);
        }
        if self.eat("(") {
            let inner = self.formula()?;
            self.need(")")?;
            return Ok(inner);
        }
        // CTL: the coalition of all agents can choose any path, the empty coalition none.
        let all = if self.agents.len() == 64 { u64::MAX } else { (1 << self.agents.len()) - 1 };
        match self.word() {
            "true" | "false" => Ok(Atl::Truth(!self.eat_word("false") && self.eat_word("true"))),
            word @ ("EX" | "EF" | "EG" | "AX" | "AF" | "AG") => {
                self.at += 1;
                self.path(if word.starts_with('E') { all } else { 0 })
            }
            word @ ("E" | "A") if self.text[self.at + 1..].trim_start().starts_with('(') => {
                self.at += 1;
                self.path(if word == "E" { all } else { 0 })
            }
            _ => self.label(),
        }
    }

    fn coalition(&mut self) -> Result<u64, TextError> {
        let mut coalition = 0;
        while !self.eat(">>") {
            let (name, start) = (self.word(), self.at);
            let agent = self.agents.named(name).filter(|_| !name.is_empty());
            let agent = agent.ok_or_else(|| {
                let message = format!("`{name}` is no agent");
                let help = format!("the agents are {}", self.agents.names().join(", "));
                TextError::new(message, start..start + name.len()).help(help)
            })?;
            self.at += name.len();
            coalition |= 1 << agent.index();
            if !self.rest().starts_with(">>") {
                self.need(",")?;
            }
        }
        Ok(coalition)
    }

    fn path(&mut self, coalition: u64) -> Result2 {
        for operator in ["X", "F", "G"] {
            if self.eat_word(operator) {
                let inner = self.prefix()?;
                return Ok(match operator {
                    "X" => Atl::Next(coalition, inner.into()),
                    "F" => Atl::eventually(coalition, inner),
                    _ => Atl::Always(coalition, inner.into()),
                });
            }
        }
        let start = self.at;
        if self.eat("(") {
            let left = self.formula()?;
            if self.eat_word("U") {
                let right = self.formula()?;
                self.need(")")?;
                return Ok(Atl::Until(coalition, left.into(), right.into()));
            }
            self.at = start;
        }
        let left = self.prefix()?;
        if !self.eat_word("U") {
            return Err(self.expected("`U` (or `X`, `F`, `G` before the formula)"));
        }
        Ok(Atl::Until(coalition, left.into(), self.prefix()?.into()))
    }

    fn label(&mut self) -> Result2 {
        let rest = self.rest();
        let start = self.at;
        let name = if let Some(quoted) = rest.strip_prefix('"') {
            let end = quoted.find('"').ok_or_else(|| self.expected("a closing `\"`"))?;
            self.at += end + 2;
            &quoted[..end]
        } else {
            let word = self.word();
            if word.is_empty() {
                return Err(self.expected("a formula"));
            }
            self.at += word.len();
            if self.text[self.at..].starts_with('(') {
                let end = self.text[self.at..].find(')');
                let end = end.ok_or_else(|| self.expected("a closing `)`"))?;
                self.at += end + 1;
            }
            &self.text[start..self.at]
        };
        match (self.atom)(name) {
            Ok(number) => Ok(Atl::Label(number)),
            Err(help) => {
                let message = format!("there is no atom `{name}`");
                Err(TextError { message, span: start..self.at, help })
            }
        }
    }
}
