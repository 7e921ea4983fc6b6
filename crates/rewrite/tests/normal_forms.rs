//! Normal forms contain nothing redundant.

use ludex_base::Budget;
use ludex_rewrite::{Formula, nnf, parse_formula, simple_cnf, simple_dnf};

fn parts(formula: &Formula) -> usize {
    match formula {
        Formula::And(parts) | Formula::Or(parts) => parts.len(),
        _ => 1,
    }
}

#[test]
fn nothing_redundant_is_left() {
    for (text, dnf, cnf) in [
        ("P(x) and Q(x) or P(x) and not Q(x)", "P(x)", "P(x)"),
        (
            "P(x) and Q(x) or not P(x) and S(x) or Q(x) and S(x)",
            "P(x) and Q(x) or not P(x) and S(x)",
            "(P(x) or S(x)) and (Q(x) or not P(x))",
        ),
        ("P(x) or not P(x)", "true", "true"),
        ("P(x) and (not P(x) or Q(x))", "P(x) and Q(x)", "P(x) and Q(x)"),
        ("(P(x) or Q(x)) and (P(x) or not Q(x)) and not P(x)", "false", "false"),
    ] {
        let formula = nnf(&parse_formula(text).unwrap());
        let budget = Budget::default();
        for (form, expected) in [
            (simple_dnf(&formula, &budget).unwrap(), dnf),
            (simple_cnf(&formula, &budget).unwrap(), cnf),
        ] {
            assert_eq!(parts(&form), parts(&parse_formula(expected).unwrap()), "{text}: {form}");
        }
    }
}
