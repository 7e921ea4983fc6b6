//! Compiles text to a formula about a game.

use std::mem::take;
use std::sync::Arc;

use ludex_game::Agent;

use crate::coalition::CoalitionFormula;
use crate::definitions::{Definitions, Text};
use crate::error::{LogicError, Result, Source};
use crate::expand::{Expander, Scope, Value};
use crate::lexer::lex;
use crate::parser::parse;
use crate::syntax::{Expression, Id, Syntax};
use crate::{Formula, Formulas, Vocabulary};

/// A formula with the DAG it lives in.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// The DAG.
    pub formulas: Formulas,
    /// The formula.
    pub root: Formula,
    /// Where the whole text is one call of a concept marked as monotone in a parameter `n`: the
    /// instances for smaller `n` in increasing order. Each implies the next and the last implies
    /// the formula, under the normal play assumption of [Saf13, Section 4.5]; a search may try them
    /// first.
    pub deepening: Option<Vec<Formula>>,
}

/// Reads a formula about a game.
///
/// ```
/// use ludex_game::{Agent, Agents, Outcomes};
/// use ludex_logic::{Definitions, Vocabulary, compile};
/// let agents = Agents::new(["White", "Black"]);
/// let vocabulary = Vocabulary::new(agents, Agent(0), Outcomes::win_loss(), vec![]);
/// let compiled = compile("omega(30)", Definitions::prelude(), &vocabulary).unwrap();
/// assert_eq!(compiled.formulas.modal_depth(compiled.root), 59);
/// let error = compile("omgea(30)", Definitions::prelude(), &vocabulary).unwrap_err();
/// assert_eq!(error.help.as_deref(), Some("did you mean `omega(n)`?"));
/// ```
pub fn compile(
    text: &str,
    definitions: &Definitions,
    vocabulary: &Vocabulary,
) -> Result<Compiled, LogicError> {
    let source = Arc::new(Source { name: "formula".to_owned(), text: text.to_owned() });
    let (text, root) = read(source)?;
    Expander::new(&text, definitions, vocabulary).compiled(root)
}

/// A formula about a game: a modal one, or one about what coalitions can force.
#[derive(Clone, Debug)]
pub enum AnyFormula {
    /// A formula without path formulas.
    Modal(Compiled),
    /// A formula with path formulas, such as `<<A>>F w`.
    Coalition(CoalitionFormula),
}

/// Reads a formula about a game, which may be about what coalitions can force.
///
/// ```
/// use ludex_game::{Agent, Agents, Outcomes};
/// use ludex_logic::{AnyFormula, Definitions, Vocabulary, compile_any};
/// let agents = Agents::new(["White", "Black"]);
/// let vocabulary = Vocabulary::new(agents, Agent(0), Outcomes::win_loss(), vec![]);
/// let read = |text| compile_any(text, Definitions::prelude(), &vocabulary).unwrap();
/// assert!(matches!(read("<A> w"), AnyFormula::Modal(_)));
/// assert!(matches!(read("<A> <<A>>F w"), AnyFormula::Coalition(_)));
/// ```
pub fn compile_any(
    text: &str,
    definitions: &Definitions,
    vocabulary: &Vocabulary,
) -> Result<AnyFormula, LogicError> {
    let source = Arc::new(Source { name: "formula".to_owned(), text: text.to_owned() });
    let (text, root) = read(source)?;
    let mut expander = Expander::new(&text, definitions, vocabulary);
    expander.coalitions = true;
    let compiled = expander.compiled(root)?;
    if expander.paths.is_empty() {
        return Ok(AnyFormula::Modal(compiled));
    }
    expander.require_clear_roles()?;
    let Compiled { formulas, root, .. } = compiled;
    let (asked, paths) = (vocabulary.asked(), expander.paths);
    Ok(AnyFormula::Coalition(CoalitionFormula { formulas, root, asked, paths }))
}

fn read(source: Arc<Source>) -> Result<(Text, Id)> {
    let mut syntax = Syntax::default();
    let read = lex(&source.text).and_then(|lexed| {
        let all = 0..lexed.tokens.len();
        let root = parse(&source.text, &lexed.tokens, all, &mut syntax)?;
        Ok((lexed.tokens, root))
    });
    let (tokens, root) = read.map_err(|error| LogicError::within(&source, error))?;
    Ok((Text { source, tokens, syntax }, root))
}

impl Expander<'_> {
    /// Compiles the formula, whose DAG is taken out of the expander.
    fn compiled(&mut self, root: Id) -> Result<Compiled> {
        let scope = Scope { layer: self.definitions.layers.len(), text: self.text, clause: None };
        let formula = self.formula(scope, root)?;
        let deepening = self.deepening(scope, root, formula);
        Ok(Compiled { formulas: take(&mut self.formulas), root: formula, deepening })
    }

    /// Fails if a role in the formula is also the name of another agent. Only formulas about
    /// coalitions are refused: in others roles have always come first.
    fn require_clear_roles(&self) -> Result<()> {
        let Some(span) = self.ambiguous_role else { return Ok(()) };
        let scope = Scope { layer: self.definitions.layers.len(), text: self.text, clause: None };
        let word = scope.words(span);
        let agent = |agent: Option<Agent>| agent.map_or("", |a| self.vocabulary.agents().name(a));
        let role = agent(self.vocabulary.role(word));
        let message = format!("`{word}` means {role} here but is also the name of another agent");
        let help = format!("say who A is: {}", self.vocabulary.describe_agents());
        Err(self.error(scope, span, message, Some(help)))
    }

    /// Returns the instances with a smaller parameter if the formula is a single call of a monotone
    /// concept: see [`Compiled::deepening`].
    fn deepening(&mut self, scope: Scope, root: Id, formula: Formula) -> Option<Vec<Formula>> {
        let Expression::Call(call) = scope.text.syntax.expression(root) else { return None };
        let index = self.called(scope, call).ok()??;
        let place = self.definitions.concepts[index].monotone()?;
        let mut arguments = self.arguments(scope, call).ok()?;
        let Value::Number(deepest) = arguments[place] else { return None };
        let mut instances = Vec::new();
        for n in 0..deepest {
            arguments[place] = Value::Number(n);
            match self.concept(scope, call.name, index, arguments.clone()) {
                Ok(instance) => instances.push(instance),
                Err(_) if instances.is_empty() && self.has_room() => {}
                Err(_) => return None,
            }
        }
        instances.dedup();
        instances.retain(|&instance| instance != formula);
        Some(instances)
    }
}
