//! Random terms.

use std::sync::Arc;
use term::{Bits, InputId, Model, Pool, Sort, Term, Value};

/// A small generator (SplitMix64), so that a seed names a test.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    pub fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as u64) as usize]
    }

    /// A value that is often small, extreme, or a power of two.
    pub fn bits(&mut self, width: u32) -> Bits {
        match self.below(6) {
            0 => Bits::new(width, self.below(4)),
            1 => Bits::new(width, self.below(4)).neg(),
            2 => Bits::power_of_two(width, self.below(u64::from(width)) as u32),
            3 => Bits::signed_max(width).add(&Bits::new(width, self.below(2))),
            _ => {
                let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
                Bits::from_limbs(width, &limbs)
            }
        }
    }
}

/// Random terms over the inputs of a pool.
pub struct Generator {
    pub random: Random,
    pub bools: Vec<Term>,
    pub vectors: Vec<Term>,
    pub arrays: Vec<Term>,
    /// Widths of what is generated.
    pub widths: Vec<u32>,
    /// Multiplication and division are hard for every solver.
    pub hard: bool,
}

impl Generator {
    /// A generator with `count` fresh inputs of each of these widths, and some Bools.
    pub fn new(pool: &mut Pool, seed: u64, widths: &[u32], count: usize) -> Generator {
        let mut generator = Generator {
            random: Random::new(seed),
            bools: Vec::new(),
            vectors: Vec::new(),
            arrays: Vec::new(),
            widths: widths.to_vec(),
            hard: true,
        };
        for i in 0..count {
            for &width in widths {
                let input = pool.input(&format!("v{width}_{i}"), Sort::BitVec(width));
                generator.vectors.push(input);
            }
            generator
                .bools
                .push(pool.input(&format!("b{i}"), Sort::Bool));
        }
        generator
    }

    /// Adds input arrays and tables.
    pub fn with_arrays(mut self, pool: &mut Pool) -> Generator {
        let sort = Sort::Array {
            index: 4,
            element: 8,
        };
        self.arrays.push(pool.input("a", sort));
        let length = self.random.below(20);
        let entries: Arc<[Bits]> = (0..length).map(|_| self.random.bits(8)).collect();
        self.arrays.push(pool.table_array(4, 8, entries));
        self
    }

    /// Values for every input of the pool.
    pub fn model(&mut self, pool: &Pool) -> Model {
        let mut model = Model::new();
        for i in 0..pool.input_count() as u32 {
            let input = InputId(i);
            let value = match pool.sort(pool.input_term(input)) {
                Sort::Bool => Value::Bool(self.random.chance(50)),
                Sort::BitVec(width) => Value::Bits(self.random.bits(width)),
                Sort::Array { index, element } => {
                    let entries: Vec<(Bits, Bits)> = (0..self.random.below(4))
                        .map(|_| (self.random.bits(index), self.random.bits(element)))
                        .collect();
                    let default = self.random.bits(element);
                    Value::Array(Arc::new(term::ArrayValue::new(default, entries)))
                }
            };
            model.set(input, value);
        }
        model
    }

    /// A vector of this width, from what there is.
    pub fn vector(&mut self, pool: &mut Pool, width: u32) -> Term {
        if self.random.chance(15) {
            let bits = self.random.bits(width);
            return pool.constant(&bits);
        }
        let t = self.random.pick(&self.vectors);
        let has = pool.width(t);
        if has == width {
            t
        } else if has < width {
            if self.random.chance(50) {
                pool.zero_extend(t, width)
            } else {
                pool.sign_extend(t, width)
            }
        } else {
            let low = self.random.below(u64::from(has - width) + 1) as u32;
            pool.extract(t, low + width - 1, low)
        }
    }

    fn bool(&mut self, pool: &mut Pool) -> Term {
        let t = self.random.pick(&self.bools);
        if self.random.chance(30) {
            pool.not(t)
        } else {
            t
        }
    }

    /// Builds one more random term and remembers it.
    pub fn grow(&mut self, pool: &mut Pool) -> Term {
        let t = match self.random.below(10) {
            0..=5 => self.grow_vector(pool),
            6..=8 => self.grow_bool(pool),
            _ => self.grow_array(pool),
        };
        match pool.sort(t) {
            Sort::Bool => self.bools.push(t),
            Sort::BitVec(_) => self.vectors.push(t),
            Sort::Array { .. } => self.arrays.push(t),
        }
        t
    }

    fn grow_vector(&mut self, pool: &mut Pool) -> Term {
        let width = self.random.pick(&self.widths);
        let (a, b) = (self.vector(pool, width), self.vector(pool, width));
        let choices = if self.hard { 26 } else { 19 };
        match self.random.below(choices) {
            0 | 1 => pool.add(a, b),
            2 => pool.sub(a, b),
            3 => pool.bv_and(a, b),
            4 => pool.bv_or(a, b),
            5 => pool.bv_xor(a, b),
            6 => pool.bv_not(a),
            7 => pool.neg(a),
            8 => pool.shl(a, b),
            9 => pool.lshr(a, b),
            10 => pool.ashr(a, b),
            11 | 12 => {
                let condition = self.bool(pool);
                pool.ite(condition, a, b)
            }
            13 => {
                let wide = pool.concat(a, b);
                if pool.width(wide) > 80 {
                    pool.extract(wide, width, 1)
                } else {
                    wide
                }
            }
            14 => pool.rotate_left(a, b),
            15 => pool.rotate_right(a, b),
            16 => {
                let c = self.bool(pool);
                pool.bool_to_bv(c)
            }
            17 => pool.count_ones(a),
            18 => match self.arrays.is_empty() {
                true => pool.leading_zeros(a),
                false => {
                    let (array, index) = (self.random.pick(&self.arrays), self.vector(pool, 4));
                    pool.select(array, index)
                }
            },
            19 => pool.mul(a, b),
            20 => pool.udiv(a, b),
            21 => pool.urem(a, b),
            22 => pool.sdiv(a, b),
            23 => pool.srem(a, b),
            24 => pool.smod(a, b),
            _ => pool.trailing_zeros(a),
        }
    }

    pub fn grow_bool(&mut self, pool: &mut Pool) -> Term {
        let width = self.random.pick(&self.widths);
        let (a, b) = (self.vector(pool, width), self.vector(pool, width));
        let (p, q) = (self.bool(pool), self.bool(pool));
        let choices = if self.hard { 17 } else { 15 };
        match self.random.below(choices) {
            0 | 1 => pool.eq(a, b),
            2 => pool.ne(a, b),
            3 | 4 => pool.ult(a, b),
            5 => pool.ule(a, b),
            6 | 7 => pool.slt(a, b),
            8 => pool.sle(a, b),
            9 => pool.and(p, q),
            10 => pool.or(p, q),
            11 => pool.xor(p, q),
            12 => pool.sadd_overflows(a, b),
            13 => pool.uadd_overflows(a, b),
            14 => pool.ssub_overflows(a, b),
            15 => pool.umul_overflows(a, b),
            _ => pool.smul_overflows(a, b),
        }
    }

    fn grow_array(&mut self, pool: &mut Pool) -> Term {
        if self.arrays.is_empty() {
            return self.grow_vector(pool);
        }
        let array = self.random.pick(&self.arrays);
        let (index, value) = (self.vector(pool, 4), self.vector(pool, 8));
        match self.random.below(4) {
            0 => {
                let other = self.random.pick(&self.arrays);
                let condition = self.bool(pool);
                pool.ite(condition, array, other)
            }
            1 => pool.const_array(4, value),
            _ => pool.store(array, index, value),
        }
    }
}
