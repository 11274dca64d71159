//! Ways in which input is damaged.

use rand::Rng;
use rand::rngs::SmallRng;

/// No mutant is longer, so that what takes long is the parser's fault.
const LONGEST: usize = 1 << 16;

/// Numbers at the edges of types.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "127",
    "255",
    "256",
    "65535",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "1e999",
    "340282366920938463463374607431768211456",
    "",
];

/// An input of the corpus, damaged in some places.
pub fn damage(corpus: &[Vec<u8>], random: &mut SmallRng) -> Vec<u8> {
    let mut bytes = corpus[random.random_range(0..corpus.len())].clone();
    for _ in 0..random.random_range(1..5) {
        damage_once(&mut bytes, corpus, random);
        bytes.truncate(LONGEST);
    }
    bytes
}

fn damage_once(bytes: &mut Vec<u8>, corpus: &[Vec<u8>], random: &mut SmallRng) {
    let (at, end) = range(bytes.len(), 16, random);
    if bytes.is_empty() {
        bytes.push(random.random());
        return;
    }
    match random.random_range(0..12) {
        0 => bytes.truncate(at),
        1 => bytes[at.min(end - 1)] ^= 1 << random.random_range(0..8),
        2 => bytes[at..end].fill_with(|| random.random()),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let part = bytes[at..end].to_vec();
            let to = random.random_range(0..=bytes.len());
            drop(bytes.splice(to..to, part));
        }
        5 => {
            let other = &corpus[random.random_range(0..corpus.len())];
            let (from, to) = range(other.len(), 200, random);
            drop(bytes.splice(at..end, other[from..to].iter().copied()));
        }
        6 | 7 => replace_number(bytes, random),
        8 => {
            let edge = [0, 1, 0x7f, 0x80, 0xff][random.random_range(0..5)];
            let width = 1 << random.random_range(0..4);
            let end = (at + width).min(bytes.len());
            bytes[at..end].fill(edge);
            if edge == 0x7f || edge == 0x80 {
                bytes[at + 1..end].fill(if edge == 0x80 { 0 } else { 0xff });
            }
        }
        9 => {
            let part = bytes[at..end].repeat(random.random_range(2..2000));
            drop(bytes.splice(at..end, part));
        }
        10 => swap_words(bytes, random),
        _ => {
            const MARKS: &[u8] = b"()[]{}<>\"'\\,;:.=+-/*#@$%&|!? \n\t\0";
            bytes.insert(at, MARKS[random.random_range(0..MARKS.len())]);
        }
    }
}

/// A range of up to so many bytes; empty only if there are none.
fn range(length: usize, most: usize, random: &mut SmallRng) -> (usize, usize) {
    if length == 0 {
        return (0, 0);
    }
    let at = random.random_range(0..length);
    (at, (at + random.random_range(1..=most)).min(length))
}

fn replace_number(bytes: &mut Vec<u8>, random: &mut SmallRng) {
    let numbers = runs(bytes, |byte| byte.is_ascii_digit());
    let number = NUMBERS[random.random_range(0..NUMBERS.len())];
    let (at, end) = match numbers.len() {
        0 => range(bytes.len(), 1, random),
        count => numbers[random.random_range(0..count)],
    };
    drop(bytes.splice(at..end, number.bytes()));
}

fn swap_words(bytes: &mut Vec<u8>, random: &mut SmallRng) {
    let words = runs(bytes, |byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    if words.is_empty() {
        return;
    }
    let (from, to) = words[random.random_range(0..words.len())];
    let (at, end) = words[random.random_range(0..words.len())];
    let word = bytes[from..to].to_vec();
    drop(bytes.splice(at..end, word));
}

/// The longest ranges of bytes that are of a kind.
fn runs(bytes: &[u8], kind: impl Fn(&u8) -> bool) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (at, byte) in bytes.iter().enumerate() {
        match (kind(byte), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                found.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    found.extend(start.map(|from| (from, bytes.len())));
    found
}
