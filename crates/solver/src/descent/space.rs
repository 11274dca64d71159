//! The points that are searched: values of variables, and the cost of a point.

use super::condition::{Comparison, Compiler, Condition, Relation, certain};
use super::reading::{Formats, Reading, mask};
use crate::bounds::{self, Bounds};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use term::{Bits, InputId, Model, Op, Pool, Sort, Tape, Term, Value};

/// Terms of a question up to which it is searched.
const TERMS: usize = 100_000;
/// Steps of the tape between looks at the clock.
const CLOCK: u64 = 100_000;
/// Numbers of the constraints that are kept.
const CONSTANTS: usize = 60;

/// A value for each variable, as patterns.
pub(super) type Point = Vec<u64>;

/// Position of an input on the tape, and the shift and the width of its part of a number.
type Piece = (usize, u32, u32);

/// An input, or several that together hold one number.
pub(super) struct DescentVariable {
    term: Term,
    pieces: Vec<Piece>,
    pub(super) reading: Reading,
    /// Bounds that single constraints give.
    pub(super) low: f64,
    pub(super) high: f64,
}

impl DescentVariable {
    fn new(pool: &Pool, term: Term, pieces: Vec<Piece>, formats: &Formats) -> DescentVariable {
        let width = pieces.iter().map(|piece| piece.2).sum();
        let reading = formats.float(pool, term).unwrap_or(Reading::Signed(width));
        DescentVariable {
            term,
            pieces,
            reading,
            low: f64::NEG_INFINITY,
            high: f64::INFINITY,
        }
    }

    /// A bound from above, or from below, or both.
    fn bound(&mut self, number: f64, above: bool, both: bool) {
        if number.is_nan() {
            return;
        }
        if above || both {
            self.high = self.high.min(number);
        }
        if !above || both {
            self.low = self.low.max(number);
        }
    }

    /// The number of the nearest pattern within the bounds.
    pub(super) fn pattern(&self, number: f64) -> u64 {
        let number = if number.is_nan() { 0.0 } else { number };
        self.reading.pattern(number.max(self.low).min(self.high))
    }

    pub(super) fn is_bounded(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }
}

/// The variables of a question, with the cost of the point that they are at.
pub(super) struct Space<'a> {
    inputs: Vec<InputId>,
    tape: Tape,
    pub(super) variables: Vec<DescentVariable>,
    pub(super) conditions: Rc<[Condition]>,
    pub(super) point: Point,
    /// Numbers that the constraints mention.
    pub(super) constants: Vec<f64>,
    /// Steps of the tape so far, and how many there may be.
    pub(super) spent: u64,
    pub(super) limit: u64,
    clock: u64,
    stop: &'a dyn Fn() -> bool,
    stopped: bool,
}

