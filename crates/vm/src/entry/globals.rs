//! Variables of the program that are inputs of the function under test: free as their types say, as if other calls had
//! been before.

use super::contents::ObjectFiller;
use crate::c_names::NOT_LOOKED_INTO;
use crate::memory::{Object, ObjectId, address, split};
use crate::run::Run;
use crate::state::{InitialContents, InputObject};
use crate::{FreeGlobal, InputOrigin, Machine, State, StoredValues};
use ir::{GlobalId, SourceType, SourceTypeId};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;
use term::{InputId, Op, Term};

impl Machine {
    /// Has the variables that are inputs hold them once the path looks at them; now, if calls are skipped, whose
    /// effects are on what there is.
    pub(super) fn free_globals(&mut self, state: &mut State) {
        let free = Arc::clone(&self.options.free_globals);
        let at_once = !self.options.skipped.is_empty();
        for free in free.iter() {
            let id = self.object_of_global(free.global);
            let mut copied = 0;
            let Some(slot) = state.memory.object_mut(id, &mut copied) else {
                continue;
            };
            slot.unmade = true;
            if at_once
                && let Some(object) = self.free_global(state, id)
                && let Some(slot) = state.memory.object_mut(id, &mut copied)
            {
                *slot = object;
            }
        }
    }

    /// The variable that is an input and lies in an object.
    fn free_global_in(&self, id: ObjectId) -> Option<FreeGlobal> {
        let all = self.options.free_globals.iter();
        let mut all = all.filter(|free| self.object_of_global(free.global) == id);
        all.next().cloned()
    }

    /// Number of the input objects of a path that are variables of the program.
    pub(crate) fn made_globals(&self, state: &State) -> usize {
        if self.options.free_globals.is_empty() {
            return 0;
        }
        let objects = state.heap.objects().iter();
        let is_global = |it: &&InputObject| self.free_global_in(split(it.at).0).is_some();
        objects.filter(is_global).count()
    }

    /// A variable that is an input and has not been accessed before, with its contents; what its type does not say
    /// (padding) is as it is initialised.
    pub(crate) fn free_global(&mut self, state: &mut State, id: ObjectId) -> Option<Object> {
        let free = self.free_global_in(id)?;
        let program = Arc::clone(&self.program);
        let global = program.globals().get(free.global.0 as usize)?;
        let mut object = self.memory.object(id)?.clone();
        object.unmade = false;
        let origin = InputOrigin::Global(free.global.0);
        let mut contents = ObjectFiller::new(self, state, origin, 0);
        contents.fill(&mut object, 0, &global.name, global.source_type?);
        self.told_lengths(state);
        state.heap.add_object(InputObject {
            at: address(id, 0),
            class: None,
            shared: true,
            generic: None,
            initial: InitialContents::Memory(Arc::new(object.clone())),
        });
        Some(object)
    }

    /// The variables that a path has taken its inputs from, and the types of their elements.
    pub(super) fn globals_in(&self, path: &State) -> Vec<(ObjectId, Option<SourceTypeId>)> {
        let objects = path.heap.objects().iter();
        let ids = objects.map(|object| split(object.at).0);
        let free = ids.filter_map(|id| Some((id, self.free_global_in(id)?)));
        free.map(|(id, free)| (id, self.element_of_global(free.global)))
            .collect()
    }

    /// The type of the elements of a variable: its own, unless it is an array.
    fn element_of_global(&self, global: GlobalId) -> Option<SourceTypeId> {
        let global = self.program.globals().get(global.0 as usize)?;
        let ty = global.source_type?;
        match self.program.source_type(self.program.resolved_type(ty)) {
            SourceType::Array { element, .. } => Some(*element),
            _ => Some(ty),
        }
    }

    /// The name of a variable that is an array, bytes of an element and how many it has; where variables are inputs.
    pub(crate) fn array_variable(&self, id: ObjectId) -> Option<(String, u64, u64)> {
        if self.options.free_globals.is_empty() {
            return None;
        }
        let first = self.object_of_global(GlobalId(0)).0;
        let number = id.0.checked_sub(first)?;
        let global = self.program.globals().get(number as usize)?;
        let ty = self.program.resolved_type(global.source_type?);
        let SourceType::Array { element, count } = self.program.source_type(ty) else {
            return None;
        };
        let each = self.program.size_of_type(*element).filter(|&it| it > 0)?;
        Some((global.name.clone(), each, *count))
    }

