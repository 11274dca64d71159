//! Models on the boundaries between constraints.
//!
//! Where two computations of one quantity disagree by rounding, or a product only just overflows, the
//! models are few and lie where one constraint takes over from another as the reason why values fail:
//! `f(x) > 0` on one side, `g(x) <= 0` on the other, both in a gap between. A propositional solver has to
//! multiply its way there. Here all inputs but one are drawn at random, and between two values of that
//! one which violate different constraints the values are halved until the two are neighbours; whatever
//! violates nothing on the way is a model.

use super::terms_below;
use crate::bounds;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use term::{Bits, Evaluator, InputId, Model, Pool, Sort, Term, Value};

/// Terms that may be evaluated for one question.
const EVALUATIONS: usize = 12_000_000;
/// Models that may be evaluated for one question, however small it is.
const MODELS: u64 = 50_000;
/// Pairs of neighbouring values that are looked for in one draw.
const PAIRS: usize = 6;

/// An input with the order of its values: `low..=high` as the constraints bound it.
struct Coordinate {
    input: InputId,
    width: u32,
    low: i128,
    high: i128,
}

impl Coordinate {
    fn value(&self, place: i128) -> Value {
        let size = 1i128 << self.width;
        Value::Bits(Bits::new(self.width, place.rem_euclid(size) as u64))
    }

    /// Place of a value, if it lies in the bounds.
    fn place(&self, value: &Value) -> Option<i128> {
        let unsigned = i128::from(value.as_bits()?.low_u64());
        [unsigned, unsigned - (1i128 << self.width)]
            .into_iter()
            .find(|place| (self.low..=self.high).contains(place))
    }

    /// Anywhere in the bounds, of any magnitude, or near the present place.
    fn draw(&self, random: &mut SmallRng, present: Option<i128>) -> i128 {
        let drawn = match random.random_range(0..4) {
            0 | 1 => return random.random_range(self.low..=self.high),
            2 => {
                let bits = random.random_range(0..=self.width);
                let magnitude = random.random_range(0..1i128 << bits);
                if random.random_bool(0.5) {
                    magnitude
                } else {
                    -magnitude
                }
            }
            _ => present.unwrap_or(0) + random.random_range(-8..=8),
        };
        drawn.clamp(self.low, self.high)
    }
}

/// The search for one question.
pub(crate) struct Boundaries<'a> {
    pool: &'a Pool,
    evaluator: &'a mut Evaluator,
    /// The cheapest to evaluate first, unless there are very many.
    constraints: Vec<Term>,
    coordinates: Vec<Coordinate>,
    models_left: u64,
    /// Asked between models; true stops the search.
    stop: &'a dyn Fn() -> bool,
}

/// Place of a value of a coordinate, with the constraint that fails first there.
type Sample = (i128, usize);

