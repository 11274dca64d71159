//! A digest of what a path has made of the program's data: states that a search may take for alike.

use crate::memory::{ByteTerm, Object, ObjectId, ObjectKind, ObjectSlot, split};
use crate::state::Frame;
use crate::{Cell, Machine, State};
use ir::GlobalId;
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::VecDeque;
use std::hash::Hasher;
use std::sync::Arc;
use term::{Evaluator, Op, Pool, Term};

/// Bytes looked at, at most: a digest is made at every fork.
const BYTES: usize = 4096;
/// Bytes looked at of one object.
const OBJECT_BYTES: usize = 512;
/// Calls looked at, innermost first.
const FRAMES: usize = 8;
/// Classes whose static fields are looked at.
const CLASSES: usize = 64;
/// Largest global that is looked at.
const LARGEST_GLOBAL: u64 = 4096;

/// Makes digests of the states of one program.
pub struct DataDigest {
    /// The user's globals as they are when paths begin.
    globals: Vec<(ObjectId, Arc<Object>)>,
}

impl Machine {
    /// What makes digests of the data of paths that begin at this state.
    pub fn data_digest(&self, start: &State) -> DataDigest {
        let globals = self.program.globals().iter().enumerate();
        let users = globals.filter(|(_, global)| global.user);
        DataDigest::new(
            users.map(|(number, _)| self.object_of_global(GlobalId(number as u32))),
            start,
        )
    }
}

impl DataDigest {
    /// For paths that begin at this state, in a program with these variables of the user.
    fn new(users: impl Iterator<Item = ObjectId>, start: &State) -> DataDigest {
        let globals = users.filter_map(|id| match start.memory.slot(id) {
            ObjectSlot::Live(object)
                if object.info.kind == ObjectKind::Global && object.size() <= LARGEST_GLOBAL =>
            {
                Some((id, Arc::clone(object)))
            }
            ObjectSlot::Live(_)
            | ObjectSlot::Empty
            | ObjectSlot::Freed(_)
            | ObjectSlot::Dead(_) => None,
        });
        DataDigest {
            globals: globals.collect(),
        }
    }

    /// Digest of the user's globals that were written, of the variables of the calls that are under
    /// way, and of what they refer to. Data that was computed from inputs counts as what it is under
    /// the state's model; inputs as they came in count as nothing more than that. Addresses count as
    /// what they lead to.
    pub fn of(&self, machine: &mut Machine, state: &State) -> u64 {
        machine.follow(state);
        let mut walk = Walk {
            state,
            pool: &machine.pool,
            evaluator: &mut machine.evaluator,
            hash: FxHasher::default(),
            numbers: FxHashMap::default(),
            waiting: VecDeque::new(),
            left: BYTES,
        };
        walk.calls();
        for (number, (id, before)) in self.globals.iter().enumerate() {
            if let ObjectSlot::Live(object) = state.memory.slot(*id)
                && !Arc::ptr_eq(object, before)
            {
                walk.hash.write_usize(number);
                walk.object(object);
            }
        }
        walk.statics();
        walk.rest();
        walk.hash.finish()
    }
}

struct Walk<'a> {
    state: &'a State,
    pool: &'a Pool,
    /// Under the state's model.
    evaluator: &'a mut Evaluator,
    hash: FxHasher,
    /// Objects met, numbered in the order in which they were.
    numbers: FxHashMap<ObjectId, u32>,
    /// Those whose contents were not looked at yet.
    waiting: VecDeque<ObjectId>,
    /// Bytes that may still be looked at.
    left: usize,
}

