//! Parsing an explicit graph from JSON (the format of `EXPLICIT.md`).
//!
//! Everything is checked here, while the places in the text are known; laying out the arrays cannot
//! fail any more.

use ludex_base::{Budget, NoAnswer, Ticker, sort_by};
use rustc_hash::FxHashMap;

use super::{Draft, ExplicitGame};
use crate::json::fields::{Fields, distinct, entries, expected, spelled, unknown, word, words};
use crate::json::{Json, Kind, Word};
use crate::{Agent, Agents, Outcome, Outcomes, TextError, Turn};

const GAME_FIELDS: [&str; 6] = ["about", "agents", "outcomes", "atoms", "initial", "states"];
const STATE_FIELDS: [&str; 4] = ["labels", "turn", "moves", "outcome"];

impl ExplicitGame {
    /// Parses a game. The error says what is wrong, where in the text, and what was expected.
    pub fn from_json(text: &str) -> Result<ExplicitGame, TextError> {
        ExplicitGame::from_json_within(text, &Budget::default())
            .map_err(|why| why.invalid().expect("the budget has no limit that is polled"))
    }

    /// Parses a game as [`ExplicitGame::from_json`] does, within a budget.
    pub fn from_json_within(
        text: &str,
        budget: &Budget,
    ) -> Result<ExplicitGame, NoAnswer<TextError>> {
        let json = Json::read_within(text, budget)?;
        let game = Fields::new("a game (an object)", &json, &GAME_FIELDS)?;
        if let Some(about) = game.get("about") {
            word("a text", about)?;
        }
        let states = entries("an object of states", game.need("states", "{ \"s0\": {…}, … }")?)?;
        let mut reader = Reader::new(&game, states)?;
        let ticker = Ticker::new(budget);
        let mut drafts = Vec::with_capacity(states.len());
        for (name, state) in states {
            ticker.tick()?;
            drafts.push(reader.state(name, state)?);
        }
        let initial = reader.target(game.need("initial", "the name of a state")?)?;
        let Reader { agents, outcomes, atoms, .. } = reader;
        Ok(ExplicitGame::assemble(agents, outcomes, atoms, initial, drafts))
    }
}

/// The parts of the game that are known while its states are parsed.
struct Reader {
    agents: Agents,
    outcomes: Outcomes,
    /// Whether final states need no outcome: those labelled `Win` are won, the others lost.
    label_decides: bool,
    atoms: Vec<String>,
    /// Whether the file lists its atoms, so that any other label is a mistake.
    atoms_listed: bool,
    /// The numbers of atoms by their names in lower case, and of states by their names.
    atom_numbers: FxHashMap<String, u32>,
    state_numbers: FxHashMap<String, u32>,
}

impl Reader {
    fn new(game: &Fields, states: &[(Word, Json)]) -> Result<Reader, TextError> {
        let agents = read_agents(game.need("agents", "a list of names, the first being Max")?)?;
        let draws = states.iter().any(|(_, state)| is_draw(state));
        let outcomes = match game.get("outcomes") {
            Some(json) => read_outcomes(json)?,
            None if draws => Outcomes::win_draw_loss(),
            None => Outcomes::win_loss(),
        };
        let mut reader = Reader {
            label_decides: game.get("outcomes").is_none() && !draws,
            atoms: Vec::new(),
            atoms_listed: false,
            atom_numbers: FxHashMap::default(),
            state_numbers: FxHashMap::default(),
            agents,
            outcomes,
        };
        if let Some(json) = game.get("atoms") {
            let atoms = words("a list of atoms", json)?;
            distinct("an atom", &atoms)?;
            atoms.iter().try_for_each(|atom| reader.new_atom(atom).map(drop))?;
            reader.atoms_listed = true;
        }
        for ((name, _), number) in states.iter().zip(0..) {
            spelled("a state", name)?;
            reader.state_numbers.insert(name.text.clone(), number);
        }
        Ok(reader)
    }

    fn state(&mut self, name: &Word, json: &Json) -> Result<Draft, TextError> {
        let state = Fields::new("a state (an object)", json, &STATE_FIELDS)?;
        let labels = match state.get("labels") {
            Some(labels) => words("a list of labels", labels)?,
            None => Vec::new(),
        };
        let labels = labels.iter().map(|l| self.label(l)).collect::<Result<Vec<u32>, _>>()?;
        let moves = match state.get("moves") {
            Some(moves) => self.moves(moves)?,
            None => Vec::new(),
        };
        let turn = self.turn(name, &state, &moves)?;
        let result = self.result(name, &state, turn, &labels)?;
        Ok(Draft { name: name.text.clone(), labels, turn, result, moves })
    }

