//! A compiled description: its states, matches and rewrites.

use std::ops::Deref;
use std::sync::{Arc, OnceLock, RwLock};

use ludex_base::Budget;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::bits::with_width;
use super::compile::{CompileError, Compiler};
use super::eval::Evaluator;
use super::facts::Fact;
use super::layout::{Layout, TooBig};
use super::node::{Node, TermNode};
use super::packing::joined;
use super::rewriting::{Free, Names, rewrite};
use super::rules::{Change, CompiledRule};
use crate::Rational;
use crate::logic::Fluents;
use crate::syntax::{Description, Formula, Name};

/// The words of a state.
pub(crate) type Words = SmallVec<[u64; 8]>;

/// A compiled description. If it is `fixed`, the universe never changes and a state has the words
/// of the fluents only; otherwise a state has the size of its universe, the names of its elements
/// and the words of all relations.
pub(crate) struct Engine {
    pub description: Description,
    pub fixed: bool,
    pub fluents: Fluents,
    pub rules: Vec<CompiledRule>,
    /// The layout of fixed universes.
    pub layout: Layout,
    pub names: Names,
    pub(super) facts: Vec<Fact>,
    pub(super) relations: Vec<(Name, usize)>,
    layouts: RwLock<FxHashMap<usize, Arc<Layout>>>,
    start: Words,
    /// Why a state could not be made or evaluated, if that has happened.
    pub fault: OnceLock<String>,
}

/// The layout of a state: that of all states, or that of the states with as many elements.
pub(crate) enum StateLayout<'a> {
    Fixed(&'a Layout),
    Free(Arc<Layout>),
}

impl Deref for StateLayout<'_> {
    type Target = Layout;
    fn deref(&self) -> &Layout {
        match self {
            StateLayout::Fixed(layout) => layout,
            StateLayout::Free(layout) => layout,
        }
    }
}

impl Engine {
    /// Compiles a description, with a fixed universe if it never changes.
    pub fn new(description: &Description, budget: &Budget) -> Result<Engine, CompileError> {
        let used = description.used_rules();
        let fixed = used.into_iter().all(|i| description.rules[i].keeps_universe());
        Engine::compiled(description, fixed, budget)
    }

    /// Compiles a description for universes that may change, whatever rules its locations use.
    pub fn free(description: &Description, budget: &Budget) -> Result<Engine, CompileError> {
        Engine::compiled(description, false, budget)
    }

    fn compiled(
        description: &Description,
        fixed: bool,
        budget: &Budget,
    ) -> Result<Engine, CompileError> {
        let fluents = Fluents::of(description);
        let model = &description.model;
        let relations: Vec<(Name, usize)> =
            model.relations.iter().map(|(name, r)| (name.clone(), r.arity)).collect();
        let stable = |name: &Name| fixed && !fluents.contains(name);
        let mut layout = Layout::new(relations.clone(), model.size(), stable)?;
        let packed = layout.pack(model);
        let names = Names::new(model, &description.rules);
        let changing = fixed.then(|| fluents.clone());
        let mut compiler = Compiler::new(description, layout, changing).within(budget);
        let (mut facts, mut sentences) = (Vec::new(), Vec::new());
        let mut rules = Vec::new();
        for rule in &description.rules {
            let mut fact = |formula| number_in(&mut facts, formula);
            let mut sentence = |formula| number_in(&mut sentences, formula);
            rules.push(CompiledRule::new(&mut compiler, rule, &mut fact, &mut sentence)?);
        }
        let facts = facts
            .into_iter()
            .map(|formula| Fact::new(&formula, &mut compiler))
            .collect::<Result<Vec<Fact>, CompileError>>()?;
        let layout = compiler.layout;
        let mut engine = Engine {
            description: description.clone(),
            fixed,
            fluents,
            rules,
            layout,
            names,
            facts,
            relations,
            layouts: RwLock::default(),
            start: Words::new(),
            fault: OnceLock::new(),
        };
        engine.start = match fixed {
            true => Words::from_vec(packed),
            false => engine.packed(model).expect("the names of the model are known"),
        };
        Ok(engine)
    }

    /// Returns the words of the starting structure.
    pub fn start(&self) -> Words {
        self.start.clone()
    }

    /// Compiles a further formula: its stable parts are evaluated in a layout of its own.
    pub fn compile<T>(
        &mut self,
        budget: &Budget,
        compile: impl FnOnce(&mut Compiler) -> Result<T, CompileError>,
    ) -> Result<T, CompileError> {
        let layout = std::mem::take(&mut self.layout);
        let fluents = self.fixed.then(|| self.fluents.clone());
        let mut compiler = Compiler::new(&self.description, layout, fluents).within(budget);
        let result = compile(&mut compiler);
        self.layout = compiler.layout;
        result
    }

