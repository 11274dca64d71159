//! A function under construction: registers, blocks, and one method per kind of instruction that
//! folds what is constant.

use super::operand::{constant, fold, known};
use ir::{
    BinaryOp, Block, BlockId, CastOp, CompareOp, Edge, ErrorKind, FloatBinaryOp, FloatCompareOp,
    FloatFormat, FloatUnaryOp, Instruction, InstructionKind, Intrinsic, Location, Operand, Reg,
    Terminator, TerminatorKind, Type, UnaryOp,
};
use rustc_hash::FxHashMap;

/// A block that may still lack its terminator.
#[derive(Default)]
struct Draft {
    instructions: Vec<Instruction>,
    terminator: Option<Terminator>,
}

/// A function body under construction. Instructions go to the current block.
pub struct Builder {
    registers: Vec<Type>,
    blocks: Vec<Draft>,
    current: BlockId,
    /// Place of what is emitted next.
    pub location: Location,
    errors: FxHashMap<(ErrorKind, String, Location), BlockId>,
}

impl Builder {
    /// A body with that many empty blocks.
    pub fn new(blocks: usize) -> Builder {
        Builder {
            registers: Vec::new(),
            blocks: (0..blocks).map(|_| Draft::default()).collect(),
            current: BlockId(0),
            location: Location::default(),
            errors: FxHashMap::default(),
        }
    }

    /// The registers alone, for a function without a body.
    pub fn finish_registers(self) -> Vec<Type> {
        self.registers
    }

    /// Continues with the registers of another builder.
    pub fn move_registers_to(&mut self, other: &mut Builder) {
        other.registers = std::mem::take(&mut self.registers);
    }

    /// Gives a block the end of a jump to what is no label.
    pub fn bad_jump(&mut self, block: BlockId) {
        self.blocks[block.0 as usize].terminator = Some(Terminator {
            kind: TerminatorKind::Error {
                kind: ErrorKind::BadCall,
                message: "a computed goto to something that is no label of it".to_owned(),
            },
            location: self.location,
        });
    }

    /// Type of a register made before.
    pub fn register_type(&self, register: Reg) -> Type {
        self.registers[register.0 as usize]
    }

    /// A fresh register.
    pub fn register(&mut self, ty: Type) -> Reg {
        self.registers.push(ty);
        Reg(self.registers.len() as u32 - 1)
    }

    /// A fresh block.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push(Draft::default());
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Makes a block the current one.
    pub fn enter(&mut self, block: BlockId) {
        debug_assert!(self.blocks[block.0 as usize].terminator.is_none());
        self.current = block;
    }

    /// Appends an instruction.
    pub fn emit(&mut self, kind: InstructionKind) {
        let location = self.location;
        let block = &mut self.blocks[self.current.0 as usize];
        debug_assert!(block.terminator.is_none());
        block.instructions.push(Instruction { kind, location });
    }

    /// Puts an instruction at the start of the entry block.
    pub fn emit_in_entry(&mut self, kind: InstructionKind) {
        let instruction = Instruction {
            kind,
            location: self.location,
        };
        self.blocks[0].instructions.insert(0, instruction);
    }

    /// Ends the current block.
    pub fn end(&mut self, kind: TerminatorKind) {
        let location = self.location;
        let block = &mut self.blocks[self.current.0 as usize];
        debug_assert!(block.terminator.is_none());
        block.terminator = Some(Terminator { kind, location });
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, target: BlockId) {
        self.end(TerminatorKind::Jump(Edge {
            target,
            moves: Vec::new(),
        }));
    }

    /// Goes on only where `bad` is 0; elsewhere the program made an error.
    pub fn check(&mut self, bad: Operand, kind: ErrorKind, message: &str) {
        if known(&bad) == Some(0) {
            return;
        }
        let error = self.error_block(kind, message);
        let next = self.block();
        self.end(TerminatorKind::Branch {
            condition: bad,
            then: Edge {
                target: error,
                moves: Vec::new(),
            },
            otherwise: Edge {
                target: next,
                moves: Vec::new(),
            },
            decision: None,
        });
        self.enter(next);
    }

