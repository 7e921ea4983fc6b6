//! What atoms have in common by their names: `W(a1)` is a `W` somewhere, a `W` in column a, a `W`
//! in row 1. The number of true atoms of a pattern is a feature such as material, or how far pieces
//! have advanced, though nobody says what pieces and rows are.

use rustc_hash::FxHashMap;

/// The most arguments of an atom of which all combinations make a pattern.
const COMBINED: usize = 3;
/// The most pairs of names that are features together.
const PAIRS: usize = 8;

/// A feature: an atom, or two of them that are true together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Feature {
    pub atom: u32,
    pub other: Option<u32>,
}

/// The features of a game and the patterns of each.
#[derive(Clone, Debug, Default)]
pub(super) struct Patterns {
    pub features: Vec<Feature>,
    /// The patterns of each feature, in one list, and where those of each end.
    list: Vec<u32>,
    ends: Vec<u32>,
    /// The number of patterns.
    pub count: usize,
    /// The features that two atoms are together.
    pairs: FxHashMap<(u32, u32), u32>,
    /// The place of each atom (its arguments) and its name (without them).
    places: Vec<(u32, u32)>,
}

impl Patterns {
    /// Finds the patterns of atoms with these names.
    pub fn new(names: &[String]) -> Patterns {
        let mut patterns = Patterns::default();
        let (mut ids, mut words) = (FxHashMap::default(), FxHashMap::default());
        for (atom, name) in names.iter().enumerate() {
            let split = split(name);
            let own = [("", split[0].clone()), ("at", split[1..].join(" "))];
            let number = |text: &(&str, String), words: &mut FxHashMap<String, u32>| {
                let next = words.len() as u32;
                *words.entry(format!("{} {}", text.0, text.1)).or_insert(next)
            };
            let (kind, place) = (number(&own[0], &mut words), number(&own[1], &mut words));
            patterns.places.push((place, kind));
            let feature = Feature { atom: atom as u32, other: None };
            patterns.add(feature, &split, &mut ids);
        }
        patterns.count = ids.len();
        patterns
    }

    /// Adds a feature with the words of its name.
    fn add(&mut self, feature: Feature, words: &[String], ids: &mut FxHashMap<String, u32>) {
        let arguments = words.len() - 1;
        let hidden: Vec<u32> = match arguments {
            0 => vec![0],
            1..=COMBINED => (0..1 << arguments).collect(),
            // All arguments, none of them, and each alone.
            _ => {
                let all = ((1u64 << arguments.min(31)) - 1) as u32;
                let single = (0..arguments.min(31)).map(|kept| all & !(1 << kept));
                [0, all].into_iter().chain(single).collect()
            }
        };
        for hidden in hidden {
            let word = |(i, word): (usize, &String)| match i {
                1.. if hidden >> (i - 1).min(31) & 1 == 1 => "*".to_string(),
                _ => word.clone(),
            };
            let pattern: Vec<String> = words.iter().enumerate().map(word).collect();
            let next = ids.len() as u32;
            self.list.push(*ids.entry(pattern.join(" ")).or_insert(next));
        }
        self.features.push(feature);
        self.ends.push(self.list.len() as u32);
    }

    /// Returns the patterns of a feature.
    pub fn of(&self, feature: u32) -> &[u32] {
        let feature = feature as usize;
        let start = if feature == 0 { 0 } else { self.ends[feature - 1] };
        &self.list[start as usize..self.ends[feature] as usize]
    }

    /// Adds features for atoms with the same arguments that are true together in some of the
    /// states, each given by its true atoms: a king of White is marked as a king, and as White's.
    pub fn pair(&mut self, names: &[String], states: &[Vec<u32>]) {
        let mut common: FxHashMap<(u32, u32), usize> = FxHashMap::default();
        for state in states {
            for (a, b) in self.neighbours(state) {
                let kinds = (self.places[a as usize].1, self.places[b as usize].1);
                *common.entry(kinds).or_default() += 1;
            }
        }
        let mut common: Vec<_> = common.into_iter().collect();
        common.sort_unstable_by_key(|&(kinds, times)| (std::cmp::Reverse(times), kinds));
        common.truncate(PAIRS);
        let mut by_place: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        for (atom, &place) in self.places.iter().enumerate() {
            by_place.insert(place, atom as u32);
        }
        // Patterns of pairs begin with a word that no atom begins with.
        let mut ids: FxHashMap<String, u32> = FxHashMap::default();
        let offset = self.count as u32;
        for ((one, other), _) in common {
            for a in 0..self.places.len() as u32 {
                let (place, kind) = self.places[a as usize];
                let Some(&b) = by_place.get(&(place, other)).filter(|_| kind == one) else {
                    continue;
                };
                let mut words = split(&names[a as usize]);
                words[0] = format!("{}+{}", words[0], split(&names[b as usize])[0]);
                self.pairs.insert((a, b), self.features.len() as u32);
                let start = self.list.len();
                self.add(Feature { atom: a, other: Some(b) }, &words, &mut ids);
                self.list[start..].iter_mut().for_each(|pattern| *pattern += offset);
            }
        }
        self.count += ids.len();
    }

