//! Numbers, floats and strings: how constants and names are written and read.

use super::lexer::is_bare;
use crate::{Constant, FloatFormat, Type};
use std::fmt::{self, Write};

/// Writes a name: as it is, or quoted if it could be taken for something else.
pub(super) fn write_name(out: &mut impl Write, name: &str) -> fmt::Result {
    if is_bare(name) {
        out.write_str(name)
    } else {
        write_string(out, name)
    }
}

/// Writes a string in quotes.
pub(super) fn write_string(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for c in text.chars() {
        match c {
            ' '..='~' => write_ascii(out, c as u8)?,
            _ if c.is_ascii() => write_ascii(out, c as u8)?,
            _ if c.is_alphanumeric() => out.write_char(c)?,
            _ => write!(out, "\\u{{{:x}}}", u32::from(c))?,
        }
    }
    out.write_char('"')
}

/// Writes bytes in quotes.
pub(super) fn write_bytes(out: &mut impl Write, bytes: &[u8]) -> fmt::Result {
    out.write_char('"')?;
    for byte in bytes {
        write_ascii(out, *byte)?;
    }
    out.write_char('"')
}

fn write_ascii(out: &mut impl Write, byte: u8) -> fmt::Result {
    match byte {
        b'"' => out.write_str("\\\""),
        b'\\' => out.write_str("\\\\"),
        b'\n' => out.write_str("\\n"),
        b'\t' => out.write_str("\\t"),
        b' '..=b'~' => out.write_char(char::from(byte)),
        _ => write!(out, "\\x{byte:02x}"),
    }
}

/// Writes bits in a place of type `ty`, unknown if the module is broken.
pub(super) fn write_bits(out: &mut impl Write, value: u64, ty: Option<Type>) -> fmt::Result {
    let Some(ty) = ty else {
        return write!(out, "{value}");
    };
    let width = ty.width();
    if width > 64 || (width < 64 && value >> width != 0) {
        return write!(out, "bits({value:#x})");
    }
    match ty {
        Type::Int(1) => write!(out, "{value}"),
        Type::Int(width) if value >> (width - 1) != 0 => {
            write!(out, "-{}", (1u128 << width) - u128::from(value))
        }
        Type::Int(_) => write!(out, "{value}"),
        Type::Ptr if value == 0 => out.write_str("null"),
        Type::Float(FloatFormat::Single) if f32::from_bits(value as u32).is_finite() => {
            write!(out, "{:?}f32", f32::from_bits(value as u32))
        }
        Type::Float(FloatFormat::Double) if f64::from_bits(value).is_finite() => {
            write!(out, "{:?}f64", f64::from_bits(value))
        }
        Type::Float(_) | Type::Ptr => write!(out, "{value:#x}"),
    }
}

/// Writes the limbs of a wide constant in a place of type `ty`.
pub(super) fn write_wide(out: &mut impl Write, limbs: &[u64], ty: Option<Type>) -> fmt::Result {
    let width = ty.map_or(0, Type::width);
    if width <= 64 || limbs.len() != limb_count(width) || has_excess_bits(limbs, width) {
        out.write_str("wide(")?;
        for (index, limb) in limbs.iter().enumerate() {
            write!(out, "{}{limb:#x}", if index == 0 { "" } else { ", " })?;
        }
        return out.write_char(')');
    }
    let negated = negate(limbs, width);
    if limbs[1..].iter().all(|limb| *limb == 0) {
        return write!(out, "{}", limbs[0]);
    }
    if negated[1..].iter().all(|limb| *limb == 0) {
        return write!(out, "-{}", negated[0]);
    }
    let top = limbs.iter().rposition(|limb| *limb != 0).unwrap_or(0);
    write!(out, "{:#x}", limbs[top])?;
    limbs[..top]
        .iter()
        .rev()
        .try_for_each(|limb| write!(out, "_{limb:016x}"))
}

fn limb_count(width: u32) -> usize {
    width.div_ceil(64) as usize
}

/// True if bits at `width` or above are set.
fn has_excess_bits(limbs: &[u64], width: u32) -> bool {
    let whole = (width / 64) as usize;
    limbs.iter().enumerate().skip(whole).any(|(index, limb)| {
        let kept = if index == whole { width % 64 } else { 0 };
        limb >> kept != 0
    })
}

