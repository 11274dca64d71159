//! Assignment of registers to slots.
//!
//! At -O0 every expression has a register of its own that lives within one block; letting these
//! share slots keeps frames, and so snapshots, small.

use ir::{
    Block, CIntrinsic, Function, Instruction, InstructionKind, Operand, Reg, Terminator,
    TerminatorKind, Type,
};

/// Calls `visit` for each operand a terminator reads, those of edge moves included.
pub(super) fn each_terminator_operand<'a>(
    terminator: &'a Terminator,
    mut visit: impl FnMut(&'a Operand),
) {
    use TerminatorKind as T;
    match &terminator.kind {
        T::Branch { condition, .. } => visit(condition),
        T::Switch { value, .. } => visit(value),
        T::Return(values) => values.iter().for_each(&mut visit),
        T::Jump(_) | T::Error { .. } => {}
    }
    each_edge(terminator, |edge| {
        edge.moves.iter().for_each(|(_, value)| visit(value))
    });
}

fn each_edge<'a>(terminator: &'a Terminator, mut visit: impl FnMut(&'a ir::Edge)) {
    use TerminatorKind as T;
    match &terminator.kind {
        T::Jump(edge) => visit(edge),
        T::Branch {
            then, otherwise, ..
        } => {
            visit(then);
            visit(otherwise);
        }
        T::Switch { cases, default, .. } => {
            cases.iter().for_each(|(_, edge)| visit(edge));
            visit(default);
        }
        T::Return(_) | T::Error { .. } => {}
    }
}

/// Where a register is used.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Home {
    Unused,
    /// Only within that block, written before it is read.
    Block(u32),
    /// In several blocks, or across an edge.
    Everywhere,
}

/// Slot of each register, and the number of slots.
pub(super) struct Slots {
    pub slot_of: Vec<u32>,
    pub count: u32,
}

/// Assigns slots to the registers of a function. `fused` tells whether the last instruction of a
/// block, a comparison, is decoded as part of the terminator, so that its operands live on.
pub(super) fn assign(function: &Function, fused: &[bool]) -> Slots {
    let home = homes(function);
    let mut slot_of = vec![u32::MAX; function.registers.len()];
    let mut count = 0u32;
    for (register, home) in home.iter().enumerate() {
        if *home == Home::Everywhere {
            slot_of[register] = count;
            count += 1;
        }
    }
    let mut last_use = vec![0u32; function.registers.len()];
    let mut free: Vec<u32> = Vec::new();
    let mut released: Vec<u32> = Vec::new();
    let shared = count;
    let mut top = count;
    for (number, block) in function.blocks.iter().enumerate() {
        let end = block.instructions.len() as u32;
        let is_local = |reg: Reg| home[reg.0 as usize] == Home::Block(number as u32);
        for_each_use(&block.instructions, &block.terminator, |reg, at| {
            let fused = fused[number] && at + 1 == end;
            last_use[reg.0 as usize] = if fused { end } else { at };
        });
        free.clear();
        let mut next = shared;
        for (at, instruction) in block.instructions.iter().enumerate() {
            released.clear();
            instruction.kind.operands().into_iter().for_each(|operand| {
                if let Operand::Register(reg) = operand
                    && is_local(*reg)
                    && last_use[reg.0 as usize] == at as u32
                    && !released.contains(&slot_of[reg.0 as usize])
                {
                    released.push(slot_of[reg.0 as usize]);
                }
            });
            // Results of one instruction never share a slot with one another.
            let mut unread: Vec<u32> = Vec::new();
            instruction.kind.destinations().iter().for_each(|&reg| {
                if !is_local(reg) || slot_of[reg.0 as usize] != u32::MAX {
                    return;
                }
                let slot = free.pop().or_else(|| released.pop()).unwrap_or_else(|| {
                    next += 1;
                    next - 1
                });
                slot_of[reg.0 as usize] = slot;
                if last_use[reg.0 as usize] <= at as u32 {
                    unread.push(slot);
                }
            });
            free.append(&mut released);
            free.append(&mut unread);
        }
        top = top.max(next);
    }
    count = count.max(top);
    // Registers that nothing reads or writes still need a valid slot for the verifier's sake.
    slot_of
        .iter_mut()
        .filter(|slot| **slot == u32::MAX)
        .for_each(|slot| *slot = 0);
    Slots {
        slot_of,
        count: count.max(1),
    }
}

/// Visits the registers a block reads with the position of the reading instruction (the number of
/// instructions for the terminator).
fn for_each_use(
    instructions: &[Instruction],
    terminator: &Terminator,
    mut visit: impl FnMut(Reg, u32),
) {
    for (at, instruction) in instructions.iter().enumerate() {
        instruction.kind.operands().into_iter().for_each(|operand| {
            if let Operand::Register(reg) = operand {
                visit(*reg, at as u32);
            }
        });
    }
    each_terminator_operand(terminator, |operand| {
        if let Operand::Register(reg) = operand {
            visit(*reg, instructions.len() as u32);
        }
    });
}

fn homes(function: &Function) -> Vec<Home> {
    let mut home = vec![Home::Unused; function.registers.len()];
    for parameter in &function.parameters {
        home[parameter.register.0 as usize] = Home::Everywhere;
    }
    for (number, block) in function.blocks.iter().enumerate() {
        let number = number as u32;
        let comes_back = is_jumped_to(block);
        for instruction in &block.instructions {
            instruction
                .kind
                .operands()
                .into_iter()
                .for_each(|operand| note_read(&mut home, operand, number));
            instruction.kind.destinations().iter().for_each(|&reg| {
                let home = &mut home[reg.0 as usize];
                *home = match *home {
                    Home::Unused if !comes_back => Home::Block(number),
                    Home::Unused => Home::Everywhere,
                    // A second write would need liveness to know where the first value ends.
                    Home::Block(_) | Home::Everywhere => Home::Everywhere,
                };
            });
        }
        each_terminator_operand(&block.terminator, |operand| {
            note_read(&mut home, operand, number);
        });
        each_edge(&block.terminator, |edge| {
            for (reg, _) in &edge.moves {
                home[reg.0 as usize] = Home::Everywhere;
            }
        });
    }
    home
}

/// True for a block into the middle of which `longjmp` comes back, when other blocks have been executed.
fn is_jumped_to(block: &Block) -> bool {
    let set_jump = ir::Intrinsic::C(CIntrinsic::SetJump);
    let mut instructions = block.instructions.iter();
    instructions.any(|instruction| match &instruction.kind {
        InstructionKind::CallIntrinsic { intrinsic, .. } => *intrinsic == set_jump,
        _ => false,
    })
}

fn note_read(home: &mut [Home], operand: &Operand, block: u32) {
    if let Operand::Register(reg) = operand {
        let home = &mut home[reg.0 as usize];
        if *home != Home::Block(block) {
            *home = Home::Everywhere;
        }
    }
}

/// Width of an operand's type in bits, for registers.
pub(super) fn register_width(function: &Function, reg: Reg) -> u32 {
    let ty: Type = function.registers[reg.0 as usize];
    ty.width()
}