    /// Returns the features of a state with these true atoms.
    pub fn features_of(&self, atoms: &[u32]) -> Vec<u32> {
        let mut found = atoms.to_vec();
        if !self.pairs.is_empty() {
            let pairs = self.neighbours(atoms);
            found.extend(pairs.iter().filter_map(|pair| self.pairs.get(pair)));
        }
        found
    }

    /// Returns the pairs of true atoms that have the same arguments, at least one.
    fn neighbours(&self, atoms: &[u32]) -> Vec<(u32, u32)> {
        let place = |atom: u32| self.places[atom as usize].0;
        let mut sorted: Vec<u32> = atoms.to_vec();
        sorted.sort_unstable_by_key(|&atom| (place(atom), self.places[atom as usize].1));
        let mut pairs = Vec::new();
        for group in sorted.chunk_by(|&a, &b| place(a) == place(b)) {
            // Atoms without arguments, and crowds of facts that share them, are no pieces.
            if (2..=4).contains(&group.len()) {
                for (i, &a) in group.iter().enumerate() {
                    pairs.extend(group[i + 1..].iter().map(|&b| (a, b)));
                }
            }
        }
        pairs
    }
}

/// Splits the name of an atom into its words: `true((cell 1 2 b))` is `cell`, `1`, `2`, `b`, and
/// the cell of a grid is two words.
fn split(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    for word in name.split(['(', ')', ',', ' ']).filter(|word| !word.is_empty()) {
        let digits = word.find(|c: char| c.is_ascii_digit()).unwrap_or(0);
        let cell = digits > 0
            && word[..digits].bytes().all(|b| b.is_ascii_lowercase())
            && word[digits..].bytes().all(|b| b.is_ascii_digit());
        match cell {
            true if !words.is_empty() => {
                words.push(word[..digits].to_string());
                words.push(word[digits..].to_string());
            }
            _ => words.push(word.to_string()),
        }
    }
    if words.len() > 1 && words[0] == "true" {
        words.remove(0);
    }
    if words.is_empty() {
        words.push(name.to_string());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|name| name.to_string()).collect()
    }

    #[test]
    fn names_are_split_into_words() {
        assert_eq!(split("true((cell 1 2 b))"), ["cell", "1", "2", "b"]);
        assert_eq!(split("W(a10)"), ["W", "a", "10"]);
        assert_eq!(split("goal(white,100)"), ["goal", "white", "100"]);
        assert_eq!(split("won"), ["won"]);
    }

    #[test]
    fn atoms_share_the_patterns_of_their_common_words() {
        let patterns = Patterns::new(&names(&["W(a1)", "W(a2)", "W(b2)", "B(a1)"]));
        let shared = |a: u32, b: u32| {
            patterns.of(a).iter().filter(|pattern| patterns.of(b).contains(pattern)).count()
        };
        assert_eq!(patterns.of(0).len(), 4);
        // A W in column a, and a W anywhere; a W in row 2, and anywhere; only anywhere; nothing.
        assert_eq!([shared(0, 1), shared(1, 2), shared(0, 2), shared(0, 3)], [2, 2, 1, 0]);
    }

    #[test]
    fn marks_of_one_element_are_features_together() {
        let names = names(&["W(a1)", "W(a2)", "King(a1)", "King(a2)", "B(a1)", "B(a2)"]);
        let mut patterns = Patterns::new(&names);
        let before = patterns.count;
        patterns.pair(&names, &[vec![0, 2], vec![5]]);
        assert_eq!(patterns.features.len(), 8);
        assert!(patterns.count > before);
        let both = patterns.features_of(&[1, 3]);
        assert_eq!(both.len(), 3);
        let Feature { atom, other } = patterns.features[both[2] as usize];
        let mut pair = [Some(atom), other];
        pair.sort_unstable();
        assert_eq!(pair, [Some(1), Some(3)]);
        // B and King were never seen together.
        assert_eq!(patterns.features_of(&[3, 5]), [3, 5]);
    }
}
