//! Files of chess problems: Popeye's input language, lines, twins.

use std::path::Path;

use ludex::{Problem, ProblemAnswer, read_problems, solve_problem, with_twins};

fn answers(text: &str) -> Vec<ProblemAnswer> {
    let base = Problem { all: true, ..Problem::default() };
    let entries = read_problems(Path::new("problems.inp"), text, &base).expect("problems");
    entries.into_iter().map(|entry| entry.solve(false)).collect()
}

fn printed(answer: &ProblemAnswer) -> &[String] {
    &answer.solved.as_ref().unwrap_or_else(|| panic!("{:?}", answer.refused)).printed
}

fn refused(answer: &ProblemAnswer) -> (&str, Option<usize>) {
    let refused = answer.refused.as_ref().expect("it is refused");
    (&refused.message, refused.line)
}

/// One problem in the three languages of Popeye, with words cut short and men in many ways.
const TONGUES: [&str; 3] = [
    "BeginProblem
     author A; B
     stip h#2
     piec white Ke1 Ra1 Sb1 Bb6f3 P b3d4e4 black Kd3 Sc3 Pe3
     twin move c3 c5
     twin cont move c5 a2
     EndProblem",
    "anfa\nforderung h#2\nsteine weiss ke1 ta1 sb1 lb6f3 bb3d4e4 schw kd3 sc3 be3
     zwil verse c3 c5 zwil ferner verse c5 a2 ende",
    "debut\nenonce h#2\nforsyth 8/8/1F6/8/3PP3/1PcrpF2/8/TC2R3
     jumeau deplac c3 c5 jumeau enplus deplac c5 a2 fin",
];

#[test]
fn popeyes_files_are_read_in_its_three_languages() {
    for text in TONGUES {
        let answers = answers(text);
        let solutions: Vec<&[String]> = answers.iter().map(printed).collect();
        let expected =
            [["1.Nxb1 Ba5 2.Na3 O-O-O#"], ["1.Nxb3 Bc5 2.Kc4 Be2#"], ["1.Nc3 Ra2 2.Nxe4 Be2#"]];
        assert_eq!(solutions, expected, "{text}");
        let twins: Vec<Option<&str>> = answers.iter().map(|a| a.twin.as_deref()).collect();
        assert_eq!(twins, [Some("a"), Some("b"), Some("c")]);
    }
    assert_eq!(answers(TONGUES[0])[0].caption.authors, ["A; B"]);
}

#[test]
fn a_zero_position_is_not_solved_itself() {
    let text = "begin stip #1 pieces white Kc7 Rh1 black Ka8 zero remove h1 add white Qb1 twin \
                exchange a8 h1 end";
    let answers = answers(text);
    assert_eq!(answers.len(), 2);
    assert_eq!(answers[0].change.as_deref(), Some("remove h1 add white Qb1"));
    assert!(printed(&answers[0]).contains(&"1.Qb7#!".to_string()), "{:?}", printed(&answers[0]));
    let second = answers[1].solved.as_ref().expect("an answer");
    assert_eq!(second.position, "R7/2K5/8/8/8/8/8/7k w - - 0 1");
}

#[test]
fn boards_are_turned_mirrored_shifted_and_recoloured() {
    // Squares go where the words say: a8 to a1, to h1, and so on.
    let corner = Problem::new("h#1", "k7/8/8/8/8/8/8/R6K");
    let cases = [
        ("rotate 90", "7K/8/8/8/8/8/8/k6R"),
        ("rotate 180", "K6R/8/8/8/8/8/8/7k"),
        ("mirror a1<-->h1", "7k/8/8/8/8/8/8/K6R"),
        ("mirror a1<-->a8", "R6K/8/8/8/8/8/8/k7"),
        ("mirror a1<-->h8", "k6R/8/8/8/8/8/8/7K"),
        ("mirror a8<-->h1", "K7/8/8/8/8/8/8/R6k"),
        ("polish", "K7/8/8/8/8/8/8/r6k"),
        ("substitute R Q", "k7/8/8/8/8/8/8/Q6K"),
    ];
    for (change, expected) in cases {
        let entries = with_twins(&corner, &[change.to_string()], true).expect(change);
        let request = entries[0].request.as_ref().expect("a request");
        assert_eq!(request.position, expected, "{change}");
    }
}

