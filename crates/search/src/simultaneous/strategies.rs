//! Strategies for a whole game: what evidence of a value is made of.

use ludex_game::{Agent, SimultaneousGame};
use rustc_hash::FxHashSet;

use super::backward::{Backward, BackwardOptions};
use super::ground::{Ground, Halt, Step};
use super::report::{Mixed, Refusal};
use crate::budget::{Budget, Meter, Observer, Stopped};

/// What is shown of each state: itself, an optimal mixed strategy of the first agent and of the
/// second, and its value.
pub type StrategyVisitor<'v, G> = dyn FnMut(
        &<G as ludex_game::Model>::State,
        &Mixed<<G as ludex_game::Model>::Move>,
        &Mixed<<G as ludex_game::Model>::Move>,
        f64,
    ) + 'v;

/// Shows optimal strategies of both agents in every state that is not final and can be reached from
/// this one while one of the agents keeps to its strategy, whatever the other plays; each state once.
/// Says why it ended early, if the budget did not suffice.
///
/// ```
/// use ludex_game::{Model, RandomStacked};
/// use ludex_search::{Budget, Silent, visit_strategies};
/// let game = RandomStacked::default().generate(1);
/// let mut states = 0;
/// let mut count = |_: &u32, _: &Vec<(u8, f64)>, _: &Vec<(u8, f64)>, _: f64| states += 1;
/// let stopped =
///     visit_strategies(&game, &game.initial(), &Budget::default(), &mut Silent, &mut count);
/// assert_eq!(stopped, Ok(None));
/// assert!(states > 0);
/// ```
pub fn visit_strategies<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    budget: &Budget,
    observer: &mut dyn Observer,
    visit: &mut StrategyVisitor<'_, G>,
) -> Result<Option<Stopped>, Refusal> {
    let options = BackwardOptions::default();
    let ground = Ground::new(game, state, options.mirror, Meter::new(budget, observer))?;
    // Half for the table, half for what was seen.
    let mut search = Backward::new(ground, options, budget.max_bytes / 2);
    match walk(&mut search, state, budget.max_bytes / 2, visit) {
        Ok(()) => Ok(None),
        Err(Halt::Stopped(stopped)) => Ok(Some(stopped)),
        Err(Halt::Refused(refusal)) => Err(refusal),
    }
}

fn walk<G: SimultaneousGame>(
    search: &mut Backward<G>,
    state: &G::State,
    max_bytes: usize,
    visit: &mut StrategyVisitor<'_, G>,
) -> Step<()> {
    let mut seen = FxHashSet::default();
    let mut waiting = vec![state.clone()];
    while let Some(state) = waiting.pop() {
        if search.ground.payoff(&state)?.is_some() || !seen.insert(state.clone()) {
            continue;
        }
        if (seen.capacity() + waiting.capacity()) * (size_of::<G::State>() + 1) > max_bytes {
            return Err(Halt::Stopped(Stopped::Memory));
        }
        let value = search.matrix(&state, 0)?;
        let row = search.ground.mixed(&state, Agent::FIRST, search.solver.row());
        let column = search.ground.mixed(&state, Agent::SECOND, search.solver.column());
        visit(&state, &row, &column, value);
        replies(search.ground.game, &state, &row, &column, &mut waiting);
    }
    Ok(())
}

/// Appends the states after a joint move that one of the strategies allows.
fn replies<G: SimultaneousGame>(
    game: &G,
    state: &G::State,
    row: &Mixed<G::Move>,
    column: &Mixed<G::Move>,
    out: &mut Vec<G::State>,
) {
    let (mut rows, mut columns) = (Vec::new(), Vec::new());
    game.moves(state, Agent::FIRST, &mut rows);
    game.moves(state, Agent::SECOND, &mut columns);
    for &first in &rows {
        for &second in &columns {
            let played = |mixed: &Mixed<G::Move>, mv| mixed.iter().any(|&(other, _)| other == mv);
            if played(row, first) || played(column, second) {
                let mut next = state.clone();
                game.play_joint(&mut next, &[first, second]);
                out.push(next);
            }
        }
    }
}
