//! A strategic game that can be played.

use ludex_base::Fraction;
use ludex_game::{
    Agent, Agents, Model, Notation, Outcome, Outcomes, Picture, Shape, SimultaneousGame, TextError,
    Turn,
};

use super::StrategicGame;
use crate::extensive::game::without_blanks;

/// A state: the start, or the profile that was chosen, by its number plus 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StrategicState(u32);

/// An action of a player, by index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct StrategicMove(u32);

/// A strategic game as a game of one simultaneous move.
#[derive(Clone, Debug)]
pub struct StrategicTable {
    game: StrategicGame,
    agents: Agents,
    /// One for every payoff of the first player, if there are not too many.
    outcomes: Outcomes,
    zero_sum: bool,
}

/// How the start is written.
const START: &str = "start";

impl StrategicTable {
    /// Makes a game playable.
    pub fn new(game: StrategicGame) -> StrategicTable {
        let mut worths: Vec<Fraction> = game.payoffs.iter().map(|row| row[0]).collect();
        ludex_base::sort(&mut worths);
        worths.dedup();
        let apart = worths.windows(2).all(|pair| pair[0].number() < pair[1].number());
        let listed = apart && worths.len() <= 20_000;
        let outcomes = match listed {
            true => Outcomes::new(worths.iter().map(|worth| (worth.to_string(), worth.number()))),
            false => Outcomes::win_draw_loss(),
        };
        let agents = Agents::new(game.players.iter().map(|name| without_blanks(name)));
        let zero = |row: &Vec<Fraction>| {
            row.len() == 2 && row[0].checked_add(row[1]) == Some(Fraction::ZERO)
        };
        let zero_sum = listed && (agents.len() == 1 || game.payoffs.iter().all(zero));
        StrategicTable { game, agents, outcomes, zero_sum }
    }

    fn chosen(&self, state: StrategicState) -> Option<&[Fraction]> {
        let number = (state.0 as usize).checked_sub(1)?;
        self.game.payoffs.get(number).map(Vec::as_slice)
    }
}

impl Model for StrategicTable {
    type State = StrategicState;
    type Move = StrategicMove;

    fn agents(&self) -> &Agents {
        &self.agents
    }

    fn outcomes(&self) -> &Outcomes {
        &self.outcomes
    }

    fn initial(&self) -> StrategicState {
        StrategicState(0)
    }

    fn turn(&self, state: &StrategicState) -> Turn {
        if state.0 == 0 { Turn::Together } else { Turn::Final }
    }

    fn moves(&self, state: &StrategicState, agent: Agent, out: &mut Vec<StrategicMove>) {
        if let (0, Some(own)) = (state.0, self.game.actions.get(agent.index())) {
            out.extend((0..own.len() as u32).map(StrategicMove));
        }
    }

    fn outcome(&self, state: &StrategicState) -> Outcome {
        let payoff = self.payoff(state, Agent::FIRST);
        let distance = |outcome: &Outcome| (self.outcomes.number(*outcome) - payoff).abs();
        let nearest = self.outcomes.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        nearest.unwrap_or(Outcome::WORST)
    }

    fn holds(&self, _: &StrategicState, _: u32) -> bool {
        false
    }

    fn key(&self, state: &StrategicState) -> u64 {
        u64::from(state.0)
    }

    fn can_repeat(&self) -> bool {
        false
    }

    fn payoff(&self, state: &StrategicState, agent: Agent) -> f64 {
        self.fraction(state, agent).map_or(0.0, Fraction::number)
    }

    fn fraction(&self, state: &StrategicState, agent: Agent) -> Option<Fraction> {
        self.chosen(*state)?.get(agent.index()).copied()
    }

    fn zero_sum(&self) -> bool {
        self.zero_sum
    }
}

impl SimultaneousGame for StrategicTable {
    fn play_joint(&self, state: &mut StrategicState, joint: &[StrategicMove]) {
        if state.0 == 0 {
            let digits = self.game.actions.iter().zip(joint);
            let number = digits.fold(0, |n, (own, mv)| n * own.len() as u32 + mv.0);
            *state = StrategicState(number + 1);
        }
    }
}

impl Notation for StrategicTable {
    /// Returns the name of the action, followed by its number if another has the same name.
    fn write_move(&self, _: &StrategicState, agent: Agent, mv: StrategicMove) -> String {
        let own = self.game.actions.get(agent.index()).map_or(&[][..], Vec::as_slice);
        let Some(name) = own.get(mv.0 as usize).map(|name| without_blanks(name)) else {
            return "_".to_string();
        };
        let same = |other: &&String| without_blanks(other).eq_ignore_ascii_case(&name);
        match own.iter().filter(same).count() {
            1 => name,
            _ => format!("{name}#{}", mv.0 + 1),
        }
    }

    /// Returns `start`, or the numbers of the chosen actions.
    fn write_position(&self, state: &StrategicState) -> String {
        match (state.0 as usize).checked_sub(1) {
            None => START.to_string(),
            Some(number) => {
                let profile = self.game.profile(number);
                profile.iter().map(|action| (action + 1).to_string()).collect::<Vec<_>>().join("-")
            }
        }
    }

    fn read_position(&self, text: &str) -> Result<StrategicState, TextError> {
        let states = 0..=self.game.payoffs.len() as u32;
        let found = states.map(StrategicState).find(|state| self.write_position(state) == text);
        found.ok_or_else(|| {
            TextError::new("there is no such position", 0..text.len())
                .help(format!("expected `{START}`, or the numbers of the chosen actions as in 1-2"))
        })
    }

    fn atoms(&self) -> Vec<String> {
        Vec::new()
    }

    fn picture(&self, state: &StrategicState) -> Picture {
        let mut picture = Picture::new(Shape::Square);
        match self.chosen(*state) {
            None => {
                let table = self.game.text_table().unwrap_or_else(|| self.game.title.clone());
                table.lines().for_each(|line| picture.note(line.to_string()));
            }
            Some(payoffs) => {
                let payoffs: Vec<String> = payoffs.iter().map(Fraction::to_string).collect();
                picture.note(format!("payoffs: {}", payoffs.join(", ")));
            }
        }
        picture
    }
}
