//! Parts of a state that are seldom written.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// A part that a state shares with its snapshots until one of them writes it: most paths never do, and runs
/// keep millions of snapshots.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shared<T>(Arc<T>);

impl<T> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone> DerefMut for Shared<T> {
    fn deref_mut(&mut self) -> &mut T {
        Arc::make_mut(&mut self.0)
    }
}