#[test]
fn what_is_not_orthodox_is_refused_by_name_and_place() {
    let text = "BeginProblem
stip #2
pieces white Kc1 Ga2 black Ka1
NextProblem
stip #2
pieces white Kc1 Rb8 black Ka1
condition circe
NextProblem
stip phser-#2
pieces white Kc1 Rb8 black Ka1
NextProblem
stip #2
pieces white Kc1 Rb8 black Ka1
option nontrivial 1 1
NextProblem
stip #1
pieces white Kc1 Rb8 neutral Ra1
NextProblem
stip #1
pieces white Kc2 Rb8 black Ka1
option vari
EndProblem";
    let answers = answers(text);
    let reasons: Vec<(&str, Option<usize>)> = answers[..5].iter().map(refused).collect();
    assert_eq!(
        reasons,
        [
            ("the piece Ga2 is not known here", Some(3)),
            ("the condition circe is not known here", Some(7)),
            ("`phser-` (parry series with help) is not known here", Some(9)),
            ("the option nontrivial is not known here", Some(14)),
            ("men that are neutral are not known here", Some(17)),
        ]
    );
    assert_eq!(printed(&answers[5]), ["1.Ra8#!"], "the others are solved");
    let error = answers[1].error.as_ref().expect("an error");
    let input = error.input.as_ref().expect("a place");
    assert_eq!((&*input.name, &input.text[error.span.clone()]), ("problems.inp", "circe"));
}

#[test]
fn lines_have_a_stipulation_and_a_position() {
    let text = "# two problems\n#1 k7/2K5/8/8/8/8/8/1Q6\n\nh#1 white Kb6 Rh1 black Ka8\n#9";
    let answers = answers(text);
    assert!(printed(&answers[0]).contains(&"1.Qb7#!".to_string()));
    assert_eq!(printed(&answers[1]), ["1.Kb8 Rh8#"]);
    assert_eq!(refused(&answers[2]), ("a position is missing", Some(1)));
    let none = read_problems(Path::new("empty"), "# nothing\n", &Problem::default());
    assert!(none.is_err());
}

#[test]
fn twins_are_written_as_collections_print_them() {
    let base = Problem { all: true, ..Problem::new("h#1", "k7/8/1K6/8/8/8/8/7R b") };
    let twins = ["wRh1-g1", "continued -wRg1 +wQh2", "a8<->b6"].map(String::from);
    let entries = with_twins(&base, &twins, false).expect("twins");
    let positions: Vec<String> = entries
        .iter()
        .map(|entry| entry.request.as_ref().expect("a request").position.clone())
        .collect();
    assert_eq!(
        positions,
        [
            "k7/8/1K6/8/8/8/8/7R b",
            "k7/8/1K6/8/8/8/8/6R1 b",
            "k7/8/1K6/8/8/8/7Q/8 b",
            "K7/8/1k6/8/8/8/8/7R b",
        ]
    );
    for (wrong, place) in [("move d3 e4", "move"), ("wKa1~b2", "wKa1~b2"), ("remvo a8", "remvo")] {
        let error = with_twins(&base, &[wrong.to_string()], false).expect_err(wrong);
        let input = error.input.as_ref().expect("a place");
        assert_eq!(&input.text[error.span.clone()], place, "{wrong}: {error}");
    }
}

#[test]
fn intentions_find_cooks_and_failures() {
    let castle = "nk6/brpp2p1/brp4p/1p6/8/8/8/4K2R w";
    let asked = |intended: &str| {
        let intended = Some(intended.to_string());
        let problem = Problem { all: true, intended, ..Problem::new("#2", castle) };
        solve_problem(&problem).map(|solved| solved.intention.expect("a comparison"))
    };
    let cooked = asked("1.0-0!").expect("an answer");
    assert_eq!((cooked.sound, cooked.cooks), (Some(false), vec!["1.Rf1".to_string()]));
    assert_eq!(asked("1.O-O; 1.Rf1").expect("an answer").sound, Some(true));
    let wrong = asked("1.O-O; 1.Rf1; 1.Rg1").expect("an answer");
    assert_eq!((wrong.sound, wrong.failing), (Some(false), vec![vec!["h1g1".to_string()]]));
    let error = asked("1.Qf6").expect_err("no such move");
    assert_eq!(error.span, 0..5);
}

#[test]
fn diagrams_have_their_caption() {
    let problem = Problem { all: true, ..Problem::new("h#1", "k7/8/1K6/8/8/8/8/7R b") };
    let solved = solve_problem(&problem).expect("an answer");
    let latex = solved.diagram(Path::new("diagram.tex"));
    assert!(latex.contains("\\pieces[2+1]{wKb6, wTh1, sKa8}%"), "{latex}");
    assert!(latex.contains("\\stipulation{h\\#1}%"), "{latex}");
    let svg = solved.diagram(Path::new("diagram.svg"));
    assert!(svg.starts_with("<svg") && svg.contains("h#1   2 + 1"), "{svg}");
}
