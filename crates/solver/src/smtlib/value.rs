//! Values as SMT-LIB text.

use super::sort::{ROUNDING_MODES, Scalar, SmtSort};
use std::fmt::Write;
use term::{Bits, FloatFormat, Value};

/// A symbol, between bars if it needs them.
pub(crate) fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "~!@$%^&*_-+=<>.?/".contains(c);
    let simple = !name.is_empty()
        && name.chars().all(plain)
        && !name.starts_with(|c: char| c.is_ascii_digit());
    if simple {
        name.to_owned()
    } else {
        format!("|{name}|")
    }
}

/// A string literal.
pub(crate) fn string_text(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

fn binary_text(bits: &Bits) -> String {
    let digit = |i| if bits.bit(i) { '1' } else { '0' };
    let digits: String = (0..bits.width()).rev().map(digit).collect();
    format!("#b{digits}")
}

fn bits_text(bits: &Bits) -> String {
    let width = bits.width();
    if !width.is_multiple_of(4) {
        return binary_text(bits);
    }
    let mut text = String::from("#x");
    for digit in (0..width / 4).rev() {
        let nibble = bits.extract(digit * 4 + 3, digit * 4).low_u64();
        write!(text, "{nibble:x}").expect("writing to a string");
    }
    text
}

fn float_text(format: FloatFormat, bits: &Bits) -> String {
    let (width, exponent) = (format.width(), format.exponent_bits());
    let magnitude = bits.extract(width - 2, 0).zero_extend(width);
    let infinity = Bits::from_u128(width, format.infinity(false));
    let sign = bits.sign();
    let special = if infinity.ult(&magnitude) {
        Some("NaN")
    } else if magnitude == infinity {
        Some(if sign { "-oo" } else { "+oo" })
    } else if magnitude.is_zero() {
        Some(if sign { "-zero" } else { "+zero" })
    } else {
        None
    };
    if let Some(special) = special {
        return format!("(_ {special} {exponent} {})", format.precision());
    }
    let fraction = format.fraction_bits();
    format!(
        "(fp {} {} {})",
        binary_text(&bits.extract(width - 1, width - 1)),
        binary_text(&bits.extract(width - 2, fraction)),
        binary_text(&bits.extract(fraction - 1, 0)),
    )
}

/// The value that an array's bits are.
fn held_text(scalar: Scalar, bits: &Bits) -> String {
    match scalar {
        Scalar::Bool => bits.bit(0).to_string(),
        Scalar::BitVec(_) => bits_text(bits),
        Scalar::Float(format) => float_text(format, bits),
        Scalar::RoundingMode => {
            let last = ROUNDING_MODES.len() - 1;
            ROUNDING_MODES[(bits.low_u64() as usize).min(last)]
                .1
                .to_owned()
        }
    }
}

/// A value of a sort.
pub(crate) fn value_text(value: &Value, sort: SmtSort) -> String {
    match (value, sort) {
        (Value::Bool(value), _) => value.to_string(),
        (Value::Bits(bits), SmtSort::Scalar(scalar)) => held_text(scalar, bits),
        (Value::Bits(bits), SmtSort::Array(..)) => bits_text(bits),
        (Value::Array(array), SmtSort::Scalar(_)) => bits_text(&array.default),
        (Value::Array(array), SmtSort::Array(index, element)) => {
            let default = held_text(element, &array.default);
            let mut text = "(store ".repeat(array.entries.len());
            write!(text, "((as const {sort}) {default})").expect("writing to a string");
            for (at, held) in &array.entries {
                let (at, held) = (held_text(index, at), held_text(element, held));
                write!(text, " {at} {held})").expect("writing to a string");
            }
            text
        }
    }
}
