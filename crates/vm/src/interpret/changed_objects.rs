//! What a call that is skipped may change of a program's objects: numbers in fields and arrays.

use crate::Cell;
use crate::call_policy::{ChangedObjects, INPUTS_OF_CALL, ReturnedPointers};
use crate::code::CallSite;
use crate::memory::{Object, ObjectId, address, split};
use crate::run::Run;
use crate::state::{Changed, ChangedPlace, LazyId, LeftTo, Pointees, Referent};
use ir::analysis::{PointerSource, WrittenObjects};
use ir::{FieldType, HEADER_SIZE};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

impl Run<'_> {
    /// Adds the numbers that a call may change; `None` if they cannot be told, or are too many. Objects that a call
    /// meets only on other than its plain way are none of them: inputs of which it is not decided what they refer to,
    /// and static fields of classes that are not initialised.
    pub(super) fn add_objects(
        &mut self,
        site: &CallSite,
        objects: &ChangedObjects,
        changed: &mut Vec<Changed>,
    ) -> Option<()> {
        let mut places: BTreeSet<(ObjectId, u32, u32)> = BTreeSet::new();
        for &(class, offset) in &objects.statics {
            let statics = self.state.classes.get(class).statics;
            let class = self.machine.class_info(class).ok()?;
            let mut fields = class.class.static_fields();
            let field = fields.find(|field| field.offset == offset)?;
            if statics != 0 {
                places.insert((split(statics).0, offset, width_of(field.ty)?));
            }
        }
        for &(written, offset) in &objects.fields {
            for id in self.written_objects(written, site)? {
                self.add_field(id, offset, written, &mut places);
            }
        }
        let texts = match objects.elements.is_empty() {
            true => FxHashSet::default(),
            false => self.arrays_of_strings(),
        };
        for &(written, width) in &objects.elements {
            for id in self.written_objects(written, site)? {
                if !texts.contains(&id) {
                    self.add_elements(id, width, &mut places)?;
                }
            }
        }
        let places = places.into_iter();
        changed.extend(places.map(|(id, at, width)| (ChangedPlace::Memory(id, at), width)));
        Some(())
    }

    /// The references that a call may return on its plain way; `None` if they cannot be told.
    pub(super) fn references(
        &mut self,
        site: &CallSite,
        pointers: &ReturnedPointers,
    ) -> Option<Pointees> {
        let mut found = Pointees {
            null: pointers.null,
            list: Vec::new(),
        };
        for (source, _) in &pointers.from {
            let reference = match *source {
                PointerSource::Argument(number) => {
                    let slot = *site.arguments.get(number as usize)?;
                    Some(self.frame.registers[slot as usize])
                }
                PointerSource::StaticField(class, offset) => {
                    let statics = self.state.classes.get(class).statics;
                    self.reference_in(split(statics).0, offset)
                }
                PointerSource::Field(number, offset) => {
                    let objects = self.written_objects(WrittenObjects::Argument(number), site)?;
                    let mut objects = objects.into_iter();
                    objects.next().and_then(|id| self.reference_in(id, offset))
                }
                PointerSource::Global(_) | PointerSource::Loaded | PointerSource::Statics(_) => {
                    return None;
                }
            };
            // Through what is not there leads no plain way.
            let Some(reference) = reference else { continue };
            if reference.as_term().is_some() {
                return None;
            }
            match reference.bits {
                0 => found.null = true,
                at => found.add(LeftTo::At(at)),
            }
        }
        let lazy = |pointee: &LeftTo| match *pointee {
            LeftTo::At(at) => LazyId::of(at).and_then(|id| self.state.heap.get(id)),
            LeftTo::In(_) => None,
        };
        let mut referents = found.list.iter().filter_map(lazy).map(|it| it.referent);
        found.null |= referents.any(|referent| referent == Referent::Null);
        Some(found)
    }

    fn reference_in(&mut self, id: ObjectId, offset: u32) -> Option<Cell> {
        let object = self.state.memory.object(id)?;
        let fits = u64::from(offset) + 8 <= object.size();
        fits.then(|| object.read(&mut self.machine.pool, offset as usize, 64))
    }

    /// Objects that a call may write, as far as there are such already.
    fn written_objects(&self, written: WrittenObjects, site: &CallSite) -> Option<Vec<ObjectId>> {
        let number = match written {
            WrittenObjects::Argument(number) => number as usize,
            WrittenObjects::Any => {
                let live = self.state.memory.live();
                return Some(live.into_iter().map(|(id, _)| id).collect());
            }
        };
        let slot = *site.arguments.get(number)?;
        let reference = self.frame.registers[slot as usize];
        let at = match reference.as_term() {
            // It may be one of several.
            Some(term) => *self.state.chosen_references.get(&term)?,
            None => reference.bits,
        };
        let at = match LazyId::of(at) {
            None => at,
            Some(id) => match self.state.heap.get(id)?.referent {
                Referent::Object(at) => at,
                Referent::Open
                | Referent::Null
                | Referent::NotNull
                | Referent::Fresh(_)
                | Referent::FreshText { .. }
                | Referent::UnderConstruction(_) => return Some(Vec::new()),
            },
        };
        let id = split(at).0;
        let is_object = at != 0 && at == address(id, 0) && self.state.memory.object(id).is_some();
        Some(is_object.then_some(id).into_iter().collect())
    }

    /// Adds the field of an object at an offset, if it has a number there. Fields that are assigned once are those of
    /// objects that calls are made of to construct them.
    fn add_field(
        &mut self,
        id: ObjectId,
        offset: u32,
        written: WrittenObjects,
        places: &mut BTreeSet<(ObjectId, u32, u32)>,
    ) {
        let Some(object) = self.state.memory.object(id) else {
            return;
        };
        // What a string remembers of its text is always the same.
        if self.is_string(object) {
            return;
        }
        let class = object.class();
        let is_statics = |class| self.state.classes.get(class).statics == address(id, 0);
        let class = class.filter(|class| !is_statics(*class)).and_then(|class| {
            let info = self.machine.class_info(class).ok()?;
            Some(std::sync::Arc::clone(info))
        });
        let Some(class) = class else {
            return;
        };
        let mut fields = class.class.instance_fields();
        let field = fields.find(|field| field.offset == offset);
        let field = field.filter(|it| !it.is_final || written != WrittenObjects::Any);
        if let Some(width) = field.and_then(|field| width_of(field.ty)) {
            places.insert((id, offset, width));
        }
    }

    /// Adds the elements of an array, if they are numbers of that width.
    fn add_elements(
        &mut self,
        id: ObjectId,
        width: u32,
        places: &mut BTreeSet<(ObjectId, u32, u32)>,
    ) -> Option<()> {
        let object = self.state.memory.object(id)?;
        let (class, size) = (object.class(), object.size());
        let Some(class) = class else {
            return Some(());
        };
        let element = self.machine.class_info(class).ok()?.element;
        if element.and_then(|(ty, _)| width_of(ty)) != Some(width) {
            return Some(());
        }
        if size.saturating_sub(HEADER_SIZE) > u64::from(INPUTS_OF_CALL * width / 8) {
            return None;
        }
        let places_of = (HEADER_SIZE..size).step_by(width as usize / 8);
        places.extend(places_of.map(|at| (id, at as u32, width)));
        (places.len() < INPUTS_OF_CALL as usize).then_some(())
    }

    pub(super) fn is_string(&self, object: &Object) -> bool {
        let string = self.machine.objects().well_known().string;
        string.is_some_and(|layout| object.class() == Some(layout.class))
    }

    /// The arrays that strings have their texts in: nothing writes to them.
    fn arrays_of_strings(&self) -> FxHashSet<ObjectId> {
        let Some(layout) = self.machine.objects().well_known().string else {
            return FxHashSet::default();
        };
        let live = self.state.memory.live();
        let strings = live
            .into_iter()
            .filter(|(_, object)| object.class() == Some(layout.class));
        let array = |object: &Object| {
            let at = layout.value as usize;
            let word = object.bytes.get(at..at + 8)?;
            let word = u64::from_le_bytes(word.try_into().ok()?);
            (word != 0).then_some(split(word).0)
        };
        strings.filter_map(|(_, object)| array(object)).collect()
    }
}

/// Width in bits of a number; `None` for references.
fn width_of(ty: FieldType) -> Option<u32> {
    match ty {
        FieldType::Primitive(primitive) => Some(primitive.size() as u32 * 8),
        FieldType::Reference(_) => None,
    }
}