    /// The block that ends in this error at this place.
    fn error_block(&mut self, kind: ErrorKind, message: &str) -> BlockId {
        let key = (kind, message.to_owned(), self.location);
        if let Some(&block) = self.errors.get(&key) {
            return block;
        }
        let block = self.block();
        self.blocks[block.0 as usize].terminator = Some(Terminator {
            kind: TerminatorKind::Error {
                kind,
                message: message.to_owned(),
            },
            location: self.location,
        });
        self.errors.insert(key, block);
        block
    }

    /// The program makes an error here; what follows is never executed.
    pub fn fail(&mut self, kind: ErrorKind, message: &str) {
        self.end(TerminatorKind::Error {
            kind,
            message: message.to_owned(),
        });
        let dead = self.block();
        self.enter(dead);
    }

    /// Registers and blocks; blocks that nothing leads to are dropped.
    pub fn finish(self) -> (Vec<Type>, Vec<Block>) {
        let (order, new_ids) = reachable(&self.blocks);
        let mut drafts: Vec<Option<Draft>> = self.blocks.into_iter().map(Some).collect();
        let mut blocks = Vec::with_capacity(order.len());
        for id in order {
            let draft = drafts[id].take().expect("each block is listed once");
            let mut terminator = draft.terminator.expect("reachable blocks are terminated");
            for edge in edges_mut(&mut terminator.kind) {
                edge.target = new_ids[edge.target.0 as usize].expect("targets are reachable");
            }
            blocks.push(Block {
                instructions: draft.instructions,
                terminator,
            });
        }
        (self.registers, blocks)
    }
}

/// Blocks reachable from the entry in ascending order, and the new id of each.
fn reachable(blocks: &[Draft]) -> (Vec<usize>, Vec<Option<BlockId>>) {
    let mut seen = vec![false; blocks.len()];
    let mut pending = vec![0];
    seen[0] = true;
    while let Some(id) = pending.pop() {
        let Some(terminator) = &blocks[id].terminator else {
            continue;
        };
        for edge in edges(&terminator.kind) {
            let target = edge.target.0 as usize;
            if !std::mem::replace(&mut seen[target], true) {
                pending.push(target);
            }
        }
    }
    let order: Vec<usize> = (0..blocks.len()).filter(|&id| seen[id]).collect();
    let mut new_ids = vec![None; blocks.len()];
    for (new, &old) in order.iter().enumerate() {
        new_ids[old] = Some(BlockId(new as u32));
    }
    (order, new_ids)
}

fn edges(kind: &TerminatorKind) -> Vec<&Edge> {
    match kind {
        TerminatorKind::Jump(edge) => vec![edge],
        TerminatorKind::Branch {
            then, otherwise, ..
        } => vec![then, otherwise],
        TerminatorKind::Switch { cases, default, .. } => cases
            .iter()
            .map(|(_, edge)| edge)
            .chain([default])
            .collect(),
        TerminatorKind::Return(_) | TerminatorKind::Error { .. } => Vec::new(),
    }
}

fn edges_mut(kind: &mut TerminatorKind) -> Vec<&mut Edge> {
    match kind {
        TerminatorKind::Jump(edge) => vec![edge],
        TerminatorKind::Branch {
            then, otherwise, ..
        } => vec![then, otherwise],
        TerminatorKind::Switch { cases, default, .. } => cases
            .iter_mut()
            .map(|(_, edge)| edge)
            .chain([default])
            .collect(),
        TerminatorKind::Return(_) | TerminatorKind::Error { .. } => Vec::new(),
    }
}

/// Instructions that give a value.
impl Builder {
    /// Integer arithmetic.
    pub fn binary(&mut self, op: BinaryOp, ty: Type, left: Operand, right: Operand) -> Operand {
        if let Some(folded) = fold(op, ty, &left, &right) {
            return folded;
        }
        let to = self.register(ty);
        self.emit(InstructionKind::Binary {
            op,
            to,
            left,
            right,
        });
        to.into()
    }

    /// Integer operation on one operand.
    pub fn unary(&mut self, op: UnaryOp, ty: Type, value: Operand) -> Operand {
        let to = self.register(ty);
        self.emit(InstructionKind::Unary { op, to, value });
        to.into()
    }

