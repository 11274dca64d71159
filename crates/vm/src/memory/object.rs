//! An object: a named piece of memory with its contents.

use super::written::Written;
use ir::{FunctionId, Location};
use smallvec::SmallVec;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use term::Term;

/// What an object is, as long as it and pointers to it last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ObjectInfo {
    pub kind: ObjectKind,
    /// Name of the variable, or empty.
    pub name: String,
    pub size: u64,
    /// Function that allocated it, for stack and heap objects.
    pub function: Option<FunctionId>,
    /// Where it was allocated or defined.
    pub location: Location,
}

/// Where an object comes from, which says what may be done with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObjectKind {
    Global,
    /// A global that must not be written.
    Constant,
    /// A global declared but defined nowhere.
    External,
    Stack,
    Heap(Maker),
    /// `argv`, the environment, and what pointer arguments of a function under test point to.
    Argument,
    /// An instance of a class, an array, or the static fields of a class.
    Managed,
}

/// What made a heap object, which says what may free it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Maker {
    Malloc,
    New,
    NewArray,
}

impl Maker {
    /// As in the source.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Maker::Malloc => "malloc",
            Maker::New => "new",
            Maker::NewArray => "new[]",
        }
    }

    /// What frees what it makes.
    pub(crate) fn end(self) -> &'static str {
        match self {
            Maker::Malloc => "free",
            Maker::New => "delete",
            Maker::NewArray => "delete[]",
        }
    }
}

/// Byte `index` (from the least significant) of a term; no term means a concrete byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ByteTerm {
    pub term: Option<Term>,
    pub index: u32,
}

/// Where the length stands in the header of a managed array.
pub(crate) const LENGTH_OFFSET: usize = 4;

/// Contents as an array of words of `1 << log` bytes; it supersedes bytes and symbolic bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WordArray {
    pub log: u32,
    /// Array from 64-bit word indices to words.
    pub array: Term,
}

/// An object that is alive.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    pub info: Arc<ObjectInfo>,
    /// Concrete contents; its length is the size of the object.
    pub bytes: SmallVec<[u8; 16]>,
    /// Symbolic contents by byte; absent if there are none, else as long as `bytes`.
    pub symbolic: Option<Box<[ByteTerm]>>,
    /// Contents after a write at a symbolic offset.
    pub words: Option<WordArray>,
    /// Which bytes were written, while some were not.
    pub written: Option<Written>,
    /// The how many-th object of its kind that the code under test made; 0 if something else did.
    pub made: u32,
    /// Array terms that equal the contents, for reads at symbolic offsets.
    pub views: Views,
    /// For a managed array: its length where that is symbolic.
    pub length: Option<Term>,
    /// For a string that is an input: what says where it ends.
    pub text: Option<Arc<FreeText>>,
    /// For an array whose length is an input: what says how long it is.
    pub extent: Option<Arc<Extent>>,
    /// True for the object of an input pointer that was not accessed yet: it has no contents.
    pub unmade: bool,
}

/// A string of free length: the object is as large as the longest, but ends behind the first of
/// these characters that is zero. They are those at the start of the path; writes do not move the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FreeText {
    /// Bytes before the free ones.
    pub prefix: u64,
    /// Bytes of a character: 1, or 2 or 4 of a wide one.
    pub character: u64,
    /// The free characters; the one behind them is zero.
    pub characters: Arc<[Term]>,
}

impl FreeText {
    /// A string of bytes, the first of which are given.
    pub fn of_bytes(prefix: u64, characters: Arc<[Term]>) -> FreeText {
        FreeText {
            prefix,
            character: 1,
            characters,
        }
    }

    /// Bytes up to the end of a free character.
    pub fn end(&self, number: u64) -> u64 {
        self.prefix + (number + 1) * self.character
    }
}

/// The length of an array that is an input: the object is as large as the longest that is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Bytes, as 64 bits; of a longer array than is tried those of the longest.
    pub bytes: Term,
    /// Holds where the array is not longer than is tried.
    pub fits: Term,
}

/// Raw array terms (0 for none) by log of the width of their words. Filled when first needed, also
/// where snapshots share the object.
#[derive(Debug, Default)]
pub(crate) struct Views(pub [AtomicU32; 4]);

impl Clone for Views {
    fn clone(&self) -> Views {
        Views(std::array::from_fn(|log| {
            AtomicU32::new(self.0[log].load(Ordering::Relaxed))
        }))
    }
}

impl Object {
    pub(crate) fn new(info: Arc<ObjectInfo>, fill: u8) -> Object {
        let size = info.size as usize;
        Object {
            info,
            bytes: SmallVec::from_elem(fill, size),
            symbolic: None,
            words: None,
            written: None,
            made: 0,
            views: Views::default(),
            length: None,
            text: None,
            extent: None,
            unmade: false,
        }
    }

