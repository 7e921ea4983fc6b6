//! The matches of rules in a state [KS11, Def. 1], with preconditions and postconditions.

use super::bits::with_width;
use super::eval::Evaluator;
use super::facts::KEPT;
use super::layout::Layout;
use super::model::{Engine, Words};
use super::rules::{CompiledRule, Post};
use super::support::Support;

impl Engine {
    /// Visits the matches of some rules in a state, until a visit returns `false`. `facts` are
    /// those of the state, and each rule is given with a number to identify it. Returns whether all
    /// were visited. `all` says that no visit returns `false`, so that precomputing what all
    /// matches need is worth the effort.
    pub fn matches(
        &self,
        words: &[u64],
        facts: u64,
        rules: impl Iterator<Item = (usize, usize)>,
        all: bool,
        visit: &mut impl FnMut(usize, &[u16]) -> bool,
    ) -> bool {
        let (layout, relations) = self.layout_and_words(words);
        with_width!(layout.width, W => {
            let mut evaluator = Evaluator::<W>::new(layout.view(relations));
            let mut after = After { state: words, words: None, supports: Vec::new(), all };
            for (number, rule) in rules {
                let compiled = &self.rules[rule];
                if !compiled.facts.iter().all(|&i| self.holds(words, facts, i)) {
                    continue;
                }
                let count = compiled.join.levels.len();
                let free = self.fixed && compiled.post.is_none();
                let complete = evaluator.join(&compiled.join, &mut |evaluator| {
                    let fits = free || match self.fixed {
                        true => after.allows(self, &layout, compiled, evaluator),
                        false => self.allows(words, rule, &evaluator.slots[..count]),
                    };
                    !fits || visit(number, &evaluator.slots[..count])
                });
                if !complete {
                    return false;
                }
            }
            true
        })
    }

    /// Returns whether a fact is true; the first ones are stored in the state.
    #[inline]
    fn holds(&self, words: &[u64], facts: u64, fact: usize) -> bool {
        match fact < KEPT {
            true => facts >> fact & 1 == 1,
            false => self.truth(words, &self.facts[fact].node),
        }
    }

    /// Returns whether a rule can be applied to a match: its result satisfies `post`. A result that
    /// does not fit into memory is a fault of the engine.
    fn allows(&self, words: &[u64], rule: usize, matched: &[u16]) -> bool {
        let (after, right) = match self.applied(words, rule, matched) {
            Ok(applied) => applied,
            Err(too_big) => {
                self.fault.get_or_init(|| too_big.to_string());
                return false;
            }
        };
        let Some(post) = &self.rules[rule].post else { return true };
        let (layout, relations) = self.layout_and_words(&after);
        with_width!(layout.width, W => {
            let mut evaluator = Evaluator::<W>::new(layout.view(relations));
            evaluator.slots[..right.len()].copy_from_slice(&right);
            evaluator.truth(&post.node)
        })
    }
}

/// The states after moves from one with a fixed universe.
struct After<'a> {
    state: &'a [u64],
    /// A copy of the state, which is changed and restored.
    words: Option<Words>,
    /// The supports of sentences, by their numbers.
    supports: Vec<(usize, Support)>,
    all: bool,
}

impl After<'_> {
    /// Returns whether the match in the slots of an evaluator leads to a state with the
    /// postcondition.
    fn allows<const W: usize>(
        &mut self,
        engine: &Engine,
        layout: &Layout,
        rule: &CompiledRule,
        evaluator: &mut Evaluator<'_, W>,
    ) -> bool {
        let Some(post) = &rule.post else { return true };
        let slots = evaluator.slots;
        let matched = &slots[..rule.join.levels.len()];
        if let (true, Some(sentence)) = (self.all, post.sentence) {
            let state = self.state;
            let support = self.support(sentence, post, layout, evaluator);
            evaluator.slots[..matched.len()].copy_from_slice(matched);
            let touches = |(word, bit, set)| support.contains(word, bit, set);
            if !engine.flips(rule, state, matched).any(touches) {
                return support.truth;
            }
        }
        self.test(engine, layout, rule, post, matched, W)
    }

    fn support<const W: usize>(
        &mut self,
        sentence: usize,
        post: &Post,
        layout: &Layout,
        evaluator: &mut Evaluator<'_, W>,
    ) -> &Support {
        let known = self.supports.iter().position(|(number, _)| *number == sentence);
        let place = known.unwrap_or_else(|| {
            let support = evaluator.supported(&post.node, layout.state_words);
            self.supports.push((sentence, support));
            self.supports.len() - 1
        });
        &self.supports[place].1
    }

    /// Evaluates the condition in the state after the match.
    fn test(
        &mut self,
        engine: &Engine,
        layout: &Layout,
        rule: &CompiledRule,
        post: &Post,
        matched: &[u16],
        width: usize,
    ) -> bool {
        let words = self.words.get_or_insert_with(|| Words::from_slice(self.state));
        for (word, bit, _) in engine.flips(rule, self.state, matched) {
            words[word] ^= 1 << bit;
        }
        let truth = with_width!(width, W => {
            let mut evaluator = Evaluator::<W>::new(layout.view(words));
            for (slot, &left) in post.right.iter().enumerate() {
                evaluator.slots[slot] = matched[usize::from(left)];
            }
            evaluator.truth(&post.node)
        });
        words.copy_from_slice(self.state);
        truth
    }
}