    /// The values of inputs of a path with which variables are as they are initialised, those that `wanted` says.
    fn initial_terms(
        &self,
        state: &State,
        wanted: impl Fn(&FreeGlobal) -> bool,
    ) -> Vec<(Term, u64)> {
        let mut found: BTreeMap<Term, u64> = BTreeMap::new();
        for made in state.heap.objects() {
            let id = split(made.at).0;
            let free = self.free_global_in(id).filter(&wanted);
            let (Some(_), InitialContents::Memory(object), Some(before)) =
                (free, &made.initial, self.memory.object(id))
            else {
                continue;
            };
            let terms = object.symbolic.iter().flatten().zip(&before.bytes);
            for (byte, &before) in terms {
                if let Some(term) = byte.term.filter(|_| byte.index < 8) {
                    *found.entry(term).or_default() |= u64::from(before) << (8 * byte.index);
                }
            }
        }
        let all = found.into_iter();
        all.filter_map(|(term, value)| self.initial_input(state, term, value))
            .collect()
    }

    /// The input with which a part of a variable has a value.
    fn initial_input(&self, state: &State, term: Term, value: u64) -> Option<(Term, u64)> {
        if let Some(pointer) = state.heap.pointer_of(term) {
            let pointer = state.heap.get(pointer)?.pointer()?;
            // An address that it is initialised with is none of an input object.
            return (value == 0 && !pointer.of_bytes).then_some((pointer.choice, 0));
        }
        match self.pool.op(term) {
            Op::Input(_) => Some((term, value)),
            Op::ZeroExtend => {
                let input = *self.pool.arguments(term).first()?;
                let width = self.pool.width(input);
                let is_input = matches!(self.pool.op(input), Op::Input(_));
                let fits = width >= 64 || value >> width == 0;
                (is_input && fits).then_some((input, value))
            }
            _ => None,
        }
    }

    /// The values of inputs with which the variables of a path are as they are initialised.
    pub fn initial_values(&self, state: &State) -> FxHashMap<InputId, u64> {
        if self.options.free_globals.is_empty() {
            return FxHashMap::default();
        }
        let all = self.initial_terms(state, |_| true).into_iter();
        all.filter_map(|(term, value)| Some((self.pool.as_input(term)?, value)))
            .collect()
    }
}

impl Run<'_> {
    /// What excludes an error, if it needs a value in a variable that the program does not store there.
    pub(crate) fn unless_initial(&mut self) -> Option<String> {
        let free = Arc::clone(&self.machine.options.free_globals);
        let mut all = free.iter();
        let unless = all.find_map(|free| match &free.stored {
            StoredValues::Only(values) => self.unless_stored(free.global, values),
            StoredValues::Given | StoredValues::Computed => None,
        });
        unless.or_else(|| self.unless_computed(&free))
    }

    /// The same of variables whose values the program computes, all together.
    fn unless_computed(&mut self, free: &[FreeGlobal]) -> Option<String> {
        let computed = free.iter();
        let computed = computed.filter(|free| free.stored == StoredValues::Computed);
        let mut initial: Vec<(GlobalId, Vec<(Term, u64)>)> = Vec::new();
        for FreeGlobal { global, .. } in computed {
            let terms = self
                .machine
                .initial_terms(self.state, |it| it.global == *global);
            initial.push((*global, terms));
        }
        initial.retain(|(_, terms)| !terms.is_empty());
        let all: Vec<(Term, u64)> = initial.iter().flat_map(|(_, it)| it.clone()).collect();
        if !self.is_excluded(&all) {
            return None;
        }
        let mut needed = initial.clone();
        needed.retain(|(_, terms)| self.is_excluded(terms));
        let needed = if needed.is_empty() { initial } else { needed };
        let globals = self.machine.program.globals();
        let names = needed
            .iter()
            .map(|(id, _)| globals[id.0 as usize].name.as_str());
        let names = names.collect::<Vec<_>>().join(", ");
        Some(format!("{names} as initialised: {NOT_LOOKED_INTO}"))
    }

    fn unless_stored(&mut self, global: GlobalId, stored: &[u64]) -> Option<String> {
        let machine = &mut *self.machine;
        let initial = machine.initial_terms(self.state, |it| it.global == global);
        if initial.is_empty() || !self.is_excluded(&initial) {
            return None;
        }
        let name = self.machine.program.globals()[global.0 as usize]
            .name
            .clone();
        if stored.is_empty() {
            return Some(format!(
                "{name} as it is initialised: nothing in the program stores to it"
            ));
        }
        let &[(input, _)] = &initial[..] else {
            return None;
        };
        let mut all = stored.iter();
        let excluded = all.all(|&value| self.is_excluded(&[(input, value)]));
        excluded.then(|| format!("{name} as the program stores it: no other than constants"))
    }

    /// True if the path cannot be taken with these values of inputs, whatever others are.
    fn is_excluded(&mut self, values: &[(Term, u64)]) -> bool {
        let pool = &mut self.machine.pool;
        let mut known = FxHashMap::default();
        for &(input, value) in values {
            let value = pool.bv(pool.width(input), value);
            known.insert(input, value);
        }
        let mut conditions = self.state.conditions().into_iter();
        conditions.any(|condition| {
            let known = pool.substitute(condition, &known);
            pool.constant_bool(known) == Some(false)
        })
    }
}
