//! Evaluation of terms under a model, one step per new term.

mod array;

use crate::node::{Kind, Node};
use crate::{Bits, Model, Op, Pool, Sort, Term, Value, constant_evaluation, word};
use array::ArrayState;

/// Gives values to terms under its current model; remembers them in a dense table indexed by
/// term, with a generation stamp so that changing the model costs nothing.
///
/// An evaluator belongs to one pool: it knows terms by their handles.
pub struct Evaluator {
    model: Model,
    /// Slots whose stamp is this one hold a value under the current model.
    generation: u32,
    slots: Vec<ValueSlot>,
    /// Values that no slot can hold.
    large: Vec<Large>,
    /// Terms that wait for their operands; kept to be used again.
    pending: Vec<Term>,
}

/// The value of one term: itself (Bool, at most 64 bits) or its place among the large ones.
#[derive(Clone, Copy, Default)]
struct ValueSlot {
    payload: u64,
    stamp: u32,
}

/// A value of more than 64 bits.
enum Large {
    Bits(Bits),
    Array(ArrayState),
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new()
    }
}

impl Evaluator {
    /// An evaluator under the model in which every input is zero.
    pub fn new() -> Evaluator {
        Evaluator {
            model: Model::new(),
            generation: 1,
            slots: Vec::new(),
            large: Vec::new(),
            pending: Vec::new(),
        }
    }

