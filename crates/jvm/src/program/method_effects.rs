//! What is known of what methods do to objects.

use crate::symbol::Symbol;
use ir::{CallEffects, ClassId};
use rustc_hash::FxHashMap;

/// A method: what declares it, and its number there.
pub(crate) type MethodKey = (ClassId, u32);

/// What the code of a method does itself, and the methods that it may call.
#[derive(Default)]
pub(crate) struct OwnEffects {
    pub effects: CallEffects,
    pub calls: Vec<MethodKey>,
}

/// Methods by name and descriptor.
pub(crate) type MethodsByName = FxHashMap<(Symbol, Symbol), Vec<MethodKey>>;
