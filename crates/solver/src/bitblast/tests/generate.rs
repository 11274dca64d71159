//! Random terms of every operation.

use term::{FloatFormat, FloatOp, Model, Op, Pool, RoundingMode, Sort, Term, Value};

use super::Dice;

/// Grows random terms over a few inputs.
pub(crate) struct Generator {
    pub(crate) pool: Pool,
    pub(super) dice: Dice,
    pub(super) inputs: Vec<Term>,
    /// Bit-vector terms to build from.
    words: Vec<Term>,
    bools: Vec<Term>,
    arrays: Vec<Term>,
    widest: u32,
    floats: bool,
}

/// A constructor of two operands.
pub(super) type Binary = fn(&mut Pool, Term, Term) -> Term;

/// Unary bit-vector operations by constructor.
const UNARY: [fn(&mut Pool, Term) -> Term; 5] = [
    Pool::bv_not,
    Pool::neg,
    Pool::count_ones,
    Pool::leading_zeros,
    Pool::trailing_zeros,
];

/// Binary bit-vector operations by constructor.
pub(super) const BINARY: [(&str, Binary); 17] = [
    ("and", Pool::bv_and),
    ("or", Pool::bv_or),
    ("xor", Pool::bv_xor),
    ("add", Pool::add),
    ("sub", Pool::sub),
    ("mul", Pool::mul),
    ("udiv", Pool::udiv),
    ("urem", Pool::urem),
    ("sdiv", Pool::sdiv),
    ("srem", Pool::srem),
    ("smod", Pool::smod),
    ("shl", Pool::shl),
    ("lshr", Pool::lshr),
    ("ashr", Pool::ashr),
    ("rotate_left", Pool::rotate_left),
    ("rotate_right", Pool::rotate_right),
    ("concat", Pool::concat),
];

/// Comparisons and overflow predicates by constructor.
pub(super) const PREDICATES: [(&str, Binary); 12] = [
    ("eq", Pool::eq),
    ("ne", Pool::ne),
    ("ult", Pool::ult),
    ("ule", Pool::ule),
    ("slt", Pool::slt),
    ("sle", Pool::sle),
    ("uadd_overflows", Pool::uadd_overflows),
    ("sadd_overflows", Pool::sadd_overflows),
    ("usub_overflows", Pool::usub_overflows),
    ("ssub_overflows", Pool::ssub_overflows),
    ("umul_overflows", Pool::umul_overflows),
    ("smul_overflows", Pool::smul_overflows),
];

impl Generator {
    pub(crate) fn new(seed: u64) -> Generator {
        let mut pool = Pool::new();
        let mut dice = Dice::new(seed);
        let widths = [1, 2, 3, 4, 5, 8, 8, 11];
        let inputs: Vec<Term> = (0..2 + dice.below(3))
            .map(|i| {
                let width = widths[dice.below(widths.len())];
                pool.input(&format!("x{i}"), Sort::BitVec(width))
            })
            .collect();
        let flag = pool.input("p", Sort::Bool);
        let arrays = if dice.flip() {
            random_arrays(&mut pool, &mut dice)
        } else {
            Vec::new()
        };
        let floats = dice.below(4) == 0;
        let widest = if dice.below(8) == 0 { 70 } else { 16 };
        let mut all = inputs.clone();
        all.push(flag);
        all.extend(
            arrays
                .iter()
                .copied()
                .filter(|&a| matches!(pool.op(a), Op::Input(_))),
        );
        Generator {
            pool,
            dice,
            inputs: all,
            words: inputs,
            bools: vec![flag],
            arrays,
            widest,
            floats,
        }
    }

    fn pick(&mut self) -> Term {
        // Newer terms more often, for depth.
        let n = self.words.len();
        let from = if self.dice.flip() {
            n.saturating_sub(4)
        } else {
            0
        };
        self.words[from + self.dice.below(n - from)]
    }

    /// A term of the given width made from any other.
    fn fit(&mut self, t: Term, width: u32) -> Term {
        let have = self.pool.width(t);
        if have > width {
            let low = self.dice.below((have - width + 1) as usize) as u32;
            return self.pool.extract(t, low + width - 1, low);
        }
        if self.dice.flip() {
            self.pool.zero_extend(t, width)
        } else {
            self.pool.sign_extend(t, width)
        }
    }

    fn constant(&mut self, width: u32) -> Term {
        let value = match self.dice.below(4) {
            0 => self.dice.next() & 7,
            1 => 1 << self.dice.below(width.min(63) as usize),
            2 => u64::MAX,
            _ => self.dice.next(),
        };
        self.pool.bv(width, value)
    }

    fn pair(&mut self) -> (Term, Term) {
        let a = self.pick();
        let width = self.pool.width(a);
        let b = match self.dice.below(3) {
            0 => self.constant(width),
            _ => {
                let b = self.pick();
                self.fit(b, width)
            }
        };
        if self.dice.flip() { (a, b) } else { (b, a) }
    }

    fn condition(&mut self) -> Term {
        self.bools[self.dice.below(self.bools.len())]
    }

