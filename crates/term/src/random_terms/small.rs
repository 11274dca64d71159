//! All chains of two operators with all constants at a small width, under all values.

use super::oracle::{BINARY, PREDICATES, UNARY};
use crate::{Bits, Evaluator, Model, Pool, Sort, Term, Value};

/// A term over one input, with its value for every value of the input.
struct Function {
    term: Term,
    values: Vec<Bits>,
    how: String,
}

/// Checks functions of one input of `width` bits.
struct FunctionTable {
    pool: Pool,
    width: u32,
    evaluators: Vec<Evaluator>,
    x: Term,
}

impl FunctionTable {
    fn new(width: u32) -> FunctionTable {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(width));
        let input = pool.as_input(x).expect("an input");
        let evaluator = |value: Bits| {
            let mut model = Model::new();
            model.set(input, Value::Bits(value));
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model);
            evaluator
        };
        let evaluators = all(width).map(evaluator).collect();
        FunctionTable {
            pool,
            width,
            evaluators,
            x,
        }
    }

    /// The input, as it is and made wider.
    fn roots(&mut self) -> Vec<Function> {
        let (x, width) = (self.x, self.width);
        let wider = width + 1;
        let (zeros, signs) = (
            self.pool.zero_extend(x, wider),
            self.pool.sign_extend(x, wider),
        );
        let (zero, one) = (self.pool.bv(1, 0), self.pool.bv(1, 1));
        let (shifted, odd) = (self.pool.concat(x, zero), self.pool.concat(one, x));
        let values = |f: &dyn Fn(&Bits) -> Bits| all(width).map(|v| f(&v)).collect::<Vec<_>>();
        let bit = |value: u64| Bits::new(1, value);
        [
            (x, values(&|v| v.clone()), "x"),
            (zeros, values(&|v| v.zero_extend(wider)), "zext x"),
            (signs, values(&|v| v.sign_extend(wider)), "sext x"),
            (shifted, values(&|v| v.concat(&bit(0))), "x ++ 0"),
            (odd, values(&|v| bit(1).concat(v)), "1 ++ x"),
        ]
        .map(|(term, values, how)| Function {
            term,
            values,
            how: how.to_string(),
        })
        .into()
    }

    fn check(&mut self, term: Term, how: &str, expected: impl Fn(usize) -> Value) {
        for (i, evaluator) in self.evaluators.iter_mut().enumerate() {
            let value = evaluator.value(&self.pool, term);
            let shown = || self.pool.display(term, 500);
            assert!(
                value == expected(i),
                "{how} for x = {i} is not {value:?} of {}",
                shown()
            );
        }
    }

    /// All functions `f(t, k)` and `f(k, t)`, checked.
    fn with_constants(&mut self, t: &Function) -> Vec<Function> {
        let width = self.pool.width(t.term);
        let mut functions = Vec::new();
        for &(name, build, value) in UNARY {
            let term = build(&mut self.pool, t.term);
            let values = t.values.iter().map(value).collect();
            functions.push(Function {
                term,
                values,
                how: format!("{name}({})", t.how),
            });
        }
        for k in all(width) {
            let constant = self.pool.constant(&k);
            for &(name, build, value) in BINARY {
                let (left, right) = (
                    build(&mut self.pool, t.term, constant),
                    build(&mut self.pool, constant, t.term),
                );
                let values = t.values.iter().map(|v| value(v, &k)).collect();
                functions.push(Function {
                    term: left,
                    values,
                    how: format!("{name}({}, {k})", t.how),
                });
                let values = t.values.iter().map(|v| value(&k, v)).collect();
                functions.push(Function {
                    term: right,
                    values,
                    how: format!("{name}({k}, {})", t.how),
                });
            }
            for &(name, build, value) in PREDICATES {
                let left = build(&mut self.pool, t.term, constant);
                let how = format!("{name}({}, {k})", t.how);
                self.check(left, &how, |i| Value::Bool(value(&t.values[i], &k)));
                let right = build(&mut self.pool, constant, t.term);
                let how = format!("{name}({k}, {})", t.how);
                self.check(right, &how, |i| Value::Bool(value(&k, &t.values[i])));
            }
        }
        for function in &functions {
            self.check(function.term, &function.how, |i| {
                Value::Bits(function.values[i].clone())
            });
        }
        functions
    }
}

/// All values of a width.
fn all(width: u32) -> impl Iterator<Item = Bits> {
    (0..1u64 << width).map(move |value| Bits::new(width, value))
}

/// Of the functions that one operator makes, one of so many is given to another operator.
fn check_chains(width: u32, one_of: usize) {
    let mut table = FunctionTable::new(width);
    for root in table.roots() {
        for function in table.with_constants(&root).into_iter().step_by(one_of) {
            table.with_constants(&function);
        }
    }
}

#[test]
fn two_operators_with_all_constants() {
    check_chains(1, 1);
    check_chains(2, 1);
    // A constant makes two functions of each operator, which is no multiple of five: all operators are among them.
    check_chains(3, 5);
}

#[test]
#[ignore = "long: `make test-long`"]
fn any_two_operators_with_all_constants() {
    check_chains(3, 1);
}

/// Quotients and quotients of these, compared with all constants.
#[test]
fn comparisons_of_quotients() {
    type Divide = (fn(&mut Pool, Term, Term) -> Term, fn(&Bits, &Bits) -> Bits);
    const DIVISIONS: [Divide; 2] = [(Pool::sdiv, Bits::sdiv), (Pool::udiv, Bits::udiv)];
    let width = 5;
    let mut table = FunctionTable::new(width);
    let x = table.x;
    let values = |function: &dyn Fn(&Bits) -> Bits| all(width).map(|v| function(&v)).collect();
    for (divide, value) in DIVISIONS {
        for first in all(width) {
            let c = table.pool.constant(&first);
            let quotient = Function {
                term: divide(&mut table.pool, x, c),
                values: values(&|v| value(v, &first)),
                how: format!("x / {first}"),
            };
            table.with_constants(&quotient);
        }
    }
}

/// `y ± (x / d) · f` for all constants, where `y` is `x`, the opposite, or a quotient of it: what may be a remainder.
#[test]
fn sums_with_multiples_of_quotients() {
    type Divide = (fn(&mut Pool, Term, Term) -> Term, fn(&Bits, &Bits) -> Bits);
    const DIVISIONS: [Divide; 2] = [(Pool::sdiv, Bits::sdiv), (Pool::udiv, Bits::udiv)];
    let width = 4;
    let mut table = FunctionTable::new(width);
    let x = table.x;
    for (divide, value) in DIVISIONS {
        for first in all(width) {
            for (divisor, factor) in
                all(width).flat_map(|d| all(width).map(move |f| (d.clone(), f)))
            {
                let pool = &mut table.pool;
                let [c, d, f] = [&first, &divisor, &factor].map(|it| pool.constant(it));
                let term = divide(pool, x, c);
                let quotient = divide(pool, term, d);
                let multiple = pool.mul(quotient, f);
                let negated = pool.neg(term);
                let sums = [pool.add(term, multiple), pool.add(negated, multiple)];
                let how = format!("(x / {first}) and its quotient by {divisor} times {factor}");
                for (sum, is_negated) in std::iter::zip(sums, [false, true]) {
                    table.check(sum, &how, |i| {
                        let y = value(&Bits::new(width, i as u64), &first);
                        let multiple = value(&y, &divisor).mul(&factor);
                        let y = if is_negated { y.neg() } else { y };
                        Value::Bits(y.add(&multiple))
                    });
                }
            }
        }
    }
}