impl<'a> Boundaries<'a> {
    /// `None` if no input of the constraints can be moved along an order.
    pub(crate) fn new(
        pool: &'a Pool,
        evaluator: &'a mut Evaluator,
        constraints: &[Term],
        stop: &'a dyn Fn() -> bool,
    ) -> Option<Boundaries<'a>> {
        let bounds = bounds::derive(pool, constraints).ok()?;
        let mut inputs: Vec<InputId> = constraints
            .iter()
            .flat_map(|&t| pool.inputs_of(t).to_vec())
            .collect();
        inputs.sort_unstable();
        inputs.dedup();
        let coordinates: Vec<Coordinate> = inputs
            .into_iter()
            .filter_map(|input| coordinate(pool, bounds.as_ref(), input))
            .collect();
        let size = terms_below(pool, constraints, EVALUATIONS);
        let mut constraints = constraints.to_vec();
        // Sizes of many constraints over the same terms would cost more than the search.
        if constraints.len().saturating_mul(size) <= EVALUATIONS {
            constraints.sort_by_cached_key(|&t| terms_below(pool, &[t], EVALUATIONS));
        }
        (!coordinates.is_empty()).then_some(Boundaries {
            pool,
            evaluator,
            constraints,
            coordinates,
            models_left: MODELS.min((EVALUATIONS / size.max(1)) as u64),
            stop,
        })
    }

    /// Looks for a model, starting from `hint`; the same for the same question.
    pub(crate) fn find(&mut self, hint: &Model) -> Option<Model> {
        let mut random = SmallRng::seed_from_u64(0);
        let mut draws = 0;
        while self.models_left > 0 && !(self.stop)() {
            let along = draws % self.coordinates.len();
            let mut base = hint.clone();
            // The hint itself is where the first round starts.
            if draws >= self.coordinates.len() {
                self.scatter(&mut base, along, &mut random);
            }
            if let Some(model) = self.line(&base, along, &mut random) {
                return Some(model);
            }
            draws += 1;
            // A single input has no other to be drawn: what differs is where the pairs lie.
            self.models_left = self.models_left.saturating_sub(1);
        }
        None
    }

    /// Draws inputs other than `along` anew: one of them at least, each with even chances.
    fn scatter(&self, base: &mut Model, along: usize, random: &mut SmallRng) {
        let others: Vec<usize> = (0..self.coordinates.len())
            .filter(|&i| i != along)
            .collect();
        if others.is_empty() {
            return;
        }
        let certain = others[random.random_range(0..others.len())];
        for i in others {
            if i == certain || random.random_bool(0.5) {
                let coordinate = &self.coordinates[i];
                let present = coordinate.place(&base.get(self.pool, coordinate.input));
                base.set(
                    coordinate.input,
                    coordinate.value(coordinate.draw(random, present)),
                );
            }
        }
    }

    /// Halves between samples along one input.
    fn line(&mut self, base: &Model, along: usize, random: &mut SmallRng) -> Option<Model> {
        let coordinate = &self.coordinates[along];
        let (low, high) = (coordinate.low, coordinate.high);
        let present = coordinate.place(&base.get(self.pool, coordinate.input));
        let mut places = vec![low, high, 0.clamp(low, high), (-1).clamp(low, high)];
        places.extend(present);
        places.push(coordinate.draw(random, present));
        places.sort_unstable();
        places.dedup();
        let mut samples: Vec<Sample> = Vec::new();
        for place in places {
            match self.violated(base, along, place) {
                Ok(model) => return Some(model),
                Err(first) => samples.push((place, first)),
            }
        }
        let mut pending: Vec<(Sample, Sample)> = samples
            .windows(2)
            .map(|pair| (pair[0], pair[1]))
            .filter(|(a, b)| a.1 != b.1)
            .collect();
        let mut pairs = 0;
        while let Some((a, b)) = pending.pop() {
            if b.0 - a.0 <= 1 {
                pairs += 1;
                if pairs >= PAIRS {
                    break;
                }
                continue;
            }
            if self.models_left == 0 || (self.stop)() {
                break;
            }
            let place = a.0 + (b.0 - a.0) / 2;
            let middle = match self.violated(base, along, place) {
                Ok(model) => return Some(model),
                Err(first) => (place, first),
            };
            pending.extend(
                [(a, middle), (middle, b)]
                    .into_iter()
                    .filter(|(a, b)| a.1 != b.1),
            );
        }
        None
    }

    /// The first constraint that fails with the input at a place; the model if none does.
    fn violated(&mut self, base: &Model, along: usize, place: i128) -> Result<Model, usize> {
        let coordinate = &self.coordinates[along];
        let mut model = base.clone();
        model.set(coordinate.input, coordinate.value(place));
        self.models_left = self.models_left.saturating_sub(1);
        self.evaluator.set_model(model.clone());
        let (pool, evaluator) = (self.pool, &mut *self.evaluator);
        match self
            .constraints
            .iter()
            .position(|&t| !evaluator.bool(pool, t))
        {
            None => Ok(model),
            Some(first) => Err(first),
        }
    }
}

