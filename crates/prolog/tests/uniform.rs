//! Players who do not see everything, compared with all strategies there are.

use ludex_base::Random;
use ludex_prolog::{Program, query};
use serde_json::{Value, json};

fn program(text: &str) -> Program {
    Program::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn example(name: &str) -> Program {
    let path = format!("{}/../../games/prolog/{name}.gp", env!("CARGO_MANIFEST_DIR"));
    program(&std::fs::read_to_string(path).expect(name))
}

fn result(program: &Program, question: &str) -> Value {
    query(program, question).unwrap_or_else(|error| panic!("{question}: {error}")).result
}

#[test]
fn the_prisoners_dilemma_has_one_equilibrium() {
    let found = query(&example("dilemma"), "nash").expect("equilibria");
    let all = found.result.as_array().expect("a list");
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0]["play"], json!(["confess", "confess"]));
    assert_eq!(all[0]["payoffs"], json!({ "1": "-6", "2": "-6" }));
    let see = json!([{ "sees": ["asked"], "play": "1:confess" }, { "sees": ["asked"], "play": "2:confess" }]);
    assert_eq!(all[0]["strategies"], see);
    assert_eq!(found.witness.expect("counts"), json!({ "count": 1, "profiles": 4 }));
    assert_eq!(result(&example("dilemma"), "force {1} uniformly : free(1)"), false);
    assert_eq!(result(&example("dilemma"), "force {1,2} uniformly : free(1)"), true);
}

#[test]
fn what_is_not_seen_cannot_be_used() {
    let game = example("shell-game");
    assert_eq!(result(&game, "force {2} : win(2)"), true);
    let found = query(&game, "force {2} uniformly : win(2)").expect("an answer");
    assert_eq!(found.result, false);
    assert_eq!(found.notes, ["if they saw everything they could force it"]);
    assert_eq!(result(&game, "force {1} uniformly : win(1)"), false);
    assert_eq!(result(&game, "force {1,2} uniformly : win(2)"), true);
    let found = query(&example("nim"), "force {1} uniformly : win(1)").expect("an answer");
    assert_eq!(found.result, result(&example("nim"), "force {1} : win(1)"));
    assert!(found.notes[0].contains("see everything"), "{:?}", found.notes);
}

#[test]
fn sceneries_that_look_alike_must_offer_the_same() {
    let text =
        "s. [1:a] m :- s. [1:b] n :- s. [2:c] p :- m. [2:d] p :- n. sees(2,x) :- m. sees(2,x) :- n.
        sees(1,s) :- s.";
    let error =
        query(&program(text), "force {2} uniformly : p").expect_err("they differ").to_string();
    assert!(error.contains("looks the same"), "{error}");
    let mixed = "s. [1:a] m :- s. [2:b] m :- s. sees(1,s) :- s.";
    let error = query(&program(mixed), "nash").expect_err("both can act").to_string();
    assert!(error.contains("several players can act"), "{error}");
    let cyclic = "s. [1:a] s :- s. [1:b] win(1) :- s. sees(1,s) :- s.";
    let error = query(&program(cyclic), "nash").expect_err("play goes on").to_string();
    assert!(error.contains("come back"), "{error}");
    assert_eq!(result(&program(cyclic), "force {1} uniformly : win(1)"), true);
}

/// A random game of layers: three nodes each, two moves everywhere, who sees which nodes as one.
struct Layers {
    targets: Vec<[[usize; 2]; 3]>,
    sight: Vec<[usize; 3]>,
    goals: [bool; 3],
}

impl Layers {
    fn random(random: &mut Random) -> Layers {
        let depth = 3 + 2 * random.below(2);
        let node = |random: &mut Random| [random.below(3), random.below(3)];
        let layer = |random: &mut Random| [node(random), node(random), node(random)];
        let targets = (0..depth).map(|_| layer(random)).collect();
        // Most nodes of a layer look alike.
        let look = |random: &mut Random| random.below(4) / 3;
        let sight = (0..depth).map(|_| [look(random), look(random), look(random)]).collect();
        let goals = [true, false, random.below(2) == 0];
        Layers { targets, sight, goals }
    }

    fn player(layer: usize) -> usize {
        1 + layer % 2
    }

