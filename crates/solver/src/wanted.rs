//! Values that terms shall have.

use term::Bits;

/// A value that a term shall have.
#[derive(Clone, Debug)]
pub(crate) enum Wanted {
    Bool(bool),
    Bits(Bits),
}
