//! Scalars as C has them.

use ir::{FloatFormat, SourceType};

/// The literal of a scalar with these bytes, which are as many as the type has; `None` if there is none.
pub(super) fn scalar(ty: &SourceType, bytes: &[u8]) -> Option<String> {
    match ty {
        SourceType::Int {
            name,
            width,
            signed,
        } => integer(name, word(bytes, *width, *signed)?, *signed, *width),
        SourceType::Enum {
            width,
            signed,
            values,
            ..
        } => {
            let value = word(bytes, *width, *signed)?;
            let named = values.iter().find(|(_, known)| {
                // Enumerators are kept as 64 bits.
                i128::from(*known) == value || (!signed && i128::from(*known as u64) == value)
            });
            match named {
                Some((name, _)) => Some(name.clone()),
                None => integer("int", value, *signed, *width),
            }
        }
        SourceType::Float { format, .. } => float(*format, bytes),
        _ => None,
    }
}

/// The value of little-endian bytes.
fn word(bytes: &[u8], width: u32, signed: bool) -> Option<i128> {
    if bytes.len() > 16 || width == 0 || width > 128 {
        return None;
    }
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    let value = u128::from_le_bytes(wide) << (128 - width);
    match signed {
        true => Some(value as i128 >> (128 - width)),
        false => i128::try_from(value >> (128 - width)).ok(),
    }
}

/// An integer in the plainest way that its type allows; `name` is that of the type.
pub(super) fn integer(name: &str, value: i128, signed: bool, width: u32) -> Option<String> {
    if name == "char"
        && let Ok(byte @ 0x20..=0x7e) = u8::try_from(value)
    {
        return Some(character(byte));
    }
    let limits = match (name, signed) {
        ("int", true) => Some("INT"),
        ("long", true) => Some("LONG"),
        ("long long", true) => Some("LLONG"),
        _ => None,
    };
    if let Some(limits) = limits.filter(|_| width >= 32) {
        let most = (1_i128 << (width - 1)) - 1;
        if value == most {
            return Some(format!("{limits}_MAX"));
        }
        if value == -most - 1 {
            // There is no literal of it.
            return Some(format!("{limits}_MIN"));
        }
    }
    let fits = match signed {
        true => i64::try_from(value).is_ok_and(|value| value != i64::MIN),
        false => u64::try_from(value).is_ok(),
    };
    let suffix = match !signed && value > i128::from(i32::MAX) {
        true => "u",
        false => "",
    };
    fits.then(|| format!("{value}{suffix}"))
}

/// A character constant.
fn character(byte: u8) -> String {
    match byte {
        b'\'' => "'\\''".to_owned(),
        b'\\' => "'\\\\'".to_owned(),
        byte => format!("'{}'", char::from(byte)),
    }
}

fn float(format: FloatFormat, bytes: &[u8]) -> Option<String> {
    match (format, bytes) {
        (FloatFormat::Single, &[a, b, c, d]) => {
            let value = f32::from_le_bytes([a, b, c, d]);
            let canonical = value.to_bits() == 0x7fc0_0000;
            named(value.into(), canonical).or_else(|| finite(value.into(), format!("{value:?}f")))
        }
        (FloatFormat::Double, bytes) => {
            let value = f64::from_le_bytes(bytes.try_into().ok()?);
            let canonical = value.to_bits() == 0x7ff8_0000_0000_0000;
            named(value, canonical).or_else(|| finite(value, format!("{value:?}")))
        }
        (FloatFormat::X87, bytes) => {
            let value = extended(bytes)?;
            finite(value, format!("{value:?}L"))
        }
        (FloatFormat::Half | FloatFormat::Quad | FloatFormat::Single, _) => None,
    }
}

fn named(value: f64, canonical: bool) -> Option<String> {
    match value {
        f64::INFINITY => Some("INFINITY".to_owned()),
        f64::NEG_INFINITY => Some("-INFINITY".to_owned()),
        value if value.is_nan() && canonical => Some("NAN".to_owned()),
        _ => None,
    }
}

