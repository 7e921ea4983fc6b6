//! Writing a list of rules as a readable file.

use std::fmt::Write;

use super::vocabulary::{Definition, Rule, Vocabulary};

impl Vocabulary {
    /// Returns a file with all definitions, in which rules are compiled.
    pub fn everything(&self, game: &str) -> String {
        let mut text = format!("game {game};\n");
        for definition in &self.definitions {
            let _ = writeln!(text, "{}", definition.text);
        }
        text
    }

    /// Returns the file of a list of rules: `remarks` at the top, the definitions that the rules
    /// need, and the strategy `best`.
    pub fn file(&self, game: &str, rules: &[&Rule], remarks: &[String]) -> String {
        let mut text = String::new();
        for remark in remarks {
            let _ = writeln!(text, "# {remark}");
        }
        let _ = writeln!(text, "game {game};\n");
        for definition in self.needed(rules) {
            let _ = writeln!(text, "# {}: {}.", definition.name, definition.meaning);
            let _ = writeln!(text, "{}", definition.text);
        }
        let _ =
            writeln!(text, "\n# The first rule that has a move here decides.\nstrategy best :=");
        for rule in rules {
            let _ = writeln!(text, "  {} else    # {}", self.formula(rule), self.meaning(rule));
        }
        let _ = writeln!(text, "  any({});", self.player);
        text
    }

    /// Returns the definitions that rules need, and `all`, which queries use.
    fn needed(&self, rules: &[&Rule]) -> Vec<&Definition> {
        let mut seen: String = rules.iter().map(|rule| self.formula(rule) + " ").collect();
        seen.push_str("any( all(");
        // A definition comes after those that it needs.
        let mut list: Vec<&Definition> = Vec::new();
        for definition in self.definitions.iter().rev() {
            if seen.contains(&format!("{}(", definition.name)) {
                seen.push_str(definition.text.split_once(":=").map_or("", |(_, body)| body));
                list.push(definition);
            }
        }
        list.reverse();
        list
    }
}
