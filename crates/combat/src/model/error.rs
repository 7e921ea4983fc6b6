//! Errors in units, scenarios, players and lines.

use thiserror::Error;

/// A unit, scenario, player or line that cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CombatError {
    /// An unknown name.
    #[error("there is no {what} called `{name}`{hint}")]
    Unknown {
        /// What was to be named: a unit type, a script, …
        what: &'static str,
        /// The name given.
        name: String,
        /// A suggestion, or a list of the known names.
        hint: String,
    },
    /// An army that does not fit.
    #[error("{side} has {count} units: at least 1 and at most {most} are possible")]
    ArmySize {
        /// The side of the army.
        side: &'static str,
        /// The number of units.
        count: usize,
        /// The greatest possible number.
        most: usize,
    },
    /// A place outside the world or the map.
    #[error("unit {unit} stands at ({x}, {y}), outside of {world}")]
    Outside {
        /// The unit, counted from 0.
        unit: usize,
        /// Its place.
        x: i64,
        /// Its place.
        y: i64,
        /// The places allowed.
        world: String,
    },
    /// A number out of range.
    #[error("{what} is {value}, but must be {expected}")]
    Value {
        /// The name of the number.
        what: String,
        /// The value given.
        value: String,
        /// The values allowed.
        expected: &'static str,
    },
    /// Text that is not what it should be.
    #[error("{what}: {reason}")]
    Text {
        /// What was parsed.
        what: String,
        /// The fault.
        reason: String,
    },
}

impl CombatError {
    /// Returns the error for an unknown name, with the most similar known one or a list of all.
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
