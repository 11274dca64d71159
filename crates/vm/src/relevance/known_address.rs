//! Where an address leads that is computed from input pointers of which it is decided where they lead.

use crate::code::Slot;
use crate::instruction::Instruction;
use crate::memory::pointees::single_object;
use crate::memory::{ObjectId, ObjectSlot, split};
use crate::state::Referent;
use rustc_hash::FxHashMap;
use term::{Op, Term};

/// Terms looked at in one address.
const MOST_TERMS: u32 = 256;

/// What is known of an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KnownAddress {
    /// This one.
    At(u64),
    /// It depends on inputs where in this object.
    In(ObjectId),
}

/// Where the address in a register leads.
pub(super) fn address_in(at: &Instruction<'_>, slot: Slot) -> Option<KnownAddress> {
    if let Some(address) = at.concrete(slot) {
        return Some(KnownAddress::At(address));
    }
    let term = at.cell(slot).as_term()?;
    if at.state.heap.has_pointers() {
        let mut search = AddressSearch {
            at,
            left: MOST_TERMS,
            holds: None,
        };
        match search.part(term) {
            Some(AddressPart::Number(address)) => return Some(KnownAddress::At(address)),
            Some(AddressPart::In(object)) => return Some(KnownAddress::In(object)),
            Some(AddressPart::Offset) | None => {}
        }
    }
    let object = single_object(&at.machine.pool, &at.state.memory, term)?;
    Some(KnownAddress::In(object))
}

/// A part of an address.
enum AddressPart {
    Number(u64),
    In(ObjectId),
    /// A number that depends on inputs.
    Offset,
}

struct AddressSearch<'a> {
    at: &'a Instruction<'a>,
    /// Terms that may still be looked at.
    left: u32,
    /// Whether pointers lead there, by the condition that says so; filled when first needed.
    holds: Option<FxHashMap<Term, bool>>,
}

impl AddressSearch<'_> {
    /// `None` if it is not known.
    fn part(&mut self, term: Term) -> Option<AddressPart> {
        self.left = self.left.checked_sub(1)?;
        let pool = &self.at.machine.pool;
        let heap = &self.at.state.heap;
        if let Some(number) = pool.constant_u64(term) {
            return Some(AddressPart::Number(number));
        }
        if let Some(id) = heap.pointer_of(term) {
            return match heap.get(id)?.referent {
                Referent::Null => Some(AddressPart::Number(0)),
                Referent::Object(object) => Some(AddressPart::Number(object)),
                _ => None,
            };
        }
        let arguments = pool.arguments(term);
        match pool.op(term) {
            Op::Add => self.sum(arguments),
            Op::Ite => match self.condition(arguments[0]) {
                Some(true) => self.part(arguments[1]),
                Some(false) => self.part(arguments[2]),
                None => self.either(arguments[1], arguments[2]),
            },
            Op::Mul | Op::Shl | Op::ZeroExtend | Op::SignExtend | Op::Neg => {
                Some(AddressPart::Offset)
            }
            _ => None,
        }
    }

    fn object(&self, part: &AddressPart) -> Option<ObjectId> {
        match *part {
            AddressPart::In(object) => Some(object),
            AddressPart::Number(number) => {
                let (object, _) = split(number);
                let slot = self.at.state.memory.slot(object);
                (!matches!(slot, ObjectSlot::Empty)).then_some(object)
            }
            AddressPart::Offset => None,
        }
    }

    fn sum(&mut self, terms: &[Term]) -> Option<AddressPart> {
        let (mut sum, mut exact, mut object) = (0u64, true, None);
        for &term in terms {
            let part = self.part(term)?;
            if let Some(found) = self.object(&part) {
                if object.is_some() {
                    return None;
                }
                object = Some(found);
            }
            match part {
                AddressPart::Number(number) => sum = sum.wrapping_add(number),
                AddressPart::In(_) | AddressPart::Offset => exact = false,
            }
        }
        Some(match object {
            _ if exact => AddressPart::Number(sum),
            Some(object) => AddressPart::In(object),
            None => AddressPart::Offset,
        })
    }

    /// One of two, both in one object or in none.
    fn either(&mut self, one: Term, other: Term) -> Option<AddressPart> {
        let (one, other) = (self.part(one)?, self.part(other)?);
        match (self.object(&one), self.object(&other)) {
            (Some(one), Some(other)) => (one == other).then_some(AddressPart::In(one)),
            (None, None) => Some(AddressPart::Offset),
            (Some(_), None) | (None, Some(_)) => None,
        }
    }

    /// Whether a condition on where pointers lead holds.
    fn condition(&mut self, term: Term) -> Option<bool> {
        self.left = self.left.checked_sub(1)?;
        let at = self.at;
        let holds = self.holds.get_or_insert_with(|| conditions(at));
        if let Some(&known) = holds.get(&term) {
            return Some(known);
        }
        let arguments = at.machine.pool.arguments(term);
        match at.machine.pool.op(term) {
            Op::BoolConst(value) => Some(value),
            Op::Not => Some(!self.condition(arguments[0])?),
            Op::And => self.all(arguments, true),
            Op::Or => self.all(arguments, false),
            _ => None,
        }
    }

    /// Whether all conditions are so; the opposite if one of them is not.
    fn all(&mut self, terms: &[Term], so: bool) -> Option<bool> {
        let mut known = Some(so);
        for &term in terms {
            match self.condition(term) {
                Some(holds) if holds != so => return Some(!so),
                Some(_) => {}
                None => known = None,
            }
        }
        known
    }
}

/// Where the pointers lead of which that is decided, condition by condition.
fn conditions(at: &Instruction<'_>) -> FxHashMap<Term, bool> {
    let mut holds = FxHashMap::default();
    for (_, reference, pointer) in at.state.heap.pointers() {
        let leads_to = match reference.referent {
            Referent::Null => 0,
            Referent::Object(object) => object,
            _ => continue,
        };
        let all = pointer.conditions.iter();
        holds.extend(all.map(|&(condition, object)| (condition, object == leads_to)));
    }
    holds
}
