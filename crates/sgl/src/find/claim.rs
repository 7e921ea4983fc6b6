//! What a found strategy guarantees, verified by queries about the written file.

use std::time::{Duration, Instant};

use ludex_base::{Budget, counted};
use ludex_game::{Agent, Game, Notation};
use serde_json::Value;

use super::vocabulary::written;
use super::{Choice, Goal, half_of_time};
use crate::file::File;
use crate::query::query_game;

/// The time for a proof attempt if the budget has no deadline.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// The result of verification.
pub(super) struct Claim {
    pub verified: bool,
    /// What was to be verified: more than the goal of the search, if that can be proved.
    pub goal: Goal,
    pub positions: usize,
    /// The findings, as sentences.
    sentences: Vec<String>,
}

impl Claim {
    /// Verifies what a list of rules guarantees. Where the value of the game is not known, the rules
    /// may win though they were only to avoid losses: that is tried first.
    pub fn new<G: Game + Notation>(
        game: &G,
        player: Agent,
        choice: &Choice,
        name: &str,
        budget: &Budget,
    ) -> Result<Claim, String> {
        if let (Goal::NeverLoses, None) = (choice.goal, choice.score) {
            let claim =
                Claim::about(game, player, choice, Goal::Wins, name, &half_of_time(budget))?;
            if claim.verified {
                return Ok(claim);
            }
        }
        Claim::about(game, player, choice, choice.goal, name, budget)
    }

    fn about<G: Game + Notation>(
        game: &G,
        player: Agent,
        choice: &Choice,
        goal: Goal,
        name: &str,
        budget: &Budget,
    ) -> Result<Claim, String> {
        let agents = game.agents();
        let others: Vec<&str> = agents.opponents(player).map(|agent| agents.name(agent)).collect();
        let (own, other) = (agents.name(player), others.join(" and "));
        let me = written(own);
        let each = |text: &dyn Fn(String) -> String, between: &str| -> String {
            others.iter().map(|name| text(written(name))).collect::<Vec<_>>().join(between)
        };
        let mut claim = Claim { verified: false, goal, positions: 0, sentences: Vec::new() };
        let (goal_text, words) = match goal {
            Goal::Wins => (format!("win({me})"), format!("{own} always wins")),
            Goal::NeverLoses => {
                let nobody = each(&|name| format!("~win({name})"), " & ");
                (nobody, format!("{own} never loses"))
            }
            Goal::Nothing => {
                let mate = match others.len() {
                    1 => format!("{other} can force a win whatever {own} does;"),
                    _ => format!("{other} together can force that one of them wins;"),
                };
                claim.sentences.push(format!("{mate} `best` makes the most of mistakes."));
                return Ok(claim);
            }
        };
        let rules: Vec<_> = choice.list.iter().map(|&rule| &choice.words.rules[rule]).collect();
        let text = choice.words.file(name, &rules, &[]);
        let file = File::read("found", &text).map_err(|error| error.to_string())?;
        let deadline = budget.deadline.unwrap_or_else(|| Instant::now() + DEFAULT_TIME);
        let budget = Budget { deadline: Some(deadline), ..budget.clone() };
        let replies = each(&|name| format!("all({name})"), " | ");
        let play = format!("best | {replies} : {goal_text}");
        let question = format!("ensures {play}");
        match query_game(&file, game, &question, &budget) {
            Err(error) => {
                claim.sentences.push(format!("Whether {words} by `best` is not known: {error}."));
            }
            Ok(answer) if answer.result == Value::Bool(true) => {
                let states = answer.witness.and_then(|witness| witness["states"].as_u64());
                claim.verified = true;
                let does = if others.len() == 1 { "does" } else { "do" };
                claim.positions = states.unwrap_or(0) as usize;
                let all = format!(
                    "in all {} that can arise",
                    counted(claim.positions as u64, "position")
                );
                claim.sentences.push(format!(
                    "Verified: {words} by `best`, whatever {other} {does} ({all}). Ask again:"
                ));
                claim.sentences.push(format!("  {question}"));
            }
            Ok(answer) => {
                let line = answer.witness.map(|witness| line(&witness)).unwrap_or_default();
                claim.sentences.push(format!("Not always: {words}. It may go wrong by {line}."));
                let question = format!("enforces {me} in {play}");
                let better = query_game(&file, game, &question, &budget);
                if better.is_ok_and(|answer| answer.result == Value::Bool(true)) {
                    let some = "By some choice among the moves of `best`";
                    claim.sentences.push(format!("{some}, {words}. Ask again:"));
                    claim.sentences.push(format!("  {question}"));
                }
            }
        }
        Ok(claim)
    }

    /// Returns the comment lines at the top of the file.
    pub fn remarks(&self, choice: &Choice) -> Vec<String> {
        let mut remarks = vec![format!("A strategy of {}, found by search.", choice.words.player)];
        remarks.extend(self.sentences.iter().cloned());
        if let Some(score) = choice.score {
            let of = counted(score.positions as u64, "position");
            if score.mistakes > 0 {
                remarks.push(format!("Mistakes are possible in {} of {of}.", score.mistakes));
            }
            if score.slips > 0 {
                remarks.push(format!("In {} of {of} it may give back a gift.", score.slips));
            }
        }
        remarks.push(format!("Against random moves: {}.", choice.rates));
        remarks
    }
}

/// Returns a line of play as text.
fn line(witness: &Value) -> String {
    let moves: Vec<&str> =
        witness["line"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    moves.join(" ")
}
