//! Inputs that are references, and those that library code makes by calls.

use crate::Bound;
use crate::Cell;
use crate::fault::{Outcome, unsupported};
use crate::interpret::{LazyFlags, OPEN, Run};
use crate::state::{InitialContents, InputObject, LazyId, LazyReference, Referent};
use std::sync::Arc;

impl Run<'_> {
    pub(super) fn lazy_input(
        &mut self,
        class: Cell,
        name: Cell,
        flags: Cell,
        generic: Cell,
    ) -> Outcome<Cell> {
        let class = self.class_id(class)?;
        let name = self.text(name)?;
        let generic = self.generic(generic)?;
        let flags = self.pin(flags, 32)?;
        let flags = LazyFlags {
            not_null: flags & 1 != 0,
            shared: flags & 2 == 0,
            full: flags & 4 != 0,
        };
        let id = self.lazy_reference(class, name, 0, flags, generic)?;
        self.state.heap.add_root(id);
        Ok(Cell::concrete(id.address()))
    }

    fn text(&mut self, string: Cell) -> Outcome<Arc<str>> {
        let text = self.string_text(string)?;
        Ok(self.machine.string(&text))
    }

    fn generic(&mut self, string: Cell) -> Outcome<Option<Arc<str>>> {
        match string {
            Cell::ZERO => Ok(None),
            string => self.text(string).map(Some),
        }
    }

    fn input_reference(&mut self, number: Cell) -> Outcome<(LazyId, LazyReference)> {
        let id = LazyId(self.pin(number, 32)? as u32);
        match self.state.heap.get(id) {
            Some(reference) => Ok((id, reference.clone())),
            None => unsupported("an input reference that does not exist"),
        }
    }

    pub(super) fn input_class(&mut self, number: Cell) -> Outcome<Cell> {
        let (_, reference) = self.input_reference(number)?;
        match reference.referent {
            Referent::Fresh(class) => self.class_object(class).map(Cell::concrete),
            Referent::Open
            | Referent::NotNull
            | Referent::Null
            | Referent::FreshText { .. }
            | Referent::Object(_) => unsupported("the class of an input that is not to be made"),
        }
    }

    pub(super) fn input_type(&mut self, number: Cell) -> Outcome<Cell> {
        let (_, reference) = self.input_reference(number)?;
        match reference.generic {
            Some(generic) => self.new_text(&generic),
            None => Ok(Cell::ZERO),
        }
    }

    pub(super) fn input_size(&mut self, number: Cell) -> Outcome<Cell> {
        let (_, reference) = self.input_reference(number)?;
        self.state.note_bound(Bound::CollectionSize);
        let most = self.machine.options.collection_size;
        Ok(self.length_input(&reference.name, most))
    }

    pub(super) fn input_element(
        &mut self,
        number: Cell,
        class: Cell,
        name: Cell,
        generic: Cell,
    ) -> Outcome<Cell> {
        let (whole, reference) = self.input_reference(number)?;
        let class = self.class_id(class)?;
        let name = format!("{}{}", reference.name, self.string_text(name)?);
        let name = self.machine.string(&name);
        let generic = self.generic(generic)?;
        let id = self.lazy_reference(class, name, reference.depth + 1, OPEN, generic)?;
        self.state.heap.add_element(whole, id);
        Ok(Cell::concrete(id.address()))
    }

    pub(super) fn input_made(&mut self, number: Cell, object: Cell) -> Outcome<()> {
        let (id, reference) = self.input_reference(number)?;
        let at = self.pin(object, 64)?;
        let class = self.class_of(Cell::concrete(at))?;
        let elements = self.state.heap.elements(id);
        let cells = elements.map(|element| Cell::concrete(element.address()));
        let initial = InitialContents::Calls(cells.collect());
        let object = InputObject::of(&reference, at, class, initial);
        self.state.heap.add_object(object);
        self.state.heap.decide(id, Referent::Object(at));
        Ok(())
    }
}
