//! Fresh input objects: numbers in them are inputs, references lazy.

use super::Run;
use crate::fault::{Fault, Outcome};
use crate::memory::{ObjectId, address};
use crate::state::{InitialContents, InputObject, LazyReference};
use crate::{ArmOutcome, Bound, Cell, ForkKind, InputOrigin};
use ir::{ClassId, FieldType, HEADER_SIZE, LazyFlags, Primitive, StringLayout};
use std::sync::Arc;

impl Run<'_> {
    /// A fresh input of a primitive type, extended to `width` bits as the type has it.
    pub(crate) fn primitive_input(
        &mut self,
        primitive: Primitive,
        name: &str,
        origin: InputOrigin,
        width: u32,
    ) -> Cell {
        let own = match primitive {
            Primitive::Boolean => 1,
            other => other.size() as u32 * 8,
        };
        let machine = &mut *self.machine;
        let record = machine.scalar_input(self.state, origin, name, primitive.name(), own);
        let (pool, term) = (&mut self.machine.pool, record.terms[0]);
        let term = match primitive {
            _ if own >= width => term,
            Primitive::Byte | Primitive::Short | Primitive::Int => pool.sign_extend(term, width),
            Primitive::Boolean
            | Primitive::Char
            | Primitive::Long
            | Primitive::Float
            | Primitive::Double => pool.zero_extend(term, width),
        };
        Cell::from_term(pool, term)
    }

    /// A fresh object of a class, neither abstract nor an enumeration nor that of strings.
    pub(crate) fn fresh_object(
        &mut self,
        class: ClassId,
        reference: &LazyReference,
    ) -> Outcome<InputObject> {
        let info = Arc::clone(self.machine.class_info(class)?);
        if let Some((element, _)) = info.element {
            return self.fresh_array(class, element, reference);
        }
        let id = self.new_object(class)?;
        let mut cells = Vec::new();
        for field in info.class.instance_fields() {
            let name = format!("{}.{}", reference.name, field.name);
            let cell = match field.ty {
                FieldType::Primitive(_) => self.fresh_value(field.ty, &name, reference, None)?,
                FieldType::Reference(declared) => {
                    let objects = self.machine.objects();
                    let of = reference.generic.as_deref();
                    let bound = objects.field_type(field, class, of);
                    let (class, generic) = bound.unwrap_or((declared, None));
                    let not_null = objects.is_never_null(field);
                    self.fresh_reference(class, &name, reference, generic, not_null)?
                }
            };
            self.initialise(id, u64::from(field.offset), field.ty, cell);
            cells.push(cell);
        }
        let initial = InitialContents::Fields(cells.into());
        Ok(InputObject::of(reference, address(id, 0), class, initial))
    }

    /// A value of a field or element: an input or a lazy reference.
    fn fresh_value(
        &mut self,
        ty: FieldType,
        name: &str,
        parent: &LazyReference,
        generic: Option<Arc<str>>,
    ) -> Outcome<Cell> {
        match ty {
            FieldType::Primitive(primitive) => {
                let width = primitive.size() as u32 * 8;
                Ok(self.primitive_input(primitive, name, InputOrigin::Heap, width))
            }
            FieldType::Reference(class) => {
                self.fresh_reference(class, name, parent, generic, parent.full)
            }
        }
    }

    /// A lazy reference in a field or element.
    fn fresh_reference(
        &mut self,
        class: ClassId,
        name: &str,
        parent: &LazyReference,
        generic: Option<Arc<str>>,
        not_null: bool,
    ) -> Outcome<Cell> {
        let name = self.machine.string(name);
        let flags = LazyFlags {
            not_null,
            ..LazyFlags::default()
        };
        let id = self.lazy_reference(class, name, parent.depth + 1, flags, generic)?;
        Ok(Cell::concrete(id.address()))
    }

    fn initialise(&mut self, id: ObjectId, offset: u64, ty: FieldType, cell: Cell) {
        let (object, pool) = self.object_and_pool(id);
        object.write(pool, offset as usize, cell, ty.size() as u32 * 8);
    }

    /// An array with room for as many elements as it may have, and a length that is an input.
    fn fresh_array(
        &mut self,
        class: ClassId,
        element: FieldType,
        reference: &LazyReference,
    ) -> Outcome<InputObject> {
        let most = self.machine.options.array_length;
        self.state.note_bound(Bound::ArrayLength);
        if let FieldType::Reference(held) = element {
            let objects = self.machine.objects();
            let below = objects.instantiable_subclasses(held);
            if objects.is_open_world(held) || below.iter().any(|class| *class != held) {
                self.state.note_bound(Bound::ArrayClasses);
            }
        }
        let length = self.length_input(&reference.name, most);
        let id = self.new_array(class, most)?;
        let mut all = Vec::new();
        let generic = reference
            .generic
            .as_deref()
            .and_then(|of| of.strip_prefix('['));
        let generic: Option<Arc<str>> = generic.filter(|of| of.contains('<')).map(Arc::from);
        for index in 0..most {
            let name = format!("{}[{index}]", reference.name);
            let cell = self.fresh_value(element, &name, reference, generic.clone())?;
            let offset = HEADER_SIZE + u64::from(index) * element.size();
            self.initialise(id, offset, element, cell);
            all.push(cell);
        }
        let (object, _) = self.object_and_pool(id);
        object.length = length.as_term();
        let all = all.into();
        let initial = InitialContents::Elements { length, all };
        Ok(InputObject::of(reference, address(id, 0), class, initial))
    }

    /// A length from 0 to `most`: an input of just enough bits, values beyond standing for `most`.
    pub(crate) fn length_input(&mut self, name: &str, most: u32) -> Cell {
        if most == 0 {
            return Cell::concrete(0);
        }
        let width = 32 - most.leading_zeros();
        let name = format!("{name}.length");
        let origin = InputOrigin::Heap;
        let machine = &mut *self.machine;
        let record = machine.scalar_input(self.state, origin, &name, "length", width);
        let pool = &mut machine.pool;
        let input = record.terms[0];
        let bound = pool.bv(width, u64::from(most));
        let less = pool.ult(input, bound);
        let length = pool.ite(less, input, bound);
        let length = pool.zero_extend(length, 32);
        Cell::from_term(pool, length)
    }

    /// A string of characters below U+0100.
    pub(crate) fn fresh_string(
        &mut self,
        layout: StringLayout,
        reference: &LazyReference,
    ) -> Outcome<InputObject> {
        let most = self.machine.options.string_length;
        self.state.note_bound(Bound::StringLength);
        if !self.machine.options.wide_strings {
            self.state.note_bound(Bound::StringCharacters);
        }
        let length = self.length_input(&reference.name, most);
        let value = self.new_array(layout.bytes, most)?;
        let mut all = Vec::new();
        let byte = FieldType::Primitive(Primitive::Byte);
        for index in 0..most {
            let name = format!("{}[{index}]", reference.name);
            let (machine, origin) = (&mut *self.machine, InputOrigin::Heap);
            let record = machine.scalar_input(self.state, origin, &name, "character", 8);
            let cell = Cell::symbolic(record.terms[0]);
            self.initialise(value, HEADER_SIZE + u64::from(index), byte, cell);
            all.push(cell);
        }
        let (object, _) = self.object_and_pool(value);
        object.length = length.as_term();
        self.string_of(layout, value, false, length, all, reference)
    }

    /// A string with at least one character above U+00FF: Java holds others as Latin-1.
    pub(crate) fn fresh_wide_string(
        &mut self,
        layout: StringLayout,
        reference: &LazyReference,
    ) -> Outcome<InputObject> {
        let most = self.machine.options.string_length;
        self.state.note_bound(Bound::StringLength);
        // What is decided comes before anything is made.
        let first = self.state.input_count;
        let names: Vec<String> = (0..most)
            .map(|index| format!("{}[{index}]", reference.name))
            .collect();
        let length_name = format!("{}.length", reference.name);
        let length_width = 32 - (most - 1).leading_zeros();
        let machine = &mut *self.machine;
        let mut length = machine.pool.bv(32, 1);
        if length_width > 0 {
            let input = machine.input(first, &length_name, length_width);
            let pool = &mut machine.pool;
            let bound = pool.bv(length_width, u64::from(most - 1));
            let less = pool.ult(input, bound);
            let beyond = pool.ite(less, input, bound);
            let beyond = pool.zero_extend(beyond, 32);
            length = pool.add(beyond, length);
        }
        let lengths = u32::from(length_width > 0);
        let mut wide = machine.pool.bool(false);
        let mut all = Vec::new();
        for (index, name) in names.iter().enumerate() {
            let character = machine.input(first + lengths + index as u32, name, 16);
            let pool = &mut machine.pool;
            let (position, latin) = (pool.bv(32, index as u64), pool.bv(16, 0xff));
            let within = pool.ult(position, length);
            let above = pool.ult(latin, character);
            let here = pool.and(within, above);
            wide = pool.or(wide, here);
            all.push(Cell::from_term(pool, character));
        }
        if !self.decide_bool(ForkKind::Assume, wide, ArmOutcome::Discard)? {
            return Err(Box::new(Fault::AssumeFailed));
        }
        let (machine, origin) = (&mut *self.machine, InputOrigin::Heap);
        if length_width > 0 {
            machine.scalar_input(self.state, origin, &length_name, "length", length_width);
        }
        for name in &names {
            machine.scalar_input(self.state, origin, name, "char", 16);
        }
        let value = self.new_array(layout.bytes, 2 * most)?;
        let (object, pool) = self.object_and_pool(value);
        for (index, cell) in all.iter().enumerate() {
            object.write(pool, HEADER_SIZE as usize + 2 * index, *cell, 16);
        }
        let one = pool.bv(32, 1);
        let bytes = pool.shl(length, one);
        object.length = Cell::from_term(pool, bytes).as_term();
        let length = Cell::from_term(pool, length);
        self.string_of(layout, value, true, length, all, reference)
    }

    /// A string object with that contents.
    fn string_of(
        &mut self,
        layout: StringLayout,
        value: ObjectId,
        wide: bool,
        length: Cell,
        all: Vec<Cell>,
        reference: &LazyReference,
    ) -> Outcome<InputObject> {
        let id = self.new_object(layout.class)?;
        let (object, _) = self.object_and_pool(id);
        let bytes = address(value, 0).to_le_bytes();
        object.write_bytes(layout.value as usize, &bytes);
        object.write_bytes(layout.coder as usize, &[u8::from(wide)]);
        let all = all.into();
        let initial = InitialContents::Text { length, all };
        let (at, class) = (address(id, 0), layout.class);
        Ok(InputObject::of(reference, at, class, initial))
    }
}
