//! What of a state the ways on from it depend on.

use super::class_cell::ClassCell;
use super::slack::Slack;
use crate::code::Slot;
use crate::instruction::Range;
use crate::memory::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// Words of memory that are followed; what depends on more is not known.
pub(super) const MOST_WORDS: usize = 1 << 14;

/// How much of a value matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// It must be so near to the number it is. Of an address the offset must, and which object it is in does not
    /// matter, as long as it is the same everywhere.
    Near(Slack),
    /// All of it.
    Exact,
}

impl Mode {
    /// It must be the same number, or the same place of an object.
    pub(super) const SAME: Mode = Mode::Near(Slack::NONE);

    /// What both ask for.
    pub(super) fn and(self, other: Mode) -> Mode {
        match (self, other) {
            (Mode::Near(one), Mode::Near(other)) => Mode::Near(one.and(other)),
            _ => Mode::Exact,
        }
    }

    /// True if it asks for all that the other does.
    fn covers(self, other: Mode) -> bool {
        match (self, other) {
            (Mode::Exact, _) => true,
            (Mode::Near(own), Mode::Near(other)) => own.is_within(other),
            (Mode::Near(_), Mode::Exact) => false,
        }
    }

    /// By how much a number may be another, if it may.
    pub(super) fn slack(self) -> Option<Slack> {
        match self {
            Mode::Near(slack) if !slack.is_none() => Some(slack),
            Mode::Near(_) | Mode::Exact => None,
        }
    }

    /// The same where nothing is known of intervals.
    pub(super) fn without_slack(self) -> Mode {
        match self {
            Mode::Near(_) => Mode::SAME,
            Mode::Exact => Mode::Exact,
        }
    }

    /// What both ask for, as far as they do.
    pub(super) fn and_if(one: Option<Mode>, other: Option<Mode>) -> Option<Mode> {
        match (one, other) {
            (Some(one), Some(other)) => Some(one.and(other)),
            _ => one.or(other),
        }
    }
}

/// A place in an object of up to eight bytes: offset and size.
pub(super) type Stretch = (u64, u8);

/// Bytes of a word of eight that matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bytes {
    /// A bit for each that matters.
    pub needed: u8,
    /// Those of which the number matters even if the word is an address.
    pub exact: u8,
}

/// Arguments beyond the parameters of a call stand behind all registers.
pub(super) const VARIADIC: Slot = 1 << 30;

/// What of a state the ways on from it depend on: which error sites and which code they meet is the same
/// from every state that agrees in this.
#[derive(Clone, Debug, Default)]
pub struct Needs {
    /// By depth of the call.
    pub(super) registers: Vec<FxHashMap<Slot, Mode>>,
    /// By object and number of the word.
    pub(super) words: FxHashMap<ObjectId, FxHashMap<u64, Bytes>>,
    /// Numbers in memory that matter only as far as they are in an interval, by object.
    pub(super) intervals: FxHashMap<ObjectId, BTreeMap<Stretch, Slack>>,
    /// Words and intervals.
    pub(super) count: usize,
    /// What belongs to classes.
    pub(super) classes: FxHashMap<ClassCell, Mode>,
    /// Objects whose existence, size and kind matters.
    pub(super) objects: FxHashSet<ObjectId>,
    /// Objects whose numbers matter.
    pub(super) numbered: FxHashSet<ObjectId>,
    /// Numbers of the path's decisions without which something could be reached that was not.
    pub(super) decisions: BTreeSet<u32>,
    /// The numbers of objects made from here on matter.
    pub(super) next_object: bool,
    /// Whether values depend on inputs matters, not only which they are.
    pub(super) forms: bool,
    /// More matters than can be told.
    pub(super) unknown: bool,
}

impl Needs {
    /// Nothing matters.
    pub fn none() -> Needs {
        Needs::default()
    }

    /// Decisions of the path, by number, that matter.
    pub fn decisions(&self) -> &BTreeSet<u32> {
        &self.decisions
    }

    /// Another decision matters.
    pub fn add_decision(&mut self, number: u32) {
        self.decisions.insert(number);
    }

    /// The decisions that matter are those.
    pub fn set_decisions(&mut self, decisions: impl IntoIterator<Item = u32>) {
        self.decisions = decisions.into_iter().collect();
    }

    /// A decision need not be the same; true if it had to.
    pub fn remove_decision(&mut self, number: u32) -> bool {
        self.decisions.remove(&number)
    }

