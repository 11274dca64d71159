//! Damaged input for the tests of parsers: whatever comes from outside is read or refused, without a panic,
//! soon, and with no more memory than it has a right to.
//!
//! Mutants are the same in every run, and a third of them is tried. `MUTANTS_SECONDS` in the environment makes a check
//! try all, and go on for so long;
//! with `MUTANTS_SHOWN` set each is printed before it is tried (`--nocapture`), which tells of those that end the
//! process.

mod damage;

use rand::SeedableRng;
use rand::rngs::SmallRng;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

pub use damage::damage;

/// One input takes no longer, on a machine that has other things to do.
const LONGEST: Duration = Duration::from_secs(10);

/// KiB that the process may grow by.
const MOST_MEMORY: u64 = 1 << 20;

/// Mutants after which the memory of the process is looked at.
const ROW: u64 = 32;

/// One mutant in so many is tried where no time for them is given.
const UNASKED: u64 = 3;

/// Files of a directory, by name, as a corpus.
///
/// # Panics
/// If there are none, or one cannot be read.
pub fn files(directory: &Path, extension: &str) -> Vec<Vec<u8>> {
    let entries = std::fs::read_dir(directory).unwrap_or_else(|error| {
        panic!("{}: {error}", directory.display());
    });
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry of the directory").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .collect();
    paths.sort();
    assert!(
        !paths.is_empty(),
        "{}: no .{extension}",
        directory.display()
    );
    let read = |path| std::fs::read(path).expect("a file of the corpus is readable");
    paths.iter().map(read).collect()
}

/// Texts as a corpus.
pub fn texts(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

/// Gives a parser the corpus and mutants of it: of so many those that there is time for.
///
/// # Panics
/// If the parser does, takes too long for an input, or takes too much memory.
pub fn check(corpus: &[Vec<u8>], mutants: u64, parse: impl Fn(&[u8])) {
    let asked = std::env::var("MUTANTS_SECONDS").ok();
    let mutants = match asked {
        Some(_) => mutants,
        None => mutants.div_ceil(UNASKED),
    };
    let seconds = asked.map_or(0, |text| text.parse().expect("a number of seconds"));
    let end = Instant::now() + Duration::from_secs(seconds);
    let is_shown = std::env::var_os("MUTANTS_SHOWN").is_some();
    let before = most_memory();
    for input in corpus {
        check_one("of the corpus", input, &parse);
    }
    let mut seed = 0;
    while seed < mutants || Instant::now() < end {
        let mutant = damage(corpus, &mut SmallRng::seed_from_u64(seed));
        if is_shown {
            eprintln!("mutant {seed}: {}", shown(&mutant));
        }
        check_one(&format!("mutant {seed}"), &mutant, &parse);
        seed += 1;
        // To ask takes longer than most parsers.
        if seed.is_multiple_of(ROW) || seed == mutants {
            let grown = most_memory().saturating_sub(before);
            assert!(
                grown < MOST_MEMORY,
                "the {ROW} mutants before {seed}, or one of them, take {grown} KiB"
            );
        }
    }
}

fn check_one(name: &str, input: &[u8], parse: &impl Fn(&[u8])) {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| parse(input)));
    if let Err(panic) = result {
        eprintln!("{name}: {}", shown(input));
        resume_unwind(panic);
    }
    let taken = start.elapsed();
    assert!(taken < LONGEST, "{name} takes {taken:?}: {}", shown(input));
}

/// Bytes as a Rust literal, so that they can become a test.
fn shown(input: &[u8]) -> String {
    format!("b\"{}\"", input.escape_ascii())
}

/// The most memory that this process had so far, in KiB; 0 where the system does not tell.
fn most_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse().ok());
    number.unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parser_that_panics_is_caught() {
        let careless = |input: &[u8]| assert!(input.len() < 20);
        let caught = catch_unwind(|| check(&texts(&["a short text"]), 1000, careless));
        assert!(caught.is_err());
        check(&texts(&["a short text"]), 1000, |_| {});
    }
}
