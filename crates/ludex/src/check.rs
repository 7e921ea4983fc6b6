//! Formulas in positions of games, and the proofs of modal ones.

use ludex_evidence::{Evidence, Proof, Statement};
use ludex_game::{
    Agent, Agents, Atom, Choice, DynGame, DynMove, DynState, Game, Model, Notation, OffTurnMark,
    Question, nearest,
};
use ludex_logic::{
    AnyFormula, CoalitionFormula, Compiled, Connective, Definitions, Formula, Vocabulary,
    compile_any,
};
use ludex_search::{
    AlgorithmInfo, CheckReport, CheckSearchOptions, Conjunctions, ErasedCheckSearch, FormulaAnswer,
    ReadyCosts, SearchOption, Task, algorithms_for, find_algorithm,
};
use ludex_typed::TurnGame;

use crate::answers::{Checked, ProofSize, QueryCounts, Warning};
use crate::coalitions;
use crate::costs::ChosenCosts;
use crate::definitions::definitions;
use crate::error::InputError;
use crate::requests::Check;
use crate::session::{AnyGame, Session};
use crate::stray::require_taken;
use crate::verify::{OF_FORMULAS, uncommented};

/// Checks the formula in every one of the states. Ends after the state at which the work was
/// stopped.
pub(crate) fn run(
    session: &Session,
    request: &Check,
    states: &[DynState],
    each: &mut dyn FnMut(Checked),
) -> Result<(), InputError> {
    session.require_no_chance("formulas are checked")?;
    let definitions = definitions(request.definitions.as_ref())?;
    let modal = match compiled(session, request, &definitions, states)? {
        Formulas::Modal(modal) => modal,
        Formulas::Coalition(formulas) => {
            require_no_search(request)?;
            return coalitions::run(session, request, &formulas, states, each);
        }
    };
    let AnyGame::Turns(typed, game) = &session.game else {
        let help = "formulas about coalitions work on it: <<First>>F win(First); others need turns";
        return Err(session.needs_turns("checked").help(help));
    };
    let costs = ChosenCosts::parse(request.cost.as_deref(), game.agents())?;
    let algorithm = find_algorithm(&request.algorithm, Task::Formula);
    let algorithm = algorithm.ok_or_else(|| unknown(&request.algorithm))?;
    let options = options(request, algorithm, costs.get())?;
    let checking = Checking { session, typed: &**typed, game, request, algorithm, options };
    checking.run(&modal, states, each)
}

/// The formula as it is read for each agent that is asked about in some state. What a formula is
/// about does not depend on who is asked about.
enum Formulas {
    Modal(Vec<(Agent, Compiled)>),
    Coalition(Vec<CoalitionFormula>),
}

fn compiled(
    session: &Session,
    request: &Check,
    definitions: &Definitions,
    states: &[DynState],
) -> Result<Formulas, InputError> {
    let (mut modal, mut coalition) = (Vec::new(), Vec::new());
    let mut known: Vec<Agent> = Vec::new();
    for state in states {
        let asked = asked(session, request, state)?;
        if known.contains(&asked) {
            continue;
        }
        known.push(asked);
        match read(session, &request.formula, definitions, asked)? {
            AnyFormula::Modal(compiled) => modal.push((asked, compiled)),
            AnyFormula::Coalition(formula) => coalition.push(formula),
        }
    }
    Ok(if coalition.is_empty() { Formulas::Modal(modal) } else { Formulas::Coalition(coalition) })
}

/// Reads a formula about an agent of a game.
pub(crate) fn read(
    session: &Session,
    formula: &str,
    definitions: &Definitions,
    asked: Agent,
) -> Result<AnyFormula, InputError> {
    let vocabulary = match &session.game {
        AnyGame::Turns(_, game) => Vocabulary::of(game, asked),
        AnyGame::Simultaneous(_, game) => Vocabulary::of(game, asked),
    };
    compile_any(formula, definitions, &vocabulary).map_err(InputError::in_source)
}

