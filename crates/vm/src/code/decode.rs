//! From a function to its [`Code`].

use super::edges::sequence;
use super::slots::{Slots, assign, each_operand, each_terminator_operand, register_width};
use super::{
    AllocaSite, CallSite, Callee, CaseValue, Code, General, IntrinsicSite, Op, Place, Slot,
    SwitchTable,
};
use crate::Cell;
use crate::memory::{ObjectInfo, ObjectKind};
use ir::{
    Block, BlockId, CompareOp, Constant, Edge, FloatFormat, Function, FunctionId, Instruction,
    InstructionKind, Location, Operand, Terminator, TerminatorKind, Type,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Bits, Pool};

/// Resolves the addresses of globals and functions.
pub(crate) trait Addresses {
    fn global(&self, global: ir::GlobalId) -> u64;
    fn function(&self, function: FunctionId) -> u64;
}

/// Decodes a function that has a body.
pub(crate) fn decode(
    id: FunctionId,
    function: &Function,
    addresses: &dyn Addresses,
    pool: &mut Pool,
) -> Code {
    let uses = count_uses(function);
    let fused: Vec<bool> = function
        .blocks
        .iter()
        .map(|block| fuses(&uses, block))
        .collect();
    let slots = assign(function, &fused);
    let mut decoder = Decoder {
        function,
        addresses,
        pool,
        constant_slots: FxHashMap::default(),
        wide_slots: FxHashMap::default(),
        spare: slots.count,
        place: Place {
            block: BlockId(0),
            instruction: 0,
            location: Location::default(),
            decision: u32::MAX,
        },
        block_starts: vec![0; function.blocks.len()],
        pending: Vec::new(),
        code: Code {
            function: id,
            name: function.name.clone(),
            user: function.user,
            location: function.location,
            ops: Vec::new(),
            places: Vec::new(),
            registers: slots.count + 1,
            constants: Vec::new(),
            parameters: Vec::new(),
            parameter_types: Vec::new(),
            by_value: Vec::new(),
            variadic: function.variadic,
            general: Vec::new(),
            allocas: Vec::new(),
            calls: Vec::new(),
            intrinsics: Vec::new(),
            switches: Vec::new(),
            returns: Vec::new(),
            errors: Vec::new(),
            unsupported: Vec::new(),
        },
        slots,
    };
    for (number, parameter) in function.parameters.iter().enumerate() {
        if parameter.by_value_size.is_some() {
            decoder.code.by_value.push(number as u32);
        }
        let slot = decoder.register(parameter.register);
        decoder.code.parameters.push(slot);
        decoder
            .code
            .parameter_types
            .push(function.registers[parameter.register.0 as usize]);
    }
    for (number, block) in function.blocks.iter().enumerate() {
        decoder.block(number as u32, block, fused[number]);
    }
    decoder.resolve();
    decoder.code
}

/// How often each register is read.
fn count_uses(function: &Function) -> Vec<u32> {
    let mut uses = vec![0; function.registers.len()];
    let mut count = |operand: &Operand| {
        if let Operand::Register(register) = operand {
            uses[register.0 as usize] += 1;
        }
    };
    for block in &function.blocks {
        for instruction in &block.instructions {
            each_operand(&instruction.kind, &mut count);
        }
        each_terminator_operand(&block.terminator, &mut count);
    }
    uses
}

/// True if a block ends in a comparison that only its branch reads.
fn fuses(uses: &[u32], block: &Block) -> bool {
    let Some(Instruction {
        kind: InstructionKind::Compare { op, ty, to, .. },
        ..
    }) = block.instructions.last()
    else {
        return false;
    };
    let TerminatorKind::Branch {
        condition: Operand::Register(condition),
        ..
    } = &block.terminator.kind
    else {
        return false;
    };
    condition == to && ty.width() <= 64 && fused_form(*op).is_some() && uses[to.0 as usize] == 1
}

/// How a comparison is made of the four that branches know.
struct FusedForm {
    kind: FusedKind,
    swap_operands: bool,
    swap_targets: bool,
}

