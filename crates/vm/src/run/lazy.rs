//! Deciding what lazy references refer to; see [`crate::state::InputHeap`].
//!
//! Each decision is made by a free input of its own, whose values are the ways to go: its
//! conditions cost the solver nothing. Under the model in which all inputs are zero a reference is
//! null, or a fresh object of the first class: so the first path through a structure ends.

use super::Run;
use super::made_of::{Cycle, cycle, may_be_its_own_object};
use crate::classes::objects_of;
use crate::code::Code;
use crate::fault::{Fault, Outcome, limit, unsupported};
use crate::memory::{address, split};
use crate::state::{
    ClassState, Frame, InputObject, LazyId, LazyReference, Referent, SequenceStart, Target,
};
use crate::{Arm, ArmOutcome, Bound, Cell, Events, ForkKind, InputOrigin, Limit};
use ir::{ClassId, ClassKind, HEADER_SIZE, InputConstruction, InputObjects, LazyFlags};
use std::sync::Arc;
use term::Term;

/// Width of the inputs that choose.
const CHOICE_WIDTH: u32 = 32;

/// One way to resolve a reference.
#[derive(Clone, Copy)]
enum ReferentChoice {
    Existing(u64),
    Fresh(ClassId),
}

impl Run<'_> {
    /// A new lazy reference.
    pub(crate) fn lazy_reference(
        &mut self,
        class: ClassId,
        name: Arc<str>,
        depth: u32,
        flags: LazyFlags,
        generic: Option<Arc<str>>,
    ) -> Outcome<LazyId> {
        if self.state.heap.is_full() {
            return limit(Limit::MemoryBytes);
        }
        if flags.not_null {
            self.check_makeable(class, generic.as_deref())?;
        }
        let referent = if flags.not_null {
            Referent::NotNull
        } else {
            Referent::Open
        };
        Ok(self.state.heap.add_reference(LazyReference {
            target: Target::Class(class),
            name,
            depth,
            shared: !flags.unshared,
            full: flags.full,
            generic,
            referent,
        }))
    }

    fn reference(&self, id: LazyId) -> Outcome<LazyReference> {
        match self.state.heap.get(id) {
            Some(reference) => Ok(reference.clone()),
            None => unsupported("a reference that is no object"),
        }
    }

    /// Notes what was decided. The choices that led there are not asked for again.
    pub(crate) fn commit(&mut self, id: LazyId, referent: Referent) {
        self.state.heap.decide(id, referent);
        self.choices.clear();
        self.next_choice = 0;
    }

    /// Whether a lazy reference is null.
    pub(crate) fn lazy_is_null<E: Events>(&mut self, id: LazyId, events: &mut E) -> Outcome<bool> {
        let reference = self.reference(id)?;
        match reference.referent {
            Referent::Null => return Ok(true),
            Referent::NotNull
            | Referent::Fresh(_)
            | Referent::UnderConstruction(_)
            | Referent::FreshText { .. }
            | Referent::Object(_) => return Ok(false),
            Referent::Open => {}
        }
        let name = format!("{}!=null", reference.name);
        let not_null = self.choose(&name, 2, "null", events)? == 1;
        let referent = if not_null {
            Referent::NotNull
        } else {
            Referent::Null
        };
        self.commit(id, referent);
        if not_null {
            self.check_makeable(class_of(&reference)?, reference.generic.as_deref())?;
        }
        Ok(!not_null)
    }

    /// Whether a lazy reference is null. If it is not, and what there may be is made by code that may
    /// refuse to, its object is made now: that it exists is not known before.
    pub(crate) fn touched_is_null<E: Events>(
        &mut self,
        id: LazyId,
        registers: &mut Vec<Cell>,
        events: &mut E,
    ) -> Outcome<Option<bool>> {
        if self.lazy_is_null(id, events)? {
            return Ok(Some(true));
        }
        let reference = self.reference(id)?;
        let made_untouched = match reference.referent {
            Referent::NotNull => {
                let objects = self.machine.objects();
                let of = reference.generic.as_deref();
                let classes = objects.subclasses_of_type(class_of(&reference)?, of);
                classes.iter().any(|class| self.exists_untouched(*class))
            }
            Referent::Fresh(class) => self.exists_untouched(class),
            Referent::Open
            | Referent::UnderConstruction(_)
            | Referent::FreshText { .. }
            | Referent::Null
            | Referent::Object(_) => true,
        };
        if made_untouched {
            return Ok(Some(false));
        }
        let resolved = self.resolve_lazy(id, registers, events)?;
        Ok(resolved.map(|_| false))
    }

    /// Ends the path if no object that fits a class can be made: no test could take it, whatever is
    /// found on it.
    fn check_makeable(&mut self, class: ClassId, of: Option<&str>) -> Outcome<()> {
        let program = Arc::clone(&self.machine.program);
        let objects = objects_of(&*program);
        let classes = objects.subclasses_of_type(class, of);
        let unknown = |class: &ClassId| self.construction(*class) == InputConstruction::Unknown;
        if !classes.iter().all(unknown) {
            return Ok(());
        }
        let name = &self.machine.class_info(class)?.class.name;
        unsupported(match classes.is_empty() {
            true => format!(
                "an input of {name}, which is abstract, without a class that extends it on the class path: add \
                 one (--class-path)"
            ),
            false => format!("an input of the class {name}"),
        })
    }

    /// The object that a lazy reference refers to, or 0; `None` if the initialiser of a class has
    /// to run before.
    pub(crate) fn resolve_lazy<E: Events>(
        &mut self,
        id: LazyId,
        registers: &mut Vec<Cell>,
        events: &mut E,
    ) -> Outcome<Option<u64>> {
        if self.lazy_is_null(id, events)? {
            return Ok(Some(0));
        }
        let reference = self.reference(id)?;
        let class = match reference.referent {
            Referent::Object(at) => return Ok(Some(at)),
            Referent::Fresh(class) => class,
            Referent::UnderConstruction(_) => {
                // What it is made of leads back to it: that is none of the inputs tried.
                self.state.note_bound(Bound::CyclesOfMade);
                return Err(Box::new(Fault::AssumeFailed));
            }
            Referent::FreshText { wide } => {
                let layout = self.string_layout()?;
                let before = self.state.inputs.len();
                let object = if wide {
                    self.fresh_wide_string(layout, &reference)?
                } else {
                    self.fresh_string(layout, &reference)?
                };
                return Ok(Some(self.made(id, object, before, events)));
            }
            Referent::Open | Referent::NotNull | Referent::Null => {
                self.note_static_objects(class_of(&reference)?)?;
                match self.choose_object(&reference, events)? {
                    ReferentChoice::Existing(at) => {
                        self.commit(id, Referent::Object(at));
                        return Ok(Some(at));
                    }
                    ReferentChoice::Fresh(class) => {
                        self.commit(id, Referent::Fresh(class));
                        class
                    }
                }
            }
        };
        if let Some(code) = self.initialiser_needed(class)? {
            self.insert_call(code, &[], registers, events)?;
            return Ok(None);
        }
        self.note_static_objects(class_of(&reference)?)?;
        match self.construction(class) {
            InputConstruction::Fields => {}
            making @ (InputConstruction::Elements { function, .. }
            | InputConstruction::Call { function, .. }
            | InputConstruction::Sequence { function, .. }
            | InputConstruction::Function { function, .. }) => {
                match &making {
                    InputConstruction::Function { .. } => self.state.note_bound(Bound::Functions),
                    InputConstruction::Sequence { of, .. } => {
                        self.state.note_bound(Bound::CallSequences);
                        if !of.closed {
                            self.state.note_bound(Bound::OtherChanges);
                        }
                    }
                    InputConstruction::Call { by, .. } if !by.covers_all_states => {
                        self.state.note_bound(Bound::LibraryValues);
                    }
                    InputConstruction::Call { .. }
                    | InputConstruction::Elements { .. }
                    | InputConstruction::Fields
                    | InputConstruction::Unknown => {}
                }
                let Some(code) = self.machine.code(function).map_err(load_fault)? else {
                    return unsupported("an input made by a function without body");
                };
                self.commit(id, Referent::UnderConstruction(class));
                if matches!(making, InputConstruction::Sequence { .. }) {
                    let start = SequenceStart {
                        objects: self.state.memory.len(),
                        decisions: self.state.path.len(),
                        path: self.state.path.hash(),
                    };
                    self.state.heap.begin_sequence(start);
                    events.making_inputs(true);
                }
                let number = Cell::concrete(u64::from(id.0));
                self.insert_call(code, &[number], registers, events)?;
                return Ok(None);
            }
            InputConstruction::Unknown => {
                let name = &self.machine.class_info(class)?.class.name;
                return unsupported(format!("an input of the class {name}"));
            }
        }
        if self.machine.class_info(class)?.class.kind == ClassKind::Enum {
            let at = self.choose_constant(class, &reference, events)?;
            self.commit(id, Referent::Object(at));
            return Ok(Some(at));
        }
        let string = self.machine.objects().well_known().string;
        if string.is_some_and(|layout| layout.class == class) {
            let options = &self.machine.options;
            let both = options.wide_strings && options.string_length > 0;
            let name = format!("{}.wide", reference.name);
            let wide = both && self.choose(&name, 2, "wide", events)? == 1;
            self.commit(id, Referent::FreshText { wide });
            return self.resolve_lazy(id, registers, events);
        }
        let before = self.state.inputs.len();
        let object = self.fresh_object(class, &reference)?;
        Ok(Some(self.made(id, object, before, events)))
    }

    /// Notes that a reference refers to a new input object, and tells of the inputs made since
    /// there were so many; the object's address.
    fn made<E: Events>(
        &mut self,
        id: LazyId,
        object: InputObject,
        inputs_before: u32,
        events: &mut E,
    ) -> u64 {
        self.announce_inputs(inputs_before, events);
        let at = object.at;
        self.state.heap.add_object(object);
        self.commit(id, Referent::Object(at));
        at
    }

    /// Tells of the inputs made since there were so many.
    fn announce_inputs<E: Events>(&mut self, before: u32, events: &mut E) {
        let made = (self.state.inputs.len() - before) as usize;
        let records: Vec<_> = self.state.inputs.iter_back().take(made).cloned().collect();
        for record in records.iter().rev() {
            events.input(record);
        }
    }

    /// An existing object that fits, in order of creation, or a fresh one of each class that fits.
    fn choose_object<E: Events>(
        &mut self,
        reference: &LazyReference,
        events: &mut E,
    ) -> Outcome<ReferentChoice> {
        let mut ways = Vec::new();
        let declared = class_of(reference)?;
        if reference.shared {
            let objects = self.machine.objects();
            let agrees = |object: &&InputObject| match (&object.generic, &reference.generic) {
                (Some(one), Some(other)) => one == other || objects.types_may_intersect(one, other),
                (None, Some(of)) => object
                    .class
                    .is_none_or(|class| objects.fits_type(class, of)),
                (_, None) => true,
            };
            let objects = self.state.heap.objects().iter();
            let objects = objects.filter(|object| object.shared).filter(agrees);
            let by_calls = self.state.heap.input_objects() == InputObjects::ByCalls;
            let objects: Vec<(u64, ClassId)> = objects
                .filter_map(|object| Some((object.at, object.class?)))
                .collect();
            let mut fits = |class| self.machine.is_subclass(class, declared);
            let mut is_cycle =
                by_calls && may_be_its_own_object(&self.state.heap, reference, &mut fits);
            for (at, _) in objects.into_iter().filter(|(_, class)| fits(*class)) {
                let found = by_calls.then(|| cycle(&self.state.heap, at, reference));
                match found.flatten() {
                    None => ways.push(ReferentChoice::Existing(at)),
                    Some(Cycle::Made) => {}
                    Some(Cycle::Held) => is_cycle = true,
                }
            }
            if is_cycle {
                self.state.note_bound(Bound::CyclesOfMade);
            }
        }
        let existing = ways.len();
        for class in self.fresh_classes(reference, declared) {
            ways.push(ReferentChoice::Fresh(class));
        }
        let fresh = ways.len() - existing;
        if ways.is_empty() {
            // What it would need lies beyond a bound, which is noted, or does not exist.
            return Err(Box::new(Fault::AssumeFailed));
        }
        // Values of the input: fresh objects first.
        let order: Vec<u32> = (existing..ways.len())
            .chain(0..existing)
            .map(|way| way as u32)
            .collect();
        debug_assert_eq!(order.len(), existing + fresh);
        let name = format!("{}.object", reference.name);
        let choice = self.choose_among(&name, &order, "object", events)?;
        Ok(ways[choice as usize])
    }

    /// Classes of which a reference may be given a fresh object.
    fn fresh_classes(&mut self, reference: &LazyReference, declared: ClassId) -> Vec<ClassId> {
        let options = &self.machine.options;
        let most = options.max_candidates;
        let deep = reference.depth >= options.heap_depth;
        let full = self.state.heap.objects().len() >= options.heap_objects as usize;
        let program = Arc::clone(&self.machine.program);
        let objects = objects_of(&*program);
        let mut classes = objects.subclasses_of_type(declared, reference.generic.as_deref());
        if objects.is_open_world(declared) {
            self.state.note_bound(Bound::LibraryClasses);
        }
        if deep || full {
            // Constants of enumerations are there already.
            let is_enum = |class: &ClassId| {
                let class = objects.class(*class);
                class.is_ok_and(|class| class.kind == ClassKind::Enum)
            };
            let all = classes.len();
            classes.retain(is_enum);
            if classes.len() < all {
                let bound = if deep {
                    Bound::HeapDepth
                } else {
                    Bound::HeapObjects
                };
                self.state.note_bound(bound);
            }
        }
        if self.state.heap.input_objects() == InputObjects::ByCalls {
            let all = classes.len();
            let makeable =
                |class: &ClassId| self.construction(*class) != InputConstruction::Unknown;
            classes.retain(makeable);
            if classes.len() < all {
                self.state.note_bound(Bound::CallSequences);
            }
        }
        if classes.len() > most {
            classes.truncate(most);
            self.state.note_bound(Bound::HeapClasses);
        }
        classes
    }

    /// One of the constants of an enumeration whose class is initialised.
    fn choose_constant<E: Events>(
        &mut self,
        class: ClassId,
        reference: &LazyReference,
        events: &mut E,
    ) -> Outcome<u64> {
        let info = Arc::clone(self.machine.class_info(class)?);
        let statics = Cell::concrete(self.state.classes.get(class).statics);
        let Some(field) = info.class.static_field("$VALUES") else {
            let name = &info.class.name;
            return unsupported(format!("the enumeration {name} without $VALUES"));
        };
        let values = self.get_field(statics, field.offset, 64)?;
        let values = Cell::concrete(self.pin(values, 64)?);
        if values == Cell::ZERO {
            let name = &info.class.name;
            return unsupported(format!("a constant of {name}, which is not initialised"));
        }
        let count = self.get_field(values, 4, 32)?;
        let count = self.pin(count, 32)? as u32;
        if count == 0 {
            return Err(Box::new(Fault::AssumeFailed));
        }
        let name = format!("{}.constant", reference.name);
        let constant = self.choose(&name, count, "constant", events)?;
        let offset = HEADER_SIZE as u32 + 8 * constant;
        let constant = self.get_field(values, offset, 64)?;
        self.pin(constant, 64)
    }

    /// One of `count` numbers, decided by a new input that has this value.
    fn choose<E: Events>(
        &mut self,
        name: &str,
        count: u32,
        ty: &str,
        events: &mut E,
    ) -> Outcome<u32> {
        let order: Vec<u32> = (0..count).collect();
        self.choose_among(name, &order, ty, events)
    }

    /// One of some choices, decided by a new input whose values stand for them in this order.
    fn choose_among<E: Events>(
        &mut self,
        name: &str,
        order: &[u32],
        ty: &str,
        events: &mut E,
    ) -> Outcome<u32> {
        if let [only] = order {
            return Ok(*only);
        }
        let input = self
            .machine
            .input(self.state.input_count, name, CHOICE_WIDTH);
        let mut arms: Vec<Arm> = Vec::with_capacity(order.len());
        for (value, &choice) in order.iter().enumerate() {
            let last = value + 1 == order.len();
            let condition = self.way_condition(input, value as u64, last);
            arms.push(Arm {
                choice: u64::from(choice),
                condition,
                outcome: ArmOutcome::Continue,
            });
        }
        arms.sort_by_key(|arm| arm.choice);
        let choice = self.decide(ForkKind::Initialise, arms, true)?;
        let origin = InputOrigin::Heap;
        let machine = &mut *self.machine;
        let record = machine.scalar_input(self.state, origin, name, ty, CHOICE_WIDTH);
        events.input(&record);
        Ok(choice as u32)
    }

    /// The condition that an input has a value, or for the last one this or a greater value.
    fn way_condition(&mut self, input: Term, value: u64, last: bool) -> Term {
        let pool = &mut self.machine.pool;
        let number = pool.bv(CHOICE_WIDTH, value);
        if last {
            pool.ule(number, input)
        } else {
            pool.eq(input, number)
        }
    }

    /// What initialises a class, unless that has happened or there is nothing to do.
    fn initialiser_needed(&mut self, class: ClassId) -> Outcome<Option<Arc<Code>>> {
        match self.state.classes.get(class).state {
            ClassState::Begun => return Ok(None),
            ClassState::Failed => {
                let name = &self.machine.class_info(class)?.class.name;
                let what = format!("an input of class {name}, whose initialisation fails");
                return unsupported(what);
            }
            ClassState::Untouched => {}
        }
        let initialiser = self.machine.objects().class_initialiser(class);
        let Some(initialiser) = initialiser.map_err(load_fault)? else {
            return Ok(None);
        };
        match self.machine.code(initialiser).map_err(load_fault)? {
            Some(code) => Ok(Some(code)),
            None => unsupported("a class initialiser without body"),
        }
    }

    /// Calls a function with these arguments from the instruction being executed, which is executed
    /// again when the function returns.
    fn insert_call<E: Events>(
        &mut self,
        code: Arc<Code>,
        arguments: &[Cell],
        registers: &mut Vec<Cell>,
        events: &mut E,
    ) -> Outcome<()> {
        self.frame.registers = std::mem::take(registers);
        let pc = self.frame.pc;
        events.call(code.function);
        let mut frame = Frame::new(code, Vec::new());
        for (&slot, &argument) in frame.code.parameters.iter().zip(arguments) {
            frame.registers[slot as usize] = argument;
        }
        frame.inserted = true;
        self.push(frame, events)?;
        if let Some(caller) = self.frame.caller.as_mut().and_then(Arc::get_mut) {
            caller.pc = pc;
        }
        Ok(())
    }

    /// How input objects of exactly that class are made on this path.
    pub(crate) fn construction(&self, class: ClassId) -> InputConstruction {
        let objects = self.state.heap.input_objects();
        self.machine.objects().input_construction(class, objects)
    }

    fn exists_untouched(&self, class: ClassId) -> bool {
        exists_untouched(&self.construction(class))
    }

    /// True if an address is that of an object of this path.
    pub(crate) fn is_managed(&self, at: u64) -> bool {
        let (id, offset) = split(at);
        let object = self.state.memory.object(id);
        offset == 0 && at == address(id, 0) && object.is_some_and(|o| o.class().is_some())
    }
}

/// True if an input object that is made so is sure to exist before anything is known of it.
pub(crate) fn exists_untouched(making: &InputConstruction) -> bool {
    match making {
        InputConstruction::Fields
        | InputConstruction::Elements { .. }
        | InputConstruction::Function { .. } => true,
        InputConstruction::Call { by, .. } => !by.may_throw,
        InputConstruction::Sequence { .. } | InputConstruction::Unknown => false,
    }
}

fn load_fault(error: ir::LoadError) -> Box<Fault> {
    Box::new(Fault::Unsupported(error.to_string()))
}

/// The class of the variable that a reference is in.
fn class_of(reference: &LazyReference) -> Outcome<ClassId> {
    match reference.target {
        Target::Class(class) => Ok(class),
        Target::Memory(_) => unsupported("a pointer that is used as a reference"),
    }
}

impl InputObject {
    /// An input object of a reference.
    pub(crate) fn of(
        reference: &LazyReference,
        at: u64,
        class: ClassId,
        initial: crate::state::InitialContents,
    ) -> InputObject {
        InputObject {
            at,
            class: Some(class),
            shared: reference.shared,
            generic: reference.generic.clone(),
            initial,
        }
    }
}
