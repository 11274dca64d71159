//! Reclaiming objects that the program cannot reach any more.
//!
//! Mark and sweep over the objects of one state; snapshots keep what they share. When it happens
//! depends on nothing but what the path has allocated, so that a path followed again reuses the
//! same addresses. What is not surely no reference counts as one: registers of any type, all words
//! of objects but those of arrays of numbers, and all constants in terms.

use crate::Cell;
use crate::memory::{Memory, Object, ObjectId, ObjectKind, address, split};
use crate::run::Run;
use ir::FieldType;
use rustc_hash::FxHashSet;
use std::sync::Arc;
use term::{Op, Pool, Term};

/// Objects reached so far.
struct Marker<'a> {
    memory: &'a Memory,
    pool: &'a Pool,
    /// A bit an object.
    marks: Vec<u64>,
    todo: Vec<ObjectId>,
    terms: FxHashSet<Term>,
}

impl Marker<'_> {
    fn word(&mut self, word: u64) {
        let (id, _) = split(word);
        if word != address(id, 0) || id.0 >= self.memory.len() {
            return;
        }
        let (at, bit) = (id.0 as usize / 64, 1 << (id.0 % 64));
        if self.marks[at] & bit == 0 {
            self.marks[at] |= bit;
            self.todo.push(id);
        }
    }

    fn cell(&mut self, cell: Cell) {
        match cell.as_term() {
            None => self.word(cell.bits),
            Some(term) => self.term(term),
        }
    }

    fn term(&mut self, term: Term) {
        let pool = self.pool;
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            if !self.terms.insert(term) {
                continue;
            }
            if let Some(word) = pool.constant_u64(term) {
                self.word(word);
            } else if let Op::Table(table) = pool.op(term) {
                for entry in pool.table(table).iter() {
                    self.word(entry.low_u64());
                }
            } else {
                todo.extend(pool.arguments(term));
            }
        }
    }

    fn contents(&mut self, object: &Object) {
        for word in object.bytes.chunks_exact(8) {
            let word = u64::from_le_bytes(word.try_into().expect("chunks of eight bytes"));
            if word != 0 {
                self.word(word);
            }
        }
        let mut last = None;
        for byte in object.symbolic.iter().flat_map(|bytes| bytes.iter()) {
            if let Some(term) = byte.term
                && last != byte.term
            {
                last = byte.term;
                self.term(term);
            }
        }
        if let Some(words) = object.words {
            self.term(words.array);
        }
    }
}

impl Run<'_> {
    /// Reclaims what cannot be reached. The innermost frame's registers must be in the frame.
    #[cold]
    #[inline(never)]
    pub(super) fn collect(&mut self) {
        self.cache.clear();
        let mut marker = Marker {
            memory: &self.state.memory,
            pool: &self.machine.pool,
            marks: vec![0; self.state.memory.len() as usize / 64 + 1],
            todo: Vec::new(),
            terms: FxHashSet::default(),
        };
        for frame in self.frame.chain() {
            frame.registers.iter().for_each(|cell| marker.cell(*cell));
            let variadic = frame.variadic().iter().map(|argument| argument.value);
            variadic.for_each(|cell| marker.cell(cell));
        }
        self.state.classes.each_address(|at| marker.word(at));
        self.state.heap.each_address(|at| marker.word(at));
        let observed = self.state.observed.iter_back();
        observed.for_each(|observed| marker.cell(observed.value));
        // Objects that nobody reclaims here: memory of the C kind.
        for (id, object) in self.state.memory.live() {
            if object.info.kind != ObjectKind::Managed {
                marker.word(address(id, 0));
            }
        }
        while let Some(id) = marker.todo.pop() {
            let Some(object) = self.state.memory.object(id) else {
                continue;
            };
            let numbers = object
                .class()
                .and_then(|class| self.machine.classes.known(class))
                .and_then(|info| info.element)
                .is_some_and(|(ty, _)| matches!(ty, FieldType::Primitive(_)));
            // The elements of an array of numbers are no references.
            if !numbers {
                marker.contents(object);
            }
        }
        let marks = marker.marks;
        let marked = |id: ObjectId| marks[id.0 as usize / 64] >> (id.0 % 64) & 1 == 1;
        self.state.memory.sweep(marked);
        self.machine.statistics.collections += 1;
        let chosen = &self.state.chosen_references;
        let dead = |at: &u64| {
            let (id, _) = split(*at);
            id.0 < marks.len() as u32 * 64 && *at != 0 && !marked(id)
        };
        if chosen.values().any(dead) {
            Arc::make_mut(&mut self.state.chosen_references).retain(|_, at| !dead(at));
        }
        if !self.state.identity_hashes.is_empty() {
            let hashes = Arc::make_mut(&mut self.state.identity_hashes);
            hashes.retain(|id, _| marked(*id));
        }
    }
}