enum FusedKind {
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

fn fused_form(op: CompareOp) -> Option<FusedForm> {
    use CompareOp as C;
    let (kind, swap_operands, swap_targets) = match op {
        C::Eq => (FusedKind::Eq, false, false),
        C::Ne => (FusedKind::Eq, false, true),
        C::Ult => (FusedKind::Ult, false, false),
        C::Ule => (FusedKind::Ule, false, false),
        C::Ugt => (FusedKind::Ult, true, false),
        C::Uge => (FusedKind::Ule, true, false),
        C::Slt => (FusedKind::Slt, false, false),
        C::Sle => (FusedKind::Sle, false, false),
        C::Sgt => (FusedKind::Slt, true, false),
        C::Sge => (FusedKind::Sle, true, false),
        C::UaddOverflows
        | C::SaddOverflows
        | C::UsubOverflows
        | C::SsubOverflows
        | C::UmulOverflows
        | C::SmulOverflows => return None,
    };
    Some(FusedForm {
        kind,
        swap_operands,
        swap_targets,
    })
}

struct Decoder<'a> {
    function: &'a Function,
    addresses: &'a dyn Addresses,
    pool: &'a mut Pool,
    slots: Slots,
    /// Slots of constants of at most 64 bits, by value: a cell does not know its width.
    constant_slots: FxHashMap<u64, Slot>,
    wide_slots: FxHashMap<term::Term, Slot>,
    /// A slot for cycles of moves.
    spare: Slot,
    place: Place,
    block_starts: Vec<u32>,
    /// Edges with moves, to be written behind the blocks: position of the stub's index and edge.
    pending: Vec<(&'a Edge, Place)>,
    code: Code,
}

/// Targets while decoding: a block, or a stub by its number with this bit set.
const STUB: u32 = 1 << 31;

impl<'a> Decoder<'a> {
    fn emit(&mut self, op: Op) {
        self.code.ops.push(op);
        self.code.places.push(self.place);
    }

    fn register(&self, register: ir::Reg) -> Slot {
        self.slots.slot_of[register.0 as usize]
    }

    /// Slot of a constant; constants are numbered behind the registers.
    fn constant(&mut self, constant: &Constant, width: u32) -> Slot {
        let bits = match constant {
            Constant::Bits(bits) => *bits,
            Constant::Global(global, offset) => {
                self.addresses.global(*global).wrapping_add(*offset as u64)
            }
            Constant::Function(function) => self.addresses.function(*function),
            Constant::Wide(limbs) => {
                let bits = Bits::from_limbs(width, limbs);
                return self.wide(&bits);
            }
        };
        if width > 64 {
            return self.wide(&Bits::new(width, bits));
        }
        let next = self.code.registers + self.code.constants.len() as u32;
        let slot = *self.constant_slots.entry(bits).or_insert(next);
        if slot == next {
            self.code.constants.push(Cell::concrete(bits));
        }
        slot
    }

    fn wide(&mut self, bits: &Bits) -> Slot {
        let term = self.pool.constant(bits);
        let next = self.code.registers + self.code.constants.len() as u32;
        let slot = *self.wide_slots.entry(term).or_insert(next);
        if slot == next {
            self.code.constants.push(Cell::symbolic(term));
        }
        slot
    }

    fn operand(&mut self, operand: &Operand, width: u32) -> Slot {
        match operand {
            Operand::Register(register) => self.register(*register),
            Operand::Constant(constant) => self.constant(constant, width),
        }
    }

    fn block(&mut self, number: u32, block: &'a Block, fused: bool) {
        let end = block.instructions.len();
        self.place = Place {
            block: BlockId(number),
            instruction: 0,
            location: block
                .instructions
                .first()
                .map_or(block.terminator.location, |i| i.location),
            decision: u32::MAX,
        };
        self.emit(Op::Enter {
            block: number,
            cost: end as u32 + 1,
        });
        self.block_starts[number as usize] = self.code.ops.len() as u32;
        for (at, instruction) in block.instructions.iter().enumerate() {
            self.place.instruction = at as u32;
            self.place.location = instruction.location;
            if !(fused && at + 1 == end) {
                self.instruction(instruction);
            }
        }
        self.place.instruction = end as u32;
        self.place.location = block.terminator.location;
        let comparison = block.instructions.last().filter(|_| fused);
        self.terminator(&block.terminator, comparison);
    }

