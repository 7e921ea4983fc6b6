//! Stipulations as formulas, for proofs of them.

use ludex_game::{Agent, Agents};

use super::{Goal, Play, Stipulation};

impl Stipulation {
    /// Returns the atom that must be true at the end, if this agent moves first.
    pub fn goal_atom(&self, agents: &Agents, first: Agent) -> String {
        match &self.goal {
            Goal::Mate => format!("mate({})", agents.name(self.reaches(first).other())),
            Goal::Stalemate => "stalemate".to_string(),
            Goal::Atom(atom) => atom.clone(),
        }
    }

    /// Returns the atom that the side that moves first must not be able to make true in one move:
    /// in reflexmates it would have to make that move.
    pub fn avoided_atom(&self, agents: &Agents, first: Agent) -> Option<String> {
        let reversed = Stipulation { play: Play::Direct, ..self.clone() };
        (self.play == Play::Reflex).then(|| reversed.goal_atom(agents, first))
    }

    /// Returns the formula that is true exactly where the stipulation has a solution, for the agent
    /// that moves first: its moves are diamonds and, unless the sides cooperate, the opponent's are
    /// boxes.
    ///
    /// Where the game is over, a box would be true and the opponent could pass (stalemate solves
    /// nothing unless it is the goal); so the formula requires that the game is not over. A series
    /// is to be asked about in chess where a side without a move passes: the game is then not over
    /// by stalemate, so a side that is forced must have a move that reaches the goal, too.
    pub fn formula(&self, agents: &Agents, first: Agent) -> String {
        let goal = self.goal_atom(agents, first);
        let (a, b) = (agents.name(first), agents.name(first.other()));
        if self.cooperative() {
            let end = match self.forced(first) {
                None => goal,
                Some(_) if self.is_series() => format!("(<{b}> {goal} & [{b}] {goal})"),
                Some(_) => format!("(!final & [{b}] {goal})"),
            };
            let movers = self.movers(first);
            return movers.iter().rev().fold(end, |rest, &mover| match mover == first {
                true => format!("<{a}> {rest}"),
                false => format!("(!final & <{b}> {rest})"),
            });
        }
        let avoided = self.avoided_atom(agents, first);
        let avoid = avoided.map_or(String::new(), |atom| format!("!<{a}> {atom} & "));
        (1..=self.moves).fold(String::new(), |shorter, n| match (self.play, n) {
            (Play::Direct, 1) => format!("<{a}> {goal}"),
            (Play::Direct, _) => format!("<{a}> ({goal} | !final & [{b}] {shorter})"),
            (Play::Selfmate, 1) => format!("<{a}> (!final & [{b}] {goal})"),
            (Play::Selfmate, _) => format!("<{a}> (!final & [{b}] ({goal} | {shorter}))"),
            (_, 1) => format!("({avoid}<{a}> (!final & <{b}> {goal}))"),
            _ => format!("({avoid}<{a}> (!final & (<{b}> {goal} | [{b}] {shorter})))"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_say_who_moves_when() {
        let agents = Agents::new(["White", "Black"]);
        let (white, black) = (Agent::FIRST, Agent::SECOND);
        let cases = [
            ("#2", white, "<White> (mate(Black) | !final & [Black] <White> mate(Black))"),
            ("h#1", black, "<Black> (!final & <White> mate(Black))"),
            ("s#1", white, "<White> (!final & [Black] mate(White))"),
            ("r#1", white, "(!<White> mate(Black) & <White> (!final & <Black> mate(White)))"),
            ("ser-h#2", black, "<Black> <Black> (!final & <White> mate(Black))"),
            ("ser-s=2", white, "<White> <White> (<Black> stalemate & [Black] stalemate)"),
            ("hs#2", white, "<White> (!final & <Black> <White> (!final & [Black] mate(White)))"),
            ("ser-{captured(queen)}2", black, "<Black> <Black> captured(queen)"),
        ];
        for (text, first, formula) in cases {
            let stipulation = Stipulation::parse(text).expect(text);
            assert_eq!(stipulation.formula(&agents, first), formula, "{text}");
            assert_eq!(
                stipulation.usual_first(),
                if text.starts_with("ser-{") { white } else { first }
            );
        }
    }
}
