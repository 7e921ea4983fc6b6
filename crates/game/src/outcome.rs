//! Outcomes: ordered, named, each with a number [Saf13, Def. 9].

/// An outcome by its rank: 0 is the worst for the first agent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Outcome(pub u16);

impl Outcome {
    /// The worst outcome for the first agent, `o_0`.
    pub const WORST: Outcome = Outcome(0);

    /// Returns the next better outcome.
    #[inline]
    pub fn better(self) -> Outcome {
        Outcome(self.0 + 1)
    }

    /// Returns the next worse outcome, unless this is the worst.
    #[inline]
    pub fn worse(self) -> Option<Outcome> {
        self.0.checked_sub(1).map(Outcome)
    }

    /// Returns the index of this outcome in arrays indexed by outcome.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The possible outcomes of a game, from the worst to the best for the first agent.
///
/// ```
/// use ludex_game::{Outcome, Outcomes};
/// let outcomes = Outcomes::win_draw_loss();
/// assert_eq!(outcomes.name(outcomes.best()), "win");
/// assert_eq!(outcomes.number(Outcome::WORST), -1.0);
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Outcomes {
    list: Vec<(String, f64)>,
}

impl Outcomes {
    /// Returns outcomes with names and numbers, in increasing order of the numbers.
    pub fn new<S: Into<String>>(list: impl IntoIterator<Item = (S, f64)>) -> Outcomes {
        let list: Vec<(String, f64)> = list.into_iter().map(|(n, x)| (n.into(), x)).collect();
        assert!(!list.is_empty() && list.len() < 30_000, "a game has 1 to 29,999 outcomes");
        assert!(list.windows(2).all(|w| w[0].1 < w[1].1), "outcomes come in increasing order");
        Outcomes { list }
    }

    /// Returns `loss` (−1) and `win` (1).
    pub fn win_loss() -> Outcomes {
        Outcomes::new([("loss", -1.0), ("win", 1.0)])
    }

    /// Returns `loss` (−1), `draw` (0) and `win` (1).
    pub fn win_draw_loss() -> Outcomes {
        Outcomes::new([("loss", -1.0), ("draw", 0.0), ("win", 1.0)])
    }

    /// Returns all whole numbers from `low` to `high`, named by themselves.
    pub fn scores(low: i32, high: i32) -> Outcomes {
        Outcomes::new((low..=high).map(|n| (n.to_string(), f64::from(n))))
    }

    /// Returns the number of outcomes.
    #[allow(clippy::len_without_is_empty)] // never empty
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Returns the best outcome for the first agent.
    #[inline]
    pub fn best(&self) -> Outcome {
        Outcome((self.list.len() - 1) as u16)
    }

    /// Returns the name of an outcome, from the first agent's point of view.
    pub fn name(&self, outcome: Outcome) -> &str {
        &self.list[outcome.index()].0
    }

    /// Returns the number of an outcome, from the first agent's point of view.
    #[inline]
    pub fn number(&self, outcome: Outcome) -> f64 {
        self.list[outcome.index()].1
    }

    /// Returns the outcome with this name, ignoring case.
    pub fn named(&self, name: &str) -> Option<Outcome> {
        self.iter().find(|&o| self.name(o).eq_ignore_ascii_case(name))
    }

    /// Returns all outcomes from the worst to the best.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Outcome> + use<> {
        (0..self.list.len()).map(|i| Outcome(i as u16))
    }
}
