//! Random term graphs: what the pool builds and rewrites must have the values that the same
//! operations have on concrete operands.

use std::sync::Arc;

mod oracle;
mod small;

use oracle::{BINARY, BOOL_BINARY, PREDICATES, UNARY};

use crate::{ArrayValue, Bits, Evaluator, InputId, Model, OpaqueId, Pool, Sort, Tape, Term, Value};

/// A small deterministic generator (SplitMix64).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A value that is likely to be at a border of something.
    fn bits(&mut self, width: u32) -> Bits {
        let k = self.below(width as usize) as u32;
        match self.below(10) {
            0 => Bits::zero(width),
            1 => Bits::new(width, 1),
            2 => Bits::ones(width),
            3 => Bits::signed_min(width),
            4 => Bits::signed_max(width),
            5 => Bits::power_of_two(width, k),
            6 => Bits::ones(width).lshr_by(k),
            7 => Bits::ones(width).shl_by(k).lshr_by(k / 2),
            8 => Bits::new(width, self.next() % 9),
            _ => {
                let limbs: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.next()).collect();
                Bits::from_limbs(width, &limbs)
            }
        }
    }
}

/// A term, and its value under each model as computed without the pool.
struct Entry {
    term: Term,
    sort: Sort,
    values: Vec<Value>,
    how: String,
}

struct Graph {
    random: Random,
    pool: Pool,
    models: Vec<Model>,
    entries: Vec<Entry>,
    opaque: OpaqueId,
    /// Widths that operands are drawn to; the fewer, the more operators find partners.
    widths: Vec<u32>,
}

fn host_function(operands: &[Bits]) -> Bits {
    operands.iter().fold(Bits::new(8, 7), |sum, operand| {
        sum.mul(&Bits::new(8, 31))
            .xor(&Bits::new(8, operand.low_u64()))
    })
}

fn bits(value: &Value) -> &Bits {
    value.as_bits().expect("a bit-vector entry")
}

fn bool(value: &Value) -> bool {
    value.as_bool().expect("a Bool entry")
}

fn array(value: &Value) -> &ArrayValue {
    match value {
        Value::Array(array) => array,
        Value::Bool(_) | Value::Bits(_) => panic!("an array entry"),
    }
}

impl Graph {
    fn new(seed: u64, widths: &[u32], models: usize) -> Graph {
        let mut pool = Pool::new();
        let opaque =
            pool.register_opaque("host", Sort::BitVec(8), std::sync::Arc::new(host_function));
        let mut graph = Graph {
            random: Random(seed),
            pool,
            models: vec![Model::new(); models],
            entries: Vec::new(),
            opaque,
            widths: widths.to_vec(),
        };
        for &width in widths {
            graph.input(Sort::BitVec(width));
            graph.input(Sort::BitVec(width));
        }
        graph.input(Sort::Bool);
        graph.input(Sort::Bool);
        let sort = graph.array_sort();
        graph.input(sort);
        graph
    }

    fn array_sort(&self) -> Sort {
        Sort::Array {
            index: self.widths[0].min(12),
            element: *self.widths.last().expect("some"),
        }
    }

    fn input(&mut self, sort: Sort) {
        let term = self.pool.input("x", sort);
        let input = self.pool.as_input(term).expect("just made");
        let mut values = Vec::new();
        for model in &mut self.models {
            let value = match sort {
                Sort::Bool => Value::Bool(self.random.below(2) == 1),
                Sort::BitVec(width) => Value::Bits(self.random.bits(width)),
                Sort::Array { index, element } => {
                    let random = &mut self.random;
                    let default = random.bits(element);
                    let entries: Vec<(Bits, Bits)> = (0..3)
                        .map(|_| (random.bits(index), random.bits(element)))
                        .collect();
                    Value::Array(Arc::new(ArrayValue::new(default, entries)))
                }
            };
            model.set(input, value.clone());
            values.push(value);
        }
        self.entries.push(Entry {
            term,
            sort,
            values,
            how: format!("input {}", input.0),
        });
    }

    /// An entry of this sort, rather a late one; made of constants or extensions if need be.
    fn operand(&mut self, sort: Sort) -> usize {
        let candidates: Vec<usize> = (0..self.entries.len())
            .filter(|&i| self.entries[i].sort == sort)
            .collect();
        if let Sort::BitVec(width) = sort
            && (candidates.is_empty() || self.random.below(5) == 0)
        {
            let value = self.random.bits(width);
            let term = self.pool.constant(&value);
            let values = vec![Value::Bits(value); self.models.len()];
            self.entries.push(Entry {
                term,
                sort,
                values,
                how: "constant".into(),
            });
            return self.entries.len() - 1;
        }
        let recent = candidates.len().saturating_sub(6);
        if self.random.below(2) == 0 {
            return self.random.pick(&candidates[recent..]);
        }
        self.random.pick(&candidates)
    }

