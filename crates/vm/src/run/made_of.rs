//! What input objects that calls make are made of. An object is not among what the call is given that makes it,
//! nor what that is made of or holds; what calls that follow are given may be the object itself.

use crate::state::{InputHeap, LazyReference, Referent};
use ir::ClassId;

/// What a name goes on with for what the call is given that makes an object (`list.made.size`), and for what later calls
/// are given (`list.call1.element`).
const MADE: &str = ".made.";
const CALLED: &str = ".call";

/// Why an object cannot be what a call is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycle {
    /// It was made of what the call makes.
    Made,
    /// It holds what the call makes, or is made of what does. Callers may bring that about, but only when the call is over.
    Held,
}

/// Why an object cannot be what a reference means, if it cannot.
pub(crate) fn cycle(heap: &InputHeap, object: u64, reference: &LazyReference) -> Option<Cycle> {
    // What is or was made of the reference.
    let makes = |of: &LazyReference| is_part(&reference.name, &of.name, MADE);
    if !heap.all_references().iter().any(makes) {
        return None;
    }
    let leads_back = |follows: fn(&str) -> bool| {
        let (mut seen, mut pending) = (vec![object], vec![object]);
        while let Some(at) = pending.pop() {
            if names_of(heap, at).any(makes) {
                return true;
            }
            for part in parts_of(heap, at, follows) {
                match part.referent {
                    Referent::Object(at) if !seen.contains(&at) => {
                        seen.push(at);
                        pending.push(at);
                    }
                    Referent::UnderConstruction(_) if makes(part) => return true,
                    _ => {}
                }
            }
        }
        false
    };
    if leads_back(|rest| rest.starts_with(MADE)) {
        return Some(Cycle::Made);
    }
    let holds = |rest: &str| rest.starts_with(['.', '[']) && !is_call(rest);
    leads_back(holds).then_some(Cycle::Held)
}

/// True if a reference is what a call is given on an object that is not made to its end yet, and that it might mean.
pub(crate) fn may_be_its_own_object(
    heap: &InputHeap,
    reference: &LazyReference,
    mut fits: impl FnMut(ClassId) -> bool,
) -> bool {
    heap.all_references().iter().any(|of| match of.referent {
        Referent::UnderConstruction(class) => {
            is_part(&reference.name, &of.name, CALLED) && fits(class)
        }
        _ => false,
    })
}

/// The references that mean an object.
fn names_of(heap: &InputHeap, object: u64) -> impl Iterator<Item = &LazyReference> {
    let all = heap.all_references().iter();
    all.filter(move |it| it.referent == Referent::Object(object))
}

/// The references whose names go on in such a way from those of an object.
fn parts_of(
    heap: &InputHeap,
    object: u64,
    follows: fn(&str) -> bool,
) -> impl Iterator<Item = &LazyReference> {
    let all = heap.all_references();
    names_of(heap, object).flat_map(move |own| {
        let is_part = move |part: &&LazyReference| {
            let rest = part.name.strip_prefix(&*own.name);
            rest.is_some_and(follows)
        };
        all.iter().filter(is_part)
    })
}

/// True for what a name goes on with for what a later call is given, which is no field `caller`.
fn is_call(rest: &str) -> bool {
    let rest = rest.strip_prefix(CALLED);
    rest.is_some_and(|rest| rest.starts_with(|next: char| next.is_ascii_digit()))
}

/// True for the name of something that an object of a name is given.
fn is_part(name: &str, of: &str, by: &str) -> bool {
    name.strip_prefix(of)
        .is_some_and(|rest| rest.starts_with(by))
}
