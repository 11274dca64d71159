//! The loop that everything waits for.
//!
//! Operands whose cells hold no term take the fast path; the rest is out of line. Nothing here
//! allocates, hashes or counts references.

use super::Exit;
use super::missed::tell_cases;
use crate::code::{Code, Op};
use crate::instruction::Instruction;
use crate::intrinsics::Flow;
use crate::memory::address;
use crate::memory::address::{FEW_OBJECTS, NO_OBJECTS};
use crate::run::Run;
use crate::{Cell, Events};
use ir::{BinaryOp, BlockId, CompareOp, FloatFormat, HEADER_SIZE};
use semantics::integers::{compare, cut, signed, unary};
use semantics::{floats, integers};
use std::sync::Arc;

/// What stack memory holds before it is written.
const STACK_FILL: u8 = 0;

impl Run<'_> {
    /// Executes ops of the innermost frame until control leaves it or something is to be reported.
    /// The frame's pc then is the op concerned.
    pub(super) fn execute<E: Events>(
        &mut self,
        code: &Arc<Code>,
        limit: u64,
        events: &mut E,
    ) -> Exit {
        // Left at the next jump if memory is to be reclaimed.
        let mut limit = limit;
        if self.state.memory.is_collection_due() {
            limit = 0;
        }
        let mut registers = std::mem::take(&mut self.frame.registers);
        let mut pc = self.frame.pc as usize;
        let mut instructions = self.state.instructions;
        let ops = &code.ops[..];
        assert_eq!(registers.len(), code.frame_size());
        // Bounds checks here cost a quarter of the speed. Derived again after every call that is
        // handed the registers.
        let mut file = registers.as_mut_ptr();

        macro_rules! get {
            ($slot:expr) => {{
                debug_assert!(($slot as usize) < registers.len());
                // SAFETY: decoding gives every op only slots below the size of its code's frames,
                // and the register file of this frame has that size (asserted above); nobody
                // changes its length while the frame executes.
                unsafe { *file.add($slot as usize) }
            }};
        }
        macro_rules! set {
            ($slot:expr, $value:expr) => {{
                let value: Cell = $value;
                debug_assert!(($slot as usize) < registers.len());
                // SAFETY: as for reading.
                unsafe { *file.add($slot as usize) = value }
            }};
        }
        // Runs a slow part that may fault.
        macro_rules! slow {
            ($call:expr) => {{
                self.begin(pc, instructions);
                match $call {
                    Ok(value) => value,
                    Err(fault) => break Exit::Fault(fault),
                }
            }};
        }
        // The same for a decision at a branch, which may be one whether the loop around it is taken as a
        // function: control goes on behind the loop then.
        macro_rules! branching {
            ($call:expr) => {{
                self.begin(pc, instructions);
                match self.loop_as_function(code, &mut registers) {
                    Ok(None) => {}
                    Ok(Some(behind)) => {
                        file = registers.as_mut_ptr();
                        events.loop_passed();
                        jump!(behind)
                    }
                    Err(fault) => break Exit::Fault(fault),
                }
                match $call {
                    Ok(value) => {
                        self.count_traversal();
                        value
                    }
                    Err(fault) => break Exit::Fault(fault),
                }
            }};
        }
        macro_rules! jump {
            ($target:expr) => {{
                pc = $target as usize;
                if let Op::Enter { block, cost } = ops[pc - 1] {
                    instructions += u64::from(cost);
                    if E::TRACE {
                        events.block(code.function, BlockId(block));
                    }
                    if instructions >= limit {
                        break Exit::Budget;
                    }
                }
                continue;
            }};
        }
        macro_rules! arithmetic {
            ($op:ident, $shift:expr, $to:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $value:expr) => {{
                let (a, b) = (get!($a), get!($b));
                set!(
                    $to,
                    if a.term | b.term == 0 {
                        let ($x, $y) = (a.bits, b.bits);
                        Cell::concrete($value)
                    } else {
                        self.symbolic_binary(BinaryOp::$op, 64 - u32::from($shift), a, b)
                    }
                );
            }};
        }
        macro_rules! comparison {
            ($op:ident, $shift:expr, $to:expr, $a:expr, $b:expr, |$x:ident, $y:ident| $value:expr) => {{
                let (a, b) = (get!($a), get!($b));
                set!(
                    $to,
                    if a.term | b.term == 0 {
                        let ($x, $y) = (a.bits, b.bits);
                        Cell::concrete(u64::from($value))
                    } else {
                        slow!(self.symbolic_compare(CompareOp::$op, 64 - u32::from($shift), a, b))
                    }
                );
            }};
        }
        // A branch on whether `$taken` holds; `$negated` if the source's condition is the opposite.
        macro_rules! decided {
            ($taken:expr, $negated:expr, $then:expr, $otherwise:expr) => {{
                let taken: bool = $taken;
                if E::TRACE && code.places[pc].decision != u32::MAX {
                    let value = u32::from(taken != $negated);
                    events.branch(code.function, code.places[pc].decision, value);
                }
                jump!(if taken { $then } else { $otherwise })
            }};
        }
        macro_rules! branch {
            ($op:ident, $shift:expr, $a:expr, $b:expr, $then:expr, $otherwise:expr,
             |$x:ident, $y:ident| $value:expr) => {{
                let (a, b) = (get!($a), get!($b));
                let negated = $shift & Op::NEGATED != 0;
                let taken = if a.term | b.term == 0 {
                    let ($x, $y) = (a.bits, b.bits);
                    $value
                } else {
                    let width = 64 - u32::from($shift & !Op::NEGATED);
                    branching!(self.symbolic_branch(CompareOp::$op, width, a, b, negated))
                };
                if E::TRACE && events.wants_missed() {
                    let (op, shift) = (CompareOp::$op, $shift & !Op::NEGATED);
                    if let Some(compared) = self.compared(op, shift, a, b, taken) {
                        compared.tell(code, pc, taken == negated, events);
                    }
                }
                decided!(taken, negated, $then, $otherwise)
            }};
        }
        macro_rules! load {
            ($ty:ty, $to:expr, $address:expr) => {{
                let address = get!($address);
                let cached = if address.term == 0 {
                    self.cache.load::<$ty>(address.bits)
                } else {
                    None
                };
                set!(
                    $to,
                    match cached {
                        Some(bits) => Cell::concrete(bits),
                        None => slow!(self.load(address, <$ty>::BITS)),
                    }
                );
            }};
        }
        macro_rules! store {
            ($ty:ty, $value:expr, $address:expr) => {{
                let (value, address) = (get!($value), get!($address));
                if value.term | address.term != 0
                    || !self.cache.store::<$ty>(address.bits, value.bits)
                {
                    slow!(self.store(address, value, <$ty>::BITS));
                }
            }};
        }

        // Stands behind whatever may have made objects, so that when memory is reclaimed depends on
        // the path alone: at the next jump.
        macro_rules! allocated {
            () => {
                if self.state.memory.is_collection_due() {
                    limit = 0;
                }
            };
        }
        macro_rules! get_field {
            ($ty:ty, $to:expr, $object:expr, $offset:expr) => {{
                let object = get!($object);
                let cached = if object.term == 0 {
                    let address = object.bits.wrapping_add(u64::from($offset));
                    self.cache.load::<$ty>(address)
                } else {
                    None
                };
                set!(
                    $to,
                    match cached {
                        Some(bits) => Cell::concrete(bits),
                        None => slow!(self.get_field(object, $offset, <$ty>::BITS)),
                    }
                );
            }};
        }
        macro_rules! put_field {
            ($ty:ty, $value:expr, $object:expr, $offset:expr) => {{
                let (value, object) = (get!($value), get!($object));
                let address = object.bits.wrapping_add(u64::from($offset));
                if value.term | object.term != 0 || !self.cache.store::<$ty>(address, value.bits) {
                    slow!(self.put_field(object, $offset, value, <$ty>::BITS));
                }
            }};
        }
        macro_rules! element {
            ($ty:ty, $array:expr, $index:expr) => {
                $array
                    .bits
                    .wrapping_add(HEADER_SIZE + $index.bits * u64::from(<$ty>::BITS / 8))
            };
        }
        macro_rules! array_load {
            ($ty:ty, $to:expr, $array:expr, $index:expr) => {{
                let (array, index) = (get!($array), get!($index));
                let cached = if array.term | index.term == 0 {
                    self.cache.load::<$ty>(element!($ty, array, index))
                } else {
                    None
                };
                set!(
                    $to,
                    match cached {
                        Some(bits) => Cell::concrete(bits),
                        None => slow!(self.array_load(array, index, <$ty>::BITS)),
                    }
                );
            }};
        }
        macro_rules! array_store {
            ($ty:ty, $value:expr, $array:expr, $index:expr) => {{
                let (value, array, index) = (get!($value), get!($array), get!($index));
                if value.term | array.term | index.term != 0
                    || !self
                        .cache
                        .store::<$ty>(element!($ty, array, index), value.bits)
                {
                    slow!(self.array_store(array, index, value, <$ty>::BITS));
                }
            }};
        }

        let exit = loop {
            if E::STEPS {
                events.step(&Instruction {
                    machine: self.machine,
                    state: self.state,
                    frame: &self.frame,
                    code,
                    pc,
                    registers: &registers,
                });
            }
            // SAFETY: every block ends in an op that sets the pc to a position in the code.
            match *unsafe { ops.get_unchecked(pc) } {
                Op::Enter { .. } => unreachable!("marks of blocks are jumped over"),
                Op::Copy { to, from } => set!(to, get!(from)),
                Op::Add { shift, to, a, b } => {
                    arithmetic!(Add, shift, to, a, b, |x, y| cut(x.wrapping_add(y), shift));
                }
                Op::Sub { shift, to, a, b } => {
                    arithmetic!(Sub, shift, to, a, b, |x, y| cut(x.wrapping_sub(y), shift));
                }
                Op::Mul { shift, to, a, b } => {
                    arithmetic!(Mul, shift, to, a, b, |x, y| cut(x.wrapping_mul(y), shift));
                }
                Op::And { shift, to, a, b } => arithmetic!(And, shift, to, a, b, |x, y| x & y),
                Op::Or { shift, to, a, b } => arithmetic!(Or, shift, to, a, b, |x, y| x | y),
                Op::Xor { shift, to, a, b } => arithmetic!(Xor, shift, to, a, b, |x, y| x ^ y),
                Op::Shl { shift, to, a, b } => {
                    arithmetic!(Shl, shift, to, a, b, |x, y| {
                        if y < 64 { cut(x << y, shift) } else { 0 }
                    });
                }
                Op::Lshr { shift, to, a, b } => {
                    arithmetic!(Lshr, shift, to, a, b, |x, y| if y < 64 {
                        x >> y
                    } else {
                        0
                    });
                }
                Op::Ashr { shift, to, a, b } => {
                    arithmetic!(Ashr, shift, to, a, b, |x, y| {
                        cut((signed(x, shift) >> y.min(63)) as u64, shift)
                    });
                }
                Op::Binary {
                    op,
                    shift,
                    to,
                    a,
                    b,
                } => {
                    let (a, b) = (get!(a), get!(b));
                    set!(
                        to,
                        if a.term | b.term == 0 {
                            Cell::concrete(integers::binary(op, shift, a.bits, b.bits))
                        } else {
                            self.symbolic_binary(op, 64 - u32::from(shift), a, b)
                        }
                    );
                }
                Op::Unary { op, shift, to, a } => {
                    let a = get!(a);
                    set!(
                        to,
                        if a.term == 0 {
                            Cell::concrete(unary(op, shift, a.bits))
                        } else {
                            self.symbolic_unary(op, 64 - u32::from(shift), a)
                        }
                    );
                }
                Op::Eq { shift, to, a, b } => comparison!(Eq, shift, to, a, b, |x, y| x == y),
                Op::Ne { shift, to, a, b } => comparison!(Ne, shift, to, a, b, |x, y| x != y),
                Op::Ult { shift, to, a, b } => comparison!(Ult, shift, to, a, b, |x, y| x < y),
                Op::Ule { shift, to, a, b } => comparison!(Ule, shift, to, a, b, |x, y| x <= y),
                Op::Slt { shift, to, a, b } => {
                    comparison!(Slt, shift, to, a, b, |x, y| signed(x, shift)
                        < signed(y, shift));
                }
                Op::Sle { shift, to, a, b } => {
                    comparison!(Sle, shift, to, a, b, |x, y| signed(x, shift)
                        <= signed(y, shift));
                }
                Op::Overflows {
                    op,
                    shift,
                    to,
                    a,
                    b,
                } => {
                    let (a, b) = (get!(a), get!(b));
                    set!(
                        to,
                        if a.term | b.term == 0 {
                            Cell::concrete(u64::from(compare(op, shift, a.bits, b.bits)))
                        } else {
                            slow!(self.symbolic_compare(op, 64 - u32::from(shift), a, b))
                        }
                    );
                }
                Op::ZeroExtend { from, width, to, a } => {
                    let a = get!(a);
                    set!(
                        to,
                        match a.term {
                            0 => a,
                            _ => self.symbolic_extend(false, u32::from(from), u32::from(width), a),
                        }
                    );
                }
                Op::SignExtend { from, width, to, a } => {
                    let a = get!(a);
                    set!(
                        to,
                        match a.term {
                            0 => Cell::concrete(cut(signed(a.bits, 64 - from) as u64, 64 - width)),
                            _ => self.symbolic_extend(true, u32::from(from), u32::from(width), a),
                        }
                    );
                }
                Op::Truncate { shift, to, a } => {
                    let a = get!(a);
                    set!(
                        to,
                        match a.as_term() {
                            None => Cell::concrete(cut(a.bits, shift)),
                            Some(term) => self.symbolic_truncate(64 - u32::from(shift), term),
                        }
                    );
                }
                Op::Select {
                    shift,
                    to,
                    condition,
                    a,
                    b,
                } => {
                    let condition = get!(condition);
                    let (a, b) = (get!(a), get!(b));
                    set!(
                        to,
                        match condition.term {
                            0 if condition.bits != 0 => a,
                            0 => b,
                            _ => self.symbolic_select(64 - u32::from(shift), condition, a, b),
                        }
                    );
                }
                Op::FloatBinary {
                    op,
                    double,
                    to,
                    a,
                    b,
                } => {
                    let (a, b) = (get!(a), get!(b));
                    let host = match a.term | b.term {
                        0 => floats::binary_host(op, double, a.bits, b.bits),
                        _ => None,
                    };
                    set!(
                        to,
                        match host {
                            Some(bits) => Cell::concrete(bits),
                            None => self.float_binary(op, host_format(double), a, b),
                        }
                    );
                }
                Op::FloatCompare {
                    op,
                    double,
                    to,
                    a,
                    b,
                } => {
                    let (a, b) = (get!(a), get!(b));
                    set!(
                        to,
                        match a.term | b.term {
                            0 => {
                                let holds = floats::compare_host(op, double, a.bits, b.bits);
                                Cell::concrete(u64::from(holds))
                            }
                            _ => self.float_compare(op, host_format(double), a, b),
                        }
                    );
                }
                Op::Load8 { to, address } => load!(u8, to, address),
                Op::Load16 { to, address } => load!(u16, to, address),
                Op::Load32 { to, address } => load!(u32, to, address),
                Op::Load64 { to, address } => load!(u64, to, address),
                Op::BytesSeen { address } => {
                    let address = get!(address);
                    let few = self.state.memory.len() < FEW_OBJECTS;
                    if address.term != 0 || self.cache.may_show_address(address.bits, few) {
                        self.begin(pc, instructions);
                        self.bytes_seen(address, Cell::concrete(1));
                    }
                }
                Op::Store8 { value, address } => store!(u8, value, address),
                Op::Store16 { value, address } => store!(u16, value, address),
                Op::Store32 { value, address } => store!(u32, value, address),
                Op::Store64 { value, address } => store!(u64, value, address),
                Op::GetField8 { to, object, offset } => get_field!(u8, to, object, offset),
                Op::GetField16 { to, object, offset } => get_field!(u16, to, object, offset),
                Op::GetField32 { to, object, offset } => get_field!(u32, to, object, offset),
                Op::GetField64 { to, object, offset } => get_field!(u64, to, object, offset),
                Op::PutField8 {
                    value,
                    object,
                    offset,
                } => put_field!(u8, value, object, offset),
                Op::PutField16 {
                    value,
                    object,
                    offset,
                } => put_field!(u16, value, object, offset),
                Op::PutField32 {
                    value,
                    object,
                    offset,
                } => put_field!(u32, value, object, offset),
                Op::PutField64 {
                    value,
                    object,
                    offset,
                } => put_field!(u64, value, object, offset),
                Op::ArrayLoad8 { to, array, index } => array_load!(u8, to, array, index),
                Op::ArrayLoad16 { to, array, index } => array_load!(u16, to, array, index),
                Op::ArrayLoad32 { to, array, index } => array_load!(u32, to, array, index),
                Op::ArrayLoad64 { to, array, index } => array_load!(u64, to, array, index),
                Op::ArrayStore8 {
                    value,
                    array,
                    index,
                } => array_store!(u8, value, array, index),
                Op::ArrayStore16 {
                    value,
                    array,
                    index,
                } => array_store!(u16, value, array, index),
                Op::ArrayStore32 {
                    value,
                    array,
                    index,
                } => array_store!(u32, value, array, index),
                Op::ArrayStore64 {
                    value,
                    array,
                    index,
                } => array_store!(u64, value, array, index),
                Op::New { to, class } => {
                    let id = slow!(self.new_object(class));
                    set!(to, Cell::concrete(address(id, 0)));
                    allocated!();
                }
                Op::NewArray { to, class, length } => {
                    let length = get!(length);
                    set!(to, slow!(self.new_array_of(class, length)));
                    allocated!();
                }
                Op::IsInstance { to, object, index } => {
                    let object = get!(object);
                    let check = &code.checks[index as usize];
                    let holds = slow!(self.is_instance(object, check));
                    set!(to, Cell::concrete(u64::from(holds)));
                }
                Op::Resolve { to, value } => {
                    let value = get!(value);
                    if value.term == 0 && value.bits < NO_OBJECTS {
                        set!(to, value);
                    } else {
                        let outcome = slow!(self.resolve_reference(value, &mut registers, events));
                        let Some(resolved) = outcome else {
                            return Exit::Reframed;
                        };
                        set!(to, resolved);
                        allocated!();
                    }
                }
                Op::IsNull { to, value } => {
                    let value = get!(value);
                    let null = if value.term == 0 && value.bits < NO_OBJECTS {
                        value.bits == 0
                    } else {
                        let outcome = slow!(self.is_null(value, &mut registers, events));
                        let Some(null) = outcome else {
                            return Exit::Reframed;
                        };
                        null
                    };
                    set!(to, Cell::concrete(u64::from(null)));
                }
                Op::Statics { to, class } => {
                    set!(to, Cell::concrete(self.state.classes.get(class).statics));
                }
                Op::ClassObject { to, class } => {
                    let object = match self.state.classes.get(class).object {
                        0 => {
                            let made = slow!(self.class_object(class));
                            allocated!();
                            made
                        }
                        known => known,
                    };
                    set!(to, Cell::concrete(object));
                }
                Op::StringLiteral { to, literal } => {
                    let string = match self.state.classes.literal(literal) {
                        0 => {
                            let made = slow!(self.make_literal(literal));
                            allocated!();
                            made
                        }
                        known => known,
                    };
                    set!(to, Cell::concrete(string));
                }
                Op::Load { width, to, address } => {
                    let address = get!(address);
                    set!(to, slow!(self.load(address, width)));
                }
                Op::Store {
                    width,
                    value,
                    address,
                } => {
                    let (value, address) = (get!(value), get!(address));
                    slow!(self.store(address, value, width));
                }
                Op::General { index } => {
                    self.general(code.general[index as usize], &mut registers);
                    file = registers.as_mut_ptr();
                }
                Op::Alloca { index } => {
                    let site = &code.allocas[index as usize];
                    let size = get!(site.size);
                    set!(site.to, slow!(self.alloca(site, size, STACK_FILL)));
                }
                Op::Call { index } => {
                    self.begin(pc, instructions);
                    break Exit::Call { index };
                }
                Op::Intrinsic { index } => {
                    self.begin(pc, instructions);
                    let site = &code.intrinsics[index as usize];
                    match self.intrinsic(site, &mut registers, events) {
                        Ok(Flow::Next(_)) => {
                            file = registers.as_mut_ptr();
                            allocated!();
                        }
                        Ok(Flow::Elsewhere) => return Exit::Reframed,
                        Err(fault) => break Exit::Fault(fault),
                    }
                }
                Op::Jump { target } => jump!(target),
                Op::Branch {
                    condition,
                    then,
                    otherwise,
                } => {
                    let condition = get!(condition);
                    let taken = match condition.term {
                        0 => condition.bits != 0,
                        _ => branching!(self.symbolic_condition_branch(condition)),
                    };
                    decided!(taken, false, then, otherwise)
                }
                Op::BranchEq {
                    shift,
                    a,
                    b,
                    then,
                    otherwise,
                } => {
                    branch!(Eq, shift, a, b, then, otherwise, |x, y| x == y)
                }
                Op::BranchUlt {
                    shift,
                    a,
                    b,
                    then,
                    otherwise,
                } => {
                    branch!(Ult, shift, a, b, then, otherwise, |x, y| x < y)
                }
                Op::BranchUle {
                    shift,
                    a,
                    b,
                    then,
                    otherwise,
                } => {
                    branch!(Ule, shift, a, b, then, otherwise, |x, y| x <= y)
                }
                Op::BranchSlt {
                    shift,
                    a,
                    b,
                    then,
                    otherwise,
                } => {
                    branch!(Slt, shift, a, b, then, otherwise, |x, y| {
                        signed(x, shift) < signed(y, shift)
                    })
                }
                Op::BranchSle {
                    shift,
                    a,
                    b,
                    then,
                    otherwise,
                } => {
                    branch!(Sle, shift, a, b, then, otherwise, |x, y| {
                        signed(x, shift) <= signed(y, shift)
                    })
                }
                Op::Switch { value, index } => {
                    let table = &code.switches[index as usize];
                    let value = get!(value);
                    let case = match value.term {
                        0 => {
                            if E::TRACE && events.wants_missed() {
                                tell_cases(code, pc, table, value.bits, events);
                            }
                            table.find(value.bits)
                        }
                        _ => branching!(self.symbolic_switch(table, value)),
                    };
                    if E::TRACE && code.places[pc].decision != u32::MAX {
                        events.branch(code.function, code.places[pc].decision, case as u32);
                    }
                    jump!(table.target(case))
                }
                Op::Return { index } => {
                    self.frame.pc = pc as u32;
                    self.state.instructions = instructions;
                    break Exit::Return { index };
                }
                Op::Error { index } => {
                    let (kind, message) = &code.errors[index as usize];
                    slow!(crate::fault::error(*kind, message.clone()))
                }
                Op::Unsupported { index } => {
                    let what = code.unsupported[index as usize].clone();
                    slow!(crate::fault::unsupported(what))
                }
            }
            pc += 1;
        };
        if matches!(exit, Exit::Budget) {
            self.frame.pc = pc as u32;
            self.state.instructions = instructions;
        }
        self.frame.registers = registers;
        exit
    }
}

#[inline(always)]
fn host_format(double: bool) -> FloatFormat {
    if double {
        FloatFormat::Double
    } else {
        FloatFormat::Single
    }
}
