//! Definitions of concepts: files of clauses `name(p1, …, pn) = formula`.
//!
//! A clause starts on its own line (or after a `;`) with a head, which fits on that line, and ends
//! where the next clause starts or at a `;`: a formula may run over many lines. A concept is a name
//! with a number of parameters; its clauses are tried from top to bottom. In a head a number
//! matches itself, `k` matches the number of opponents, and any other name is bound to the
//! argument.
//!
//! Every file is a layer on top of the earlier ones, with the prelude as the lowest. A name in a
//! file is looked up in that file first and then in the earlier ones. A file that redefines `omega`
//! therefore changes the `omega` of its own clauses, of later files and of the formula that is
//! compiled, but never the meaning of a prelude concept that calls `omega`.

use std::collections::hash_map::Entry;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use ludex_base::{Span, TextError};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::{LogicError, Source};
use crate::lexer::{Lexed, Lexeme, Token, lex};
use crate::notes::Notes;
use crate::parser::parse;
use crate::reserved::is_reserved;
use crate::syntax::{Id, Syntax};

/// The library of solution concepts, as text.
pub const PRELUDE: &str = include_str!("prelude.ludex");

static LIBRARY: LazyLock<Definitions> = LazyLock::new(|| {
    let mut definitions = Definitions { layers: Vec::new(), concepts: Vec::new() };
    definitions.add("prelude", PRELUDE).expect("the prelude is read by the tests of this crate");
    definitions
});

/// The concepts that formulas may call: the prelude and the files added to it.
///
/// ```
/// use ludex_logic::Definitions;
/// let mut definitions = Definitions::prelude().clone();
/// definitions.add("mine", "#: A can win at once.\nthreat = <A> w").unwrap();
/// assert!(definitions.concepts().iter().any(|concept| concept.name == "threat"));
/// let error = definitions.add("bad", "threat = <A w").unwrap_err();
/// assert_eq!(error.message, "expected `>`, found `w`");
/// ```
#[derive(Clone, Debug)]
pub struct Definitions {
    pub(crate) layers: Vec<Layer>,
    pub(crate) concepts: Vec<Arc<Clauses>>,
}

/// A file: its text and syntax.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    pub text: Arc<Text>,
    /// The concepts of this file, by name and number of parameters.
    pub names: Arc<Names>,
    /// The concepts of this file by their other names.
    pub other_names: Arc<Names>,
}

impl Layer {
    fn all_names(&self) -> impl Iterator<Item = &String> {
        self.names.keys().chain(self.other_names.keys())
    }
}

/// The numbers of parameters of the concepts with a name, and the concepts.
pub(crate) type Names = FxHashMap<String, Vec<(usize, usize)>>;

/// A text with its tokens and its syntax.
#[derive(Debug)]
pub(crate) struct Text {
    pub source: Arc<Source>,
    pub tokens: Vec<Lexeme>,
    pub syntax: Syntax,
}

/// A concept: the clauses for a name and a number of parameters.
#[derive(Clone, Debug)]
pub(crate) struct Clauses {
    pub name: String,
    pub arity: usize,
    pub layer: usize,
    pub clauses: Vec<Clause>,
    pub notes: Notes,
}

/// A clause `name(patterns) = body`.
#[derive(Clone, Debug)]
pub(crate) struct Clause {
    pub patterns: Vec<Pattern>,
    pub body: Id,
    pub head: Span,
    pub whole: Span,
}

/// What a clause accepts for a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Pattern {
    Number(i64),
    Opponents,
    Name(String),
}

impl Default for Definitions {
    fn default() -> Self {
        Self::prelude().clone()
    }
}

