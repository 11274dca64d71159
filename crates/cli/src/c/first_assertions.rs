//! Assertions by which a function refuses the state of what it is given, before it does anything.

use ir::analysis::Cfg;
use ir::{
    BinaryOp, Block, BlockId, CompareOp, Constant, ErrorKind, Function, InstructionKind, Module,
    Operand, Reg,
};
use std::collections::{BTreeMap, BTreeSet};

/// Members on the way from a parameter to what is asserted.
const MOST_STEPS: usize = 64;

/// The lines of assertions that nothing was called or written before, each with the parameters of which a member is
/// compared with zero in it: `assert(!parser->input)`, `assert(list->first != NULL)`.
pub fn first_assertions(module: &Module, function: &Function) -> BTreeSet<(String, u64)> {
    let lines = assertion_lines(module, function);
    if lines.is_empty() {
        return BTreeSet::new();
    }
    let definitions = definitions(function);
    let blocks = function.blocks.iter();
    let instructions = blocks.flat_map(|block| &block.instructions);
    let compared = instructions.filter_map(|instruction| {
        let line = Some(instruction.location.line).filter(|line| lines.contains(line))?;
        let InstructionKind::Compare {
            op: CompareOp::Eq | CompareOp::Ne,
            left: Operand::Register(member),
            right: Operand::Constant(Constant::Bits(0)),
            ..
        } = &instruction.kind
        else {
            return None;
        };
        let parameter = owner(function, &definitions, *member)?;
        Some((parameter.to_owned(), u64::from(line)))
    });
    compared.collect()
}

/// Lines of assertions to which no way leads that calls or writes anything.
fn assertion_lines(module: &Module, function: &Function) -> BTreeSet<u32> {
    let graph = Cfg::new(function);
    let (mut lines, mut later) = (BTreeSet::new(), BTreeSet::new());
    // A block is looked at once as one that nothing has happened before, and once as one behind something.
    let mut todo = vec![(BlockId(0), false)];
    let mut seen = BTreeSet::new();
    while let Some((id, mut happened)) = todo.pop() {
        let Some(block) = function.blocks.get(id.0 as usize) else {
            continue;
        };
        if !seen.insert((id, happened)) {
            continue;
        }
        let failing = vm::reported_error(module, function, block);
        let failing = failing.filter(|(kind, ..)| *kind == ErrorKind::Assertion);
        let before = failing.map_or(block.instructions.len(), |(_, at, _)| at as usize);
        happened |= does_something(block, before);
        match failing {
            Some((_, _, place)) if happened => drop(later.insert(place.line)),
            Some((_, _, place)) => drop(lines.insert(place.line)),
            None => {
                let next = graph.successors(id).iter();
                todo.extend(next.map(|&next| (next, happened)));
            }
        }
    }
    lines.retain(|line| !later.contains(line));
    lines
}

/// True if some of the first instructions of a block do more than compute and read.
fn does_something(block: &Block, first: usize) -> bool {
    let mut first = block.instructions.iter().take(first);
    !first.all(|instruction| {
        matches!(
            instruction.kind,
            InstructionKind::Copy { .. }
                | InstructionKind::Binary { .. }
                | InstructionKind::Unary { .. }
                | InstructionKind::Compare { .. }
                | InstructionKind::Cast { .. }
                | InstructionKind::Select { .. }
                | InstructionKind::Load { .. }
                | InstructionKind::Alloca { .. }
        )
    })
}

/// The instructions that write registers which nothing else writes.
fn definitions(function: &Function) -> BTreeMap<Reg, Option<&InstructionKind>> {
    let mut found: BTreeMap<Reg, Option<&InstructionKind>> = BTreeMap::new();
    for block in &function.blocks {
        for instruction in &block.instructions {
            for &to in instruction.kind.destinations() {
                let known = found.insert(to, Some(&instruction.kind));
                if known.is_some() {
                    found.insert(to, None);
                }
            }
        }
        for edge in block.terminator.kind.edges() {
            for (to, _) in &edge.moves {
                found.insert(*to, None);
            }
        }
    }
    found
}

/// The parameter that leads to the member which a register has been loaded from.
fn owner<'f>(
    function: &'f Function,
    definitions: &BTreeMap<Reg, Option<&InstructionKind>>,
    member: Reg,
) -> Option<&'f str> {
    let (mut register, mut loaded) = (member, false);
    for _ in 0..MOST_STEPS {
        let Some(definition) = definitions.get(&register) else {
            // Nothing writes it: a parameter as it was given.
            let mut parameters = function.parameters.iter();
            let parameter = parameters.find(|it| it.register == register)?;
            return loaded.then_some(&*parameter.name);
        };
        register = match (*definition)? {
            InstructionKind::Load {
                address: Operand::Register(address),
                ..
            } => {
                loaded = true;
                *address
            }
            InstructionKind::Binary {
                op: BinaryOp::Add,
                left: Operand::Register(base),
                right: Operand::Constant(_),
                ..
            }
            | InstructionKind::Copy {
                value: Operand::Register(base),
                ..
            } => *base,
            // A part of a bit field, or a number made wider.
            InstructionKind::Cast {
                value: Operand::Register(base),
                ..
            } if !loaded => *base,
            _ => return None,
        };
    }
    None
}
