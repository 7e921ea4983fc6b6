//! Two programs use one store at the same time: one waits for the other, or says that it cannot.

use std::collections::HashMap;
use std::process::Output;

use crate::{Place, nim_line, rounds, write_nim};

#[test]
fn nothing_is_lost_between_two() {
    let pairs = rounds(3).div_ceil(10);
    let (mut waited, mut printed) = (0, 0);
    for pair in 0..pairs {
        let place = Place::new();
        let (mut outputs, mut known) = (Vec::new(), HashMap::new());
        std::thread::scope(|scope| {
            let run = |program: usize| {
                let batch = format!("batch{program}.txt");
                write_nim(&place.path(&batch), (pair + program) % 8, 64);
                let mut command = place.solve(&["nim:heaps=7-7-7", "--batch", &batch]);
                scope.spawn(move || command.output().expect("the program runs"))
            };
            let both: Vec<_> = [0, 1].map(run).into_iter().collect();
            outputs = both.into_iter().map(|one| one.join().expect("no panic")).collect();
        });
        for Output { status, stdout, stderr } in outputs {
            let (text, why) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
            let in_use = status.code() == Some(2) && why.contains("in use by another process");
            assert!(status.code() == Some(0) || in_use, "{status}: {why}");
            waited += usize::from(in_use);
            known.extend(text.lines().map(nim_line));
        }
        for program in 0..2 {
            let batch = format!("batch{program}.txt");
            let command = &mut place.solve(&["nim:heaps=7-7-7", "--batch", &batch]);
            let output = command.output().expect("the program runs");
            for line in String::from_utf8(output.stdout).expect("UTF-8").lines() {
                let (position, stored) = nim_line(line);
                assert!(stored || !known.contains_key(&position), "{position} was lost");
            }
        }
        printed += known.len();
    }
    println!("{pairs} pairs: {printed} answers, none lost; {waited} programs were refused");
    assert!(printed > 0);
}
