//! Random programs by their seeds: which, on all cores, and what they came to.

use rayon::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

/// What programs came to.
pub trait Totals: Default + Send {
    /// Takes in what others came to.
    fn add(&mut self, others: Self);
}

/// The number in an environment variable.
fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(default, |text| text.parse().expect("a number"))
}

/// The seeds that `NAME_SEED` and `NAME_PROGRAMS` in the environment ask for, else these.
pub fn wanted(name: &str, otherwise: Range<u64>) -> Range<u64> {
    let first = number(&format!("{name}_SEED"), otherwise.start);
    let count = otherwise.end - otherwise.start;
    first..first + number(&format!("{name}_PROGRAMS"), count)
}

/// Checks the program of every seed.
pub fn check<T: Totals>(seeds: Range<u64>, check: impl Fn(u64, &mut T) + Sync) -> T {
    let (count, done) = (seeds.end - seeds.start, AtomicU64::new(0));
    let each = seeds.into_par_iter().map(|seed| {
        let mut totals = T::default();
        check(seed, &mut totals);
        let done = 1 + done.fetch_add(1, Ordering::Relaxed);
        if done.is_multiple_of(20) {
            println!("{done} of {count}");
        }
        totals
    });
    each.reduce(T::default, |mut one, other| {
        one.add(other);
        one
    })
}
