//! Descriptions of games: the top level of the language.

use ludex_base::{Span, TextError, suggest};

use super::check;
use super::cursor::{Parser, Place, Result, Use};
use super::lexer::Token;
use crate::structure::Structure;
use crate::syntax::{Definition, Description, Edge, Formula, Location, Name, Rule, Term};

/// A location before its names are resolved.
struct RawLocation {
    number: u32,
    span: Span,
    player: (Name, Span),
    payoffs: Vec<(Name, Span, Term)>,
    moves: Vec<RawMove>,
}

/// A rule and the number of a location, each with its position.
type RawMove = (Name, Span, u32, Span);

/// The contents of a text before its names are resolved.
#[derive(Default)]
struct Raw {
    players: Vec<Name>,
    definitions: Vec<(Definition, Span)>,
    rules: Vec<(Rule, Span)>,
    locations: Vec<RawLocation>,
    start: Option<(u32, Span)>,
    model: Option<Structure>,
}

impl Description {
    /// Parses a description. An error says what is wrong, where, and what was expected.
    pub fn parse(text: &str) -> Result<Description> {
        let mut parser = Parser::new(text)?;
        let mut raw = Raw::default();
        while parser.cursor.peek().is_some() {
            parser.section(&mut raw)?;
        }
        resolve(raw, &parser, Span::at(text.len()))
    }
}

