//! Evidence for what a coalition can force, to be kept in a file and checked by anybody.
//!
//! The file is JSON: what it is about (`game`, `digest`, `question`), what it claims (`holds`), and the
//! witness, a strategy or a counter-strategy (`play/witness.rs` says what is in it). The checker replays
//! every move it names by the rules of the program, and shares nothing with the search that found it.

use serde_json::{Value, json};

use crate::query::{Answer, Query, verify as verify_witness};
use crate::{Program, Symbols};

/// What the `format` of such a file is.
pub const FORMAT: &str = "ludex-force";

/// The version that is written and read.
pub const VERSION: u64 = 1;

/// The evidence for the answer to a `force` question about a game; nothing if there is no answer, or the
/// witness was too large to be kept. The digest is that of the text of the program.
///
/// ```
/// use ludex_prolog::{Program, evidence, query};
/// let program = Program::read("s.  [1:a] m :- s.  [2:b] p :- m.  [2:c] q :- m.").unwrap();
/// let answer = query(&program, "force {1} : p").unwrap();
/// let file = evidence::to_json("game.gp", None, "force {1} : p", &answer).unwrap();
/// assert_eq!(evidence::verify(&program, None, &file).unwrap().nodes, 3);
/// ```
pub fn to_json(game: &str, digest: Option<&str>, question: &str, answer: &Answer) -> Option<Value> {
    let mut symbols = Symbols::default();
    let is_force = matches!(Query::read(question, &mut symbols), Ok(Query::Force(..)));
    let (holds, witness) = (answer.result.as_bool()?, answer.witness.as_ref()?);
    is_force.then(|| {
        json!({
            "format": FORMAT, "version": VERSION, "game": game, "digest": digest,
            "question": question, "holds": holds, "witness": witness,
        })
    })
}

/// Whether a JSON value is evidence of this kind.
pub fn is_evidence(file: &Value) -> bool {
    file["format"] == FORMAT
}

/// What was checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// The claim in words.
    pub claim: String,
    /// How many nodes the witness has.
    pub nodes: usize,
}

/// Checks evidence against a program, whose text has this digest: says why it proves nothing, if so.
pub fn verify(program: &Program, digest: Option<&str>, file: &Value) -> Result<Checked, String> {
    if !is_evidence(file) {
        return Err(format!("its `format` is not \"{FORMAT}\""));
    }
    if file["version"] != VERSION {
        return Err(format!("only version {VERSION} of the format is known"));
    }
    if !file["digest"].is_null() && file["digest"].as_str() != digest {
        return Err("the program is not the one the evidence is about".into());
    }
    let question = file["question"].as_str().ok_or("it names no question")?;
    let holds = file["holds"].as_bool().ok_or("it does not say whether the answer is yes or no")?;
    verify_witness(program, question, holds, &file["witness"])?;
    let claim = format!("the answer to `{question}` is {}", if holds { "yes" } else { "no" });
    let nodes = file["witness"]["nodes"].as_array().map_or(0, Vec::len);
    Ok(Checked { claim, nodes })
}

/// The evidence in an answer as the text of a file: one node a line.
pub fn to_text(file: &Value) -> String {
    let nodes = file["witness"]["nodes"].as_array().map(Vec::as_slice).unwrap_or(&[]);
    let lines: Vec<String> = nodes.iter().map(|node| format!("  {node}")).collect();
    let head = ["format", "version", "game", "digest", "question", "holds"]
        .map(|name| format!("\"{name}\": {},\n", file[name]));
    let kind = &file["witness"]["kind"];
    let nodes = lines.join(",\n");
    format!("{{{}\"witness\": {{\"kind\": {kind}, \"nodes\": [\n{nodes}\n]}}}}\n", head.concat())
}