    fn instruction(&mut self, instruction: &Instruction) {
        use InstructionKind as K;
        match &instruction.kind {
            K::Copy { to, value } => {
                let width = register_width(self.function, *to);
                let op = Op::Copy {
                    to: self.register(*to),
                    from: self.operand(value, width),
                };
                self.emit(op);
            }
            K::Binary {
                op,
                to,
                left,
                right,
            } => {
                let width = register_width(self.function, *to);
                let (a, b) = (self.operand(left, width), self.operand(right, width));
                self.binary(*op, width, self.register(*to), a, b);
            }
            K::Unary { op, to, value } => {
                let width = register_width(self.function, *to);
                let a = self.operand(value, width);
                let to = self.register(*to);
                if width <= 64 {
                    self.emit(Op::Unary {
                        op: *op,
                        shift: 64 - width as u8,
                        to,
                        a,
                    });
                } else {
                    self.general(General::Unary {
                        op: *op,
                        width,
                        to,
                        a,
                    });
                }
            }
            K::Compare {
                op,
                ty,
                to,
                left,
                right,
            } => {
                let width = ty.width();
                let (a, b) = (self.operand(left, width), self.operand(right, width));
                self.compare(*op, width, self.register(*to), a, b);
            }
            K::Select {
                to,
                condition,
                then,
                otherwise,
            } => {
                let width = register_width(self.function, *to);
                let condition = self.operand(condition, 1);
                let (a, b) = (self.operand(then, width), self.operand(otherwise, width));
                let to = self.register(*to);
                if width <= 64 {
                    self.emit(Op::Select {
                        shift: 64 - width as u8,
                        to,
                        condition,
                        a,
                        b,
                    });
                } else {
                    self.general(General::Select {
                        width,
                        to,
                        condition,
                        a,
                        b,
                    });
                }
            }
            K::Cast {
                op,
                from,
                to,
                value,
            } => {
                let a = self.operand(value, from.width());
                let into = self.function.registers[to.0 as usize];
                self.cast(*op, *from, into, self.register(*to), a);
            }
            K::FloatBinary { .. }
            | K::FloatUnary { .. }
            | K::FloatFma { .. }
            | K::FloatCompare { .. } => self.float(&instruction.kind),
            K::Load { .. } | K::Store { .. } | K::Alloca { .. } => self.memory(&instruction.kind),
            K::Call { .. } | K::CallIndirect { .. } | K::CallIntrinsic { .. } => {
                self.call(&instruction.kind);
            }
            K::Unsupported { what } => {
                let index = self.code.unsupported.len() as u32;
                self.code.unsupported.push(what.clone());
                self.emit(Op::Unsupported { index });
            }
        }
    }

    fn general(&mut self, general: General) {
        let index = self.code.general.len() as u32;
        self.code.general.push(general);
        self.emit(Op::General { index });
    }

    fn binary(&mut self, op: ir::BinaryOp, width: u32, to: Slot, a: Slot, b: Slot) {
        use ir::BinaryOp as B;
        if width > 64 {
            return self.general(General::Binary {
                op,
                width,
                to,
                a,
                b,
            });
        }
        let shift = 64 - width as u8;
        self.emit(match op {
            B::Add => Op::Add { shift, to, a, b },
            B::Sub => Op::Sub { shift, to, a, b },
            B::Mul => Op::Mul { shift, to, a, b },
            B::And => Op::And { shift, to, a, b },
            B::Or => Op::Or { shift, to, a, b },
            B::Xor => Op::Xor { shift, to, a, b },
            B::Shl => Op::Shl { shift, to, a, b },
            B::Lshr => Op::Lshr { shift, to, a, b },
            B::Ashr => Op::Ashr { shift, to, a, b },
            B::Udiv | B::Sdiv | B::Urem | B::Srem | B::RotateLeft | B::RotateRight => Op::Binary {
                op,
                shift,
                to,
                a,
                b,
            },
        });
    }

    fn compare(&mut self, op: CompareOp, width: u32, to: Slot, a: Slot, b: Slot) {
        use CompareOp as C;
        if width > 64 {
            return self.general(General::Compare {
                op,
                width,
                to,
                a,
                b,
            });
        }
        let shift = 64 - width as u8;
        self.emit(match op {
            C::Eq => Op::Eq { shift, to, a, b },
            C::Ne => Op::Ne { shift, to, a, b },
            C::Ult => Op::Ult { shift, to, a, b },
            C::Ule => Op::Ule { shift, to, a, b },
            C::Ugt => Op::Ult {
                shift,
                to,
                a: b,
                b: a,
            },
            C::Uge => Op::Ule {
                shift,
                to,
                a: b,
                b: a,
            },
            C::Slt => Op::Slt { shift, to, a, b },
            C::Sle => Op::Sle { shift, to, a, b },
            C::Sgt => Op::Slt {
                shift,
                to,
                a: b,
                b: a,
            },
            C::Sge => Op::Sle {
                shift,
                to,
                a: b,
                b: a,
            },
            C::UaddOverflows
            | C::SaddOverflows
            | C::UsubOverflows
            | C::SsubOverflows
            | C::UmulOverflows
            | C::SmulOverflows => Op::Overflows {
                op,
                shift,
                to,
                a,
                b,
            },
        });
    }