/// The input with its bounds, if it is a number of at most 64 bits.
fn coordinate(pool: &Pool, bounds: Option<&bounds::Bounds>, input: InputId) -> Option<Coordinate> {
    let t = pool.input_term(input);
    let Sort::BitVec(width @ 2..=64) = pool.sort(t) else {
        return None;
    };
    let half = 1i128 << (width - 1);
    let (low, high) = bounds
        .and_then(|bounds| bounds.interval(t))
        .unwrap_or((-half, half - 1));
    Some(Coordinate {
        input,
        width,
        low,
        high,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitblast::{NativeBackend, NativeOptions};
    use crate::{Answer, Backend, Limits};
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::Duration;

    /// `41 x > 37 y`, but not so after both are divided by 1,000,003 with the rest dropped; the quotients
    /// are not the least.
    fn rounding_gap(pool: &mut Pool) -> Vec<Term> {
        let number = |pool: &mut Pool, n: u64| pool.constant(&Bits::new(64, n));
        let [x, y] = ["x", "y"].map(|name| pool.input(name, Sort::BitVec(64)));
        let mut constraints = Vec::new();
        for t in [x, y] {
            let [least, most] = [1, 2_000_000_000].map(|n| number(pool, n));
            constraints.push(pool.slt(least, t));
            constraints.push(pool.slt(t, most));
        }
        let [a, b] = [(x, 41), (y, 37)].map(|(t, n)| {
            let factor = number(pool, n);
            pool.mul(t, factor)
        });
        let [c, d] = [(a, 1_000_003), (b, 1_000_003)].map(|(t, n)| {
            let divisor = number(pool, n);
            pool.sdiv(t, divisor)
        });
        constraints.push(pool.slt(b, a));
        constraints.push(pool.sle(c, d));
        let least = number(pool, 60_000);
        constraints.push(pool.slt(least, c));
        constraints
    }

    fn assert_holds(pool: &Pool, constraints: &[Term], model: Model) {
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model);
        assert!(constraints.iter().all(|&t| evaluator.bool(pool, t)));
    }

    #[test]
    fn a_rounding_error_is_found() {
        let mut pool = Pool::new();
        let constraints = rounding_gap(&mut pool);
        let mut evaluator = Evaluator::new();
        let mut search = Boundaries::new(&pool, &mut evaluator, &constraints, &|| false)
            .expect("there are numbers");
        let model = search.find(&Model::new()).expect("there are models");
        let tried = MODELS - search.models_left;
        assert!(tried < 10_000, "{tried}");
        assert_holds(&pool, &constraints, model);
    }

    #[test]
    fn the_back_end_takes_a_model_from_the_boundary() {
        let mut pool = Pool::new();
        let constraints = rounding_gap(&mut pool);
        let mut backend = NativeBackend::new(NativeOptions {
            easy_conflicts: 0,
            abstract_conflicts: 0,
            boundary_conflicts: 0,
            ..NativeOptions::default()
        });
        let limits = Limits {
            time: Duration::from_secs(300),
            interrupt: Arc::new(AtomicBool::new(false)),
        };
        match backend.check(&mut pool, &constraints, &Model::new(), &limits) {
            Answer::Sat(model) => assert_holds(&pool, &constraints, model),
            answer => panic!("{answer:?}"),
        }
        assert_eq!(backend.counters().boundary_models, 1);
    }

    #[test]
    fn a_contradiction_ends_the_search() {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(32));
        let square = pool.mul(x, x);
        let two = pool.constant(&Bits::new(32, 2));
        let constraints = [pool.eq(square, two)];
        let mut evaluator = Evaluator::new();
        let mut search = Boundaries::new(&pool, &mut evaluator, &constraints, &|| false)
            .expect("there is a number");
        assert!(search.find(&Model::new()).is_none());
    }
}
