//! The meaning of names: parameters, agents, atoms, concepts, in this order.
//!
//! A name means, in this order: a parameter of the clause; `A`, `B`, `B1 … Bk` or `k`; a generic
//! atom (`w`, `win(X)`, …); a concept with that number of arguments; one of the game's own atoms; a
//! concept by another name of it, such as `WS` of [SC12] for `ws`.
//! Text in quotation marks is always an own atom, so every atom of a game can be named.

use ludex_base::{Span, suggest, unquote};
use ludex_game::{Agent, Atom};

use crate::Formula;
use crate::error::{LogicError, Result, shortened};
use crate::expand::{Expander, Scope, Value};
use crate::reserved::{GENERIC_ATOMS, OPPONENTS, opponent_number};
use crate::syntax::{Argument, Call, Expression, Id};
use crate::vocabulary::OwnAtom;

impl Expander<'_> {
    /// Returns the value of a name without arguments. Where an agent and an own atom share a name,
    /// the atom is meant if a formula is expected.
    pub fn name(&mut self, scope: Scope, span: Span, atom_first: bool) -> Result<Value> {
        let word = scope.words(span);
        if let Some(value) = scope.bound(word) {
            return Ok(value);
        }
        if let Some(agent) = self.role(scope, span)? {
            return Ok(Value::Agent(agent));
        }
        if word == OPPONENTS {
            return Ok(Value::Number(self.vocabulary.opponents().len() as i64));
        }
        if let Some(atom) = self.generic(word) {
            return Ok(Value::Formula(self.formulas.atom(atom)));
        }
        if let Some(index) = self.definitions.find(scope.layer, word, 0) {
            return self.concept(scope, span, index, Vec::new()).map(Value::Formula);
        }
        let agent = self.vocabulary.agents().named(word).map(Value::Agent);
        match (agent, self.vocabulary.own_atom(word)) {
            (Some(agent), _) if !atom_first => Ok(agent),
            (_, OwnAtom::Found(atom)) => Ok(Value::Formula(self.formulas.atom(atom))),
            (Some(agent), _) => Ok(agent),
            (None, OwnAtom::Ambiguous) => Err(self.ambiguous(scope, span)),
            (None, OwnAtom::Unknown) => Err(self.unknown(scope, span, span, word, 0)),
        }
    }

    /// Returns the generic atom that a word names, if it is one without arguments.
    fn generic(&self, word: &str) -> Option<Atom> {
        match word {
            "w" => Some(Atom::Win(self.vocabulary.asked())),
            "l" => Some(Atom::Lost(self.vocabulary.asked())),
            "final" => Some(Atom::Final),
            _ => None,
        }
    }

    /// Returns the own atom whose name is in quotation marks.
    pub fn quoted(&mut self, scope: Scope, span: Span) -> Result<Formula> {
        let name = unquote(scope.words(span));
        match self.vocabulary.own_atom(&name) {
            OwnAtom::Found(atom) => Ok(self.formulas.atom(atom)),
            OwnAtom::Ambiguous => Err(self.ambiguous(scope, span)),
            OwnAtom::Unknown => {
                let help = self.vocabulary.similar_atom(&name).map(did_you_mean);
                Err(self.error(scope, span, format!("unknown atom `{}`", shortened(&name)), help))
            }
        }
    }

    /// Returns the value of a name with arguments.
    pub fn call(&mut self, scope: Scope, span: Span, call: &Call) -> Result<Value> {
        let name = scope.words(call.name);
        if name == "B" {
            return self.opponent(scope, span, call).map(Value::Agent);
        }
        if let Some(atom) = self.generic_call(scope, span, call)? {
            return Ok(Value::Formula(self.formulas.atom(atom)));
        }
        if let Some(index) = self.called(scope, call)? {
            let arguments = self.arguments(scope, call)?;
            return self.concept(scope, span, index, arguments).map(Value::Formula);
        }
        let count = call.arguments.len();
        match self.own_call(scope, call)? {
            (OwnAtom::Found(atom), _) => Ok(Value::Formula(self.formulas.atom(atom))),
            (OwnAtom::Ambiguous, _) => Err(self.ambiguous(scope, span)),
            (OwnAtom::Unknown, text) => Err(self.unknown(scope, call.name, span, &text, count)),
        }
    }

    /// Returns the concept that a call means: by its name, or by another name of it that is no atom
    /// of the game.
    pub fn called(&mut self, scope: Scope, call: &Call) -> Result<Option<usize>> {
        let (name, count) = (scope.words(call.name), call.arguments.len());
        if let Some(index) = self.definitions.find(scope.layer, name, count) {
            return Ok(Some(index));
        }
        match self.definitions.find_other(scope.layer, name, count) {
            Some(index) if matches!(self.own_call(scope, call)?.0, OwnAtom::Unknown) => {
                Ok(Some(index))
            }
            _ => Ok(None),
        }
    }

    /// Evaluates the arguments of a call of a concept.
    pub fn arguments(&mut self, scope: Scope, call: &Call) -> Result<Vec<Value>> {
        let mut values = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            let id = self.argument(scope, argument)?;
            values.push(self.value(scope, id)?);
        }
        Ok(values)
    }

    fn argument(&self, scope: Scope, argument: &Argument) -> Result<Id> {
        argument.expression.as_ref().copied().map_err(|error| {
            let span = Span::from(error.span.clone());
            self.error(scope, span, error.message.clone(), error.help.clone())
        })
    }

    /// Returns the generic atom of a call: `win(X)`, `lost(X)`, `turn(X)` or `outcome(name)`.
    fn generic_call(&mut self, scope: Scope, span: Span, call: &Call) -> Result<Option<Atom>> {
        let name = scope.words(call.name);
        let atom: fn(Agent) -> Atom = match name {
            "win" => Atom::Win,
            "lost" => Atom::Lost,
            "turn" => Atom::Turn,
            "outcome" => return self.outcome(scope, span, call).map(Some),
            _ => return Ok(None),
        };
        let argument = self.only_argument(scope, span, call)?;
        let agent = match argument.expression {
            Ok(id) => self.agent(scope, id)?,
            Err(_) => self.named_agent(scope, argument.span, scope.words(argument.span))?,
        };
        Ok(Some(atom(agent)))
    }

    fn only_argument<'c>(&self, scope: Scope, span: Span, call: &'c Call) -> Result<&'c Argument> {
        match &call.arguments[..] {
            [argument] => Ok(argument),
            other => Err(self.wrong_count(scope, span, call.name, &[1], other.len())),
        }
    }

    fn outcome(&mut self, scope: Scope, span: Span, call: &Call) -> Result<Atom> {
        let argument = self.only_argument(scope, span, call)?;
        let outcomes = self.vocabulary.outcomes();
        let names = self.raw_argument(scope, argument)?.names();
        if let Some(outcome) = names.iter().find_map(|name| outcomes.named(name)) {
            return Ok(Atom::Outcome(outcome));
        }
        let all: Vec<&str> = outcomes.iter().map(|outcome| outcomes.name(outcome)).collect();
        let help = match suggest(&names[0], all.iter().copied()) {
            Some(name) => did_you_mean(name),
            None => format!("the outcomes are {}", shortened(&all.join(", "))),
        };
        let message = format!("unknown outcome `{}`", shortened(&names[0]));
        Err(self.error(scope, argument.span, message, Some(help)))
    }

    /// Evaluates an expression that must be an agent.
    pub fn agent(&mut self, scope: Scope, id: Id) -> Result<Agent> {
        let span = scope.text.syntax.span(id);
        let word = scope.words(span);
        match scope.text.syntax.expression(id) {
            Expression::Name => match scope.bound(word) {
                Some(Value::Agent(agent)) => Ok(agent),
                Some(_) => Err(self.no_agent(scope, id)),
                None => self.named_agent(scope, span, word),
            },
            Expression::Quoted => self.named_agent(scope, span, &unquote(word)),
            Expression::Call(call) if scope.words(call.name) == "B" => {
                self.opponent(scope, span, call)
            }
            _ => match self.vocabulary.agents().named(word) {
                Some(agent) => Ok(agent),
                None => Err(self.no_agent(scope, id)),
            },
        }
    }

    /// Returns the agent that `B(i)` means.
    fn opponent(&mut self, scope: Scope, span: Span, call: &Call) -> Result<Agent> {
        let argument = self.only_argument(scope, span, call)?;
        let id = self.argument(scope, argument)?;
        let number = self.number(scope, id)?;
        let missing = |expander: &Self| expander.no_opponent(scope, span, number);
        self.vocabulary.opponent(number).ok_or_else(|| missing(self))
    }

    /// Returns the agent that `A`, `B` or `B1 … Bk` means, an error if there is no such opponent,
    /// and `None` for other words.
    fn role(&self, scope: Scope, span: Span) -> Result<Option<Agent>> {
        let word = scope.words(span);
        match (self.vocabulary.agent(word), opponent_number(word)) {
            (None, Some(number)) => Err(self.no_opponent(scope, span, number)),
            _ => Ok(self.vocabulary.role(word)),
        }
    }

    fn named_agent(&mut self, scope: Scope, span: Span, word: &str) -> Result<Agent> {
        self.note_role(scope, span, word);
        if let Some(agent) = self.vocabulary.agent(word) {
            return Ok(agent);
        }
        if let Some(number) = opponent_number(word) {
            return Err(self.no_opponent(scope, span, number));
        }
        let names = self.vocabulary.agents().names();
        let help = match suggest(word, names.iter().map(String::as_str)) {
            Some(name) => did_you_mean(name),
            None => self.vocabulary.describe_agents(),
        };
        Err(self.error(scope, span, format!("unknown agent `{}`", shortened(word)), Some(help)))
    }

    /// Notes that a word of the formula is the role of one agent and the name of another.
    pub fn note_role(&mut self, scope: Scope, span: Span, word: &str) {
        let (role, named) = (self.vocabulary.role(word), self.vocabulary.agents().named(word));
        let ambiguous = role.is_some() && named.is_some() && role != named;
        if ambiguous && std::ptr::eq(scope.text, self.text) {
            self.ambiguous_role.get_or_insert(span);
        }
    }

    fn no_opponent(&self, scope: Scope, span: Span, number: i64) -> LogicError {
        let message = match self.vocabulary.opponents().len() {
            0 => "there are no opponents in a game of one agent".to_owned(),
            1 => format!("there is only one opponent, not a number {number}"),
            count => format!("there are only {count} opponents, not a number {number}"),
        };
        self.error(scope, span, message, Some(self.vocabulary.describe_agents()))
    }

    fn ambiguous(&self, scope: Scope, span: Span) -> LogicError {
        let message = "several atoms of the game differ from this only by case or blanks";
        let help = "write it exactly as the game does, in quotation marks".to_owned();
        self.error(scope, span, message, Some(help))
    }

    fn wrong_count(
        &self,
        scope: Scope,
        span: Span,
        name: Span,
        arities: &[usize],
        count: usize,
    ) -> LogicError {
        let list: Vec<String> = arities.iter().map(usize::to_string).collect();
        let plural = if arities == [1] { "argument" } else { "arguments" };
        let word = scope.words(name);
        let message = format!("`{word}` takes {} {plural}, not {count}", list.join(" or "));
        let calls = self.known_calls(scope.layer);
        let right = calls.iter().filter(|call| call_name(call) == word);
        let right: Vec<String> = right.map(|call| format!("`{call}`")).collect();
        let help = (!right.is_empty()).then(|| format!("write {}", right.join(" or ")));
        self.error(scope, span, message, help)
    }

    /// Returns the error for an unknown name, with or without arguments.
    fn unknown(
        &self,
        scope: Scope,
        name: Span,
        whole: Span,
        text: &str,
        count: usize,
    ) -> LogicError {
        let word = scope.words(name);
        let arities = match word {
            "win" | "lost" | "turn" | "outcome" => vec![1],
            _ => self.definitions.arities(scope.layer, word),
        };
        if !arities.is_empty() {
            return self.wrong_count(scope, whole, name, &arities, count);
        }
        let example = self.vocabulary.example_of(word);
        let help = match self.similar(scope, word, text) {
            Some(help) => Some(help),
            None => example.map(|example| format!("for instance `{example}`")),
        };
        match example {
            Some(_) => {
                let message = format!("unknown atom `{}`", shortened(text));
                self.error(scope, whole, message, help)
            }
            None => {
                let message = format!("unknown atom or concept `{}`", shortened(word));
                self.error(scope, name, message, help)
            }
        }
    }

    /// Returns a suggestion for an unknown name: an own atom similar to the whole text, or a
    /// concept or generic atom with a similar name.
    fn similar(&self, scope: Scope, word: &str, text: &str) -> Option<String> {
        if let Some(atom) = self.vocabulary.similar_atom(text) {
            return Some(did_you_mean(atom));
        }
        let calls = self.known_calls(scope.layer);
        let name = suggest(word, calls.iter().map(|call| call_name(call)))?;
        calls.iter().find(|call| call_name(call) == name).map(|call| did_you_mean(call))
    }

    /// Returns calls of the generic atoms and of the concepts that a layer knows.
    fn known_calls(&self, layer: usize) -> Vec<String> {
        let known = self.definitions.concepts.iter().filter(|concept| concept.layer <= layer);
        let generic = GENERIC_ATOMS.iter().map(|&call| call.to_owned());
        generic.chain(known.flat_map(|concept| concept.calls())).collect()
    }
}

fn call_name(call: &str) -> &str {
    call.split('(').next().unwrap_or(call)
}

fn did_you_mean(name: &str) -> String {
    format!("did you mean `{name}`?")
}
