//! The plainest inputs that take a path: zero, small numbers, characters that can be read, short strings.
//!
//! What a solver finds is any solution. Here inputs are changed one after the other, and those of one
//! value together, to what a person would rather have written, as long as every condition of the path
//! still holds. No solver is asked: where inputs depend on each other in other ways they stay.

use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use term::{Bits, Evaluator, InputId, Model, Pool, Sort, Term, Value};
use vm::{InputOrigin, State};

/// Terms evaluated for a path: what is not plain by then stays. Not a time: the same command gives the same
/// tests.
const EFFORT: u64 = 300_000;
/// Terms evaluated for all paths of an explorer, and one more for each instruction that it executed.
const EFFORT_OF_ALL: u64 = 4_000_000;
/// An array costs as much as so many other terms.
const ARRAY: u64 = 16;
/// So does trying a value, beside what is evaluated.
const ATTEMPT: u64 = 8;
/// Attempts for characters that conditions tie to each other, and how many of these are changed at once.
const MOST_MINGLED: u32 = 96;
const MOST_TIED: usize = 3;

/// What was spent on making inputs plain.
#[derive(Debug, Default)]
pub(crate) struct Effort {
    spent: u64,
}

impl Effort {
    /// What may be spent on a path, when so many instructions have been executed.
    fn allowed(&self, instructions: u64) -> u64 {
        let all = EFFORT_OF_ALL.saturating_add(instructions);
        all.saturating_sub(self.spent).min(EFFORT)
    }
}

/// How an input is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reading {
    /// A byte of a text that ends at its first zero, or of memory.
    Byte,
    /// A character, or a byte of a file.
    Character,
    Signed,
    Unsigned,
    Float,
}

/// An input that may be changed.
#[derive(Clone, Copy, Debug)]
struct Input {
    id: InputId,
    reading: Reading,
    width: u32,
    /// What the variable of the program that it is the value of holds at first: nothing is plainer.
    initial: Option<u64>,
}

/// A model of the conditions of a path whose values are plainer; `None` if its own is as plain as any that
/// is found. `initial` are values of inputs that need no reason, `instructions` those of the run so far.
pub(crate) fn plainer(
    pool: &Pool,
    (state, initial): (&State, &FxHashMap<InputId, u64>),
    effort: &mut Effort,
    instructions: u64,
) -> Option<Model> {
    let allowed = effort.allowed(instructions);
    let mut search = PlainestSearch::new(pool, state, allowed)?;
    let inputs = inputs(pool, state, initial);
    // Twice: what was changed first may have kept others from it.
    for _ in 0..2 {
        for group in search.groups(&inputs) {
            search.simplify(&group);
        }
        // From the end: so strings become short.
        for input in inputs.iter().rev() {
            search.simplify(std::slice::from_ref(input));
        }
    }
    for number in 0..inputs.len() {
        search.mingle(number, &inputs);
    }
    effort.spent += allowed - search.effort;
    search.changed.then_some(search.model)
}

/// The inputs of a path that tests set.
fn inputs(pool: &Pool, state: &State, initial: &FxHashMap<InputId, u64>) -> Vec<Input> {
    let mut inputs = Vec::new();
    for record in state.inputs() {
        let reading = match (&*record.ty, record.origin) {
            ("bytes", InputOrigin::File(_)) | ("char" | "character", _) => Reading::Character,
            ("bytes", _) => Reading::Byte,
            ("float" | "double", _) => Reading::Float,
            // What a pointer or a reference leads to is no number.
            ("object" | "null" | "wide" | "constant", InputOrigin::Heap) => continue,
            ("bool" | "_Bool" | "boolean" | "size_t" | "length", _) => Reading::Unsigned,
            (ty, _) if ty.starts_with('u') => Reading::Unsigned,
            _ => Reading::Signed,
        };
        for &term in record.terms.iter() {
            let width = pool.width(term);
            if let Some(id) = pool.as_input(term).filter(|_| width <= 64) {
                inputs.push(Input {
                    id,
                    reading,
                    width,
                    initial: initial.get(&id).copied(),
                });
            }
        }
    }
    inputs
}

