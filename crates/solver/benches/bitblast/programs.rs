//! The programs whose questions are measured.

use crate::record::Execution;
use std::sync::Arc;
use term::{Bits, FloatFormat, FloatOp, RoundingMode, Term};

/// Bubble sort of `N` integers of input.
pub fn sort<const N: usize>(e: &mut Execution<'_>) {
    let mut a: Vec<Term> = (0..N).map(|_| e.integer(4)).collect();
    for end in (1..N).rev() {
        for i in 0..end {
            let out_of_order = e.pool.slt(a[i + 1], a[i]);
            if e.branch(out_of_order) {
                a.swap(i, i + 1);
            }
        }
    }
}

fn noise(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
}

/// A state machine with a 4 KiB transition table (16 states by 256 bytes) over six input bytes.
pub fn table_machine(e: &mut Execution<'_>) {
    let mut next = noise(7);
    let entries: Vec<Bits> = (0..4096).map(|_| Bits::new(8, next() & 15)).collect();
    let table = e.pool.table_array(32, 8, Arc::from(entries));
    let mut state = e.pool.bv(8, 0);
    for _ in 0..6 {
        let byte = e.byte();
        let row = e.pool.concat(state, byte);
        let index = e.pool.zero_extend(row, 32);
        state = e.pool.select(table, index);
        for accepted in [3, 9] {
            let wanted = e.pool.bv(8, accepted);
            let hit = e.pool.eq(state, wanted);
            if e.branch(hit) {
                return;
            }
        }
    }
}

/// A multiplicative hash table of eight slots with linear probing; three symbolic keys.
pub fn hash_table(e: &mut Execution<'_>) {
    let mut slots: Vec<Option<Term>> = vec![None; 8];
    let multiplier = e.pool.bv(32, 2_654_435_761);
    for _ in 0..3 {
        let key = e.integer(4);
        let product = e.pool.mul(key, multiplier);
        let shift = e.pool.bv(32, 29);
        let hash = e.pool.lshr(product, shift);
        let mut at = None;
        for slot in 0..8u64 {
            let number = e.pool.bv(32, slot);
            let here = e.pool.eq(hash, number);
            if e.branch(here) {
                at = Some(slot as usize);
                break;
            }
        }
        let Some(mut at) = at else { return };
        while let Some(other) = slots[at] {
            let same = e.pool.eq(other, key);
            if e.branch(same) {
                break;
            }
            at = (at + 1) % 8;
        }
        slots[at] = Some(key);
    }
}

/// A finaliser with two multiplications (as in Murmur) over three keys, compared for collisions.
pub fn mixing_hash(e: &mut Execution<'_>) {
    let mut hashes = Vec::new();
    for _ in 0..3 {
        let mut h = e.integer(4);
        for (shift, factor) in [(16, 0x85eb_ca6b), (13, 0xc2b2_ae35)] {
            let by = e.pool.bv(32, shift);
            let moved = e.pool.lshr(h, by);
            h = e.pool.bv_xor(h, moved);
            let factor = e.pool.bv(32, factor);
            h = e.pool.mul(h, factor);
        }
        let bucket = e.pool.extract(h, 5, 0);
        for &other in &hashes {
            let collision = e.pool.eq(bucket, other);
            if e.branch(collision) {
                return;
            }
        }
        let wanted = e.pool.bv(6, 17);
        let special = e.pool.eq(bucket, wanted);
        e.branch(special);
        hashes.push(bucket);
    }
}

