//! The proof checker: worked proofs are accepted, changed ones rejected.

use ludex_game::below;
use ludex_sgl::{File, query};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const FRAME: &str = "agents A, B; action a by A; action b by B; axiom legal(a) <-> p;";

/// Name, proof, and changes (old, new) that must make it wrong.
type Worked = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const PROOFS: &[Worked] = &[
    (
        "Lemma 1",
        "1. @a:(p & [b]q) <-> @a:p & @a:[b]q by C5;
         2. @a:p <-> p by C1;
         3. @a:[b]q <-> [b]q by C7;
         4. p & [b]q <-> @a:(p & [b]q) by PC 1,2,3;",
        &[
            ("@a:p & @a:[b]q by", "@a:p & @b:[b]q by"),
            ("by C1", "by C2"),
            ("@a:[b]q <-> [b]q by C7", "@a:[b]q <-> [a]q by C7"),
            ("PC 1,2,3", "PC 1,2"),
            ("PC 1,2,3", "PC 1,2,5"),
        ],
    ),
    (
        "Theorem 2, a step",
        "1. does(a) | does(b) by A3;
         2. ~(does(a) & does(b)) by A2;
         3. ~does(a) <-> (false & does(a)) | (true & does(b)) by PC 1,2;",
        &[
            ("does(a) | does(b) by A3", "does(a) | does(a) by A3"),
            ("~(does(a) & does(b)) by A2", "~(does(a) & does(a)) by A2"),
            ("(true & does(b)) by", "(true & does(a)) by"),
            ("PC 1,2", "TAUT"),
        ],
    ),
    (
        "completeness of a strategy",
        "1. {does(a)} legal(a) <-> legal(a) & @a:does(a) by D2;
         2. @a:does(a) <-> true by C3;
         3. legal(a) <-> p by SIGMA;
         4. p -> {does(a)} legal(a) by PC 1,2,3;
         5. [b]p -> [b]{does(a)} legal(a) by RM 4;",
        &[
            ("& @a:does(a) by", "& @b:does(a) by"),
            ("@a:does(a) <-> true", "@b:does(a) <-> true"),
            ("legal(a) <-> p by SIGMA", "legal(b) <-> p by SIGMA"),
            ("PC 1,2,3", "PC 1,2"),
            ("[b]p -> [b]{does(a)}", "[b]p -> [a]{does(a)}"),
            ("RM 4", "RM 3"),
        ],
    ),
    (
        "modus ponens and generalisation",
        "1. p -> (q -> p) by TAUT;
         2. [a](p -> (q -> p)) by GENA 1;
         3. {does(b)} (p -> (q -> p)) by GENS 1;
         4. ~[a]initial by A4;
         5. ~[a]initial -> (q -> ~[a]initial) by TAUT;
         6. q -> ~[a]initial by MP 4,5;
         7. terminal -> ~legal(b) by A5;
         8. @b:(terminal -> ~legal(b)) by GENC 7;",
        &[
            ("GENA 1", "GENC 1"),
            ("GENA 1", "GENA 2"),
            ("by A4", "by A5"),
            ("MP 4,5", "MP 4,1"),
            ("terminal -> ~legal(b) by A5", "terminal -> legal(b) by A5"),
            ("p -> (q -> p) by TAUT", "p -> (p -> q) by TAUT"),
            ("2. [a](p", "1. [a](p"),
            ("GENS 1", "GEN 1"),
        ],
    ),
];

fn verdict(proof: &str) -> String {
    let file = File::read("frame", FRAME).expect("it reads");
    let answer =
        query(&file, &format!("prove\n{proof}")).unwrap_or_else(|e| panic!("{proof}: {e}"));
    if answer.result != "accepted" {
        let reason = answer.witness.expect("a reason");
        assert!(reason["reason"].as_str().is_some_and(|reason| !reason.is_empty()));
    }
    answer.result.as_str().expect("a verdict").to_owned()
}

#[test]
fn worked_proofs_are_accepted_and_mutations_rejected() {
    for (name, proof, changes) in PROOFS {
        assert_eq!(verdict(proof), "accepted", "{name}");
        for (what, by) in *changes {
            assert!(proof.contains(what), "{name}: {what}");
            let changed = proof.replacen(what, by, 1);
            assert!(verdict(&changed).starts_with("rejected at line"), "{name}: {what} -> {by}");
        }
    }
}

/// Accepted lines of randomly changed proofs without Σ are valid in all models.
#[test]
fn accepted_lines_are_valid() {
    let file = File::read("frame", FRAME).expect("it reads");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
    let words = ["a", "b", "p", "q", "~", "1", "2", "3", "C1", "C4", "D2", "PC", "&", "|", "true"];
    let (mut accepted, mut rejected) = (0, 0);
    for _ in 0..4000 {
        let (_, proof, _) = PROOFS[[0, 1, 3][below(&mut rng, 3)]];
        let at = below(&mut rng, proof.len());
        let end = (at + 1 + below(&mut rng, 2)).min(proof.len());
        let changed =
            format!("{}{}{}", &proof[..at], words[below(&mut rng, words.len())], &proof[end..]);
        let Ok(answer) = query(&file, &format!("prove {changed}")) else { continue };
        if answer.result != "accepted" {
            rejected += 1;
            continue;
        }
        accepted += 1;
        for line in changed.split(';').filter(|line| line.contains(" by ")) {
            let formula =
                line.split_once('.').expect("a number").1.split(" by ").next().expect("text");
            let valid = query(&file, &format!("valid {formula}")).expect(formula);
            assert_eq!(valid.result, true, "{formula}\n{changed}");
        }
    }
    assert!(accepted > 10 && rejected > 300, "{accepted} {rejected}");
}
