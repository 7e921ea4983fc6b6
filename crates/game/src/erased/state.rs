//! States whose type is erased.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A state of a [`DynGame`](super::DynGame): equal, hashed and printed as the state behind it.
///
/// A clone shares the state until one of the two is changed. [`Clone::clone_from`] copies it into
/// what this one has for itself, without allocating.
pub struct DynState(Arc<dyn Object>);

/// What a state of any game can do.
trait Object: Any + Send + Sync {
    fn equals(&self, other: &dyn Object) -> bool;
    fn hash_into(&self, hasher: &mut dyn Hasher);
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Becomes a copy of the other. Returns false, unchanged, if it has another type.
    fn copy_from(&mut self, other: &dyn Object) -> bool;
}

impl<S: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> Object for S {
    fn equals(&self, other: &dyn Object) -> bool {
        (other as &dyn Any).downcast_ref() == Some(self)
    }

    fn hash_into(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }

    fn copy_from(&mut self, other: &dyn Object) -> bool {
        (other as &dyn Any).downcast_ref().map(|other| self.clone_from(other)).is_some()
    }
}

impl DynState {
    /// Erases the type of a state.
    pub fn new<S: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static>(state: S) -> DynState {
        DynState(Arc::new(state))
    }

    /// Returns the state behind it. Panics if it is a state of another type of game: states of
    /// different games must not be mixed.
    pub fn get<S: 'static>(&self) -> &S {
        let state: &dyn Any = &*self.0;
        state.downcast_ref().expect("a state belongs to the game it is used with")
    }

    /// Returns the state behind it to be changed: a copy, if somebody else has it, too. Panics where
    /// [`DynState::get`] does.
    pub fn make_mut<S: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static>(
        &mut self,
    ) -> &mut S {
        if Arc::get_mut(&mut self.0).is_none() {
            *self = DynState::new(self.get::<S>().clone());
        }
        let state: &mut dyn Any = Arc::get_mut(&mut self.0).expect("nobody else has the copy");
        state.downcast_mut().expect("a state belongs to the game it is used with")
    }
}

impl Clone for DynState {
    fn clone(&self) -> DynState {
        DynState(Arc::clone(&self.0))
    }

    fn clone_from(&mut self, source: &DynState) {
        if !Arc::get_mut(&mut self.0).is_some_and(|own| own.copy_from(&*source.0)) {
            *self = source.clone();
        }
    }
}

impl PartialEq for DynState {
    fn eq(&self, other: &DynState) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.equals(&*other.0)
    }
}

impl Eq for DynState {}

impl Hash for DynState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.hash_into(hasher);
    }
}

impl fmt::Debug for DynState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}
