//! Values as Java source.

use super::{DoubleBits, FloatBits};
use crate::java_text::push_unit;
pub use crate::java_text::{comment, string};

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
}
