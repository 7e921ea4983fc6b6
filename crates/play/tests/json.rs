//! Results are read from the JSON they are written as.

use std::fmt::Debug;

use ludex_games::{Goofspiel, Nim, Payoff};
use ludex_play::{
    End, Fault, Limit, Pairing, Played, PlayerSpec, Thought, Transcript, Wrong, wilson,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::common;
use common::{contest, simultaneous, turns};

fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, expected: &str) {
    let text = serde_json::to_string(value).expect("JSON");
    assert_eq!(text, expected);
    let read: T = serde_json::from_str(&text).expect("what was written");
    assert_eq!(&read, value);
}

#[test]
fn small_values() {
    round_trip(&Limit::Seconds(0.25), r#"{"seconds":0.25}"#);
    round_trip(&Limit::Nodes(7), r#"{"nodes":7}"#);
    round_trip(&[End::Final, End::Moves, End::Stopped], r#"["final","moves","stopped"]"#);
    round_trip(&End::Resigned(1), r#"{"resigned":1}"#);
    let fault = Fault { place: 1, turn: 4, what: Wrong::Late(0.5) };
    round_trip(&fault, r#"{"place":1,"turn":4,"what":{"late":0.5}}"#);
    round_trip(&Pairing { places: vec![1, 0], round: 2 }, r#"{"places":[1,0],"round":2}"#);
    round_trip(&wilson(0.5, 0), r#"{"low":0.0,"high":1.0}"#);
    let players = PlayerSpec::list("mcts@0.05s,random,strategy=a.sgl#b@3n").expect("players");
    round_trip(&players, r#"["mcts@0.05s","random","strategy=a.sgl#b@3n"]"#);
    assert!(serde_json::from_str::<PlayerSpec>(r#""mtcs""#).is_err());
}

#[test]
fn moves() {
    let thought = Thought { value: Some(-1.0), proven: true, nodes: 9 };
    let played = Played { turn: 3, agent: "A".into(), mv: "x".into(), seconds: 0.5, thought };
    round_trip(
        &played,
        r#"{"turn":3,"agent":"A","move":"x","seconds":0.5,"value":-1.0,"proven":true,"nodes":9}"#,
    );
    let thought = Thought { value: None, ..thought };
    round_trip(
        &Played { thought, ..played },
        r#"{"turn":3,"agent":"A","move":"x","seconds":0.5,"proven":true,"nodes":9}"#,
    );
}

#[test]
fn transcripts() {
    let nim = turns(Nim::new(&[3, 4, 5]));
    let goofspiel = simultaneous(Goofspiel::new(&[3, 2, 1], Payoff::Result));
    for (game, max_moves) in [(&nim, 100), (&nim, 2), (&goofspiel, 100)] {
        let transcript = contest(game, &["mcts@40n", "random"], 1, max_moves);
        let text = serde_json::to_string(&transcript).expect("JSON");
        let read: Transcript = serde_json::from_str(&text).expect("a transcript");
        assert_eq!(read, transcript);
        assert_eq!(serde_json::to_string(&read).expect("JSON"), text);
    }
}