impl Definitions {
    /// Returns the library of solution concepts, [`PRELUDE`].
    pub fn prelude() -> &'static Definitions {
        &LIBRARY
    }

    /// Adds a file of definitions on top of the others. Nothing is added if there is an error.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), LogicError> {
        let source = Arc::new(Source { name: name.to_owned(), text: text.to_owned() });
        let read = Reader::read(text, self.layers.len());
        let (reader, lexed) = read.map_err(|error| LogicError::within(&source, error))?;
        let Reader { syntax, concepts, .. } = reader;
        let (mut names, mut other_names) = (Names::default(), Names::default());
        for (concept, index) in concepts.iter().zip(self.concepts.len()..) {
            names.entry(concept.name.clone()).or_default().push((concept.arity, index));
            for name in &concept.notes.also {
                other_names.entry(name.clone()).or_default().push((concept.arity, index));
            }
        }
        let text = Arc::new(Text { source, tokens: lexed.tokens, syntax });
        let (names, other_names) = (Arc::new(names), Arc::new(other_names));
        self.layers.push(Layer { text, names, other_names });
        self.concepts.extend(concepts.into_iter().map(Arc::new));
        Ok(())
    }

    /// Returns a remark on the concepts of the prelude, and on the atoms of a game, whose names have
    /// been given another meaning; None if there are none.
    pub fn redefined(&self, atoms: &[String]) -> Option<String> {
        let (prelude, own) = self.layers.split_first()?;
        let head = |atom: &str| atom.split('(').next().unwrap_or_default().trim().to_lowercase();
        let mut known: FxHashSet<String> = atoms.iter().map(|atom| head(atom)).collect();
        known.extend(prelude.all_names().map(|name| name.to_lowercase()));
        let names = own.iter().flat_map(Layer::all_names).map(String::as_str);
        let mut names: Vec<&str> =
            names.filter(|name| known.contains(&name.to_lowercase())).collect();
        ludex_base::sort(&mut names);
        names.dedup();
        let list = names.join("`, `");
        (!names.is_empty()).then(|| {
            format!(
                "`{list}` means what the definitions say, not the built-in concept or the atom of that \
                 name"
            )
        })
    }

    /// Returns the concept that a call refers to, looked up from a layer.
    pub(crate) fn find(&self, from: usize, name: &str, arity: usize) -> Option<usize> {
        self.find_in(from, name, arity, |layer| &layer.names)
    }

    /// Returns the concept that a call by another name refers to. Such a name is used only where
    /// the game has no atom of that name.
    pub(crate) fn find_other(&self, from: usize, name: &str, arity: usize) -> Option<usize> {
        self.find_in(from, name, arity, |layer| &layer.other_names)
    }

    fn find_in(
        &self,
        from: usize,
        name: &str,
        arity: usize,
        names: impl Fn(&Layer) -> &Names,
    ) -> Option<usize> {
        let layers = self.layers.iter().take(from + 1).rev();
        let mut found = layers.filter_map(|layer| names(layer).get(name));
        found.find_map(|list| list.iter().find(|&&(a, _)| a == arity).map(|&(_, i)| i))
    }

    /// Returns the numbers of arguments that a name can be called with, in increasing order.
    pub(crate) fn arities(&self, from: usize, name: &str) -> Vec<usize> {
        let layers = self.layers.iter().take(from + 1);
        let layers = layers.flat_map(|layer| [&layer.names, &layer.other_names]);
        let layers = layers.filter_map(|names| names.get(name));
        let mut arities: Vec<usize> = layers.flatten().map(|&(arity, _)| arity).collect();
        ludex_base::sort(&mut arities);
        arities.dedup();
        arities
    }

    /// Returns whether a formula can call a concept, which a later file may hide.
    pub(crate) fn is_visible(&self, index: usize) -> bool {
        let concept = &self.concepts[index];
        self.find(self.layers.len(), &concept.name, concept.arity) == Some(index)
    }
}

/// A reader of the clauses of a file.
struct Reader<'t> {
    text: &'t str,
    layer: usize,
    syntax: Syntax,
    concepts: Vec<Clauses>,
    numbers: FxHashMap<(String, usize), usize>,
}

impl<'t> Reader<'t> {
    fn read(text: &'t str, layer: usize) -> Result<(Reader<'t>, Lexed), TextError> {
        let lexed = lex(text)?;
        let mut reader = Reader {
            text,
            layer,
            syntax: Syntax::default(),
            concepts: Vec::new(),
            numbers: FxHashMap::default(),
        };
        let heads = heads(&lexed);
        let first = heads.first().map_or(lexed.tokens.len(), |head| head.start);
        if first > 0 {
            return Err(no_definition(text, lexed.tokens[0].span));
        }
        let mut notes = lexed.comments.iter().copied().peekable();
        for (i, head) in heads.iter().enumerate() {
            let end = heads.get(i + 1).map_or(lexed.tokens.len(), |next| next.start);
            let concept = reader.clause(&lexed.tokens, head.clone(), end)?;
            let start = lexed.tokens[head.start].span.start;
            while let Some(note) = notes.next_if(|note| note.start < start) {
                reader.concepts[concept].notes.read(text, note)?;
            }
        }
        for concept in &reader.concepts {
            concept.notes.check(&concept.parameters())?;
        }
        notes.try_for_each(|note| Notes::refuse(text, note))?;
        Ok((reader, lexed))
    }

    /// Reads the clause with this head, whose `=` is the last token of the head and whose body
    /// reaches to `end`; returns the number of its concept.
    fn clause(
        &mut self,
        tokens: &[Lexeme],
        head: Range<usize>,
        end: usize,
    ) -> Result<usize, TextError> {
        let body = head.end..body_end(self.text, tokens, head.end..end)?;
        let name = tokens[head.start].span;
        let patterns = self.patterns(&tokens[head.start + 1..head.end - 1])?;
        if is_reserved(name.of(self.text)) {
            let word = name.of(self.text);
            let message = format!("`{word}` has a fixed meaning and cannot be defined");
            return Err(TextError::new(message, name.range()));
        }
        let whole = name.to(tokens[body.end.max(head.end) - 1].span);
        let body = parse(self.text, tokens, body, &mut self.syntax)?;
        let head = name.to(tokens[head.end - 2].span);
        let concept = self.concept(name.of(self.text), patterns.len());
        self.concepts[concept].clauses.push(Clause { patterns, body, head, whole });
        Ok(concept)
    }

