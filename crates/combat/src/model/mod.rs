//! The abstract model of [Saf13, Appendix A]: states, the actions of units, and their effects.

mod action;
mod error;
mod lanes;
mod legal;
mod resolve;
mod rules;
mod score;
mod state;
mod units;

pub use action::{Action, Joint};
pub use error::CombatError;
pub(crate) use lanes::LANES;
pub use rules::{Map, Profile, Rules};
pub(crate) use state::bits;
pub use state::{Last, MAX_UNITS, Side, State, UnitView};
pub use units::{Animation, Size, UnitType, UnitTypes, Weapon, WeaponKind};
