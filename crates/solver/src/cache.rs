//! Answers to earlier queries.
//!
//! Three questions, in order of cost: was exactly this set asked before; does it contain a stored
//! unsatisfiable core; is it contained in a stored satisfiable set (whose model then satisfies it
//! too). After KLEE's counterexample cache (Cadar, Dunbar, Engler 2008, section 3.3), with indices
//! instead of its set-trie: a core is filed under its youngest term, a satisfiable set under each
//! of its terms. All stores are bounded and forget the oldest first.

use crate::answer::Unknown;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use term::{InputId, Term, Value};

/// Values for the inputs of a query.
pub(crate) type Assignment = Arc<[(InputId, Value)]>;

/// Cores kept under one term, and satisfiable sets looked at under one term.
const LIST_LIMIT: usize = 64;
/// Models remembered for one set of inputs.
const RECENT_LIMIT: usize = 8;

/// What a cache knows about a set.
#[derive(Clone, Debug)]
pub(crate) enum Known {
    /// A model of it.
    Sat(Assignment),
    /// An unsatisfiable subset of it.
    Unsat(Arc<[Term]>),
    /// That it was not answered: asking again would cost the whole time limit again.
    Unknown(Unknown),
}

/// The caches of one solver.
#[derive(Debug)]
pub(crate) struct Cache {
    limit: usize,
    exact: FxHashMap<Arc<[Term]>, Known>,
    exact_order: VecDeque<Arc<[Term]>>,
    cores: FxHashMap<Term, VecDeque<Set<()>>>,
    cores_order: VecDeque<Term>,
    sets: VecDeque<Set<Assignment>>,
    /// Number of the first of `sets`, counting from the first ever stored.
    first_set: u64,
    /// Terms in all of `sets`.
    stored_terms: usize,
    sets_of: FxHashMap<Term, VecDeque<u64>>,
    recent: FxHashMap<Box<[InputId]>, VecDeque<Assignment>>,
}

/// A sorted set of terms with a Bloom signature that makes most subset tests one operation.
#[derive(Debug)]
struct Set<D> {
    terms: Arc<[Term]>,
    signature: u64,
    data: D,
}

fn signature(terms: &[Term]) -> u64 {
    terms.iter().fold(0, |bits, t| {
        bits | 1 << (t.to_raw().wrapping_mul(0x9E37_79B1) >> 26)
    })
}

/// Subset of sorted slices.
fn is_subset(small: &[Term], large: &[Term]) -> bool {
    if small.len() > large.len() {
        return false;
    }
    let mut large = large.iter();
    small
        .iter()
        .all(|t| large.by_ref().find(|l| *l >= t) == Some(t))
}

impl Cache {
    /// A cache of `limit` entries of each kind.
    pub(crate) fn new(limit: usize) -> Cache {
        Cache {
            limit: limit.max(1),
            exact: FxHashMap::default(),
            exact_order: VecDeque::new(),
            cores: FxHashMap::default(),
            cores_order: VecDeque::new(),
            sets: VecDeque::new(),
            first_set: 0,
            stored_terms: 0,
            sets_of: FxHashMap::default(),
            recent: FxHashMap::default(),
        }
    }

    /// What is known of exactly this set (sorted).
    pub(crate) fn exact(&self, key: &[Term]) -> Option<Known> {
        self.exact.get(key).cloned()
    }

    /// A stored core that the set contains.
    pub(crate) fn core_within(&self, key: &[Term]) -> Option<Arc<[Term]>> {
        if self.cores.is_empty() {
            return None;
        }
        let bits = signature(key);
        let candidates = key.iter().filter_map(|t| self.cores.get(t)).flatten();
        candidates
            .filter(|core| core.signature & !bits == 0)
            .find(|core| is_subset(&core.terms, key))
            .map(|core| core.terms.clone())
    }

