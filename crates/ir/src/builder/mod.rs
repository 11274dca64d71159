//! A function under construction, for front ends: registers and blocks, ways from block to block, and
//! one method per kind of instruction (`values.rs`) that folds what is constant.

mod operand;
mod values;

pub use operand::{all_ones, constant, known, signed_max, signed_min, wide_constant};

use crate::{
    Block, BlockId, Edge, ErrorKind, Function, Instruction, InstructionKind, Location, Operand,
    Reg, Terminator, TerminatorKind, Type,
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

    /// The current block.
    pub fn current(&self) -> BlockId {
        self.current
    }

    /// Makes a block without an end the current one.
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
        self.jump_with(target, Vec::new());
    }

    /// Ends the current block with a jump that moves values.
    pub fn jump_with(&mut self, target: BlockId, moves: Vec<(Reg, Operand)>) {
        self.end(TerminatorKind::Jump(Edge { target, moves }));
    }

    /// Ends the current block where nothing can go on, as its last instruction ends the path.
    pub fn jump_to_itself(&mut self) {
        let next = self.block();
        self.jump(next);
        self.enter(next);
        self.jump(next);
    }

    /// Ends the current block with a branch that is none of the source.
    pub fn branch(&mut self, condition: impl Into<Operand>, then: BlockId, otherwise: BlockId) {
        let edge = |target| Edge {
            target,
            moves: Vec::new(),
        };
        self.end(TerminatorKind::Branch {
            condition: condition.into(),
            then: edge(then),
            otherwise: edge(otherwise),
            decision: None,
        });
    }

    /// Ends the current block with a branch that is none of the source, and goes on in a new block
    /// where the condition is `stay`.
    pub fn branch_off(&mut self, condition: impl Into<Operand>, stay: bool, away: BlockId) {
        let next = self.block();
        if stay {
            self.branch(condition, next, away);
        } else {
            self.branch(condition, away, next);
        }
        self.enter(next);
    }

    /// Ends a block that is never left.
    pub fn end_unreachable(&mut self) {
        self.end(unreachable());
    }

    /// Goes on only where `bad` is 0; elsewhere the program made an error.
    pub fn check(&mut self, bad: Operand, kind: ErrorKind, message: &str) {
        if known(&bad) == Some(0) {
            return;
        }
        let error = self.error_block(kind, message);
        self.branch_off(bad, false, error);
    }

    /// The block that ends in this error at this place.
    fn error_block(&mut self, kind: ErrorKind, message: &str) -> BlockId {
        let key = (kind, message.to_owned(), self.location);
        if let Some(&block) = self.errors.get(&key) {
            return block;
        }
        let block = self.block();
        self.fail_in(block, kind, message);
        self.errors.insert(key, block);
        block
    }

    /// Ends another block with an error at this place.
    pub fn fail_in(&mut self, block: BlockId, kind: ErrorKind, message: &str) {
        self.blocks[block.0 as usize].terminator = Some(Terminator {
            kind: TerminatorKind::Error {
                kind,
                message: message.to_owned(),
            },
            location: self.location,
        });
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

    /// Writes the last instruction's result to another register, if it is the one given and all that
    /// the instruction writes.
    pub fn redirect(&mut self, from: Reg, to: Reg) -> bool {
        let Some(last) = self.blocks[self.current.0 as usize].instructions.last_mut() else {
            return false;
        };
        match destination(&mut last.kind) {
            Some(register) if *register == from => {
                *register = to;
                true
            }
            _ => false,
        }
    }

    /// Puts registers and all blocks into a function; blocks without an end are unreachable.
    pub fn finish_into(self, function: &mut Function) {
        function.registers = self.registers;
        function
            .blocks
            .extend(self.blocks.into_iter().map(|draft| Block {
                instructions: draft.instructions,
                terminator: draft.terminator.unwrap_or(Terminator {
                    kind: unreachable(),
                    location: Location::default(),
                }),
            }));
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

/// The end of a block that is never left.
fn unreachable() -> TerminatorKind {
    TerminatorKind::Error {
        kind: ErrorKind::Unreachable,
        message: String::new(),
    }
}

/// The only register that a plain instruction writes.
fn destination(kind: &mut InstructionKind) -> Option<&mut Reg> {
    match kind {
        InstructionKind::Copy { to, .. }
        | InstructionKind::Binary { to, .. }
        | InstructionKind::Unary { to, .. }
        | InstructionKind::Compare { to, .. }
        | InstructionKind::FloatBinary { to, .. }
        | InstructionKind::FloatUnary { to, .. }
        | InstructionKind::FloatCompare { to, .. }
        | InstructionKind::Cast { to, .. }
        | InstructionKind::Select { to, .. }
        | InstructionKind::New { to, .. }
        | InstructionKind::NewArray { to, .. }
        | InstructionKind::GetField { to, .. }
        | InstructionKind::ArrayLoad { to, .. }
        | InstructionKind::ArrayLength { to, .. }
        | InstructionKind::ClassObject { to, .. }
        | InstructionKind::StringLiteral { to, .. } => Some(to),
        _ => None,
    }
}
