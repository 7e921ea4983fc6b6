//! A game of one's own, and all of Ludex on it: one to three matches are taken, the last one wins.

use ludex::{Best, Check, InputError, Play, Session, Solve};
use ludex_game::{
    Agent, Agents, Game, Hints, Model, Notation, Outcome, Outcomes, Picture, TextError, Turn,
};

struct Matches(Agents, Outcomes);
/// How many matches are left, and who is on turn.
type State = (u8, Agent);

#[rustfmt::skip]
impl Model for Matches {
    type State = State;
    type Move = u8;
    fn agents(&self) -> &Agents { &self.0 }
    fn outcomes(&self) -> &Outcomes { &self.1 }
    fn initial(&self) -> State { (13, Agent::FIRST) }
    fn turn(&self, &(left, agent): &State) -> Turn {
        if left == 0 { Turn::Final } else { Turn::Of(agent) }
    }
    fn moves(&self, s: &State, _: Agent, out: &mut Vec<u8>) { out.extend(1..=s.0.min(3)) }
    fn outcome(&self, &(_, next): &State) -> Outcome { Outcome(u16::from(next == Agent::SECOND)) }
    fn holds(&self, &(left, _): &State, _: u32) -> bool { left % 4 == 0 }
    fn key(&self, &(left, agent): &State) -> u64 { u64::from(left) << 8 | u64::from(agent.0) }
    fn can_repeat(&self) -> bool { false }
}

#[rustfmt::skip]
impl Game for Matches {
    fn play(&self, s: &mut State, agent: Agent, take: u8) { *s = (s.0 - take, agent.other()) }
}
impl Hints for Matches {}
#[rustfmt::skip]
impl Notation for Matches {
    fn write_move(&self, _: &State, _: Agent, take: u8) -> String { take.to_string() }
    fn write_position(&self, s: &State) -> String { format!("{} {}", s.0, self.0.name(s.1)) }
    fn read_position(&self, text: &str) -> Result<State, TextError> {
        let (left, agent) = text.split_once(' ').unwrap_or((text, "Ann"));
        let state = left.parse().ok().zip(self.0.named(agent));
        state.ok_or_else(|| TextError::new("a number and a name were expected", 0..text.len()))
    }
    fn atoms(&self) -> Vec<String> { vec!["fours".to_string()] }
    fn picture(&self, &(left, _): &State) -> Picture { Picture::of_text("|".repeat(left.into())) }
}

pub(crate) fn main() -> Result<(), InputError> {
    let matches = Matches(Agents::new(["Ann", "Bob"]), Outcomes::win_loss());
    let game = Session::of_turns("matches", matches);
    let solved = game.solve(&Solve::new().best(Best::All).evidence(true))?;
    println!("{} for Ann, who takes {}", solved.value, solved.best.join(" or "));
    let checked = game.check(&Check::new("<Ann> (fours & [Bob] !fours)"))?;
    println!("leaves fours, which Bob cannot: {:?}", checked.answer);
    println!("evidence accepted: {}", game.verify(&solved.evidence.expect("asked for"))?.valid);
    let played = game.play(&Play::new("alphabeta@100n,mcts@100n"), &mut |_, _| {})?;
    println!("scores: {:?}", played.scores);
    Ok(())
}
