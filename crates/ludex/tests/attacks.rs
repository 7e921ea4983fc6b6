//! Attempts to make the checker say that something false is valid, or to rewrite what a reader sees.

use ludex::{
    Check, DefinitionsText, Evidence, InputError, Language, Query, Rules, Solve, Verified, open,
    open_text, verify,
};
use ludex_evidence::{Claim, MixedBound, MixedLine};

fn nim_evidence() -> Evidence {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/prolog/nim.gp");
    let rules = Rules::read(program).expect("a program");
    let reply = rules.ask(&Query::new("force {1} : win(1)")).expect("an answer");
    reply.evidence.expect("evidence of a strategy")
}

fn rejected(evidence: &Evidence) -> Verified {
    let verified = verify(evidence).expect("evidence about a game that can be opened");
    assert!(!verified.valid, "{}", verified.claim);
    verified
}

#[test]
fn evidence_of_force_is_about_the_start() {
    let evidence = nim_evidence();
    assert!(verify(&evidence).expect("it opens").valid);
    let moved = Evidence { position: "{pile(4), turn(1)}".into(), ..evidence };
    let reason = rejected(&moved).reason.expect("a reason");
    assert!(reason.contains("the claim is about {pile(4), turn(1)}"), "{reason}");
}

/// Returns evidence about coalitions in a game of turns, and in one of simultaneous moves.
fn coalition_evidence() -> [Evidence; 3] {
    let evidence = |game: &str, formula: &str| {
        let checked = open(game).expect("a game").check(&Check::new(formula).evidence(true));
        checked.expect("an answer").evidence.expect("evidence")
    };
    [
        evidence("nim:heaps=1-2-3", "<<Second>>F win(Second)"),
        evidence("nim:heaps=1-2", "~<<Second>>F win(Second)"),
        evidence("nim:heaps=2-3", "<<First>>X ~final"),
    ]
}