/// A bitwise CRC-32 of five bytes, compared with prefixes of a wanted checksum.
pub fn checksum(e: &mut Execution<'_>) {
    let mut crc = e.pool.bv(32, 0xffff_ffff);
    let polynomial = e.pool.bv(32, 0xedb8_8320);
    let zero = e.pool.bv(32, 0);
    for _ in 0..5 {
        let byte = e.byte();
        let limit = e.pool.bv(8, b'0'.into());
        let digit = e.pool.ule(limit, byte);
        if !e.branch(digit) {
            return;
        }
        let wide = e.pool.zero_extend(byte, 32);
        crc = e.pool.bv_xor(crc, wide);
        for _ in 0..8 {
            let lowest = e.pool.extract(crc, 0, 0);
            let odd = e.pool.bv_to_bool(lowest);
            let one = e.pool.bv(32, 1);
            let half = e.pool.lshr(crc, one);
            let mask = e.pool.ite(odd, polynomial, zero);
            crc = e.pool.bv_xor(half, mask);
        }
        let part = e.pool.extract(crc, 9, 0);
        let wanted = e.pool.bv(10, 0x155);
        let hit = e.pool.eq(part, wanted);
        e.branch(hit);
    }
    let wanted = e.pool.bv(32, 0x1234_5678);
    let hit = e.pool.eq(crc, wanted);
    e.branch(hit);
}

/// Decimal digits of a 32-bit number by division by ten, each compared with a digit.
pub fn decimal(e: &mut Execution<'_>) {
    let mut n = e.integer(4);
    let ten = e.pool.bv(32, 10);
    for _ in 0..5 {
        let digit = e.pool.urem(n, ten);
        n = e.pool.udiv(n, ten);
        for wanted in [0, 7] {
            let wanted = e.pool.bv(32, wanted);
            let hit = e.pool.eq(digit, wanted);
            if e.branch(hit) {
                break;
            }
        }
        let zero = e.pool.bv(32, 0);
        let end = e.pool.eq(n, zero);
        if e.branch(end) {
            return;
        }
    }
}

/// Euclid's algorithm on two 16-bit numbers.
pub fn euclid(e: &mut Execution<'_>) {
    let (mut a, mut b) = (e.integer(2), e.integer(2));
    let zero = e.pool.bv(16, 0);
    for _ in 0..5 {
        let done = e.pool.eq(b, zero);
        if e.branch(done) {
            break;
        }
        let r = e.pool.urem(a, b);
        (a, b) = (b, r);
    }
    let seven = e.pool.bv(16, 7);
    let hit = e.pool.eq(a, seven);
    e.branch(hit);
}

/// Signed division of 32-bit numbers by each other, as a calculator does it.
pub fn calculator(e: &mut Execution<'_>) {
    let (a, b) = (e.integer(4), e.integer(4));
    let zero = e.pool.bv(32, 0);
    let by_zero = e.pool.eq(b, zero);
    if e.branch(by_zero) {
        return;
    }
    let quotient = e.pool.sdiv(a, b);
    let remainder = e.pool.srem(a, b);
    for (t, wanted) in [(quotient, 1000), (remainder, 33), (quotient, 77)] {
        let wanted = e.pool.bv(32, wanted);
        let hit = e.pool.eq(t, wanted);
        e.branch(hit);
    }
    let product = e.pool.mul(a, b);
    let wanted = e.pool.bv(32, 5040);
    let hit = e.pool.eq(product, wanted);
    e.branch(hit);
}

/// A parser: bytes against character classes and keywords.
pub fn parser(e: &mut Execution<'_>) {
    let mut depth = 0;
    for _ in 0..7 {
        let byte = e.byte();
        let is = |e: &mut Execution<'_>, c: u8| {
            let c = e.pool.bv(8, c.into());
            let equal = e.pool.eq(byte, c);
            e.branch(equal)
        };
        if is(e, b'(') {
            depth += 1;
        } else if is(e, b')') {
            depth -= 1;
        } else {
            let (low, high) = (e.pool.bv(8, b'0'.into()), e.pool.bv(8, b'9'.into()));
            let above = e.pool.ule(low, byte);
            let below = e.pool.ule(byte, high);
            if !(e.branch(above) && e.branch(below)) {
                return;
            }
        }
        if depth < 0 {
            return;
        }
    }
}

