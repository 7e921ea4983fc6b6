//! Translates the GDL files given and prints the results, or why there is none.

use std::time::Instant;

use ludex_translate::{Translation, translate};

fn main() {
    for path in std::env::args().skip(1) {
        let start = Instant::now();
        let Ok(text) = std::fs::read_to_string(&path) else {
            println!("{path}: cannot be read");
            continue;
        };
        match Translation::new(&text) {
            Ok(_) => println!("{path}: translated in {:.1?}", start.elapsed()),
            Err(refusal) => println!("{path}: refused in {:.1?}: {refusal}", start.elapsed()),
        }
        if let Ok(text) = translate(&text) {
            println!("compared in {:.1?}\n{text}", start.elapsed());
        }
    }
}