    fn label(&mut self, label: &Word) -> Result<u32, TextError> {
        match self.atom_numbers.get(&label.text.to_ascii_lowercase()) {
            Some(&number) if self.atoms[number as usize] == label.text => Ok(number),
            Some(&number) => {
                let known = &self.atoms[number as usize];
                let message = format!("the label \"{}\" is spelled \"{known}\"", label.text);
                Err(TextError::new(format!("{message} elsewhere"), label.span.clone())
                    .help("upper and lower case count as the same: spell a label in one way"))
            }
            None if self.atoms_listed => {
                Err(unknown("atom", label, self.atoms.iter().map(String::as_str)))
            }
            None => self.new_atom(label),
        }
    }

    /// Assigns a number to a label, if a formula could mention it.
    fn new_atom(&mut self, label: &Word) -> Result<u32, TextError> {
        if let Err(help) = check_atom(&label.text) {
            let message = format!("\"{}\" cannot be a label", label.text);
            return Err(TextError::new(message, label.span.clone()).help(help));
        }
        let number = self.atoms.len() as u32;
        self.atom_numbers.insert(label.text.to_ascii_lowercase(), number);
        self.atoms.push(label.text.clone());
        Ok(number)
    }

    /// Parses `{ agent: moves, … }`; the moves of an agent are `{ name: target, … }` or `[ target,
    /// … ]`.
    fn moves(&self, json: &Json) -> Result<Vec<(Agent, String, u32)>, TextError> {
        let mut moves = Vec::new();
        let mut seen = vec![false; self.agents.len()];
        for (name, of_agent) in entries("an object of the moves of each agent", json)? {
            let agent = self.agent(name)?;
            if std::mem::replace(&mut seen[agent.index()], true) {
                let message = format!("the moves of {} are given twice", self.agents.name(agent));
                return Err(TextError::new(message, name.span.clone()));
            }
            self.moves_of(agent, of_agent, &mut moves)?;
        }
        Ok(moves)
    }

    fn moves_of(
        &self,
        agent: Agent,
        json: &Json,
        moves: &mut Vec<(Agent, String, u32)>,
    ) -> Result<(), TextError> {
        match &json.kind {
            Kind::Object(named) => {
                for (name, target) in named {
                    spelled("a move", name)?;
                    moves.push((agent, name.text.clone(), self.target(target)?));
                }
                Ok(())
            }
            Kind::List(targets) => {
                let mut seen = rustc_hash::FxHashSet::default();
                for json in targets {
                    let target = word("the name of a state", json)?;
                    if !seen.insert(target.text.clone()) {
                        let message = format!("the state \"{}\" is listed twice", target.text);
                        return Err(TextError::new(message, target.span)
                            .help("two moves to one state need names: { \"a\": …, \"b\": … }"));
                    }
                    moves.push((agent, target.text, self.target(json)?));
                }
                Ok(())
            }
            _ => Err(expected("moves { name: state, … } or [ state, … ]", json)),
        }
    }

    fn agent(&self, name: &Word) -> Result<Agent, TextError> {
        let known = || self.agents.names().iter().map(String::as_str);
        self.agents.named(&name.text).ok_or_else(|| unknown("agent", name, known()))
    }

    fn target(&self, json: &Json) -> Result<u32, TextError> {
        let name = word("the name of a state", json)?;
        let known = || {
            let mut known: Vec<(u32, &str)> =
                self.state_numbers.iter().map(|(name, &n)| (n, name.as_str())).collect();
            ludex_base::sort(&mut known);
            known.into_iter().map(|(_, name)| name)
        };
        self.state_numbers.get(&name.text).copied().ok_or_else(|| unknown("state", &name, known()))
    }

    /// Returns the turn: as given, or that of the only agent with moves.
    fn turn(
        &self,
        name: &Word,
        state: &Fields,
        moves: &[(Agent, String, u32)],
    ) -> Result<Turn, TextError> {
        let has_moves = |agent: Agent| moves.iter().any(|m| m.0 == agent);
        if let Some(json) = state.get("turn") {
            let turn = word("the name of an agent", json)?;
            let agent = self.agent(&turn)?;
            if has_moves(agent) {
                return Ok(Turn::Of(agent));
            }
            let message = format!("{} is on turn but has no move", self.agents.name(agent));
            return Err(TextError::new(message, turn.span)
                .help("give it a move; a final state has neither moves nor a turn"));
        }
        let movers: Vec<Agent> = self.agents.iter().filter(|&a| has_moves(a)).collect();
        match movers[..] {
            [] => Ok(Turn::Final),
            [agent] => Ok(Turn::Of(agent)),
            [first, second, ..] => {
                let (first, second) = (self.agents.name(first), self.agents.name(second));
                let message = format!("both {first} and {second} have moves in \"{}\"", name.text);
                Err(TextError::new(message, name.span.clone())
                    .help(format!("say who is on turn: \"turn\": \"{first}\"")))
            }
        }
    }

