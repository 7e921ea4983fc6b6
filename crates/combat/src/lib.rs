//! Real-time combat [Saf13, Sections 5.1.3, 5.4, 5.5.2 and Appendix A]: small armies whose actions
//! take time and are chosen simultaneously by both sides.
//!
//! - `model/`: units, weapons, actions with durations, simultaneous resolution ([`State`],
//!   [`Rules`]); a unit keeps its place in arrays of eight, so that nothing is sorted or allocated;
//! - `scripts/`: the fixed behaviours of [Saf13, Section 5.4.1] ([`Script`]);
//! - `search/`: alpha-beta considering durations ([`Abcd`] [Saf13, Algorithm 11]) and later
//!   searches ([`Portfolio`], [`GreedyAlphaBeta`], [`MatrixRoot`], [`Uct`]), all under one clock;
//! - `player/`: players by name ([`PlayerSpec`]); [`tournament`]s between them;
//! - `faces/`: recordings as JSON and as animated pictures ([`record`]); [`replay`] plays reference
//!   games again.
//!
//! ```
//! use ludex_combat::{Fight, Profile, Scenario, Script};
//! let scenario: Scenario = "dragoon-zealot-4v4".parse().unwrap();
//! let rules = scenario.rules(Profile::Thesis);
//! let start = scenario.start(&rules, 1).unwrap();
//! let end = Fight::new(&rules, start).scripts([Script::NokAv, Script::AttackClosest]);
//! assert!(end.rounds > 0 && end.frames > 0);
//! ```

mod faces;
mod fight;
mod model;
mod player;
mod replay;
mod scenario;
mod scripts;
mod search;
mod tournament;

pub use faces::{RecordedUnit, Recording, Shot, cost_rows, record, record_while, result_rows};
pub use fight::{Ending, Fight};
pub use model::{
    Action, Animation, CombatError, Joint, Last, MAX_UNITS, Map, Profile, Rules, Side, Size, State,
    UnitType, UnitTypes, UnitView, Weapon, WeaponKind,
};
pub use player::{Cost, Player, PlayerSpec, SEARCHES};
pub use replay::{Outcome, ReplayLine, RoundLog, replay};
pub use scenario::{Army, Scenario};
pub use scripts::Script;
pub use search::{
    Abcd, AbcdConfig, Branching, Evaluation, GreedyAlphaBeta, GreedyConfig, Limit, MatrixConfig,
    MatrixRoot, Order, PlanConfig, Planner, Portfolio, PortfolioConfig, Rab, Replies, Score,
    Statistics, Uct, UctConfig,
};
pub use tournament::{Pairing, play_game, tournament};
