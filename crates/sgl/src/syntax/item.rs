//! The recursive-descent parser of the items of a file.

use ludex_base::Span;

use super::parser::{Parser, Result};
use super::token::Token;
use super::tree::{Binding, Expr, ExprKind, Head, Item, MacroKind};

/// Parses a file, and returns its items in order.
pub(crate) fn parse_file(text: &str) -> Result<Vec<Item>> {
    let mut parser = Parser::new(text)?;
    let mut items = Vec::new();
    while parser.peek() != Token::End {
        parser.item(&mut items)?;
    }
    Ok(items)
}

const ITEMS: &str = "`agents`, `const`, `action`, `fluent`, `init`, `define`, `terminal`, `legal`, \
                     `next`, `axiom`, `strategy` or `game`";

impl Parser<'_> {
    /// Parses one declaration and its semicolon; `const a = 1, b = 2;` is two items.
    fn item(&mut self, items: &mut Vec<Item>) -> Result<()> {
        let keyword = self.span();
        let word = self.word();
        if self.peek() != Token::Word {
            return Err(self.expected(ITEMS));
        }
        self.advance();
        match word {
            "game" => items.push(self.game()?),
            "agents" => items.push(Item::Agents(self.list(Self::head)?)),
            "const" => items.extend(self.list(Self::constant)?),
            "action" => items.push(self.action()?),
            "fluent" => items.push(self.fluent()?),
            "init" => items.push(self.init(keyword)?),
            "define" => items.push(self.definition(MacroKind::Define)?),
            "strategy" => items.push(self.definition(MacroKind::Strategy)?),
            "terminal" => {
                self.expect(Token::Becomes, "`:=`")?;
                items.push(Item::Terminal { body: self.formula()?, span: keyword });
            }
            "legal" | "next" => {
                let head = self.head()?;
                self.expect(Token::Becomes, "`:=`")?;
                let body = self.formula()?;
                items.push(match word {
                    "legal" => Item::Legal { head, body },
                    _ => Item::Next { head, body },
                });
            }
            "axiom" => items.push(Item::Axiom { body: self.formula()? }),
            _ => {
                return Err(unknown_item(
                    keyword.error(format!("no item starts with `{word}`")),
                    word,
                ));
            }
        }
        self.expect(Token::Semicolon, "`;` (or an operator)").map(drop)
    }

    /// Parses the name of a game, which is everything up to the semicolon.
    fn game(&mut self) -> Result<Item> {
        let start = self.span();
        let mut end = start;
        while !matches!(self.peek(), Token::Semicolon | Token::End) {
            end = self.advance();
        }
        let span = start.to(end);
        let text = span.of(self.text()).trim().to_owned();
        Ok(Item::Game { text, span })
    }

    fn head(&mut self) -> Result<Head> {
        let (name, span) = self.name("a name")?;
        let args = self.arguments()?;
        Ok(Head { name, args, span: span.to(self.last_span()) })
    }

    fn constant(&mut self) -> Result<Item> {
        let (name, span) = self.name("the name of a constant")?;
        self.expect(Token::Equals, "`=`")?;
        Ok(Item::Const { name: Head { name, args: Vec::new(), span }, value: self.expr()? })
    }

    fn action(&mut self) -> Result<Item> {
        let heads = self.list(Self::head)?;
        self.expect_word("by")?;
        let owner = self.expr()?;
        Ok(Item::Action { heads, owner, bindings: self.range()? })
    }

    fn fluent(&mut self) -> Result<Item> {
        Ok(Item::Fluent { heads: self.list(Self::head)?, bindings: self.range()? })
    }

    /// Parses the atoms that are true at the start: `a, b(i) for i in 1..3, c`, or nothing.
    fn init(&mut self, span: Span) -> Result<Item> {
        let mut groups = Vec::new();
        while self.peek() != Token::Semicolon {
            let mut atoms: Vec<Expr> = vec![self.expr()?];
            while self.eat(Token::Comma) || self.eat(Token::And) {
                atoms.push(self.expr()?);
            }
            let bindings = if self.eat_word("for") { self.first_bindings()? } else { Vec::new() };
            groups.push((atoms, bindings));
            if !self.eat(Token::Comma) {
                break;
            }
        }
        Ok(Item::Init { groups, span })
    }

    /// Parses `for bindings`, if it is present.
    fn range(&mut self) -> Result<Vec<Binding>> {
        if self.eat_word("for") { self.bindings() } else { Ok(Vec::new()) }
    }

    fn definition(&mut self, kind: MacroKind) -> Result<Item> {
        let head = self.head()?;
        if let Some(arg) = head.args.iter().find(|arg| !is_parameter(arg)) {
            return Err(arg.span.error("the parameters of a definition are names"));
        }
        self.expect(Token::Becomes, "`:=`")?;
        Ok(Item::Macro { kind, head, body: self.formula()? })
    }
}

/// Returns whether an argument is a plain name.
fn is_parameter(arg: &Expr) -> bool {
    matches!(&arg.kind, ExprKind::Name(_, args) if args.is_empty())
}

fn unknown_item(error: ludex_game::TextError, word: &str) -> ludex_game::TextError {
    let known = ITEMS.split('`').filter(|part| part.chars().all(char::is_alphabetic));
    match ludex_base::suggest(word, known.filter(|part| !part.is_empty())) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help(format!("an item starts with {ITEMS}")),
    }
}