struct PlainestSearch<'a> {
    pool: &'a Pool,
    conditions: Vec<Term>,
    /// Terms in each condition, once it was looked at.
    sizes: Vec<Option<u64>>,
    /// The conditions in which an input occurs.
    occurrences: BTreeMap<InputId, Vec<u32>>,
    evaluator: Evaluator,
    model: Model,
    changed: bool,
    effort: u64,
}

impl<'a> PlainestSearch<'a> {
    fn new(pool: &'a Pool, state: &State, effort: u64) -> Option<PlainestSearch<'a>> {
        let conditions = state.conditions();
        let mut occurrences: BTreeMap<InputId, Vec<u32>> = BTreeMap::new();
        for (number, &condition) in conditions.iter().enumerate() {
            for &input in pool.inputs_of(condition).iter() {
                occurrences.entry(input).or_default().push(number as u32);
            }
        }
        let mut evaluator = Evaluator::new();
        evaluator.set_model(state.model().clone());
        let holds = |&condition: &Term| evaluator.bool(pool, condition);
        conditions.iter().all(holds).then(|| PlainestSearch {
            pool,
            sizes: vec![None; conditions.len()],
            conditions,
            occurrences,
            evaluator: Evaluator::new(),
            model: state.model().clone(),
            changed: false,
            effort,
        })
    }

    fn value(&self, input: &Input) -> u64 {
        let value = self.model.get(self.pool, input.id);
        value.as_bits().map_or(0, |bits| bits.to_u64().unwrap_or(0))
    }

    /// The terms of a condition.
    fn size(&mut self, number: u32) -> u64 {
        if let Some(size) = self.sizes[number as usize] {
            return size;
        }
        let (mut size, pool) = (0, self.pool);
        let condition = self.conditions[number as usize];
        pool.visit_post_order(&[condition], &mut |term| {
            size += match pool.sort(term) {
                Sort::Array { .. } => ARRAY,
                Sort::Bool | Sort::BitVec(_) => 1,
            };
        });
        self.sizes[number as usize] = Some(size);
        self.effort = self.effort.saturating_sub(size);
        size
    }

    /// Inputs that are read alike and have the same value, which is not the plainest.
    fn groups(&self, inputs: &[Input]) -> Vec<Vec<Input>> {
        let mut groups: BTreeMap<(Reading, u32, u64), Vec<Input>> = BTreeMap::new();
        for input in inputs {
            let value = self.value(input);
            if cost(input, value) > 0 && input.initial.is_none() {
                let key = (input.reading, input.width, value);
                groups.entry(key).or_default().push(*input);
            }
        }
        groups
            .into_values()
            .filter(|group| group.len() > 1)
            .collect()
    }

    /// Gives inputs of the same value the plainest other value that keeps the path.
    fn simplify(&mut self, group: &[Input]) {
        let Some(first) = group.first() else { return };
        let before = self.value(first);
        let worth = cost(first, before);
        if worth == 0 {
            return;
        }
        for candidate in candidates(first, before) {
            if self.effort == 0 || cost(first, candidate) >= worth {
                continue;
            }
            if self.holds_with(group, candidate) {
                return;
            }
        }
        if matches!(first.reading, Reading::Signed | Reading::Unsigned) {
            self.approach_zero(group);
        }
    }

    /// Gives a character that cannot be read, and others that conditions tie it to (a hash code, say), letters and digits
    /// at random until all conditions hold.
    fn mingle(&mut self, number: usize, inputs: &[Input]) {
        let input = &inputs[number];
        if self.effort == 0 || !is_unreadable(input, self.value(input)) {
            return;
        }
        let tied = self.tied(input, inputs);
        let mut random = Random(number as u64);
        for _ in 0..MOST_MINGLED {
            let mut values = vec![(*input, random.letter())];
            values.extend(tied.iter().map(|other| (*other, random.letter())));
            if self.effort == 0 || self.holds_with_all(&values) {
                return;
            }
        }
    }

    /// Other characters that are in a condition with one.
    fn tied(&self, input: &Input, inputs: &[Input]) -> Vec<Input> {
        let of = self.occurrences.get(&input.id);
        let mut with: Vec<InputId> = Vec::new();
        for &number in of.into_iter().flatten() {
            let condition = self.conditions[number as usize];
            with.extend(self.pool.inputs_of(condition).iter());
        }
        let is_tied = |other: &&Input| {
            other.id != input.id && other.reading == input.reading && with.contains(&other.id)
        };
        let mut tied: Vec<Input> = inputs.iter().filter(is_tied).copied().collect();
        // A text stays as long as it is.
        tied.retain(|other| self.value(other) != 0 || other.reading == Reading::Character);
        tied.truncate(MOST_TIED);
        tied
    }

    /// Brings a number nearer to zero: the smallest steps that are allowed are found by halving.
    fn approach_zero(&mut self, group: &[Input]) {
        let first = &group[0];
        let (mut low, mut high) = (0, magnitude(first, self.value(first)).0);
        // What holds at `high` need not hold above what does not at `low`: any value found is right.
        while high - low > 1 && self.effort > 0 {
            let middle = low + (high - low) / 2;
            let negative = magnitude(first, self.value(first)).1;
            match self.holds_with(group, with_sign(first, middle, negative)) {
                true => high = middle,
                false => low = middle,
            }
        }
    }

    /// Sets inputs to a value if every condition still holds.
    fn holds_with(&mut self, group: &[Input], value: u64) -> bool {
        let values: Vec<(Input, u64)> = group.iter().map(|input| (*input, value)).collect();
        self.holds_with_all(&values)
    }

    /// Sets inputs to values if every condition still holds.
    fn holds_with_all(&mut self, values: &[(Input, u64)]) -> bool {
        let mut model = self.model.clone();
        let mut touched: Vec<u32> = Vec::new();
        for &(input, value) in values {
            model.set(input.id, Value::Bits(Bits::new(input.width, value)));
            let of = self.occurrences.get(&input.id);
            touched.extend(of.into_iter().flatten());
        }
        touched.sort_unstable();
        touched.dedup();
        self.evaluator.set_model(model.clone());
        let attempt = ATTEMPT + values.len() as u64;
        self.effort = self.effort.saturating_sub(attempt);
        for number in touched {
            let size = self.size(number);
            self.effort = self.effort.saturating_sub(size);
            let condition = self.conditions[number as usize];
            if self.effort == 0 || !self.evaluator.bool(self.pool, condition) {
                return false;
            }
        }
        self.model = model;
        self.changed = true;
        true
    }
}

/// True for a character that no text has.
fn is_unreadable(input: &Input, value: u64) -> bool {
    let is_text = matches!(input.reading, Reading::Byte | Reading::Character);
    is_text && cost_of_any(input, value) >= 5
}

/// The same numbers for the same input: the same command gives the same tests.
struct Random(u64);

impl Random {
    fn letter(&mut self) -> u64 {
        const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyz0123456789";
        let step = self.0.wrapping_mul(6_364_136_223_846_793_005);
        self.0 = step.wrapping_add(1_442_695_040_888_963_407);
        LETTERS[(self.0 >> 33) as usize % LETTERS.len()].into()
    }
}

/// The distance of a number from zero, and whether it is negative.
fn magnitude(input: &Input, value: u64) -> (u64, bool) {
    let unused = 64 - input.width;
    let signed = (value << unused) as i64 >> unused;
    match input.reading {
        Reading::Signed if signed < 0 => (signed.unsigned_abs(), true),
        _ => (value, false),
    }
}

fn with_sign(input: &Input, magnitude: u64, negative: bool) -> u64 {
    let value = match negative {
        true => magnitude.wrapping_neg(),
        false => magnitude,
    };
    value & (u64::MAX >> (64 - input.width))
}

/// How little a person would like a value.
fn cost(input: &Input, value: u64) -> u64 {
    match input.initial {
        Some(initial) if initial == value => 0,
        Some(_) => 1 + cost_of_any(input, value),
        None => cost_of_any(input, value),
    }
}

/// As [`cost`], wherever the value comes from.
fn cost_of_any(input: &Input, value: u64) -> u64 {
    match input.reading {
        Reading::Byte | Reading::Character => match u8::try_from(value) {
            Ok(0) if input.reading == Reading::Byte => 0,
            Ok(b'a') if input.reading == Reading::Character => 0,
            Ok(b'a'..=b'z') => 1,
            Ok(b'A'..=b'Z' | b'0'..=b'9') => 2,
            Ok(b' '..=b'~') => 3,
            Ok(b'\t' | b'\n') => 4,
            Ok(0..=0x1f | 0x7f) => 5,
            Ok(_) | Err(_) => 6,
        },
        Reading::Signed | Reading::Unsigned => {
            let (magnitude, negative) = magnitude(input, value);
            magnitude.saturating_mul(2).saturating_add(negative.into())
        }
        Reading::Float => {
            let number = float(input, value);
            let whole = number.is_finite() && number.fract() == 0.0;
            match number.abs() {
                0.0 if number.is_sign_positive() => 0,
                near if whole && near < 10.0 => 1,
                near if whole && near < 1000.0 => 2,
                near if (near * 8.0).fract() == 0.0 && near < 1000.0 => 3,
                near if (1e-3..1e6).contains(&near) => 4,
                _ => 5,
            }
        }
    }
}

fn float(input: &Input, value: u64) -> f64 {
    match input.width {
        32 => f64::from(f32::from_bits(value as u32)),
        _ => f64::from_bits(value),
    }
}

fn float_bits(input: &Input, number: f64) -> u64 {
    match input.width {
        32 => u64::from((number as f32).to_bits()),
        _ => number.to_bits(),
    }
}

/// Values worth trying, the plainest first.
fn candidates(input: &Input, value: u64) -> Vec<u64> {
    let mut all: Vec<u64> = input.initial.into_iter().collect();
    all.extend(plain_values(input, value));
    all
}

fn plain_values(input: &Input, value: u64) -> Vec<u64> {
    /// Characters that parsers and formats tell apart.
    const USUAL: &[u8] = b"abcxzAXZ0159 .-_/!~:\n\t";
    let bytes = |bytes: &[u8]| -> Vec<u64> { bytes.iter().map(|&byte| byte.into()).collect() };
    match input.reading {
        Reading::Byte | Reading::Character => {
            let mut all = match input.reading {
                Reading::Byte => vec![0],
                _ => Vec::new(),
            };
            all.extend(bytes(USUAL));
            if is_unreadable(input, value) {
                // All others, letters first.
                let mut rest: Vec<u8> = (b' '..=b'~').filter(|it| !USUAL.contains(it)).collect();
                rest.sort_by_key(|it| !it.is_ascii_alphanumeric());
                all.extend(bytes(&rest));
            }
            all
        }
        Reading::Signed | Reading::Unsigned => {
            let small = (0..=16).flat_map(|magnitude| [false, true].map(|it| (magnitude, it)));
            let round = [20, 32, 50, 64, 100, 128, 256, 500].map(|magnitude| (magnitude, false));
            let all = small.chain(round);
            let all = all.filter(|&(_, negative)| !negative || input.reading == Reading::Signed);
            let most = u64::MAX >> (64 - input.width);
            all.filter(|&(magnitude, _)| magnitude <= most)
                .map(|(magnitude, negative)| with_sign(input, magnitude, negative))
                .collect()
        }
        Reading::Float => {
            let near = float(input, value);
            let plain = [
                0.0, 1.0, -1.0, 2.0, -2.0, 3.0, 10.0, -10.0, 100.0, 0.5, -0.5, 1.5,
            ];
            let rounded = [near.round(), near.trunc(), (near * 8.0).round() / 8.0];
            let all = plain.into_iter().chain(rounded);
            all.map(|number| float_bits(input, number)).collect()
        }
    }
}
