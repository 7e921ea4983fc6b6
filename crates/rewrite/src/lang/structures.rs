//! Structures: `[elements | relations | functions] "grid"`.

use std::ops::Range;

use ludex_base::{Span, TextError};

use super::cursor::{Parser, Place, Result, Use};
use super::lexer::Token;
use crate::structure::{Grid, Relation, Structure, Tuple, column_name};
use crate::syntax::Name;

/// The largest number of elements of a structure.
pub(crate) const MOST_ELEMENTS: usize = 4096;
/// The largest arity.
const LARGEST_ARITY: usize = 8;

impl Parser<'_> {
    /// Parses a structure.
    pub fn structure(&mut self) -> Result<Structure> {
        let (start, mut structure) = (self.cursor.here(), Structure::default());
        self.expect(Token::OpenBracket, "a structure, which starts with `[`")?;
        let listed = self.listed_elements()?;
        let items = self.cursor.position();
        self.skip_to_bracket()?;
        // The grid comes first: its elements are ordered row by row before all others.
        if self.cursor.peek() == Some(Token::Quoted) {
            let span = self.cursor.here();
            parse_grid(self.cursor.text(), span.inner().range(), &mut structure)?;
            let mention = |(name, relation): (&Name, &Relation)| Use {
                name: name.clone(),
                arity: Some(relation.arity),
                span,
                place: self.place,
            };
            self.uses.extend(structure.relations.iter().map(mention));
            if self.place == Place::Model {
                self.marks = marked_cells(self.cursor.text(), span.inner().range());
            }
            self.cursor.advance();
        }
        let end = self.cursor.position();
        self.cursor.go_to(items);
        for name in listed {
            structure.element_or_new(&name);
        }
        self.items(&mut structure)?;
        self.cursor.go_to(end);
        if structure.size() > MOST_ELEMENTS {
            return Err(TextError::new(format!("more than {MOST_ELEMENTS} elements"), start));
        }
        Ok(structure)
    }

    /// Parses `a, b`, `-` or an empty list.
    fn listed_elements(&mut self) -> Result<Vec<Name>> {
        let mut names: Vec<Name> = Vec::new();
        if self.cursor.eat(Token::Minus)
            || !matches!(self.cursor.peek(), Some(Token::Word | Token::Number))
        {
            return Ok(names);
        }
        loop {
            let span = self.cursor.here();
            let name = self.element()?;
            if names.contains(&name) {
                return Err(TextError::new(format!("the element `{name}` is listed twice"), span));
            }
            names.push(name);
            if !self.cursor.eat(Token::Comma) {
                return Ok(names);
            }
        }
    }

    /// Parses the name of an element: a word or a whole number.
    pub fn element(&mut self) -> Result<Name> {
        if self.cursor.peek() == Some(Token::Number) && !self.cursor.word().contains('/') {
            let name = self.cursor.word().into();
            self.cursor.advance();
            return Ok(name);
        }
        self.name("an element")
    }

    fn skip_to_bracket(&mut self) -> Result<()> {
        let opened = self.cursor.here();
        while let Some(token) = self.cursor.peek() {
            self.cursor.advance();
            match token {
                Token::CloseBracket => return Ok(()),
                Token::OpenBracket | Token::Quoted => break,
                _ => {}
            }
        }
        Err(TextError::new("the structure is not closed", opened).help("it ends with `]`"))
    }

    /// Parses `| relations | functions ]`; the functions are reserved, and skipped.
    fn items(&mut self, structure: &mut Structure) -> Result<()> {
        if self.cursor.eat(Token::CloseBracket) {
            return Ok(());
        }
        self.expect(Token::Bar, "`,`, `|` or `]`")?;
        if !self.cursor.eat(Token::Minus) && self.cursor.peek() == Some(Token::Word) {
            self.item(structure)?;
            while self.cursor.eat(Token::Semicolon) {
                self.item(structure)?;
            }
        }
        match self.cursor.peek() {
            Some(Token::Bar | Token::CloseBracket) => Ok(()),
            _ => Err(self.expected("a relation, `;`, `|` or `]`")),
        }
    }

    /// Parses `P(a, b)`, `P {a; b}`, `E {(a, b); (b, c)}` or `P:1 {}`.
    fn item(&mut self, structure: &mut Structure) -> Result<()> {
        let span = self.cursor.here();
        let name = self.name("a relation")?;
        let declared = match self.cursor.eat(Token::Colon) {
            true => Some(self.number("the arity, a whole number")? as usize),
            false => None,
        };
        let tuples: Vec<Vec<Name>> = match self.cursor.peek() {
            Some(Token::Open) if declared.is_none() => vec![self.tuple()?],
            Some(Token::OpenBrace) => self.braced()?,
            _ => return Err(self.expected("`(` or `{`")),
        };
        let arity = declared.or(tuples.first().map(Vec::len)).ok_or_else(|| {
            TextError::new(format!("the arity of `{name}` is not known"), span)
                .help(format!("write it down: `{name}:1 {{}}`"))
        })?;
        self.add(structure, name, arity, tuples, span)
    }

    fn add(
        &mut self,
        structure: &mut Structure,
        name: Name,
        arity: usize,
        tuples: Vec<Vec<Name>>,
        span: Span,
    ) -> Result<()> {
        if arity > LARGEST_ARITY {
            let message = format!("arities go up to {LARGEST_ARITY}");
            return Err(TextError::new(message, span));
        }
        let known = structure.declare(&name, arity).arity;
        let wrong = tuples.iter().map(Vec::len).find(|&n| n != arity);
        if let Some(other) = wrong.or((known != arity).then_some(known)) {
            let message = format!("`{name}` has {arity} and {other} places in one structure");
            return Err(TextError::new(message, span));
        }
        for tuple in tuples {
            let tuple: Tuple = tuple.iter().map(|name| structure.element_or_new(name)).collect();
            structure.add(&name, tuple);
        }
        self.uses.push(Use { name, arity: Some(arity), span, place: self.place });
        Ok(())
    }

    /// Parses `(a, b)`, `()`.
    fn tuple(&mut self) -> Result<Vec<Name>> {
        self.expect(Token::Open, "`(`")?;
        if self.cursor.eat(Token::Close) {
            return Ok(Vec::new());
        }
        let tuple = self.list(Token::Comma, Self::element)?;
        self.expect(Token::Close, "`,` or `)`")?;
        Ok(tuple)
    }

    fn braced(&mut self) -> Result<Vec<Vec<Name>>> {
        self.cursor.advance();
        if self.cursor.eat(Token::CloseBrace) {
            return Ok(Vec::new());
        }
        let tuples = self.list(Token::Semicolon, |parser| match parser.cursor.peek() {
            Some(Token::Open) => parser.tuple(),
            _ => Ok(vec![parser.element()?]),
        })?;
        self.expect(Token::CloseBrace, "`;` or `}`")?;
        Ok(tuples)
    }
}

