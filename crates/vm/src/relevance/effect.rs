//! What an instruction does, told by its form and by what its operands are.

use super::class_cell::ClassCell;
use super::form::{Computes, Form, NONE};
use super::known_address::{KnownAddress, address_in};
use super::step::{Effect, Makes, OfClass, Told, Under};
use crate::code::{Callee, Op, Slot};
use crate::instruction::{Instruction, Range, whole};
use crate::memory::{ObjectId, ObjectKind, split};
use ir::HEADER_SIZE;

pub(super) fn is_symbolic(at: &Instruction<'_>, slot: Slot) -> bool {
    slot != NONE && at.concrete(slot).is_none()
}

pub(super) fn compute(at: &Instruction<'_>, operands: [Slot; 3], computes: Computes) -> Effect {
    if computes != Computes::Choice {
        let under = under(at, [operands[0], operands[1]], computes);
        return Effect::Compute {
            under,
            chosen: None,
        };
    }
    match at.concrete(operands[0]) {
        Some(condition) => Effect::Compute {
            under: Under::AsResult,
            chosen: Some(if condition & 1 == 1 { 1 } else { 2 }),
        },
        None => Effect::Compute {
            under: Under::Exactly,
            chosen: None,
        },
    }
}

/// How much the operands matter as numbers.
pub(super) fn under(at: &Instruction<'_>, operands: [Slot; 2], computes: Computes) -> Under {
    if computes == Computes::Copy {
        return Under::AsResult;
    }
    let [a, b] = operands;
    let (Some(x), Some(y)) = (at.concrete(a), at.concrete(b)) else {
        return Under::Exactly;
    };
    let (of_x, of_y) = (at.object_in(x), at.object_in(y));
    // A number in the code that looks like an address is none.
    let constant = |slot: Slot| slot != NONE && slot >= at.code.registers;
    if (of_x.is_some() && constant(a)) || (of_y.is_some() && constant(b)) {
        return Under::Exactly;
    }
    match computes {
        Computes::Copy | Computes::Choice => Under::Exactly,
        Computes::Other => match (of_x, of_y) {
            (None, None) => Under::Numbers([x, y]),
            _ => Under::Exactly,
        },
        Computes::Compare { ordered } => match (of_x, of_y) {
            (Some(_), Some(_)) if of_x == of_y => Under::Offsets([x, y]),
            (None, None) => Under::Numbers([x, y]),
            _ if ordered => Under::Exactly,
            _ => Under::Invariant,
        },
        Computes::Sum { negated } => {
            let sum = match negated {
                false => x.wrapping_add(y),
                true => x.wrapping_sub(y),
            };
            match (of_x, of_y, at.object_in(sum)) {
                (None, None, None) => Under::Numbers([x, y]),
                (Some(_), None, same) if same == of_x => Under::Moved { by: 1 },
                (None, Some(_), same) if same == of_y && !negated => Under::Moved { by: 0 },
                (Some(_), Some(_), None) if of_x == of_y && negated => Under::Offsets([x, y]),
                _ => Under::Exactly,
            }
        }
    }
}

pub(super) fn access(at: &Instruction<'_>, form: Form) -> Told<Effect> {
    match form {
        Form::Access { base, .. } => access_at(at, form, address_in(at, base)),
        _ => Ok(Effect::Nothing),
    }
}

/// What an access does at an address.
pub(super) fn access_at(
    at: &Instruction<'_>,
    form: Form,
    address: Option<KnownAddress>,
) -> Told<Effect> {
    let Form::Access {
        index,
        offset,
        width,
        ..
    } = form
    else {
        return Ok(Effect::Nothing);
    };
    let size = u64::from(width.div_ceil(8));
    let number = match index {
        NONE => Some(0),
        _ => at.concrete(index),
    };
    let (range, anywhere) = match (address, number) {
        (Some(KnownAddress::At(address)), Some(number)) => {
            let address = address
                .wrapping_add(offset)
                .wrapping_add(number.wrapping_mul(size));
            let (object, offset) = split(address);
            let range = Range {
                object,
                offset,
                size,
            };
            (range, false)
        }
        (Some(KnownAddress::At(address)), None) => (whole(at, split(address).0), true),
        (Some(KnownAddress::In(object)), _) => (whole(at, object), true),
        (None, _) => return Err("a pointer to several objects"),
    };
    let room = match anywhere {
        true => None,
        false => room(at, form, range),
    };
    Ok(Effect::Access {
        range,
        anywhere,
        room,
    })
}

