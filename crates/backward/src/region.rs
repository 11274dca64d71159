//! Parts of a function that a condition may be indifferent to: slicing.

use crate::code::{Body, ProgramCode};
use crate::condition::Condition;
use crate::heap::HeapEffects;
use crate::pointers::{Base, of_operand};
use ir::analysis::is_unsupported;
use ir::{BlockId, FunctionId, GlobalId, InstructionKind, Reg};
use rustc_hash::FxHashSet;

/// The blocks between two, with what they may change.
pub(crate) struct Region {
    /// The block that every way goes through.
    pub(crate) from: BlockId,
    /// Registers that may be written on the way.
    writes: FxHashSet<Reg>,
    /// Memory may be written.
    pub(crate) writes_memory: bool,
    /// Variables that are written as such.
    stores: Vec<Base>,
    /// Functions called that may write memory.
    calls: Vec<FunctionId>,
    /// Memory may be written by an address of which nothing is known.
    stores_anywhere: bool,
    /// Functions may be called of which nothing is known.
    calls_anything: bool,
    /// Control may come in from elsewhere.
    pub(crate) is_open: bool,
    /// What of objects may be changed, in a program that has some.
    pub(crate) heap: HeapEffects,
}

impl Region {
    /// What lies between the immediate dominator of a block and the block; nothing if there is none.
    pub(crate) fn before(code: &ProgramCode<'_>, body: &Body, block: BlockId) -> Option<Region> {
        let from = body.dominators.immediate(block)?;
        let mut blocks = FxHashSet::default();
        let mut pending: Vec<BlockId> = vec![block];
        let mut region = Region::new(from);
        while let Some(at) = pending.pop() {
            for &before in body.cfg.predecessors(at) {
                region.add_edges(body, before, at);
                if before != from && body.cfg.is_reachable(before) && blocks.insert(before) {
                    pending.push(before);
                }
            }
        }
        for &block in &blocks {
            region.add_block(code, body, block);
        }
        Some(region)
    }

    /// What the blocks of a loop may change.
    pub(crate) fn of_loop(
        code: &ProgramCode<'_>,
        body: &Body,
        blocks: &[BlockId],
        header: BlockId,
    ) -> Region {
        let mut region = Region::new(header);
        for &block in blocks {
            region.add_block(code, body, block);
            for &before in body.cfg.predecessors(block) {
                if blocks.contains(&before) {
                    region.add_edges(body, before, block);
                }
            }
        }
        region
    }

    fn new(from: BlockId) -> Region {
        Region {
            from,
            writes: FxHashSet::default(),
            writes_memory: false,
            stores: Vec::new(),
            calls: Vec::new(),
            stores_anywhere: false,
            calls_anything: false,
            is_open: false,
            heap: HeapEffects::default(),
        }
    }

    fn add_edges(&mut self, body: &Body, from: BlockId, to: BlockId) {
        let edges = body.function.blocks[from.0 as usize]
            .terminator
            .kind
            .edges();
        let taken = edges.into_iter().filter(|edge| edge.target == to);
        let moves = taken.flat_map(|edge| &edge.moves);
        self.writes.extend(moves.map(|(register, _)| *register));
    }

    fn add_block(&mut self, code: &ProgramCode<'_>, body: &Body, block: BlockId) {
        let instructions = &body.function.blocks[block.0 as usize].instructions;
        for (number, instruction) in instructions.iter().enumerate() {
            let kind = &instruction.kind;
            self.writes.extend(kind.destinations());
            if let Some(objects) = &code.objects {
                let at = (block, number as u32);
                let callees = match kind {
                    InstructionKind::CallVirtual { .. } => code.callees(body.id, at),
                    _ => &[],
                };
                self.heap.add(&objects.of(kind, &body.statics, callees));
            } else if writes_memory(code, kind) {
                self.writes_memory = true;
                self.add_write(body, kind);
            }
            self.is_open |= code.has_long_jumps && is_jump_target(kind) || is_unsupported(kind);
        }
    }

    fn add_write(&mut self, body: &Body, kind: &InstructionKind) {
        match kind {
            InstructionKind::Store { address, .. } => match of_operand(address, &body.pointers) {
                Some(pointer) => self.stores.push(pointer.base),
                None => self.stores_anywhere = true,
            },
            InstructionKind::Call { function, .. } => self.calls.push(*function),
            InstructionKind::CallIndirect { .. } | InstructionKind::CallVirtual { .. } => {
                self.calls_anything = true;
            }
            _ => self.stores_anywhere = true,
        }
    }