/// Returns the agent asked about: the one named, or the default one.
pub(crate) fn asked(
    session: &Session,
    request: &Check,
    state: &DynState,
) -> Result<Agent, InputError> {
    let Some(name) = request.agent.as_deref() else { return Ok(default_asked(session, state)) };
    let found = session.agents().named(name);
    found.ok_or_else(|| no_such_agent(session.agents(), name))
}

/// Returns the agent asked about where none is named: the one on turn, or the first one where no
/// single agent is.
pub(crate) fn default_asked(session: &Session, state: &DynState) -> Agent {
    let turn = match &session.game {
        AnyGame::Turns(_, game) => game.turn(state),
        AnyGame::Simultaneous(_, game) => game.turn(state),
    };
    turn.agent().unwrap_or(Agent::FIRST)
}

/// A formula that is checked in a game.
struct Checking<'s> {
    session: &'s Session,
    typed: &'s dyn TurnGame,
    game: &'s DynGame,
    request: &'s Check,
    algorithm: &'static AlgorithmInfo,
    options: CheckSearchOptions<'s>,
}

/// The search for the formula about one agent.
struct Checker<'c> {
    asked: Agent,
    compiled: &'c Compiled,
    search: Box<dyn ErasedCheckSearch + 'c>,
    /// Since when moves off turn were asked for. Later states are known by the table of earlier ones.
    begun: OffTurnMark,
}

