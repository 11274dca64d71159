//! A persistent list: appending is O(1), clones share everything.

use std::sync::Arc;

/// A list whose clones share what they have in common; only its end can be appended to.
#[derive(Debug)]
pub(crate) struct List<T> {
    last: Option<Arc<ListNode<T>>>,
}

#[derive(Debug)]
struct ListNode<T> {
    value: T,
    length: u32,
    previous: Option<Arc<ListNode<T>>>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> List<T> {
        List {
            last: self.last.clone(),
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List { last: None }
    }
}

impl<T> List<T> {
    pub(crate) fn len(&self) -> u32 {
        self.last.as_ref().map_or(0, |node| node.length)
    }

    pub(crate) fn push(&mut self, value: T) {
        let length = self.len() + 1;
        self.last = Some(Arc::new(ListNode {
            value,
            length,
            previous: self.last.take(),
        }));
    }

    pub(crate) fn last(&self) -> Option<&T> {
        self.last.as_ref().map(|node| &node.value)
    }

    /// The last value, if no other list shares it.
    pub(crate) fn last_mut(&mut self) -> Option<&mut T> {
        self.last
            .as_mut()
            .and_then(Arc::get_mut)
            .map(|node| &mut node.value)
    }

    /// From the last value to the first.
    pub(crate) fn iter_back(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.last.as_deref(), |node| node.previous.as_deref())
            .map(|node| &node.value)
    }

    /// References from the first value to the last.
    pub(crate) fn to_vec(&self) -> Vec<&T> {
        self.since(0)
    }

    /// What has been appended since the list had that length, in order. What it had before is not looked at.
    pub(crate) fn since(&self, length: u32) -> Vec<&T> {
        let appended = self.len().saturating_sub(length);
        let mut values: Vec<&T> = self.iter_back().take(appended as usize).collect();
        values.reverse();
        values
    }
}

/// Iterative: a path can be longer than the host's stack is deep.
impl<T> Drop for ListNode<T> {
    fn drop(&mut self) {
        let mut previous = self.previous.take();
        while let Some(node) = previous {
            match Arc::into_inner(node) {
                Some(mut node) => previous = node.previous.take(),
                None => break,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::List;

    #[test]
    fn clones_share_and_diverge() {
        let mut a = List::default();
        a.push(1);
        let mut b = a.clone();
        a.push(2);
        b.push(3);
        assert_eq!(a.to_vec(), [&1, &2]);
        assert_eq!(b.to_vec(), [&1, &3]);
        assert_eq!(b.len(), 2);
        assert_eq!(a.since(1), [&2]);
        assert!(a.since(2).is_empty());
    }

    #[test]
    fn a_long_list_is_dropped_without_recursion() {
        let mut list = List::default();
        for i in 0..1_000_000 {
            list.push(i);
        }
        let other = list.clone();
        drop(list);
        assert_eq!(other.len(), 1_000_000);
    }
}
