//! Lengths that the code itself goes by: an access behind the end of an input array that the path reaches only
//! where a number is large enough for it, as in `i < n`. Under the reading that the number is the length of the
//! array, which is the natural one, the access is fine.

use super::{Access, Run};
use crate::length_names::is_length_of;
use crate::memory::{ObjectId, address, split};
use crate::{Cell, Decision, ForkKind, InputOrigin};
use ir::ErrorKind;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Op, Term};

/// Bytes of a buffer that is proposed for a string.
const BUFFER: u64 = 64;
/// Elements up to which it is tried whether a number may be that small.
const FARTHEST: u64 = 128;
/// How far from an index that was compared, or from the number, elements are looked for.
const NEAR: i64 = 4;
/// Terms of an offset that are looked at for remainders.
const REMAINDER_DEPTH: u32 = 64;
/// How much larger than the element asked for the smallest number may be: unrolled loops ask for several.
const SLACK: u64 = 16;

/// The input array that is accessed behind its end.
struct Passed {
    /// How the source reaches the pointer.
    name: String,
    /// Bytes of an element; `None` if its type is unknown.
    element: Option<u64>,
    id: ObjectId,
    /// Elements of a variable of the program, which has as many as it is declared with.
    declared: Option<u64>,
}

/// A number among the inputs.
struct Number {
    name: String,
    term: Term,
}

/// An index of which it is known that an array with as many elements as a number says has some of them behind it.
struct Below {
    index: Term,
    /// So many, counted from the one at the index.
    ahead: i64,
    /// Whether the index is a signed number.
    signed: bool,
}

