//! One simulation: descend, expand, play out, back up.

use ludex_game::{Turn, roll};

use super::choice::{select, usual};
use super::playout::Playout;
use super::search::{Mcts, Scratch, Surprise};
use super::tree::{Edge, NONE, SEVERAL, Span};
use crate::Rules;
use crate::survey::Survey;

impl<G: Rules> Mcts<'_, G> {
    pub(super) fn simulate(
        &mut self,
        start: &G::State,
        root: u32,
        survey: &mut Survey,
    ) -> Result<(), Surprise> {
        let mut state = self.scratch.state.take().unwrap_or_else(|| start.clone());
        state.clone_from(start);
        self.statistics.begin();
        self.scratch.path.clear();
        self.scratch.edges.clear();
        self.scratch.starts.clear();
        self.scratch.expanded = usize::MAX;
        let result = self.descend(&mut state, root, survey);
        self.scratch.state = Some(state);
        result.map(|()| self.back_up())
    }

    /// Steps 1 to 3: descend, expand, play out. Leaves the result in `shares`.
    fn descend(
        &mut self,
        state: &mut G::State,
        root: u32,
        survey: &mut Survey,
    ) -> Result<(), Surprise> {
        let mut node = root;
        loop {
            self.scratch.path.push(node);
            if self.tree.is_solved(node) && node != root {
                return self.take_proved(node);
            }
            let fresh = self.tree.node(node).edges == NONE;
            if fresh && (self.tree.node(node).visits == 0 && node != root || !self.has_room()) {
                return self.play_out(state, survey);
            }
            if fresh {
                self.expand(state, node);
            }
            if self.options.look_ahead && self.wants_look(node, root) {
                self.look_ahead(state, node, survey)?;
                self.scratch.expanded = self.scratch.expanded.min(self.scratch.path.len() - 1);
                if self.tree.is_solved(node) && node != root {
                    return self.take_proved(node);
                }
            }
            let Some(child) = self.follow(state, node, survey)? else {
                return self.play_out(state, survey);
            };
            node = child;
        }
    }

    /// Takes the proved value of a node as the result.
    fn take_proved(&mut self, node: u32) -> Result<(), Surprise> {
        for (agent, share) in self.scratch.shares.iter_mut().enumerate() {
            *share = self.tree.span(node, agent).low;
        }
        Ok(())
    }

    fn has_room(&self) -> bool {
        self.tree.bytes() < self.options.max_bytes && !self.tree.is_full()
    }

    /// Step 1: plays the selected moves. Returns the node they lead to, or `None` if that is on the
    /// path already, which is a cycle. Where chance moves next the dice are rolled, so that a move
    /// leads to many nodes, each as often as it is likely; nothing is proved of such a move.
    fn follow(
        &mut self,
        state: &mut G::State,
        node: u32,
        survey: &mut Survey,
    ) -> Result<Option<u32>, Surprise> {
        let depth = self.scratch.path.len() - 1;
        let scratch = &mut self.scratch;
        let first = scratch.edges.len();
        scratch.starts.push(first);
        select(
            &self.tree,
            node,
            &self.options,
            &self.statistics,
            &mut self.rng,
            &mut scratch.edges,
        );
        scratch.chosen.clear();
        let edges = self.tree.edges_of(node);
        for &place in &scratch.edges[first..] {
            let edge = &edges[place as usize];
            scratch.chosen.push(edge.mv);
            self.statistics.note(edge.agent, edge.code, depth);
        }
        let link = self.link(node, first);
        self.game.step(state, &self.scratch.chosen);
        let rolled = self.roll(state);
        let link = link.filter(|_| !rolled);
        let child = match link.map(|link| self.linked(link)) {
            Some(child) if child != NONE => child,
            _ if !self.has_room() => return Ok(None),
            _ => {
                let child = self.reach(state, rolled, survey)?;
                match link {
                    Some(Link::Edge(edge)) => self.tree.edges[edge].child = child,
                    Some(Link::Matrix(at)) => self.tree.children[at] = child,
                    None => {}
                }
                child
            }
        };
        let circles = self.repeats != Some(Ok(false)) && self.scratch.path.contains(&child);
        Ok(if circles { None } else { Some(child) })
    }

    /// Plays what chance does until an agent is on turn. Returns whether there was any.
    fn roll(&mut self, state: &mut G::State) -> bool {
        let mut rolled = false;
        while self.has_chance && self.game.turn(state) == Turn::Chance {
            let Some(mv) = roll(self.game, state, &mut self.rng) else { break };
            self.game.step(state, &[mv]);
            rolled = true;
        }
        rolled
    }

    /// Returns where the child for the chosen edges of a node is stored.
    fn link(&self, node: u32, first: usize) -> Option<Link> {
        let place = self.tree.node(node);
        let chosen = &self.scratch.edges[first..];
        let edges = self.tree.edges_of(node);
        if place.chooser != SEVERAL {
            let own = chosen.iter().find(|&&e| edges[e as usize].agent == place.chooser);
            return own.map(|&edge| Link::Edge((place.edges + edge) as usize));
        }
        if place.matrix == NONE {
            return None;
        }
        let (mut at, mut before) = (0, 0);
        for (group, &edge) in edges.chunk_by(|a, b| a.agent == b.agent).zip(chosen) {
            at = at * group.len() + edge as usize - before;
            before += group.len();
        }
        Some(Link::Matrix(place.matrix as usize + at))
    }

    fn linked(&self, link: Link) -> u32 {
        match link {
            Link::Edge(edge) => self.tree.edges[edge].child,
            Link::Matrix(at) => self.tree.children[at],
        }
    }

    /// Step 3: random playouts from a leaf, a batch where the game has a sampler.
    fn play_out(&mut self, state: &mut G::State, survey: &mut Survey) -> Result<(), Surprise> {
        match self.sampler {
            Some(_) => self.play_many(state, survey),
            None => self.play_one(state, survey),
        }
    }

    fn play_many(&mut self, state: &G::State, survey: &mut Survey) -> Result<(), Surprise> {
        let Some(sampler) = &mut self.sampler else { return Ok(()) };
        let plays = self.options.batch;
        let scores = sampler.sample(state, plays, survey.longest);
        let start = self.scratch.path.len() as f64;
        self.length.0 += 1.0;
        self.length.1 += start + scores.plies as f64 / plays as f64;
        let fits = survey.mean_shares(&scores, plays, &mut self.scratch.shares);
        if fits { Ok(()) } else { Err(Surprise) }
    }

    fn play_one(&mut self, state: &mut G::State, survey: &mut Survey) -> Result<(), Surprise> {
        let start = self.scratch.path.len();
        let (over, plies) = Playout {
            game: self.game,
            rng: &mut self.rng,
            statistics: &mut self.statistics,
            moves: &mut self.scratch.moves,
            chosen: &mut self.scratch.chosen,
            draw: self.options.draw,
            note: self.options.rave > 0.0 || self.options.draw > 1,
            policy: self.policy.as_deref_mut(),
        }
        .run(state, start, survey.longest);
        self.length.0 += 1.0;
        self.length.1 += (start + plies) as f64;
        if over {
            return self.end(state, survey);
        }
        // The result is unknown: take the evaluation of the game, or one half.
        let first = self.game.evaluation(state).filter(|_| survey.sum.is_some());
        let first = first.unwrap_or(0.5) as f32;
        for (agent, share) in self.scratch.shares.iter_mut().enumerate() {
            *share = if agent == 1 { 1.0 - first } else { first };
        }
        Ok(())
    }

    /// Step 4: updates the statistics and the bounds of the path.
    fn back_up(&mut self) {
        let Scratch { path, edges, starts, shares, expanded, .. } = &mut self.scratch;
        if self.options.draw > 1 {
            self.statistics.learn(shares);
        }
        // Bounds may change because of a leaf that is solved or has bounds, or of expanded nodes.
        let mut news = path.last().is_some_and(|&leaf| {
            self.tree.node(leaf).visits == 0 && self.tree.spans_of(leaf) != [Span::ALL]
        });
        for (depth, &node) in path.iter().enumerate().rev() {
            self.tree.node_mut(node).visits += 1;
            let Some(&first) = starts.get(depth) else { continue };
            let chosen = &edges[first..starts.get(depth + 1).map_or(edges.len(), |&next| next)];
            let own = self.tree.edges_mut(node);
            if self.options.history > 0.0 {
                for &place in chosen {
                    let Edge { agent, code, .. } = own[place as usize];
                    let gain = shares[usize::from(agent)] - usual(own, agent);
                    self.statistics.credit(agent, code, gain);
                }
            }
            for &place in chosen {
                let edge = &mut own[place as usize];
                edge.visits += 1;
                edge.mean += (shares[usize::from(edge.agent)] - edge.mean) / edge.visits as f32;
            }
            if self.options.rave > 0.0 {
                for edge in own.iter_mut() {
                    if self.statistics.was_played(edge.agent, edge.code, depth) {
                        edge.rave_visits += 1;
                        let share = shares[usize::from(edge.agent)];
                        edge.rave_mean += (share - edge.rave_mean) / edge.rave_visits as f32;
                    }
                }
            }
            if self.options.solve {
                // A child may have been solved on another path.
                news |= depth + 1 >= *expanded;
                news |= path.get(depth + 1).is_some_and(|&child| self.tree.is_solved(child));
                news = news && self.tree.back_up_proofs(node);
                // An exploring move need not be played: back up the proved value.
                self.tree.clamp(node, shares);
            }
        }
    }
}

#[derive(Clone, Copy)]
enum Link {
    Edge(usize),
    Matrix(usize),
}
