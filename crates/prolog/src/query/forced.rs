//! Answering `force`: what a coalition can force, who never acts, and what the published search
//! misses.

use ludex_base::TextError;

use super::answer::{Answer, Error};
use super::ask::Asked;
use crate::engine::Limit;
use crate::play::{Graph, Move, Verdict, force, witness};
use crate::published::{Escape, Published, force_as_published, with_facts_only};
use crate::syntax::{Goals, Term};
use crate::terms::TermId;

impl Asked<'_> {
    /// Decides whether a coalition can force goals.
    pub(super) fn force(&self, coalition: &[Term], goals: &Goals) -> Result<Answer, Error> {
        let mut graph = self.graph(Some(goals));
        let members: Vec<TermId> = coalition.iter().map(|p| graph.machine.intern(p, 0)).collect();
        let verdict = match force(&mut graph, &members) {
            Ok(verdict) => verdict,
            Err(stop) => return Error::or_unknown(stop, self.program),
        };
        let mixed = "both sides can act in one scenery; the coalition is taken to act first";
        if verdict.mixed && self.options.strict {
            return Err(Error::Program(TextError::new(mixed, 0..0)));
        }
        let mut answer = match verdict.answer {
            Some(forced) => Answer::new(forced),
            None => Answer::unknown(Limit::States),
        };
        answer.witness = witness(&graph, &verdict);
        if verdict.mixed {
            answer = answer.note(mixed);
        }
        for unknown in self.unknown_players(&mut graph, &members) {
            answer = answer.note(unknown);
        }
        if self.options.as_published {
            let published = force_as_published(self.program, coalition, goals);
            let escape = self.escape(&mut graph, &verdict, &published);
            answer = answer.note(published.compared(verdict.answer, escape.as_ref()));
        }
        Ok(answer)
    }

    /// Says which members of a coalition own no action that play reaches.
    fn unknown_players(&self, graph: &mut Graph, members: &[TermId]) -> Vec<String> {
        let mut players: Vec<TermId> = Vec::new();
        for node in 0..graph.len() {
            let moves = graph.known_moves(node).unwrap_or(&[]);
            let actions: Vec<TermId> = moves.iter().map(|mv| mv.action).collect();
            for player in actions.into_iter().filter_map(|action| graph.owner(action)) {
                if !players.contains(&player) {
                    players.push(player);
                }
            }
        }
        let mut names: Vec<String> = players.iter().map(|&p| graph.machine.write(p)).collect();
        ludex_base::sort(&mut names);
        let unknown = members.iter().filter(|member| !players.contains(member));
        let others = match names.is_empty() {
            true => "nobody does".to_owned(),
            false => format!("those who do: {}", names.join(", ")),
        };
        let text = |&player: &TermId| {
            let player = graph.machine.write(player);
            format!("player {player} never acts in play up to the goal; {others}")
        };
        unknown.map(text).collect()
    }

    /// Returns how the opponent leaves the path of the published search, if it can.
    fn escape(
        &self,
        graph: &mut Graph,
        verdict: &Verdict,
        published: &Published,
    ) -> Option<Escape> {
        let mut node = 0;
        for (action, kept) in &published.path {
            let action = graph.machine.intern(action, 0);
            let moves = graph.known_moves(node)?.to_vec();
            let next = moves.iter().find(|mv| mv.action == action)?.target;
            if verdict.open[next] {
                let leaves =
                    |(i, mv): &(usize, &Move)| !verdict.ours[node][*i] && !verdict.open[mv.target];
                let (_, escape) = moves.iter().enumerate().find(leaves)?;
                let action = graph.action_text(escape.action);
                let enabled = self.enables(kept, &action);
                return Some(Escape { action: format!("[{action}]"), enabled });
            }
            node = next;
        }
        None
    }

    /// Returns whether an action is enabled where these facts only are true.
    fn enables(&self, facts: &[Term], action: &str) -> bool {
        let program = with_facts_only(self.program, facts);
        let mut graph = Asked { program: &program, options: self.options }.graph(None);
        let actions: Vec<TermId> = match graph.moves(0) {
            Ok(moves) => moves.iter().map(|mv| mv.action).collect(),
            Err(_) => return false,
        };
        actions.into_iter().any(|enabled| graph.action_text(enabled) == action)
    }
}
