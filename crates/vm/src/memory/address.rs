//! Layout of addresses.
//!
//! The high 28 bits of an address are the object, the low 36 an offset from the middle of the
//! object's window of 64 GiB. So a wrong index of 32 bits into an array of elements of up to 16
//! bytes leaves the object but not its window: it can never land in a neighbour, and the error
//! names the right object.

/// Number of an object; functions and globals come first, 0 is no object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ObjectId(pub u32);

/// Lower bits of an address, which are the offset.
pub(crate) const OFFSET_BITS: u32 = 36;

/// Offset 0 of an object within its window: the middle, plus something so that the low 32 bits of
/// a pointer are not zero. Aligned for every alignment a program may ask for in practice.
const BIAS: u64 = (1 << (OFFSET_BITS - 1)) + 0x10000;

/// Numbers there are.
const NUMBERS: u32 = 1 << (64 - OFFSET_BITS);

/// Functions that became known after the machine was made have the last numbers.
pub(crate) const LATE_FUNCTIONS: u32 = NUMBERS - (1 << 24);

/// Before them come lazy references: see [`crate::heap`].
pub(crate) const LAZY_REFERENCES: u32 = LATE_FUNCTIONS - (1 << 24);

/// Objects there can be.
pub(crate) const MAX_OBJECTS: u32 = LAZY_REFERENCES;

/// From this address on there are no objects.
pub(crate) const NO_OBJECTS: u64 = (LAZY_REFERENCES as u64) << OFFSET_BITS;

/// Addresses below this belong to the null pointer.
pub(crate) const NULL_WINDOW: u64 = 1 << 20;

/// Address of a byte of an object.
#[inline(always)]
pub(crate) fn address(object: ObjectId, offset: u64) -> u64 {
    ((u64::from(object.0)) << OFFSET_BITS)
        .wrapping_add(BIAS)
        .wrapping_add(offset)
}

/// Object and offset of an address; a negative offset shows as a huge one.
#[inline(always)]
pub(crate) fn split(address: u64) -> (ObjectId, u64) {
    let object = ObjectId((address >> OFFSET_BITS) as u32);
    (
        object,
        (address & ((1 << OFFSET_BITS) - 1)).wrapping_sub(BIAS),
    )
}

/// False for most numbers that are no addresses; true for those of the first 4 GiB of an object.
#[inline(always)]
pub(crate) fn looks_like_address(word: u64) -> bool {
    const HIGH: u64 = 0xf << (OFFSET_BITS - 4);
    word & HIGH == BIAS & HIGH && word >> OFFSET_BITS != 0
}

/// Objects up to which [`may_begin`] tells them by the highest byte of an address.
pub(crate) const FEW_OBJECTS: u32 = 1 << (56 - OFFSET_BITS);

/// For eight offsets that follow each other: false if an address surely begins at none of them, told from the
/// eight bytes that begin 4 behind the first of them, and those that begin 7 behind it. One of the former has
/// the bit that [`BIAS`] sets and none of those beside it. The latter are the highest bytes of the numbers of
/// objects or functions: with `few` objects 0, or one that only functions have.
#[inline(always)]
pub(crate) fn may_begin(middle: u64, high: u64, few: bool) -> bool {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const TOP: u64 = 0x80 * EACH;
    let zero_bytes = |word: u64| !(((word & !TOP) + !TOP) | word) & TOP;
    let biased = zero_bytes((middle & (0xf * EACH)) ^ (0x8 * EACH));
    let functions = high & (high << 1) & (high << 2) & (high << 3) & TOP;
    biased & (zero_bytes(high) | functions) != 0 || (!few && biased != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_indices_stay_in_the_window() {
        let object = ObjectId(7);
        for offset in [0i64, 5, -1, 1 << 33, -(1 << 33)] {
            let (back, at) = split(address(object, offset as u64));
            assert_eq!((back, at as i64), (object, offset));
        }
    }

    /// What [`may_begin`] says of the first eight offsets of so many bytes.
    fn begins_in(bytes: &[u8; 15], few: bool) -> bool {
        let at = |offset: usize| {
            let eight = bytes[offset..offset + 8].try_into();
            u64::from_le_bytes(eight.expect("eight bytes were taken"))
        };
        may_begin(at(4), at(7), few)
    }

    #[test]
    fn an_address_at_any_offset_is_noticed() {
        for number in [
            1,
            7,
            300,
            FEW_OBJECTS - 1,
            LATE_FUNCTIONS,
            LATE_FUNCTIONS + 70_000,
        ] {
            for (offset, fill) in
                (0..8).flat_map(|offset| [(offset, 0u8), (offset, b'a'), (offset, 0xff)])
            {
                let mut bytes = [fill; 15];
                let word = address(ObjectId(number), 40);
                bytes[offset..offset + 8].copy_from_slice(&word.to_le_bytes());
                assert!(begins_in(&bytes, true), "{number} at {offset} in {fill}");
            }
        }
        let mut bytes = [0; 15];
        let word = address(ObjectId(FEW_OBJECTS + 5 * FEW_OBJECTS / 4), 0);
        bytes[3..11].copy_from_slice(&word.to_le_bytes());
        assert!(begins_in(&bytes, false));
    }

    #[test]
    fn text_and_small_numbers_are_no_addresses() {
        assert!(!begins_in(b"x8h(X888 hello!", true));
        assert!(!begins_in(&[0; 15], true));
        assert!(!begins_in(
            &[24, 0, 0, 0, 31, 0, 0, 0, 7, 0, 0, 0, 1, 0, 0],
            true
        ));
    }
}
