//! The caches against a naive list of everything stored.

use super::{Assignment, Cache, Known, is_subset};
use std::sync::Arc;
use term::{Pool, Sort, Term};

/// A small generator, so that a seed names a test.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    fn set(&mut self, terms: &[Term], most: u64) -> Arc<[Term]> {
        let size = 1 + self.below(most);
        let mut set: Vec<Term> = (0..size)
            .map(|_| terms[self.below(terms.len() as u64) as usize])
            .collect();
        set.sort_unstable();
        set.dedup();
        set.into()
    }
}

fn terms(count: usize) -> Vec<Term> {
    let mut pool = Pool::new();
    (0..count)
        .map(|i| pool.input(&format!("t{i}"), Sort::Bool))
        .collect()
}

fn naive_subset(small: &[Term], large: &[Term]) -> bool {
    small.iter().all(|t| large.contains(t))
}

fn model(number: usize) -> Assignment {
    let value = term::Value::Bits(term::Bits::new(32, number as u64));
    Arc::from([(term::InputId(0), value)])
}

#[test]
fn subsets_are_found_as_by_trying_all() {
    let terms = terms(12);
    let mut random = Random(0x1234_5678);
    for _ in 0..50 {
        let mut cache = Cache::new(1_000);
        let mut stored: Vec<Arc<[Term]>> = Vec::new();
        for _ in 0..30 {
            stored.push(cache.remember_core(&random.set(&terms, 5)));
            let key = random.set(&terms, 12);
            let expected = stored.iter().any(|core| naive_subset(core, &key));
            let found = cache.core_within(&key);
            assert_eq!(found.is_some(), expected);
            assert!(found.is_none_or(|core| naive_subset(&core, &key)));
        }
    }
}

#[test]
fn supersets_are_found_as_by_trying_all() {
    let terms = terms(12);
    let mut random = Random(0x8765_4321);
    for _ in 0..50 {
        let mut cache = Cache::new(1_000);
        let mut stored: Vec<Arc<[Term]>> = Vec::new();
        for number in 0..30 {
            let set = random.set(&terms, 10);
            cache.remember_model(&set, &model(number));
            stored.push(set);
            let key = random.set(&terms, 4);
            let expected: Vec<Assignment> = (0..stored.len())
                .filter(|&i| naive_subset(&key, &stored[i]))
                .map(model)
                .collect();
            match cache.superset_model(&key) {
                Some(found) => assert!(expected.contains(&found)),
                None => assert!(expected.is_empty()),
            }
        }
    }
}

/// However much is stored, no more than the limit is kept, and what is answered is right.
#[test]
fn bounded_and_right_after_eviction() {
    let terms = terms(300);
    let mut random = Random(99);
    let mut cache = Cache::new(50);
    let mut stored: Vec<Arc<[Term]>> = Vec::new();
    for number in 0..3_000 {
        let set = random.set(&terms, 8);
        cache.remember(set.clone(), Known::Sat(model(number)));
        cache.remember_model(&set, &model(number));
        cache.remember_core(&random.set(&terms, 6));
        cache.remember_recent(&[term::InputId(number as u32)], &model(number));
        stored.push(set.clone());
        let Some(Known::Sat(exact)) = cache.exact(&set) else {
            panic!("just stored")
        };
        let from = exact[0]
            .1
            .as_bits()
            .and_then(term::Bits::to_u64)
            .expect("a number") as usize;
        assert_eq!(stored[from], set);
        let key: Arc<[Term]> = set[..set.len().div_ceil(2)].into();
        let found = cache
            .superset_model(&key)
            .expect("its superset was just stored");
        let from = found[0]
            .1
            .as_bits()
            .and_then(term::Bits::to_u64)
            .expect("a number") as usize;
        assert!(naive_subset(&key, &stored[from]));
        assert!(number - from <= 50, "an evicted set answers");
    }
    assert!(cache.exact.len() <= 50 && cache.sets.len() <= 50 && cache.recent.len() <= 50);
    let cores: usize = cache
        .cores
        .values()
        .map(std::collections::VecDeque::len)
        .sum();
    assert!(cores <= 50 && cores == cache.cores_order.len());
    let live: usize = cache
        .sets_of
        .values()
        .map(std::collections::VecDeque::len)
        .sum();
    assert!(live <= cache.stored_terms);
}

#[test]
fn subset_of_sorted_slices() {
    let terms = terms(8);
    let mut random = Random(7);
    for _ in 0..2_000 {
        let (a, b) = (random.set(&terms, 4), random.set(&terms, 8));
        assert_eq!(is_subset(&a, &b), naive_subset(&a, &b), "{a:?} {b:?}");
    }
}