/// Reads and writes at symbolic places of a small memory.
pub fn memory(e: &mut Execution<'_>) {
    let zero = e.pool.bv(8, 0);
    let mut memory = e.pool.const_array(32, zero);
    let mask = e.pool.bv(32, 255);
    for i in 0..4 {
        let (byte, value) = (e.byte(), e.byte());
        let index = e.pool.zero_extend(byte, 32);
        let five = e.pool.bv(32, 5);
        let index = e.pool.mul(index, five);
        let index = e.pool.bv_and(index, mask);
        let old = e.pool.select(memory, index);
        let nonzero = e.pool.ult(zero, old);
        e.branch(nonzero);
        let wanted = e.pool.bv(8, 40 + i);
        let hit = e.pool.eq(old, wanted);
        e.branch(hit);
        memory = e.pool.store(memory, index, value);
    }
}

/// A quadratic equation's discriminant in single precision.
pub fn quadratic(e: &mut Execution<'_>) {
    let (format, mode) = (FloatFormat::Single, RoundingMode::NearestEven);
    let number = |e: &mut Execution<'_>| {
        let byte = e.byte();
        e.pool.float(FloatOp::FromSigned, format, mode, &[byte])
    };
    let (a, b, c) = (number(e), number(e), number(e));
    let zero = e.pool.bv(32, 0);
    let linear = e.pool.float(FloatOp::Eq, format, mode, &[a, zero]);
    if e.branch(linear) {
        return;
    }
    let four = e.pool.bv(32, 4f32.to_bits().into());
    let square = e.pool.float(FloatOp::Mul, format, mode, &[b, b]);
    let product = e.pool.float(FloatOp::Mul, format, mode, &[a, c]);
    let product = e.pool.float(FloatOp::Mul, format, mode, &[four, product]);
    let discriminant = e.pool.float(FloatOp::Sub, format, mode, &[square, product]);
    let negative = e
        .pool
        .float(FloatOp::Lt, format, mode, &[discriminant, zero]);
    if e.branch(negative) {
        return;
    }
    let double = e
        .pool
        .float(FloatOp::Eq, format, mode, &[discriminant, zero]);
    if e.branch(double) {
        return;
    }
    let root = e.pool.float(FloatOp::Sqrt, format, mode, &[discriminant]);
    let sum = e.pool.float(FloatOp::Sub, format, mode, &[root, b]);
    let two = e.pool.bv(32, 2f32.to_bits().into());
    let twice = e.pool.float(FloatOp::Mul, format, mode, &[two, a]);
    let x = e.pool.float(FloatOp::Div, format, mode, &[sum, twice]);
    let three = e.pool.bv(32, 3f32.to_bits().into());
    let hit = e.pool.float(FloatOp::Eq, format, mode, &[x, three]);
    e.branch(hit);
}

/// Products of two unknowns compared with constants that have few factors, or none in range.
pub fn factors(e: &mut Execution<'_>) {
    let (x, y) = (e.integer(2), e.integer(2));
    let (x, y) = (e.pool.zero_extend(x, 32), e.pool.zero_extend(y, 32));
    let product = e.pool.mul(x, y);
    let two = e.pool.bv(32, 2);
    for t in [x, y] {
        let large = e.pool.ule(two, t);
        if !e.branch(large) {
            return;
        }
    }
    // Products of primes, and a prime.
    for wanted in [1_009 * 2_003, 4_093 * 8_191, 30_011 * 50_021, 16_769_023] {
        let wanted = e.pool.bv(32, wanted);
        let hit = e.pool.eq(product, wanted);
        if e.branch(hit) {
            return;
        }
    }
}

/// A program, the seconds for one question and the number of questions to record.
pub type Program = (&'static str, u64, usize, fn(&mut Execution<'_>));

pub const PROGRAMS: [Program; 13] = [
    ("sort6", 10, usize::MAX, sort::<6>),
    ("sort7", 10, usize::MAX, sort::<7>),
    ("table", 10, 400, table_machine),
    ("hash table", 10, 2_000, hash_table),
    ("mixing hash", 10, 60, mixing_hash),
    ("checksum", 10, 60, checksum),
    ("decimal", 10, 60, decimal),
    ("euclid", 10, 40, euclid),
    ("calculator", 10, 40, calculator),
    ("factors", 10, 40, factors),
    ("parser", 10, 3_000, parser),
    ("memory", 10, 400, memory),
    ("quadratic", 10, 60, quadratic),
];