    fn some_width(&mut self) -> u32 {
        let widths = self.widths.clone();
        self.random.pick(&widths)
    }

    fn term(&self, i: usize) -> Term {
        self.entries[i].term
    }

    fn push(
        &mut self,
        term: Term,
        how: &str,
        operands: &[usize],
        value: impl Fn(&[&Value]) -> Value,
    ) {
        let values: Vec<Value> = (0..self.models.len())
            .map(|m| {
                let values: Vec<&Value> = operands
                    .iter()
                    .map(|&i| &self.entries[i].values[m])
                    .collect();
                value(&values)
            })
            .collect();
        let how = format!("{how} {operands:?}");
        self.entries.push(Entry {
            term,
            sort: self.pool.sort(term),
            values,
            how,
        });
    }

    /// Adds a term made of a random operator and entries.
    fn grow(&mut self) {
        let width = self.some_width();
        match self.random.below(20) {
            0..6 => {
                let (name, build, value) = self.random.pick(BINARY);
                let (a, b) = (
                    self.operand(Sort::BitVec(width)),
                    self.operand(Sort::BitVec(width)),
                );
                let term = build(&mut self.pool, self.entries[a].term, self.entries[b].term);
                self.push(term, name, &[a, b], |v| {
                    Value::Bits(value(bits(v[0]), bits(v[1])))
                });
            }
            6..8 => {
                let (name, build, value) = self.random.pick(UNARY);
                let a = self.operand(Sort::BitVec(width));
                let term = build(&mut self.pool, self.entries[a].term);
                self.push(term, name, &[a], |v| Value::Bits(value(bits(v[0]))));
            }
            8..11 => {
                let (name, build, value) = self.random.pick(PREDICATES);
                let (a, b) = (
                    self.operand(Sort::BitVec(width)),
                    self.operand(Sort::BitVec(width)),
                );
                let term = build(&mut self.pool, self.entries[a].term, self.entries[b].term);
                self.push(term, name, &[a, b], |v| {
                    Value::Bool(value(bits(v[0]), bits(v[1])))
                });
            }
            11..13 => self.grow_bool(),
            13 => self.grow_ite(width),
            14..18 => self.grow_shape(width),
            18 => self.grow_array(),
            _ => {
                let (a, b) = (
                    self.operand(Sort::BitVec(width)),
                    self.operand(Sort::BitVec(width)),
                );
                let (x, y) = (self.term(a), self.term(b));
                let term = self.pool.opaque(self.opaque, &[x, y, x, y]);
                self.push(term, "opaque", &[a, b], |v| {
                    let (x, y) = (bits(v[0]).clone(), bits(v[1]).clone());
                    Value::Bits(host_function(&[x.clone(), y.clone(), x, y]))
                });
            }
        }
    }

    fn grow_bool(&mut self) {
        let a = self.operand(Sort::Bool);
        if self.random.below(4) == 0 {
            let term = self.pool.not(self.entries[a].term);
            self.push(term, "bool not", &[a], |v| Value::Bool(!bool(v[0])));
            return;
        }
        let (name, build, value) = self.random.pick(BOOL_BINARY);
        let b = self.operand(Sort::Bool);
        let term = build(&mut self.pool, self.entries[a].term, self.entries[b].term);
        self.push(term, name, &[a, b], |v| {
            Value::Bool(value(bool(v[0]), bool(v[1])))
        });
    }

    fn grow_ite(&mut self, width: u32) {
        let sort = match self.random.below(5) {
            0 => Sort::Bool,
            1 => self.array_sort(),
            _ => Sort::BitVec(width),
        };
        let (c, a, b) = (
            self.operand(Sort::Bool),
            self.operand(sort),
            self.operand(sort),
        );
        let (x, y, z) = (self.term(c), self.term(a), self.term(b));
        let term = self.pool.ite(x, y, z);
        self.push(term, "ite", &[c, a, b], |v| {
            if bool(v[0]) { v[1] } else { v[2] }.clone()
        });
    }

