//! Values as Java source.

use super::{DoubleBits, FloatBits};
use std::fmt::Write;

/// An expression of type `float` with exactly these bits.
pub fn float(bits: FloatBits) -> String {
    let value = f32::from_bits(bits.0);
    match value {
        _ if bits == FloatBits::NAN => "Float.NaN".to_owned(),
        _ if value.is_nan() => format!("Float.intBitsToFloat(0x{:08x})", bits.0),
        f32::INFINITY => "Float.POSITIVE_INFINITY".to_owned(),
        f32::NEG_INFINITY => "Float.NEGATIVE_INFINITY".to_owned(),
        value => format!("{value:?}f"),
    }
}

/// An expression of type `double` with exactly these bits.
pub fn double(bits: DoubleBits) -> String {
    let value = f64::from_bits(bits.0);
    match value {
        _ if bits == DoubleBits::NAN => "Double.NaN".to_owned(),
        _ if value.is_nan() => format!("Double.longBitsToDouble(0x{:016x}L)", bits.0),
        f64::INFINITY => "Double.POSITIVE_INFINITY".to_owned(),
        f64::NEG_INFINITY => "Double.NEGATIVE_INFINITY".to_owned(),
        value => format!("{value:?}"),
    }
}

/// An expression of type `int`.
pub fn int(value: i32) -> String {
    match value {
        i32::MIN => "Integer.MIN_VALUE".to_owned(),
        i32::MAX => "Integer.MAX_VALUE".to_owned(),
        value => value.to_string(),
    }
}

/// An expression of type `long`.
pub fn long(value: i64) -> String {
    match value {
        i64::MIN => "Long.MIN_VALUE".to_owned(),
        i64::MAX => "Long.MAX_VALUE".to_owned(),
        value => format!("{value}L"),
    }
}

/// A character literal.
pub fn character(unit: u16) -> String {
    let mut out = String::from("'");
    match unit {
        0x27 => out.push_str("\\'"),
        0x22 => out.push('"'),
        unit => push_unit(&mut out, unit, None),
    }
    out.push('\'');
    out
}

/// A string literal.
pub fn string(units: &[u16]) -> String {
    let mut out = String::from("\"");
    for (index, &unit) in units.iter().enumerate() {
        push_unit(&mut out, unit, units.get(index + 1).copied());
    }
    out.push('"');
    out
}

/// A unit as it stands in a literal. Escapes by `\u` are replaced before anything else is read: they
/// must not stand for line ends, quotes and the like.
fn push_unit(out: &mut String, unit: u16, next: Option<u16>) {
    let _ = match unit {
        0x09 => write!(out, "\\t"),
        0x0a => write!(out, "\\n"),
        0x0d => write!(out, "\\r"),
        0x22 => write!(out, "\\\""),
        0x5c => write!(out, "\\\\"),
        0x20..=0x7e => write!(out, "{}", unit as u8 as char),
        // A digit that follows would become part of a shorter octal escape.
        0..=0x1f if next.is_some_and(|next| (0x30..=0x39).contains(&next)) => {
            write!(out, "\\{unit:03o}")
        }
        0..=0x1f => write!(out, "\\{unit:o}"),
        unit => write!(out, "\\u{unit:04x}"),
    };
}

/// Text for a comment that goes to the end of the line.
pub fn comment(text: &str) -> String {
    // `\u` would be an escape in comments, too.
    text.chars()
        .map(|c| match c {
            '\\' => "\\\\".to_owned(),
            c if c.is_control() => format!("\\\\{:o}", c as u32),
            c => c.to_string(),
        })
        .collect::<String>()
        .replace("\\\\u", "\\\\ u")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_no_dangerous_escapes() {
        assert_eq!(
            string(&[0, 0x31, 0x0a, 0x22, 0x5c, 0x75, 0xd800]),
            r#""\0001\n\"\\u\ud800""#
        );
        assert_eq!(character(0x27), "'\\''");
        assert_eq!(character(0), "'\\0'");
        assert_eq!(character(0xffff), "'\\uffff'");
    }

    #[test]
    fn numbers_are_exact() {
        assert_eq!(float(FloatBits(0x3dcc_cccd)), "0.1f");
        assert_eq!(float(FloatBits(0x8000_0000)), "-0.0f");
        assert_eq!(
            float(FloatBits(0x7fc0_0001)),
            "Float.intBitsToFloat(0x7fc00001)"
        );
        assert_eq!(double(DoubleBits(1)), "5e-324");
        assert_eq!(double(DoubleBits::NAN), "Double.NaN");
        assert_eq!(long(i64::MIN), "Long.MIN_VALUE");
        assert_eq!(int(-1), "-1");
    }

    #[test]
    fn comments_stay_comments() {
        assert_eq!(comment("a\nb\\u000a"), "a\\\\12b\\\\ u000a");
    }
}