/// Lines that are not needed, twice there, in another order, or with more in them than is needed.
#[test]
fn witnesses_of_coalitions_have_nothing_superfluous() {
    let mut tried = 0;
    for right in coalition_evidence().into_iter().chain([nim_evidence()]) {
        assert!(verify(&right).expect("it opens").valid);
        let mut reject = |change: &dyn Fn(&mut Vec<String>)| {
            let mut wrong = right.clone();
            let Claim::Answer { witness, .. } = &mut wrong.claim else { panic!("an answer") };
            change(witness);
            if wrong != right {
                rejected(&wrong);
                tried += 1;
            }
        };
        let extra = r#"{"position":"0-0-0 First","moves":[]}"#;
        reject(&|lines| lines.push(extra.to_owned()));
        reject(&|lines| lines.insert(0, extra.to_owned()));
        for line in 0..right.size() {
            reject(&|lines| _ = lines.remove(line));
            reject(&|lines| lines.push(lines[line].clone()));
            reject(&|lines| lines.insert(line, lines[line].clone()));
            reject(&|lines| lines.swap(line, 0));
            reject(&|lines| lines[line].push(' '));
            for (old, new) in [
                ("{", r#"{"more":1,"#),
                ("[\"", "[\"First 1:1\",\""),
                ("\"]", "\",\"x\"]"),
                ("\"moves\":[", "\"moves\":[],\"moves\":["),
                ("\"goal\":true", "\"goal\":true,\"play\":\"1:take(1)\""),
                ("\"to\":", "\"replies\":[],\"to\":"),
            ] {
                reject(&|lines| lines[line] = lines[line].replacen(old, new, 1));
            }
        }
    }
    assert!(tried > 60, "only {tried} changes");
}

#[test]
fn evidence_about_a_file_names_its_digest() {
    let evidence = nim_evidence();
    assert!(evidence.digest.as_ref().is_some_and(|digest| digest.starts_with("sha256:")));
    rejected(&Evidence { digest: None, ..evidence.clone() });
    rejected(&Evidence { digest: Some(format!("sha256:{:064}", 0)), ..evidence });
    let built_in = open("nim:heaps=1-2").expect("a game");
    let solved = built_in.solve(&Solve::new().evidence(true)).expect("an answer");
    let evidence = solved.evidence.expect("evidence");
    assert!(verify(&evidence).expect("it opens").valid);
    let digest = ludex_base::digest(b"another game");
    let verified = built_in.verify(&Evidence { digest: Some(digest), ..evidence });
    assert!(!verified.expect("a verdict").valid);
}

#[test]
fn checksums_of_earlier_versions_are_read_and_warned_of() {
    let evidence = nim_evidence();
    let text = std::fs::read(&evidence.game).expect("the program");
    let checksum = format!("fnv1a:{:016x}", ludex_base::hash_bytes(&text));
    let verified = verify(&Evidence { digest: Some(checksum), ..evidence }).expect("it opens");
    assert!(verified.valid);
    assert!(verified.warnings[0].message.contains("can be forged"), "{:?}", verified.warnings);
}

#[test]
fn positions_are_written_as_the_game_writes_them() {
    let game = open("nim:heaps=1-2").expect("a game");
    let solved = game.solve(&Solve::new().evidence(true)).expect("an answer");
    let evidence = solved.evidence.expect("evidence");
    for position in [" 1-2 First", "1-2 First ", "1-2  First", "01-2 First", "1-2 first"] {
        let other = Evidence { position: position.into(), ..evidence.clone() };
        assert!(!game.verify(&other).expect("a verdict").valid, "{position:?}");
    }
}

/// Evidence that defines `omega` itself says so, with the definition.
#[test]
fn concepts_that_evidence_redefines_are_named() {
    let game = open("mk:m=3,k=3").expect("a game");
    let own = |text: &str| DefinitionsText { name: "own".into(), text: text.into() };
    for (text, formula, redefined) in
        [("omega(n) = true", "omega(1)", true), ("mine(n) = omega(n) | true", "mine(1)", false)]
    {
        let request = Check { definitions: Some(own(text)), ..Check::new(formula) }.evidence(true);
        let checked = game.check(&request).expect("an answer");
        let verified = verify(&checked.evidence.expect("evidence")).expect("it opens");
        assert!(verified.valid);
        assert!(verified.claim.ends_with(&format!("defines: {text}")), "{}", verified.claim);
        let warned = verified.warnings.iter().any(|warning| warning.message.contains("`omega`"));
        assert_eq!(warned, redefined, "{:?}", verified.warnings);
        let warned = checked.warnings.iter().any(|warning| warning.message.contains("`omega`"));
        assert_eq!(warned, redefined, "{:?}", checked.warnings);
    }
}

/// Another name that a note gives to a concept, a capital letter, and a Cyrillic one took the place of
/// built-in concepts, and nothing warned of it.
#[test]
fn names_that_pass_for_built_in_concepts_are_named() {
    let game = open("nim:heaps=1-2").expect("a game");
    for (text, formula, name) in [
        ("#@ also: WS\nmine(n) = true", "WS(1)", "WS"),
        ("Omega(n) = true", "Omega(1)", "Omega"),
        ("\u{43e}mega(n) = true", "\u{43e}mega(1)", "\u{43e}mega"),
        ("mine(n) = \u{43e}ther(n)\n\u{43e}ther(n) = true", "mine(1)", "\u{43e}ther"),
        ("mine(n) = true", "mine(1)", ""),
    ] {
        let definitions = Some(DefinitionsText { name: "own".into(), text: text.into() });
        let request = Check { definitions, ..Check::new(formula) }.evidence(true);
        let evidence = game.check(&request).expect("an answer").evidence.expect("evidence");
        let verified = verify(&evidence).expect("it opens");
        assert!(verified.valid, "{:?}", verified.reason);
        let told = text.replace('\n', "; ");
        assert!(verified.claim.ends_with(&format!("defines: {told}")), "{}", verified.claim);
        let expected = format!("`{name}`");
        let warned = verified.warnings.iter().any(|warning| warning.message.contains(&expected));
        assert_eq!(warned, !name.is_empty(), "{:?}", verified.warnings);
    }
    let mut forced = nim_evidence();
    let Claim::Answer { query, .. } = &mut forced.claim else { panic!("evidence of force") };
    query.push_str(", X = '\u{456}'");
    let verified = verify(&forced).expect("it opens");
    assert!(verified.valid && verified.warnings[0].message.contains("`\u{456}`"), "{verified:?}");
}

/// Evidence about chess defined `mate(x)` itself, and nothing warned of it.
#[test]
fn atoms_that_evidence_redefines_are_named() {
    let game = open("chess").expect("a game");
    for (text, formula, warned) in [
        ("mate(x) = true", "mate(White)", true),
        ("Mate(x) = true", "Mate(White)", true),
        ("stalemate = true", "stalemate", true),
        ("mated(x) = true", "mated(White)", false),
    ] {
        let definitions = Some(DefinitionsText { name: "own".into(), text: text.into() });
        let request = Check { definitions, ..Check::new(formula) }.evidence(true);
        let checked = game.check(&request).expect("an answer");
        let name = formula.split('(').next().expect("a name");
        let named = |warnings: &[ludex::Warning]| {
            warnings.iter().any(|warning| warning.message.contains(&format!("`{name}`")))
        };
        assert_eq!(named(&checked.warnings), warned, "{:?}", checked.warnings);
        let verified = verify(&checked.evidence.expect("evidence")).expect("it opens");
        assert!(verified.valid && verified.claim.contains(text), "{}", verified.claim);
        assert_eq!(named(&verified.warnings), warned, "{:?}", verified.warnings);
    }
}

/// Evidence that named a pipe was waited for, and text that it named ran over several lines.
#[test]
#[cfg(unix)]
fn evidence_about_no_file_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("game.kif");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()), "a pipe");
    let named =
        [pipe.to_str().expect("a plain name"), "/dev/zero", "a\n valid: chess is a win\u{2028}"];
    for (game, digest) in named.iter().flat_map(|game| [(game, None), (game, Some("sha256:0"))]) {
        let digest = digest.map(str::to_owned);
        let evidence = Evidence { game: game.to_string(), digest, ..nim_evidence() };
        let error = verify(&evidence).expect_err("there is no such game");
        let one_line = !error.message.contains(ludex_base::is_invisible);
        assert!(one_line || evidence.digest.is_none(), "{:?}", error.message);
    }
}