    fn grow_shape(&mut self, width: u32) {
        let to = self.some_width();
        let a = self.operand(Sort::BitVec(width));
        let x = self.term(a);
        match self.random.below(8) {
            0 if width == 1 => {
                let term = self.pool.bv_to_bool(x);
                self.push(term, "bv_to_bool", &[a], |v| {
                    Value::Bool(!bits(v[0]).is_zero())
                });
            }
            0 => {
                let c = self.operand(Sort::Bool);
                let term = self.pool.bool_to_bv(self.entries[c].term);
                self.push(term, "bool_to_bv", &[c], |v| {
                    Value::Bits(Bits::new(1, u64::from(bool(v[0]))))
                });
            }
            1 if to > width => {
                let term = self.pool.zero_extend(x, to);
                self.push(term, "zext", &[a], |v| {
                    Value::Bits(bits(v[0]).zero_extend(to))
                });
            }
            2 if to > width => {
                let term = self.pool.sign_extend(x, to);
                self.push(term, "sext", &[a], |v| {
                    Value::Bits(bits(v[0]).sign_extend(to))
                });
            }
            1..5 if to <= width => {
                let low = self.random.below((width - to + 1) as usize) as u32;
                let high = low + to - 1;
                let term = self.pool.extract(x, high, low);
                let how = format!("extract {high} {low}");
                self.push(term, &how, &[a], |v| {
                    Value::Bits(bits(v[0]).extract(high, low))
                });
            }
            5 => self.grow_reload(a),
            _ => {
                // A concatenation, cut back to a usual width if it has become too wide.
                let b = self.operand(Sort::BitVec(to));
                let term = self.pool.concat(x, self.entries[b].term);
                self.push(term, "concat", &[a, b], |v| {
                    Value::Bits(bits(v[0]).concat(bits(v[1])))
                });
                let sum = width + to;
                if !self.widths.contains(&sum) {
                    let (low, whole) = (
                        self.random.below(to as usize) as u32,
                        self.entries.len() - 1,
                    );
                    let high = low + width - 1;
                    let term = self.pool.extract(self.entries[whole].term, high, low);
                    let how = format!("extract {high} {low}");
                    self.push(term, &how, &[whole], |v| {
                        Value::Bits(bits(v[0]).extract(high, low))
                    });
                }
            }
        }
    }

    /// Cuts a term to pieces and puts them together again: it must be the term itself.
    fn grow_reload(&mut self, a: usize) {
        let t = self.term(a);
        let width = self.pool.width(t);
        let step = [1, 3, 8, 8, 16][self.random.below(5)].min(width);
        let mut pieces = Vec::new();
        let mut low = 0;
        while low < width {
            let high = (low + step - 1).min(width - 1);
            pieces.push(self.pool.extract(t, high, low));
            low += step;
        }
        let mut whole = pieces[0];
        for &piece in &pieces[1..] {
            whole = self.pool.concat(piece, whole);
        }
        // (Single bits of a mask with many runs stay single bits.)
        if self.pool.rewriting == 0 && step >= 8 {
            let (is, was) = (self.pool.display(whole, 400), self.pool.display(t, 400));
            assert!(whole == t, "pieces of {step} bits of {was} make {is}");
        }
        self.push(whole, "reload", &[a], |v| v[0].clone());
    }

    fn grow_array(&mut self) {
        let sort = self.array_sort();
        let Sort::Array { index, element } = sort else {
            unreachable!("an array sort")
        };
        let a = self.operand(sort);
        match self.random.below(8) {
            0 => {
                let e = self.operand(Sort::BitVec(element));
                let term = self.pool.const_array(index, self.entries[e].term);
                self.push(term, "const_array", &[e], |v| {
                    Value::Array(Arc::new(ArrayValue::constant(bits(v[0]).clone())))
                });
            }
            1 => {
                let entries: Arc<[Bits]> = (0..self.random.below(6))
                    .map(|_| self.random.bits(element))
                    .collect();
                let term = self.pool.table_array(index, element, entries.clone());
                let reachable = entries.iter().enumerate().filter(|(i, _)| i >> index == 0);
                let listed: Vec<(Bits, Bits)> = reachable
                    .map(|(i, e)| (Bits::new(index, i as u64), e.clone()))
                    .collect();
                let value = Value::Array(Arc::new(ArrayValue::new(Bits::zero(element), listed)));
                self.push(term, "table", &[], |_| value.clone());
            }
            2 => {
                let b = self.operand(sort);
                let term = self.pool.eq(self.entries[a].term, self.entries[b].term);
                self.push(term, "array eq", &[a, b], |v| Value::Bool(v[0] == v[1]));
            }
            3..5 => {
                let (i, e) = (
                    self.operand(Sort::BitVec(index)),
                    self.operand(Sort::BitVec(element)),
                );
                let (x, y, z) = (self.term(a), self.term(i), self.term(e));
                let term = self.pool.store(x, y, z);
                self.push(term, "store", &[a, i, e], |v| {
                    let below = array(v[0]);
                    let entries = below.entries.iter().map(|(i, e)| (i.clone(), e.clone()));
                    let written = (bits(v[1]).clone(), bits(v[2]).clone());
                    let all = entries.chain([written]);
                    Value::Array(Arc::new(ArrayValue::new(below.default.clone(), all)))
                });
            }
            _ => {
                let i = self.operand(Sort::BitVec(index));
                let term = self.pool.select(self.entries[a].term, self.entries[i].term);
                self.push(term, "select", &[a, i], |v| {
                    Value::Bits(array(v[0]).get(bits(v[1])).clone())
                });
            }
        }
    }