    /// Returns the layout of universes of a size.
    pub fn layout_of(&self, size: usize) -> Result<Arc<Layout>, TooBig> {
        let known = self.layouts.read().expect("nobody panics here").get(&size).cloned();
        if let Some(layout) = known {
            return Ok(layout);
        }
        if size > crate::lang::MOST_ELEMENTS {
            return Err(TooBig("universe".into(), 0, size));
        }
        let layout = Arc::new(Layout::new(self.relations.clone(), size, |_| false)?);
        self.layouts.write().expect("nobody panics here").insert(size, layout.clone());
        Ok(layout)
    }

    /// Returns the layout of a state and the words of its relations.
    pub fn layout_and_words<'a>(&'a self, words: &'a [u64]) -> (StateLayout<'a>, &'a [u64]) {
        if self.fixed {
            return (StateLayout::Fixed(&self.layout), words);
        }
        let size = words[0] as usize;
        let layout = self.layout_of(size).expect("only states with a layout are made");
        (StateLayout::Free(layout), &words[1 + size..])
    }

    /// Returns whether a closed formula is true in a state.
    pub fn truth(&self, words: &[u64], node: &Node) -> bool {
        let (layout, words) = self.layout_and_words(words);
        with_width!(layout.width, W => Evaluator::<W>::new(layout.view(words)).truth(node))
    }

    /// Returns the value of a term in a state.
    pub fn value(&self, words: &[u64], term: &TermNode) -> Rational {
        let (layout, words) = self.layout_and_words(words);
        with_width!(layout.width, W => Evaluator::<W>::new(layout.view(words)).term(term))
    }

    /// Returns the value of a term in a state, as a floating point number.
    pub fn quick_value(&self, words: &[u64], term: &TermNode) -> f64 {
        let (layout, words) = self.layout_and_words(words);
        with_width!(layout.width, W => Evaluator::<W>::new(layout.view(words)).term(term))
    }

    /// Returns the state after a rule is applied to a match, and the images of the elements of the
    /// right-hand side.
    pub fn applied(
        &self,
        words: &[u64],
        rule: usize,
        matched: &[u16],
    ) -> Result<(Words, Vec<u16>), TooBig> {
        let text = &self.description.rules[rule];
        if self.fixed {
            let mut after = Words::from_slice(words);
            self.change(&mut after, rule, matched, |_, _| {});
            let right = text.origin.iter().map(|l| matched[l.expect("the universe stays")]);
            return Ok((after, right.collect()));
        }
        let (layout, relations) = self.layout_and_words(words);
        let before =
            Free { names: words[1..=words[0] as usize].to_vec(), words: relations.to_vec() };
        let (after, right) =
            rewrite(&before, &layout, text, matched, &self.names, &|size| self.layout_of(size))?;
        Ok((joined(&after), right))
    }

    /// Returns the bits of a fixed state that a rule flips at a match, and whether they are set
    /// afterwards. No two changes of a rule affect the same bit, as matches are injective.
    #[inline]
    pub fn flips<'a>(
        &'a self,
        rule: &'a CompiledRule,
        words: &'a [u64],
        matched: &'a [u16],
    ) -> impl Iterator<Item = (usize, u32, bool)> + 'a {
        rule.changes.iter().filter_map(|change| {
            let (word, bit) = self.bit_of(change, matched);
            ((words[word] >> bit & 1 == 1) != change.add).then_some((word, bit, change.add))
        })
    }

    #[inline]
    fn bit_of(&self, change: &Change, matched: &[u16]) -> (usize, u32) {
        match change.arguments[..] {
            // A mark, by far the most common case.
            [slot] => {
                let element = usize::from(matched[usize::from(slot)]);
                let first = self.layout.places[change.relation].rows;
                (first + element / 64, (element % 64) as u32)
            }
            _ => {
                let element = |&slot: &u8| usize::from(matched[usize::from(slot)]);
                self.layout.bit(change.relation, change.arguments.iter().map(element))
            }
        }
    }

    /// Changes the words of a fixed state as a rule says, and calls a function with every bit that
    /// flips.
    #[inline]
    pub fn change(
        &self,
        words: &mut [u64],
        rule: usize,
        matched: &[u16],
        mut flip: impl FnMut(usize, u32),
    ) {
        for change in &self.rules[rule].changes {
            let (word, bit) = self.bit_of(change, matched);
            if (words[word] >> bit & 1 == 1) != change.add {
                words[word] ^= 1 << bit;
                flip(word, bit);
            }
        }
    }
}

/// Returns the index of a formula in a list, to which it is added if it is new.
fn number_in(list: &mut Vec<Formula>, formula: Formula) -> usize {
    list.iter().position(|f| *f == formula).unwrap_or_else(|| {
        list.push(formula);
        list.len() - 1
    })
}
