//! Functions of the literature on optimisation, as questions.

use super::Descent;
use term::{Bits, Evaluator, FloatFormat, FloatOp, Model, Pool, RoundingMode, Sort, Term};

/// Terms over doubles.
struct Doubles {
    pool: Pool,
}

impl Doubles {
    fn inputs<const N: usize>(&mut self) -> [Term; N] {
        let mut number = 0;
        [(); N].map(|()| {
            number += 1;
            self.pool.input(&format!("x{number}"), Sort::BitVec(64))
        })
    }

    fn n(&mut self, number: f64) -> Term {
        self.pool.constant(&Bits::new(64, number.to_bits()))
    }

    fn op(&mut self, op: FloatOp, operands: &[Term]) -> Term {
        let rounding = RoundingMode::NearestEven;
        self.pool.float(op, FloatFormat::Double, rounding, operands)
    }

    fn add(&mut self, a: Term, b: Term) -> Term {
        self.op(FloatOp::Add, &[a, b])
    }

    fn sub(&mut self, a: Term, b: Term) -> Term {
        self.op(FloatOp::Sub, &[a, b])
    }

    fn mul(&mut self, a: Term, b: Term) -> Term {
        self.op(FloatOp::Mul, &[a, b])
    }

    fn square(&mut self, a: Term) -> Term {
        self.mul(a, a)
    }

    /// `a * n + b`
    fn linear(&mut self, a: Term, n: f64, b: Term) -> Term {
        let n = self.n(n);
        let product = self.mul(n, a);
        self.add(product, b)
    }

    fn is(&mut self, a: Term, n: f64) -> Term {
        let n = self.n(n);
        self.op(FloatOp::Eq, &[a, n])
    }

    fn less(&mut self, a: Term, n: f64) -> Term {
        let n = self.n(n);
        self.op(FloatOp::Lt, &[a, n])
    }

    /// Nearer to a number than that.
    fn near(&mut self, a: Term, n: f64, most: f64) -> Term {
        let n = self.n(n);
        let difference = self.sub(a, n);
        let most = self.n(most);
        let magnitude = term::float::absolute(&mut self.pool, FloatFormat::Double, difference);
        self.op(FloatOp::Lt, &[magnitude, most])
    }

    fn host(&mut self, name: &str, f: fn(&[Bits]) -> Bits, a: Term) -> Term {
        let f = std::sync::Arc::new(f);
        let f = self.pool.register_opaque(name, Sort::BitVec(64), f);
        self.pool.opaque(f, &[a])
    }

    fn exp(&mut self, a: Term) -> Term {
        let exp = |x: &[Bits]| Bits::new(64, f64::from_bits(x[0].low_u64()).exp().to_bits());
        self.host("exp", exp, a)
    }

    fn cos(&mut self, a: Term) -> Term {
        let cos = |x: &[Bits]| Bits::new(64, f64::from_bits(x[0].low_u64()).cos().to_bits());
        self.host("cos", cos, a)
    }
}

fn assert_found(build: impl FnOnce(&mut Doubles) -> Vec<Term>) {
    let mut doubles = Doubles { pool: Pool::new() };
    let constraints = build(&mut doubles);
    let pool = &doubles.pool;
    let hint = Model::new();
    let mut descent = Descent::new(pool, &constraints, (&hint, 0), &|| false).expect("numbers");
    let model = descent.find(pool, 200_000_000, &hint);
    let (rounds, spent) = (descent.round, descent.space.spent);
    let model = model.unwrap_or_else(|| panic!("not found in {rounds} rounds"));
    eprintln!("{rounds} rounds, {spent} steps");
    let mut evaluator = Evaluator::new();
    evaluator.set_model(model);
    assert!(constraints.iter().all(|&t| evaluator.bool(pool, t)));
}

#[test]
fn beale() {
    assert_found(|d| {
        let [x, y] = d.inputs();
        let mut power = y;
        [1.5, 2.25, 2.625]
            .map(|constant| {
                let one = d.n(1.0);
                let rest = d.sub(one, power);
                let product = d.mul(x, rest);
                power = d.mul(power, y);
                d.is(product, constant)
            })
            .into()
    });
}

