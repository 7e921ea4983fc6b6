//! The settings of ABCD.

use super::evaluation::{Evaluation, PLAYOUT_ROUNDS};
use super::joint_moves::Branching;
use crate::scripts::Script;

/// Which side chooses first where both sides can act [Saf13, Section 5.2.2]. At the root it is
/// always the searching side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// The opponent of the side that chose last.
    Alt,
    /// The side that chose last.
    AltPrime,
    /// A coin decides in each state: RAB′.
    Random,
    /// Always the searching side: the pure maxmin value.
    SearcherFirst,
    /// Always its opponent: the pure minmax value.
    SearcherLast,
}

/// The moves examined where the enemy chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Replies {
    /// The moves of scripts, and the best reply of an earlier search.
    Scripted,
    /// At most this many, the scripts' moves first.
    First(usize),
    /// All moves.
    All,
}

/// The settings of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct AbcdConfig {
    /// Which side chooses first where both sides can act.
    pub order: Order,
    /// The evaluation of leaves.
    pub evaluation: Evaluation,
    /// The rounds of a playout.
    pub rounds: u32,
    /// The last depth of iterative deepening: a ply is one side's choice.
    pub max_depth: u32,
    /// The number of frames from the root after which a state is a leaf.
    pub horizon: Option<i32>,
    /// The greatest number of children of the root; all by default.
    pub children: Option<usize>,
    /// The greatest number of children of a node below the root where the searching side chooses.
    pub below: Option<usize>,
    /// The children of a node where the enemy chooses.
    pub replies: Replies,
    /// Whether moves near the first are examined before all others.
    pub neighbours: bool,
    /// The scripts whose moves are examined first.
    pub ordering: Vec<Script>,
    /// Whether, with one ply left where both sides can act, the other side acts simultaneously by
    /// its playout script.
    pub answered: bool,
    /// The actions from which units choose.
    pub branching: Branching,
    /// The enemy is known to follow this script: the search finds a best response.
    pub model: Option<Script>,
    /// The table has 2^bits slots; no table by default.
    pub table_bits: Option<u32>,
    /// The seed of coins and of the order of directions.
    pub seed: u64,
}

impl Default for AbcdConfig {
    /// Returns Alt with NOK-AV playouts. All moves at the root, those near the first script's
    /// first; below, a few of our own moves, and of the enemy's only the moves of scripts. Any
    /// other reply gains less than it costs: most are bad, the few that a playout happens to prefer
    /// are made by nobody, and a search that fears them retreats. More than five plies do not help
    /// against scripts.
    fn default() -> AbcdConfig {
        AbcdConfig {
            order: Order::Alt,
            evaluation: Evaluation::Playout(Script::NokAv),
            rounds: 400,
            max_depth: 5,
            horizon: None,
            children: None,
            below: Some(5),
            replies: Replies::Scripted,
            neighbours: true,
            ordering: vec![Script::NokAv, Script::KitingAv],
            answered: true,
            branching: Branching::Actions,
            model: None,
            table_bits: Some(14),
            seed: 1,
        }
    }
}

impl AbcdConfig {
    /// Returns a search for a best response to a script: the enemy's moves are known, so that depth
    /// helps.
    pub fn best_response(script: Script) -> AbcdConfig {
        AbcdConfig { max_depth: 50, below: Some(20), model: Some(script), ..AbcdConfig::default() }
    }

    /// Returns the sample settings of the authors' program: 20 children in every node, in the order
    /// of the enumeration, and no limit of depth but the time.
    pub fn sample() -> AbcdConfig {
        let twenty = Some(20);
        AbcdConfig {
            max_depth: 50,
            children: twenty,
            below: twenty,
            replies: Replies::First(20),
            neighbours: false,
            answered: false,
            rounds: PLAYOUT_ROUNDS,
            ..AbcdConfig::default()
        }
    }
}
