//! What a function takes its parameters for, beside what they are called: two pointers for the beginning and the end of a range,
//! a pointer for an array.

use ir::{
    BinaryOp, CIntrinsic, CompareOp, Constant, Function, FunctionId, InstructionKind, Intrinsic,
    Operand, Program, Reg,
};
use rustc_hash::FxHashSet;

/// True if a function compares `end` with other pointers, takes its distance, or hands it on together with `begin`; and
/// neither asks whether it is null nor accesses what is there or behind.
pub(super) fn is_range(function: &Function, begin: Reg, end: Reg) -> bool {
    let mut at_end = FxHashSet::from_iter([end]);
    let is_end = |operand: &Operand| *operand == Operand::Register(end);
    let mut used = false;
    let blocks = function.blocks.iter();
    for instruction in blocks.flat_map(|block| &block.instructions) {
        match &instruction.kind {
            InstructionKind::Compare {
                op, left, right, ..
            } if is_end(left) || is_end(right) => {
                let other = if is_end(left) { right } else { left };
                let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
                if is_equality && matches!(other, Operand::Constant(Constant::Bits(0))) {
                    return false;
                }
                used = true;
            }
            InstructionKind::Binary {
                op: BinaryOp::Sub,
                left,
                right,
                ..
            } if is_end(left) || is_end(right) => used = true,
            InstructionKind::Binary {
                op: BinaryOp::Add,
                to,
                left: Operand::Register(base),
                right: Operand::Constant(Constant::Bits(by)),
            } if at_end.contains(base) && (*by as i64) >= 0 => {
                at_end.insert(*to);
            }
            InstructionKind::Load { address, .. } | InstructionKind::Store { address, .. } => {
                if matches!(address, Operand::Register(at) if at_end.contains(at)) {
                    return false;
                }
            }
            InstructionKind::Call { arguments, .. } => {
                let begins = arguments.contains(&Operand::Register(begin));
                used |= begins && arguments.iter().any(is_end);
            }
            _ => {}
        }
    }
    used
}

/// True if a function may take what a pointer leads to for an array of which a number is the length: it computes where an
/// element is, lets the pointer lead elsewhere, or hands on both together to a function of the program that does. Otherwise it is
/// one object, and the number one of something in it.
pub(super) fn is_array(
    program: &dyn Program,
    function: &Function,
    pointer: Reg,
    number: Reg,
) -> bool {
    let mut met = FxHashSet::default();
    takes_array(program, (function, pointer, number), &mut met)
}

/// True if a function, or one that it calls, may hand a pointer on to code of which it is not known what that does with it: of the
/// library, or called by a pointer.
pub(super) fn is_handed_on(program: &dyn Program, function: &Function, pointer: Reg) -> bool {
    leaves_program(program, (function, pointer), &mut FxHashSet::default())
}

/// As [`is_handed_on`]; `met` has the functions and parameters that were looked at.
fn leaves_program(
    program: &dyn Program,
    (function, pointer): (&Function, Reg),
    met: &mut FxHashSet<(FunctionId, usize)>,
) -> bool {
    let mut inside = FxHashSet::from_iter([pointer]);
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        let used = instruction.kind.operands();
        let has = used.iter().any(|it| is_in(&inside, it));
        match &instruction.kind {
            InstructionKind::Binary {
                op: BinaryOp::Add,
                to,
                left,
                right: Operand::Constant(_),
            } if is_in(&inside, left) => {
                inside.insert(*to);
            }
            InstructionKind::Call {
                function,
                arguments,
                ..
            } if has => {
                let Ok(called) = program.function(*function) else {
                    return true;
                };
                if !called.user || called.is_declaration() {
                    return true;
                }
                let given = arguments.iter().enumerate();
                for (at, _) in given.filter(|(_, it)| is_in(&inside, it)) {
                    let Some(parameter) = called.parameters.get(at) else {
                        return true;
                    };
                    let parameter = parameter.register;
                    if met.insert((*function, at))
                        && leaves_program(program, (&called, parameter), met)
                    {
                        return true;
                    }
                }
            }
            // These only notice.
            InstructionKind::CallIntrinsic {
                intrinsic:
                    Intrinsic::C(
                        CIntrinsic::BytesSeen
                        | CIntrinsic::AddressSeen
                        | CIntrinsic::AddressesCompared
                        | CIntrinsic::AddressesMatched,
                    ),
                ..
            } => {}
            InstructionKind::CallIntrinsic { .. } | InstructionKind::CallIndirect { .. } if has => {
                return true;
            }
            _ => {}
        }
    }
    false
}

/// True for one of some registers.
fn is_in(all: &FxHashSet<Reg>, operand: &Operand) -> bool {
    matches!(operand, Operand::Register(register) if all.contains(register))
}

/// A function with the numbers of two of its parameters.
type MetParameters = FxHashSet<(FunctionId, usize, usize)>;

fn takes_array(
    program: &dyn Program,
    (function, pointer, number): (&Function, Reg, Reg),
    met: &mut MetParameters,
) -> bool {
    let mut inside = FxHashSet::from_iter([pointer]);
    let mut numbers = FxHashSet::from_iter([number]);
    for block in &function.blocks {
        for instruction in &block.instructions {
            let used = instruction.kind.operands();
            let has = |all| used.iter().any(|it| is_in(all, it));
            match &instruction.kind {
                InstructionKind::Binary {
                    op: BinaryOp::Add,
                    to,
                    left,
                    right: Operand::Constant(_),
                } if is_in(&inside, left) => {
                    inside.insert(*to);
                }
                InstructionKind::Cast { to, value, .. } if is_in(&numbers, value) => {
                    numbers.insert(*to);
                }
                InstructionKind::Compare {
                    right: Operand::Constant(_),
                    ..
                }
                | InstructionKind::Load { .. } => {}
                InstructionKind::Store { value, .. } if !is_in(&inside, value) => {}
                InstructionKind::Call {
                    function,
                    arguments,
                    ..
                } => {
                    let at = |all| arguments.iter().position(|it| is_in(all, it));
                    if let (Some(pointer), Some(number)) = (at(&inside), at(&numbers))
                        && hands_on(program, (*function, pointer, number), met)
                    {
                        return true;
                    }
                }
                InstructionKind::CallIntrinsic { .. } if !has(&inside) || !has(&numbers) => {}
                InstructionKind::CallIndirect { .. } => {}
                _ if has(&inside) => return true,
                _ => {}
            }
        }
        let edges = block.terminator.kind.edges();
        let mut moved = edges.into_iter().flat_map(|edge| &edge.moves);
        if moved.any(|(_, value)| is_in(&inside, value)) {
            return true;
        }
    }
    false
}

/// True if a function that is called takes such an array.
fn hands_on(
    program: &dyn Program,
    called: (FunctionId, usize, usize),
    met: &mut MetParameters,
) -> bool {
    if !met.insert(called) {
        return false;
    }
    let (function, pointer, number) = called;
    let Ok(function) = program.function(function) else {
        return false;
    };
    let register = |at: usize| Some(function.parameters.get(at)?.register);
    let (Some(pointer), Some(number)) = (register(pointer), register(number)) else {
        return false;
    };
    takes_array(program, (&function, pointer, number), met)
}
