//! Principal variations of formulas: a line of play that shows why the answer is right.

use ludex_game::Hints;
use ludex_logic::Connective;

use crate::best_first::formulas::decided::FormulaTree;
use crate::best_first::formulas::explorer::FormulaExplorer;
use crate::depth_first::Line;

/// Returns the moves of the principal variation for the answer at the root.
pub(super) fn line<G: Hints>(
    tree: &mut dyn FormulaTree,
    explorer: &mut FormulaExplorer<'_, G>,
) -> Line<G::Move> {
    let mut line = Vec::new();
    tree.go_to_root(explorer);
    for place in tree.line() {
        let (state, formula) = explorer.label();
        if let Connective::Box(agent, _) = explorer.formulas.connective(formula) {
            let choices = explorer.question.choices(state, agent);
            let Some(&choice) = choices.get(place) else { break };
            line.push((agent, choice));
        }
        tree.go_down(explorer, place);
    }
    line
}
