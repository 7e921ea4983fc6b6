//! Recordings, replays of bad lines, players and scenarios by name.

use ludex_combat::{PlayerSpec, Profile, Scenario, Side, play_game, record, record_while, replay};

fn players(red: &str, blue: &str) -> [PlayerSpec; 2] {
    [red, blue].map(|name| name.parse().expect("a player"))
}

#[test]
fn a_fight_that_is_stopped_is_recorded_so_far() {
    let scenario: Scenario = "marine-3v3".parse().expect("a scenario");
    let [red, blue] = players("nok-av", "kiter");
    let (whole, _) = record(&scenario, Profile::Thesis, [&red, &blue], 0).expect("a fight");
    let left = std::cell::Cell::new(5);
    let goes_on = || left.replace(left.get() - 1) > 0;
    let both = [&red, &blue];
    let (part, _) = record_while(&scenario, Profile::Thesis, both, 0, &goes_on).expect("a fight");
    assert_eq!((part.rounds.len(), part.ending.rounds), (6, 5));
    assert_eq!(part.rounds[..], whole.rounds[..6]);
    assert!(part.ending.cut_off && part.to_svg().starts_with("<svg"));
}

#[test]
fn a_recording_tells_the_whole_fight() {
    let scenario: Scenario = "dragoon-zealot-4v4".parse().expect("a scenario");
    let [red, blue] = players("abcd@50n", "kiter-av");
    let (recording, _) = record(&scenario, Profile::Thesis, [&red, &blue], 4).expect("a fight");
    assert_eq!(recording.rounds.len() as u32, recording.ending.rounds + 1);
    assert_eq!(recording.rounds[0].u.len(), 8);
    let living = recording.rounds.last().expect("a round").u.len();
    assert_eq!(living, recording.ending.survivors.len());
    assert!(recording.rounds.windows(2).all(|two| two[0].t <= two[1].t));
    let json: serde_json::Value = serde_json::from_str(&recording.to_json()).expect("JSON");
    assert_eq!(json["players"][0], "abcd@50n");
    // The recording of a game does not depend on the time it takes.
    let (again, _) = record(&scenario, Profile::Thesis, [&red, &blue], 4).expect("a fight");
    assert_eq!(recording, again);
    // It is the game of that number of a tournament.
    let rules = scenario.rules(Profile::Thesis);
    let (ending, _) = play_game(&rules, &scenario, [&red, &blue], 4).expect("a fight");
    assert_eq!(ending, recording.ending);
}

#[test]
fn the_picture_is_one_well_formed_file_that_moves() {
    let scenario: Scenario = "marine-zergling-4v4".parse().expect("a scenario");
    let [red, blue] = players("nok-av", "closest");
    let (recording, _) = record(&scenario, Profile::Spar, [&red, &blue], 1).expect("a fight");
    assert_eq!(recording.players, ["closest", "nok-av"], "odd games are played with sides swapped");
    let svg = recording.to_svg();
    assert!(svg.contains("animateTransform") && svg.contains("repeatCount=\"indefinite\""));
    assert!(!svg.contains("<script") && !svg.contains("href"));
    assert_eq!(open_elements(&svg), 0);
    for times in svg.split("keyTimes=\"").skip(1) {
        let (times, rest) = times.split_once('"').expect("an end");
        let values = rest.split_once("values=\"").expect("values").1;
        let values = values.split_once('"').expect("an end").0;
        assert_eq!(times.split(';').count(), values.split(';').count());
        let times: Vec<f64> =
            times.split(';').map(|time| time.parse().expect("a number")).collect();
        assert!(times[0] == 0.0 && times[times.len() - 1] == 1.0);
        assert!(times.windows(2).all(|two| two[0] <= two[1]), "{times:?}");
    }
}

/// Returns the number of elements that are not closed.
fn open_elements(svg: &str) -> i32 {
    let mut open = 0;
    for tag in svg.split('<').skip(1) {
        let tag = tag.split_once('>').expect("every tag ends").0;
        open += if tag.starts_with('/') { -1 } else { i32::from(!tag.ends_with('/')) };
        assert!(open >= 0);
    }
    open
}