    /// True if a global may be written.
    pub(crate) fn writes_global(&self, code: &ProgramCode<'_>, global: GlobalId) -> bool {
        let escaped = code.escaped.contains(&global);
        self.calls_anything
            || escaped && self.stores_anywhere
            || self.stores.contains(&Base::Global(global))
            || self
                .calls
                .iter()
                .any(|&call| code.writes_global(call, global))
    }

    /// True if a variable of the function's own frame may be written, or of another one (`None`).
    pub(crate) fn writes_variable(&self, register: Option<Reg>, private: bool) -> bool {
        let by_pointer = self.stores_anywhere || self.calls_anything || !self.calls.is_empty();
        let by_name = register.is_some_and(|it| self.stores.contains(&Base::Variable(it)));
        by_name || !private && by_pointer
    }

    /// True if something that a condition reads of memory may be written.
    pub(crate) fn changes(&self, code: &ProgramCode<'_>, condition: &Condition) -> bool {
        match &code.objects {
            Some(objects) => condition.is_changed(objects, &self.heap),
            None => self.writes_memory && condition.reads_memory(),
        }
    }

    /// True if a register may be written.
    pub(crate) fn writes(&self, register: Reg) -> bool {
        self.writes.contains(&register)
    }
}

/// True for the point that `longjmp` goes to.
pub(crate) fn is_jump_target(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::CallIntrinsic {
            intrinsic: ir::Intrinsic::C(ir::CIntrinsic::SetJump),
            ..
        }
    )
}

/// True if an instruction may write memory that is there already.
pub(crate) fn writes_memory(code: &ProgramCode<'_>, kind: &InstructionKind) -> bool {
    use ir::{CIntrinsic as C, CoreIntrinsic as Core, Intrinsic};
    match kind {
        InstructionKind::Store { .. }
        | InstructionKind::PutField { .. }
        | InstructionKind::ArrayStore { .. }
        | InstructionKind::CallIndirect { .. }
        | InstructionKind::CallVirtual { .. } => true,
        InstructionKind::Call { function, .. } => code.writes_memory(*function),
        InstructionKind::CallIntrinsic { intrinsic, .. } => !matches!(
            intrinsic,
            Intrinsic::Core(
                Core::Assume
                    | Core::Exit
                    | Core::IsSymbolic
                    | Core::Concretise
                    | Core::Math1
                    | Core::Math2
                    | Core::MonitorStep
            ) | Intrinsic::C(
                C::Error
                    | C::Killed
                    | C::Malloc
                    | C::Made
                    | C::MadeOfSize
                    | C::NotFreed
                    | C::Unfreed
                    | C::MallocFails
                    | C::ObjectSize
                    | C::ObjectOffset
                    | C::OneObject
                    | C::StringLength
                    | C::Memcmp
                    | C::StackSave
                    | C::Output
                    | C::Approximation
                    | C::AddressSeen
                    | C::AddressesCompared
                    | C::AddressesMatched
                    | C::AddressesSubtracted
                    | C::BytesSeen
                    | C::Flatten
                    | C::Expand
                    | C::IsFree
                    | C::Warning
            )
        ),
        InstructionKind::Copy { .. }
        | InstructionKind::Binary { .. }
        | InstructionKind::Unary { .. }
        | InstructionKind::Compare { .. }
        | InstructionKind::FloatBinary { .. }
        | InstructionKind::FloatUnary { .. }
        | InstructionKind::FloatFma { .. }
        | InstructionKind::FloatCompare { .. }
        | InstructionKind::Cast { .. }
        | InstructionKind::Select { .. }
        | InstructionKind::Load { .. }
        | InstructionKind::Alloca { .. }
        | InstructionKind::New { .. }
        | InstructionKind::NewArray { .. }
        | InstructionKind::GetField { .. }
        | InstructionKind::ArrayLoad { .. }
        | InstructionKind::ArrayLength { .. }
        | InstructionKind::ClassOf { .. }
        | InstructionKind::IsInstance { .. }
        | InstructionKind::Resolve { .. }
        | InstructionKind::IsNull { .. }
        | InstructionKind::Statics { .. }
        | InstructionKind::ClassObject { .. }
        | InstructionKind::StringLiteral { .. }
        | InstructionKind::Unsupported { .. } => false,
    }
}
