//! The function of a loop, from the code of the function that it is in.

use super::{Argument, Block, BlockEnd, Compute, Local, LoopFunction, LoopStep, To, Way};
use ir::analysis::{Cfg, Dominators, Loops};
use ir::{
    BlockId, CastOp, Constant, Edge, FloatFormat, Function, Instruction, InstructionKind, Operand,
    Reg, TerminatorKind, Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Mutex;

/// Blocks of a loop and registers of it at the most.
const BLOCKS: usize = 256;
const LOCALS: usize = 256;

impl LoopFunction {
    /// The innermost loop around the end of a block, from that block's instruction `instruction` on; none if
    /// there is no loop, or if it does something that is no computation.
    pub(crate) fn extract(
        function: &Function,
        (block, instruction): (BlockId, usize),
        limit: u64,
    ) -> Option<LoopFunction> {
        let cfg = Cfg::new(function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        let around = loops.get(loops.innermost(block)?);
        if around.blocks.len() > BLOCKS {
            return None;
        }
        let mut extraction = Extraction {
            function,
            numbers: FxHashMap::default(),
            blocks: (0..).zip(&around.blocks).map(|(n, &b)| (b, n)).collect(),
            locals: Vec::new(),
            exits: Vec::new(),
        };
        let blocks = around.blocks.iter();
        let blocks: Option<Vec<Block>> = blocks.map(|&block| extraction.block(block)).collect();
        let blocks = blocks?;
        let start = (*extraction.blocks.get(&block)?, instruction);
        let header = *extraction.blocks.get(&around.header)?;
        let outside = extraction.read_outside();
        let Extraction { locals, exits, .. } = extraction;
        if locals.len() > LOCALS || exits.is_empty() {
            return None;
        }
        let (inputs, outputs) = interface(&blocks, (start, header), locals.len(), &outside);
        Some(LoopFunction {
            start,
            blocks,
            locals,
            inputs,
            outputs,
            exits,
            limit,
            last: Mutex::new(None),
        })
    }
}

struct Extraction<'a> {
    function: &'a Function,
    /// Locals by register.
    numbers: FxHashMap<Reg, u32>,
    /// Numbers of the loop's blocks.
    blocks: FxHashMap<BlockId, u32>,
    locals: Vec<Local>,
    exits: Vec<BlockId>,
}

impl Extraction<'_> {
    fn local(&mut self, register: Reg) -> Option<u32> {
        if let Some(&number) = self.numbers.get(&register) {
            return Some(number);
        }
        let width = self.function.registers[register.0 as usize].width();
        if width > 64 {
            return None;
        }
        let number = self.locals.len() as u32;
        self.locals.push(Local { register, width });
        self.numbers.insert(register, number);
        Some(number)
    }

    fn argument(&mut self, operand: &Operand) -> Option<Argument> {
        match operand {
            Operand::Register(register) => Some(Argument::Local(self.local(*register)?)),
            Operand::Constant(Constant::Bits(bits)) => Some(Argument::Constant(*bits)),
            Operand::Constant(Constant::Wide(_) | Constant::Global(..) | Constant::Function(_)) => {
                None
            }
        }
    }

    fn block(&mut self, block: BlockId) -> Option<Block> {
        let function = self.function;
        let block = &function.blocks[block.0 as usize];
        let steps: Option<Vec<LoopStep>> =
            block.instructions.iter().map(|it| self.step(it)).collect();
        let steps = steps?;
        let end = match &block.terminator.kind {
            TerminatorKind::Jump(edge) => BlockEnd::Jump(self.way(edge)?),
            TerminatorKind::Branch {
                condition,
                then,
                otherwise,
                ..
            } => BlockEnd::Branch {
                condition: self.argument(condition)?,
                then: self.way(then)?,
                otherwise: self.way(otherwise)?,
            },
            TerminatorKind::Switch {
                value,
                ty,
                cases,
                default,
                ..
            } => {
                let cases = cases.iter().map(|(case, edge)| match case {
                    Constant::Bits(bits) => Some((*bits, self.way(edge)?)),
                    Constant::Wide(_) | Constant::Global(..) | Constant::Function(_) => None,
                });
                let cases: Option<Vec<(u64, Way)>> = cases.collect();
                BlockEnd::Switch {
                    value: self.argument(value)?,
                    width: ty.width(),
                    cases: cases?,
                    default: self.way(default)?,
                }
            }
            TerminatorKind::Return(_) | TerminatorKind::Error { .. } => return None,
        };
        Some(Block { steps, end })
    }

    fn way(&mut self, edge: &Edge) -> Option<Way> {
        let moves = edge.moves.iter();
        let moves = moves.map(|(to, from)| Some((self.local(*to)?, self.argument(from)?)));
        let moves: Option<Vec<(u32, Argument)>> = moves.collect();
        let to = match self.blocks.get(&edge.target) {
            Some(&inside) => To::Block(inside),
            None => {
                let mut exits = self.exits.iter();
                let known = exits.position(|&exit| exit == edge.target);
                To::Exit(known.unwrap_or_else(|| {
                    self.exits.push(edge.target);
                    self.exits.len() - 1
                }) as u32)
            }
        };
        Some(Way { moves: moves?, to })
    }

    fn step(&mut self, instruction: &Instruction) -> Option<LoopStep> {
        let (compute, from, operands) = self.computation(&instruction.kind)?;
        let [to] = instruction.kind.destinations() else {
            return None;
        };
        let to = self.local(*to)?;
        let width = self.locals[to as usize].width;
        let mut all = [Argument::Constant(0); 3];
        for (to, operand) in all.iter_mut().zip(operands) {
            *to = self.argument(operand)?;
        }
        Some(LoopStep {
            compute,
            from: from.unwrap_or(width),
            width,
            to,
            operands: all,
        })
    }

    /// What an instruction computes, with the width of its operands if that is not the result's.
    fn computation<'k>(
        &self,
        kind: &'k InstructionKind,
    ) -> Option<(Compute, Option<u32>, Vec<&'k Operand>)> {
        use InstructionKind as K;
        let narrow = |ty: &Type| (ty.width() <= 64).then(|| ty.width());
        let double = |format: &FloatFormat| match format {
            FloatFormat::Single => Some(false),
            FloatFormat::Double => Some(true),
            FloatFormat::Half | FloatFormat::X87 | FloatFormat::Quad => None,
        };
        Some(match kind {
            K::Copy { value, .. } => (Compute::Copy, None, vec![value]),
            K::Binary {
                op, left, right, ..
            } => (Compute::Binary(*op), None, vec![left, right]),
            K::Unary { op, value, .. } => (Compute::Unary(*op), None, vec![value]),
            K::Compare {
                op,
                ty,
                left,
                right,
                ..
            } => (Compute::Compare(*op), Some(narrow(ty)?), vec![left, right]),
            K::FloatBinary {
                op,
                format,
                left,
                right,
                ..
            } => {
                let (op, double) = (*op, double(format)?);
                (Compute::FloatBinary { op, double }, None, vec![left, right])
            }
            K::FloatCompare {
                op,
                format,
                left,
                right,
                ..
            } => {
                let (op, double) = (*op, double(format)?);
                let width = Some(format.width());
                (
                    Compute::FloatCompare { op, double },
                    width,
                    vec![left, right],
                )
            }
            K::Cast {
                op,
                from,
                to,
                value,
            } => {
                let into = self.function.registers[to.0 as usize];
                let compute = match op {
                    CastOp::ZeroExtend => Compute::ZeroExtend,
                    CastOp::SignExtend => Compute::SignExtend,
                    CastOp::Truncate => Compute::Truncate,
                    CastOp::SignedToFloat if into == Type::Float(FloatFormat::Double) => {
                        Compute::SignedToDouble
                    }
                    CastOp::SignedToFloat
                    | CastOp::UnsignedToFloat
                    | CastOp::FloatToSigned
                    | CastOp::FloatToUnsigned
                    | CastOp::FloatToFloat => return None,
                };
                (compute, Some(narrow(from)?), vec![value])
            }
            K::Select {
                condition,
                then,
                otherwise,
                ..
            } => (Compute::Select, Some(1), vec![condition, then, otherwise]),
            _ => return None,
        })
    }

    /// Locals that code outside of the loop reads.
    fn read_outside(&self) -> FxHashSet<u32> {
        let mut read = FxHashSet::default();
        let mut note = |operand: &Operand| {
            if let Operand::Register(register) = operand
                && let Some(&local) = self.numbers.get(register)
            {
                read.insert(local);
            }
        };
        for (number, block) in (0..).zip(&self.function.blocks) {
            if self.blocks.contains_key(&BlockId(number)) {
                continue;
            }
            for instruction in &block.instructions {
                instruction.kind.operands().into_iter().for_each(&mut note);
            }
            let terminator = &block.terminator.kind;
            terminator.operands().into_iter().for_each(&mut note);
            for edge in terminator.edges() {
                edge.moves.iter().for_each(|(_, value)| note(value));
            }
        }
        read
    }
}

