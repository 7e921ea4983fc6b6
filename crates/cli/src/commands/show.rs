//! `ludex show`: draws a position.

use ludex::{InputError, Shown, shortened, shortened_texts};

use super::{End, set_up};
use crate::args::ShowArgs;
use crate::print::{self, FAINT, STRONG, say, styled};
use crate::watch;

/// Draws the position.
pub fn run(args: ShowArgs) -> Result<End, InputError> {
    let limits = args.limits.limits();
    let game = set_up(args.position, limits.clone())?;
    match &args.svg {
        Some(path) if args.verdicts => game.draw_verdicts(path, &limits)?,
        Some(path) => game.draw(path, args.tree, args.line.as_deref(), &limits)?,
        None => {}
    }
    let shown = game.show();
    watch::release();
    match args.output.json {
        true => print::json_about(&game, &shown, true),
        false => draw(&shown),
    }
    Ok(End::Answered)
}

fn draw(shown: &Shown) {
    say!("{}", shown.drawing);
    let status = match (&shown.outcome, &shown.turn) {
        (Some(outcome), _) => format!("The game is over: {outcome} for {}.", shown.first),
        (None, Some(turn)) => format!("{turn} to move."),
        (None, None) if shown.chance.is_some() => "Chance moves.".to_string(),
        (None, None) => "All move together.".to_string(),
    };
    say!("{}", styled(STRONG, status));
    say!("{} {}", styled(FAINT, "position"), shown.position);
    if let Some(chances) = &shown.chance {
        let text = |(mv, probability): (&String, &serde_json::Value)| {
            format!("{mv} ({})", probability.as_str().unwrap_or_default())
        };
        let chances: Vec<String> = chances.iter().map(text).collect();
        let line = format!("{} {}", styled(FAINT, "chance"), shortened_texts(&chances, 40));
        say!("{}", print::wrapped(&line, 2));
    }
    for (agent, moves) in &shown.legal {
        let moves: Vec<String> = moves
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|m| m.as_str())
            .map(String::from)
            .collect();
        if !moves.is_empty() {
            let off_turn = shown.turn.as_ref().is_some_and(|turn| turn != agent);
            let label = if off_turn { format!("{agent} (off turn)") } else { agent.clone() };
            let line = format!("{} {}", styled(FAINT, label), shortened(&moves, 40));
            say!("{}", print::wrapped(&line, 2));
        }
    }
}
