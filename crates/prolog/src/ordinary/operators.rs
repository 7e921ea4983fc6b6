//! The operators of a program: those of the standard, and those that it declares.

use ludex_base::sort_by_key;
use rustc_hash::FxHashMap;

/// How an operator and its operands bind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fix {
    Xfx,
    Xfy,
    Yfx,
    Fy,
    Fx,
    Xf,
    Yf,
}

impl Fix {
    /// Returns the name of the type.
    pub fn name(self) -> &'static str {
        match self {
            Fix::Xfx => "xfx",
            Fix::Xfy => "xfy",
            Fix::Yfx => "yfx",
            Fix::Fy => "fy",
            Fix::Fx => "fx",
            Fix::Xf => "xf",
            Fix::Yf => "yf",
        }
    }

    /// Returns the type with a name.
    pub fn of(name: &str) -> Option<Fix> {
        let all = [Fix::Xfx, Fix::Xfy, Fix::Yfx, Fix::Fy, Fix::Fx, Fix::Xf, Fix::Yf];
        all.into_iter().find(|fix| fix.name() == name)
    }

    /// Returns whether the operator stands before its operand.
    pub fn is_prefix(self) -> bool {
        matches!(self, Fix::Fy | Fix::Fx)
    }

    fn is_postfix(self) -> bool {
        matches!(self, Fix::Xf | Fix::Yf)
    }
}

/// An operator: its priority and type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operator {
    pub priority: u32,
    pub fix: Fix,
}

impl Operator {
    /// Returns the largest priorities of the left and the right operand.
    pub fn sides(self) -> (u32, u32) {
        let less = self.priority.saturating_sub(1);
        match self.fix {
            Fix::Xfx => (less, less),
            Fix::Xfy => (less, self.priority),
            Fix::Yfx => (self.priority, less),
            Fix::Fy | Fix::Yf => (self.priority, self.priority),
            Fix::Fx | Fix::Xf => (less, less),
        }
    }
}

/// The operators by name.
#[derive(Clone, Debug)]
pub struct Operators {
    prefix: FxHashMap<String, Operator>,
    infix: FxHashMap<String, Operator>,
    postfix: FxHashMap<String, Operator>,
}

const STANDARD: &[(u32, Fix, &str)] = &[
    (1200, Fix::Xfx, ":- -->"),
    (1200, Fix::Fx, ":- ?-"),
    (1150, Fix::Fx, "dynamic discontiguous initialization inertial"),
    (1100, Fix::Xfy, "; |"),
    (1050, Fix::Xfy, "-> *->"),
    (1000, Fix::Xfy, ","),
    (900, Fix::Fy, "\\+ NOT not"),
    (700, Fix::Xfx, "= \\= == \\== @< @> @=< @>= =.. is =:= =\\= < > =< >= <>"),
    (200, Fix::Xfx, "**"),
    (500, Fix::Yfx, "+ - /\\ \\/ xor"),
    (400, Fix::Yfx, "* / // mod rem div << >> divmod rdiv"),
    (200, Fix::Xfy, "^"),
    (200, Fix::Fy, "- + \\"),
    (200, Fix::Xfy, ":"),
];

impl Default for Operators {
    fn default() -> Operators {
        let (prefix, infix, postfix) = Default::default();
        let mut operators = Operators { prefix, infix, postfix };
        for &(priority, fix, names) in STANDARD {
            names.split(' ').for_each(|name| operators.add(name, Operator { priority, fix }));
        }
        operators
    }
}

impl Operators {
    fn table(&mut self, fix: Fix) -> &mut FxHashMap<String, Operator> {
        match fix {
            fix if fix.is_prefix() => &mut self.prefix,
            fix if fix.is_postfix() => &mut self.postfix,
            _ => &mut self.infix,
        }
    }

    /// Declares an operator; the priority 0 removes it.
    pub fn add(&mut self, name: &str, operator: Operator) {
        let table = self.table(operator.fix);
        match operator.priority {
            0 => table.remove(name),
            _ => table.insert(name.to_owned(), operator),
        };
    }

    /// Returns the operator with this name that stands before its operand.
    pub fn prefix(&self, name: &str) -> Option<Operator> {
        self.prefix.get(name).copied()
    }

    /// Returns the operator with this name that stands between its operands.
    pub fn infix(&self, name: &str) -> Option<Operator> {
        self.infix.get(name).copied()
    }

    /// Returns the operator with this name that stands after its operand.
    pub fn postfix(&self, name: &str) -> Option<Operator> {
        self.postfix.get(name).copied()
    }

    /// Returns whether a name is an operator.
    pub fn is_operator(&self, name: &str) -> bool {
        self.prefix(name).or(self.infix(name)).or(self.postfix(name)).is_some()
    }

    /// Returns all operators, sorted by name.
    pub fn all(&self) -> Vec<(&str, Operator)> {
        let tables = [&self.prefix, &self.infix, &self.postfix];
        let mut all: Vec<(&str, Operator)> = tables
            .iter()
            .flat_map(|table| table.iter().map(|(name, operator)| (name.as_str(), *operator)))
            .collect();
        sort_by_key(&mut all, |(name, operator)| (name.to_owned(), operator.fix.name()));
        all
    }
}
