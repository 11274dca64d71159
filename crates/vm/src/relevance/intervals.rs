//! Numbers in memory that matter only as far as they are in an interval.

use super::needs::{MOST_WORDS, Mode, Needs, Stretch, mask};
use super::slack::Slack;
use crate::instruction::Range;
use crate::memory::ObjectId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

impl Needs {
    /// A number in an object must be in an interval.
    pub(super) fn interval(&mut self, object: ObjectId, stretch: Stretch, slack: Slack) {
        self.objects.insert(object);
        let slack = slack.of_width(8 * stretch.1);
        let intervals = self.intervals.entry(object).or_default();
        let before = intervals.len();
        let known = intervals.entry(stretch).or_insert(slack);
        let both = known.and(slack);
        if both.is_none() {
            self.forget_interval(object, stretch);
            return self.whole(object, stretch);
        }
        *known = both;
        self.count += intervals.len() - before;
        self.unknown |= self.count > MOST_WORDS;
    }

    fn forget_interval(&mut self, object: ObjectId, stretch: Stretch) {
        if let Some(intervals) = self.intervals.get_mut(&object)
            && intervals.remove(&stretch).is_some()
        {
            self.count -= 1;
        }
    }

    /// The intervals that a range of bytes touches.
    pub(super) fn intervals_in(
        &self,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> Vec<(Stretch, Slack)> {
        let Some(intervals) = self.intervals.get(&object) else {
            return Vec::new();
        };
        // One has eight bytes at the most.
        let near = (offset.saturating_sub(7), 0)..(offset.saturating_add(size), 0);
        let touched = intervals
            .range(near)
            .filter(|((start, length), _)| offset < start + u64::from(*length));
        touched.map(|(&stretch, &slack)| (stretch, slack)).collect()
    }

    /// Where bytes are looked at otherwise, numbers there matter to the last.
    pub(super) fn settle(&mut self, object: ObjectId, offset: u64, size: u64) {
        for (stretch, _) in self.intervals_in(object, offset, size) {
            self.forget_interval(object, stretch);
            self.whole(object, stretch);
        }
    }

    /// A number matters to the last, or an address.
    fn whole(&mut self, object: ObjectId, (offset, size): Stretch) {
        let mode = match size == 8 && offset.is_multiple_of(8) {
            true => Mode::SAME,
            false => Mode::Exact,
        };
        self.bytes(object, offset, u64::from(size), mode);
    }

    /// A number is written that had only to be in an interval.
    pub(super) fn take_interval(
        &mut self,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> Option<Slack> {
        let found = self.intervals_in(object, offset, size);
        let &[(stretch, slack)] = &found[..] else {
            return None;
        };
        let same = stretch == (offset, u8::try_from(size).ok()?);
        if !same || !self.words_at(object, offset, size).is_empty() {
            return None;
        }
        self.forget_interval(object, stretch);
        Some(slack)
    }

    /// By how much bytes that are written may be written further down or up in an object, between two offsets, where
    /// nothing matters.
    pub(super) fn room_around(&self, range: Range, (from, to): (u64, u64)) -> (u64, u64) {
        /// Places that are looked at.
        const MOST: usize = 256;
        let (mut below, mut above) = (from, to);
        let ends = range.offset.checked_add(range.size);
        if range.offset < from || ends.is_none_or(|end| end > to) {
            return (0, 0);
        }
        let words = self.words.get(&range.object);
        let intervals = self.intervals.get(&range.object);
        if words.map_or(0, FxHashMap::len) + intervals.map_or(0, BTreeMap::len) > MOST {
            return (0, 0);
        }
        let words = words.into_iter().flatten();
        let words = words.map(|(word, bytes)| {
            let first = word * 8 + u64::from(bytes.needed.trailing_zeros());
            let end = word * 8 + 8 - u64::from(bytes.needed.leading_zeros());
            (first, end)
        });
        let intervals = intervals.into_iter().flatten();
        let intervals = intervals.map(|((start, size), _)| (*start, start + u64::from(*size)));
        for (first, end) in words.chain(intervals) {
            if end <= range.offset {
                below = below.max(end);
            } else if first >= range.offset + range.size {
                above = above.min(first);
            } else {
                return (0, 0);
            }
        }
        (range.offset - below, above - range.offset - range.size)
    }

    /// True if a number there matters here as much.
    pub(super) fn covers_interval(&self, object: ObjectId, stretch: Stretch, slack: Slack) -> bool {
        let own = self.intervals.get(&object).and_then(|it| it.get(&stretch));
        let (offset, size) = (stretch.0, u64::from(stretch.1));
        let whole = || {
            let words = self.words.get(&object);
            let needed = |word| words.and_then(|words| words.get(&word).copied());
            let mut all = offset / 8..=(offset + size - 1) / 8;
            all.all(|word| mask(word, offset, size) & !needed(word).unwrap_or_default().needed == 0)
        };
        own.is_some_and(|own| own.is_within(slack)) || whole()
    }
}
