//! A file: its frame, its rules and its definitions.

use std::fmt;
use std::sync::Arc;

use ludex_base::{Budget, NoAnswer, Source, SourceError, Span, suggest, with_stack};
use ludex_game::Agents;
use rustc_hash::FxHashSet;

use crate::STACK_SIZE;
use crate::expand::{Expander, Macro, Names};
use crate::formula::{Formula, Formulas};
use crate::frame::Frame;
use crate::rules::{Rules, read_rules};
use crate::syntax::{Binding, Expr, Head, Item, MacroKind, Tree, parse_file, parse_formula};

type Result<T> = std::result::Result<T, SourceError>;

/// A parsed file.
///
/// ```
/// let file = ludex_sgl::File::read("nim.sgl", "
///     agents A, B;
///     action take(t,i) by t for t in agents, i in 1..2;
///     fluent left(n) for n in 0..3;  fluent turn(t) for t in agents;
///     init left(3), turn(A);
///     terminal := left(0);
///     legal take(t,i) := turn(t) & or(n in i..3) left(n);
///     next left(n) := or(i in 1..2) (left(n+i) & or(t in agents) does(take(t,i)));
///     next turn(t) := turn(other(t));
/// ").unwrap();
/// assert_eq!(file.frame().unwrap().action_count(), 4);
/// let answer = ludex_sgl::query(&file, "reach true").unwrap();
/// assert_eq!(answer.result, 6);
/// ```
#[derive(Clone, Debug)]
pub struct File {
    pub(crate) source: Arc<Source>,
    pub(crate) items: Vec<Item>,
    frame: Option<Frame>,
    pub(crate) names: Names,
    pub(crate) formulas: Formulas,
    pub(crate) rules: Rules,
    game: Option<(String, Span)>,
}

impl File {
    /// Parses a file.
    pub fn read(name: &str, text: &str) -> Result<File> {
        with_stack(STACK_SIZE, || File::read_items(name, text, &Budget::default()))
    }

    /// Parses a file within a budget.
    pub fn read_within(
        name: &str,
        text: &str,
        budget: &Budget,
    ) -> std::result::Result<File, NoAnswer<SourceError>> {
        let file = with_stack(STACK_SIZE, || File::read_items(name, text, budget));
        budget.poll()?;
        Ok(file?)
    }

    fn read_items(name: &str, text: &str, budget: &Budget) -> Result<File> {
        let source = Arc::new(Source { name: name.to_owned(), text: text.to_owned() });
        let items = parse_file(text).map_err(|error| SourceError::within(&source, error))?;
        let mut file = File {
            source,
            items: Vec::new(),
            frame: None,
            names: Names::default(),
            formulas: Formulas::new(),
            rules: Rules::default(),
            game: None,
        };
        file.declare_names(&items)?;
        match &file.game {
            Some((_, span)) => file.only_strategies(&items, *span)?,
            None => {
                let mut frame = file.declare_frame(&items, budget)?;
                let File { source, names, formulas, .. } = &mut file;
                file.rules = read_rules(source, names, &items, &mut frame, formulas, budget)?;
                file.frame = Some(frame);
            }
        }
        file.items = items;
        Ok(file)
    }

    /// Returns the frame; `None` if the file is about a built-in game.
    pub fn frame(&self) -> Option<&Frame> {
        self.frame.as_ref()
    }

