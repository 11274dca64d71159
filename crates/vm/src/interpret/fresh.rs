//! Fresh input objects: numbers in them are inputs, references lazy.

use super::Run;
use crate::fault::Outcome;
use crate::memory::{ObjectId, address};
use crate::state::{InitialContents, InputObject, LazyReference};
use crate::{Bound, Cell, InputOrigin};
use ir::{ClassId, FieldType, HEADER_SIZE, Primitive, StringLayout};
use std::sync::Arc;

impl Run<'_> {
    /// A fresh object of a class, neither abstract nor an enumeration.
    pub(super) fn fresh_object(
        &mut self,
        class: ClassId,
        reference: &LazyReference,
    ) -> Outcome<InputObject> {
        let known = self.machine.program.well_known();
        if let Some(layout) = known.string.filter(|layout| layout.class == class) {
            return self.fresh_string(layout, reference);
        }
        let info = Arc::clone(self.machine.class_info(class)?);
        if let Some((element, _)) = info.element {
            return self.fresh_array(class, element, reference);
        }
        let id = self.new_object(class)?;
        let mut cells = Vec::new();
        for field in info.class.instance_fields() {
            let name = format!("{}.{}", reference.name, field.name);
            let cell = self.fresh_value(field.ty, &name, reference)?;
            self.initialise(id, u64::from(field.offset), field.ty, cell);
            cells.push(cell);
        }
        let initial = InitialContents::Fields(cells.into());
        Ok(InputObject::of(reference, address(id, 0), class, initial))
    }

    /// A value of a field or element: an input or a lazy reference.
    fn fresh_value(&mut self, ty: FieldType, name: &str, parent: &LazyReference) -> Outcome<Cell> {
        match ty {
            FieldType::Primitive(primitive) => {
                let width = primitive.size() as u32 * 8;
                Ok(self.primitive_input(primitive, name, InputOrigin::Heap, width))
            }
            FieldType::Reference(class) => {
                let name = self.machine.string(name);
                let id = self.lazy_reference(class, name, parent.depth + 1, false, true)?;
                Ok(Cell::concrete(id.address()))
            }
        }
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
        let length = self.length_input(&reference.name, most);
        let id = self.new_array(class, most)?;
        let mut all = Vec::new();
        for index in 0..most {
            let name = format!("{}[{index}]", reference.name);
            let cell = self.fresh_value(element, &name, reference)?;
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
    fn length_input(&mut self, name: &str, most: u32) -> Cell {
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
    fn fresh_string(
        &mut self,
        layout: StringLayout,
        reference: &LazyReference,
    ) -> Outcome<InputObject> {
        let most = self.machine.options.string_length;
        self.state.note_bound(Bound::StringLength);
        self.state.note_bound(Bound::StringCharacters);
        let length = self.length_input(&reference.name, most);
        let value = self.new_array(layout.bytes, most)?;
        let mut all = Vec::new();
        let byte = FieldType::Primitive(Primitive::Byte);
        for index in 0..most {
            let name = format!("{}[{index}]", reference.name);
            let cell = self.fresh_value(byte, &name, reference)?;
            self.initialise(value, HEADER_SIZE + u64::from(index), byte, cell);
            all.push(cell);
        }
        let (object, _) = self.object_and_pool(value);
        object.length = length.as_term();
        let id = self.new_object(layout.class)?;
        let (object, _) = self.object_and_pool(id);
        let bytes = address(value, 0).to_le_bytes();
        object.write_bytes(layout.value as usize, &bytes);
        let all = all.into();
        let initial = InitialContents::Text { length, all };
        let (at, class) = (address(id, 0), layout.class);
        Ok(InputObject::of(reference, at, class, initial))
    }
}