impl Walk<'_> {
    fn calls(&mut self) {
        let state = self.state;
        let frames = state.frame.iter().flat_map(|frame| frame.chain());
        for frame in frames.take(FRAMES) {
            self.hash.write_u32(frame.code.function.0);
            self.hash.write_u32(frame.pc);
            match frame.code.user {
                true => self.user_call(frame),
                false => self.library_call(frame),
            }
        }
    }

    fn user_call(&mut self, frame: &Frame) {
        for &id in &frame.objects {
            if let Some(object) = self.state.memory.object(id) {
                self.object(object);
            }
        }
        // Where variables have memory, registers hold what is passed on its way.
        if frame.objects.is_empty() {
            for &cell in &frame.registers {
                match self.known(cell) {
                    Some(value) => self.word(value),
                    None => self.unknown(),
                }
            }
        }
    }

    /// How far the library is, such as in a comparison of strings; what it refers to is not looked
    /// at, because a stream's position in its buffer is new at each step.
    fn library_call(&mut self, frame: &Frame) {
        for &cell in &frame.registers {
            match self.known(cell) {
                Some(value) => self.hash.write_u64(value),
                None => self.unknown(),
            }
        }
    }

    /// The value of a register; `None` if it is an input.
    fn known(&mut self, cell: Cell) -> Option<u64> {
        cell.as_term()
            .map_or(Some(cell.bits), |term| self.computed(term))
    }

    /// The value of a term that was computed from inputs; `None` for an input itself.
    fn computed(&mut self, term: Term) -> Option<u64> {
        let pool = self.pool;
        let small = pool.width(term) <= 64;
        (small && !is_input(pool, term)).then(|| self.evaluator.u64(pool, term))
    }

    fn statics(&mut self) {
        for address in self.state.classes.statics().take(CLASSES) {
            self.word(address);
        }
    }

    /// What the data refers to.
    fn rest(&mut self) {
        while let Some(id) = self.waiting.pop_front() {
            if let Some(object) = self.state.memory.object(id) {
                self.object(object);
            }
        }
    }

    /// Something that depends on inputs.
    fn unknown(&mut self) {
        self.hash.write_u64(0x5bd1_e995_9e37_79b9);
    }

    /// A value, or an address of something.
    fn word(&mut self, value: u64) {
        let (id, offset) = split(value);
        let kind = match id.0 {
            0 => None,
            _ => self.state.memory.object(id).map(|object| object.info.kind),
        };
        match kind {
            Some(ObjectKind::Heap(_) | ObjectKind::Managed | ObjectKind::Stack) => {
                let next = self.numbers.len() as u32;
                let number = *self.numbers.entry(id).or_insert(next);
                if number == next {
                    self.waiting.push_back(id);
                }
                self.hash.write_u32(number);
                self.hash.write_u64(offset);
            }
            Some(
                ObjectKind::Global
                | ObjectKind::Constant
                | ObjectKind::External
                | ObjectKind::Argument,
            )
            | None => self.hash.write_u64(value),
        }
    }

    fn object(&mut self, object: &Object) {
        if object.words.is_some() {
            return self.unknown();
        }
        let size = object.bytes.len().min(OBJECT_BYTES).min(self.left);
        self.left -= size;
        let symbolic = object.symbolic.as_deref();
        for (number, bytes) in object.bytes[..size].chunks(8).enumerate() {
            let at = number * 8;
            let terms = symbolic.map(|terms| &terms[at..at + bytes.len()]);
            let terms = terms.filter(|terms| terms.iter().any(|byte| byte.term.is_some()));
            match (terms, bytes.first_chunk::<8>()) {
                (Some(terms), _) => self.symbolic(bytes, terms),
                (None, Some(word)) => self.word(u64::from_le_bytes(*word)),
                (None, None) => self.hash.write(bytes),
            }
        }
    }

    /// At most eight bytes, some of which depend on inputs.
    fn symbolic(&mut self, bytes: &[u8], terms: &[ByteTerm]) {
        let mut word = [0; 8];
        let mut inputs = 0u8;
        for (at, (byte, term)) in bytes.iter().zip(terms).enumerate() {
            let value = match term.term {
                None => Some(u64::from(*byte)),
                Some(of) => self.computed(of).map(|value| value >> (8 * term.index)),
            };
            match value {
                Some(value) => word[at] = value as u8,
                None => inputs |= 1 << at,
            }
        }
        self.hash.write_u8(inputs);
        self.word(u64::from_le_bytes(word));
    }
}

/// True if a term is an input or made of pieces of inputs.
pub(crate) fn is_input(pool: &Pool, term: Term) -> bool {
    match pool.op(term) {
        Op::Input(_) => true,
        Op::Extract { .. } | Op::ZeroExtend | Op::SignExtend => {
            is_input(pool, pool.arguments(term)[0])
        }
        Op::Concat => {
            let pieces = pool.arguments(term);
            pieces.iter().any(|&piece| is_input(pool, piece))
        }
        _ => false,
    }
}