    fn cast(&mut self, op: ir::CastOp, from: Type, into: Type, to: Slot, a: Slot) {
        use ir::CastOp as C;
        let (width, small) = (into.width(), from.width() <= 64 && into.width() <= 64);
        match op {
            C::ZeroExtend if small => {
                let (from, width) = (from.width() as u8, width as u8);
                self.emit(Op::ZeroExtend { from, width, to, a });
            }
            C::SignExtend if small => {
                let (from, width) = (from.width() as u8, width as u8);
                self.emit(Op::SignExtend { from, width, to, a });
            }
            C::Truncate if small => self.emit(Op::Truncate {
                shift: 64 - width as u8,
                to,
                a,
            }),
            C::ZeroExtend
            | C::SignExtend
            | C::Truncate
            | C::FloatToSigned
            | C::FloatToUnsigned
            | C::SignedToFloat
            | C::UnsignedToFloat
            | C::FloatToFloat => self.general(General::Cast {
                op,
                from,
                into,
                to,
                a,
            }),
        }
    }

    fn float(&mut self, kind: &InstructionKind) {
        use InstructionKind as K;
        match kind {
            K::FloatBinary {
                op,
                format,
                to,
                left,
                right,
            } => {
                let width = format.width();
                let (a, b) = (self.operand(left, width), self.operand(right, width));
                let to = self.register(*to);
                match host_format(*format) {
                    Some(double) => self.emit(Op::FloatBinary {
                        op: *op,
                        double,
                        to,
                        a,
                        b,
                    }),
                    None => self.general(General::FloatBinary {
                        op: *op,
                        format: *format,
                        to,
                        a,
                        b,
                    }),
                }
            }
            K::FloatUnary {
                op,
                format,
                to,
                value,
            } => {
                let a = self.operand(value, format.width());
                let to = self.register(*to);
                self.general(General::FloatUnary {
                    op: *op,
                    format: *format,
                    to,
                    a,
                });
            }
            K::FloatFma {
                format,
                to,
                a,
                b,
                c,
            } => {
                let width = format.width();
                let (a, b) = (self.operand(a, width), self.operand(b, width));
                let c = self.operand(c, width);
                let to = self.register(*to);
                self.general(General::FloatFma {
                    format: *format,
                    to,
                    a,
                    b,
                    c,
                });
            }
            K::FloatCompare {
                op,
                format,
                to,
                left,
                right,
            } => {
                let width = format.width();
                let (a, b) = (self.operand(left, width), self.operand(right, width));
                let to = self.register(*to);
                match host_format(*format) {
                    Some(double) => self.emit(Op::FloatCompare {
                        op: *op,
                        double,
                        to,
                        a,
                        b,
                    }),
                    None => {
                        self.general(General::FloatCompare {
                            op: *op,
                            format: *format,
                            to,
                            a,
                            b,
                        });
                    }
                }
            }
            _ => unreachable!("only float instructions come here"),
        }
    }

    fn memory(&mut self, kind: &InstructionKind) {
        use InstructionKind as K;
        match kind {
            K::Load { to, address } => {
                let width = register_width(self.function, *to);
                let (address, to) = (self.operand(address, 64), self.register(*to));
                self.emit(match width {
                    8 => Op::Load8 { to, address },
                    16 => Op::Load16 { to, address },
                    32 => Op::Load32 { to, address },
                    64 => Op::Load64 { to, address },
                    _ => Op::Load { width, to, address },
                });
            }
            K::Store { ty, value, address } => {
                let width = ty.width();
                let (value, address) = (self.operand(value, width), self.operand(address, 64));
                self.emit(match width {
                    8 => Op::Store8 { value, address },
                    16 => Op::Store16 { value, address },
                    32 => Op::Store32 { value, address },
                    64 => Op::Store64 { value, address },
                    _ => Op::Store {
                        width,
                        value,
                        address,
                    },
                });
            }
            K::Alloca { to, size, name, .. } => {
                let known = match size {
                    Operand::Constant(Constant::Bits(size)) => *size,
                    Operand::Constant(_) | Operand::Register(_) => 0,
                };
                let info = Arc::new(ObjectInfo {
                    kind: ObjectKind::Stack,
                    name: name.clone(),
                    size: known,
                    function: Some(self.code.function),
                    location: self.place.location,
                });
                let (to, size) = (self.register(*to), self.operand(size, 64));
                let index = self.code.allocas.len() as u32;
                self.code.allocas.push(AllocaSite { to, size, info });
                self.emit(Op::Alloca { index });
            }
            _ => unreachable!("only memory instructions come here"),
        }
    }

