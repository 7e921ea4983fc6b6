//! The usual questions about a named strategy, as queries.

use ludex_base::suggest;
use ludex_game::Agents;

use crate::file::File;
use crate::find::written;

/// A property of a strategy that can be checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// It allows a move whenever the player has one.
    Complete,
    /// It never allows more than one move.
    Deterministic,
    /// No play by it is lost, whatever the other agents do.
    NeverLoses,
    /// Every play by it is won, whatever the other agents do.
    Wins,
    /// It allows exactly one move whenever the player has one: complete and deterministic.
    Functional,
}

/// All checks by name.
pub static CHECKS: &[(&str, Check)] = &[
    ("complete", Check::Complete),
    ("deterministic", Check::Deterministic),
    ("functional", Check::Functional),
    ("never-loses", Check::NeverLoses),
    ("draws-at-least", Check::NeverLoses),
    ("wins", Check::Wins),
];

/// Returns the query that checks a strategy of the file for a player. The strategy may have the
/// player as its only parameter, or no parameter.
///
/// ```
/// use ludex_game::Agents;
/// use ludex_sgl::{Check, File, strategy_query};
/// let text = "game nim; strategy best(t) := or(a in actions(t)) does(a);";
/// let file = File::read("f", text).unwrap();
/// let agents = Agents::new(["First", "Second"]);
/// let query = strategy_query(&file, &agents, "best", "First", Check::Complete).unwrap();
/// assert_eq!(query, "complete best(First) for First");
/// ```
pub fn strategy_query(
    file: &File,
    agents: &Agents,
    strategy: &str,
    player: &str,
    check: Check,
) -> Result<String, String> {
    strategy_query_against(file, agents, strategy, player, check, None)
}

/// Returns the query of [`strategy_query`], with the other agents playing `against` (the name of a
/// strategy of the file, or any formula in its vocabulary) if it is given.
///
/// ```
/// use ludex_game::Agents;
/// use ludex_sgl::{Check, File, strategy_query_against};
/// let text = "game nim; strategy best(t) := or(a in actions(t)) (does(a) & next win(t));";
/// let file = File::read("f", text).unwrap();
/// let agents = Agents::new(["First", "Second"]);
/// let against = Some("best");
/// let query = strategy_query_against(&file, &agents, "best", "First", Check::Wins, against);
/// assert_eq!(query.unwrap(), "ensures (best(First)) | (best(Second)) : win(First)");
/// ```
pub fn strategy_query_against(
    file: &File,
    agents: &Agents,
    strategy: &str,
    player: &str,
    check: Check,
    against: Option<&str>,
) -> Result<String, String> {
    let Some(agent) = agents.named(player) else {
        return Err(format!("`{player}` is no agent; agents are {}", agents.names().join(", ")));
    };
    let player = written(agents.name(agent));
    let Some(call) = call(file, strategy, &player) else {
        let near = suggest(strategy, file.strategies().map(|(name, _)| name));
        let advice = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        return Err(format!("the file has no strategy `{strategy}` of one player{advice}"));
    };
    let won = if file.defines_wins() { "wins" } else { "win" };
    let others: Vec<String> =
        agents.opponents(agent).map(|other| written(agents.name(other))).collect();
    let reply = |other: &String| match against {
        None => format!(" | or(a in actions({other})) does(a)"),
        Some(text) => format!(" | ({})", call_or_formula(file, text, other)),
    };
    let replies: String = others.iter().map(reply).collect();
    Ok(match check {
        Check::Complete => format!("complete {call} for {player}"),
        Check::Deterministic => format!("deterministic {call} for {player}"),
        Check::Functional => format!("functional {call} for {player}"),
        Check::Wins => format!("ensures ({call}){replies} : {won}({player})"),
        Check::NeverLoses => {
            let losses: Vec<String> =
                others.iter().map(|other| format!("~{won}({other})")).collect();
            let goal = if losses.is_empty() { "true".to_owned() } else { losses.join(" & ") };
            format!("ensures ({call}){replies} : {goal}")
        }
    })
}

/// Returns the call of a strategy of the file for a player.
fn call(file: &File, strategy: &str, player: &str) -> Option<String> {
    let named = |(name, args): &(&str, &[String])| *name == strategy && args.len() <= 1;
    let (name, args) = file.strategies().find(named)?;
    Some(if args.is_empty() { name.to_owned() } else { format!("{name}({player})") })
}

fn call_or_formula(file: &File, text: &str, player: &str) -> String {
    call(file, text, player).unwrap_or_else(|| text.to_owned())
}