/// One line of a grid: the position of each of its cells in the text.
type Line = Vec<Range<usize>>;

/// Parses a grid into a structure: its cells, their marks, and the neighbour relations (`R` to the
/// right, `C` upwards). Rows start at the top, one on each line of text or separated by `/`.
pub(crate) fn parse_grid(text: &str, span: Range<usize>, structure: &mut Structure) -> Result<()> {
    let lines: Vec<Line> = grid_lines(text, span.clone());
    let columns = lines.first().map_or(0, Vec::len);
    if columns == 0 {
        let error = TextError::new("the grid is empty", span);
        return Err(
            error.help("one line for each row, cells separated by blanks, `.` for an empty one")
        );
    }
    for line in &lines {
        if line.len() != columns {
            let message = format!("{columns} cells were expected in this row, not {}", line.len());
            let place = line[0].start..line[line.len() - 1].end;
            return Err(
                TextError::new(message, place).help("`*` stands for a place without a cell")
            );
        }
    }
    if lines.len() * columns > MOST_ELEMENTS {
        return Err(TextError::new(format!("more than {MOST_ELEMENTS} cells"), span));
    }
    let mut grid = Grid { columns, rows: lines.len(), cells: Vec::new() };
    for (row, line) in lines.iter().rev().enumerate() {
        for (column, place) in line.iter().enumerate() {
            grid.cells.push(parse_cell(text, place.clone(), column, row, structure)?);
        }
    }
    connect(&grid, structure);
    structure.grid = Some(grid);
    Ok(())
}

/// Returns the marks of a grid, each with the first cell that has it.
fn marked_cells(text: &str, span: Range<usize>) -> Vec<(Name, Range<usize>)> {
    let mut marks: Vec<(Name, Range<usize>)> = Vec::new();
    for cell in grid_lines(text, span).into_iter().flatten() {
        for mark in text[cell.clone()].split('+').filter(|mark| !matches!(*mark, "." | "*")) {
            if marks.iter().all(|(known, _)| **known != *mark) {
                marks.push((mark.into(), cell.clone()));
            }
        }
    }
    marks
}

fn grid_lines(text: &str, span: Range<usize>) -> Vec<Line> {
    let mut lines = vec![Line::new()];
    let mut word = None;
    for (offset, letter) in text[span.clone()].char_indices().chain([(span.len(), '\n')]) {
        let at = span.start + offset;
        if letter.is_whitespace() || letter == '/' {
            let line = lines.last_mut().expect("never empty");
            line.extend(word.take().map(|start| start..at));
            if matches!(letter, '\n' | '/') && !line.is_empty() {
                lines.push(Line::new());
            }
        } else {
            word = word.or(Some(at));
        }
    }
    lines.pop();
    lines
}

fn parse_cell(
    text: &str,
    place: Range<usize>,
    column: usize,
    row: usize,
    structure: &mut Structure,
) -> Result<Option<usize>> {
    let cell = &text[place.clone()];
    if cell == "*" {
        return Ok(None);
    }
    let name: Name = format!("{}{}", column_name(column), row + 1).into();
    let element = structure.elements.len();
    structure.elements.push(name);
    if cell == "." {
        return Ok(Some(element));
    }
    for mark in cell.split('+') {
        let word = mark.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '\'')
            && !mark.starts_with(|c: char| c.is_numeric() || c == '\'');
        if mark.is_empty() || !word {
            let error = TextError::new(format!("`{cell}` is no cell of a grid"), place);
            return Err(error.help("`.`, `*`, or the marks of the cell joined by `+`: `W+King`"));
        }
        if mark == "R" || mark == "C" {
            let message = format!("`{mark}` says in a grid which cells are neighbours");
            return Err(TextError::new(message, place).help("give the mark another name"));
        }
        let mark: Name = mark.into();
        structure.add(&mark, vec![element]);
    }
    Ok(Some(element))
}

fn connect(grid: &Grid, structure: &mut Structure) {
    let (right, above): (Name, Name) = ("R".into(), "C".into());
    structure.declare(&right, 2);
    structure.declare(&above, 2);
    for (i, cell) in grid.cells.iter().enumerate() {
        let Some(cell) = *cell else { continue };
        if i % grid.columns + 1 < grid.columns
            && let Some(next) = grid.cells[i + 1]
        {
            structure.add(&right, vec![cell, next]);
        }
        if let Some(&Some(next)) = grid.cells.get(i + grid.columns) {
            structure.add(&above, vec![cell, next]);
        }
    }
}