    /// Integer comparison.
    pub fn compare(&mut self, op: CompareOp, ty: Type, left: Operand, right: Operand) -> Operand {
        let to = self.register(Type::Int(1));
        self.emit(InstructionKind::Compare {
            op,
            ty,
            to,
            left,
            right,
        });
        to.into()
    }

    /// Choice without a branch.
    pub fn select(
        &mut self,
        ty: Type,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        match known(&condition) {
            Some(0) => return otherwise,
            Some(_) => return then,
            None if then == otherwise => return then,
            None => {}
        }
        let to = self.register(ty);
        self.emit(InstructionKind::Select {
            to,
            condition,
            then,
            otherwise,
        });
        to.into()
    }

    /// Conversion; the operand itself where nothing changes.
    pub fn cast(&mut self, op: CastOp, from: Type, ty: Type, value: Operand) -> Operand {
        let resize = matches!(
            op,
            CastOp::ZeroExtend | CastOp::SignExtend | CastOp::Truncate
        );
        if resize && from.width() == ty.width() {
            return value;
        }
        if let (Some(bits), CastOp::ZeroExtend) = (known(&value), op) {
            return constant(ty, bits);
        }
        let to = self.register(ty);
        self.emit(InstructionKind::Cast {
            op,
            from,
            to,
            value,
        });
        to.into()
    }

    /// The same bits in a register of another type of that width. Integers and pointers share
    /// registers; floats have their own.
    pub fn retype(&mut self, from: Type, ty: Type, value: Operand) -> Operand {
        debug_assert_eq!(from.width(), ty.width());
        let float = matches!(from, Type::Float(_)) || matches!(ty, Type::Float(_));
        if from == ty || !float || matches!(value, Operand::Constant(_)) {
            return value;
        }
        let to = self.register(ty);
        self.emit(InstructionKind::Copy { to, value });
        to.into()
    }

    /// An integer of another width: cut off, or extended with zeros.
    pub fn resize(&mut self, from: Type, ty: Type, value: Operand) -> Operand {
        let op = if ty.width() < from.width() {
            CastOp::Truncate
        } else {
            CastOp::ZeroExtend
        };
        self.cast(op, from, ty, value)
    }

    /// Float arithmetic.
    pub fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        format: FloatFormat,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let to = self.register(Type::Float(format));
        self.emit(InstructionKind::FloatBinary {
            op,
            format,
            to,
            left,
            right,
        });
        to.into()
    }

    /// Float operation on one operand.
    pub fn float_unary(
        &mut self,
        op: FloatUnaryOp,
        format: FloatFormat,
        value: Operand,
    ) -> Operand {
        let to = self.register(Type::Float(format));
        self.emit(InstructionKind::FloatUnary {
            op,
            format,
            to,
            value,
        });
        to.into()
    }

    /// Float comparison.
    pub fn float_compare(
        &mut self,
        op: FloatCompareOp,
        format: FloatFormat,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let to = self.register(Type::Int(1));
        self.emit(InstructionKind::FloatCompare {
            op,
            format,
            to,
            left,
            right,
        });
        to.into()
    }

    /// Memory read.
    pub fn load(&mut self, ty: Type, address: Operand) -> Operand {
        let to = self.register(ty);
        self.emit(InstructionKind::Load { to, address });
        to.into()
    }

    /// Memory write.
    pub fn store(&mut self, ty: Type, value: Operand, address: Operand) {
        self.emit(InstructionKind::Store { ty, value, address });
    }

    /// An address plus a constant.
    pub fn offset(&mut self, address: Operand, offset: u64) -> Operand {
        self.binary(BinaryOp::Add, Type::Ptr, address, Operand::bits(offset))
    }

    /// Operation of the machine.
    pub fn intrinsic(
        &mut self,
        intrinsic: impl Into<Intrinsic>,
        arguments: Vec<Operand>,
    ) -> Option<Operand> {
        let intrinsic = intrinsic.into();
        let result = intrinsic.signature().result.map(|ty| self.register(ty));
        self.emit(InstructionKind::CallIntrinsic {
            result,
            intrinsic,
            arguments,
        });
        result.map(Operand::from)
    }
}
