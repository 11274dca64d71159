//! Copies of arrays and objects, and identity.

use crate::fault::{Outcome, unsupported};
use crate::memory::{Object, ObjectId, address, split};
use crate::run::{Access, Run};
use crate::{ArmOutcome, Cell, DISTINCT_HASHES, ForkKind, InputOrigin};
use ir::{FieldType, HEADER_SIZE};
use std::sync::Arc;
use term::Term;

/// The least bound of the number of copied elements that a path forks on.
const FIRST_BOUND: u64 = 16;

/// What the names of functions begin with that ask for what their callers want to know, those of the front end included.
const BETWEEN: &[&str] = &[
    "<",
    "wayfarer.",
    "java.lang.Boolean.getBoolean",
    "java.lang.Integer.getInteger",
    "java.lang.Long.getLong",
];

impl Run<'_> {
    /// The object that a resolved reference names.
    fn object_named(&mut self, reference: Cell) -> Outcome<ObjectId> {
        let at = self.chosen(reference)?;
        self.resolve_concrete(at, HEADER_SIZE, Access::Read)?;
        Ok(split(at).0)
    }

    /// Type and log of the size of the elements of an array.
    fn element_of(&mut self, array: Cell) -> Outcome<(FieldType, u32)> {
        let class = self.class_of(array)?;
        let info = self.machine.class_info(class)?;
        match info.element {
            Some(element) => Ok(element),
            None => {
                let name = &info.class.name;
                unsupported(format!("a copy of elements of an object of class {name}"))
            }
        }
    }

    /// `range`: index in `from`, index in `to`, number of elements.
    pub(super) fn array_copy(&mut self, from: Cell, to: Cell, range: [Cell; 3]) -> Outcome<()> {
        let (_, log) = self.element_of(from)?;
        if self.element_of(to)?.1 != log {
            return unsupported("a copy between arrays of elements of different size");
        }
        if range.iter().any(|cell| cell.as_term().is_some()) {
            return self.array_copy_symbolic(from, to, range, log);
        }
        let [start, target, length] = range.map(|cell| cell.bits);
        let size = Cell::concrete(length << log);
        let at = |array: Cell, index: u64| {
            Cell::concrete(array.bits.wrapping_add(HEADER_SIZE + (index << log)))
        };
        self.copy_bytes(at(to, target), at(from, start), size, false)
    }

    /// A copy whose place or length depends on inputs: each element of the target that may be
    /// reached becomes what it was, or the element of the source that it would get. The range has
    /// been checked: it lies in both arrays.
    fn array_copy_symbolic(
        &mut self,
        from: Cell,
        to: Cell,
        range: [Cell; 3],
        log: u32,
    ) -> Outcome<()> {
        let (source, target) = (self.object_named(from)?, self.object_named(to)?);
        let (available, count) = (self.elements(source, log), self.elements(target, log));
        if available == 0 || count == 0 {
            return Ok(());
        }
        let constant = |cell: Cell| cell.as_term().is_none().then_some(cell.bits);
        let reached = match (constant(range[0]), constant(range[1])) {
            (start, Some(first)) => {
                let most = available.saturating_sub(start.unwrap_or(0)).min(count);
                let most = self.copied_at_most(range[2], most)?;
                first..count.min(first.saturating_add(most))
            }
            (_, None) => 0..count,
        };
        self.machine.statistics.symbolic_accesses += 1;
        self.cache.forget(source);
        let width = 8 << log;
        let [start, first, length] = range.map(|cell| self.term(cell, 32));
        let mut values: Vec<(u64, Term)> = Vec::new();
        for index in reached {
            let object = self.state.memory.object(source);
            let source = object.expect("the array was resolved");
            let object = self.state.memory.object(target);
            let target = object.expect("the array was resolved");
            let pool = &mut self.machine.pool;
            let here = pool.bv(32, index);
            let step = pool.sub(here, first);
            let reached = pool.ult(step, length);
            if pool.constant_bool(reached) == Some(false) {
                continue;
            }
            let at = pool.add(start, step);
            let new = source.read_element(pool, log, at);
            let offset = HEADER_SIZE + (index << log);
            let old = target.read(pool, offset as usize, width);
            let old = old.to_term(pool, width);
            values.push((offset, pool.ite(reached, new, old)));
        }
        let (object, pool) = self.object_and_pool(target);
        for (offset, value) in values {
            let value = Cell::from_term(pool, value);
            object.write(pool, offset as usize, value, width);
        }
        Ok(())
    }

    /// A bound of the length of a copy, at the most four times what it is: the path forks, since
    /// a buffer is mostly far longer than what is moved in it, and each element that may be
    /// reached costs a term now and more in each query about it.
    fn copied_at_most(&mut self, length: Cell, most: u64) -> Outcome<u64> {
        let length = self.term(length, 32);
        let mut bound = FIRST_BOUND;
        while bound < most {
            let pool = &mut self.machine.pool;
            let limit = pool.bv(32, bound);
            let within = pool.ule(length, limit);
            if self.decide_bool(ForkKind::Library, within, ArmOutcome::Continue)? {
                return Ok(bound);
            }
            bound *= 4;
        }
        Ok(most)
    }

    fn elements(&self, array: ObjectId, log: u32) -> u64 {
        let size = self.state.memory.object(array).map_or(0, Object::size);
        size.saturating_sub(HEADER_SIZE) >> log
    }

    pub(super) fn clone_object(&mut self, object: Cell) -> Outcome<Cell> {
        let id = self.object_named(object)?;
        self.cache.forget(id);
        let found = self.state.memory.object(id);
        let copy = found.expect("the object was resolved").clone();
        self.check_room(copy.size())?;
        let id = self.state.memory.add_managed(copy);
        self.cache_new(id);
        Ok(Cell::concrete(address(id, 0)))
    }

    pub(super) fn identity_hash(&mut self, object: Cell) -> Outcome<Cell> {
        if object == Cell::ZERO {
            return Ok(object);
        }
        let id = self.object_named(object)?;
        if self.machine.options.free_host.hash && self.has_free_hash(id)? {
            return Ok(self.free_hash(id));
        }
        let number = id.0.saturating_sub(self.state.first_object);
        self.state.asked_surroundings = true;
        let hash = match self.state.surroundings {
            // The only ones that a run of the JVM can be told to have, whatever its own code asks for:
            // the tests run with `-XX:hashCode=2`. Hash tables are then in the order of insertion.
            0 => 1,
            // Whatever is ordered by these is in the opposite order.
            1 => !number,
            // All in one bucket of a hash table, too, but told apart: whatever comes of equal ones alone
            // is not to be believed.
            DISTINCT_HASHES => {
                let low = number & 0x7fff;
                low << 16 | low
            }
            // In no order, and of several lengths as text.
            other => {
                let mixed = (number ^ other.wrapping_mul(0x85eb_ca6b)).wrapping_mul(0x9e37_79b1);
                (mixed ^ mixed >> 15) >> (other - 2)
            }
        };
        Ok(Cell::concrete(u64::from(hash & 0x7fff_ffff)))
    }

    /// Since the program began: grows with what is executed, which is the same whenever the path is
    /// followed.
    pub(super) fn nanoseconds(&mut self) -> u64 {
        self.state.asked_surroundings = true;
        let surroundings = u64::from(self.state.clock());
        self.state.instructions * (surroundings + 1) + surroundings * 3_141_592_653_589_793
    }

    /// The number of the surroundings, if code of the user asks the library for something of the machine. What the library
    /// itself asks for is not for the program to see.
    pub(super) fn surroundings(&mut self) -> Cell {
        if !self.is_asked_by_program() {
            return Cell::ZERO;
        }
        self.state.asked_surroundings = true;
        Cell::concrete(u64::from(self.state.clock()))
    }

    /// True if code of the user asks for what a method of the library tells.
    pub(super) fn is_asked_by_program(&self) -> bool {
        let is_between = |name: &str| BETWEEN.iter().any(|of| name.starts_with(of));
        let mut callers = self.frame.chain().skip(1);
        let asks = callers.find(|frame| !is_between(&frame.code.name));
        asks.is_some_and(|frame| frame.code.user)
    }

    /// Of 32 bits. The first is what `suite/runtime/replay/Surroundings.java` sets in the JVM that
    /// runs the tests.
    pub(super) fn order_salt(&mut self) -> u64 {
        self.state.asked_surroundings = true;
        match self.state.clock() {
            0 => 0x6a88_85a3,
            other => u64::from(other.wrapping_mul(0x9e37_79b1)) ^ 0x7f4a_7c15,
        }
    }

    /// Whether the hash of an object can be an input: those of the program's classes and plain ones. What
    /// the library does with hashes of its own objects is not for the program to see.
    fn has_free_hash(&mut self, id: ObjectId) -> Outcome<bool> {
        let object = self.state.memory.object(id);
        let Some(class) = object.and_then(Object::class) else {
            return Ok(false);
        };
        let class = &self.machine.class_info(class)?.class;
        Ok(class.user || class.superclass.is_none())
    }

    /// The identity hash of an object as an input of 31 bits, as HotSpot has it; the same each time.
    fn free_hash(&mut self, id: crate::memory::ObjectId) -> Cell {
        if let Some(&hash) = self.state.identity_hashes.get(&id) {
            return hash;
        }
        let (machine, origin) = (&mut *self.machine, InputOrigin::Host);
        let record = machine.scalar_input(self.state, origin, "identityHashCode", "int", 31);
        let pool = &mut self.machine.pool;
        let term = pool.zero_extend(record.terms[0], 32);
        let hash = Cell::from_term(pool, term);
        Arc::make_mut(&mut self.state.identity_hashes).insert(id, hash);
        hash
    }

    pub(super) fn intern_string(&mut self, string: Cell) -> Outcome<Cell> {
        let units: Arc<[u16]> = self.string_contents(string)?.into();
        let at = self.pin(string, 64)?;
        self.interned(&units, Some(at)).map(Cell::concrete)
    }
}
