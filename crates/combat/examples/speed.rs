use std::time::Instant;
use ludex_combat::*;
fn main() {
    for name in ["marine-dragoon-2v2","marine-4v4","dragoon-marine-4v4","dragoon-zealot-4v4","marine-8v8","dragoon-marine-8v8","dragoon-zealot-8v8","marine-zergling-8v8"] {
        let s: Scenario = name.parse().unwrap();
        let rules = s.rules(Profile::Thesis);
        let n = 2000;
        let starts: Vec<State> = (0..n).map(|g| s.start(&rules, g).unwrap()).collect();
        let t = Instant::now();
        let mut rounds = 0u64;
        for st in &starts { rounds += Fight::new(&rules, *st).scripts([Script::NokAv, Script::AttackClosest]).rounds as u64; }
        let e = t.elapsed().as_secs_f64();
        println!("{name}: {:.1} us a fight, {:.0}/s, {:.0} rounds, {:.0} ns a round", e/n as f64*1e6, n as f64/e, rounds as f64/n as f64, e*1e9/rounds as f64);
    }
}
