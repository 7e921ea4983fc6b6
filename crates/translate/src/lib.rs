//! Board games in GDL as structure rewriting games: rules as pictures, goals as formulas.
//!
//! The rules are grounded first: coordinates are finitely many constants, and without variables it
//! is evident what a move changes and what it requires ([`GroundRules`]). Then everything that
//! differs only in its place on the board is joined again: moves of one shape become one rule with
//! a left- and a right-hand side, conditions of one shape a formula over cells, and the
//! displacements between cells relations (`R`, `C`, `RightUp`). No game is known beforehand, and
//! what has no such shape is refused with the reason.
//!
//! | module | does |
//! | --- | --- |
//! | `board` | finds the rectangle, and the facts about its cells |
//! | `rules` | what atoms of the rules mean in a situation, as conditions on the board |
//! | `moves` | the moves: cells before and after, what else they need, whose turn is next |
//! | `invariants` | what can be on a cell in any state, by induction |
//! | `shape`, `write` | conditions wherever they are on the board; formulas, rules, the text |
//! | `check` | the same plays in both games |

mod board;
mod check;
mod invariants;
mod moves;
mod refusal;
mod rules;
mod shape;
mod write;

pub use check::Compared;
pub use refusal::Refusal;

use ludex_gdl::{Description, GdlGame, GroundRules, Term};
use ludex_rewrite::RewriteGame;

use board::Board;
use check::{Pair, Place};
use invariants::{Contents, Invariants, find_support};
use moves::Moves;
use refusal::{Result, shape};
use rules::{Clauses, Reader, Situation};
use write::Formulas;

/// A game in both languages.
pub struct Translation {
    text: String,
    pair: Pair,
}

/// The numbers of plays and states that are compared before a translation is returned.
const PLAYS: usize = 10;
const STATES: usize = 300;

/// Returns the text of a `.toss` file that describes the same game as a GDL text.
///
/// The two are compared on some hundred states of random play; more can be compared with
/// [`Translation::compare`].
///
/// ```
/// let rules = "(role x) (role o) (init (control x))
///   (index 1) (index 2) (index 3) (other x o) (other o x)
///   (<= (open ?a ?b) (index ?a) (index ?b) (not (true (cell ?a ?b x))) (not (true (cell ?a ?b o))))
///   (<= (legal ?p (mark ?a ?b)) (true (control ?p)) (open ?a ?b))
///   (<= (legal ?p noop) (other ?p ?q) (true (control ?q)))
///   (<= (next (cell ?a ?b ?p)) (does ?p (mark ?a ?b)))
///   (<= (next (cell ?a ?b ?p)) (true (cell ?a ?b ?p)))
///   (<= (next (control ?q)) (true (control ?p)) (other ?p ?q))
///   (<= (pair ?p) (true (cell ?a 1 ?p)) (true (cell ?a 2 ?p)))
///   (<= terminal (pair ?p))
///   (<= (goal ?p 100) (pair ?p))
///   (<= (goal ?p 0) (other ?p ?q) (pair ?q))";
/// let text = ludex_translate::translate(rules).unwrap();
/// assert!(text.contains("RULE XMark: [a | - | - ] -> [a | X(a) | - ] emb X, O"));
/// assert!(ludex_rewrite::Description::parse(&text).is_ok());
/// ```
pub fn translate(rules: &str) -> Result<String, Refusal> {
    let translation = Translation::new(rules)?;
    let Compared { plays, states, .. } = translation.compare(PLAYS, STATES, 1)?;
    let checked =
        format!("# Translated from GDL; played beside it: {plays} plays, {states} states.\n");
    Ok(checked + translation.text())
}

impl Translation {
    /// Translates a game, without checking it by play.
    pub fn new(rules: &str) -> Result<Translation, Refusal> {
        let description = Description::parse(rules)?;
        let ground = GroundRules::new(description.clone())?;
        let mut facts = possible_facts(&ground);
        let (mut translated, mut reached) = translate_with(&ground, &facts)?;
        // Facts that no move reaches are left out, as long as that leaves a board.
        while reached.len() < facts.len() {
            facts = reached;
            match translate_with(&ground, &facts) {
                Ok(better) => (translated, reached) = better,
                Err(_) => break,
            }
        }
        let Translated { text, game, places, situations } = translated;
        let gdl = GdlGame::new(description)?;
        Ok(Translation { text, pair: Pair::new(gdl, game, &places, &situations) })
    }

    /// Returns the text of the `.toss` file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the game it describes.
    pub fn game(&self) -> &RewriteGame {
        &self.pair.game
    }

    /// Returns the translation with another text, such as one edited by hand, to be compared with
    /// the game in GDL.
    pub fn with_text(self, text: String) -> Result<Translation, Refusal> {
        let game = playable(&text)?;
        Ok(Translation { text, pair: self.pair.with_game(game) })
    }

    /// Plays both games at random in parallel, at least this many plays and states, and compares in
    /// every state who moves, all successors, whether play is over, and the payoffs.
    pub fn compare(&self, plays: usize, states: usize, seed: u64) -> Result<Compared, Refusal> {
        self.pair.compare(plays, states, seed)
    }
}

/// A translation before it is compared with the game.
struct Translated {
    text: String,
    game: RewriteGame,
    places: Vec<Place>,
    situations: Vec<Vec<String>>,
}

