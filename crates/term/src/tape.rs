//! Terms compiled for evaluation under very many assignments of their inputs.

use crate::node::Kind;
use crate::pool::OpaqueFunction;
use crate::{
    Bits, FloatFormat, FloatOp, InputId, Op, Pool, RoundingMode, Sort, TableId, Term,
    constant_evaluation, float, word,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Operands that an operation has at the most.
const OPERANDS: usize = 3;
/// Steps times inputs up to which it is known what depends on each input.
const DEPENDENCE_LIMIT: usize = 8_000_000;

/// A place in a tape that holds the value of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Slot(u32);

/// What a step does to its operands.
enum Action {
    /// A constant or an input: the value is there.
    Given,
    Not,
    And,
    Or,
    Ite,
    Compare(Kind),
    Binary(Kind),
    BvNot,
    Neg,
    Concat(u32),
    SignExtend,
    Copy,
    Extract(u32),
    Float(FloatOp, FloatFormat, RoundingMode),
    /// With the places of its operands, which may be many.
    Opaque(OpaqueFunction, Box<[u32]>),
    Table(TableId),
}

struct Step {
    action: Action,
    /// Width of the result, 0 for Bool, and of the first operand.
    width: u32,
    operand_width: u32,
    arity: u8,
    operands: [u32; OPERANDS],
}

impl Step {
    fn operands(&self) -> &[u32] {
        match &self.action {
            Action::Opaque(_, operands) => operands,
            _ => &self.operands[..usize::from(self.arity)],
        }
    }
}

/// The terms below some roots, each with its value under one assignment. All values have at most 64
/// bits; Bool is 0 or 1.
pub struct Tape {
    steps: Vec<Step>,
    values: Vec<u64>,
    slots: FxHashMap<Term, u32>,
    inputs: Vec<(InputId, Slot)>,
    /// For each group of inputs the steps that depend on one of it, in order; empty if there are too
    /// many.
    dependents: Vec<Vec<u32>>,
    tables: FxHashMap<TableId, Arc<[Bits]>>,
}

impl Tape {
    /// `None` if there are more than `limit` terms below the roots, or one with a value of more than 64
    /// bits (arrays other than tables among them).
    pub fn new(pool: &Pool, roots: &[Term], limit: usize) -> Option<Tape> {
        let mut order = Vec::new();
        pool.visit_post_order(roots, &mut |t| order.push(t));
        if order.len() > limit {
            return None;
        }
        let mut tape = Tape {
            steps: Vec::with_capacity(order.len()),
            values: vec![0; order.len()],
            slots: FxHashMap::default(),
            inputs: Vec::new(),
            dependents: Vec::new(),
            tables: FxHashMap::default(),
        };
        for t in order {
            tape.push(pool, t)?;
        }
        let each: Vec<Vec<usize>> = (0..tape.inputs.len()).map(|input| vec![input]).collect();
        tape.group(&each);
        tape.run();
        Some(tape)
    }

    fn push(&mut self, pool: &Pool, t: Term) -> Option<()> {
        let width = match (pool.op(t), pool.sort(t)) {
            // Reads look the table up themselves.
            (Op::Table(table), _) => {
                self.tables.insert(table, pool.table(table).clone());
                0
            }
            (_, Sort::Bool) => 0,
            (_, Sort::BitVec(width @ ..=64)) => width,
            (_, Sort::BitVec(_) | Sort::Array { .. }) => return None,
        };
        let at = self.steps.len() as u32;
        let mut arguments = pool.arguments(t);
        if pool.op(t) == Op::Select {
            arguments = &arguments[1..];
        }
        // Those of opaque functions stand beside the function.
        if let Op::Opaque(_) = pool.op(t) {
            arguments = &[];
        }
        if arguments.len() > OPERANDS {
            return None;
        }
        let mut operands = [0; OPERANDS];
        for (to, from) in operands.iter_mut().zip(arguments) {
            *to = self.slots[from];
        }
        let operand_width = arguments
            .first()
            .map_or(0, |&first| match pool.sort(first) {
                Sort::BitVec(width) => width,
                Sort::Bool | Sort::Array { .. } => 0,
            });
        let action = self.action(pool, t, at)?;
        self.slots.insert(t, at);
        self.steps.push(Step {
            action,
            width,
            operand_width,
            arity: arguments.len() as u8,
            operands,
        });
        Some(())
    }

    fn action(&mut self, pool: &Pool, t: Term, at: u32) -> Option<Action> {
        let arguments = pool.arguments(t);
        Some(match pool.op(t) {
            Op::BoolConst(value) => {
                self.values[at as usize] = u64::from(value);
                Action::Given
            }
            Op::BitsConst => {
                self.values[at as usize] = pool.constant_u64(t)?;
                Action::Given
            }
            Op::Input(input) => {
                self.inputs.push((input, Slot(at)));
                Action::Given
            }
            Op::Table(_) => Action::Given,
            Op::Select => match pool.op(arguments[0]) {
                Op::Table(table) => Action::Table(table),
                _ => return None,
            },
            Op::Not => Action::Not,
            Op::And => Action::And,
            Op::Or => Action::Or,
            Op::Ite => Action::Ite,
            Op::Eq if matches!(pool.sort(arguments[0]), Sort::Array { .. }) => return None,
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => Action::Compare(pool.node(t).kind),
            Op::BvNot => Action::BvNot,
            Op::Neg => Action::Neg,
            Op::Concat => Action::Concat(pool.width(arguments[1])),
            Op::ZeroExtend => Action::Copy,
            Op::SignExtend => Action::SignExtend,
            Op::Extract { low, .. } => Action::Extract(low),
            Op::Float {
                op,
                format,
                rounding,
            } => Action::Float(op, format, rounding),
            Op::Opaque(function) => {
                let operands = arguments.iter().map(|operand| self.slots[operand]);
                Action::Opaque(pool.opaque_function(function).clone(), operands.collect())
            }
            Op::Store | Op::ConstArray => return None,
            Op::BvAnd
            | Op::BvOr
            | Op::BvXor
            | Op::Add
            | Op::Mul
            | Op::Udiv
            | Op::Urem
            | Op::Sdiv
            | Op::Srem
            | Op::Shl
            | Op::Lshr
            | Op::Ashr => Action::Binary(pool.node(t).kind),
        })
    }

    /// Says which inputs, by their positions, change together; one alone each unless told otherwise.
    pub fn group(&mut self, groups: &[Vec<usize>]) {
        self.dependents.clear();
        if self.steps.len().saturating_mul(groups.len()) > DEPENDENCE_LIMIT {
            return;
        }
        let mut depends = vec![false; self.steps.len()];
        for group in groups {
            depends.fill(false);
            for &input in group {
                depends[self.inputs[input].1.0 as usize] = true;
            }
            let mut dependents = Vec::new();
            for (at, step) in self.steps.iter().enumerate() {
                let given = matches!(step.action, Action::Given);
                let operands = step.operands();
                if !given && operands.iter().any(|&it| depends[it as usize]) {
                    depends[at] = true;
                    dependents.push(at as u32);
                }
            }
            self.dependents.push(dependents);
        }
    }

    /// Number of terms.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// True if there are no terms.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The inputs with their places.
    pub fn inputs(&self) -> &[(InputId, Slot)] {
        &self.inputs
    }

    /// The place of a term, which is one below the roots.
    pub fn slot(&self, t: Term) -> Option<Slot> {
        self.slots.get(&t).map(|&slot| Slot(slot))
    }

    /// The value at a place.
    pub fn value(&self, slot: Slot) -> u64 {
        self.values[slot.0 as usize]
    }

    /// Gives an input, by its position in [`Tape::inputs`], a value; what depends on it is not computed.
    pub fn set(&mut self, input: usize, value: u64) {
        let slot = self.inputs[input].1;
        self.values[slot.0 as usize] = value;
    }

    /// Computes everything.
    pub fn run(&mut self) {
        for at in 0..self.steps.len() {
            self.step(at);
        }
    }

    /// Computes what depends on a group of inputs. Gives the number of steps.
    pub fn run_from(&mut self, group: usize) -> usize {
        let Some(dependents) = self.dependents.get_mut(group) else {
            self.run();
            return self.steps.len();
        };
        let dependents = std::mem::take(dependents);
        for &at in &dependents {
            self.step(at as usize);
        }
        let steps = dependents.len();
        self.dependents[group] = dependents;
        steps
    }

    fn step(&mut self, at: usize) {
        let step = &self.steps[at];
        let [a, b, c] = step.operands.map(|operand| self.values[operand as usize]);
        let result = match step.action {
            Action::Given => return,
            Action::Not => 1 - a,
            Action::And => a & b,
            Action::Or => a | b,
            Action::Ite if a != 0 => b,
            Action::Ite => c,
            Action::Compare(kind) => {
                // Bool is compared like a word of one bit.
                let width = step.operand_width.max(1);
                u64::from(constant_evaluation::compare_word(kind, width, a, b))
            }
            Action::Binary(kind) => constant_evaluation::binary_word(kind, step.width, a, b),
            Action::BvNot => word::not(step.width, a),
            Action::Neg => word::neg(step.width, a),
            Action::Concat(low) => a << low | b,
            Action::Copy => a,
            Action::SignExtend => word::sign_extend(step.operand_width, step.width, a),
            Action::Extract(low) => a >> low & word::mask(step.width),
            Action::Float(op, format, rounding) => {
                let operands = &[a, b, c][..usize::from(step.arity)];
                let widths = (step.operand_width, step.width);
                float::evaluate_u64(op, format, rounding, operands, widths.0, widths.1)
            }
            Action::Opaque(ref function, ref operands) => self.opaque(step, function, operands),
            Action::Table(table) => {
                let entries = &self.tables[&table];
                let entry = usize::try_from(a).ok().and_then(|index| entries.get(index));
                entry.map_or(0, Bits::low_u64)
            }
        };
        self.values[at] = result;
    }

    fn opaque(&self, step: &Step, function: &OpaqueFunction, operands: &[u32]) -> u64 {
        let operands = operands.iter().map(|&operand| {
            let width = self.steps[operand as usize].width.max(1);
            Bits::new(width, self.values[operand as usize])
        });
        let operands: smallvec::SmallVec<[Bits; OPERANDS]> = operands.collect();
        let result = function(&operands).low_u64();
        match step.width {
            0 => u64::from(result != 0),
            width => result & word::mask(width),
        }
    }
}
