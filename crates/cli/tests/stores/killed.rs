//! The program is killed (`kill -9`) at random moments while it writes its store.

use std::collections::HashSet;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::Duration;

use ludex_base::Random;
use serde_json::Value;

use crate::{Place, answer, nim_line, rounds, write_nim};

/// Runs a command for some milliseconds and kills it. Returns what it printed, and whether it was
/// killed before its end.
fn kill_after(command: &mut Command, milliseconds: usize) -> (String, bool) {
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    let mut stdout = child.stdout.take().expect("piped");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        stdout.read_to_string(&mut text).expect("UTF-8");
        text
    });
    std::thread::sleep(Duration::from_millis(milliseconds as u64));
    child.kill().expect("SIGKILL");
    let status = child.wait().expect("dead");
    let mut stderr = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut stderr).expect("UTF-8");
    assert!(status.code().is_none_or(|code| code == 0), "{command:?}: {status} {stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
    (reader.join().expect("read"), status.code().is_none())
}

/// Every answer is stored before it is printed. So what was printed before the end is there.
#[test]
fn what_was_printed_is_stored() {
    let mut random = Random::new(1);
    let (mut killed, mut printed, mut stores) = (0, 0, 0);
    let wanted = rounds(8);
    while killed < wanted {
        let place = Place::new();
        write_nim(&place.path("batch.txt"), 0, 512);
        stores += 1;
        let mut known = HashSet::new();
        for _ in 0..25 {
            let mut command =
                place.solve(&["nim:heaps=7-7-7", "--batch", "batch.txt", "--best", "one"]);
            let (text, early) = kill_after(&mut command, random.below(400));
            killed += usize::from(early);
            for line in text.lines().filter(|line| line.ends_with('}')) {
                let (position, stored) = nim_line(line);
                assert!(stored || !known.contains(&position), "{position} was lost");
                printed += usize::from(known.insert(position));
            }
            if !early || killed >= wanted {
                break;
            }
        }
        let command = &mut place.solve(&["nim:heaps=7-7-7", "--batch", "batch.txt"]);
        let output = command.output().expect("the program runs");
        let all = String::from_utf8(output.stdout).expect("UTF-8");
        let stored = all.lines().map(nim_line).filter(|(_, stored)| *stored).count();
        assert!(all.lines().count() == 512 && stored >= known.len(), "{stored}");
    }
    println!("answers: killed {killed} times in {stores} stores; {printed} printed, none lost");
    assert!(printed > 0, "nothing was ever printed");
}

/// Searches that are killed again and again, and then left alone, find the value.
#[test]
fn checkpoints_are_whole() {
    let mut random = Random::new(2);
    let (mut killed, mut resumed, mut searches) = (0, 0, 0);
    let wanted = rounds(8);
    while killed < wanted {
        let place = Place::new();
        let algorithm = ["pns", "alphabeta", "dfpn", "pp"][searches % 4];
        let game = ["connect4:columns=5,rows=4", "--hints", "off", "--best", "one"];
        let args = [&game[..], &["--algorithm", algorithm, "--checkpoint-every", "0.01"]].concat();
        for _ in 0..(wanted - killed).min(20) {
            let (_, early) = kill_after(&mut place.solve(&args), 20 + random.below(400));
            killed += usize::from(early);
            if !early {
                break;
            }
        }
        let found = answer(&mut place.solve(&args));
        assert_eq!((&found["value"], &found["exact"]), (&"draw".into(), &true.into()), "{found}");
        let nodes = |answer: &Value| answer["nodes"].as_u64().expect("a number");
        resumed += usize::from(nodes(&found["total"]) > nodes(&found));
        let again = answer(&mut place.solve(&args));
        assert_eq!((&again["value"], &again["stored"]), (&"draw".into(), &true.into()), "{again}");
        searches += 1;
    }
    println!(
        "checkpoints: killed {killed} times; {resumed} of {searches} searches went on from one"
    );
}
