//! What a loop computes from given values.

use super::{Argument, BlockEnd, Compute, Left, LoopFunction, LoopStep, NO_EXIT, To, Way};
use semantics::floats;
use semantics::integers::{binary, compare, cut, signed, unary};

/// Traversals before the first attempt to pass many of them at once.
const FIRST_ATTEMPT: u64 = 8;

/// A loop under way.
#[derive(Clone)]
pub(super) struct Running {
    pub values: Vec<u64>,
    /// Steps taken.
    pub steps: u64,
}

/// What a traversal comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Traversed {
    /// The loop is where it began.
    Again,
    /// It was left by this exit.
    Exit(u32),
    /// It took too many steps, or computed what the host does not.
    GaveUp,
}

impl LoopFunction {
    /// How the loop is left if it begins with these values of its inputs.
    pub(crate) fn evaluate(&self, inputs: &[u64]) -> Left {
        let mut last = self
            .last
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some((known, left)) = &*last
            && known == inputs
        {
            return left.clone();
        }
        let left = self.run(inputs, true);
        *last = Some((inputs.to_vec(), left.clone()));
        left
    }

    /// The same, one traversal after the other unless many may be passed at once.
    pub(super) fn run(&self, inputs: &[u64], at_once: bool) -> Left {
        let mut running = Running {
            values: vec![0; self.locals.len()],
            steps: 0,
        };
        for (&local, &value) in self.inputs.iter().zip(inputs) {
            running.values[local as usize] = value;
        }
        let (mut traversals, mut attempt) = (0, FIRST_ATTEMPT);
        let exit = loop {
            match self.traverse(&mut running) {
                Traversed::Again => {}
                Traversed::Exit(exit) => break exit,
                Traversed::GaveUp => break NO_EXIT,
            }
            traversals += 1;
            if at_once && traversals >= attempt {
                attempt = match self.pass(&mut running) {
                    Some(period) => traversals + period + FIRST_ATTEMPT,
                    None => traversals * 2,
                };
            }
        };
        let outputs = self.outputs.iter();
        let values = match exit {
            NO_EXIT => outputs.map(|_| 0).collect(),
            _ => outputs.map(|&it| running.values[it as usize]).collect(),
        };
        Left { exit, values }
    }

    /// Goes on until the loop is where it began.
    pub(super) fn traverse(&self, running: &mut Running) -> Traversed {
        let (mut block, mut first) = self.start;
        loop {
            let code = &self.blocks[block as usize];
            running.steps += (code.steps.len() - first) as u64 + 1;
            if running.steps > self.limit {
                return Traversed::GaveUp;
            }
            for step in &code.steps[first..] {
                let Some(value) = step.compute(|operand| running.value(operand)) else {
                    return Traversed::GaveUp;
                };
                running.values[step.to as usize] = value;
            }
            let way = match &code.end {
                BlockEnd::Jump(way) => way,
                BlockEnd::Branch {
                    condition,
                    then,
                    otherwise,
                } => match running.value(*condition) {
                    0 => otherwise,
                    _ => then,
                },
                BlockEnd::Switch {
                    value,
                    cases,
                    default,
                    ..
                } => {
                    let value = running.value(*value);
                    let case = cases.iter().find(|(case, _)| *case == value);
                    case.map_or(default, |(_, way)| way)
                }
            };
            running.go(way);
            match way.to {
                To::Exit(exit) => return Traversed::Exit(exit),
                To::Block(to) => block = to,
            }
            first = 0;
            if block == self.start.0 {
                return self.come_to_start(running);
            }
        }
    }

    /// From the start of the block that the loop begins in to the step that it begins at.
    fn come_to_start(&self, running: &mut Running) -> Traversed {
        for step in &self.blocks[self.start.0 as usize].steps[..self.start.1] {
            running.steps += 1;
            let Some(value) = step.compute(|operand| running.value(operand)) else {
                return Traversed::GaveUp;
            };
            running.values[step.to as usize] = value;
        }
        Traversed::Again
    }
}

impl Running {
    fn value(&self, argument: Argument) -> u64 {
        match argument {
            Argument::Local(local) => self.values[local as usize],
            Argument::Constant(value) => value,
        }
    }

    fn go(&mut self, way: &Way) {
        match way.moves[..] {
            [] => {}
            [(to, from)] => self.values[to as usize] = self.value(from),
            ref moves => {
                let values: smallvec::SmallVec<[u64; 8]> =
                    moves.iter().map(|&(_, from)| self.value(from)).collect();
                for (&(to, _), value) in moves.iter().zip(values) {
                    self.values[to as usize] = value;
                }
            }
        }
    }
}

impl LoopStep {
    /// The result, if the host computes it as the machine does.
    pub(super) fn compute(&self, mut value: impl FnMut(Argument) -> u64) -> Option<u64> {
        let (from, into) = (64 - self.from as u8, 64 - self.width as u8);
        let [a, b, c] = self.operands;
        Some(match self.compute {
            Compute::Copy | Compute::ZeroExtend => value(a),
            Compute::Binary(op) => binary(op, into, value(a), value(b)),
            Compute::Unary(op) => unary(op, into, value(a)),
            Compute::Compare(op) => u64::from(compare(op, from, value(a), value(b))),
            Compute::SignExtend => cut(signed(value(a), from) as u64, into),
            Compute::Truncate => cut(value(a), into),
            Compute::Select => match value(a) {
                0 => value(c),
                _ => value(b),
            },
            Compute::FloatBinary { op, double } => {
                floats::binary_host(op, double, value(a), value(b))?
            }
            Compute::FloatCompare { op, double } => {
                u64::from(floats::compare_host(op, double, value(a), value(b)))
            }
            Compute::SignedToDouble => (signed(value(a), from) as f64).to_bits(),
        })
    }
}