/// Two's complement of a number of that width.
fn negate(limbs: &[u64], width: u32) -> Vec<u64> {
    let mut carry = true;
    let mut negated: Vec<u64> = limbs
        .iter()
        .map(|limb| {
            let (sum, overflow) = (!limb).overflowing_add(u64::from(carry));
            carry = overflow;
            sum
        })
        .collect();
    if !width.is_multiple_of(64)
        && let Some(last) = negated.last_mut()
    {
        *last &= (1 << (width % 64)) - 1;
    }
    negated
}

/// Limbs of a written integer, least significant first, without zero limbs at the top (but at
/// least one). Underscores may group hexadecimal digits.
pub(super) fn integer(digits: &str) -> Option<Vec<u64>> {
    let Some(hexadecimal) = digits.strip_prefix("0x") else {
        let value = digits.parse::<u128>().ok()?;
        let mut limbs = vec![value as u64, (value >> 64) as u64];
        trim(&mut limbs);
        return Some(limbs);
    };
    let nibbles: Option<Vec<u32>> = hexadecimal
        .chars()
        .filter(|c| *c != '_')
        .map(|c| c.to_digit(16))
        .collect();
    let nibbles = nibbles.filter(|n| !n.is_empty())?;
    let mut limbs: Vec<u64> = nibbles
        .rchunks(16)
        .map(|chunk| chunk.iter().fold(0, |limb, n| limb << 4 | u64::from(*n)))
        .collect();
    trim(&mut limbs);
    Some(limbs)
}

fn trim(limbs: &mut Vec<u64>) {
    while limbs.len() > 1 && limbs.last() == Some(&0) {
        limbs.pop();
    }
}

/// What a number in a text should have been.
#[derive(Clone, Copy, Debug, thiserror::Error, PartialEq, Eq)]
pub(super) enum ExpectedNumber {
    #[error("a number: decimal below 2^128, hexadecimal, or a float with its suffix (`1.5f64`)")]
    Number,
    #[error(
        "a number whose width is known here: give the register a type before \
         (`var %x: i32` or `%x: i32 = ...`)"
    )]
    Typed,
    #[error("a number that fits {0}")]
    Fitting(Type),
    #[error("a finite number of type {0}")]
    Finite(Type),
    #[error("a number of type {0}")]
    Of(Type),
}

/// The constant a number stands for in a place of type `ty`, or what was expected instead.
pub(super) fn constant(
    digits: &str,
    negative: bool,
    ty: Option<Type>,
) -> Result<Constant, ExpectedNumber> {
    if let Some(constant) = float(digits, negative, ty) {
        return constant;
    }
    let limbs = integer(digits).ok_or(ExpectedNumber::Number)?;
    let Some(ty) = ty else {
        return match limbs[..] {
            [value] if !negative => Ok(Constant::Bits(value)),
            _ => Err(ExpectedNumber::Typed),
        };
    };
    fit(limbs, negative, ty.width()).ok_or(ExpectedNumber::Fitting(ty))
}

fn fit(mut limbs: Vec<u64>, negative: bool, width: u32) -> Option<Constant> {
    limbs.resize(limb_count(width).max(limbs.len()), 0);
    if has_excess_bits(&limbs, width) {
        return None;
    }
    limbs.truncate(limb_count(width));
    if negative {
        let magnitude_allowed = {
            let mut minimum = vec![0; limbs.len()];
            minimum[(width as usize - 1) / 64] = 1 << ((width - 1) % 64);
            limbs.iter().rev().le(minimum.iter().rev())
        };
        if !magnitude_allowed {
            return None;
        }
        limbs = negate(&limbs, width);
    }
    Some(if width <= 64 {
        Constant::Bits(limbs[0])
    } else {
        Constant::Wide(limbs.into())
    })
}

