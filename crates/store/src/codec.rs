//! Values of inputs as compact bytes.

use explore::varint::{put, take};

/// Values of inputs, by their numbers in the store, as bytes.
pub(crate) fn encode_values(values: &[(u64, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (input, value) in values {
        put(&mut out, *input);
        out.extend(*value);
    }
    out
}

/// Values from bytes, given the width of each input in bits; `None` if they are damaged.
pub(crate) fn decode_values(
    mut bytes: &[u8],
    width: impl Fn(u64) -> Option<u32>,
) -> Option<Vec<(u64, Vec<u8>)>> {
    let mut values = Vec::new();
    while !bytes.is_empty() {
        let input = take(&mut bytes)?;
        let width = width(input)?;
        let (value, rest) = bytes.split_at_checked(width.div_ceil(8) as usize)?;
        bytes = rest;
        values.push((input, value.to_vec()));
    }
    Some(values)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_come_back(inputs in prop::collection::vec(any::<u64>(), 0..40)) {
            let width = |input: u64| (input % 64 + 1) as u32;
            let values: Vec<(u64, Vec<u8>)> = inputs
                .into_iter()
                .map(|input| (input, vec![input as u8; width(input).div_ceil(8) as usize]))
                .collect();
            let borrowed: Vec<(u64, &[u8])> =
                values.iter().map(|(input, value)| (*input, value.as_slice())).collect();
            let bytes = encode_values(&borrowed);
            prop_assert_eq!(decode_values(&bytes, |input| Some(width(input))), Some(values));
        }

        #[test]
        fn damaged_bytes_are_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            let _ = decode_values(&bytes, |_| Some(9));
        }
    }
}