/// What stood in a comment was printed with the claim as if it had been checked.
#[test]
fn comments_are_no_part_of_a_claim() {
    let game = open("nim:heaps=1-2").expect("a game");
    let of = |formula: &str| game.check(&Check::new(formula).evidence(true)).expect("an answer");
    for (formula, plain) in [
        ("omega(2) # omega(3)", "omega(2)"),
        ("# whatever\nomega(2)", "omega(2)"),
        ("<<First>>F win(First) # at once", "<<First>>F win(First)"),
    ] {
        let right = of(formula).evidence.expect("evidence");
        assert!(verify(&right).expect("it opens").valid, "{formula}");
        let mut wrong = right.clone();
        match &mut wrong.claim {
            Claim::Formula { formula: text, .. } | Claim::Answer { query: text, .. } => {
                assert_eq!(text, plain);
                *text = formula.to_owned();
            }
            other => panic!("{other:?}"),
        }
        assert!(rejected(&wrong).reason.expect("a reason").contains("a comment"));
    }
    let mut forced = nim_evidence();
    let Claim::Answer { query, .. } = &mut forced.claim else { panic!("evidence of force") };
    query.push_str(" % , win(2)");
    assert!(rejected(&forced).reason.expect("a reason").contains("a comment"));
}

/// The comments of definitions were printed with the claim, on one line with what is defined after
/// them.
#[test]
fn comments_of_definitions_are_no_part_of_a_claim() {
    let game = open("nim:heaps=1-2").expect("a game");
    for (text, told) in [
        ("# not used:\nf(n) = true # omega(n)\n\n", "f(n) = true"),
        (
            "#: First wins.\n#@ origin: a book\n#@ also: g, \"h\nf(n) = true",
            "#@ also: g, \"h; f(n) = true",
        ),
        ("# \"\nf(n) = true\n# \"", "f(n) = true"),
    ] {
        let definitions = Some(DefinitionsText { name: "own".into(), text: text.into() });
        let request = Check { definitions, ..Check::new("f(1)") }.evidence(true);
        let evidence = game.check(&request).expect("an answer").evidence.expect("evidence");
        let verified = verify(&evidence).expect("it opens");
        assert!(verified.valid, "{:?}", verified.reason);
        assert!(verified.claim.ends_with(&format!("defines: {told}")), "{}", verified.claim);
    }
}

/// `WIN` was taken for `win` and printed as it stood.
#[test]
fn outcomes_are_written_as_the_game_writes_them() {
    let game = open("nim:heaps=1-2").expect("a game");
    let solved = game.solve(&Solve::new().evidence(true)).expect("an answer");
    let evidence = solved.evidence.expect("evidence");
    for name in ["WIN", "Win", "win "] {
        let mut other = evidence.clone();
        let Claim::Value { low: Some(low), .. } = &mut other.claim else { panic!("a low bound") };
        low.outcome = name.to_owned();
        rejected(&other);
    }
}

