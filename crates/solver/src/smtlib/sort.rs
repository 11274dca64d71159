//! SMT-LIB's sorts, and how their values are terms: floats are their IEEE 754 bit patterns,
//! rounding modes are numbers, Bool in an array is one bit.

use super::sexpr::{Arena, Sexp};
use crate::options::SolverError;
use rustc_hash::FxHashMap;
use std::fmt;
use std::rc::Rc;
use term::{FloatFormat, RoundingMode, Sort, Term};

/// A sort that an array may hold or be indexed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scalar {
    Bool,
    BitVec(u32),
    Float(FloatFormat),
    RoundingMode,
}

/// A sort of SMT-LIB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SmtSort {
    Scalar(Scalar),
    Array(Scalar, Scalar),
}

/// A term and what it means in SMT-LIB.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Typed {
    pub(crate) term: Term,
    pub(crate) sort: SmtSort,
}

/// Names that `define-sort` has given.
pub(crate) type SortNames = FxHashMap<Rc<str>, SmtSort>;

/// The widest bit-vector that a script may make: products and quotients of wider ones would take minutes
/// to evaluate once.
pub(crate) const WIDTH_LIMIT: u32 = 1 << 16;

/// Bits of a rounding mode.
pub(crate) const ROUNDING_WIDTH: u32 = 3;

/// Rounding modes, by their number, with their short and long names.
pub(crate) const ROUNDING_MODES: [(RoundingMode, &str, &str); 5] = [
    (RoundingMode::NearestEven, "RNE", "roundNearestTiesToEven"),
    (RoundingMode::NearestAway, "RNA", "roundNearestTiesToAway"),
    (RoundingMode::TowardPositive, "RTP", "roundTowardPositive"),
    (RoundingMode::TowardNegative, "RTN", "roundTowardNegative"),
    (RoundingMode::TowardZero, "RTZ", "roundTowardZero"),
];

const FORMATS: [(FloatFormat, &str); 4] = [
    (FloatFormat::Half, "Float16"),
    (FloatFormat::Single, "Float32"),
    (FloatFormat::Double, "Float64"),
    (FloatFormat::Quad, "Float128"),
];

/// The format with an exponent and a significand (leading one included) of so many bits.
pub(crate) fn format_of(exponent: u32, significand: u32) -> Option<FloatFormat> {
    let mut formats = FORMATS.into_iter().map(|(format, _)| format);
    formats.find(|format| (format.exponent_bits(), format.precision()) == (exponent, significand))
}

impl Scalar {
    /// The sort of its terms.
    pub(crate) fn term_sort(self) -> Sort {
        match self {
            Scalar::Bool => Sort::Bool,
            Scalar::BitVec(_) | Scalar::Float(_) | Scalar::RoundingMode => {
                Sort::BitVec(self.width())
            }
        }
    }

    /// Bits that a value takes in an array.
    pub(crate) fn width(self) -> u32 {
        match self {
            Scalar::Bool => 1,
            Scalar::BitVec(width) => width,
            Scalar::Float(format) => format.width(),
            Scalar::RoundingMode => ROUNDING_WIDTH,
        }
    }
}

impl SmtSort {
    pub(crate) const BOOL: SmtSort = SmtSort::Scalar(Scalar::Bool);

    pub(crate) fn bits(width: u32) -> SmtSort {
        SmtSort::Scalar(Scalar::BitVec(width))
    }

    pub(crate) fn float(format: FloatFormat) -> SmtSort {
        SmtSort::Scalar(Scalar::Float(format))
    }

    /// The sort of its terms.
    pub(crate) fn term_sort(self) -> Sort {
        match self {
            SmtSort::Scalar(scalar) => scalar.term_sort(),
            SmtSort::Array(index, element) => Sort::Array {
                index: index.width(),
                element: element.width(),
            },
        }
    }

    /// A sort as it is written.
    pub(crate) fn read(arena: &Arena, names: &SortNames, at: Sexp) -> Result<SmtSort, SolverError> {
        let array = arena.list(at).filter(|list| {
            let head = list.first().and_then(|&head| arena.atom(head));
            head == Some("Array")
        });
        let Some(list) = array else {
            return simple(arena, names, at);
        };
        let &[_, index, element] = list else {
            return Err(arena.error(at, "an array has an index and an element sort"));
        };
        // An array's own parts are scalars, so this goes one level deep.
        let part = |at| match simple(arena, names, at)? {
            SmtSort::Scalar(Scalar::RoundingMode) => {
                Err(arena.error(at, "arrays of rounding modes are not supported"))
            }
            SmtSort::Scalar(scalar) => Ok(scalar),
            SmtSort::Array(..) => Err(arena.error(at, "arrays of arrays are not supported")),
        };
        Ok(SmtSort::Array(part(index)?, part(element)?))
    }
}

/// A sort that is no array, or the name of one.
fn simple(arena: &Arena, names: &SortNames, at: Sexp) -> Result<SmtSort, SolverError> {
    if let Some(name) = arena.atom(at) {
        if let Some(&sort) = names.get(name) {
            return Ok(sort);
        }
        let format = FORMATS.into_iter().find(|(_, known)| *known == name);
        return match (name, format) {
            (_, Some((format, _))) => Ok(SmtSort::float(format)),
            ("Bool", _) => Ok(SmtSort::BOOL),
            ("RoundingMode", _) => Ok(SmtSort::Scalar(Scalar::RoundingMode)),
            _ => Err(arena.error(at, format!("sort {name} is not supported"))),
        };
    }
    let list = arena.list(at).unwrap_or_default();
    let atoms: Vec<&str> = list.iter().filter_map(|&part| arena.atom(part)).collect();
    let number = |text: &str| text.parse::<u32>().ok();
    match atoms[..] {
        ["_", "BitVec", width] if list.len() == 3 => number(width)
            .filter(|width| (1..=WIDTH_LIMIT).contains(width))
            .map(SmtSort::bits)
            .ok_or_else(|| arena.error(at, "a bit-vector of that width is not supported")),
        ["_", "FloatingPoint", exponent, significand] if list.len() == 4 => number(exponent)
            .zip(number(significand))
            .and_then(|(exponent, significand)| format_of(exponent, significand))
            .map(SmtSort::float)
            .ok_or_else(|| arena.error(at, "floats have the formats of 16, 32, 64 or 128 bits")),
        _ => Err(arena.error(at, "this sort is not supported")),
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Scalar::Bool => f.write_str("Bool"),
            Scalar::BitVec(width) => write!(f, "(_ BitVec {width})"),
            Scalar::Float(format) => {
                let (exponent, significand) = (format.exponent_bits(), format.precision());
                write!(f, "(_ FloatingPoint {exponent} {significand})")
            }
            Scalar::RoundingMode => f.write_str("RoundingMode"),
        }
    }
}

impl fmt::Display for SmtSort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SmtSort::Scalar(scalar) => scalar.fmt(f),
            SmtSort::Array(index, element) => write!(f, "(Array {index} {element})"),
        }
    }
}
