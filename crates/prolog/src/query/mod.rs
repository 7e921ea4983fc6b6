//! Questions about a program.

mod answer;
mod answers;
mod ask;
mod equilibria;
mod forced;
mod one_by_one;
mod ordinary;
mod read;
mod session;
mod uniform;
mod verify;

pub use answer::{Answer, Error, Options};
pub use answers::{Answers, PlanAnswer};
pub use ask::{TREE_QUERIES, answer, answer_about_tree, is_question, query};
pub use one_by_one::{OneAnswer, OneByOne};
pub use read::{QUERIES, Query};
pub use session::Session;
pub use verify::{verify, verify_strictly, verify_within};