    /// Compares every entry under every model.
    fn check(&self, seed: u64) {
        let mut evaluator = Evaluator::new();
        for (m, model) in self.models.iter().enumerate() {
            evaluator.set_model(model.clone());
            for (i, entry) in self.entries.iter().enumerate() {
                let value = evaluator.value(&self.pool, entry.term);
                if value != entry.values[m] {
                    panic!("{}", self.report(seed, m, i, &value));
                }
            }
        }
        for entry in &self.entries {
            self.check_known_zeros(entry);
            self.check_tape(entry);
        }
    }

    /// A tape gives the values, too, with the inputs set one after the other.
    fn check_tape(&self, entry: &Entry) {
        if matches!(entry.sort, Sort::Array { .. }) {
            return;
        }
        let Some(mut tape) = Tape::new(&self.pool, &[entry.term], usize::MAX) else {
            return;
        };
        let root = tape.slot(entry.term).expect("it is below itself");
        let inputs: Vec<InputId> = tape.inputs().iter().map(|(input, _)| *input).collect();
        for (model, value) in self.models.iter().zip(&entry.values) {
            for (i, input) in inputs.iter().enumerate() {
                let value = match model.get(&self.pool, *input) {
                    Value::Bool(value) => u64::from(value),
                    Value::Bits(bits) => bits.low_u64(),
                    Value::Array(_) => unreachable!("tapes have no arrays as inputs"),
                };
                tape.set(i, value);
                tape.run_from(i);
            }
            let expected = match value {
                Value::Bool(value) => u64::from(*value),
                Value::Bits(bits) => bits.low_u64(),
                Value::Array(_) => unreachable!("tapes have no arrays"),
            };
            assert_eq!(tape.value(root), expected, "{}", entry.how);
        }
    }

    fn check_known_zeros(&self, entry: &Entry) {
        let node = self.pool.node(entry.term);
        for value in &entry.values {
            if let Value::Bits(bits) = value {
                assert!(
                    bits.leading_zeros() >= u32::from(node.leading),
                    "{}",
                    entry.how
                );
                assert!(
                    bits.trailing_zeros() >= u32::from(node.trailing),
                    "{}",
                    entry.how
                );
            }
        }
    }

    fn report(&self, seed: u64, m: usize, i: usize, value: &Value) -> String {
        let mut text = format!("seed {seed}, model {m}, entry {i}\n");
        for (j, entry) in self.entries[..=i].iter().enumerate() {
            let term = self.pool.display(entry.term, 400);
            let line = format!(
                "{j}: {} : {:?} = {:?}\n    {term}\n",
                entry.how, entry.sort, entry.values[m]
            );
            text.push_str(&line);
        }
        text + &format!("the pool's term has the value {value:?}")
    }
}

/// Builds and checks graphs of `size` terms each; `levels` of rewriting are used up beforehand.
fn check_graphs(seeds: std::ops::Range<u64>, size: usize, levels: u32) {
    for seed in seeds {
        let mut random = Random(seed.wrapping_mul(0x5851_f42d_4c95_7f2d));
        let widths: Vec<u32> = match random.below(4) {
            0 => vec![1, 2, 3],
            1 => vec![8, 16, 32, 1],
            2 => vec![64, 8, 128],
            _ => (0..3).map(|_| 1 + random.below(130) as u32).collect(),
        };
        let models = if widths[0] == 1 { 12 } else { 4 };
        let mut graph = Graph::new(seed, &widths, models);
        graph.pool.rewriting = levels;
        for _ in 0..size {
            graph.grow();
        }
        graph.check(seed);
    }
}

#[test]
fn random_terms_have_the_values_of_their_structure() {
    check_graphs(0..1000, 40, 0);
}

#[test]
fn rules_cut_off_at_their_limit_are_sound() {
    for levels in [
        super::rewrite::LIMIT,
        super::rewrite::LIMIT - 1,
        super::rewrite::LIMIT - 3,
    ] {
        check_graphs(10_000..10_200, 40, levels);
    }
}

#[test]
#[ignore = "minutes; run by `make test-long`"]
fn many_random_terms_have_the_values_of_their_structure() {
    check_graphs(1000..10_000, 40, 0);
    check_graphs(100_000..150_000, 60, 0);
}
