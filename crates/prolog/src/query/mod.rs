//! Questions about a program.

mod answer;
mod answers;
mod ask;
mod forced;
mod ordinary;
mod read;
mod session;

pub use answer::{Answer, Error, Options};
pub use answers::{Answers, PlanAnswer};
pub use ask::{TREE_QUERIES, answer, answer_about_tree, is_question, query, verify, verify_within};
pub use read::{QUERIES, Query};
pub use session::Session;