/// Who `A` is, and who has to win for `w`, the claim did not say.
#[test]
fn claims_about_coalitions_say_who_is_asked_about() {
    for (game, formula, told) in [
        ("nim:heaps=1-2", "<<A>>F win(First)", true),
        ("nim:heaps=1-2", "<<First>>F w", true),
        ("nim:heaps=1-2", "<<First>>F win(First)", false),
        ("goofspiel:cards=2", "<<A>>F final", true),
        ("goofspiel:cards=2", "<<First,Second>>F final", false),
    ] {
        let game = open(game).expect("a game");
        let checked = game.check(&Check::new(formula).evidence(true)).expect("an answer");
        let verified = verify(&checked.evidence.expect("evidence")).expect("it opens");
        assert!(verified.valid, "{:?}", verified.reason);
        assert_eq!(verified.claim.ends_with(", where A is First"), told, "{}", verified.claim);
    }
}

/// A place far to the right ended the program, and a file of one line was printed as a whole.
#[test]
fn places_in_long_lines_are_shown_with_what_is_about_them() {
    let long = "é,".repeat(40_000);
    let text = format!("first\n{long}wrong{long}\nlast");
    let place = 6 + long.len()..6 + long.len() + 5;
    let short = InputError::at("a.json", &text, place, "no").shortened();
    assert_eq!(short.message, "no (line 2, column 80001)");
    let input = short.input.expect("a text");
    assert_eq!((&input.text[short.span], &input.name[..]), ("wrong", "part of a.json"));
    assert!(input.text.len() < 1000 && input.text.starts_with('…') && input.text.ends_with('…'));
    let whole = InputError::about("game", &text, "no").shortened();
    let shown = (&whole.message[..], whole.input.expect("a text").text, whole.span);
    assert_eq!(shown, ("no (line 1, column 1)", "first".to_owned(), 0..5));
    let last = InputError::at("a.json", &long, long.len()..long.len(), "no").shortened();
    let end = last.input.expect("a text").text.len();
    assert_eq!(last.span, end..end);
    let near = InputError::at("a.json", "short\nwrong", 6..11, "no");
    assert_eq!(near.clone().shortened(), near);
}

/// A visitor of the page could read what stands beside a file that is called as texts are.
#[test]
fn texts_include_no_files() {
    const INSIDE: &str = "LUDEX_TEST_INSIDE_FOLDER";
    const INCLUDING: &str = "q(X) :- findall(Y, p(Y), X).\n:- include('secret.gp').\n";
    if std::env::var_os(INSIDE).is_none() {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, text) in [("text.gp", INCLUDING), ("secret.gp", "p(1).\n")] {
            std::fs::write(folder.path().join(name), text).expect("it can be written");
        }
        let test = std::env::current_exe().expect("this test");
        let mut again = std::process::Command::new(test);
        again.args(["attacks::texts_include_no_files", "--exact"]).env(INSIDE, "1");
        assert!(again.current_dir(folder.path()).status().expect("it runs").success());
        return;
    }
    assert!(Rules::read("text.gp").is_ok());
    assert!(Rules::parse(Language::GameProlog, INCLUDING).is_err(), "a text reads no file");
}

/// Strategies that name themselves as their game were opened again and again, to the end of the stack.
#[test]
fn strategies_that_name_each_other_are_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let [own, first, second] = ["own.sgl", "first.sgl", "second.sgl"].map(path);
    for (file, game) in [(&own, &own), (&first, &second), (&second, &first)] {
        std::fs::write(file, format!("game {game};\n")).expect("it can be written");
    }
    for file in [&own, &first] {
        let why = |error: InputError| error.message;
        let opened = open(file).map_err(why).err();
        assert_eq!(opened.as_deref(), Some("this file has no rules of its own either"));
        let claim = Claim::Value { low: None, high: None };
        let evidence = Evidence::new(file, String::new(), claim);
        let limits = ludex::Limits::default();
        assert_eq!(verify(&evidence).map_err(why).err(), opened);
        assert_eq!(ludex::verify_strictly(&evidence, &limits).map_err(why).err(), opened);
        let asked = Rules::read(file).expect("it can be read").ask(&Query::new("valid true"));
        assert_eq!(asked.map_err(why).err(), opened);
    }
    // A file with rules of its own can be named.
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/sgl/nim.sgl");
    std::fs::write(&own, format!("game {rules};\n")).expect("it can be written");
    assert!(open(&own).is_ok());
}