/// Translates a game in which only these facts can ever be true; returns also those of them that
/// moves can reach.
fn translate_with(ground: &GroundRules, facts: &[Term]) -> Result<(Translated, Vec<Term>)> {
    let board = Board::find(ground, facts)?;
    let clauses = Clauses::new(ground, &board, facts);
    let initial: Vec<usize> =
        ground.initial().iter().filter_map(|&fact| board.fact(fact)).collect();
    let mut reader = Reader::new(&clauses);
    let mut invariants = Invariants::guess(&board, &initial);
    let mut moves = moves::find(&mut reader, &mut invariants, &initial)?;
    if find_support(&mut reader, &mut invariants, &moves, &initial) {
        moves = moves::find(&mut reader, &mut invariants, &initial)?;
    }
    let reached = reached_facts(ground, &board, &moves);
    let blanks = blanks(&board, &invariants, &initial);
    let mut formulas = Formulas::new(&mut reader, &moves.situations, blanks.clone());
    let text = write::write(&mut formulas, &moves)?;
    let marks = formulas.marks;
    let game = playable(&text)?;
    let places = places(ground, &board, &marks, &blanks);
    let situations = situations(ground, &moves);
    Ok((Translated { text, game, places, situations }, reached))
}

/// Returns the facts that hold at the start or after some move.
fn reached_facts(rules: &GroundRules, board: &Board, moves: &Moves) -> Vec<Term> {
    let mut facts: Vec<Term> = rules.initial().to_vec();
    facts.extend(moves.situations.iter().flat_map(|s| &s.holds));
    for instance in &moves.instances {
        for (&cell, marks) in instance.cells.iter().zip(&instance.after) {
            let there = marks.iter().filter_map(|&mark| board.fact_at(mark, cell));
            facts.extend(there.map(|fact| board.facts[fact].term));
        }
    }
    ludex_base::sort(&mut facts);
    facts.dedup();
    facts
}

/// Returns the facts that can ever be true.
fn possible_facts(rules: &GroundRules) -> Vec<Term> {
    let next = rules.rules().filter(|(head, _)| rules.name(*head) == "next");
    let mut facts: Vec<Term> = next.map(|(head, _)| rules.arguments(head)[0]).collect();
    facts.extend(rules.initial());
    ludex_base::sort(&mut facts);
    facts.dedup();
    facts
}

/// Returns for each function that always has exactly one mark on a cell the one that represents an
/// empty cell: the most frequent at the start.
fn blanks(board: &Board, invariants: &Invariants, initial: &[usize]) -> Vec<Option<usize>> {
    let count = |mark: usize| initial.iter().filter(|&&f| board.facts[f].mark == mark).count();
    let blank = |functor: usize| {
        let marks = board.functors[functor].marks.iter().copied();
        let most = marks.max_by_key(|&mark| count(mark))?;
        (invariants.contents[functor] == Contents::One && 3 * count(most) >= board.size())
            .then_some(most)
    };
    (0..board.functors.len()).map(blank).collect()
}

fn playable(text: &str) -> Result<RewriteGame> {
    let description = match ludex_rewrite::Description::parse(text) {
        Ok(description) => description,
        Err(error) => {
            let near: String = text[error.span.start.min(text.len())..].chars().take(60).collect();
            return shape(format!("the translation cannot be read: {} at `{near}`", error.message));
        }
    };
    RewriteGame::new(&description)
        .or_else(|error| shape(format!("the translation cannot be played: {error}")))
}

/// Returns the places of the facts about the board in structures.
fn places(
    rules: &GroundRules,
    board: &Board,
    marks: &[String],
    blanks: &[Option<usize>],
) -> Vec<Place> {
    let place = |fact: &board::Fact| {
        let functor = board.marks[fact.mark].functor;
        let blank = blanks[functor] == Some(fact.mark);
        let others = board.functors[functor].marks.iter().copied();
        let relations: Vec<usize> = match blank {
            true => others.filter(|&m| m != fact.mark).collect(),
            false => vec![fact.mark],
        };
        let cell = write::element(fact.cell);
        let atoms = relations.into_iter().map(|m| {
            let fact = board.fact_at(m, fact.cell).map(|f| board.facts[f].term);
            let at_start = fact.is_some_and(|fact| rules.initial().contains(&fact));
            (format!("{}({cell})", marks[m]), at_start)
        });
        let atoms = atoms.collect();
        Place { fact: infix(rules, fact.term), atoms, blank }
    };
    board.facts.iter().map(place).collect()
}

/// Returns the facts off the board of each location.
fn situations(rules: &GroundRules, moves: &Moves) -> Vec<Vec<String>> {
    let texts =
        |situation: &Situation| situation.holds.iter().map(|&fact| infix(rules, fact)).collect();
    moves.situations.iter().map(texts).collect()
}

/// Returns a term as it is written in atoms: `cell(1,1,x)`.
fn infix(rules: &GroundRules, term: Term) -> String {
    let arguments: Vec<String> = rules.arguments(term).iter().map(|&t| infix(rules, t)).collect();
    match arguments.is_empty() {
        true => rules.name(term).to_owned(),
        false => format!("{}({})", rules.name(term), arguments.join(",")),
    }
}