impl Run<'_> {
    /// An access behind the end of an input object follows. Where the path makes sure that a number of the caller
    /// is larger, the code takes that for the length of the object; where it writes behind a string, the
    /// object for a buffer.
    pub(crate) fn expect_room(&mut self, id: ObjectId, at: Cell, size: u64, access: Access) {
        let kind = ErrorKind::OutOfBounds;
        if let Some(assumption) = self.room_assumption(id, at, size, access) {
            self.assumption = Some((kind, assumption));
        }
    }

    /// What excludes an access behind the end of an input object, if the code takes for granted that it is none.
    pub(super) fn room_assumption(
        &mut self,
        id: ObjectId,
        at: Cell,
        size: u64,
        access: Access,
    ) -> Option<String> {
        let passed = self.passed(id)?;
        let text = self
            .state
            .memory
            .object(id)
            .is_some_and(|it| it.text.is_some());
        match self.length_of(&passed, at, size) {
            Some((number, _)) if let Some(elements) = passed.declared => {
                let name = passed.name;
                Some(format!(
                    "{number} at most {elements}, the elements of {name}"
                ))
            }
            Some((number, _)) if number.starts_with('*') => Some(format!(
                "{} with as much behind it as {number} says",
                passed.name
            )),
            Some((number, true)) => Some(format!("--input '{}: array({number})'", passed.name)),
            Some((number, false)) => Some(format!("--input '{}: bytes({number})'", passed.name)),
            None if text && access == Access::Write => {
                Some(format!("--input '{}: bytes({BUFFER})'", passed.name))
            }
            None if text || passed.declared.is_some() => None,
            None => {
                let bytes = self.fixed_extent(id, at, size)?;
                Some(match passed.element {
                    Some(each) => {
                        format!("--input '{}: array({})'", passed.name, bytes.div_ceil(each))
                    }
                    None => format!("--input '{}: bytes({bytes})'", passed.name),
                })
            }
        }
    }

    /// The input array that an object is, if nothing says how long it is.
    fn passed(&self, id: ObjectId) -> Option<Passed> {
        let object = self.state.memory.object(id)?;
        if object.extent.is_some() {
            return None;
        }
        if let Some((name, each, elements)) = self.machine.array_variable(id) {
            return Some(Passed {
                name,
                element: Some(each),
                id,
                declared: Some(elements),
            });
        }
        let mut pointers = self.state.heap.pointers();
        let (_, reference, pointer) = pointers.find(|(_, _, it)| it.own == Some(id))?;
        if self.machine.is_told(&reference.name) {
            return None;
        }
        let program = &self.machine.program;
        let element = pointer.element;
        Some(Passed {
            name: reference.name.to_string(),
            element: element.map(|ty| program.size_of_type(ty).unwrap_or(1).max(1)),
            id,
            declared: None,
        })
    }

    /// The number that the path makes sure is large enough for an access, and whether it is one of elements, not
    /// of bytes.
    fn length_of(&mut self, passed: &Passed, at: Cell, size: u64) -> Option<(String, bool)> {
        let decisions: Vec<Decision> = self.state.path.decisions().into_iter().cloned().collect();
        let mut found = Vec::new();
        for number in self.numbers_beside(passed) {
            let elements = match at.as_term() {
                None => self.reaches(&number, &decisions, passed, split(at.bits).1, size),
                Some(at) => self.is_index_below(&number, &decisions, passed, at, size),
            };
            if let Some(elements) = elements {
                found.push((number.name, elements));
            }
        }
        let named = found
            .iter()
            .position(|(number, _)| is_length_of(number.trim_start_matches('*'), &passed.name));
        let first = named.or((!found.is_empty()).then_some(0))?;
        Some(found.swap_remove(first))
    }

    /// The numbers that may belong to a pointer: parameters, what other parameters lead to, and members of the structure that
    /// it is in.
    fn numbers_beside(&self, passed: &Passed) -> Vec<Number> {
        let parent = parent_of(&passed.name);
        // What callers pass as a number is not known to fit a variable, what is kept beside it is.
        let is_beside = |origin| match origin {
            InputOrigin::Parameter(_) => passed.declared.is_none(),
            origin => matches!(origin, InputOrigin::Global(_)),
        };
        let inputs: Vec<_> = self.state.inputs.iter_back().collect();
        let beside = inputs.into_iter().rev().filter(|record| {
            let parent_of_it = parent_of(&record.name);
            is_beside(record.origin)
                && record.terms.len() == 1
                && (8..=64).contains(&self.machine.pool.width(record.terms[0]))
                && !matches!(&*record.ty, "float" | "double" | "object" | "bytes")
                && (parent_of_it.is_empty()
                    || parent_of_it == parent
                    || behind_parameter(&record.name).is_some())
        });
        let numbers = beside.filter_map(|record| {
            let name = match behind_parameter(&record.name) {
                Some(parameter) => format!("*{}", self.other_parameter(parameter, passed)?),
                None => record.name.to_string(),
            };
            Some(Number {
                name,
                term: record.terms[0],
            })
        });
        numbers.collect()
    }

    /// The parameter through which code that goes by a number is told it: that one, or another that leads to the same
    /// beginning, but not what the number is the length of.
    fn other_parameter(&self, parameter: &str, passed: &Passed) -> Option<Arc<str>> {
        let mut pointers = self.state.heap.pointers();
        let (_, reference, _) = pointers.find(|(_, it, _)| *it.name == *parameter)?;
        if *reference.name != *passed.name {
            return Some(Arc::clone(&reference.name));
        }
        let begin = reference.referent;
        let mut pointers = self.state.heap.pointers();
        let other = pointers
            .find(|(_, it, _)| it.depth == 0 && it.referent == begin && *it.name != *passed.name);
        other.map(|(_, other, _)| Arc::clone(&other.name))
    }

    /// Whether the path makes sure that a number is larger than the last element of an access at a known offset,
    /// or than its last byte, and not that it is one in particular.
    fn reaches(
        &mut self,
        number: &Number,
        decisions: &[Decision],
        passed: &Passed,
        offset: u64,
        size: u64,
    ) -> Option<bool> {
        let last = offset.checked_add(size)?.checked_sub(1)?;
        let element = last / passed.element.unwrap_or(1);
        if element > FARTHEST {
            return None;
        }
        let is_asked = |it: &&Decision| it.kind != ForkKind::Assume;
        if let Some(last) = decisions.iter().rev().find(is_asked)
            && last.kind == ForkKind::Size
            // Not one of the sizes that fit.
            && self.machine.pool.op(last.condition) != Op::Eq
            && self.about_alone(number, last.condition).is_some()
        {
            // As many bytes as the number says are copied or filled, and these are too many.
            return Some(passed.element == Some(1));
        }
        let (mut all, mut bounds) = (Vec::new(), Vec::new());
        let mut is_pinned = false;
        for decision in decisions {
            if let Some(condition) = self.about_alone(number, decision.condition) {
                all.push(condition);
                // Sizes are decided one by one: they say no more than that the number is a size.
                match decision.kind == ForkKind::Size {
                    true => is_pinned |= self.machine.pool.op(decision.condition) == Op::Eq,
                    false => bounds.push(condition),
                }
            }
        }
        let machine = &mut *self.machine;
        let value = machine.evaluator.u64(&machine.pool, number.term);
        if is_pinned && value > last && i32::try_from(value).is_ok() {
            // Comparisons with what is only one number by now are no decisions.
            return Some(passed.element.is_some());
        }
        let smallest = (0..=last + SLACK).find(|&value| self.allows(number, &all, value))?;
        let no_other = !self.allows(number, &bounds, smallest + 1);
        let far = smallest > element + SLACK && smallest > last + SLACK;
        if smallest <= element || no_other || far {
            return None;
        }
        Some(passed.element.is_some() && (passed.element == Some(1) || smallest <= last))
    }

    /// A condition that depends on a number and on nothing else, once it is known where pointers lead.
    fn about_alone(&mut self, number: &Number, condition: Term) -> Option<Term> {
        let pool = &self.machine.pool;
        let input = pool.as_input(number.term)?;
        let inputs = pool.inputs_of(condition);
        if !inputs.contains(&input) {
            return None;
        }
        if inputs.len() == 1 {
            return Some(condition);
        }
        let known = self.term_with_known_choices(condition);
        (*self.machine.pool.inputs_of(known) == [input]).then_some(known)
    }

    /// Whether conditions hold where a number has a value.
    fn allows(&mut self, number: &Number, conditions: &[Term], value: u64) -> bool {
        let pool = &mut self.machine.pool;
        let width = pool.width(number.term);
        if width < 64 && value >> width != 0 {
            return false;
        }
        let mut map = FxHashMap::default();
        map.insert(number.term, pool.bv(width, value));
        conditions.iter().all(|&condition| {
            let known = pool.substitute(condition, &map);
            pool.constant_bool(known) == Some(true)
        })
    }

    /// Whether the element that is accessed is one of which the path has asked that its number be less than a
    /// number, or is counted from that: then that is one of elements.
    fn is_index_below(
        &mut self,
        number: &Number,
        decisions: &[Decision],
        passed: &Passed,
        at: Term,
        size: u64,
    ) -> Option<bool> {
        let element = passed.element.unwrap_or(1);
        let pool = &mut self.machine.pool;
        let base = pool.bv(64, address(passed.id, 0));
        let offset = pool.sub(at, base);
        // Before the array, it is not too short.
        if (self.machine.evaluator.u64(&self.machine.pool, offset) as i64) < 0 {
            return None;
        }
        let own = [true, false].map(|signed| Below {
            index: number.term,
            ahead: 0,
            signed,
        });
        let asked: Vec<Below> = decisions
            .iter()
            .filter_map(|it| self.asked_below(number, it.condition, decisions))
            .collect();
        let remainders = self.remainders_below(number, offset);
        let mut known = own.into_iter().chain(asked).chain(remainders);
        let is_within = known.any(|below| {
            (-NEAR..=NEAR).any(|by| self.is_beside(&below, by, offset, (element, size)))
        });
        is_within.then_some(passed.element.is_some())
    }

    /// Whether an access of a size at an offset concerns elements from one on whose index is as much larger than a known one,
    /// and that are all in the array.
    fn is_beside(
        &mut self,
        below: &Below,
        by: i64,
        offset: Term,
        (element, size): (u64, u64),
    ) -> bool {
        let machine = &mut *self.machine;
        let pool = &mut machine.pool;
        let width = pool.width(below.index);
        let moved = pool.bv(width, by as u64 & (u64::MAX >> (64 - width.min(64))));
        let near = pool.add(below.index, moved);
        // Computed with as few bits as the source does; where that is another number, it is no such element.
        let [wide, near] = [below.index, near].map(|it| match below.signed {
            true => pool.sign_extend(it, 64),
            false => pool.zero_extend(it, 64),
        });
        let each = pool.bv(64, element);
        let start = pool.mul(near, each);
        let within = pool.sub(offset, start);
        let Some(within) = pool.constant_u64(within) else {
            return false;
        };
        let [wide, near] = [wide, near].map(|it| machine.evaluator.u64(&machine.pool, it));
        let room = i64::try_from(element).map(|each| each.checked_mul(below.ahead - by));
        let end = (within as i64).checked_add_unsigned(size);
        wide.wrapping_add_signed(by) == near
            && matches!((end, room), (Some(end), Ok(Some(room))) if end <= room)
    }

    /// Remainders of divisions by a number that an offset is computed from, as in `slots[hash % size]`: they are less than it.
    fn remainders_below(&self, number: &Number, offset: Term) -> Vec<Below> {
        let pool = &self.machine.pool;
        let (mut below, mut seen, mut pending) = (Vec::new(), 0, vec![offset]);
        while let Some(term) = pending.pop().filter(|_| seen < REMAINDER_DEPTH) {
            seen += 1;
            let arguments = pool.arguments(term);
            let signed = match pool.op(term) {
                Op::Urem => false,
                Op::Srem => true,
                _ => {
                    pending.extend(arguments);
                    continue;
                }
            };
            if self.unextended(arguments[1]) == number.term {
                below.push(Below {
                    index: term,
                    ahead: 1,
                    signed,
                });
            }
        }
        below
    }

    /// A term without what makes it wider.
    fn unextended(&self, mut term: Term) -> Term {
        let pool = &self.machine.pool;
        while matches!(pool.op(term), Op::ZeroExtend | Op::SignExtend) {
            term = pool.arguments(term)[0];
        }
        term
    }

    /// What a condition says to be less than a number.
    fn asked_below(
        &mut self,
        number: &Number,
        condition: Term,
        decisions: &[Decision],
    ) -> Option<Below> {
        let pool = &mut self.machine.pool;
        let (less, holds) = match pool.op(condition) {
            Op::Not => (pool.arguments(condition)[0], false),
            _ => (condition, true),
        };
        let (signed, strict) = match (pool.op(less), holds) {
            (Op::Ult, true) | (Op::Ule, false) => (false, true),
            (Op::Ule, true) | (Op::Ult, false) => (false, false),
            (Op::Slt, true) | (Op::Sle, false) => (true, true),
            (Op::Sle, true) | (Op::Slt, false) => (true, false),
            _ => return None,
        };
        let (index, bound) = match (pool.arguments(less), holds) {
            (&[index, bound], true) | (&[bound, index], false) => (index, bound),
            _ => return None,
        };
        let own = self.unextended(bound);
        let pool = &mut self.machine.pool;
        if pool.width(own) != pool.width(number.term) {
            return None;
        }
        // As in `at <= n - 8`, of which all eight may be read.
        let before = pool.sub(number.term, own);
        let before = pool.constant_u64(before)?;
        if self.machine.evaluator.u64(&self.machine.pool, number.term) < before {
            return None;
        }
        let below = Below {
            index,
            ahead: i64::try_from(before).ok()?.checked_add(i64::from(strict))?,
            signed,
        };
        if !signed {
            return Some(below);
        }
        let pool = &mut self.machine.pool;
        let zero = pool.bv(pool.width(index), 0);
        let not_negative = pool.sle(zero, index);
        let asked = pool.constant_bool(not_negative) == Some(true)
            || decisions.iter().any(|it| it.condition == not_negative);
        asked.then_some(below)
    }
}

/// The parameter that leads to a number of that name, the first one there.
fn behind_parameter(number: &str) -> Option<&str> {
    number
        .strip_suffix("[0]")
        .filter(|it| !it.contains(['[', '.', '>', '(', '*']))
}

/// The structure that a member stands in, as names have it; empty for parameters.
fn parent_of(name: &str) -> &str {
    let arrow = name.rfind("->").map(|at| at + 2);
    let dot = name.rfind('.').map(|at| at + 1);
    let index = name.rfind(']').map(|at| at + 1);
    &name[..arrow.max(dot).max(index).unwrap_or(0)]
}