/// Where else in an object could be written what is written to a range of it. Only in memory of the program itself: it sees
/// where that is written by reading it alone.
fn room(at: &Instruction<'_>, form: Form, range: Range) -> Option<(u32, u32)> {
    let Form::Access {
        to: NONE, index, ..
    } = form
    else {
        return None;
    };
    let object = at.state.memory.object(range.object)?;
    let from = match object.info.kind {
        ObjectKind::Global | ObjectKind::Stack | ObjectKind::Heap(_) => 0,
        ObjectKind::Managed if index != NONE => HEADER_SIZE,
        // A field stands at one place.
        ObjectKind::Managed => return None,
        ObjectKind::Constant | ObjectKind::External | ObjectKind::Argument => return None,
    };
    let is_plain = object.length.is_none() && object.text.is_none() && object.extent.is_none();
    // A place before the beginning has a huge offset.
    let ends = range.offset.checked_add(range.size);
    let within = range.offset >= from && ends.is_some_and(|end| end <= object.size());
    let end = u32::try_from(object.size()).ok()?;
    (is_plain && within && !object.unmade).then_some((from as u32, end))
}

/// The objects that an operation made whose result is in the first.
pub(super) fn objects_made(
    at: &Instruction<'_>,
    makes: Makes,
    result: Option<ObjectId>,
) -> Option<Vec<ObjectId>> {
    match makes {
        Makes::Nothing => Some(Vec::new()),
        Makes::Object => Some(vec![result?]),
        Makes::Statics(class) => {
            let statics = at.state.classes.get(class).statics;
            Some(vec![at.object_in(statics)?])
        }
        Makes::Text => {
            let layout = at.machine.objects().well_known().string?;
            let object = at.state.memory.object(result?)?;
            let value = layout.value as usize;
            let word = object.bytes.get(value..value + 8)?;
            let word = u64::from_le_bytes(word.try_into().ok()?);
            Some(vec![result?, at.object_in(word)?])
        }
    }
}

pub(super) fn of_class(at: &Instruction<'_>) -> OfClass {
    let (classes, machine) = (&at.state.classes, at.machine);
    match at.code.ops[at.pc] {
        Op::ClassObject { class, .. } => class_object(at, class),
        Op::StringLiteral { literal, .. } => {
            let cell = ClassCell::Literal(literal);
            if cell.bits(classes) != 0 {
                return OfClass::known(cell);
            }
            let text = ClassCell::Text(machine.objects().literal(literal));
            let is_there = text.bits(classes) != 0;
            OfClass {
                makes: match is_there {
                    true => Makes::Nothing,
                    false => Makes::Text,
                },
                text: Some((text, is_there)),
                ..OfClass::known(cell)
            }
        }
        Op::Statics { class, .. } => OfClass::known(ClassCell::Statics(class)),
        _ => unreachable!("the form is that of what belongs to a class"),
    }
}

/// The object that stands for a class, which is made if there is none.
pub(super) fn class_object(at: &Instruction<'_>, class: ir::ClassId) -> OfClass {
    let cell = ClassCell::Object(class);
    let makes = match cell.bits(&at.state.classes) {
        0 => Makes::Object,
        _ => Makes::Nothing,
    };
    OfClass {
        makes,
        ..OfClass::known(cell)
    }
}

pub(super) fn call(at: &Instruction<'_>, index: u32) -> Told<Effect> {
    let site = &at.code.calls[index as usize];
    if !site.by_value.is_empty() {
        return Err("a structure passed to a function of any arguments");
    }
    let receiver = match &site.callee {
        Callee::Direct(_) => None,
        Callee::Indirect(slot) => {
            at.concrete(*slot)
                .ok_or("a function that depends on inputs")?;
            None
        }
        Callee::Virtual(..) => {
            let object = site.arguments.first().and_then(|&slot| at.concrete(slot));
            let object = object.ok_or("a reference that is an input")?;
            Some(at.place(object, 4).ok_or("a call of a method of nothing")?)
        }
    };
    Ok(Effect::Call {
        callee: None,
        receiver,
    })
}