    /// Returns the outcome of a final state: as given, or by the label `Win` [Saf13, Def. 2].
    fn result(
        &self,
        name: &Word,
        state: &Fields,
        turn: Turn,
        labels: &[u32],
    ) -> Result<Outcome, TextError> {
        match (state.get("outcome"), turn) {
            (None, Turn::Of(_) | Turn::Together | Turn::Chance) => Ok(Outcome::WORST),
            (Some(json), Turn::Final) => {
                let outcome = word("the name of an outcome", json)?;
                let known = || self.outcomes.iter().map(|o| self.outcomes.name(o));
                let named = self.outcomes.named(&outcome.text);
                named.ok_or_else(|| unknown("outcome", &outcome, known()))
            }
            (Some(json), _) => {
                let message = format!("\"{}\" has moves and an outcome", name.text);
                Err(TextError::new(message, json.span.clone())
                    .help("only a final state, where nobody has moves, has an outcome"))
            }
            (None, Turn::Final) if self.label_decides => {
                let is_win = |&l: &u32| self.atoms[l as usize].eq_ignore_ascii_case("win");
                let won = labels.iter().any(is_win);
                Ok(if won { self.outcomes.best() } else { Outcome::WORST })
            }
            (None, Turn::Final) => {
                let known: Vec<&str> =
                    self.outcomes.iter().map(|o| self.outcomes.name(o)).collect();
                let message = format!("the final state \"{}\" has no outcome", name.text);
                Err(TextError::new(message, name.span.clone())
                    .help(format!("expected \"outcome\": one of {}", known.join(", "))))
            }
        }
    }
}

fn read_agents(json: &Json) -> Result<Agents, TextError> {
    let names = words("a list of agents", json)?;
    distinct("an agent", &names)?;
    if names.is_empty() || names.len() > 255 {
        let message = format!("a game has 1 to 255 agents, not {}", names.len());
        return Err(TextError::new(message, json.span.clone())
            .help("expected the names of the agents in playing order: [\"Max\", \"Min\"]"));
    }
    Ok(Agents::new(names.into_iter().map(|name| name.text)))
}

/// Parses `{ name: number, … }` in any order: the numbers say which is better.
fn read_outcomes(json: &Json) -> Result<Outcomes, TextError> {
    let entries = entries("outcomes { name: number, … }", json)?;
    let names: Vec<Word> = entries.iter().map(|(name, _)| name.clone()).collect();
    distinct("an outcome", &names)?;
    if names.is_empty() || names.len() >= 30_000 {
        let message = format!("a game has 1 to 29999 outcomes, not {}", names.len());
        return Err(TextError::new(message, json.span.clone())
            .help("expected names with numbers: { \"loss\": -1, \"win\": 1 }"));
    }
    let mut list = Vec::new();
    for (name, json) in entries {
        let Kind::Number(number) = json.kind else { return Err(expected("a number", json)) };
        list.push((name.text.clone(), number, json.span.clone()));
    }
    sort_by(&mut list, |a, b| a.1.total_cmp(&b.1));
    if let Some(pair) = list.windows(2).find(|pair| pair[0].1 >= pair[1].1) {
        let message = format!("\"{}\" and \"{}\" have the same number", pair[0].0, pair[1].0);
        return Err(TextError::new(message, pair[1].2.clone())
            .help("outcomes are ordered by their numbers: give each its own"));
    }
    Ok(Outcomes::new(list.into_iter().map(|(name, number, _)| (name, number))))
}

/// Returns whether a state says `"outcome": "draw"`; anything unreadable is reported later.
fn is_draw(state: &Json) -> bool {
    let Kind::Object(fields) = &state.kind else { return false };
    fields.iter().any(|(key, value)| {
        let draw = matches!(&value.kind, Kind::Text(text) if text.eq_ignore_ascii_case("draw"));
        key.text == "outcome" && draw
    })
}

/// Checks that a formula can mention this atom: a word, optionally with arguments in brackets, that
/// does not have a meaning in every game. The error is what was expected.
fn check_atom(text: &str) -> Result<(), &'static str> {
    const SYNTAX: &str = "expected a word such as p, or a word with arguments such as on(a,b1)";
    const TAKEN: &str = "this atom means something in every game already";
    let (name, arguments) = match text.split_once('(') {
        Some((name, rest)) => (name, Some(rest.strip_suffix(')').ok_or(SYNTAX)?)),
        None => (text, None),
    };
    let letter = |c: char| c.is_alphanumeric() || c == '_';
    let is_word = |word: &str| !word.is_empty() && word.chars().all(letter);
    if !is_word(name) || name.starts_with(|c: char| c.is_numeric()) {
        return Err(SYNTAX);
    }
    if arguments.is_some_and(|list| !list.split(',').all(is_word)) {
        return Err(SYNTAX);
    }
    let taken: &[&str] = match arguments {
        Some(_) => &["win", "lost", "turn", "outcome"],
        None => &["true", "false", "final", "w", "l"],
    };
    if taken.iter().any(|word| word.eq_ignore_ascii_case(name)) { Err(TAKEN) } else { Ok(()) }
}