/// Arguments and results: what is read before it is written, and what is written and read afterwards, by
/// others or by the loop when it is entered again.
fn interface(
    blocks: &[Block],
    (start, header): ((u32, usize), u32),
    locals: usize,
    outside: &FxHashSet<u32>,
) -> (Vec<u32>, Vec<u32>) {
    let mut written = vec![false; locals];
    for block in blocks {
        block
            .steps
            .iter()
            .for_each(|step| written[step.to as usize] = true);
        block.ways().for_each(|way| {
            way.moves
                .iter()
                .for_each(|&(to, _)| written[to as usize] = true);
        });
    }
    let mut outputs: Vec<bool> = (0..locals)
        .map(|local| written[local] && outside.contains(&(local as u32)))
        .collect();
    loop {
        let live = live(blocks, &outputs);
        let mut inputs = live[start.0 as usize].at_end.clone();
        blocks[start.0 as usize].before(&mut inputs, start.1);
        let entered = &live[header as usize].at_start;
        let mut more = outputs.clone();
        for local in 0..locals {
            more[local] |= written[local] && entered[local];
        }
        // An output that is not written keeps its value.
        if more == outputs {
            let numbers =
                |set: &[bool]| (0..locals as u32).filter(|&it| set[it as usize]).collect();
            return (numbers(&inputs), numbers(&outputs));
        }
        outputs = more;
    }
}