impl Parser<'_> {
    fn section(&mut self, raw: &mut Raw) -> Result<()> {
        let span = self.cursor.here();
        let word = self.cursor.word();
        self.cursor.advance();
        match word {
            "PLAYERS" if raw.players.is_empty() => raw.players = self.players()?,
            "REL" => raw.definitions.push(self.definition()?),
            "RULE" => raw.rules.push(self.rule()?),
            "LOC" => raw.locations.push(self.location(span)?),
            "START" if raw.start.is_none() => {
                let place = self.cursor.here();
                raw.start = Some((self.number("the number of a location")?, place));
            }
            "MODEL" if raw.model.is_none() => {
                self.place = Place::Model;
                raw.model = Some(self.structure()?);
            }
            "PLAYERS" | "START" | "MODEL" => {
                return Err(TextError::new(format!("a second {word}"), span));
            }
            _ => {
                self.cursor.go_to(self.cursor.position() - 1);
                let sections = ["PLAYERS", "REL", "RULE", "LOC", "START", "MODEL"];
                let error = self.expected(&sections.join(", "));
                return Err(did_you_mean(error, word, sections));
            }
        }
        Ok(())
    }

    fn players(&mut self) -> Result<Vec<Name>> {
        let mut players: Vec<Name> = Vec::new();
        loop {
            let span = self.cursor.here();
            let name = self.name("a player")?;
            if players.iter().any(|p| p.eq_ignore_ascii_case(&name)) {
                return Err(TextError::new(format!("two players are called `{name}`"), span));
            }
            players.push(name);
            if players.len() > 255 {
                return Err(TextError::new("more than 255 players", span));
            }
            if !self.cursor.eat(Token::Comma) {
                return Ok(players);
            }
        }
    }

    /// Parses `Name(x, y) = formula`.
    fn definition(&mut self) -> Result<(Definition, Span)> {
        self.place = Place::Formula;
        let span = self.cursor.here();
        let name = self.name("the name of a relation")?;
        self.expect(Token::Open, "`(`")?;
        let mut parameters: Vec<Name> = Vec::new();
        while self.cursor.peek() != Some(Token::Close) {
            let span = self.cursor.here();
            let parameter = self.name("a variable or `)`")?;
            if parameters.contains(&parameter) {
                return Err(TextError::new(format!("`{parameter}` is listed twice"), span));
            }
            parameters.push(parameter);
            if !self.cursor.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::Close, "`,` or `)`")?;
        self.expect(Token::Equals, "`=`")?;
        let body = self.within(&parameters.clone(), Self::formula)?;
        Ok((Definition { name, parameters, body }, span))
    }

    /// Parses `Name: L -> R emb P, Q with [r <- l] pre φ post φ`, the last four in any order.
    fn rule(&mut self) -> Result<(Rule, Span)> {
        let span = self.cursor.here();
        let name = self.name("the name of a rule")?;
        self.expect(Token::Colon, "`:`")?;
        self.place = Place::Left;
        let left = self.structure()?;
        self.expect(Token::Arrow, "`->`")?;
        self.place = Place::Right;
        let right = self.structure()?;
        let origin = right.elements.iter().map(|r| left.element(r)).collect();
        let (pre, post, exact) = (Formula::True, Formula::True, Vec::new());
        let mut rule = Rule { name, left, right, origin, explicit_origin: false, exact, pre, post };
        let mut seen = Vec::new();
        loop {
            let word = self.cursor.word();
            if !["emb", "with", "pre", "post"].contains(&word) {
                return Ok((rule, span));
            }
            if seen.contains(&word) {
                return Err(TextError::new(format!("a second `{word}`"), self.cursor.here()));
            }
            seen.push(word);
            self.cursor.advance();
            self.condition(word, &mut rule)?;
        }
    }

    fn condition(&mut self, word: &str, rule: &mut Rule) -> Result<()> {
        self.place = Place::Formula;
        match word {
            "emb" => rule.exact = self.list(Token::Comma, Self::exact_relation)?,
            "with" => self.origins(rule)?,
            "pre" => rule.pre = self.within(&rule.left.elements.clone(), Self::formula)?,
            _ => rule.post = self.within(&rule.right.elements.clone(), Self::formula)?,
        }
        Ok(())
    }

    fn exact_relation(&mut self) -> Result<Name> {
        let span = self.cursor.here();
        let name = self.name("a relation")?;
        self.uses.push(Use { name: name.clone(), arity: None, span, place: Place::Exact });
        Ok(name)
    }

    /// Parses `[r <- l, …]`: exactly these elements of the right-hand side stand for one of the
    /// left.
    fn origins(&mut self, rule: &mut Rule) -> Result<()> {
        self.expect(Token::OpenBracket, "`[`")?;
        rule.origin.fill(None);
        rule.explicit_origin = true;
        while self.cursor.peek() != Some(Token::CloseBracket) {
            let span = self.cursor.here();
            let right = self.element()?;
            let r = side_element(&rule.right, &right, span, "right")?;
            self.expect(Token::BackArrow, "`<-`")?;
            let place = self.cursor.here();
            let left = self.element()?;
            let l = side_element(&rule.left, &left, place, "left")?;
            if rule.origin[r].replace(l).is_some() {
                return Err(TextError::new(format!("`{right}` stands for two elements"), span));
            }
            if !self.cursor.eat(Token::Comma) {
                break;
            }
        }
        self.expect(Token::CloseBracket, "`,` or `]`")
    }

    /// Parses `n { PLAYER X PAYOFF { X: term; O: term } MOVES [Rule -> n; …] }`.
    fn location(&mut self, keyword: Span) -> Result<RawLocation> {
        let place = self.cursor.here();
        let number = self.number("the number of the location")?;
        self.expect(Token::OpenBrace, "`{`")?;
        self.place = Place::Formula;
        let (mut player, mut payoffs, mut moves) = (None, None, None);
        while !self.cursor.eat(Token::CloseBrace) {
            if player.is_none() && self.eat_word("PLAYER") {
                let span = self.cursor.here();
                player = Some((self.name("a player")?, span));
            } else if payoffs.is_none() && self.eat_word("PAYOFF") {
                payoffs = Some(self.payoffs()?);
            } else if moves.is_none() && self.eat_word("MOVES") {
                moves = Some(self.moves()?);
            } else {
                return Err(self.expected("PLAYER, PAYOFF, MOVES or `}`, each once"));
            }
        }
        let player = player.ok_or_else(|| {
            TextError::new(format!("location {number} has no PLAYER"), keyword.to(place))
        })?;
        let (payoffs, moves) = (payoffs.unwrap_or_default(), moves.unwrap_or_default());
        Ok(RawLocation { number, span: place, player, payoffs, moves })
    }

    fn payoffs(&mut self) -> Result<Vec<(Name, Span, Term)>> {
        self.expect(Token::OpenBrace, "`{`")?;
        let mut payoffs = Vec::new();
        while !self.cursor.eat(Token::CloseBrace) {
            let span = self.cursor.here();
            let player = self.name("a player")?;
            self.expect(Token::Colon, "`:`")?;
            payoffs.push((player, span, self.term()?));
            if !self.cursor.eat(Token::Semicolon) && self.cursor.peek() != Some(Token::CloseBrace) {
                return Err(self.expected("an operator, `;` or `}`"));
            }
        }
        Ok(payoffs)
    }

    fn moves(&mut self) -> Result<Vec<RawMove>> {
        self.expect(Token::OpenBracket, "`[`")?;
        let mut moves = Vec::new();
        while !self.cursor.eat(Token::CloseBracket) {
            let span = self.cursor.here();
            let rule = self.name("a rule")?;
            self.expect(Token::Arrow, "`->`")?;
            let place = self.cursor.here();
            moves.push((rule, span, self.number("the number of a location")?, place));
            if !self.cursor.eat(Token::Semicolon) && self.cursor.peek() != Some(Token::CloseBracket)
            {
                return Err(self.expected("`;` or `]`"));
            }
        }
        Ok(moves)
    }
}