    fn call(&mut self, kind: &InstructionKind) {
        use InstructionKind as K;
        match kind {
            K::Call {
                results,
                function,
                arguments,
                types,
                by_value,
            } => {
                let callee = Callee::Direct(*function);
                self.call_site(callee, results, arguments, types, by_value);
            }
            K::CallIndirect {
                results,
                callee,
                arguments,
                types,
                by_value,
            } => {
                let callee = Callee::Indirect(self.operand(callee, 64));
                self.call_site(callee, results, arguments, types, by_value);
            }
            K::CallIntrinsic {
                result,
                intrinsic,
                arguments,
            } => {
                let parameters = intrinsic.signature().parameters;
                let arguments: Box<[Slot]> = arguments
                    .iter()
                    .zip(parameters)
                    .map(|(argument, ty)| self.operand(argument, ty.width()))
                    .collect();
                let result = result.map(|register| self.register(register));
                let index = self.code.intrinsics.len() as u32;
                let intrinsic = *intrinsic;
                self.code.intrinsics.push(IntrinsicSite {
                    intrinsic,
                    arguments,
                    result,
                });
                self.emit(Op::Intrinsic { index });
            }
            _ => unreachable!("only calls come here"),
        }
    }

    fn call_site(
        &mut self,
        callee: Callee,
        results: &[ir::Reg],
        arguments: &[Operand],
        types: &[Type],
        by_value: &[(u32, u64)],
    ) {
        let arguments: Box<[Slot]> = arguments
            .iter()
            .zip(types)
            .map(|(argument, ty)| self.operand(argument, ty.width()))
            .collect();
        let results = results
            .iter()
            .map(|&register| self.register(register))
            .collect();
        let index = self.code.calls.len() as u32;
        let (types, by_value) = (types.into(), by_value.into());
        self.code.calls.push(CallSite {
            callee,
            arguments,
            types,
            by_value,
            results,
        });
        self.emit(Op::Call { index });
    }

    fn target(&mut self, edge: &'a Edge) -> u32 {
        if edge.moves.is_empty() {
            return edge.target.0;
        }
        self.pending.push((edge, self.place));
        STUB | (self.pending.len() as u32 - 1)
    }

    fn terminator(&mut self, terminator: &'a Terminator, comparison: Option<&Instruction>) {
        use TerminatorKind as T;
        match &terminator.kind {
            T::Jump(edge) => self.edge(edge),
            T::Branch {
                condition,
                then,
                otherwise,
                decision,
            } => {
                self.place.decision = decision.unwrap_or(u32::MAX);
                let condition = self.operand(condition, 1);
                let (then, otherwise) = (self.target(then), self.target(otherwise));
                match comparison.map(|instruction| &instruction.kind) {
                    Some(InstructionKind::Compare {
                        op,
                        ty,
                        left,
                        right,
                        ..
                    }) => {
                        self.fused_branch(*op, ty.width(), left, right, then, otherwise);
                    }
                    _ => self.emit(Op::Branch {
                        condition,
                        then,
                        otherwise,
                    }),
                }
            }
            T::Switch {
                value,
                ty,
                cases,
                default,
                decision,
            } => {
                self.place.decision = decision.unwrap_or(u32::MAX);
                let value = self.operand(value, ty.width());
                let index = self.switch(ty.width(), cases, default);
                self.emit(Op::Switch { value, index });
            }
            T::Return(values) => {
                let types = &self.function.results;
                let slots = values
                    .iter()
                    .zip(types)
                    .map(|(v, ty)| self.operand(v, ty.width()));
                let slots: Box<[Slot]> = slots.collect();
                let index = self.code.returns.len() as u32;
                self.code.returns.push(slots);
                self.emit(Op::Return { index });
            }
            T::Error { kind, message } => {
                let index = self.code.errors.len() as u32;
                self.code.errors.push((*kind, message.clone()));
                self.emit(Op::Error { index });
            }
        }
        self.place.decision = u32::MAX;
    }

