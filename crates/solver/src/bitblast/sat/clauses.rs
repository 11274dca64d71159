//! Clauses in one arena of words.

use super::Literal;

/// Offset of a clause's header in the arena.
pub(super) type ClauseRef = u32;

/// No clause.
pub(super) const NO_CLAUSE: ClauseRef = u32::MAX;

/// Words before the literals: length and flags; block distance; activity.
const HEADER: usize = 3;
const LEARNT: u32 = 1 << 31;
const DELETED: u32 = 1 << 30;
const LENGTH: u32 = DELETED - 1;

/// The clause arena. A header of three words (length and flags, literal block distance, activity
/// as `f32` bits) is followed by the literals.
#[derive(Default)]
pub(super) struct Clauses {
    words: Vec<u32>,
    wasted: usize,
}

impl Clauses {
    pub(super) fn add(&mut self, literals: &[Literal], learnt: bool, distance: u32) -> ClauseRef {
        let at = self.words.len() as ClauseRef;
        let flags = if learnt { LEARNT } else { 0 };
        self.words
            .extend([literals.len() as u32 | flags, distance, 0]);
        self.words.extend(literals.iter().map(|l| l.0));
        at
    }

    pub(super) fn len(&self, c: ClauseRef) -> usize {
        (self.words[c as usize] & LENGTH) as usize
    }

    pub(super) fn literal(&self, c: ClauseRef, i: usize) -> Literal {
        Literal(self.words[c as usize + HEADER + i])
    }

    /// The literals as raw words, for the propagation loop.
    pub(super) fn literals_mut(&mut self, c: ClauseRef) -> &mut [u32] {
        let start = c as usize + HEADER;
        let length = self.len(c);
        &mut self.words[start..start + length]
    }

    pub(super) fn literals(&self, c: ClauseRef) -> impl ExactSizeIterator<Item = Literal> + '_ {
        let start = c as usize + HEADER;
        self.words[start..start + self.len(c)]
            .iter()
            .map(|&w| Literal(w))
    }

    pub(super) fn is_learnt(&self, c: ClauseRef) -> bool {
        self.words[c as usize] & LEARNT != 0
    }

    pub(super) fn is_deleted(&self, c: ClauseRef) -> bool {
        self.words[c as usize] & DELETED != 0
    }

    pub(super) fn distance(&self, c: ClauseRef) -> u32 {
        self.words[c as usize + 1]
    }

    pub(super) fn activity(&self, c: ClauseRef) -> f32 {
        f32::from_bits(self.words[c as usize + 2])
    }

    pub(super) fn set_activity(&mut self, c: ClauseRef, activity: f32) {
        self.words[c as usize + 2] = activity.to_bits();
    }

    /// Marks a clause; its memory comes back at the next [`Clauses::compact`].
    pub(super) fn delete(&mut self, c: ClauseRef) {
        self.wasted += HEADER + self.len(c);
        self.words[c as usize] |= DELETED;
    }

    pub(super) fn wasted(&self) -> usize {
        self.wasted
    }

    pub(super) fn words(&self) -> usize {
        self.words.len()
    }

    /// Moves the clauses that are left together and returns where each went, as pairs in
    /// ascending order.
    pub(super) fn compact(&mut self) -> Vec<(ClauseRef, ClauseRef)> {
        let mut moved = Vec::new();
        let mut kept = Vec::with_capacity(self.words.len() - self.wasted);
        let mut at = 0;
        while at < self.words.len() {
            let end = at + HEADER + (self.words[at] & LENGTH) as usize;
            if self.words[at] & DELETED == 0 {
                moved.push((at as ClauseRef, kept.len() as ClauseRef));
                kept.extend_from_slice(&self.words[at..end]);
            }
            at = end;
        }
        self.words = kept;
        self.wasted = 0;
        moved
    }
}
