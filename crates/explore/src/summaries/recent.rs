//! What was needed lately and may be again, as far as there is room for it.

use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::hash::Hash;
use std::rc::Rc;

/// Things by key; the oldest go when all together take too many bytes.
pub(crate) struct Recent<K, V> {
    kept: FxHashMap<K, (Rc<V>, usize)>,
    order: VecDeque<K>,
    bytes: usize,
    most: usize,
}

impl<K: Hash + Eq + Copy, V> Recent<K, V> {
    /// Room for so many bytes.
    pub(crate) fn new(most: usize) -> Recent<K, V> {
        Recent {
            kept: FxHashMap::default(),
            order: VecDeque::new(),
            bytes: 0,
            most,
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<&Rc<V>> {
        self.kept.get(key).map(|(value, _)| value)
    }

    /// Keeps one that takes so many bytes.
    pub(crate) fn keep(&mut self, key: K, value: Rc<V>, bytes: usize) {
        match self.kept.insert(key, (value, bytes)) {
            Some((_, before)) => self.bytes -= before,
            None => self.order.push_back(key),
        }
        self.bytes += bytes;
        while self.bytes > self.most
            && let Some(oldest) = self.order.pop_front()
        {
            if let Some((_, bytes)) = self.kept.remove(&oldest) {
                self.bytes -= bytes;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Recent;
    use std::rc::Rc;

    #[test]
    fn the_oldest_go() {
        let mut recent = Recent::new(10);
        for number in 0..4 {
            recent.keep(number, Rc::new(number), 4);
        }
        recent.keep(3, Rc::new(7), 5);
        let kept: Vec<Option<i32>> = (0..4).map(|key| recent.get(&key).map(|it| **it)).collect();
        assert_eq!(kept, [None, None, Some(2), Some(7)]);
    }
}
