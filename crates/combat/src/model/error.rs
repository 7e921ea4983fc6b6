//! What can be wrong with what we are given.

use thiserror::Error;

/// A unit, scenario, player or line that cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CombatError {
    /// A name that nothing has.
    #[error("there is no {what} called `{name}`{hint}")]
    Unknown {
        /// What was to be named: a unit type, a script, …
        what: &'static str,
        /// What was written.
        name: String,
        /// What else may have been meant, or what there is.
        hint: String,
    },
    /// An army that does not fit.
    #[error("{side} has {count} units: at least 1 and at most {most} are possible")]
    ArmySize {
        /// Whose army.
        side: &'static str,
        /// How many units.
        count: usize,
        /// How many are possible.
        most: usize,
    },
    /// A place outside the world or the map.
    #[error("unit {unit} stands at ({x}, {y}), outside of {world}")]
    Outside {
        /// Which unit, counted from 0.
        unit: usize,
        /// Where it stands.
        x: i64,
        /// Where it stands.
        y: i64,
        /// Where it should.
        world: String,
    },
    /// A number that makes no sense.
    #[error("{what} is {value}, but must be {expected}")]
    Value {
        /// Which number.
        what: String,
        /// What it is.
        value: String,
        /// What it should be.
        expected: &'static str,
    },
    /// Text that is not what it should be.
    #[error("{what}: {reason}")]
    Text {
        /// What was read.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl CombatError {
    /// An unknown name, with the nearest known one or a list of all.
    pub(crate) fn unknown<'a>(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> CombatError {
        let known: Vec<&str> = known.into_iter().collect();
        let near = known
            .iter()
            .map(|other| (strsim::osa_distance(name, other), other))
            .filter(|(distance, _)| *distance <= 2)
            .min();
        let hint = match near {
            Some((_, other)) => format!("; did you mean `{other}`?"),
            None => format!(" (there are: {})", known.join(", ")),
        };
        CombatError::Unknown { what, name: name.to_string(), hint }
    }
}