    /// What either needs.
    pub fn merge(&mut self, other: &Needs) {
        for (depth, registers) in other.registers.iter().enumerate() {
            for (&slot, &mode) in registers {
                self.register(depth as u32, slot, mode);
            }
        }
        for (&object, words) in &other.words {
            for (&word, bytes) in words {
                self.word(object, word, *bytes);
            }
        }
        for (&object, intervals) in &other.intervals {
            for (&stretch, &slack) in intervals {
                self.interval(object, stretch, slack);
            }
        }
        for (cell, &mode) in &other.classes {
            self.class(cell, mode);
        }
        self.objects.extend(&other.objects);
        self.numbered.extend(&other.numbered);
        self.decisions.extend(&other.decisions);
        self.next_object |= other.next_object;
        self.forms |= other.forms;
        self.unknown |= other.unknown;
    }

    /// True if all that matters in the other matters here, and as much of it.
    pub fn covers(&self, other: &Needs) -> bool {
        let registers = other.registers.iter().enumerate().all(|(depth, others)| {
            let own = self.registers.get(depth);
            let has = |(slot, mode): (&Slot, &Mode)| {
                own.and_then(|own| own.get(slot))
                    .is_some_and(|own| own.covers(*mode))
            };
            others.iter().all(has)
        });
        let words = other.words.iter().all(|(object, others)| {
            let own = self.words.get(object);
            others.iter().all(|(word, bytes)| {
                let own = own
                    .and_then(|own| own.get(word))
                    .copied()
                    .unwrap_or_default();
                bytes.needed & !own.needed == 0 && bytes.exact & !own.exact == 0
            })
        });
        let mut classes = other.classes.iter();
        let class = |(cell, mode): (&ClassCell, &Mode)| {
            let own = self.classes.get(cell);
            own.is_some_and(|own| own.covers(*mode))
        };
        let intervals = other.intervals.iter().all(|(&object, others)| {
            let mut others = others.iter();
            others.all(|(&stretch, &slack)| self.covers_interval(object, stretch, slack))
        });
        registers
            && words
            && intervals
            && classes.all(class)
            && other.objects.is_subset(&self.objects)
            && other.numbered.is_subset(&self.numbered)
            && other.decisions.is_subset(&self.decisions)
            && (self.next_object || !other.next_object)
            && (self.forms || !other.forms)
            && (self.unknown || !other.unknown)
    }

    /// True if registers matter here wherever they do there.
    pub(super) fn has_registers_of(&self, other: &Needs) -> bool {
        other.registers.iter().enumerate().all(|(depth, others)| {
            let own = self.registers.get(depth);
            let has = |slot: &Slot| own.is_some_and(|own| own.contains_key(slot));
            others.keys().all(has)
        })
    }

    pub(super) fn register(&mut self, depth: u32, slot: Slot, mode: Mode) {
        let depth = depth as usize;
        if self.registers.len() <= depth {
            self.registers.resize_with(depth + 1, FxHashMap::default);
        }
        let known = self.registers[depth].entry(slot).or_insert(mode);
        *known = known.and(mode);
    }

    /// A register is written: how much of it mattered.
    pub(super) fn take_register(&mut self, depth: u32, slot: Slot) -> Option<Mode> {
        self.registers.get_mut(depth as usize)?.remove(&slot)
    }

    /// A call begins: what mattered of its registers.
    pub(super) fn take_frame(&mut self, depth: u32) -> FxHashMap<Slot, Mode> {
        let frame = self.registers.get_mut(depth as usize);
        frame.map(std::mem::take).unwrap_or_default()
    }

    /// What belongs to a class matters.
    pub(super) fn class(&mut self, cell: &ClassCell, mode: Mode) {
        match self.classes.get_mut(cell) {
            Some(known) => *known = known.and(mode),
            None => {
                self.classes.insert(cell.clone(), mode);
            }
        }
    }

    /// What belongs to a class is written: how much of it mattered.
    pub(super) fn take_class(&mut self, cell: &ClassCell) -> Option<Mode> {
        self.classes.remove(cell)
    }

    fn word(&mut self, object: ObjectId, word: u64, bytes: Bytes) {
        if bytes.needed == 0 {
            return;
        }
        self.objects.insert(object);
        let words = self.words.entry(object).or_default();
        let before = words.len();
        let known = words.entry(word).or_default();
        known.needed |= bytes.needed;
        known.exact |= bytes.exact;
        self.count += words.len() - before;
        self.unknown |= self.count > MOST_WORDS;
    }

    /// Bytes of an object matter.
    pub(super) fn bytes(&mut self, object: ObjectId, offset: u64, size: u64, mode: Mode) {
        if size == 0 || size > 8 * MOST_WORDS as u64 {
            self.unknown |= size != 0;
            return;
        }
        if let Some(slack) = mode.slack() {
            return self.interval(object, (offset, size as u8), slack);
        }
        for word in offset / 8..=(offset + size - 1) / 8 {
            let needed = mask(word, offset, size);
            let exact = match mode {
                Mode::Near(_) => 0,
                Mode::Exact => needed,
            };
            self.word(object, word, Bytes { needed, exact });
        }
    }