fn finite(value: f64, text: String) -> Option<String> {
    value.is_finite().then_some(text)
}

/// A number in the extended format of the x87, if it is one of `double` as well, and normal.
fn extended(bytes: &[u8]) -> Option<f64> {
    let mantissa = u64::from_le_bytes(*bytes.first_chunk::<8>()?);
    let top = u16::from_le_bytes([*bytes.get(8)?, *bytes.get(9)?]);
    let sign = u64::from(top >> 15) << 63;
    let exponent = i32::from(top & 0x7fff);
    if mantissa == 0 && exponent == 0 {
        return Some(f64::from_bits(sign));
    }
    let exponent = exponent - 16383 + 1023;
    if mantissa >> 63 == 0 || mantissa & 0x7ff != 0 || !(1..2047).contains(&exponent) {
        return None;
    }
    let fraction = mantissa << 1 >> 12;
    Some(f64::from_bits(sign | (exponent as u64) << 52 | fraction))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(name: &str, width: u32, signed: bool) -> SourceType {
        SourceType::Int {
            name: name.to_owned(),
            width,
            signed,
        }
    }

    #[test]
    fn integers_are_plain() {
        let plain = |ty: &SourceType, value: i64| {
            scalar(ty, &value.to_le_bytes()[..ty_size(ty)]).expect("there is a literal")
        };
        fn ty_size(ty: &SourceType) -> usize {
            match ty {
                SourceType::Int { width, .. } => *width as usize / 8,
                _ => 0,
            }
        }
        assert_eq!(plain(&int("int", 32, true), -7), "-7");
        assert_eq!(plain(&int("int", 32, true), i32::MIN.into()), "INT_MIN");
        assert_eq!(plain(&int("long", 64, true), i64::MAX), "LONG_MAX");
        assert_eq!(
            plain(&int("unsigned long", 64, false), -1),
            "18446744073709551615u"
        );
        assert_eq!(plain(&int("unsigned int", 32, false), 7), "7");
        assert_eq!(plain(&int("char", 8, true), 0x41), "'A'");
        assert_eq!(plain(&int("char", 8, true), 0x27), "'\\''");
        assert_eq!(plain(&int("char", 8, true), -1), "-1");
        assert_eq!(plain(&int("unsigned char", 8, false), 0x41), "65");
        assert_eq!(
            scalar(&int("unsigned __int128", 128, false), &[0xff; 16]),
            None
        );
    }

    #[test]
    fn enumerators_have_names() {
        let ty = SourceType::Enum {
            name: None,
            width: 32,
            signed: false,
            values: vec![("RED".to_owned(), 1)],
        };
        assert_eq!(scalar(&ty, &[1, 0, 0, 0]).as_deref(), Some("RED"));
        assert_eq!(scalar(&ty, &[2, 0, 0, 0]).as_deref(), Some("2"));
    }

    #[test]
    fn floats_keep_their_value() {
        let single = |bits: u32| float(FloatFormat::Single, &bits.to_le_bytes());
        assert_eq!(single(0x3fc0_0000).as_deref(), Some("1.5f"));
        assert_eq!(single(0x7fc0_0000).as_deref(), Some("NAN"));
        assert_eq!(single(0x7fc0_0001), None);
        assert_eq!(single(0xff80_0000).as_deref(), Some("-INFINITY"));
        assert_eq!(single(0x8000_0000).as_deref(), Some("-0.0f"));
        let mut ten = [0; 16];
        ten[..8].copy_from_slice(&0xa000_0000_0000_0000_u64.to_le_bytes());
        ten[8..10].copy_from_slice(&0x4002_u16.to_le_bytes());
        assert_eq!(float(FloatFormat::X87, &ten).as_deref(), Some("10.0L"));
        ten[0] = 1;
        assert_eq!(float(FloatFormat::X87, &ten), None);
    }
}
