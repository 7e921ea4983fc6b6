//! Evidence: a pair of weak solutions is made, written, read and checked.

use ludex_evidence::{Evidence, check};
use ludex_game::{Notation, SimultaneousGame};
use ludex_games::{Playable, Visitor, build};
use ludex_search::{AlphaBeta, Budget, Silent, SolveOptions};

/// A game whose value is to be proved.
#[derive(Clone, Copy, Debug)]
pub struct ProofQuestion {
    /// The game.
    pub game: &'static str,
}

/// Small and medium games.
pub const PROOFS: &[ProofQuestion] = &[
    ProofQuestion { game: "mk:m=3,k=3" },
    ProofQuestion { game: "connect4:columns=4,rows=4" },
    ProofQuestion { game: "connect4:columns=5,rows=4" },
    ProofQuestion { game: "domineering:rows=5,columns=6" },
];

/// A value with its evidence.
pub struct Proved {
    /// What was found.
    pub evidence: Evidence,
    accept: Box<dyn Fn(&Evidence) -> usize>,
}

impl ProofQuestion {
    /// Solves the game and makes the evidence for its value.
    pub fn prove(&self) -> Proved {
        build(self.game, |name| Prover { name }).expect("a built-in game")
    }
}

impl Proved {
    /// Returns the bytes of a file.
    pub fn write(&self) -> Vec<u8> {
        self.evidence.to_binary().expect("evidence that is small enough for a file")
    }

    /// Parses the bytes of a file and checks its claim, which must be right; returns the number of
    /// nodes checked.
    pub fn check(&self, bytes: &[u8]) -> usize {
        let evidence = Evidence::from_bytes(bytes).expect("a file just written");
        let nodes = (self.accept)(&evidence);
        assert_eq!(nodes, self.evidence.size(), "every node is checked");
        nodes
    }
}

struct Prover {
    name: String,
}

impl Visitor for Prover {
    type Output = Proved;

    fn sequential<G: Playable>(self, game: G) -> Proved {
        let (state, budget) = (game.initial(), Budget::default());
        let mut search = AlphaBeta::new(&game, SolveOptions::default(), budget.max_bytes / 2);
        let value = search.solve(&state, &budget, &mut Silent).bounds.exact().expect("a value");
        let solutions = search.weak_solutions(&state, value, &budget, &mut Silent);
        let solutions = solutions.expect("enough memory").expect("a right value");
        let low = solutions.max.as_ref().map(|solution| (value, solution));
        let high = solutions.min.as_ref().map(|solution| (value, solution));
        let evidence = Evidence::value(&self.name, &game, &state, low, high).expect("solutions");
        let accept = move |evidence: &Evidence| {
            let no_formula =
                |_, _: &str, _: Option<&str>| Err("a value has no formula".to_string());
            check(&game, evidence, no_formula).expect("evidence that is right").nodes
        };
        Proved { evidence, accept: Box::new(accept) }
    }

    fn simultaneous<G>(self, _: G) -> Proved
    where
        G: SimultaneousGame + Notation + Send + Sync + 'static,
    {
        unreachable!("no simultaneous game has a minimax value")
    }
}