    /// A zeroed object with the header of managed objects.
    pub(crate) fn managed(info: Arc<ObjectInfo>, class: u32, length: u32, size: usize) -> Object {
        let mut bytes = SmallVec::from_elem(0, size);
        bytes[..4].copy_from_slice(&class.to_le_bytes());
        bytes[4..8].copy_from_slice(&length.to_le_bytes());
        Object {
            info,
            bytes,
            symbolic: None,
            words: None,
            written: None,
            made: 0,
            views: Views::default(),
            length: None,
            text: None,
            extent: None,
            unmade: false,
        }
    }

    /// The class in the header of a managed object.
    pub(crate) fn class(&self) -> Option<ir::ClassId> {
        if self.info.kind != ObjectKind::Managed {
            return None;
        }
        let class = self.bytes.first_chunk::<4>()?;
        Some(ir::ClassId(u32::from_le_bytes(*class)))
    }

    /// True if another holds the same.
    pub(crate) fn holds_as(&self, other: &Object) -> bool {
        let words = |object: &Object| object.words.map(|words| (words.log, words.array));
        self.info.kind == other.info.kind
            && self.written == other.written
            && self.bytes == other.bytes
            && self.symbolic == other.symbolic
            && words(self) == words(other)
            && self.length == other.length
            && self.unmade == other.unmade
    }

    /// Bytes of a header that accesses at symbolic offsets never reach.
    pub(crate) fn header(&self) -> usize {
        match self.info.kind {
            ObjectKind::Managed => ir::HEADER_SIZE as usize,
            ObjectKind::Global
            | ObjectKind::Constant
            | ObjectKind::External
            | ObjectKind::Stack
            | ObjectKind::Heap(_)
            | ObjectKind::Argument => 0,
        }
    }

    pub(crate) fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// True if every byte is concrete and written: `bytes` is all there is to know.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        self.symbolic.is_none()
            && self.words.is_none()
            && self.written.is_none()
            && self.length.is_none()
            && self.text.is_none()
            && self.extent.is_none()
            && !self.unmade
    }

    /// True if the bytes at `offset..offset + size` are concrete.
    pub(crate) fn is_concrete(&self, offset: usize, size: usize) -> bool {
        if offset + size <= self.header() {
            // A length that is a term is read as one; a word of both halves means nothing.
            return true;
        }
        self.words.is_none()
            && self.symbolic.as_ref().is_none_or(|symbolic| {
                symbolic[offset..offset + size]
                    .iter()
                    .all(|byte| byte.term.is_none())
            })
    }

    /// Starts to track which bytes are written.
    pub(crate) fn track_writes(&mut self) {
        if !self.bytes.is_empty() {
            self.written = Some(Written::none_of(self.bytes.len()));
        }
    }

    /// Notes that bytes are written.
    pub(crate) fn mark_written(&mut self, offset: usize, size: usize) {
        if self
            .written
            .as_mut()
            .is_some_and(|written| written.mark(offset, size))
        {
            self.written = None;
        }
    }

    /// True if all bytes of a range were written.
    #[inline]
    pub(crate) fn is_written(&self, offset: usize, size: usize) -> bool {
        self.written
            .as_ref()
            .is_none_or(|written| written.has_all(offset, size))
    }

    /// True if every byte that was written is concrete: `bytes` and `written` are all there is to
    /// know.
    pub(crate) fn is_partly_plain(&self) -> bool {
        self.symbolic.is_none()
            && self.words.is_none()
            && self.length.is_none()
            && self.extent.is_none()
            && !self.unmade
    }

    /// Notes that a range holds what was never written elsewhere.
    pub(crate) fn forget_written(&mut self, offset: usize, size: usize) {
        let all = self.bytes.len();
        self.written
            .get_or_insert_with(|| Written::all_of(all))
            .unmark(offset, size);
    }

    /// Notes that contents are about to change.
    #[inline]
    pub(crate) fn forget_views(&mut self) {
        self.views = Views::default();
    }

    /// Symbolic bytes, to be written to; the caller forgets views.
    pub(crate) fn symbolic_mut(&mut self) -> &mut [ByteTerm] {
        let size = self.bytes.len();
        self.symbolic
            .get_or_insert_with(|| vec![ByteTerm::default(); size].into_boxed_slice())
    }

    /// Bytes of host memory it takes.
    pub(crate) fn host_bytes(&self) -> usize {
        let spilled = if self.bytes.spilled() {
            self.bytes.capacity()
        } else {
            0
        };
        let symbolic = self
            .symbolic
            .as_ref()
            .map_or(0, |s| std::mem::size_of_val(&**s));
        let written = self.written.as_ref().map_or(0, Written::host_bytes);
        std::mem::size_of::<Object>() + 16 + spilled + symbolic + written
    }
}
