//! The `.nfg` format of game-theory tools.
//!
//! ```text
//! NFG 1 R "title" { "player" … } { { "action" … } … }
//! "comment"
//! payoff …                                     or   { { "outcome" payoff … } … }  number …
//! ```
//!
//! Instead of the names of the actions their numbers may stand, `{ 2 3 }`. The payoffs are listed
//! for every profile, where the action of the *first* player changes fastest; or outcomes are
//! listed, and for every profile the number of one, where 0 is none.

use ludex_base::{Fraction, TextError, quote};

use super::StrategicGame;
use crate::extensive::gambit::{Piece, Tokens};

/// The most profiles.
const MOST: usize = 1_000_000;

impl StrategicGame {
    /// Parses an `.nfg` text.
    ///
    /// ```
    /// use ludex_prolog::StrategicGame;
    /// let text = r#"NFG 1 R "Matching pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1"#;
    /// let game = StrategicGame::read_nfg(text).unwrap();
    /// assert!(game.pure_equilibria().is_empty());
    /// assert_eq!(StrategicGame::read_nfg(&game.write_nfg()).unwrap(), game);
    /// ```
    pub fn read_nfg(text: &str) -> Result<StrategicGame, TextError> {
        let mut tokens = Tokens::new(text);
        let (title, players) = tokens.header("NFG", "1")?;
        let actions = tokens.braced(actions)?;
        if actions.len() != players.len() {
            return Err(
                tokens.expected(&format!("the actions of {} players before", players.len()))
            );
        }
        tokens.cursor.eat(Piece::Quoted); // the comment
        let profiles = actions.iter().try_fold(1_usize, |n, own| n.checked_mul(own.len()));
        let profiles = profiles.filter(|&n| n > 0 && n <= MOST);
        let profiles = profiles.ok_or_else(|| {
            tokens.expected(&format!("between 1 and {MOST} profiles of actions before"))
        })?;
        let listed = match tokens.cursor.peek() {
            Some(Piece::Open) => outcomes(&mut tokens, profiles, players.len())?,
            _ => payoffs(&mut tokens, profiles, players.len())?,
        };
        if tokens.cursor.peek().is_some() {
            return Err(tokens.expected("the end: there are payoffs for all profiles"));
        }
        let sizes: Vec<usize> = actions.iter().map(Vec::len).collect();
        let payoffs = (0..profiles).map(|n| listed[first_fastest(&sizes, n)].clone()).collect();
        let game = StrategicGame::new(actions, payoffs)
            .ok_or_else(|| tokens.expected("payoffs for all profiles before"))?;
        Ok(StrategicGame { title, players, ..game })
    }

    /// Returns the game as `.nfg` text.
    pub fn write_nfg(&self) -> String {
        let quoted =
            |list: &[String]| list.iter().map(|one| quote(one)).collect::<Vec<_>>().join(" ");
        let actions: Vec<String> =
            self.actions.iter().map(|own| format!("{{ {} }}", quoted(own))).collect();
        let sizes: Vec<usize> = self.actions.iter().map(Vec::len).collect();
        let mut listed = vec![String::new(); self.payoffs.len()];
        for (number, payoffs) in self.payoffs.iter().enumerate() {
            let texts: Vec<String> = payoffs.iter().map(Fraction::to_string).collect();
            listed[first_fastest(&sizes, number)] = texts.join(" ");
        }
        format!(
            "NFG 1 R {} {{ {} }}\n{{ {} }}\n\"\"\n\n{}\n",
            quote(&self.title),
            quoted(&self.players),
            actions.join(" "),
            listed.join("\n")
        )
    }
}

/// Returns the place of a profile where the action of the first player changes fastest, given its
/// place where that of the last does.
fn first_fastest(sizes: &[usize], mut number: usize) -> usize {
    let mut digits = vec![0; sizes.len()];
    for (digit, size) in digits.iter_mut().zip(sizes).rev() {
        *digit = number % size;
        number /= size;
    }
    digits.iter().zip(sizes).rev().fold(0, |place, (digit, size)| place * size + digit)
}

/// Parses the actions of a player: their names, or how many there are.
fn actions(tokens: &mut Tokens) -> Result<Vec<String>, TextError> {
    if tokens.cursor.peek() == Some(Piece::Open) {
        return tokens.braced(|tokens| tokens.quoted("the name of an action"));
    }
    let place = tokens.cursor.here();
    let number = tokens.word("a number of actions, or their names in braces")?;
    let number = number.parse::<usize>().ok().filter(|&n| n <= MOST);
    let number = number.ok_or_else(|| place.error("expected a number of actions"))?;
    Ok((1..=number).map(|action| action.to_string()).collect())
}

fn payoffs(
    tokens: &mut Tokens,
    profiles: usize,
    players: usize,
) -> Result<Vec<Vec<Fraction>>, TextError> {
    let what = format!("a payoff: there are {profiles} profiles for {players} players");
    let row = |tokens: &mut Tokens| (0..players).map(|_| tokens.number(&what)).collect();
    (0..profiles).map(|_| row(tokens)).collect()
}

fn outcomes(
    tokens: &mut Tokens,
    profiles: usize,
    players: usize,
) -> Result<Vec<Vec<Fraction>>, TextError> {
    let listed = tokens.braced(|tokens| {
        let place = tokens.cursor.here();
        if !tokens.cursor.eat(Piece::Open) {
            return Err(tokens.expected("`{` of an outcome"));
        }
        tokens.cursor.eat(Piece::Quoted); // its name
        let mut payoffs = Vec::new();
        while !tokens.cursor.eat(Piece::Close) {
            payoffs.push(tokens.number("a payoff")?);
        }
        match payoffs.len() == players {
            true => Ok(payoffs),
            false => Err(place.error(format!("expected {players} payoffs in this outcome"))),
        }
    })?;
    let none = vec![Fraction::ZERO; players];
    let mut found = Vec::with_capacity(profiles);
    for _ in 0..profiles {
        let place = tokens.cursor.here();
        let number = tokens.word("the number of an outcome for every profile")?;
        let outcome = match number.parse::<usize>() {
            Ok(0) => Some(&none),
            Ok(number) => listed.get(number - 1),
            Err(_) => None,
        };
        let outcome = outcome.ok_or_else(|| place.error("there is no outcome of this number"))?;
        found.push(outcome.clone());
    }
    Ok(found)
}
