//! Exact numbers, and payoffs that add up to the same number.

use ludex_rewrite::{Description, Rational};

#[test]
fn big_numbers_come_and_go() {
    let big = Rational::from(10).power(40);
    assert_eq!(big.to_string(), format!("1{}", "0".repeat(40)));
    let back = &big * &Rational::new(1, 10).power(40);
    assert_eq!(back, Rational::ONE);
    assert!(big > Rational::from(i64::MAX) && -&big < Rational::from(i64::MIN + 1));
    let least = &Rational::from(i64::MAX) * &Rational::from(-2);
    assert_eq!(least.to_string(), "-18446744073709551614");
}

#[test]
fn texts_of_numbers() {
    for (text, printed) in [("3", "3"), ("-4/8", "-1/2"), ("0/7", "0")] {
        assert_eq!(Rational::parse(text).unwrap().to_string(), printed);
    }
    for text in ["", "1/0", "1/-2", "x", "1/2/3"] {
        assert_eq!(Rational::parse(text), None, "{text}");
    }
}

#[test]
fn payoffs_that_cancel_out_are_found() {
    for (first, second, zero_sum) in [
        (":(WinA()) - :(WinB())", ":(WinB()) - :(WinA())", true),
        (":(WinA())", ":(WinB())", false),
        (":(WinA()) - :(WinB())", ":(WinB())", false),
        ("100 * :(WinA())", "100 * :(not WinA())", true),
        ("100 * :(WinA())", "90 * :(not WinA())", false),
    ] {
        let text = format!(
            "PLAYERS A, B REL WinA() = ex x P(x) REL WinB() = ex x Q(x)
             RULE Put: [a | - | - ] -> [a | P(a) | - ] emb P, Q
             LOC 0 {{ PLAYER A PAYOFF {{ A: {first}; B: {second} }} MOVES [Put -> 0] }}
             MODEL [ a | P:1 {{}}; Q:1 {{}} | ]"
        );
        let description = Description::parse(&text).unwrap_or_else(|e| panic!("{}", e.message));
        assert_eq!(description.is_zero_sum(), zero_sum, "{first} and {second}");
    }
}