    /// A model of a stored set that contains this one.
    pub(crate) fn superset_model(&self, key: &[Term]) -> Option<Assignment> {
        // The term in the fewest stored sets has the shortest list; one in none ends the search.
        let mut rarest: Option<&VecDeque<u64>> = None;
        for t in key {
            let list = self.sets_of.get(t)?;
            if rarest.is_none_or(|best| list.len() < best.len()) {
                rarest = Some(list);
            }
        }
        let bits = signature(key);
        for &number in rarest?.iter().rev() {
            let Some(index) = number.checked_sub(self.first_set) else {
                break;
            };
            let set = &self.sets[index as usize];
            if bits & !set.signature == 0 && is_subset(key, &set.terms) {
                return Some(set.data.clone());
            }
        }
        None
    }

    /// Models found recently for these inputs, latest first.
    pub(crate) fn recent(&self, inputs: &[InputId]) -> Vec<Assignment> {
        self.recent
            .get(inputs)
            .map_or_else(Vec::new, |models| models.iter().cloned().collect())
    }

    /// Remembers an answer for a set.
    pub(crate) fn remember(&mut self, key: Arc<[Term]>, known: Known) {
        if self.exact.insert(key.clone(), known).is_none() {
            self.exact_order.push_back(key);
            if self.exact_order.len() > self.limit
                && let Some(oldest) = self.exact_order.pop_front()
            {
                self.exact.remove(&oldest);
            }
        }
    }

    /// Remembers an unsatisfiable core (in any order).
    pub(crate) fn remember_core(&mut self, core: &[Term]) -> Arc<[Term]> {
        let mut terms = core.to_vec();
        terms.sort_unstable();
        terms.dedup();
        let terms: Arc<[Term]> = terms.into();
        let Some(&last) = terms.last() else {
            return terms;
        };
        let list = self.cores.entry(last).or_default();
        if list.iter().any(|known| known.terms == terms) {
            return terms;
        }
        list.push_back(Set {
            signature: signature(&terms),
            terms: terms.clone(),
            data: (),
        });
        if list.len() > LIST_LIMIT {
            list.pop_front();
        } else {
            self.cores_order.push_back(last);
        }
        if self.cores_order.len() > self.limit
            && let Some(oldest) = self.cores_order.pop_front()
            && let Some(list) = self.cores.get_mut(&oldest)
        {
            list.pop_front();
            if list.is_empty() {
                self.cores.remove(&oldest);
            }
        }
        terms
    }

    /// Remembers a model of a set (sorted), for its subsets.
    pub(crate) fn remember_model(&mut self, key: &Arc<[Term]>, model: &Assignment) {
        let number = self.first_set + self.sets.len() as u64;
        for &t in key.iter() {
            let list = self.sets_of.entry(t).or_default();
            list.push_back(number);
            if list.len() > LIST_LIMIT {
                list.pop_front();
            }
        }
        self.stored_terms += key.len();
        let (terms, data) = (key.clone(), model.clone());
        self.sets.push_back(Set {
            signature: signature(key),
            terms,
            data,
        });
        while self.sets.len() > self.limit || self.stored_terms > 16 * self.limit {
            let Some(oldest) = self.sets.pop_front() else {
                break;
            };
            self.forget_set(&oldest.terms);
        }
    }

    /// Removes the set that has just been taken from the front.
    fn forget_set(&mut self, terms: &[Term]) {
        self.first_set += 1;
        self.stored_terms -= terms.len();
        for t in terms {
            let Some(list) = self.sets_of.get_mut(t) else {
                continue;
            };
            if list.front().is_some_and(|&number| number < self.first_set) {
                list.pop_front();
            }
            if list.is_empty() {
                self.sets_of.remove(t);
            }
        }
    }

    /// Remembers a model for other queries over the same inputs.
    pub(crate) fn remember_recent(&mut self, inputs: &[InputId], model: &Assignment) {
        if self.recent.len() >= self.limit && !self.recent.contains_key(inputs) {
            self.recent.clear();
        }
        let models = self.recent.entry(inputs.into()).or_default();
        models.push_front(model.clone());
        models.truncate(RECENT_LIMIT);
    }
}

#[cfg(test)]
mod tests;