/// A float literal; `None` if it has no suffix of one.
fn float(
    digits: &str,
    negative: bool,
    ty: Option<Type>,
) -> Option<Result<Constant, ExpectedNumber>> {
    if digits.starts_with("0x") {
        return None;
    }
    let expected = |format| Err(ExpectedNumber::Finite(Type::Float(format)));
    let (format, bits) = if let Some(number) = digits.strip_suffix("f64") {
        let value: Option<f64> = number.parse().ok();
        let bits = value
            .filter(|v| v.is_finite())
            .map(|v| if negative { -v } else { v }.to_bits());
        (FloatFormat::Double, bits)
    } else if let Some(number) = digits.strip_suffix("f32") {
        let value: Option<f32> = number.parse().ok();
        let value = value
            .filter(|v| v.is_finite())
            .map(|v| if negative { -v } else { v });
        (FloatFormat::Single, value.map(|v| u64::from(v.to_bits())))
    } else {
        return None;
    };
    Some(match (bits, ty) {
        (None, _) => expected(format),
        (Some(bits), None) => Ok(Constant::Bits(bits)),
        (Some(bits), Some(ty)) if ty == Type::Float(format) => Ok(Constant::Bits(bits)),
        (Some(_), Some(ty)) => Err(ExpectedNumber::Of(ty)),
    })
}

/// UTF-16 as UTF-8; surrogates without partner become the three bytes that UTF-8 would have.
pub(super) fn bytes_of_utf16(units: &[u16]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(units.len());
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(c) => bytes.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(error) => {
                let unit = error.unpaired_surrogate();
                bytes.extend([
                    0xE0 | (unit >> 12) as u8,
                    0x80 | (unit >> 6 & 0x3F) as u8,
                    0x80 | (unit & 0x3F) as u8,
                ]);
            }
        }
    }
    bytes
}

/// The opposite of [`bytes_of_utf16`]; `None` for other bytes.
pub(super) fn utf16_of_bytes(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while !rest.is_empty() {
        let valid = match std::str::from_utf8(rest) {
            Ok(text) => text,
            Err(error) => std::str::from_utf8(&rest[..error.valid_up_to()]).ok()?,
        };
        units.extend(valid.encode_utf16());
        rest = &rest[valid.len()..];
        if let [0xED, second @ 0xA0..=0xBF, third @ 0x80..=0xBF, ..] = rest {
            units.push(0xD000 | u16::from(second & 0x3F) << 6 | u16::from(third & 0x3F));
            rest = &rest[3..];
        } else if !rest.is_empty() {
            return None;
        }
    }
    // A pair of surrogates written as two would be read back as one character.
    (bytes_of_utf16(&units) == bytes).then_some(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(constant: &Constant, ty: Type) -> String {
        let mut out = String::new();
        match constant {
            Constant::Bits(value) => write_bits(&mut out, *value, Some(ty)),
            Constant::Wide(limbs) => write_wide(&mut out, limbs, Some(ty)),
            Constant::Global(..) | Constant::Function(_) => Ok(()),
        }
        .expect("writing to a string cannot fail");
        out
    }

    #[test]
    fn numbers_take_the_width_of_their_place() {
        for (digits, negative, ty, expected) in [
            ("1", true, Type::Int(32), "-1"),
            ("255", false, Type::Int(8), "-1"),
            ("128", true, Type::Int(8), "-128"),
            ("1", true, Type::Int(128), "-1"),
            (
                "0x1_0000000000000000",
                false,
                Type::Int(128),
                "0x1_0000000000000000",
            ),
            (
                "9223372036854775808",
                true,
                Type::Int(64),
                "-9223372036854775808",
            ),
            ("1.5f64", false, Type::Float(FloatFormat::Double), "1.5f64"),
            ("0.0f32", true, Type::Float(FloatFormat::Single), "-0.0f32"),
            ("1", false, Type::Int(1), "1"),
            ("0", false, Type::Ptr, "null"),
            (
                "0x3fff8000000000000000",
                false,
                Type::Float(FloatFormat::X87),
                "0x3fff_8000000000000000",
            ),
        ] {
            let constant = constant(digits, negative, Some(ty)).expect(digits);
            assert_eq!(written(&constant, ty), expected);
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        for (digits, negative, ty) in [
            ("256", false, Type::Int(8)),
            ("129", true, Type::Int(8)),
            ("2", false, Type::Int(1)),
            ("0x10000000000000000", false, Type::Int(64)),
            ("0x2_0000000000000000", false, Type::Int(65)),
            ("1.5f32", false, Type::Float(FloatFormat::Double)),
            ("1e999f64", false, Type::Float(FloatFormat::Double)),
            ("12ab", false, Type::Int(64)),
            ("0x", false, Type::Int(64)),
        ] {
            assert!(
                constant(digits, negative, Some(ty)).is_err(),
                "{digits} as {ty}"
            );
        }
        assert!(constant("1", true, None).is_err());
    }
}
