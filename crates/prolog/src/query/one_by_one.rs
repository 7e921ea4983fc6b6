//! The answers of `?- goals.` one at a time, as people ask for them at a prompt.

use ludex_base::{Budget, NoAnswer, TextError};

use super::answer::{Error, Options};
use super::answers::Answers;
use super::ask::read;
use super::read::Query;
use crate::Program;
use crate::ordinary::Solutions;
use crate::resolution::plan_text;

/// The answers of goals, each as text.
///
/// ```
/// use ludex_base::Budget;
/// use ludex_prolog::{OneByOne, Options, Program};
/// let program = Program::read("s. [1:a(X)] p(X) :- s, n(X). [...] n(1). [...] n(2).").unwrap();
/// let answers = OneByOne::new(&program, "?- p(X).", &Options::default()).unwrap();
/// let mut answers = answers.expect("goals are asked for");
/// let mut next = || answers.next(&Budget::default()).unwrap();
/// assert_eq!(next().found.as_deref(), Some("[1:a(1)]  X = 1"));
/// assert_eq!(next().found.as_deref(), Some("[1:a(2)]  X = 2"));
/// assert_eq!(next().found, None);
/// ```
#[derive(Debug)]
pub struct OneByOne(Kind);

/// One of the answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OneAnswer {
    /// What the program wrote before it.
    pub written: String,
    /// The plan and the values of the variables; `None` if there is no further answer.
    pub found: Option<String>,
}

#[derive(Debug)]
enum Kind {
    Ordinary(Box<Solutions>, usize),
    Plans(Box<Answers>),
}

impl OneByOne {
    /// Starts to answer a question; `None` if it does not ask for goals.
    pub fn new(
        program: &Program,
        text: &str,
        options: &Options,
    ) -> Result<Option<OneByOne>, NoAnswer<Error>> {
        let invalid = |error| NoAnswer::Invalid(Error::Query(error));
        if let Some(ordinary) = program.ordinary() {
            if !text.trim_start().starts_with("?-") {
                return Ok(None);
            }
            let solutions = Solutions::new(ordinary, text, &options.budget, options.max_inferences);
            let solutions = solutions.map_err(|why| match why {
                NoAnswer::Invalid(error) => invalid(error),
                NoAnswer::Stopped(stopped) => NoAnswer::Stopped(stopped),
            })?;
            return Ok(Some(OneByOne(Kind::Ordinary(Box::new(solutions), text.len()))));
        }
        match read(program, text).map_err(NoAnswer::Invalid)? {
            // What nothing defines is told beside the answer.
            (program, Query::Goals(goals)) if program.undefined_in(&goals).is_empty() => {}
            _ => return Ok(None),
        }
        let answers = Answers::new(program, text, options).map_err(invalid)?;
        Ok(Some(OneByOne(Kind::Plans(Box::new(answers)))))
    }

    /// Returns the next answer, and what the program wrote before it.
    pub fn next(&mut self, budget: &Budget) -> Result<OneAnswer, NoAnswer<Error>> {
        match &mut self.0 {
            Kind::Ordinary(solutions, length) => {
                solutions.set_budget(budget);
                let found = solutions.next().transpose();
                let written = solutions.take_output();
                let found = found.map_err(|why| match why {
                    NoAnswer::Invalid(why) => {
                        NoAnswer::Invalid(Error::Query(TextError::new(why, 0..*length)))
                    }
                    NoAnswer::Stopped(stopped) => NoAnswer::Stopped(stopped),
                })?;
                Ok(OneAnswer { written, found: found.map(|bindings| values(&bindings)) })
            }
            Kind::Plans(answers) => {
                answers.set_budget(budget);
                let found = answers.next().transpose()?;
                let found =
                    found.map(|found| match (found.plan.is_empty(), found.bindings.is_empty()) {
                        (true, _) => values(&found.bindings),
                        (false, true) => plan_text(&found.plan),
                        (false, false) => {
                            format!("{}  {}", plan_text(&found.plan), values(&found.bindings))
                        }
                    });
                Ok(OneAnswer { written: String::new(), found })
            }
        }
    }
}

/// Returns the values of variables as text.
fn values(bindings: &[(String, String)]) -> String {
    let values: Vec<String> =
        bindings.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    if values.is_empty() { "yes".into() } else { values.join(", ") }
}