impl Checking<'_> {
    /// Checks the states. A is usually the same in all; where not, each A has its own formula and
    /// table.
    fn run(
        &self,
        compiled: &[(Agent, Compiled)],
        states: &[DynState],
        each: &mut dyn FnMut(Checked),
    ) -> Result<(), InputError> {
        let max_bytes = self.options.max_bytes / compiled.len().max(1);
        let options = CheckSearchOptions { max_bytes, ..self.options };
        let mut checkers = Vec::new();
        for (asked, compiled) in compiled {
            let algorithm = self.algorithm.name;
            let search = self.typed.check_search(algorithm, *asked, compiled, &options);
            let search = search.ok_or_else(|| unknown(algorithm))?;
            checkers.push(Checker { asked: *asked, compiled, search, begun: OffTurnMark::now() });
        }
        for state in states {
            let asked = asked(self.session, self.request, state)?;
            let checker = checkers.iter_mut().find(|checker| checker.asked == asked);
            let checker = checker.expect("there is a checker for everybody asked about");
            each(self.one(checker, state)?);
            if self.request.limits.stop.is_raised() {
                break;
            }
        }
        Ok(())
    }

    /// Checks one state and describes what was found.
    fn one(&self, checker: &mut Checker<'_>, state: &DynState) -> Result<Checked, InputError> {
        let limits = &self.request.limits;
        let (budget, mut observer) = (limits.budget(), limits.observer());
        let found = checker.search.check(state, self.request.evidence, &budget, &mut observer);
        self.session.require_sound()?;
        let FormulaAnswer { report, seconds, proof, minimal } = found;
        let mut checked = self.checked(checker.asked, state, report, seconds);
        checked.warnings = self.warnings(checker, state);
        match proof {
            None => {}
            Some(Ok(proof)) => {
                self.prove(checker, state, &proof, &mut checked)?;
                let cost = minimal.and_then(|value| value.at_least().finite());
                if let (Some(cost), Some(size)) = (cost, &mut checked.proof) {
                    size.cost = cost as f64;
                    size.minimal = Some(self.options.cost.name.to_string());
                }
            }
            Some(Err(stopped)) => {
                let least = minimal.map_or(String::new(), |value| {
                    let name = self.options.cost.name;
                    format!("; it has a {name} of at least {}", value.at_least())
                });
                checked.stopped = Some(format!("no proof within the budget: {stopped}{least}"));
            }
        }
        Ok(checked)
    }

    /// Returns what the answer has to be read with: that the agent asked about is not on turn, that
    /// built-in concepts were redefined, and where moves off turn come from.
    fn warnings(&self, checker: &Checker<'_>, state: &DynState) -> Vec<Warning> {
        let Compiled { formulas, root, .. } = checker.compiled;
        let asked = self.game.agents().name(checker.asked);
        let on_turn = self.game.turn(state).agent().filter(|&agent| agent != checker.asked);
        let first = on_turn.filter(|_| moved_first(formulas, *root).contains(&checker.asked));
        let first = first.map(|agent| {
            let agent = self.game.agents().name(agent);
            format!("{agent} is on turn: the formula moves {asked} first, as if it were on turn")
        });
        let definitions = definitions(self.request.definitions.as_ref()).ok();
        let redefined = definitions.and_then(|known| known.redefined(&self.game.atoms()));
        let off_turn = self.game.off_turn_remarks(checker.begun);
        let winning = self.session.winning_remark().filter(|_| asks_who_wins(formulas));
        let all = first.into_iter().chain(redefined).chain(off_turn).map(Warning::of);
        all.chain(winning).collect()
    }

    /// Adds the size of a proof to an answer, and the evidence where that was asked for.
    fn prove(
        &self,
        checker: &Checker<'_>,
        state: &DynState,
        proof: &Proof<DynMove>,
        checked: &mut Checked,
    ) -> Result<(), InputError> {
        if !self.request.evidence {
            checked.proof = Some(ProofSize::of(proof.nodes.len()));
            return Ok(());
        }
        let statement = Statement {
            text: &uncommented(&self.request.formula, OF_FORMULAS),
            definitions: self.request.definitions.as_ref().map(|user| user.text.as_str()),
            dag: &checker.compiled.formulas,
            formula: checker.compiled.root,
        };
        let question = Question { game: self.game, asked: checker.asked };
        let name = &self.session.name;
        let mut evidence = Evidence::formula(name, question, state, statement, proof)
            .map_err(|rejection| InputError::new(rejection.to_string()))?;
        evidence.digest = self.session.digest();
        checked.proof = Some(ProofSize::of(evidence.size()));
        checked.evidence = Some(evidence);
        Ok(())
    }

    fn checked(
        &self,
        asked: Agent,
        state: &DynState,
        report: CheckReport<DynMove>,
        seconds: f64,
    ) -> Checked {
        let algorithm = self.algorithm.name;
        Checked {
            answer: report.answer,
            algorithm: match self.request.plain {
                true => format!("{algorithm} (plain)"),
                false => algorithm.to_string(),
            },
            asked: self.game.agents().name(asked).to_string(),
            formula: self.request.formula.clone(),
            position: self.game.write_position(state),
            queries: QueryCounts {
                atomic: report.queries.atomic,
                listmoves: report.queries.listmoves,
                play: report.queries.play,
            },
            nodes: report.nodes,
            seconds,
            proof: None,
            line: self.line(state, &report.line),
            strategy: Vec::new(),
            stopped: report.stopped.map(|stopped| stopped.to_string()),
            warnings: Vec::new(),
            evidence: None,
        }
    }

    /// Writes a line of choices as text, replayed from the state.
    fn line(&self, state: &DynState, line: &[(Agent, Choice<DynMove>)]) -> Vec<String> {
        let mut state = state.clone();
        let mut texts = Vec::new();
        for &(agent, choice) in line {
            match choice {
                Choice::Pass => texts.push("pass".to_string()),
                Choice::Move(mv) => {
                    texts.push(self.game.write_move(&state, agent, mv));
                    self.game.play(&mut state, agent, mv);
                }
            }
        }
        texts
    }
}

/// Returns whether a formula asks who has won or lost.
pub(crate) fn asks_who_wins(formulas: &ludex_logic::Formulas) -> bool {
    formulas.nodes().any(|node| matches!(node, Connective::Atom(Atom::Win(_) | Atom::Lost(_))))
}

/// Returns the agents whose moves a formula asks for in the position itself.
pub(crate) fn moved_first(formulas: &ludex_logic::Formulas, root: Formula) -> Vec<Agent> {
    let (mut agents, mut seen, mut open) = (Vec::new(), vec![false; formulas.len()], vec![root]);
    while let Some(formula) = open.pop() {
        match formulas.connective(formula) {
            _ if std::mem::replace(&mut seen[formula.node()], true) => {}
            Connective::And(left, right) => open.extend([left, right]),
            Connective::Box(agent, _) => agents.push(agent),
            Connective::True | Connective::Atom(_) => {}
        }
    }
    agents
}

