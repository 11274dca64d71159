//! What input objects that calls make are made of. An object is not among what the call is given that makes it,
//! nor what that is made of; what calls that follow are given may be the object itself.

use crate::state::{InputHeap, LazyReference, Referent};
use ir::ClassId;

/// What a name goes on with for what the call is given that makes an object (`list.made.size`), and for what later calls
/// are given (`list.call1.element`).
const MADE: &str = ".made.";
const CALLED: &str = ".call";

/// True if an object cannot be what a reference means, as it was made of it.
pub(crate) fn is_made_of(heap: &InputHeap, object: u64, reference: &LazyReference) -> bool {
    // The objects that are made of the reference.
    let references = heap.all_references().iter();
    let makers = references.filter_map(|of| match of.referent {
        Referent::Object(at) => is_part(&reference.name, &of.name, MADE).then_some(at),
        _ => None,
    });
    let makers: Vec<u64> = makers.collect();
    if makers.is_empty() {
        return false;
    }
    // And those that are made of these.
    let (mut seen, mut pending) = (vec![object], vec![object]);
    while let Some(at) = pending.pop() {
        if makers.contains(&at) {
            return true;
        }
        for part in parts_of(heap, at) {
            if !seen.contains(&part) {
                seen.push(part);
                pending.push(part);
            }
        }
    }
    false
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

/// The objects that an object was made of.
fn parts_of(heap: &InputHeap, object: u64) -> Vec<u64> {
    let all = heap.all_references();
    let own = all
        .iter()
        .filter(|it| it.referent == Referent::Object(object));
    let mut parts = Vec::new();
    for own in own {
        parts.extend(all.iter().filter_map(|part| match part.referent {
            Referent::Object(at) if is_part(&part.name, &own.name, MADE) => Some(at),
            _ => None,
        }));
    }
    parts
}

/// True for the name of something that an object of a name is given.
fn is_part(name: &str, of: &str, by: &str) -> bool {
    name.strip_prefix(of)
        .is_some_and(|rest| rest.starts_with(by))
}
