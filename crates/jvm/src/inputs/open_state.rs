//! Classes whose objects their users may bring into any state, by assigning fields.

use crate::Program;
use crate::class_file::access;
use crate::inputs::Method;
use crate::program::Linked;
use crate::source::Origin;
use ir::{ClassId, ClassKind, HEADER_SIZE};
use std::sync::Arc;

impl Program {
    /// True if those who may make objects of a class may also assign all its fields: there is no state
    /// of them that no user can bring about.
    pub(crate) fn has_open_state(&self, class: ClassId) -> bool {
        let Ok(linked) = self.linked(class) else {
            return false;
        };
        if linked.ir.kind != ClassKind::Instance || self.makers_of(&linked).is_empty() {
            return false;
        }
        // Who made one of a class without a name has given it its state.
        let name = self.symbols.text(linked.name);
        if !self.can_be_named(name).unwrap_or(false) {
            return false;
        }
        let package = self.package(linked.name).to_owned();
        let mut next = Some(linked);
        while let Some(line) = next {
            if line.origin != Origin::User {
                return line.ir.instance_size == HEADER_SIZE as u32;
            }
            let is_public = self.access_in_source(&line) & access::PUBLIC != 0
                || self.package(line.name) != package;
            let mut fields = line.fields.iter();
            let closed = |flags: u16| {
                // The object around one of an inner class is given to its constructor.
                let own = flags & (access::STATIC | access::SYNTHETIC) == 0;
                let assigned = match is_public {
                    true => flags & access::PUBLIC != 0,
                    false => flags & access::PRIVATE == 0,
                };
                own && (!assigned || flags & access::FINAL != 0)
            };
            if fields.any(|field| closed(field.access)) {
                return false;
            }
            next = line.superclass.and_then(|id| self.linked(id).ok());
        }
        true
    }

    /// True if objects that a method may be called on have no fields, and so no states that differ.
    pub(crate) fn has_stateless_receiver(&self, method: &Method) -> bool {
        let classes = self.subclasses_for_inputs(method.class);
        let is_stateless = |class: &ClassId| {
            let has_no_fields = |linked: Arc<Linked>| linked.ir.instance_size == HEADER_SIZE as u32;
            self.linked(*class).is_ok_and(has_no_fields) && self.has_open_state(*class)
        };
        !classes.is_empty() && classes.iter().all(is_stateless)
    }
}
