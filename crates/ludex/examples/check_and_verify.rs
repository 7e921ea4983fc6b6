//! Asks whether a formula is true, and checks the proof of the answer without trusting the search.

use ludex::{Check, Evidence, InputError, SetUp};

pub(crate) fn main() -> Result<(), InputError> {
    let mut game = ludex::open("tictactoe")?;
    game.set_up(&SetUp::moves("b2 a2"))?;
    // omega(3): X, on turn, wins within three moves of her own, whatever O does.
    let checked = game.check(&Check::new("omega(3)").algorithm("pnps").evidence(true))?;
    println!("{:?}: {}, for instance {}", checked.answer, checked.formula, checked.line.join(" "));

    // Evidence is a value: it can be written, sent and read again.
    let bytes = checked.evidence.expect("it was asked for").to_json();
    let evidence = Evidence::from_bytes(bytes.as_bytes()).expect("it was written just now");
    let verdict = ludex::verify(&evidence)?;
    println!("{} ({} nodes): {}", verdict.valid, verdict.nodes, verdict.claim);
    Ok(())
}
