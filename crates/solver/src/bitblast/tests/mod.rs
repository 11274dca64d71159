//! Tests of the native back end against evaluation, truth tables and Z3.

mod backend;
mod dice;
mod floats;
mod formulas;
mod generate;
mod operations;
mod sat;

pub(crate) use dice::Dice;
pub(crate) use generate::Generator;
use term::Bits;

/// Random bits: often small, nearly all ones, or a power of two.
pub(super) fn random_bits(dice: &mut Dice, width: u32) -> Bits {
    let limbs = width.div_ceil(64) as usize;
    let mut values: Vec<u64> = (0..limbs).map(|_| dice.next()).collect();
    match dice.below(6) {
        0 => {
            values.fill(0);
            values[0] = dice.next() & 15;
        }
        1 => {
            values.fill(u64::MAX);
            values[0] ^= dice.next() & 15;
        }
        2 => {
            values.fill(0);
            let bit = dice.below(width as usize);
            values[bit / 64] = 1 << (bit % 64);
        }
        _ => {}
    }
    Bits::from_limbs(width, &values)
}
