//! Rows of numbers as compact bytes: a path of 100,000 decisions must not take megabytes.

/// A decision as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredStep {
    /// The arm taken.
    pub choice: u32,
    /// Number of the site in the store.
    pub site: u64,
}

/// Choices are bits: all are 0 or 1, as those of branches are.
const PACKED: u8 = 0;
/// Choices are numbers.
const PLAIN: u8 = 1;

/// Appends a number in groups of seven bits, the lowest first.
fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number off the front.
fn take(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Steps as bytes.
pub(crate) fn encode_steps(steps: &[StoredStep]) -> Vec<u8> {
    let mut out = Vec::with_capacity(4 + steps.len() * 2);
    put(&mut out, steps.len() as u64);
    if steps.iter().all(|step| step.choice <= 1) {
        out.push(PACKED);
        for eight in steps.chunks(8) {
            let bits = eight.iter().enumerate();
            out.push(bits.fold(0, |byte, (i, step)| byte | (step.choice as u8) << i));
        }
    } else {
        out.push(PLAIN);
        for step in steps {
            put(&mut out, u64::from(step.choice));
        }
    }
    for step in steps {
        put(&mut out, step.site);
    }
    out
}

/// Steps from bytes; `None` if they are damaged.
pub(crate) fn decode_steps(mut bytes: &[u8]) -> Option<Vec<StoredStep>> {
    let bytes = &mut bytes;
    let count = usize::try_from(take(bytes)?).ok()?;
    if count > bytes.len().saturating_mul(8) {
        return None;
    }
    let (&kind, rest) = bytes.split_first()?;
    *bytes = rest;
    let mut choices = Vec::with_capacity(count);
    match kind {
        PACKED => {
            let (packed, rest) = bytes.split_at_checked(count.div_ceil(8))?;
            *bytes = rest;
            choices.extend((0..count).map(|i| u32::from(packed[i / 8] >> (i % 8) & 1)));
        }
        PLAIN => {
            for _ in 0..count {
                choices.push(u32::try_from(take(bytes)?).ok()?);
            }
        }
        _ => return None,
    }
    let mut steps = Vec::with_capacity(count);
    for choice in choices {
        let site = take(bytes)?;
        steps.push(StoredStep { choice, site });
    }
    bytes.is_empty().then_some(steps)
}

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
        fn steps_come_back(steps in prop::collection::vec((prop_oneof![0u32..2, any::<u32>()], any::<u64>()), 0..40)) {
            let steps: Vec<StoredStep> =
                steps.into_iter().map(|(choice, site)| StoredStep { choice, site }).collect();
            prop_assert_eq!(decode_steps(&encode_steps(&steps)), Some(steps));
        }

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
            let _ = decode_steps(&bytes);
            let _ = decode_values(&bytes, |_| Some(9));
        }
    }

    #[test]
    fn branches_take_little_room() {
        let steps = vec![StoredStep { choice: 1, site: 5 }; 100_000];
        assert!(encode_steps(&steps).len() < 113_000);
    }
}
