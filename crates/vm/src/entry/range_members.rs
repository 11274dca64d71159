//! Members of structures that are pointers into one array: its beginning, its end, and places between these.

use super::node_types::points_to_itself;
use super::pointer_bytes::member_name;
use crate::length_names::{PlaceOrder, begins_range, ends_range, place_order};
use crate::state::{LazyId, LazyReference};
use crate::{InputOrigin, Machine, State};
use ir::analysis::{ComparedMembers, Comparison};
use ir::{Program, SourceMember, SourceType, SourceTypeId};
use term::Term;

/// Members of one structure, by their numbers in it.
pub(super) struct MemberRange {
    pub begin: usize,
    pub end: usize,
    /// What lies between these, and when.
    pub between: Vec<(usize, PlaceOrder)>,
}

/// A pointer behind the one that an array begins at.
pub(super) struct Follower {
    /// Where it stands in the object.
    pub at: u64,
    pub name: String,
    /// `None` for the end of the array.
    pub order: Option<PlaceOrder>,
}

/// The ranges that members of a structure are, which stands at an offset of what was asked for: each by its name for an end, what
/// the program compares that with, and the names of the others.
pub(super) fn ranges(
    program: &dyn Program,
    compared: &ComparedMembers,
    members: &[SourceMember],
    at: u64,
) -> Vec<MemberRange> {
    let mut found: Vec<MemberRange> = Vec::new();
    for end in 0..members.len() {
        let free = |member: usize| !found.iter().any(|range| range.has(member));
        if ends_range(&members[end].name).is_none() || !free(end) {
            continue;
        }
        let Some(target) = target_of(program, &members[end]) else {
            continue;
        };
        let alike = |&other: &usize| {
            let target_of_it = target_of(program, &members[other]);
            other != end
                && free(other)
                && target_of_it.is_some_and(|it| program.same_type(it, target))
        };
        let alike: Vec<usize> = (0..members.len()).filter(alike).collect();
        // Two nodes may be compared for whether they are one.
        let least = match points_to_itself(program, Some(target)) {
            true => Comparison::Order,
            false => Comparison::Equality,
        };
        let offset = |member: usize| members[member].bit_offset / 8;
        let how = |one: usize, other: usize| {
            let (one, other) = (offset(one), offset(other));
            compared
                .comparison(one, other)
                .max(compared.comparison(at.wrapping_add(one), at.wrapping_add(other)))
        };
        let joined = joined(&alike, end, |one, other| how(one, other) >= Some(least));
        if let Some(range) = range_to(members, end, &alike, &joined) {
            found.push(range);
        }
    }
    found
}

impl MemberRange {
    pub(super) fn has(&self, member: usize) -> bool {
        self.begin == member
            || self.end == member
            || self.between.iter().any(|(place, _)| *place == member)
    }

    /// Its pointers but the first, in a structure of that name at an offset.
    pub(super) fn followers(
        &self,
        members: &[SourceMember],
        (at, name): (u64, &str),
    ) -> Vec<Follower> {
        let follower = |member: usize, order| Follower {
            at: at + members[member].bit_offset / 8,
            name: member_name(name, &members[member].name),
            order,
        };
        let between = self.between.iter();
        let mut all: Vec<Follower> = between
            .map(|&(member, order)| follower(member, Some(order)))
            .collect();
        all.push(follower(self.end, None));
        all
    }
}

/// What a member points to, if it is an ordinary pointer.
fn target_of(program: &dyn Program, member: &SourceMember) -> Option<SourceTypeId> {
    if member.bit_width.is_some() {
        return None;
    }
    match program.source_type(program.resolved_type(member.ty)) {
        SourceType::Pointer { target } => {
            let target = program.resolved_type(*target);
            let is_function = matches!(program.source_type(target), SourceType::Function { .. });
            (!is_function).then_some(target)
        }
        _ => None,
    }
}

/// Those that are compared with a member, or with others that are.
fn joined(alike: &[usize], end: usize, compared: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let (mut found, mut todo) = (Vec::new(), vec![end]);
    while let Some(one) = todo.pop() {
        for &other in alike {
            if !found.contains(&other) && compared(one, other) {
                found.push(other);
                todo.push(other);
            }
        }
    }
    found.sort_unstable();
    found
}

fn range_to(
    members: &[SourceMember],
    end: usize,
    alike: &[usize],
    joined: &[usize],
) -> Option<MemberRange> {
    // Nothing says that the end of something else is meant.
    let &first = joined.first()?;
    let stem = ends_range(&members[end].name)?;
    let is_begin = |member: &&usize| begins_range(&members[**member].name, stem);
    let begin = *alike.iter().rfind(is_begin).unwrap_or(&first);
    let between = joined.iter().filter(|&&member| member != begin);
    let between = between.map(|&member| (member, place_order(&members[member].name)));
    Some(MemberRange {
        begin,
        end,
        between: between.collect(),
    })
}

impl Machine {
    /// A number of elements between a pointer that is an input and one behind it, an input of that name which is at most `most`,
    /// or what the object of the pointer has room for; and the size of an element.
    pub(super) fn distance(
        &mut self,
        state: &mut State,
        id: LazyId,
        name: &str,
        most: Option<Term>,
    ) -> (Term, u64) {
        let pointer = state.heap.get(id).and_then(LazyReference::pointer);
        let (count, size) = pointer.map_or((0, 0), |it| (it.count, it.size));
        let each = size / count.max(1);
        let width = (64 - count.leading_zeros()).max(1);
        let record = self.scalar_input(state, InputOrigin::Heap, name, "length", width);
        let pool = &mut self.pool;
        let length = pool.zero_extend(record.terms[0], 64);
        let most = most.unwrap_or_else(|| pool.bv(64, count));
        let fits = pool.ule(length, most);
        (pool.ite(fits, length, most), each)
    }

    /// The address so many elements behind a pointer; null if that is.
    pub(super) fn behind(&mut self, pointer: Term, elements: Term, each: u64) -> Term {
        let pool = &mut self.pool;
        let (zero, each) = (pool.bv(64, 0), pool.bv(64, each));
        let (is_null, bytes) = (pool.eq(pointer, zero), pool.mul(elements, each));
        let distance = pool.ite(is_null, zero, bytes);
        pool.add(pointer, distance)
    }
}
