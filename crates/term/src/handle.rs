//! What names terms, inputs, tables and functions of a pool.

use std::num::NonZeroU32;

/// Handle of a term in its [`crate::Pool`]. Equal handles of one pool mean identical terms.
///
/// Non-zero, so that `Option<Term>` is four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(pub(crate) NonZeroU32);

impl Term {
    /// Dense index of the term, from 0 in order of creation: usable to index side tables.
    /// Operands have smaller indices than the terms built from them.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The handle as a number ≥ 1, for storage beside a tag.
    pub fn to_raw(self) -> u32 {
        self.0.get()
    }

    /// The inverse of [`Term::to_raw`]; `None` for 0.
    pub fn from_raw(raw: u32) -> Option<Term> {
        NonZeroU32::new(raw).map(Term)
    }
}

/// A free variable of a pool, numbered from 0 in order of creation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputId(pub u32);

/// A constant table of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableId(pub u32);

/// A registered host function of a pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OpaqueId(pub u32);
