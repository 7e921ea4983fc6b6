//! The skeletons of new games can be read, played and solved as they are.

use ludex::{Language, Solve, open_text, skeleton};

#[test]
fn skeletons_play_and_are_solved() {
    for (name, language, value) in [
        ("toss", Language::Toss, "draw"),
        ("kif", Language::Gdl, "100"),
        ("gp", Language::GameProlog, "win"),
        ("sgl", Language::Strategies, "loss"),
    ] {
        let made = skeleton(name, "my-race").expect(name);
        assert_eq!(made.path, format!("my-race.{name}"));
        assert!(made.text.lines().next().is_some_and(|line| line.contains("my-race: ")), "{name}");
        let mut game = open_text(language, &made.text).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert!(game.warnings().is_empty(), "{name}: {:?}", game.warnings());
        let described = game.rules().expect("a description");
        assert!(described.warnings.is_empty(), "{name}: {:?}", described.warnings);
        assert_eq!(described.agents.len(), 2, "{name}");
        let solved = game.solve(&Solve::new()).expect("a value");
        assert!(solved.exact, "{name}");
        assert_eq!(solved.value.to_string().trim_matches('"'), value, "{name}");
        let mut moves = 0;
        while let Some(turn) = game.show().turn {
            let legal = game.show().legal[&turn].clone();
            game.step(legal[0].as_str().expect("a move")).expect("a legal move");
            moves += 1;
        }
        assert!(moves > 2 && game.show().outcome.is_some(), "{name}");
    }
}

#[test]
fn skeletons_have_names_and_endings() {
    let path = |language: &str, name: &str| skeleton(language, name).map(|made| made.path).ok();
    assert_eq!(path("gdl", "a/b"), Some("a/b.kif".to_string()));
    assert_eq!(path("gdl", "b.gdl"), Some("b.gdl".to_string()));
    assert_eq!(path("sgl", "b.toss"), Some("b.toss.sgl".to_string()));
    assert_eq!(path("toss", ""), None);
    let error = skeleton("tos", "b").expect_err("no language");
    assert!(error.to_string().contains("there is no such language"), "{error}");
}
