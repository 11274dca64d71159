//! Addresses that may be elements of arrays of words.

use super::address::looks_like_address;
use super::pointees::leaves;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Op, Pool, Term};

/// What of arrays of words looks like an address: arrays that are written at symbolic indices grow by one store
/// at a time, each looked at once.
#[derive(Default)]
pub(crate) struct AddressesInArrays {
    known: FxHashMap<Term, Arc<[u64]>>,
}

impl AddressesInArrays {
    /// The words that an element of an array may be, if they look like addresses.
    pub(crate) fn of(&mut self, pool: &Pool, array: Term) -> Arc<[u64]> {
        let (mut stores, mut below) = (Vec::new(), array);
        while !self.known.contains_key(&below) && pool.op(below) == Op::Store {
            stores.push(below);
            below = pool.arguments(below)[0];
        }
        let mut words = match self.known.get(&below) {
            Some(words) => words.clone(),
            None => added(pool, &Arc::default(), below),
        };
        self.known.insert(below, words.clone());
        for store in stores.into_iter().rev() {
            words = added(pool, &words, pool.arguments(store)[2]);
            self.known.insert(store, words.clone());
        }
        words
    }
}

/// Those words with what a term may be, if it looks like an address.
fn added(pool: &Pool, words: &Arc<[u64]>, term: Term) -> Arc<[u64]> {
    let mut fresh: Vec<u64> = Vec::new();
    leaves(pool, term, &mut |word| {
        if looks_like_address(word) && !words.contains(&word) && !fresh.contains(&word) {
            fresh.push(word);
        }
    });
    match fresh.is_empty() {
        true => words.clone(),
        false => words.iter().copied().chain(fresh).collect(),
    }
}