fn side_element(side: &Structure, name: &str, span: Span, which: &str) -> Result<usize> {
    side.element(name).ok_or_else(|| {
        let message = format!("`{name}` is no element of the {which}-hand side");
        let error = TextError::new(message, span);
        error.help(format!("it has: {}", side.elements.join(", ")))
    })
}

/// Adds the most similar known word to an error as advice.
pub(crate) fn did_you_mean<'a>(
    error: TextError,
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> TextError {
    match suggest(word, known) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error,
    }
}

fn resolve(raw: Raw, parser: &Parser, end: Span) -> Result<Description> {
    if raw.players.is_empty() {
        return Err(TextError::new("there are no PLAYERS", end));
    }
    let missing = |what| TextError::new(format!("there is no {what}"), end);
    let model = raw.model.as_ref().ok_or_else(|| missing("MODEL"))?.clone();
    if model.size() == 0 {
        return Err(TextError::new("the MODEL has no elements", end));
    }
    let payoffs = raw.locations.iter().flat_map(|location| &location.payoffs);
    let payoffs = payoffs.map(|(_, span, term)| (term, *span));
    check::check(&raw.definitions, &raw.rules, payoffs, &model, &parser.uses)?;
    check::check_marks(&parser.marks, &parser.uses)?;
    if raw.locations.is_empty() {
        return Err(missing("LOC"));
    }
    let locations = locations(&raw)?;
    let place = |number: u32| locations.iter().position(|l| l.number == number);
    let start = match &raw.start {
        None => place(0).unwrap_or(0),
        Some((number, span)) => place(*number).ok_or_else(|| no_location(*number, *span))?,
    };
    Ok(Description {
        players: raw.players,
        definitions: raw.definitions.into_iter().map(|(definition, _)| definition).collect(),
        rules: raw.rules.into_iter().map(|(rule, _)| rule).collect(),
        locations,
        start,
        model,
    })
}

fn no_location(number: u32, span: Span) -> TextError {
    TextError::new(format!("there is no location {number}"), span)
}

fn locations(raw: &Raw) -> Result<Vec<Location>> {
    for (i, location) in raw.locations.iter().enumerate() {
        if raw.locations[..i].iter().any(|l| l.number == location.number) {
            let message = format!("a second location {}", location.number);
            return Err(TextError::new(message, location.span));
        }
    }
    let mut locations: Vec<Location> = Vec::new();
    for location in &raw.locations {
        let player = player(raw, &location.player.0, location.player.1)?;
        let (payoffs, moves) = (payoffs(raw, location)?, edges(raw, location)?);
        locations.push(Location { number: location.number, player, payoffs, moves });
    }
    Ok(locations)
}

fn player(raw: &Raw, name: &Name, span: Span) -> Result<usize> {
    raw.players.iter().position(|p| p == name).ok_or_else(|| {
        let error = TextError::new(format!("`{name}` is not a player"), span);
        error.help(format!("the players are {}", raw.players.join(", ")))
    })
}

fn payoffs(raw: &Raw, location: &RawLocation) -> Result<Vec<Term>> {
    let mut payoffs: Vec<Option<Term>> = vec![None; raw.players.len()];
    for (name, span, term) in &location.payoffs {
        let slot = &mut payoffs[player(raw, name, *span)?];
        if slot.replace(term.clone()).is_some() {
            return Err(TextError::new(format!("a second payoff of `{name}`"), *span));
        }
    }
    let missing = payoffs.iter().position(Option::is_none);
    if let Some(i) = missing {
        let message =
            format!("location {} has no payoff for `{}`", location.number, raw.players[i]);
        return Err(TextError::new(message, location.span));
    }
    Ok(payoffs.into_iter().flatten().collect())
}

fn edges(raw: &Raw, location: &RawLocation) -> Result<Vec<Edge>> {
    let edge = |(name, span, number, place): &RawMove| {
        let rule = raw.rules.iter().position(|(rule, _)| rule.name == *name).ok_or_else(|| {
            let error = TextError::new(format!("there is no rule `{name}`"), *span);
            did_you_mean(error, name, raw.rules.iter().map(|(rule, _)| &*rule.name))
        })?;
        let target = raw.locations.iter().position(|l| l.number == *number);
        let target = target.ok_or_else(|| no_location(*number, *place))?;
        Ok(Edge { rule, target })
    };
    location.moves.iter().map(edge).collect()
}
