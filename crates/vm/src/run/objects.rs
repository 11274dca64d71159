//! Objects, arrays and classes: what the cache of [`super::memory`] does not serve.

use super::static_objects::static_references;
use super::{Access, Run};
use crate::Cell;
use crate::code::{CallSite, Callee, TypeCheck};
use crate::fault::{Outcome, unsupported};
use crate::memory::{Object, ObjectId, ObjectKind, address, split};
use crate::state::ClassState;
use ir::{ClassId, FunctionId, HEADER_SIZE};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Packs an answer for a class into a word that is never 0.
fn remembered(class: ClassId, answer: u32) -> u64 {
    (u64::from(class.0) + 1) << 32 | u64::from(answer)
}

/// The answer, if it is for that class.
fn recalled(word: u64, class: ClassId) -> Option<u32> {
    (word >> 32 == u64::from(class.0) + 1).then_some(word as u32)
}

impl Run<'_> {
    /// Address of a byte of an object given by a reference.
    fn at_offset(&mut self, object: Cell, offset: u64) -> Cell {
        match object.as_term() {
            None => Cell::concrete(object.bits.wrapping_add(offset)),
            Some(term) => {
                let pool = &mut self.machine.pool;
                let offset = pool.bv(64, offset);
                let term = pool.add(term, offset);
                Cell::from_term(pool, term)
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn get_field(&mut self, object: Cell, offset: u32, width: u32) -> Outcome<Cell> {
        if let Some(term) = object.as_term()
            && let Some((term, _)) = self.alike(term)
            && let Some(value) = self.read_alike(term, u64::from(offset), width)
        {
            return Ok(Cell::from_term(&self.machine.pool, value));
        }
        let at = self.at_offset(object, u64::from(offset));
        self.load(at, width)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn put_field(
        &mut self,
        object: Cell,
        offset: u32,
        value: Cell,
        width: u32,
    ) -> Outcome<()> {
        let object = Cell::concrete(self.chosen(object)?);
        let at = self.at_offset(object, u64::from(offset));
        self.store(at, value, width)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn array_load(&mut self, array: Cell, index: Cell, width: u32) -> Outcome<Cell> {
        let log = (width / 8).trailing_zeros();
        match index.as_term() {
            None => {
                let at = self.at_offset(array, HEADER_SIZE + (index.bits << log));
                self.load(at, width)
            }
            Some(index) => {
                let id = self.array_meant(array, Access::Read)?;
                self.machine.statistics.symbolic_accesses += 1;
                self.cache.forget(id);
                let object = self.state.memory.object(id);
                let object = object.expect("the array was resolved");
                let pool = &mut self.machine.pool;
                let term = object.read_element(pool, log, index);
                Ok(Cell::from_term(pool, term))
            }
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn array_store(
        &mut self,
        array: Cell,
        index: Cell,
        value: Cell,
        width: u32,
    ) -> Outcome<()> {
        let log = (width / 8).trailing_zeros();
        match index.as_term() {
            None => {
                let at = self.at_offset(array, HEADER_SIZE + (index.bits << log));
                self.store(at, value, width)
            }
            Some(index) => {
                let id = self.array_meant(array, Access::Write)?;
                self.machine.statistics.symbolic_accesses += 1;
                let (object, pool) = self.object_and_pool(id);
                let value = value.to_term(pool, width);
                object.write_element(pool, log, index, value);
                Ok(())
            }
        }
    }

    /// The array that a resolved reference names, for an access at a symbolic index.
    fn array_meant(&mut self, array: Cell, access: Access) -> Outcome<ObjectId> {
        let at = self.pin(array, 64)?;
        // An empty array has no elements to be accessed: the access is reported.
        self.resolve_concrete(at.wrapping_add(HEADER_SIZE), 1, access)?;
        let (id, _) = split(at);
        match self.state.memory.object(id) {
            Some(object) if object.info.kind == ObjectKind::Managed => Ok(id),
            Some(_) | None => unsupported("access to an element of what is no array"),
        }
    }

    /// The class of the object that a resolved reference names.
    #[inline]
    pub(crate) fn class_of(&mut self, object: Cell) -> Outcome<ClassId> {
        let cached = match object.term {
            0 => self.cache.load::<u32>(object.bits),
            _ => None,
        };
        let class = match cached {
            Some(class) => class,
            None => {
                if let Some(term) = object.as_term()
                    && let Some((_, class)) = self.alike(term)
                {
                    return Ok(class);
                }
                let class = self.get_field(object, 0, 32)?;
                self.pin(class, 32)?
            }
        };
        Ok(ClassId(class as u32))
    }

    pub(crate) fn is_instance(&mut self, object: Cell, check: &TypeCheck) -> Outcome<bool> {
        let class = self.class_of(object)?;
        if let Some(known) = recalled(check.cache.load(Ordering::Relaxed), class) {
            return Ok(known != 0);
        }
        let answer = self.machine.is_subclass(class, check.class);
        let word = remembered(class, u32::from(answer));
        check.cache.store(word, Ordering::Relaxed);
        Ok(answer)
    }

    /// The method a virtual call calls.
    #[inline]
    pub(crate) fn virtual_callee(&mut self, site: &CallSite) -> Outcome<FunctionId> {
        let Callee::Virtual(selector, cache) = &site.callee else {
            unreachable!("the site is that of a virtual call");
        };
        let receiver = self.frame.registers[site.arguments[0] as usize];
        let class = self.class_of(receiver)?;
        if let Some(known) = recalled(cache.load(Ordering::Relaxed), class) {
            return Ok(FunctionId(known));
        }
        let found = self.machine.method(class, *selector)?;
        cache.store(remembered(class, found.0), Ordering::Relaxed);
        Ok(found)
    }

    /// A zeroed instance of a class.
    pub(crate) fn new_object(&mut self, class: ClassId) -> Outcome<ObjectId> {
        let info = Arc::clone(&self.machine.class_info(class)?.objects);
        let size = info.size as usize;
        self.allocate_managed(info, class, 0, size)
    }

    /// A zeroed array.
    pub(crate) fn new_array(&mut self, class: ClassId, length: u32) -> Outcome<ObjectId> {
        let found = self.machine.class_info(class)?;
        let Some((_, log)) = found.element else {
            let name = &found.class.name;
            return unsupported(format!("an array of class {name}, which is no array class"));
        };
        let info = Arc::clone(&found.objects);
        let size = HEADER_SIZE + (u64::from(length) << log);
        self.allocate_managed(info, class, length, size as usize)
    }

    /// The array of a length that may depend on inputs.
    pub(crate) fn new_array_of(&mut self, class: ClassId, length: Cell) -> Outcome<Cell> {
        let length = self.array_length(length)?;
        let id = self.new_array(class, length)?;
        Ok(Cell::concrete(address(id, 0)))
    }

    /// The statics of a class whose initialisation begins.
    pub(crate) fn begin_class(&mut self, class: ClassId) -> Outcome<u64> {
        let info = Arc::clone(self.machine.class_info(class)?);
        let statics = Arc::clone(&info.statics);
        let size = statics.size as usize;
        let id = self.allocate_managed(statics, class, 0, size)?;
        // Those of lambdas, too: a field of one in the program's code is not private.
        let may_hold = info.class.user || info.class.is_of_front_end();
        if may_hold && static_references(&info.class).next().is_some() {
            self.state.classes.add_holder(class);
            self.note_static_objects_to_be(&info.class);
        }
        let slot = self.state.classes.get_mut(class);
        slot.statics = address(id, 0);
        slot.state = ClassState::Begun;
        Ok(slot.statics)
    }

    /// The object that stands for a class.
    pub(crate) fn class_object(&mut self, class: ClassId) -> Outcome<u64> {
        let known = self.state.classes.get(class).object;
        if known != 0 {
            return Ok(known);
        }
        let Some(layout) = self.machine.objects().well_known().mirror else {
            return unsupported("class objects, for which the program has no class");
        };
        let id = self.new_object(layout.class)?;
        let (object, _) = self.object_and_pool(id);
        object.write_bytes(layout.id as usize, &class.0.to_le_bytes());
        let made = address(id, 0);
        self.state.classes.get_mut(class).object = made;
        Ok(made)
    }

    fn allocate_managed(
        &mut self,
        info: Arc<crate::memory::ObjectInfo>,
        class: ClassId,
        length: u32,
        size: usize,
    ) -> Outcome<ObjectId> {
        self.check_room(size as u64)?;
        let object = Object::managed(info, class.0, length, size);
        let id = self.state.memory.add_managed(object);
        self.cache_new(id);
        Ok(id)
    }
}
