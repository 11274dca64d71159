//! From a function to its [`Code`].

mod instructions;
mod objects;
mod terminators;

use super::slots::{Slots, assign};
use super::{Code, InstructionOrigin, Op, Slot};
use crate::Cell;
use crate::call_policy::Treatment;
use ir::{Block, BlockId, Constant, Edge, Function, FunctionId, Location, Operand};
use rustc_hash::FxHashMap;
use term::{Bits, Pool};
use terminators::{count_uses, fuses};

/// Resolves the addresses of globals and functions.
pub(crate) trait Addresses {
    /// That of a global of the program, which keeps it for the whole run.
    fn global(&self, global: ir::GlobalId) -> u64;
    /// That of a function, also of one without a body: what pointers to it hold.
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
        place: InstructionOrigin {
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
            slots: slots.slot_of.as_slice().into(),
            registers: slots.count + 1,
            constants: Vec::new(),
            parameters: Vec::new(),
            parameter_types: Vec::new(),
            by_value: Vec::new(),
            variadic: function.variadic,
            throws: function.throws,
            treatment: Treatment::Enter,
            general: Vec::new(),
            allocas: Vec::new(),
            calls: Vec::new(),
            checks: Vec::new(),
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
    place: InstructionOrigin,
    block_starts: Vec<u32>,
    /// Edges with moves, to be written behind the blocks: position of the stub's index and edge.
    pending: Vec<(&'a Edge, InstructionOrigin)>,
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
        self.place = InstructionOrigin {
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
}