    fn fused_branch(
        &mut self,
        op: CompareOp,
        width: u32,
        left: &Operand,
        right: &Operand,
        then: u32,
        otherwise: u32,
    ) {
        let form = fused_form(op).expect("only comparisons with a fused form are fused");
        let (mut a, mut b) = (self.operand(left, width), self.operand(right, width));
        if form.swap_operands {
            std::mem::swap(&mut a, &mut b);
        }
        let (mut then, mut otherwise) = (then, otherwise);
        if form.swap_targets {
            std::mem::swap(&mut then, &mut otherwise);
        }
        let shift = 64 - width as u8;
        // The value of a decision is that of the source's condition: a branch on `!=` decoded as
        // one on `==` is marked by the bit of the shift that widths never use.
        let shift = if form.swap_targets {
            shift | Op::NEGATED
        } else {
            shift
        };
        self.emit(match form.kind {
            FusedKind::Eq => Op::BranchEq {
                shift,
                a,
                b,
                then,
                otherwise,
            },
            FusedKind::Ult => Op::BranchUlt {
                shift,
                a,
                b,
                then,
                otherwise,
            },
            FusedKind::Ule => Op::BranchUle {
                shift,
                a,
                b,
                then,
                otherwise,
            },
            FusedKind::Slt => Op::BranchSlt {
                shift,
                a,
                b,
                then,
                otherwise,
            },
            FusedKind::Sle => Op::BranchSle {
                shift,
                a,
                b,
                then,
                otherwise,
            },
        });
    }

    fn switch(&mut self, width: u32, cases: &'a [(Constant, Edge)], default: &'a Edge) -> u32 {
        let mut table = SwitchTable {
            width,
            cases: Vec::new(),
            sorted: Vec::new(),
            default: 0,
        };
        for (number, (constant, edge)) in cases.iter().enumerate() {
            let target = self.target(edge);
            let value = match constant {
                Constant::Bits(bits) if width <= 64 => CaseValue::Small(*bits),
                Constant::Bits(bits) => CaseValue::Wide(Bits::new(width, *bits)),
                Constant::Wide(limbs) => CaseValue::Wide(Bits::from_limbs(width, limbs)),
                Constant::Global(..) | Constant::Function(_) => {
                    unreachable!("the verifier admits only integers as cases")
                }
            };
            if let CaseValue::Small(bits) = value {
                table.sorted.push((bits, number as u32));
            }
            table.cases.push((value, target));
        }
        table.sorted.sort_unstable();
        table.default = self.target(default);
        self.code.switches.push(table);
        self.code.switches.len() as u32 - 1
    }

    /// Writes the moves of an edge and the jump behind them.
    fn edge(&mut self, edge: &Edge) {
        let mut moves = Vec::with_capacity(edge.moves.len());
        for (to, value) in &edge.moves {
            let width = register_width(self.function, *to);
            moves.push((self.register(*to), self.operand(value, width)));
        }
        for (to, from) in sequence(&moves, self.spare) {
            self.emit(Op::Copy { to, from });
        }
        self.emit(Op::Jump {
            target: edge.target.0,
        });
    }

    /// Writes the stubs of edges with moves and turns block numbers into positions.
    fn resolve(&mut self) {
        let mut stubs = Vec::new();
        for (edge, place) in std::mem::take(&mut self.pending) {
            stubs.push(self.code.ops.len() as u32);
            self.place = place;
            self.edge(edge);
        }
        let starts = &self.block_starts;
        let position = |target: &mut u32| {
            *target = match *target & STUB {
                0 => starts[*target as usize],
                _ => stubs[(*target & !STUB) as usize],
            };
        };
        for op in &mut self.code.ops {
            match op {
                Op::Jump { target } => position(target),
                Op::Branch {
                    then, otherwise, ..
                }
                | Op::BranchEq {
                    then, otherwise, ..
                }
                | Op::BranchUlt {
                    then, otherwise, ..
                }
                | Op::BranchUle {
                    then, otherwise, ..
                }
                | Op::BranchSlt {
                    then, otherwise, ..
                }
                | Op::BranchSle {
                    then, otherwise, ..
                } => {
                    position(then);
                    position(otherwise);
                }
                _ => {}
            }
        }
        for table in &mut self.code.switches {
            table
                .cases
                .iter_mut()
                .for_each(|(_, target)| position(target));
            position(&mut table.default);
        }
    }
}

/// Formats the host computes: true for double, false for single precision.
fn host_format(format: FloatFormat) -> Option<bool> {
    match format {
        FloatFormat::Single => Some(false),
        FloatFormat::Double => Some(true),
        FloatFormat::Half | FloatFormat::X87 | FloatFormat::Quad => None,
    }
}