impl<'a> Space<'a> {
    /// `None` if there is nothing to be searched: no variables, or values that are no words.
    pub(super) fn new(
        pool: &Pool,
        constraints: &[Term],
        stop: &'a dyn Fn() -> bool,
    ) -> Option<Space<'a>> {
        let mut tape = Tape::new(pool, constraints, TERMS)?;
        let formats = Formats::new(pool, constraints);
        let variables = variables(pool, constraints, &tape, &formats);
        if variables.is_empty() {
            return None;
        }
        let groups: Vec<Vec<usize>> = variables
            .iter()
            .map(|variable| variable.pieces.iter().map(|piece| piece.0).collect())
            .collect();
        tape.group(&groups);
        let mut compiler = Compiler::new(pool, &tape, &formats);
        let conditions: Rc<[Condition]> = constraints
            .iter()
            .map(|&t| compiler.constraint(t))
            .collect();
        let mut space = Space {
            inputs: tape.inputs().iter().map(|(input, _)| *input).collect(),
            point: vec![0; variables.len()],
            constants: constants(pool, constraints, &formats),
            tape,
            variables,
            conditions,
            spent: 0,
            limit: 0,
            clock: 0,
            stop,
            stopped: false,
        };
        let bounds = bounds::derive(pool, constraints).ok()?;
        space.find_bounds(pool, bounds.as_ref());
        Some(space)
    }

    /// Bounds from comparisons of a variable with a constant, of integers from all constraints.
    fn find_bounds(&mut self, pool: &Pool, bounds: Option<&Bounds>) {
        let mut comparisons: Vec<&Comparison> = Vec::new();
        for condition in self.conditions.iter() {
            certain(condition, &mut comparisons);
        }
        for comparison in comparisons {
            let [a, b] = comparison.terms;
            let value = |i: usize| {
                let value = self.tape.value(comparison.operands[i]);
                comparison.reading.number(value)
            };
            let both = comparison.relation == Relation::Equal;
            if comparison.relation == Relation::Unequal {
                continue;
            }
            for variable in &mut self.variables {
                if comparison.reading.is_float() != variable.reading.is_float() {
                    continue;
                }
                if variable.term == a && pool.is_constant(b) {
                    variable.bound(value(1), true, both);
                } else if variable.term == b && pool.is_constant(a) {
                    variable.bound(value(0), false, both);
                }
            }
        }
        for variable in &mut self.variables {
            let interval = match variable.reading {
                Reading::Signed(_) => bounds.and_then(|bounds| bounds.interval(variable.term)),
                Reading::Double | Reading::Single | Reading::Unsigned(_) => None,
            };
            if let Some((low, high)) = interval {
                // Its numbers are unsigned.
                let width = variable.reading.width();
                if high >= 1 << (width - 1) {
                    variable.reading = Reading::Unsigned(width);
                }
                variable.low = variable.low.max(low as f64);
                variable.high = variable.high.min(high as f64);
            }
            if variable.low > variable.high {
                (variable.low, variable.high) = (f64::NEG_INFINITY, f64::INFINITY);
            }
        }
    }

    /// The point of a model.
    pub(super) fn point_of(&self, pool: &Pool, model: &Model) -> Point {
        let value = |input: usize| match model.get(pool, self.inputs[input]) {
            Value::Bool(value) => u64::from(value),
            Value::Bits(bits) => bits.low_u64(),
            Value::Array(_) => 0,
        };
        let variables = self.variables.iter();
        let pattern = |variable: &DescentVariable| {
            let pieces = variable.pieces.iter();
            pieces.fold(0, |all, &(input, shift, _)| all | value(input) << shift)
        };
        variables.map(pattern).collect()
    }

    /// The model that differs from another in the variables.
    pub(super) fn model_of(&self, pool: &Pool, point: &Point, base: &Model) -> Model {
        let mut model = base.clone();
        for (variable, &pattern) in self.variables.iter().zip(point) {
            for &(input, shift, width) in &variable.pieces {
                let part = pattern >> shift & mask(width);
                let input = self.inputs[input];
                let value = match pool.sort(pool.input_term(input)) {
                    Sort::Bool => Value::Bool(part & 1 == 1),
                    Sort::BitVec(_) | Sort::Array { .. } => Value::Bits(Bits::new(width, part)),
                };
                model.set(input, value);
            }
        }
        model
    }

    fn set(&mut self, variable: usize, pattern: u64) {
        self.point[variable] = pattern;
        for &(input, shift, width) in &self.variables[variable].pieces {
            self.tape.set(input, pattern >> shift & mask(width));
        }
    }

    /// Goes to a point.
    pub(super) fn go(&mut self, point: &[u64]) {
        for (variable, &pattern) in point.iter().enumerate() {
            self.set(variable, pattern);
        }
        self.tape.run();
        self.spend(self.tape.len());
    }

    /// Changes one variable.
    pub(super) fn change(&mut self, variable: usize, pattern: u64) {
        self.set(variable, pattern);
        let steps = self.tape.run_from(variable);
        self.spend(steps + self.conditions.len());
    }

    fn spend(&mut self, steps: usize) {
        self.spent += steps as u64 + 1;
        if self.spent >= self.clock {
            self.clock = self.spent + CLOCK;
            self.stopped |= (self.stop)();
        }
    }

    /// True if the search is to end, or to be interrupted.
    pub(super) fn is_over(&self) -> bool {
        self.stopped || self.spent >= self.limit
    }

    /// How far the point is from being a model; zero exactly if it is one.
    pub(super) fn cost(&self) -> f64 {
        let distances = self.conditions.iter().map(|it| it.distance(&self.tape));
        distances.sum()
    }

    pub(super) fn tape(&self) -> &Tape {
        &self.tape
    }

    /// The number that a variable has.
    pub(super) fn number(&self, variable: usize) -> f64 {
        let reading = self.variables[variable].reading;
        reading.number(self.point[variable])
    }
}

