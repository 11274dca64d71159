//! Blocks being filled.

use ir::{
    Block, BlockId, Edge, Function, Instruction, InstructionKind, Location, Operand, Reg,
    Terminator, TerminatorKind, Type,
};

/// A function's registers and blocks while they are made. Instructions go to the current block.
#[derive(Default)]
pub(crate) struct Builder {
    registers: Vec<Type>,
    blocks: Vec<(Vec<Instruction>, Option<Terminator>)>,
    current: usize,
    pub location: Location,
}

impl Builder {
    /// A new register.
    pub fn register(&mut self, ty: Type) -> Reg {
        self.registers.push(ty);
        Reg(self.registers.len() as u32 - 1)
    }

    /// A new block, empty.
    pub fn block(&mut self) -> BlockId {
        self.blocks.push((Vec::new(), None));
        BlockId(self.blocks.len() as u32 - 1)
    }

    /// Makes a block the current one.
    pub fn go_to(&mut self, block: BlockId) {
        self.current = block.0 as usize;
    }

    /// The current block.
    pub fn current(&self) -> BlockId {
        BlockId(self.current as u32)
    }

    /// Appends an instruction.
    pub fn emit(&mut self, kind: InstructionKind) {
        let location = self.location;
        self.blocks[self.current]
            .0
            .push(Instruction { kind, location });
    }

    /// Ends the current block.
    pub fn end(&mut self, kind: TerminatorKind) {
        let location = self.location;
        let block = &mut self.blocks[self.current];
        debug_assert!(block.1.is_none(), "a block ends once");
        block.1 = Some(Terminator { kind, location });
    }

    /// Ends the current block with a jump.
    pub fn jump(&mut self, target: BlockId, moves: Vec<(Reg, Operand)>) {
        self.end(TerminatorKind::Jump(Edge { target, moves }));
    }

    /// Ends the current block where nothing can go on, as its last instruction ends the path.
    pub fn jump_to_itself(&mut self) {
        let next = self.block();
        self.jump(next, Vec::new());
        self.go_to(next);
        self.jump(next, Vec::new());
    }

    /// Ends the current block with a branch that is none of the source.
    pub fn branch(&mut self, condition: Reg, then: BlockId, otherwise: BlockId) {
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
    pub fn branch_off(&mut self, condition: Reg, stay: bool, away: BlockId) {
        let next = self.block();
        if stay {
            self.branch(condition, next, away);
        } else {
            self.branch(condition, away, next);
        }
        self.go_to(next);
    }

    /// Writes the last instruction's result to another register, if it is the one given.
    pub fn redirect(&mut self, from: Reg, to: Reg) -> bool {
        let Some(last) = self.blocks[self.current].0.last_mut() else {
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

    /// Puts registers and blocks into the function; blocks without an end are unreachable.
    pub fn finish(self, mut function: Function) -> Function {
        function.registers = self.registers;
        for (instructions, terminator) in self.blocks {
            let terminator = terminator.unwrap_or(Terminator {
                kind: TerminatorKind::Error {
                    kind: ir::ErrorKind::Unreachable,
                    message: String::new(),
                },
                location: Location::default(),
            });
            function.blocks.push(Block {
                instructions,
                terminator,
            });
        }
        function
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
