//! Stipulations as formulas, for proofs of them.

use ludex_game::{Agent, Agents};

use super::{Goal, Play, Stipulation};

impl Stipulation {
    /// Returns the atom that must be true at the end, if this agent moves first.
    pub fn goal_atom(&self, agents: &Agents, first: Agent) -> String {
        self.named(&self.goal, agents, first)
    }

    /// Returns the atom that the side that begins can make true in its last move, instead of helping.
    pub fn reciprocal_atom(&self, agents: &Agents, first: Agent) -> Option<String> {
        let goal = self.reciprocal.as_ref()?;
        let own = Stipulation { play: Play::Direct, half: false, ..self.clone() };
        Some(own.named(goal, agents, self.reaches(first).other()))
    }

    /// Returns the atom of a goal.
    fn named(&self, goal: &Goal, agents: &Agents, first: Agent) -> String {
        let other = agents.name(self.reaches(first).other());
        match goal {
            Goal::Mate => format!("mate({other})"),
            Goal::Check => format!("check({other})"),
            Goal::Stalemate => "stalemate".to_string(),
            Goal::MateOrStalemate => "immobile".to_string(),
            Goal::DoubleStalemate => "double_stalemate".to_string(),
            Goal::Capture => "moved(capture)".to_string(),
            Goal::Castling => "moved(castling)".to_string(),
            Goal::EnPassant => "moved(en_passant)".to_string(),
            Goal::AnyMove => "moved".to_string(),
            Goal::Diagram => "diagram".to_string(),
            Goal::Target(square) => format!("moved({square})"),
            Goal::Atom(atom) => atom.clone(),
        }
    }

    /// Returns the atom that says that the side which only parries has to move.
    pub fn parry_atom(&self, agents: &Agents, first: Agent) -> Option<String> {
        self.is_parry().then(|| format!("check({})", agents.name(first.other())))
    }

    /// Returns the atom that the side that moves first must not be able to make true in one move:
    /// in reflexmates it would have to make that move.
    pub fn avoided_atom(&self, agents: &Agents, first: Agent) -> Option<String> {
        let reversed = Stipulation { play: Play::Direct, half: false, ..self.clone() };
        let reflex = self.play == Play::Reflex || self.is_help_reflex();
        reflex.then(|| reversed.goal_atom(agents, self.reaches(first).other()))
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
        if let Some(check) = self.parry_atom(agents, first) {
            let n = self.moves;
            return match self.play {
                Play::Parry => format!("parry({n}, {check}, {goal})"),
                Play::ParrySelf => format!("parry_self({n}, {check}, {goal})"),
                _ => format!("parry_help({n}, {check}, {goal})"),
            };
        }
        if self.is_help_reflex() {
            return self.help_reflex(agents, first);
        }
        if self.cooperative() {
            let end = match self.forced(first) {
                None => goal,
                Some(_) if self.is_series() => format!("(<{b}> {goal} & [{b}] {goal})"),
                Some(forced) => format!("(!final & [{}] {goal})", agents.name(forced)),
            };
            let movers = self.movers(first);
            let reciprocal = self.reciprocal_atom(agents, first);
            return movers.iter().enumerate().rev().fold(end, |rest, (at, &mover)| {
                let rest = match mover == first {
                    true => format!("<{a}> {rest}"),
                    false => format!("(!final & <{b}> {rest})"),
                };
                match reciprocal.as_ref().filter(|_| at + 2 == movers.len()) {
                    Some(own) => format!("(<{}> {own} & {rest})", agents.name(mover)),
                    None => rest,
                }
            });
        }
        let avoided = self.avoided_atom(agents, first);
        let avoid = avoided.map_or(String::new(), |atom| format!("!<{a}> {atom} & "));
        (1..=self.moves).fold(String::new(), |shorter, n| match (self.play, n) {
            (Play::Direct, 1) => format!("<{a}> {goal}"),
            (Play::Direct | Play::Selfmate, _) if self.exact => {
                format!("<{a}> (!final & [{b}] {shorter})")
            }
            (Play::Direct, _) => format!("<{a}> ({goal} | !final & [{b}] {shorter})"),
            (Play::Selfmate, 1) => format!("<{a}> (!final & [{b}] {goal})"),
            (Play::Selfmate, _) => format!("<{a}> (!final & [{b}] ({goal} | {shorter}))"),
            (_, 1) => format!("({avoid}<{a}> (!final & <{b}> {goal}))"),
            _ => format!("({avoid}<{a}> (!final & (<{b}> {goal} | [{b}] {shorter})))"),
        })
    }
}

impl Stipulation {
    /// Returns the formula of help play that ends in a reflexmate: on the way neither side can
    /// mate, as it would have to.
    fn help_reflex(&self, agents: &Agents, first: Agent) -> String {
        let (mates, goal) = (self.reaches(first), self.goal_atom(agents, first));
        let avoided = self.avoided_atom(agents, first).unwrap_or_default();
        let name = |agent: Agent| agents.name(agent);
        let end = format!("<{}> {goal}", name(mates));
        let end = if self.is_series() { end } else { format!("(!final & {end})") };
        self.movers(first).iter().rev().fold(end, |rest, &mover| {
            let must = if mover == mates { &goal } else { &avoided };
            let over = if mover == first { "" } else { "!final & " };
            let mover = name(mover);
            format!("({over}!<{mover}> {must} & <{mover}> {rest})")
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
            ("hx1", black, "<Black> (!final & <White> moved(capture))"),
            ("ser-ze42", white, "<White> <White> moved(e4)"),
            ("pser-#3", white, "parry(3, check(Black), mate(Black))"),
            ("exact-#2", white, "<White> (!final & [Black] <White> mate(Black))"),
            ("reci-h#1", black, "(<Black> mate(White) & <Black> (!final & <White> mate(Black)))"),
            (
                "ser-reci-h#2",
                black,
                "<Black> (<Black> mate(White) & <Black> (!final & <White> mate(Black)))",
            ),
            ("hr#1", white, "(!<White> mate(Black) & <White> (!final & <Black> mate(White)))"),
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