/// Makes the error for a name that nobody has.
pub(crate) fn no_such_agent(agents: &Agents, name: &str) -> InputError {
    let known = agents.names().join(", ");
    let close = nearest(name, agents.names().iter().map(String::as_str));
    InputError::about("agent", name, format!("`{name}` does not play here")).help(
        close.map_or(format!("the players are {known}"), |close| {
            format!("did you mean `{close}`? The players are {known}")
        }),
    )
}

fn unknown(name: &str) -> InputError {
    let names: Vec<&str> = algorithms_for(Task::Formula).map(|info| info.name).collect();
    InputError::about("algorithm", name, format!("there is no algorithm called `{name}`"))
        .help(format!("the algorithms are {}", names.join(", ")))
}

/// Returns the options of a search, once they fit its algorithm.
fn options<'c>(
    request: &Check,
    algorithm: &AlgorithmInfo,
    cost: ReadyCosts<'c>,
) -> Result<CheckSearchOptions<'c>, InputError> {
    require_fit(request, algorithm)?;
    let conjunctions = match request.conjunctions.as_deref() {
        None | Some("sum") => Conjunctions::Sum,
        Some("max") => Conjunctions::Max,
        Some(other) => return Err(no_such_value("conjunctions", other, "sum and max")),
    };
    let mobility = match request.evaluation.as_deref() {
        None | Some("none") => false,
        Some("mobility") => true,
        Some(other) => return Err(no_such_value("evaluation", other, "none and mobility")),
    };
    Ok(CheckSearchOptions {
        plain: request.plain,
        transpositions: request.transpositions.unwrap_or(true),
        conjunctions,
        look: request.look.unwrap_or(true),
        mobility,
        cost,
        seed: request.limits.seed,
        threads: request.limits.threads,
        max_bytes: request.limits.max_bytes(),
    })
}

fn no_such_value(option: &str, value: &str, known: &str) -> InputError {
    InputError::about(option, value, format!("there is no {option} called `{value}`"))
        .help(format!("there are {known}"))
}

/// Fails if an option is of no use to the algorithm.
fn require_fit(request: &Check, algorithm: &AlgorithmInfo) -> Result<(), InputError> {
    use SearchOption::{Conjunctions, Cost, Look, Mobility, Plain, Transpositions};
    let transpositions = request.transpositions.is_some();
    if request.plain && transpositions && algorithm.takes(Plain) {
        let message = "--plain is a search without a table, whatever --transpositions says";
        return Err(InputError::new(message).help("leave one of them out"));
    }
    let options = [
        ("--plain", request.plain, &[Plain][..]),
        ("--transpositions", transpositions, &[Transpositions]),
        ("--conjunctions", request.conjunctions.is_some(), &[Conjunctions]),
        ("--evaluation", request.evaluation.is_some(), &[Mobility]),
        ("--look", request.look.is_some(), &[Look]),
        ("--cost", request.cost.is_some(), &[Cost]),
    ];
    require_taken(algorithm, &options)
}

/// Fails if an option of searches for modal formulas is given for one about coalitions, which is
/// decided by fixpoints.
pub(crate) fn require_no_search(request: &Check) -> Result<(), InputError> {
    let options = [
        ("--algorithm", request.algorithm != Check::default().algorithm),
        ("--plain", request.plain),
        ("--transpositions", request.transpositions.is_some()),
        ("--conjunctions", request.conjunctions.is_some()),
        ("--evaluation", request.evaluation.is_some()),
        ("--look", request.look.is_some()),
        ("--cost", request.cost.is_some()),
    ];
    match options.iter().find(|(_, given)| *given) {
        None => Ok(()),
        Some((option, _)) => {
            let message = format!("{option} means nothing to a formula about coalitions");
            Err(InputError::about("formula", &request.formula, message)
                .help("such formulas are decided by fixpoints over all positions"))
        }
    }
}
