//! Pending nodes in buckets of one rank, the lowest rank first, where ranks change as the run goes.

use super::contract::{Entry, View};
use rand::{Rng, rngs::SmallRng};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::hash::Hash;

/// A heap of buckets whose ranks are looked up again when they come to the top: a rank that has
/// risen meanwhile sends its bucket back into the heap. Ranks that fall are noticed only after
/// [`RankedBuckets::rerank`].
pub(super) struct RankedBuckets<K> {
    buckets: FxHashMap<K, Bucket>,
    /// Rank, number in line and key of each bucket; those whose number is not the bucket's are
    /// void.
    heap: BinaryHeap<Reverse<(u64, u64, K)>>,
    /// The last number in line.
    line: u64,
}

struct Bucket {
    entries: Vec<Entry>,
    line: u64,
}

impl<K> Default for RankedBuckets<K>
where
    K: Ord,
{
    fn default() -> RankedBuckets<K> {
        RankedBuckets {
            buckets: FxHashMap::default(),
            heap: BinaryHeap::new(),
            line: 0,
        }
    }
}

impl<K: Copy + Eq + Hash + Ord> RankedBuckets<K> {
    /// Number of buckets.
    pub(super) fn count(&self) -> usize {
        self.buckets.len()
    }

    /// Puts a node into a bucket; `rank` is that of the bucket now.
    pub(super) fn add(&mut self, key: K, entry: Entry, rank: impl FnOnce() -> u64) {
        if let Some(bucket) = self.buckets.get_mut(&key) {
            bucket.entries.push(entry);
            return;
        }
        let line = self.queue(key, rank());
        let entries = vec![entry];
        self.buckets.insert(key, Bucket { entries, line });
    }

    /// Notes the rank of a bucket, if there is one; needed where a rank has fallen.
    pub(super) fn requeue(&mut self, key: K, rank: u64) {
        let line = self.queue(key, rank);
        if let Some(bucket) = self.buckets.get_mut(&key) {
            bucket.line = line;
        }
    }

    fn queue(&mut self, key: K, rank: u64) -> u64 {
        self.line += 1;
        self.heap.push(Reverse((rank, self.line, key)));
        self.line
    }

    /// Takes a node of the bucket of lowest rank, at random; among buckets of equal rank that which
    /// has waited longest. Returns the rank and the key, too.
    pub(super) fn take(
        &mut self,
        view: &View<'_>,
        random: &mut SmallRng,
        rank: impl FnMut(K) -> u64,
    ) -> Option<(u64, K, Entry)> {
        self.take_by(view, random, rank, take_random)
    }

    /// As [`RankedBuckets::take`], but a node with few decisions: among nodes that are alike otherwise, its
    /// path is the one that queries are easiest of.
    pub(super) fn take_shallow(
        &mut self,
        view: &View<'_>,
        random: &mut SmallRng,
        rank: impl FnMut(K) -> u64,
    ) -> Option<(u64, K, Entry)> {
        self.take_by(view, random, rank, take_shallow)
    }

    fn take_by(
        &mut self,
        view: &View<'_>,
        random: &mut SmallRng,
        mut rank: impl FnMut(K) -> u64,
        pick: fn(&mut Vec<Entry>, &View<'_>, &mut SmallRng) -> Option<Entry>,
    ) -> Option<(u64, K, Entry)> {
        while let Some(Reverse((queued, line, key))) = self.heap.pop() {
            let Some(bucket) = self
                .buckets
                .get_mut(&key)
                .filter(|bucket| bucket.line == line)
            else {
                continue;
            };
            let now = rank(key);
            let entry = match now > queued {
                true => None,
                false => pick(&mut bucket.entries, view, random),
            };
            if bucket.entries.is_empty() {
                self.buckets.remove(&key);
            } else {
                self.requeue(key, now);
            }
            if let Some(entry) = entry {
                return Some((now, key, entry));
            }
        }
        None
    }

    /// Looks up all ranks again.
    pub(super) fn rerank(&mut self, mut rank: impl FnMut(K) -> u64) {
        let mut queued = std::mem::take(&mut self.heap).into_vec();
        queued.retain(|Reverse((_, line, key))| {
            self.buckets
                .get(key)
                .is_some_and(|bucket| bucket.line == *line)
        });
        for Reverse((old, _, key)) in &mut queued {
            *old = rank(*key);
        }
        self.heap = queued.into();
    }

    /// All nodes, those of the highest rank first, as ranks were when they were last looked up.
    pub(super) fn ranking(&self) -> Vec<Entry> {
        let mut queued: Vec<&Reverse<(u64, u64, K)>> = self.heap.iter().collect();
        queued.sort_unstable();
        let mut entries = Vec::new();
        for Reverse((_, line, key)) in queued {
            if let Some(bucket) = self.buckets.get(key).filter(|bucket| bucket.line == *line) {
                entries.extend_from_slice(&bucket.entries);
            }
        }
        entries
    }

    /// Forgets nodes that are not pending any more.
    pub(super) fn forget_visited(&mut self, view: &View<'_>) {
        self.buckets.retain(|_, bucket| {
            bucket.entries.retain(|&entry| view.is_current(entry));
            bucket.entries.shrink_to(2 * bucket.entries.len());
            !bucket.entries.is_empty()
        });
        let mut queued = std::mem::take(&mut self.heap).into_vec();
        queued.retain(|Reverse((_, line, key))| {
            self.buckets
                .get(key)
                .is_some_and(|bucket| bucket.line == *line)
        });
        self.heap = queued.into();
    }
}

/// Nodes looked at for one with few decisions.
const SAMPLE: usize = 16;

/// Removes the node with the fewest decisions of some that still wait.
fn take_shallow(entries: &mut Vec<Entry>, view: &View<'_>, random: &mut SmallRng) -> Option<Entry> {
    let mut found = Vec::with_capacity(SAMPLE);
    while found.len() < SAMPLE
        && let Some(entry) = take_random(entries, view, random)
    {
        found.push(entry);
    }
    let depths = found.iter().map(|entry| view.tree.depth(entry.node));
    let shallowest = depths.enumerate().min_by_key(|&(_, depth)| depth)?.0;
    let taken = found.swap_remove(shallowest);
    entries.append(&mut found);
    Some(taken)
}

/// Removes a node that still waits, at random; those that do not are removed on the way.
pub(super) fn take_random(
    entries: &mut Vec<Entry>,
    view: &View<'_>,
    random: &mut SmallRng,
) -> Option<Entry> {
    while !entries.is_empty() {
        let entry = entries.swap_remove(random.random_range(0..entries.len()));
        if view.is_current(entry) {
            return Some(entry);
        }
    }
    None
}
