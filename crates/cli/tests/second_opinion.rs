//! The second opinion on evidence about games in GDL (`tools/second-opinion`) is that of `ludex verify`.

use std::path::Path;
use std::process::Command;

#[test]
fn a_verifier_without_our_code_agrees() {
    for program in ["swipl", "python3"] {
        if Command::new(program).arg("--version").output().is_err() {
            eprintln!("skipped: there is no {program}");
            return;
        }
    }
    let compare = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/second-opinion/compare");
    let args = ["--proofs", "10", "--mutations", "60", "--most-nodes", "100"];
    let output = Command::new("python3")
        .arg(compare)
        .args(args)
        .args(["--ludex", env!("CARGO_BIN_EXE_ludex")])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("rejected by the second opinion, rejected by ludex"), "{said}");
}
