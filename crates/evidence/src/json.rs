//! The layout of evidence as JSON: one node of the evidence per line.
//!
//! Indented JSON would spread a node over a dozen lines, compact JSON would put a million of them
//! on one. So containers are broken into lines down to the lists of nodes, and not below.

use std::io::{Result, Write};

use serde_json::ser::Formatter;

use crate::Claim;

/// A JSON formatter with line breaks in the outermost levels only.
pub(crate) struct Lines {
    depth: usize,
    broken: usize,
}

impl Lines {
    /// Returns a formatter for a claim: down to its list of nodes everything is broken into lines.
    pub fn of(claim: &Claim) -> Lines {
        let broken = match claim {
            // Evidence, claim, kind of claim, list of nodes.
            Claim::Equilibrium { .. } => 4,
            // Evidence, claim, kind of claim, proof or bound, list of nodes.
            _ => 5,
        };
        Lines { depth: 0, broken }
    }

    fn open<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> Result<()> {
        self.depth += 1;
        out.write_all(bracket)
    }

    fn item<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        if self.depth <= self.broken { self.new_line(out) } else { Ok(()) }
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> Result<()> {
        self.depth -= 1;
        if self.depth < self.broken {
            self.new_line(out)?;
        }
        out.write_all(bracket)
    }

    fn new_line<W: ?Sized + Write>(&self, out: &mut W) -> Result<()> {
        out.write_all(b"\n")?;
        (0..self.depth).try_for_each(|_| out.write_all(b" "))
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.open(out, b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        self.item(out, first)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.open(out, b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> Result<()> {
        self.item(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> Result<()> {
        out.write_all(if self.depth <= self.broken { b": " } else { b":" })
    }
}
