//! Members of structures that are pointers into one array: its beginning, its end, and places between these.

use super::node_types::points_to_itself;
use super::pointer_bytes::member_name;
use crate::length_names::{begins_range, ends_range, place_order};
use crate::state::{LazyId, LazyReference};
use crate::{InputOrigin, Machine, State};
use ir::{ComparedMembers, Comparison, Program, SourceMember, SourceType, SourceTypeId};
use term::Term;

/// Members of one structure, by their numbers in it.
pub(super) struct MemberRange {
    pub begin: usize,
    pub end: usize,
    /// What lies between these, in the order in which it is decided, each with those that it is no further than.
    pub between: Vec<(usize, Vec<usize>)>,
}

/// A pointer behind the one that an array begins at.
pub(super) struct Follower {
    /// Where it stands in the object.
    pub at: u64,
    pub name: String,
    /// The numbers of the followers that it is no further than, which stand before it.
    pub before: Vec<usize>,
}

/// A structure, and the offset in it of what it is asked about; the innermost first.
pub(super) type Enclosing = (SourceTypeId, u64);

/// What a program does with the members of a structure.
struct Comparisons<'a> {
    program: &'a dyn Program,
    compared: &'a ComparedMembers,
    members: &'a [SourceMember],
    /// The structure, and those around it.
    around: &'a [Enclosing],
}

impl Comparisons<'_> {
    fn offset(&self, member: usize) -> u64 {
        self.members[member].bit_offset / 8
    }

    fn how(&self, one: usize, other: usize) -> Option<Comparison> {
        let (one, other) = (self.offset(one), self.offset(other));
        let all = self.around.iter().map(|&(record, at)| {
            let members = (at + one, at + other);
            self.compared.comparison(self.program, record, members)
        });
        all.max().flatten()
    }

    /// True if one is no further than the other, as its distance says.
    fn is_before(&self, early: usize, late: usize) -> bool {
        let (early, late) = (self.offset(early), self.offset(late));
        self.around.iter().any(|&(record, at)| {
            let members = (at + late, at + early);
            self.compared.is_behind(self.program, record, members)
        })
    }

    /// True if what a member leads to is looked at: it is no end of anything.
    fn is_looked_at(&self, member: usize) -> bool {
        let offset = self.offset(member);
        let mut around = self.around.iter();
        around.any(|&(record, at)| {
            self.compared
                .is_looked_at(self.program, (record, at + offset))
        })
    }

    /// Those that are compared with a member, or with others that are.
    fn joined(&self, alike: &[usize], end: usize, least: Comparison) -> Vec<usize> {
        let (mut found, mut todo) = (Vec::new(), vec![end]);
        while let Some(one) = todo.pop() {
            for &other in alike {
                if !found.contains(&other) && self.how(one, other) >= Some(least) {
                    found.push(other);
                    todo.push(other);
                }
            }
        }
        found.sort_unstable();
        found
    }

    /// Places in the order in which they are decided, each with those that it is no further than.
    fn in_order(&self, mut places: Vec<usize>) -> Vec<(usize, Vec<usize>)> {
        let order = |member: usize| place_order(&self.members[member].name);
        let before = |early: usize, late: usize| {
            let told = (self.is_before(early, late), self.is_before(late, early));
            match told {
                (true, false) => true,
                (false, false) => order(early) < order(late),
                _ => false,
            }
        };
        let mut sorted: Vec<(usize, Vec<usize>)> = Vec::new();
        while !places.is_empty() {
            let free = |&&one: &&usize| !places.iter().any(|&late| before(one, late));
            // Distances may go in a circle.
            let next = *places.iter().find(free).unwrap_or(&places[0]);
            places.retain(|place| *place != next);
            let decided = sorted.iter().map(|(place, _)| *place);
            let late = decided.filter(|&late| before(next, late)).collect();
            sorted.push((next, late));
        }
        sorted
    }
}

/// The ranges that members of a structure are, which stands in those `around`, itself the first: each by its name for an end, what
/// the program compares that with, and the names of the others.
pub(super) fn ranges(
    program: &dyn Program,
    compared: &ComparedMembers,
    members: &[SourceMember],
    around: &[Enclosing],
) -> Vec<MemberRange> {
    let comparisons = Comparisons {
        program,
        compared,
        members,
        around,
    };
    let mut found: Vec<MemberRange> = Vec::new();
    // What is the end of a part (`data_end`) is a place where there is one of all (`end`).
    let stem = |end: &usize| ends_range(&members[*end].name);
    let mut ends: Vec<usize> = (0..members.len())
        .filter(|end| stem(end).is_some())
        .collect();
    ends.sort_by_key(|end| stem(end).map(str::len));
    for end in ends {
        let free = |member: usize| !found.iter().any(|range| range.has(member));
        let Some(target) = target_of(program, &members[end]).filter(|_| free(end)) else {
            continue;
        };
        if comparisons.is_looked_at(end) {
            continue;
        }
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
        let stem = ends_range(&members[end].name).unwrap_or_default();
        let is_begin = |member: &&usize| begins_range(&members[**member].name, stem);
        let named = alike.iter().copied().rfind(|member| is_begin(&member));
        let mut joined = comparisons.joined(&alike, end, least);
        // The end itself may only be kept, where others are told to be places in an array.
        if let Some(begin) = named.filter(|_| joined.is_empty()) {
            joined = comparisons.joined(&alike, begin, Comparison::Order);
        }
        // Nothing else says that the end of something is meant.
        let Some(&first) = joined.first() else {
            continue;
        };
        let begin = named.unwrap_or(first);
        let places = joined.into_iter().filter(|&member| member != begin);
        found.push(MemberRange {
            begin,
            end,
            between: comparisons.in_order(places.collect()),
        });
    }
    found
}

impl MemberRange {
    pub(super) fn has(&self, member: usize) -> bool {
        self.begin == member
            || self.end == member
            || self.between.iter().any(|(place, _)| *place == member)
    }

    /// Its pointers but the first, in a structure of that name at an offset: the end, then others.
    pub(super) fn followers(
        &self,
        members: &[SourceMember],
        (at, name): (u64, &str),
    ) -> Vec<Follower> {
        let follower = |member: usize, before: Vec<usize>| Follower {
            at: at + members[member].bit_offset / 8,
            name: member_name(name, &members[member].name),
            before,
        };
        let mut all = vec![follower(self.end, Vec::new())];
        for (member, late) in &self.between {
            let number = |of: &usize| self.between.iter().position(|(it, _)| it == of);
            // The end is the first.
            let before = late.iter().filter_map(number).map(|number| number + 1);
            all.push(follower(*member, before.collect()));
        }
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
