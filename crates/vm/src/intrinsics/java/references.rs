//! Inputs that are references, and those that library code makes by calls.

use crate::Bound;
use crate::fault::{Fault, Outcome, unsupported};
use crate::run::Run;
use crate::state::{InitialContents, InputObject, InputPart, LazyId, LazyReference, Referent};
use crate::{Cell, Events, InputOrigin};
use ir::{InputConstruction, LazyFlags};
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
        let flags = LazyFlags::of_bits(flags);
        if flags.by_calls {
            self.state.heap.make_by_calls();
        }
        if flags.told_apart {
            self.state.heap.tell_apart();
        }
        if flags.of_type_argument {
            self.state.note_bound(Bound::TypeArguments);
        }
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
        [number, class, name, generic]: [Cell; 4],
        flags: LazyFlags,
    ) -> Outcome<Cell> {
        let (whole, reference) = self.input_reference(number)?;
        let class = self.class_id(class)?;
        let name = format!("{}{}", reference.name, self.string_text(name)?);
        let name = self.machine.string(&name);
        let generic = self.generic(generic)?;
        let id = self.lazy_reference(class, name, reference.depth + 1, flags, generic)?;
        let part = InputPart::Reference(id);
        self.state.heap.add_part(whole, part);
        Ok(Cell::concrete(id.address()))
    }

    /// A component of the object that a reference refers to or will.
    pub(super) fn input_component(
        &mut self,
        [number, class, name, ty]: [Cell; 4],
    ) -> Outcome<Cell> {
        let (whole, reference) = self.input_reference(number)?;
        let declares = self.class_id(class)?;
        let object = match reference.referent {
            Referent::UnderConstruction(class) => class,
            Referent::Object(at) => self.class_of(Cell::concrete(at))?,
            Referent::Open
            | Referent::NotNull
            | Referent::Fresh(_)
            | Referent::FreshText { .. }
            | Referent::Null => declares,
        };
        let ty = self.string_text(ty)?;
        let of = reference.generic.as_deref();
        let bound = self
            .machine
            .objects()
            .substituted_type(declares, &ty, object, of);
        let Some((class, generic)) = bound else {
            return unsupported(format!("an input of the type {ty}"));
        };
        let name = format!("{}{}", reference.name, self.string_text(name)?);
        let name = self.machine.string(&name);
        let id = self.lazy_reference(
            class,
            name,
            reference.depth + 1,
            LazyFlags::default(),
            generic,
        )?;
        self.state.heap.add_part(whole, InputPart::Reference(id));
        Ok(Cell::concrete(id.address()))
    }

    /// The reference by which a function is an input.
    pub(super) fn input_number(&mut self, object: Cell) -> Outcome<Cell> {
        let at = self.pin(object, 64)?;
        let objects = self.state.heap.objects().iter();
        let mut own = objects.filter(|object| object.at == at);
        match own.next().map(|object| &object.initial) {
            Some(InitialContents::Results(id)) => Ok(Cell::concrete(u64::from(id.0))),
            Some(_) | None => unsupported("a function that is no input"),
        }
    }

    pub(super) fn input_argument(&mut self, number: Cell, kind: Cell, name: Cell) -> Outcome<Cell> {
        let (whole, reference) = self.input_reference(number)?;
        let primitive = self.primitive(kind)?;
        let name = format!("{}{}", reference.name, self.string_text(name)?);
        let value = self.primitive_input(primitive, &name, InputOrigin::Heap, 64);
        let part = InputPart::Primitive(primitive, value);
        self.state.heap.add_part(whole, part);
        Ok(value)
    }

    pub(super) fn input_made<E: Events>(
        &mut self,
        [number, object]: [Cell; 2],
        events: &mut E,
    ) -> Outcome<()> {
        let (id, reference) = self.input_reference(number)?;
        let at = self.pin(object, 64)?;
        if at == 0 {
            return Err(Box::new(Fault::AssumeFailed));
        }
        let class = self.class_of(Cell::concrete(at))?;
        let making = self.construction(class);
        if let InputConstruction::Sequence { .. } = making {
            // One of another class is made by that class's calls; and what is an input already is
            // one already.
            let known = self.state.heap.objects().iter().any(|known| known.at == at);
            if reference.referent != Referent::UnderConstruction(class) || known {
                return Err(Box::new(Fault::AssumeFailed));
            }
            self.state.heap.end_sequence();
            events.making_inputs(self.state.heap.being_made() > 0);
        }
        let initial = match making {
            InputConstruction::Function { .. } => InitialContents::Results(id),
            InputConstruction::Call { .. }
            | InputConstruction::Sequence { .. }
            | InputConstruction::Elements { .. }
            | InputConstruction::Fields
            | InputConstruction::Unknown => {
                InitialContents::Calls(self.state.heap.parts(id).collect())
            }
        };
        let object = InputObject::of(&reference, at, class, initial);
        self.state.heap.add_object(object);
        self.state.heap.decide(id, Referent::Object(at));
        Ok(())
    }
}