    /// Bytes of an object are written: how much of them mattered.
    pub(super) fn take_bytes(&mut self, object: ObjectId, offset: u64, size: u64) -> Option<Mode> {
        if size == 0 {
            return None;
        }
        if self.intervals.contains_key(&object) {
            if let Some(slack) = self.take_interval(object, offset, size) {
                return Some(Mode::Near(slack));
            }
            self.settle(object, offset, size);
        }
        let words = self.words.get_mut(&object)?;
        let (mut taken, mut exact) = (0, 0);
        for word in offset / 8..=(offset + size - 1) / 8 {
            let Some(bytes) = words.get_mut(&word) else {
                continue;
            };
            let mask = mask(word, offset, size);
            // Half of an address, the other half of which comes from elsewhere.
            self.unknown |= bytes.needed & !mask != 0 && bytes.needed != bytes.exact;
            taken |= bytes.needed & mask;
            exact |= bytes.exact & mask;
            bytes.needed &= !mask;
            bytes.exact &= !mask;
            if bytes.needed == 0 {
                words.remove(&word);
                self.count -= 1;
            }
        }
        match (taken, exact) {
            (0, _) => None,
            (_, 0) => Some(Mode::SAME),
            _ => Some(Mode::Exact),
        }
    }

    /// What matters of a range of bytes, word by word.
    pub(super) fn words_in(
        &mut self,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> Vec<(u64, Bytes)> {
        self.settle(object, offset, size);
        self.words_at(object, offset, size)
    }

    /// True if something of a range of bytes matters.
    pub(super) fn has_bytes_in(&self, range: &Range) -> bool {
        let &Range {
            object,
            offset,
            size,
        } = range;
        !self.words_at(object, offset, size).is_empty()
            || !self.intervals_in(object, offset, size).is_empty()
    }

    pub(super) fn words_at(&self, object: ObjectId, offset: u64, size: u64) -> Vec<(u64, Bytes)> {
        let Some(words) = self.words.get(&object).filter(|_| size > 0) else {
            return Vec::new();
        };
        let range = offset / 8..=(offset + size - 1) / 8;
        let within = |word: u64| {
            let mask = mask(word, offset, size);
            let bytes = words.get(&word)?;
            let (needed, exact) = (bytes.needed & mask, bytes.exact & mask);
            (needed != 0).then_some((word, Bytes { needed, exact }))
        };
        range.filter_map(within).collect()
    }

    /// True if something of an object's contents matters.
    pub(super) fn has_words(&self, object: ObjectId) -> bool {
        let words = self.words.get(&object);
        let intervals = self.intervals.get(&object);
        words.is_some_and(|words| !words.is_empty())
            || intervals.is_some_and(|intervals| !intervals.is_empty())
    }

    /// The contents of an object do not matter.
    pub(super) fn forget(&mut self, object: ObjectId) {
        self.count -= self.words.remove(&object).map_or(0, |words| words.len());
        let intervals = self.intervals.remove(&object);
        self.count -= intervals.map_or(0, |intervals| intervals.len());
    }

    /// True if it matters that an object is there, or what it holds.
    pub(super) fn concerns(&self, object: ObjectId) -> bool {
        self.objects.contains(&object) || self.numbered.contains(&object) || self.has_words(object)
    }

    /// An object is made whose contents follow from how it is made; false if its number mattered, which
    /// depends on what was reclaimed.
    #[must_use]
    pub(super) fn made_known(&mut self, object: ObjectId, register: Option<Mode>) -> bool {
        self.forget(object);
        self.objects.remove(&object);
        !self.numbered.remove(&object) && register != Some(Mode::Exact)
    }

    /// An object is made; false if something of what it held before it was written mattered.
    #[must_use]
    pub(super) fn made(&mut self, object: ObjectId, register: Option<Mode>) -> bool {
        let numbered = self.numbered.remove(&object);
        self.next_object |= numbered || register == Some(Mode::Exact);
        self.objects.remove(&object);
        let had = self.has_words(object);
        self.forget(object);
        !had
    }
}

/// The bytes of a word that are in a range.
pub(super) fn mask(word: u64, offset: u64, size: u64) -> u8 {
    let first = offset.saturating_sub(word * 8).min(8);
    let end = (offset + size).saturating_sub(word * 8).min(8);
    (((1u32 << end) - 1) & !((1u32 << first) - 1)) as u8
}