    /// Returns the name of the built-in game that the strategies are for.
    pub fn game(&self) -> Option<&str> {
        self.game.as_ref().map(|(text, _)| text.as_str())
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Returns the text of the file.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the names of the strategies, with their parameters.
    pub fn strategies(&self) -> impl Iterator<Item = (&str, &[String])> {
        let macros = self.names.macros.iter().filter(|m| m.kind == MacroKind::Strategy);
        macros.map(|m| (m.name.as_str(), m.parameters.as_slice()))
    }

    /// Returns whether the file has rules of its own and defines `wins(t)`.
    pub(crate) fn defines_wins(&self) -> bool {
        let Some(frame) = &self.frame else { return false };
        self.names.find("wins", 1).is_some() || frame.fluents.arities("wins").contains(&1)
    }

    /// Returns the reason why nothing says who wins, if nothing is called `wins(t)`.
    pub(crate) fn why_nobody_wins(&self) -> String {
        let named = self.names.macros.iter().filter(|m| m.parameters.len() == 1);
        let names = named.map(|m| m.name.as_str());
        let advice = match suggest("wins", names) {
            Some(near) => format!("is `{near}` to be called `wins`?"),
            None => "`define wins(t) := …;` says when an agent t has won (`false`, if nobody can)"
                .to_owned(),
        };
        format!("the file does not say who wins: it has no `wins(t)`; {advice}")
    }

    /// Parses a formula in the vocabulary of the file; returns an arena that also holds the rules,
    /// and the formula.
    pub fn formula(&self, text: &str) -> Result<(Formulas, Formula)> {
        let Some(mut frame) = self.frame.clone() else {
            return self.error(Span::default(), "the file has no frame of its own");
        };
        let mut formulas = self.formulas.clone();
        let formula = with_stack(STACK_SIZE, || self.formula_in(text, &mut frame, &mut formulas))?;
        Ok((formulas, formula))
    }

    /// Parses a formula into an arena.
    pub(crate) fn formula_in(
        &self,
        text: &str,
        frame: &mut Frame,
        formulas: &mut Formulas,
    ) -> Result<Formula> {
        let source = Arc::new(Source { name: "formula".to_owned(), text: text.to_owned() });
        let tree = parse_formula(text).map_err(|error| SourceError::within(&source, error))?;
        Expander::new(frame, &self.names, formulas, &source, &self.source).formula(&tree)
    }

    /// Returns the error that the file has no rules of its own.
    pub(crate) fn needs_game(&self) -> SourceError {
        let span = self.game.as_ref().map_or(Span::default(), |(_, span)| *span);
        let message = "the file has strategies for another game, no rules of its own";
        SourceError::within(&self.source, span.error(message))
    }

    fn error<T>(&self, span: Span, message: impl Into<String>) -> Result<T> {
        Err(SourceError::within(&self.source, span.error(message)))
    }

    fn declare_names(&mut self, items: &[Item]) -> Result<()> {
        for item in items {
            match item {
                Item::Game { text, span } if self.game.is_none() => {
                    self.game = Some((text.clone(), *span));
                }
                Item::Game { span, .. } => return self.error(*span, "the game is named twice"),
                Item::Macro { kind, head, body } => self.declare_macro(*kind, head, body)?,
                Item::Const { name, value } => {
                    let mut nobody = Frame::new(Agents::new(["nobody"]), false);
                    let source = self.source.clone();
                    let mut formulas = Formulas::new();
                    let mut expander =
                        Expander::new(&mut nobody, &self.names, &mut formulas, &source, &source);
                    let number = expander.number(value)?;
                    if self.names.constants.insert(name.name.clone(), number).is_some() {
                        return self.error(name.span, format!("`{}` is declared twice", name.name));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn declare_macro(&mut self, kind: MacroKind, head: &Head, body: &Tree) -> Result<()> {
        if self.names.find(&head.name, head.args.len()).is_some() {
            return self.error(head.span, format!("`{}` is defined twice", head.name));
        }
        let parameters = head.args.iter().map(|arg| arg.to_string()).collect();
        let body = body.clone();
        let name = head.name.clone();
        self.names.macros.push(Arc::new(Macro { name, parameters, kind, body }));
        Ok(())
    }

    /// Checks that a file about a built-in game has no rules of its own.
    fn only_strategies(&self, items: &[Item], span: Span) -> Result<()> {
        let rule = |item: &&Item| {
            !matches!(
                item,
                Item::Game { .. } | Item::Const { .. } | Item::Macro { .. } | Item::Axiom { .. }
            )
        };
        match items.iter().find(rule) {
            None => Ok(()),
            Some(_) => self.error(span, "a file about a game has only strategies and definitions"),
        }
    }

    fn declare_frame(&mut self, items: &[Item], budget: &Budget) -> Result<Frame> {
        let agents: Vec<&Head> = items
            .iter()
            .filter_map(|item| if let Item::Agents(list) = item { Some(list) } else { None })
            .flatten()
            .collect();
        if agents.is_empty() || agents.len() > 200 {
            return self.error(Span::default(), "a file declares 1 to 200 agents: `agents X, O;`");
        }
        let mut seen = FxHashSet::default();
        for head in &agents {
            if !head.args.is_empty() || !seen.insert(&head.name) {
                return self.error(head.span, "agents are different plain names");
            }
        }
        let names = agents.iter().map(|head| head.name.clone());
        let mut frame = Frame::new(Agents::new(names), false);
        self.check_parameters(items, &frame)?;
        for item in items {
            match item {
                Item::Action { heads, owner, bindings } => {
                    self.declare(&mut frame, heads, Some(owner), bindings, budget)?;
                }
                Item::Fluent { heads, bindings } => {
                    self.declare(&mut frame, heads, None, bindings, budget)?
                }
                _ => {}
            }
        }
        if frame.action_count() == 0 {
            return self.error(Span::default(), "no action is declared: `action a by X;`");
        }
        frame.free = frame.atom_count() == 0;
        self.check_definitions(items, &frame)?;
        Ok(frame)
    }

    /// Checks that no definition has the name of a fluent: one would silently stand for the other.
    fn check_definitions(&self, items: &[Item], frame: &Frame) -> Result<()> {
        for item in items {
            if let Item::Macro { head, .. } = item
                && frame.fluents.arities(&head.name).contains(&head.args.len())
            {
                let message = format!("`{}` is the name of a fluent", head.name);
                return self.error(head.span, message);
            }
        }
        Ok(())
    }

    /// Checks that no constant and no parameter of a definition has the name of an agent.
    fn check_parameters(&self, items: &[Item], frame: &Frame) -> Result<()> {
        for item in items {
            match item {
                Item::Const { name, .. } => self.check_is_no_agent(&name.name, name.span, frame)?,
                Item::Macro { head, .. } => head.args.iter().try_for_each(|arg| {
                    self.check_is_no_agent(&arg.to_string(), arg.span, frame)
                })?,
                _ => {}
            }
        }
        Ok(())
    }

    fn check_is_no_agent(&self, name: &str, span: Span, frame: &Frame) -> Result<()> {
        match frame.agent_named(name) {
            Some(_) => self.error(span, format!("`{name}` is the name of an agent")),
            None => Ok(()),
        }
    }

    /// Declares actions (with an owner) or atoms, one for each choice of the indices.
    fn declare(
        &self,
        frame: &mut Frame,
        heads: &[Head],
        owner: Option<&Expr>,
        bindings: &[Binding],
        budget: &Budget,
    ) -> Result<()> {
        const MOST: usize = 4096;
        let mut formulas = Formulas::new();
        let source = &self.source;
        let expander = Expander::new(frame, &self.names, &mut formulas, source, source);
        expander.within(budget).each(bindings, &mut |this| {
            for head in heads {
                let args =
                    head.args.iter().map(|arg| this.value(arg)).collect::<Result<Vec<_>>>()?;
                let symbol = this.frame.symbol(&head.name, args);
                let text = symbol.text.clone();
                let added = match owner {
                    Some(owner) => {
                        let owner = this.agent(owner)?;
                        this.frame.add_action(symbol, owner)
                    }
                    None => this.frame.add_fluent(symbol),
                };
                if added.is_none() {
                    return Err(this.error(head.span, format!("`{text}` is declared twice")));
                }
                if this.frame.action_count().max(this.frame.atom_count()) > MOST {
                    return Err(this.error(head.span, format!("more than {MOST} of them")));
                }
            }
            Ok(())
        })
    }

    /// Returns the rules in another arena: in the kernel style, for proofs.
    pub(crate) fn rules_in(&self, frame: &mut Frame, formulas: &mut Formulas) -> Result<Rules> {
        read_rules(&self.source, &self.names, &self.items, frame, formulas, &Budget::default())
    }
}

impl fmt::Display for File {
    /// Writes the file as text, one item per line; parsing it gives the same file.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.items.iter().try_for_each(|item| writeln!(f, "{item}"))
    }
}