    fn concept(&mut self, name: &str, arity: usize) -> usize {
        match self.numbers.entry((name.to_owned(), arity)) {
            Entry::Occupied(entry) => *entry.get(),
            Entry::Vacant(entry) => {
                self.concepts.push(Clauses {
                    name: name.to_owned(),
                    arity,
                    layer: self.layer,
                    clauses: Vec::new(),
                    notes: Notes::default(),
                });
                *entry.insert(self.concepts.len() - 1)
            }
        }
    }

    /// Parses the patterns of a head: none, or a list in parentheses.
    fn patterns(&self, tokens: &[Lexeme]) -> Result<Vec<Pattern>, TextError> {
        let Some((_, inner)) = tokens.split_first() else { return Ok(Vec::new()) };
        let mut patterns = Vec::new();
        for tokens in inner[..inner.len() - 1].split(|lexeme| lexeme.token == Token::Comma) {
            let place = match tokens {
                [] => inner[inner.len() - 1].span,
                [first, .., last] => first.span.to(last.span),
                [one] => one.span,
            };
            let pattern = self.pattern(tokens, place)?;
            if matches!(pattern, Pattern::Name(_)) && patterns.contains(&pattern) {
                let message = format!("the parameter `{}` comes twice", place.of(self.text));
                return Err(TextError::new(message, place.range()));
            }
            patterns.push(pattern);
        }
        Ok(patterns)
    }

    fn pattern(&self, tokens: &[Lexeme], place: Span) -> Result<Pattern, TextError> {
        let word = place.of(self.text);
        let kinds: Vec<Token> = tokens.iter().map(|lexeme| lexeme.token).collect();
        match (&kinds[..], word) {
            ([Token::Word], "k") => Ok(Pattern::Opponents),
            ([Token::Word], _) if is_reserved(word) => {
                let message = format!("`{word}` has a fixed meaning and cannot be a parameter");
                Err(TextError::new(message, place.range()))
            }
            ([Token::Word], _) => Ok(Pattern::Name(word.to_owned())),
            ([Token::Number] | [Token::Minus, Token::Number], _) => {
                let digits: String = word.split_whitespace().collect();
                let number = digits.parse().map(Pattern::Number);
                number.map_err(|_| TextError::new("this number is too large", place.range()))
            }
            _ => {
                let message = format!("expected a parameter, found `{word}`");
                let help = "a parameter is a name, a number, or `k`, the number of opponents";
                Err(TextError::new(message, place.range()).help(help))
            }
        }
    }
}

/// Returns the heads of all clauses, from the name to the `=`.
fn heads(lexed: &Lexed) -> Vec<Range<usize>> {
    let tokens = &lexed.tokens;
    let starts = |i: usize| {
        tokens[i].token == Token::Word
            && (lexed.starts_line[i] || tokens[i - 1].token == Token::Semicolon)
    };
    let heads = (0..tokens.len()).filter(|&i| starts(i));
    heads.filter_map(|i| Some(i..head_end(lexed, i)?)).collect()
}

/// Returns the end of the head that may start at a name: the index after its `=`, on the same line.
fn head_end(lexed: &Lexed, start: usize) -> Option<usize> {
    let (tokens, rest) = (&lexed.tokens, start + 1..lexed.tokens.len());
    let line = rest.take_while(|&i| !lexed.starts_line[i]).map(|i| tokens[i]);
    let mut depth = 0usize;
    for (i, lexeme) in line.enumerate() {
        match lexeme.token {
            Token::Open => depth += 1,
            Token::Close => depth = depth.checked_sub(1)?,
            Token::Equals if depth == 0 => return Some(start + i + 2),
            _ if depth == 0 => return None,
            _ => {}
        }
        let closes = lexeme.token == Token::Close && depth == 0;
        let next = tokens.get(start + i + 2).map(|lexeme| lexeme.token);
        if closes && next != Some(Token::Equals) {
            return None;
        }
    }
    None
}

/// Returns the end of the body in these tokens: at a `;`, which nothing may follow.
fn body_end(text: &str, tokens: &[Lexeme], body: Range<usize>) -> Result<usize, TextError> {
    let semicolon = tokens[body.clone()].iter().position(|t| t.token == Token::Semicolon);
    let Some(end) = semicolon.map(|i| body.start + i) else { return Ok(body.end) };
    let rest = &tokens[end + 1..body.end];
    match rest.iter().find(|lexeme| lexeme.token != Token::Semicolon) {
        Some(lexeme) => Err(no_definition(text, lexeme.span)),
        None => Ok(end),
    }
}

fn no_definition(text: &str, span: Span) -> TextError {
    let message = format!("expected a definition, found `{}`", span.of(text));
    let help = "a definition is `name = formula` or `name(parameters) = formula`, on its own line";
    TextError::new(message, span.range()).help(help)
}
