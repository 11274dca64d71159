//! Texts that are inputs.

use super::InputOrigin;
use crate::memory::ObjectId;
use std::sync::Arc;
use term::Term;

/// What a path knows of the texts that are inputs.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputTexts {
    /// Symbolic contents of input files and environment variables asked for so far.
    pub(crate) contents: Vec<(InputOrigin, Arc<[Term]>)>,
    /// Of input strings, how many free bytes are known not to be zero.
    pub(crate) lengths: Vec<(ObjectId, u64)>,
}

impl InputTexts {
    /// How many free bytes of an input string are known not to be zero.
    pub(crate) fn length(&self, id: ObjectId) -> u64 {
        let known = self.lengths.iter().find(|(other, _)| *other == id);
        known.map_or(0, |&(_, count)| count)
    }

    /// Remembers that so many free bytes of an input string are not zero.
    pub(crate) fn learn_length(&mut self, id: ObjectId, count: u64) {
        match self.lengths.iter_mut().find(|(other, _)| *other == id) {
            Some((_, known)) => *known = count.max(*known),
            None => self.lengths.push((id, count)),
        }
    }
}