    fn text(&self) -> String {
        let mut text = "at(0,0).\n".to_owned();
        for (layer, nodes) in self.targets.iter().enumerate() {
            let player = Layers::player(layer);
            for (node, moves) in nodes.iter().enumerate() {
                for (name, to) in ["l", "r"].iter().zip(moves) {
                    let next = layer + 1;
                    text += &format!("[{player}:{name}] at({next},{to}) :- at({layer},{node}).\n");
                }
                let seen = self.sight[layer][node];
                text += &format!("sees({player},look({layer},{seen})) :- at({layer},{node}).\n");
            }
        }
        let last = self.targets.len();
        let goals = (0..3).filter(|&node| self.goals[node]);
        let goals: String = goals.map(|node| format!("win(1) :- at({last},{node}).\n")).collect();
        text + &goals
            + &format!("win(2) :- at({last},N), NOT good(N).\n:- dynamic good/1.\n")
            + &(0..3)
                .filter(|&n| self.goals[n])
                .map(|n| format!("[...] good({n}).\n"))
                .collect::<String>()
    }

    /// Returns the end of play, given the choice of each layer and sight.
    fn end(&self, choices: u32) -> usize {
        let mut node = 0;
        for (layer, nodes) in self.targets.iter().enumerate() {
            let seen = self.sight[layer][node];
            node = nodes[node][(choices >> (2 * layer + seen) & 1) as usize];
        }
        node
    }

    /// Returns the bits of the choices of a player.
    fn mask(&self, player: usize) -> u32 {
        let own = (0..self.targets.len()).filter(|&layer| Layers::player(layer) == player);
        own.fold(0, |mask, layer| mask | 3 << (2 * layer))
    }
}

/// Returns all subsets of some bits.
fn subsets(mask: u32) -> impl Iterator<Item = u32> + Clone {
    (0..=mask).filter(move |bits| bits & !mask == 0)
}

#[test]
fn uniform_strategies_are_those_of_the_definition() {
    let (mut yes, mut lost) = (0, 0);
    for seed in 0..150 {
        let layers = Layers::random(&mut Random::new(seed));
        let text = layers.text();
        let (own, other) = (layers.mask(1), layers.mask(2));
        let wins = |choices: u32| layers.goals[layers.end(choices)];
        let expected = subsets(own).any(|mine| subsets(other).all(|theirs| wins(mine | theirs)));
        let game = program(&text);
        let found =
            query(&game, "force {1} uniformly : win(1)").unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(found.result, expected, "seed {seed}\n{text}");
        yes += usize::from(expected);
        lost += usize::from(!found.notes.is_empty());
    }
    assert!(yes > 20 && lost > 5, "{yes} yes, {lost} only if everything is seen");
}

#[test]
fn equilibria_in_strategies_are_those_of_the_definition() {
    for seed in 0..80 {
        let layers = Layers::random(&mut Random::new(1000 + seed));
        let text = layers.text();
        // Choices where nobody can be are no strategies.
        let reached = |layer: usize| -> Vec<usize> {
            let mut nodes = vec![0];
            for row in &layers.targets[..layer] {
                let mut next: Vec<usize> = nodes.iter().flat_map(|&n| row[n]).collect();
                next.sort_unstable();
                next.dedup();
                nodes = next;
            }
            nodes
        };
        let real = (0..layers.targets.len()).fold(0, |mask, layer| {
            reached(layer).iter().fold(mask, |m, &n| m | 1 << (2 * layer + layers.sight[layer][n]))
        });
        let (own, other) = (layers.mask(1) & real, layers.mask(2) & real);
        let worth = |choices: u32| i32::from(layers.goals[layers.end(choices)]);
        let count = subsets(own)
            .flat_map(|mine| subsets(other).map(move |theirs| (mine, theirs)))
            .filter(|&(mine, theirs)| {
                let now = worth(mine | theirs);
                subsets(own).all(|m| worth(m | theirs) <= now)
                    && subsets(other).all(|t| worth(mine | t) >= now)
            })
            .count();
        let found = query(&program(&text), "nash").unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(found.witness.expect("counts")["count"], count, "seed {seed}\n{text}");
    }
}
