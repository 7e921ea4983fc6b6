//! Real-time combat (Sections 5.1.3, 5.4, 5.5.2 and Appendix A of the thesis): small armies whose
//! actions take time and are chosen at the same moment by both sides.

mod faces;
mod fight;
mod lab;
mod model;
mod player;
mod replay;
mod scenario;
mod scripts;
mod search;
mod tournament;

pub use faces::{RecordedUnit, Recording, Shot, record};
pub use fight::{Ending, Fight};
pub use lab::{
    CombatCell, CombatClaim, CombatReport, CombatTable, CombatVerdict, FULL_GAMES, TableColumn,
    TableRow, combat_tables,
};
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
    MatrixRoot, Order, Portfolio, PortfolioConfig, Rab, Score, Statistics, Uct, UctConfig,
};
pub use tournament::{Pairing, play_game, tournament};