/// The sums of payoffs were compared as rounded numbers: 2^53 + 1 and -2^53 add up to 0 there.
#[test]
fn sums_of_payoffs_are_compared_exactly() {
    for (large, zero_sum) in [("9007199254740992", true), ("9007199254740993", false)] {
        let table = format!("{{ 2 2 }} {large} -9007199254740992 0 0 0 0 1 -1");
        let text = format!("NFG 1 R \"near\" {{ \"A\" \"B\" }} {table}");
        let game = open_text(Language::Nfg, &text).expect("a game");
        let mixed = |value: &str, mv: &str| {
            let line = MixedLine { position: "start".into(), mix: vec![(mv.into(), "1".into())] };
            Some(MixedBound { value: value.into(), nodes: vec![line] })
        };
        let claim = Claim::Mixed { low: mixed("0", "1"), high: None };
        let digest = Some(ludex_base::digest(text.as_bytes()));
        let evidence = Evidence { digest, ..Evidence::new(game.name(), "start".into(), claim) };
        let verified = game.verify(&evidence).expect("a verdict");
        assert_eq!(verified.valid, zero_sum, "{:?}", verified.reason);
    }
}

/// A carriage return or an escape sequence in a field does not reach the terminal.
#[test]
fn control_characters_of_evidence_are_written_out() {
    let mut evidence = nim_evidence();
    evidence.position = "[]\rvalid: the value of chess is win\u{1b}[K\n\u{202e}".into();
    let Claim::Answer { query, .. } = &mut evidence.claim else { panic!("evidence of force") };
    query.push_str(" \u{9b}2K");
    let verified = verify(&evidence);
    let shown = match &verified {
        Ok(verified) => format!("{}{:?}", verified.claim, verified.reason),
        Err(error) => error.message.clone(),
    };
    assert!(!verified.is_ok_and(|verified| verified.valid));
    assert!(!shown.contains(ludex_base::is_invisible), "{shown:?}");
}

/// Opens a game and solves it; returns why one of them is refused.
fn refused(language: Language, text: &str) -> String {
    let solved = open_text(language, text).and_then(|game| game.solve(&Solve::new()));
    solved.expect_err("a game that cannot be played").message
}

/// A rule adds an element, and relations of six places soon take too much memory: the game is not
/// over there.
#[test]
fn a_rewriting_that_outgrows_the_engine_is_no_draw() {
    let message = refused(
        Language::Toss,
        "PLAYERS X, O
         RULE Grow: [a | P(a) | - ] -> [a, b | P(b) | - ]
         LOC 0 { PLAYER X PAYOFF { X: :(ex x Q(x)); O: 0 - :(ex x Q(x)) } MOVES [Grow -> 1] }
         LOC 1 { PLAYER O PAYOFF { X: :(ex x Q(x)); O: 0 - :(ex x Q(x)) } MOVES [Grow -> 0] }
         MODEL [ a | P:1 { a }; Q:1 {}; T:8 {} | ]",
    );
    assert!(message.contains("takes too much memory"), "{message}");
}

/// A rule that cannot be evaluated in the middle of play, and more payoffs than there are outcomes.
#[test]
fn a_program_that_fails_in_the_middle_of_play_is_no_draw() {
    let start = "[...] player(1). [...] player(2). [...] other(1,2). [...] other(2,1).
        n(0). turn(1). last(20005).
        [P:inc] last(L) :- last(L).
        [P:inc] n(M) :- turn(P), n(N), last(L), N < L, M is N + 1.
        [P:inc] turn(Q) :- turn(P), n(N), last(L), N < L, other(P,Q).\n";
    let message = refused(
        Language::GameProlog,
        &format!("{start} [P:inc] bad(X) :- n(N), N > 20003, X is foo + 1. win(1) :- n(20005)."),
    );
    assert!(message.contains("is no number"), "{message}");
    let payoffs = format!("{start} payoff(1,N) :- n(N). payoff(2,M) :- n(N), M is 0 - N.");
    let game = open_text(Language::GameProlog, &payoffs).expect("a game");
    let solved = game.solve(&Solve::new()).expect("an answer");
    assert_eq!(solved.score, Some(20005.0), "{solved:?}");
}
