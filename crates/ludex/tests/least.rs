//! The smallest number for which a formula holds, names of the first paper, and prices of proofs.

use ludex::{Check, InputError, Limits, Session, SetUp};

type Done = Result<(), InputError>;

fn at(game: &str, moves: &str) -> Result<Session, InputError> {
    let mut session = ludex::open(game)?;
    session.set_up(&SetUp::moves(moves))?;
    Ok(session)
}

/// Beside asking one number after the other, on many positions and concepts.
#[test]
fn least_finds_the_first_number_that_holds() -> Done {
    let mut found = 0;
    for (game, moves) in [
        ("tictactoe", "a1 b1 a2 b2"),
        ("tictactoe", "b2 a2"),
        ("connect4:columns=4,rows=4", "2 2 3 3"),
        ("nim:heaps=1-2-2", ""),
        ("npuzzle:scramble=6", ""),
    ] {
        let session = at(game, moves)?;
        let one_agent = session.agents().len() == 1;
        let concepts: &[&str] = match one_agent {
            true => &["pi", "reach(n, w)"],
            false => &["omega", "WS", "lambda(2,n)", "ladder(n)", "omega(n) | ws(n)", "aps"],
        };
        for concept in concepts {
            let least = session.least(&Check::new(*concept).evidence(true))?;
            let formula = |n: u64| match concept.contains('n') {
                true => concept.replace("(n", &format!("({n}")).replace(",n)", &format!(",{n})")),
                false => format!("{concept}({n})"),
            };
            let most = least.least.unwrap_or(12);
            for n in 0..=most.min(12) {
                let holds = session.check(&Check::new(formula(n)))?.answer == Some(true);
                assert_eq!(holds, least.least == Some(n), "{game} {moves}: {concept} for {n}");
            }
            match least.least {
                Some(n) => {
                    assert_eq!((least.at_least, &least.checked.formula), (n, &formula(n)));
                    assert_eq!(least.fails, n.checked_sub(1).map(formula));
                    let evidence = least.checked.evidence.expect("it was asked for");
                    assert!(ludex::verify(&evidence)?.valid);
                    found += 1;
                }
                None => assert_eq!((least.at_least, least.checked.answer), (101, Some(false))),
            }
        }
    }
    assert!(found > 10, "{found}");
    Ok(())
}

#[test]
fn least_keeps_its_budget() -> Done {
    let session = ludex::open("connect4")?;
    let limits = Limits { max_nodes: Some(20_000), ..Limits::default() };
    let least = session.least(&Check::new("omega").limits(limits))?;
    assert_eq!((least.least, least.checked.answer), (None, None));
    assert!(least.at_least > 1 && least.fails.is_some());
    Ok(())
}

#[test]
fn least_says_what_is_wrong() -> Done {
    let session = ludex::open("tictactoe")?;
    for (text, message) in [
        ("lambda", "this concept has not exactly one parameter"),
        ("omega(3)", "this is no concept, and there is no `n` in it"),
        ("omgea(n)", "unknown atom or concept `omgea`"),
        ("\"n\"", "this is no concept, and there is no `n` in it"),
    ] {
        let error = session.least(&Check::new(text)).expect_err(text);
        assert_eq!(error.message, message, "{text}");
    }
    Ok(())
}

#[test]
fn algorithms_have_their_names_of_the_first_paper() -> Done {
    let session = at("tictactoe", "a1 b1 a2 b2")?;
    for (other, ours) in [("dfts", "dfps"), ("PNTS", "pnps"), ("DFPS", "dfps")] {
        let checked = session.check(&Check::new("omega(1)").algorithm(other))?;
        assert_eq!((checked.answer, checked.algorithm.as_str()), (Some(true), ours));
    }
    Ok(())
}

/// Prices agree with the named costs that they can express.
#[test]
fn costs_of_ones_own_are_prices() -> Done {
    let session = at("tictactoe", "a1 b1 a2 b2 c3")?;
    let cost = |cost: &str| -> Result<f64, InputError> {
        let mut request = Check::new("!ws(4)").algorithm("mps").agent("O");
        request.cost = Some(cost.to_string());
        let checked = session.check(&request)?;
        assert!(checked.answer.is_some());
        Ok(checked.proof.expect("a proof").cost)
    };
    assert_eq!(cost("atom=1")?, cost("atoms")?);
    assert_eq!(cost("atom=1,list=1")?, cost("interactions")?);
    assert_eq!(cost("atom=1, X=1, o=1")?, cost("interactions")?);
    assert_eq!(cost("longest,list=1")?, cost("depth")?);
    assert_eq!(cost("atom=2,list=2")?, 2.0 * cost("interactions")?);
    assert_eq!(cost("X=0,O=0")?, 0.0);
    let (x, o) = (cost("X=1")?, cost("O=1")?);
    assert!(cost("X=1,O=1")? >= x + o, "{x} {o}");
    for (text, message) in [
        ("seize", "there is no cost called `seize`"),
        ("X=-1", "`-1` is not a price"),
        ("X=1,Y=2", "`Y` does not play here"),
        ("X=1,X=2", "`X` stands twice"),
        ("", "there is no cost called ``"),
    ] {
        assert_eq!(cost(text).expect_err(text).message, message);
    }
    Ok(())
}
