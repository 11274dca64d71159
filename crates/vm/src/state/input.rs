//! Inputs of a path.

use std::sync::Arc;
use term::Term;

/// An input as the program asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRecord {
    /// Name the program gave it; not necessarily unique.
    pub name: Arc<str>,
    /// C type name of a scalar, or `bytes`.
    pub ty: Arc<str>,
    /// One term for a scalar, one 8-bit term a byte for `bytes`. Each is an input of the pool.
    pub terms: Arc<[Term]>,
    /// Number of inputs of the pool that the path created before: together with name and width it
    /// identifies an input across paths, pools and machines.
    pub ordinal: u32,
}

impl InputRecord {
    /// True if it is a row of bytes rather than a scalar.
    pub fn is_bytes(&self) -> bool {
        &*self.ty == "bytes"
    }
}