/// The numbers among the constants.
fn constants(pool: &Pool, constraints: &[Term], formats: &Formats) -> Vec<f64> {
    let mut numbers = vec![0.0, 1.0, -1.0];
    pool.visit_post_order(constraints, &mut |t| {
        let Some(pattern) = pool.constant_u64(t) else {
            return;
        };
        let width = pool.width(t);
        let reading = formats.float(pool, t).unwrap_or(Reading::Signed(width));
        let number = reading.number(pattern);
        if number.is_finite() && !numbers.contains(&number) && numbers.len() < CONSTANTS {
            numbers.push(number);
        }
    });
    numbers
}

/// The inputs, those together that a concatenation of nothing but inputs makes one number of.
fn variables(
    pool: &Pool,
    constraints: &[Term],
    tape: &Tape,
    formats: &Formats,
) -> Vec<DescentVariable> {
    let places: FxHashMap<InputId, usize> = tape
        .inputs()
        .iter()
        .enumerate()
        .map(|(at, (input, _))| (*input, at))
        .collect();
    let mut words = Vec::new();
    pool.visit_post_order(constraints, &mut |t| {
        if pool.op(t) == Op::Concat && matches!(pool.width(t), 16 | 32 | 64) {
            words.extend(pieces(pool, t, &places).map(|pieces| (t, pieces)));
        }
    });
    words.sort_by_key(|(t, _)| std::cmp::Reverse(pool.width(*t)));
    let mut used: FxHashSet<usize> = FxHashSet::default();
    let mut variables = Vec::new();
    for (t, pieces) in words {
        if pieces.iter().any(|(at, ..)| used.contains(at)) {
            continue;
        }
        used.extend(pieces.iter().map(|(at, ..)| *at));
        variables.push(DescentVariable::new(pool, t, pieces, formats));
    }
    for (at, (input, _)) in tape.inputs().iter().enumerate() {
        if !used.contains(&at) {
            let t = pool.input_term(*input);
            let width = match pool.sort(t) {
                Sort::BitVec(width) => width,
                Sort::Bool | Sort::Array { .. } => 1,
            };
            variables.push(DescentVariable::new(pool, t, vec![(at, 0, width)], formats));
        }
    }
    variables
}

/// The inputs of a concatenation of inputs, each once.
fn pieces(pool: &Pool, t: Term, places: &FxHashMap<InputId, usize>) -> Option<Vec<Piece>> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut pending = vec![(t, 0)];
    while let Some((t, shift)) = pending.pop() {
        match pool.op(t) {
            Op::Concat => {
                let [high, low] = [0, 1].map(|i| pool.arguments(t)[i]);
                pending.push((low, shift));
                pending.push((high, shift + pool.width(low)));
            }
            Op::Input(input) => {
                let place = *places.get(&input)?;
                if pieces.iter().any(|&(at, ..)| at == place) {
                    return None;
                }
                pieces.push((place, shift, pool.width(t)));
            }
            _ => return None,
        }
    }
    Some(pieces)
}
