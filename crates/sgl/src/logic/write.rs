//! Writing formulas of the DAG as text that can be parsed again.

use crate::formula::{Formula, Formulas, Node};
use crate::frame::Frame;

/// The longest text that is written, in bytes.
const LONGEST: usize = 4 << 20;

/// Returns the formula as text; `None` if it is too long.
pub(crate) fn write(formulas: &Formulas, frame: &Frame, formula: Formula) -> Option<String> {
    let mut writer = Writer { formulas, frame, text: String::new() };
    writer.formula(formula, 0)?;
    Some(writer.text)
}

struct Writer<'a> {
    formulas: &'a Formulas,
    frame: &'a Frame,
    text: String,
}

impl Writer<'_> {
    /// Writes a formula where operators that bind less tightly than `level` need parentheses:
    /// 0 `<->`, 1 `else` and `also`, 2 `|`, 3 `&`, 4 prefix.
    fn formula(&mut self, formula: Formula, level: u8) -> Option<()> {
        if self.text.len() > LONGEST {
            return None;
        }
        let formulas = self.formulas;
        match formulas.node(formula) {
            Node::Truth(truth) => self.text += if *truth { "true" } else { "false" },
            Node::Initial => self.text += "initial",
            Node::Terminal => self.text += "terminal",
            Node::Atom(atom) => self.text += self.frame.atom_name(*atom),
            Node::Does(action) => {
                self.text += &format!("does({})", self.frame.action_name(*action))
            }
            Node::Legal(action) => {
                self.text += &format!("legal({})", self.frame.action_name(*action));
            }
            Node::Not(inner) => self.prefix("~".to_owned(), *inner)?,
            Node::And(list) => self.list(list, " & ", 3, level)?,
            Node::Or(list) => self.list(list, " | ", 2, level)?,
            Node::Iff(a, b) => self.pair(*a, " <-> ", *b, 0, level)?,
            Node::Else(a, b) => self.pair(*a, " else ", *b, 1, level)?,
            Node::Also(a, b) => self.pair(*a, " also ", *b, 1, level)?,
            Node::Exec(a, inner) => {
                self.prefix(format!("[{}]", self.frame.action_name(*a)), *inner)?
            }
            Node::Select(a, inner) => {
                self.prefix(format!("@{}:", self.frame.action_name(*a)), *inner)?;
            }
            Node::Strategy(strategy, inner) => {
                self.text.push('{');
                self.formula(*strategy, 0)?;
                self.prefix("} ".to_owned(), *inner)?;
            }
            Node::Next(inner) => self.prefix("next ".to_owned(), *inner)?,
        }
        Some(())
    }

    fn prefix(&mut self, sign: String, inner: Formula) -> Option<()> {
        self.text += &sign;
        self.formula(inner, 4)
    }

    fn list(&mut self, list: &[Formula], sign: &str, own: u8, level: u8) -> Option<()> {
        self.text += if own < level { "(" } else { "" };
        for (i, &part) in list.iter().enumerate() {
            self.text += if i > 0 { sign } else { "" };
            self.formula(part, own + 1)?;
        }
        self.text += if own < level { ")" } else { "" };
        Some(())
    }

    fn pair(&mut self, a: Formula, sign: &str, b: Formula, own: u8, level: u8) -> Option<()> {
        self.list(&[a, b], sign, own, level)
    }
}