#[test]
fn bad_lines_say_what_is_wrong() {
    for (line, word) in [
        ("", "EOF"),
        ("{\"id\":1}", "p0"),
        (
            r#"{"id":1,"p0":"nok_aw","p1":"av","p0_units":[["marine",1,1]]}"#,
            "did you mean `nok-av`",
        ),
        (r#"{"id":1,"p0":"av","p1":"av","p0_units":[["marin",1,1]]}"#, "did you mean `marine`"),
        (r#"{"id":1,"p0":"av","p1":"av","p0_units":[["marine",1]]}"#, "expected"),
        (r#"{"id":1,"p0":"av","p1":"av","p0_units":[["marine",1.5,2]]}"#, "i32"),
        (r#"{"id":1,"p0":"av","p1":"av","p0_units":[]}"#, "0 units"),
        (r#"{"id":1,"p0":"av","p1":"av","p0_units":[["marine",-2147483648,0]]}"#, "outside"),
        (r#"{"id":1,"p0":"random","p1":"av","p0_units":[["marine",1,1]]}"#, "random"),
    ] {
        let error = replay(line, Profile::Thesis).expect_err(line).to_string();
        assert!(error.contains(word), "{line}: {error}");
    }
}

#[test]
fn unknown_fields_and_odd_ids_are_taken() {
    let line = r#"{"id":"a","p0":"av","p1":"closest","p0_units":[["marine",9,9]],"note":1}"#;
    assert_eq!(replay(line, Profile::Spar).expect("a game").id, "a");
}

#[test]
fn players_are_read_and_wrong_ones_explained() {
    for name in [
        "nok-av",
        "abcd@5ms",
        "abcd:eval=ltd2,order=alt'@1s",
        "rab:depth=2@100n",
        "pgs@5ms",
        "pgs+@5ms",
        "gab:free=3@5ms",
        "sab@5ms",
        "matrix@5ms",
        "uct:c=1.2@5ms",
        "abcd:model=kiter@5ms",
    ] {
        let player: PlayerSpec = name.parse().expect(name);
        assert_eq!(player.to_string(), name);
    }
    for (name, word) in [
        ("abce@5ms", "did you mean `abcd`"),
        ("abcd@5", "5ms"),
        ("abcd@-5ms", "5ms"),
        ("abcd:evl=ltd", "did you mean `eval`"),
        ("abcd:depth=x", "number"),
        ("nok-av:depth=2", "no setting"),
    ] {
        let error = name.parse::<PlayerSpec>().expect_err(name).to_string();
        assert!(error.contains(word), "{name}: {error}");
    }
}

#[test]
fn scenarios_are_read_and_wrong_ones_explained() {
    for name in ["thesis", "marine-2v2", "dragoon-zealot-4v4", "dragoon-marine-32v32"] {
        let scenario: Scenario = name.parse().expect(name);
        let rules = scenario.rules(Profile::Thesis);
        assert!(!scenario.start(&rules, 9).expect(name).units(Side::Red).is_empty());
    }
    for (name, word) in [
        ("marine", "dragoon-zealot-4v4"),
        ("marine-2v3", "expected"),
        ("marine-0v0", "expected"),
        ("marine-99v99", "expected"),
        ("marin-2v2", "did you mean `marine`"),
    ] {
        let error = name.parse::<Scenario>().expect_err(name).to_string();
        assert!(error.contains(word), "{name}: {error}");
    }
    assert!(Scenario::open("/nowhere/at-all.json").is_err());
}

#[test]
fn our_scenario_files_can_be_fought() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/combat");
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("our files") {
        let path = entry.expect("a file").path();
        if path.file_name().is_some_and(|name| name == "units.json") {
            continue;
        }
        let scenario = Scenario::open(path.to_str().expect("a name")).expect("a scenario");
        let [red, blue] = players("nok-av", "kiter");
        record(&scenario, Profile::Spar, [&red, &blue], 0).expect("a fight");
        files += 1;
    }
    assert!(files >= 3);
}
