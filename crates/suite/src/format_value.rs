//! Values as a person would write them.

use std::fmt::Write;

/// The value of little-endian bytes of a C type: a number, a float, or a string literal for rows
/// of bytes.
pub fn format_value(ty: &str, bytes: &[u8]) -> String {
    match (ty, bytes) {
        ("float", &[a, b, c, d]) => format!("{:?}", f32::from_le_bytes([a, b, c, d])),
        ("double", &[a, b, c, d, e, f, g, h]) => {
            format!("{:?}", f64::from_le_bytes([a, b, c, d, e, f, g, h]))
        }
        ("bytes", bytes) => string_literal(bytes),
        ("long double", bytes) => format!("0x{}", hex::encode(bytes)),
        (ty, bytes) if bytes.len() <= 16 => integer(ty, bytes),
        (_, bytes) => format!("0x{}", hex::encode(bytes)),
    }
}

/// Decimal value of at most 16 little-endian bytes, signed as the C type of that name is.
pub(crate) fn integer(ty: &str, bytes: &[u8]) -> String {
    let unsigned = ty.starts_with('u')
        || matches!(
            ty,
            "bool" | "_Bool" | "size_t" | "sector_t" | "pchar" | "pointer" | "charp"
        );
    let negative = !unsigned && bytes.last().is_some_and(|top| top & 0x80 != 0);
    let mut wide = [if negative { 0xff } else { 0 }; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    if unsigned {
        u128::from_le_bytes(wide).to_string()
    } else {
        i128::from_le_bytes(wide).to_string()
    }
}

/// A C string literal. Octal escapes have three digits, so that no digit after one joins it.
pub fn c_string_literal(text: &str) -> String {
    string_literal(text.as_bytes())
}

/// As [`c_string_literal`], of bytes.
pub(crate) fn string_literal(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\t' => out.push_str("\\t"),
            // Two question marks in a row would begin a trigraph.
            b'?' => out.push_str("\\?"),
            0x20..=0x7e => out.push(char::from(byte)),
            _ => {
                let _ = write!(out, "\\{byte:03o}");
            }
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_read_as_in_the_source() {
        assert_eq!(format_value("int", &[0xfe, 0xff, 0xff, 0xff]), "-2");
        assert_eq!(format_value("unsigned char", &[0xfe]), "254");
        assert_eq!(
            format_value("bytes", b"a\"\0\n7?\xff"),
            "\"a\\\"\\000\\n7\\?\\377\""
        );
        assert_eq!(format_value("double", &0.1f64.to_le_bytes()), "0.1");
    }
}
