//! Which terms hold floats, and the numbers that patterns stand for.

use rustc_hash::FxHashMap;
use term::{FloatFormat, FloatOp, Op, Pool, Sort, Term};

/// How a pattern is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reading {
    Double,
    Single,
    Signed(u32),
    Unsigned(u32),
}

impl Reading {
    fn of_format(format: FloatFormat) -> Option<Reading> {
        match format {
            FloatFormat::Double => Some(Reading::Double),
            FloatFormat::Single => Some(Reading::Single),
            FloatFormat::Half | FloatFormat::X87 | FloatFormat::Quad => None,
        }
    }

    pub(super) fn is_float(self) -> bool {
        matches!(self, Reading::Double | Reading::Single)
    }

    /// The number that a pattern stands for. Patterns of floats may lack their sign bit.
    pub(super) fn number(self, pattern: u64) -> f64 {
        match self {
            Reading::Double => f64::from_bits(pattern),
            Reading::Single => f64::from(f32::from_bits(pattern as u32)),
            Reading::Signed(width) => signed(width, pattern) as f64,
            Reading::Unsigned(_) => pattern as f64,
        }
    }

    /// The pattern of the number, or of the nearest there is.
    pub(super) fn pattern(self, number: f64) -> u64 {
        match self {
            Reading::Double => number.to_bits(),
            Reading::Single => u64::from((number as f32).to_bits()),
            Reading::Signed(width) => {
                let half = f64::from(width - 1).exp2();
                let most = if width == 64 {
                    i64::MAX
                } else {
                    (1 << (width - 1)) - 1
                };
                let number = number.round().clamp(-half, half);
                (number as i64).min(most) as u64 & mask(width)
            }
            Reading::Unsigned(width) => (number.round() as u64).min(mask(width)),
        }
    }

    /// Place of a pattern among all, in the order of the numbers.
    pub(super) fn place(self, pattern: u64) -> i128 {
        match self {
            Reading::Double => float_place(pattern, 63),
            Reading::Single => float_place(pattern, 31),
            Reading::Signed(width) => i128::from(signed(width, pattern)),
            Reading::Unsigned(_) => i128::from(pattern),
        }
    }

    /// The pattern at a place; the last one if there are not so many.
    pub(super) fn at_place(self, place: i128) -> u64 {
        let float = |most: i128, sign: u32| {
            let magnitude = place.unsigned_abs().min(most.unsigned_abs()) as u64;
            magnitude | u64::from(place < 0) << sign
        };
        match self {
            Reading::Double => float(i128::from(f64::INFINITY.to_bits()), 63),
            Reading::Single => float(i128::from(f32::INFINITY.to_bits()), 31),
            Reading::Signed(width) => {
                let half = 1i128 << (width - 1);
                place.clamp(-half, half - 1) as u64 & mask(width)
            }
            Reading::Unsigned(width) => place.clamp(0, i128::from(mask(width))) as u64,
        }
    }

    /// Bits of a place.
    pub(super) fn width(self) -> u32 {
        match self {
            Reading::Double => 64,
            Reading::Single => 32,
            Reading::Signed(width) | Reading::Unsigned(width) => width,
        }
    }
}

pub(super) fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width.clamp(1, 64))
}

fn signed(width: u32, pattern: u64) -> i64 {
    let unused = 64 - width;
    (pattern << unused) as i64 >> unused
}

fn float_place(pattern: u64, sign: u32) -> i128 {
    let magnitude = i128::from(pattern & mask(sign));
    if pattern >> sign & 1 == 1 {
        -magnitude
    } else {
        magnitude
    }
}

/// The terms that hold floats, with their formats.
pub(super) struct Formats {
    known: FxHashMap<Term, FloatFormat>,
}

impl Formats {
    /// Looks at what the operations below the roots take and give.
    pub(super) fn new(pool: &Pool, roots: &[Term]) -> Formats {
        let mut order = Vec::new();
        pool.visit_post_order(roots, &mut |t| order.push(t));
        let mut formats = Formats {
            known: FxHashMap::default(),
        };
        for &t in &order {
            if let Some(format) = result_format(pool, t) {
                formats.known.insert(t, format);
            }
        }
        // From operations to operands, through what only changes signs or chooses.
        for &t in order.iter().rev() {
            formats.mark_operands(pool, t);
        }
        for &t in &order {
            formats.mark_choice(pool, t);
        }
        formats
    }

    fn mark(&mut self, pool: &Pool, t: Term, format: FloatFormat) {
        if pool.sort(t) == Sort::BitVec(format.width()) {
            self.known.entry(t).or_insert(format);
        }
    }

    fn mark_operands(&mut self, pool: &Pool, t: Term) {
        let arguments = pool.arguments(t);
        match pool.op(t) {
            Op::Float { op, format, .. } => {
                let format = match op {
                    FloatOp::FromSigned | FloatOp::FromUnsigned => return,
                    FloatOp::Convert { from } => from,
                    _ => format,
                };
                for &operand in arguments {
                    self.mark(pool, operand, format);
                }
            }
            Op::Opaque(_) => {
                for &operand in arguments {
                    self.mark(pool, operand, FloatFormat::Double);
                }
            }
            Op::BvAnd | Op::BvOr | Op::BvXor | Op::Ite => {
                if let Some(&format) = self.known.get(&t) {
                    for &operand in arguments {
                        self.mark(pool, operand, format);
                    }
                }
            }
            _ => {}
        }
    }

    /// What chooses among floats or changes their signs is one.
    fn mark_choice(&mut self, pool: &Pool, t: Term) {
        if !matches!(pool.op(t), Op::Ite | Op::BvAnd | Op::BvOr | Op::BvXor) {
            return;
        }
        let operands = pool.arguments(t).iter();
        let format = operands.filter_map(|it| self.known.get(it)).next().copied();
        if let Some(format) = format {
            self.mark(pool, t, format);
        }
    }

    /// The reading of a term that holds a float, or one without its sign.
    pub(super) fn float(&self, pool: &Pool, t: Term) -> Option<Reading> {
        if let Some(&format) = self.known.get(&t) {
            return Reading::of_format(format);
        }
        let Op::Extract { high, low: 0 } = pool.op(t) else {
            return None;
        };
        let whole = pool.arguments(t)[0];
        let format = *self.known.get(&whole)?;
        (high + 2 == format.width()).then(|| Reading::of_format(format))?
    }
}

/// The format of an operation's result, if that is a float.
fn result_format(pool: &Pool, t: Term) -> Option<FloatFormat> {
    match pool.op(t) {
        Op::Float { op, format, .. } => match op {
            FloatOp::Eq | FloatOp::Lt | FloatOp::Le | FloatOp::ToSigned | FloatOp::ToUnsigned => {
                None
            }
            _ => Some(format),
        },
        Op::Opaque(_) if pool.sort(t) == Sort::BitVec(64) => Some(FloatFormat::Double),
        _ => None,
    }
}