    fn grow_word(&mut self) {
        let (a, b) = self.pair();
        let t = match self.dice.below(12) {
            0 => UNARY[self.dice.below(UNARY.len())](&mut self.pool, a),
            1 => {
                let c = self.condition();
                self.pool.ite(c, a, b)
            }
            2 => {
                let width = 1 + self.dice.below(self.widest as usize) as u32;
                self.fit(a, width)
            }
            3 if !self.arrays.is_empty() => self.select(a),
            4 if self.floats => self.float(a, b),
            _ => BINARY[self.dice.below(BINARY.len())].1(&mut self.pool, a, b),
        };
        let width = self.pool.width(t);
        let t = if width > self.widest {
            self.fit(t, self.widest)
        } else {
            t
        };
        self.words.push(t);
    }

    /// A half-precision operation.
    fn float(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = (self.fit(a, 16), self.fit(b, 16));
        let roundings = [
            RoundingMode::NearestEven,
            RoundingMode::NearestAway,
            RoundingMode::TowardPositive,
            RoundingMode::TowardNegative,
            RoundingMode::TowardZero,
        ];
        let mode = roundings[self.dice.below(5)];
        let format = FloatFormat::Half;
        match self.dice.below(7) {
            0 => self.pool.float(FloatOp::Mul, format, mode, &[a, b]),
            1 => self.pool.float(FloatOp::Div, format, mode, &[a, b]),
            2 => self.pool.float(FloatOp::Sqrt, format, mode, &[a]),
            3 => self.pool.float(FloatOp::FromSigned, format, mode, &[a]),
            4 => self
                .pool
                .float_to_int(FloatOp::ToSigned, format, mode, a, 11),
            5 => {
                let less = self
                    .pool
                    .float(FloatOp::Lt, format, RoundingMode::NearestEven, &[a, b]);
                self.bools.push(less);
                a
            }
            _ => self.pool.float(FloatOp::Add, format, mode, &[a, b]),
        }
    }

    fn select(&mut self, index: Term) -> Term {
        let array = self.arrays[self.dice.below(self.arrays.len())];
        let index = self.index_for(array, index);
        self.pool.select(array, index)
    }

    fn index_for(&mut self, array: Term, index: Term) -> Term {
        match self.pool.sort(array) {
            Sort::Array { index: width, .. } => self.fit(index, width),
            Sort::Bool | Sort::BitVec(_) => unreachable!("arrays only"),
        }
    }

    fn grow_array(&mut self) {
        let array = self.arrays[self.dice.below(self.arrays.len())];
        let Sort::Array { element, .. } = self.pool.sort(array) else {
            unreachable!("arrays only")
        };
        let (index, value) = (self.pick(), self.pick());
        let index = self.index_for(array, index);
        let value = self.fit(value, element);
        let stored = self.pool.store(array, index, value);
        let t = if self.dice.below(3) == 0 {
            let other = self.arrays[self.dice.below(self.arrays.len())];
            let condition = self.condition();
            if self.pool.sort(other) == self.pool.sort(stored) {
                self.pool.ite(condition, stored, other)
            } else {
                stored
            }
        } else {
            stored
        };
        self.arrays.push(t);
    }

    fn grow_bool(&mut self) {
        let (a, b) = self.pair();
        let (p, q) = (self.condition(), self.condition());
        let t = match self.dice.below(10) {
            0 => self.pool.and(p, q),
            1 => self.pool.or(p, q),
            2 => self.pool.xor(p, q),
            3 => self.pool.not(p),
            4 => self.pool.ite(p, q, p),
            5 => self.pool.eq(p, q),
            _ => PREDICATES[self.dice.below(PREDICATES.len())].1(&mut self.pool, a, b),
        };
        self.bools.push(t);
    }

    /// A few random constraints.
    pub(crate) fn constraints(&mut self) -> Vec<Term> {
        for _ in 0..3 + self.dice.below(10) {
            match self.dice.below(8) {
                0 if !self.arrays.is_empty() => self.grow_array(),
                0..=4 => self.grow_word(),
                _ => self.grow_bool(),
            }
        }
        (0..1 + self.dice.below(4))
            .map(|_| {
                self.grow_bool();
                self.bools[self.bools.len() - 1]
            })
            .collect()
    }

    /// Random values for all inputs but arrays.
    pub(crate) fn random_model(&mut self) -> Model {
        let mut model = Model::new();
        for i in 0..self.inputs.len() {
            let t = self.inputs[i];
            let Op::Input(input) = self.pool.op(t) else {
                unreachable!("inputs only")
            };
            let value = match self.pool.sort(t) {
                Sort::Bool => Value::Bool(self.dice.flip()),
                Sort::BitVec(width) => Value::Bits(super::random_bits(&mut self.dice, width)),
                Sort::Array { .. } => continue,
            };
            model.set(input, value);
        }
        model
    }
}

fn random_arrays(pool: &mut Pool, dice: &mut Dice) -> Vec<Term> {
    let (index, element) = ([3, 8][dice.below(2)], [4, 8][dice.below(2)]);
    let mut arrays = vec![pool.input("memory", Sort::Array { index, element })];
    if dice.flip() {
        arrays.push(pool.input("other", Sort::Array { index, element }));
    }
    if dice.flip() {
        let entries = (0..1 + dice.below(1 << index))
            .map(|_| super::random_bits(dice, element))
            .collect::<Vec<_>>();
        arrays.push(pool.table_array(index, element, entries.into()));
    }
    if dice.flip() {
        let zero = pool.bv(element, 0);
        arrays.push(pool.const_array(index, zero));
    }
    arrays
}