/// Locals that are read before they are written, from the start of a block and from its end.
struct Live {
    at_start: Vec<bool>,
    at_end: Vec<bool>,
}

fn live(blocks: &[Block], outputs: &[bool]) -> Vec<Live> {
    let none = vec![false; outputs.len()];
    let new = || Live {
        at_start: none.clone(),
        at_end: none.clone(),
    };
    let mut live: Vec<Live> = blocks.iter().map(|_| new()).collect();
    loop {
        let mut changed = false;
        for (number, block) in blocks.iter().enumerate().rev() {
            let mut here = none.clone();
            for way in block.ways() {
                let mut along = match way.to {
                    To::Exit(_) => outputs.to_vec(),
                    To::Block(to) => live[to as usize].at_start.clone(),
                };
                way.moves
                    .iter()
                    .for_each(|&(to, _)| along[to as usize] = false);
                way.moves.iter().for_each(|(_, from)| from.note(&mut along));
                here.iter_mut().zip(along).for_each(|(all, it)| *all |= it);
            }
            match &block.end {
                BlockEnd::Jump(_) => {}
                BlockEnd::Branch { condition, .. } => condition.note(&mut here),
                BlockEnd::Switch { value, .. } => value.note(&mut here),
            }
            live[number].at_end.clone_from(&here);
            block.before(&mut here, 0);
            changed |= live[number].at_start != here;
            live[number].at_start = here;
        }
        if !changed {
            return live;
        }
    }
}

impl Argument {
    fn note(self, read: &mut [bool]) {
        if let Argument::Local(local) = self {
            read[local as usize] = true;
        }
    }
}

impl Block {
    fn ways(&self) -> impl Iterator<Item = &Way> {
        let ways: Vec<&Way> = match &self.end {
            BlockEnd::Jump(way) => vec![way],
            BlockEnd::Branch {
                then, otherwise, ..
            } => vec![then, otherwise],
            BlockEnd::Switch { cases, default, .. } => {
                let cases = cases.iter().map(|(_, way)| way);
                cases.chain([default]).collect()
            }
        };
        ways.into_iter()
    }

    /// From what is read behind the steps to what is read before step `first`.
    fn before(&self, live: &mut [bool], first: usize) {
        for step in self.steps[first..].iter().rev() {
            live[step.to as usize] = false;
            step.operands.iter().for_each(|operand| operand.note(live));
        }
    }
}
