//! Objects that static fields hold. Callers of the program can hand them over, but inputs are none of them.

use super::Run;
use crate::fault::Outcome;
use crate::state::LazyId;
use crate::{Bound, Cell};
use ir::{Class, ClassId, ClassKind, Field, FieldType};
use std::sync::Arc;

/// Static fields of a class that may refer to objects, but for constants of an enumeration.
pub(super) fn static_references(class: &Class) -> impl Iterator<Item = &Field> {
    let is_enum = class.kind == ClassKind::Enum;
    class.static_fields().filter(move |field| match field.ty {
        FieldType::Primitive(_) => false,
        FieldType::Reference(of) => !is_enum || of != field.declared_in && field.name != "$VALUES",
    })
}

impl Run<'_> {
    /// Notes that a reference of a class may refer to an object that a static field holds, if there is one: an object of a
    /// class of the program, or what a field holds that others can name.
    pub(super) fn note_static_objects(&mut self, declared: ClassId) -> Outcome<()> {
        let holders = Arc::clone(self.state.classes.holders());
        for &holder in holders.iter() {
            let info = Arc::clone(self.machine.class_info(holder)?);
            let statics = self.state.classes.get(holder).statics;
            if statics == 0 {
                continue;
            }
            for field in static_references(&info.class) {
                if self.may_be_handed_over(Cell::concrete(statics), field, declared)? {
                    self.state.note_bound(Bound::StaticObjects);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// The same where a class begins: the objects that its fields will hold may be inputs that there are already.
    pub(super) fn note_static_objects_to_be(&mut self, holder: &Class) {
        let string = self.machine.objects().well_known().string;
        let string = string.map(|layout| layout.class);
        let objects = self.state.heap.objects().iter();
        let classes = objects.filter_map(|object| object.class);
        let inputs: Vec<ClassId> = classes.filter(|class| Some(*class) != string).collect();
        for field in static_references(holder) {
            let FieldType::Reference(declared) = field.ty else {
                continue;
            };
            // What is not on the class path has no objects.
            let Ok(info) = self.machine.class_info(declared) else {
                continue;
            };
            let of_program = info.class.user;
            let may_be = |&input: &ClassId| {
                self.machine.is_subclass(input, declared)
                    || self.machine.is_subclass(declared, input)
            };
            if (of_program || !field.is_private) && inputs.iter().any(may_be) {
                self.state.note_bound(Bound::StaticObjects);
            }
        }
    }

    /// True if a static field holds an object that a reference of a class may refer to.
    fn may_be_handed_over(
        &mut self,
        statics: Cell,
        field: &Field,
        declared: ClassId,
    ) -> Outcome<bool> {
        let held = self.get_field(statics, field.offset, 64)?;
        let is_object = held.as_term().is_none() && held != Cell::ZERO;
        let mut inputs = self.state.heap.objects().iter();
        let is_input = LazyId::of(held.bits).is_some() || inputs.any(|it| it.at == held.bits);
        if !is_object || is_input {
            return Ok(false);
        }
        let class = self.class_of(held)?;
        if !self.machine.is_subclass(class, declared) {
            return Ok(false);
        }
        let string = self.machine.objects().well_known().string;
        let is_string = string.is_some_and(|layout| layout.class == class);
        let of_program = self.machine.class_info(class)?.class.user;
        Ok(of_program || !field.is_private && !is_string)
    }
}
