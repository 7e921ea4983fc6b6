//! The words a formula may use about one game: its agents, its outcomes and its atoms.
//!
//! A vocabulary is a plain value, so that reading formulas is not generic over games.

use ludex_game::{Agent, Agents, Atom, Notation, Outcomes};
use rustc_hash::FxHashMap;

use crate::lexer::is_word;
use crate::reserved::{ASKED, opponent_number};
use ludex_base::suggest;

/// The words of a game, seen by the agent that is asked about.
///
/// ```
/// use ludex_game::{Agent, Agents, Outcomes};
/// use ludex_logic::{Definitions, Vocabulary, compile};
/// let agents = Agents::new(["X", "O"]);
/// let atoms = vec!["stone(X,a1)".to_owned(), "stone(O,a1)".to_owned()];
/// let vocabulary = Vocabulary::new(agents, Agent(0), Outcomes::win_loss(), atoms);
/// let omega = compile("omega(2) & stone(B, a1)", Definitions::prelude(), &vocabulary).unwrap();
/// let text = omega.formulas.display(omega.root, &vocabulary, 200);
/// assert_eq!(text, "(win(X) | <X>[O] (win(X) | <X> win(X))) & stone(O,a1)");
/// ```
#[derive(Clone, Debug)]
pub struct Vocabulary {
    agents: Agents,
    asked: Agent,
    opponents: Vec<Agent>,
    outcomes: Outcomes,
    atoms: Vec<String>,
    exact: FxHashMap<String, u32>,
    /// Atoms by their names in lower case without blanks; `None` where several have that name.
    loose: FxHashMap<String, Option<u32>>,
}

/// The result of looking up the name of an own atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum OwnAtom {
    Found(Atom),
    /// Several names differ from this one by case or blanks only.
    Ambiguous,
    Unknown,
}

impl Vocabulary {
    /// Returns the vocabulary of a game, for questions about the agent `asked`.
    pub fn of(game: &impl Notation, asked: Agent) -> Vocabulary {
        Vocabulary::new(game.agents().clone(), asked, game.outcomes().clone(), game.atoms())
    }

    /// Returns a vocabulary with these own atoms: the n-th name belongs to `Atom::Own(n)`. The
    /// agent asked about must be one of the agents.
    pub fn new(agents: Agents, asked: Agent, outcomes: Outcomes, atoms: Vec<String>) -> Vocabulary {
        assert!(asked.index() < agents.len(), "the agent asked about plays the game");
        let mut exact = FxHashMap::default();
        let mut loose = FxHashMap::default();
        for (number, name) in (0..).zip(&atoms) {
            exact.entry(name.clone()).or_insert(number);
            loose.entry(loosened(name)).and_modify(|n| *n = None).or_insert(Some(number));
        }
        let opponents = agents.opponents(asked).collect();
        Vocabulary { agents, asked, opponents, outcomes, atoms, exact, loose }
    }

    /// Returns the agents of the game.
    pub fn agents(&self) -> &Agents {
        &self.agents
    }

    /// Returns the agent asked about: `A`.
    pub fn asked(&self) -> Agent {
        self.asked
    }

    /// Returns the opponents of the agent asked about, in turn order: `B1 … Bk`.
    pub fn opponents(&self) -> &[Agent] {
        &self.opponents
    }

    /// Returns the outcomes of the game.
    pub fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    /// Returns the names of the game's own atoms.
    pub fn atoms(&self) -> &[String] {
        &self.atoms
    }

    /// Returns the opponent with this number, from 1 to `k`.
    pub(crate) fn opponent(&self, number: i64) -> Option<Agent> {
        self.opponents.get(usize::try_from(number).ok()?.checked_sub(1)?).copied()
    }

    /// Returns the agent that `A`, `B` or `B1 … Bk` means.
    pub(crate) fn role(&self, word: &str) -> Option<Agent> {
        match word == ASKED {
            true => Some(self.asked),
            false => self.opponent(opponent_number(word)?),
        }
    }

    /// Returns the agent that a word means: a role takes precedence over a name.
    pub(crate) fn agent(&self, word: &str) -> Option<Agent> {
        self.role(word).or_else(|| self.agents.named(word))
    }

    /// Returns a word that is parsed back as this agent: its name, unless that is another agent's
    /// role or is not a word.
    pub(crate) fn agent_word(&self, agent: Agent) -> String {
        let name = self.agents.name(agent);
        if is_word(name) && opponent_number(name).is_none() && self.agent(name) == Some(agent) {
            return name.to_owned();
        }
        match self.opponents.iter().position(|&opponent| opponent == agent) {
            Some(i) => format!("B{}", i + 1),
            None => ASKED.to_owned(),
        }
    }

    /// Returns the own atom with this name: exactly, or else ignoring case and blanks.
    pub(crate) fn own_atom(&self, name: &str) -> OwnAtom {
        match (self.exact.get(name), self.loose.get(&loosened(name))) {
            (Some(&number), _) | (None, Some(&Some(number))) => OwnAtom::Found(Atom::Own(number)),
            (None, Some(None)) => OwnAtom::Ambiguous,
            (None, None) => OwnAtom::Unknown,
        }
    }

    /// Returns the own atom with the most similar name.
    pub(crate) fn similar_atom(&self, name: &str) -> Option<&str> {
        suggest(name, self.atoms.iter().map(String::as_str))
    }

    /// Returns an own atom that starts like this one, as an example of its arguments.
    pub(crate) fn example_of(&self, name: &str) -> Option<&str> {
        let start = format!("{}(", loosened(name));
        let mut like = self.atoms.iter().filter(|atom| loosened(atom).starts_with(&start));
        like.next().map(String::as_str)
    }

    /// Returns a description for advice: `the agents are White and Black; A is White`.
    pub(crate) fn describe_agents(&self) -> String {
        let names = self.agents.names();
        let asked = self.agents.name(self.asked);
        match names.split_last() {
            Some((last, [])) => format!("the only agent is {last}, whom A means"),
            Some((last, rest)) => {
                format!("the agents are {} and {last}; A is {asked}", rest.join(", "))
            }
            None => String::new(),
        }
    }
}

/// Returns a name in lower case, without blanks.
fn loosened(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}