#[test]
fn freudenstein_and_roth() {
    assert_found(|d| {
        let [x, y] = d.inputs();
        [(-1.0, 5.0, -2.0, -13.0), (1.0, 1.0, -14.0, -29.0)]
            .map(|(cubic, square, linear, constant)| {
                let [square, linear] = [square, linear].map(|n| d.n(n));
                let inner = d.linear(y, cubic, square);
                let inner = d.mul(inner, y);
                let inner = d.add(inner, linear);
                let inner = d.mul(inner, y);
                let sum = d.add(inner, x);
                d.is(sum, -constant)
            })
            .into()
    });
}

#[test]
fn powell_badly_scaled() {
    assert_found(|d| {
        let [x, y] = d.inputs();
        let scale = d.n(1e4);
        let product = d.mul(scale, x);
        let product = d.mul(product, y);
        let exponentials = [x, y].map(|t| {
            let zero = d.n(-0.0);
            let minus = d.sub(zero, t);
            d.exp(minus)
        });
        let sum = d.add(exponentials[0], exponentials[1]);
        vec![d.is(product, 1.0), d.is(sum, 1.0001)]
    });
}

fn rosenbrock<const N: usize>(d: &mut Doubles, most: f64) -> Vec<Term> {
    let x: [Term; N] = d.inputs();
    let mut sum = d.n(0.0);
    for pair in x.windows(2) {
        let square = d.square(pair[0]);
        let slope = d.sub(pair[1], square);
        let slope = d.square(slope);
        let one = d.n(1.0);
        let rest = d.sub(one, pair[0]);
        let rest = d.square(rest);
        let both = d.linear(slope, 100.0, rest);
        sum = d.add(sum, both);
    }
    vec![d.less(sum, most)]
}

#[test]
fn rosenbrock_in_two_variables() {
    assert_found(|d| rosenbrock::<2>(d, f64::MIN_POSITIVE));
}

#[test]
fn rosenbrock_in_six_variables() {
    assert_found(|d| rosenbrock::<6>(d, 1e-8));
}

#[test]
fn rastrigin() {
    assert_found(|d| {
        let x: [Term; 3] = d.inputs();
        let mut sum = d.n(0.0);
        let mut constraints = Vec::new();
        for (x, centre) in x.into_iter().zip([1.5, -2.25, 3.75]) {
            constraints.push(d.near(x, centre, 6.0));
            let centre = d.n(centre);
            let x = d.sub(x, centre);
            let square = d.square(x);
            let turns = d.n(std::f64::consts::TAU);
            let turns = d.mul(turns, x);
            let cosine = d.cos(turns);
            let ten = d.n(10.0);
            let wave = d.linear(cosine, -10.0, ten);
            sum = d.add(sum, wave);
            sum = d.add(sum, square);
        }
        constraints.push(d.less(sum, 1e-4));
        constraints
    });
}

#[test]
fn himmelblau() {
    assert_found(|d| {
        let [x, y] = d.inputs();
        let [f, g] = [(x, y), (y, x)].map(|(a, b)| {
            let square = d.square(a);
            d.add(square, b)
        });
        let positive = d.less(x, 0.0);
        vec![d.near(f, 11.0, 1e-10), d.near(g, 7.0, 1e-10), positive]
    });
}

#[test]
fn a_product_and_an_exponential() {
    assert_found(|d| {
        let [x, y] = d.inputs();
        let product = d.mul(x, y);
        let exp = d.exp(x);
        let cosine = d.cos(y);
        let both = d.mul(exp, cosine);
        vec![d.is(product, 6.0), d.near(both, 2.0, 1e-10)]
    });
}

/// Moves are drawn by the width of a variable; a bit has next to none.
#[test]
fn variables_of_one_bit_are_searched_to_the_end() {
    let mut doubles = Doubles { pool: Pool::new() };
    let [x] = doubles.inputs();
    let bit = doubles.pool.input("bit", Sort::BitVec(1));
    let wide = doubles.pool.zero_extend(bit, 64);
    let sum = doubles.pool.add(x, wide);
    let exponential = doubles.exp(sum);
    let impossible = doubles.less(exponential, -1.0);
    let unset = doubles.pool.bv(1, 0);
    let set = doubles.pool.ne(bit, unset);
    let (pool, hint) = (&doubles.pool, Model::new());
    let constraints = [impossible, set];
    let mut descent = Descent::new(pool, &constraints, (&hint, 0), &|| false).expect("numbers");
    assert!(descent.find(pool, 20_000_000, &hint).is_none());
    assert!(descent.round > 1);
}