    /// Changes the model; all remembered values are forgotten in O(1).
    pub fn set_model(&mut self, model: Model) {
        self.model = model;
        self.large.clear();
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            // Stamps of 2^32 models ago would look current.
            self.slots.fill(ValueSlot::default());
            self.generation = 1;
        }
    }

    /// The current model.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// Value of a term; without recursion.
    pub fn value(&mut self, pool: &Pool, t: Term) -> Value {
        let payload = self.payload(pool, t);
        match pool.sort(t) {
            Sort::Bool => Value::Bool(payload != 0),
            Sort::BitVec(width) => Value::Bits(self.to_bits(width, payload)),
            Sort::Array { .. } => Value::Array(self.array(payload).to_value(pool)),
        }
    }

    /// Value of a Bool term.
    pub fn bool(&mut self, pool: &Pool, t: Term) -> bool {
        debug_assert_eq!(pool.sort(t), Sort::Bool);
        self.payload(pool, t) != 0
    }

    /// Value of a bit-vector term of at most 64 bits.
    pub fn u64(&mut self, pool: &Pool, t: Term) -> u64 {
        debug_assert!(pool.width(t) <= 64);
        self.payload(pool, t)
    }

    /// Value of a bit-vector term.
    pub fn bits(&mut self, pool: &Pool, t: Term) -> Bits {
        let payload = self.payload(pool, t);
        self.to_bits(pool.width(t), payload)
    }

    fn to_bits(&self, width: u32, payload: u64) -> Bits {
        if width <= 64 {
            return Bits::new(width, payload);
        }
        match &self.large[payload as usize] {
            Large::Bits(bits) => bits.clone(),
            Large::Array(_) => unreachable!("a bit-vector's slot names a bit-vector"),
        }
    }

    fn array(&self, payload: u64) -> &ArrayState {
        match &self.large[payload as usize] {
            Large::Array(array) => array,
            Large::Bits(_) => unreachable!("an array's slot names an array"),
        }
    }

    fn known(&self, t: Term) -> Option<u64> {
        let slot = &self.slots[t.index()];
        (slot.stamp == self.generation).then_some(slot.payload)
    }

    /// The payload of a term that has been computed.
    fn of(&self, t: Term) -> u64 {
        debug_assert_eq!(
            self.slots[t.index()].stamp,
            self.generation,
            "operands come first"
        );
        self.slots[t.index()].payload
    }

    /// Value of an operand as bits, whatever its width; Bool as one bit.
    fn bits_of(&self, pool: &Pool, t: Term) -> Bits {
        match pool.node(t).sort.width() {
            Some(width) => self.to_bits(width, self.of(t)),
            None => Bits::new(1, self.of(t)),
        }
    }

    fn payload(&mut self, pool: &Pool, t: Term) -> u64 {
        if t.index() >= self.slots.len() {
            self.slots.resize(pool.len(), ValueSlot::default());
        }
        if let Some(payload) = self.known(t) {
            return payload;
        }
        debug_assert!(self.pending.is_empty());
        self.pending.push(t);
        while let Some(&next) = self.pending.last() {
            if self.known(next).is_none() {
                let node = pool.node(next);
                if self.wait_for_operands(pool, next, node) {
                    continue;
                }
                let payload = self.compute(pool, next, node);
                self.slots[next.index()] = ValueSlot {
                    payload,
                    stamp: self.generation,
                };
            }
            self.pending.pop();
        }
        self.of(t)
    }

    /// Puts operands that have no value yet on the stack; false if there are none. Of an
    /// if-then-else only the condition and the arm it chooses are needed.
    fn wait_for_operands(&mut self, pool: &Pool, t: Term, node: &Node) -> bool {
        if node.kind == Kind::Ite {
            let [condition, then, otherwise] = node.operands;
            let needed = match self.known(condition) {
                None => condition,
                Some(0) => otherwise,
                Some(_) => then,
            };
            if self.known(needed).is_some() {
                return false;
            }
            self.pending.push(needed);
            return true;
        }
        let before = self.pending.len();
        for &operand in pool.arguments(t) {
            if self.known(operand).is_none() {
                self.pending.push(operand);
            }
        }
        self.pending.len() > before
    }

    fn keep(&mut self, value: Large) -> u64 {
        self.large.push(value);
        self.large.len() as u64 - 1
    }

    fn keep_bits(&mut self, bits: Bits) -> u64 {
        match bits.to_u64() {
            Some(word) => word,
            None => self.keep(Large::Bits(bits)),
        }
    }

    fn keep_value(&mut self, value: Value) -> u64 {
        match value {
            Value::Bool(value) => u64::from(value),
            Value::Bits(bits) => self.keep_bits(bits),
            Value::Array(array) => self.keep(Large::Array(ArrayState::of_value(array))),
        }
    }

    /// The value of a term whose operands have values.
    fn compute(&mut self, pool: &Pool, t: Term, node: &Node) -> u64 {
        let [a, b, c] = node.operands;
        match node.kind {
            Kind::BoolConst => u64::from(node.payload),
            Kind::WordConst => node.word_value(),
            Kind::Not => 1 - self.of(a),
            Kind::And => self.of(a) & self.of(b),
            Kind::Or => self.of(a) | self.of(b),
            Kind::Ite if self.of(a) != 0 => self.of(b),
            Kind::Ite => self.of(c),
            Kind::Eq if pool.node(a).sort.0 <= 64 => u64::from(self.of(a) == self.of(b)),
            Kind::Input
            | Kind::WideConst
            | Kind::Table
            | Kind::ConstArray
            | Kind::Select
            | Kind::Store
            | Kind::Float
            | Kind::Opaque => self.compute_special(pool, t, node),
            _ => {
                let operand_width = pool.node(a).sort.0;
                if operand_width <= 64 && node.sort.0 <= 64 {
                    let second = if node.arity == 2 { self.of(b) } else { 0 };
                    compute_word(node, operand_width, pool.node(b).sort.0, self.of(a), second)
                } else {
                    self.compute_wide(pool, t, node)
                }
            }
        }
    }

    /// Operators that are no functions of bit-vectors alone.
    fn compute_special(&mut self, pool: &Pool, t: Term, node: &Node) -> u64 {
        let [a, b, c] = node.operands;
        match pool.op(t) {
            Op::Input(input) => {
                let value = match self.model.find(input) {
                    Some(value) => value.clone(),
                    None => Value::zero(pool.sort(t)),
                };
                self.keep_value(value)
            }
            Op::Table(table) => {
                let (index, element) = pool.array_widths(t);
                self.keep(Large::Array(ArrayState::of_table(table, index, element)))
            }
            Op::ConstArray => {
                let element = self.bits_of(pool, a);
                self.keep(Large::Array(ArrayState::constant(element)))
            }
            Op::Select => {
                let index = self.bits_of(pool, b);
                let element = self.array(self.of(a)).get(pool, &index);
                self.keep_bits(element)
            }
            Op::Store => {
                let (index, element) = (self.bits_of(pool, b), self.bits_of(pool, c));
                let array = self.array(self.of(a)).with(index, element);
                self.keep(Large::Array(array))
            }
            Op::Float {
                op,
                format,
                rounding,
            } => {
                let operands: Vec<Bits> = pool
                    .arguments(t)
                    .iter()
                    .map(|&x| self.bits_of(pool, x))
                    .collect();
                self.keep_value(constant_evaluation::float(
                    (op, format, rounding),
                    &operands,
                    pool.sort(t),
                ))
            }
            Op::Opaque(f) => {
                let operands: Vec<Bits> = pool
                    .arguments(t)
                    .iter()
                    .map(|&x| self.bits_of(pool, x))
                    .collect();
                self.keep_value(pool.apply_opaque(f, &operands))
            }
            Op::BitsConst => {
                let value = pool.bits(t).expect("a constant");
                self.keep_bits(value)
            }
            other => unreachable!("{other:?} is a function of words"),
        }
    }

    /// Operators on bit-vectors of which one is wider than 64 bits, and equality of arrays.
    fn compute_wide(&mut self, pool: &Pool, t: Term, node: &Node) -> u64 {
        let [a, b, _] = node.operands;
        if node.kind == Kind::Eq && matches!(pool.sort(a), Sort::Array { .. }) {
            let (left, right) = (self.array(self.of(a)), self.array(self.of(b)));
            return u64::from(left.to_value(pool) == right.to_value(pool));
        }
        let x = self.bits_of(pool, a);
        let result = match node.kind {
            Kind::Eq | Kind::Ult | Kind::Ule | Kind::Slt | Kind::Sle => {
                let y = self.bits_of(pool, b);
                return u64::from(constant_evaluation::compare_bits(node.kind, &x, &y));
            }
            Kind::BvNot => x.not(),
            Kind::Neg => x.neg(),
            Kind::Concat => x.concat(&self.bits_of(pool, b)),
            Kind::ZeroExtend => x.zero_extend(node.width()),
            Kind::SignExtend => x.sign_extend(node.width()),
            Kind::Extract => x.extract(node.payload + node.width() - 1, node.payload),
            binary => {
                debug_assert_eq!(pool.arguments(t).len(), 2);
                constant_evaluation::binary_bits(binary, &x, &self.bits_of(pool, b))
            }
        };
        self.keep_bits(result)
    }
}

/// Operators on bit-vectors of at most 64 bits.
fn compute_word(node: &Node, width: u32, second_width: u32, x: u64, y: u64) -> u64 {
    match node.kind {
        Kind::Eq | Kind::Ult | Kind::Ule | Kind::Slt | Kind::Sle => {
            u64::from(constant_evaluation::compare_word(node.kind, width, x, y))
        }
        Kind::BvNot => word::not(width, x),
        Kind::Neg => word::neg(width, x),
        Kind::Concat => x << second_width | y,
        Kind::ZeroExtend => x,
        Kind::SignExtend => word::sign_extend(width, node.width(), x),
        Kind::Extract => x >> node.payload & word::mask(node.width()),
        binary => constant_evaluation::binary_word(binary, width, x, y),
    }
}
