//! What a search for values is to make true.

use crate::wanted::Wanted;
use smallvec::SmallVec;
use term::Term;

/// Something to be made true: a term and its value.
pub(crate) type Task = (Term, Wanted);

/// One way to make a task true: all of these.
pub(crate) type Alternative = SmallVec<[Task; 2]>;
