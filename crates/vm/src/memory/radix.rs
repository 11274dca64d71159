//! A persistent map from numbers of 32 bits, in their order.
//!
//! A clone shares all nodes; writing copies the nodes on the way that are shared. A part of the tree with one entry in
//! it is that entry.

use super::table::own;
use std::sync::Arc;

const FAN_BITS: u32 = 4;
const FAN: usize = 1 << FAN_BITS;

/// Bits of a key below the digit that tells the children of the root apart.
const TOP: u32 = u32::BITS - FAN_BITS;

/// See the module's description.
#[derive(Clone, Debug)]
pub(crate) struct Radix<V> {
    root: RadixNode<V>,
}

#[derive(Clone, Debug)]
enum RadixNode<V> {
    Empty,
    One(u32, V),
    Inner(Arc<[RadixNode<V>; FAN]>),
}

impl<V> Default for Radix<V> {
    fn default() -> Radix<V> {
        Radix {
            root: RadixNode::Empty,
        }
    }
}

fn digit(key: u32, shift: u32) -> usize {
    (key >> shift) as usize % FAN
}

impl<V: Copy> Radix<V> {
    pub(crate) fn get(&self, key: u32) -> Option<V> {
        let (mut node, mut shift) = (&self.root, TOP);
        loop {
            match node {
                RadixNode::Empty => return None,
                RadixNode::One(found, value) => return (*found == key).then_some(*value),
                RadixNode::Inner(children) => node = &children[digit(key, shift)],
            }
            shift = shift.wrapping_sub(FAN_BITS);
        }
    }

    /// Sets the value of a key.
    pub(crate) fn insert(&mut self, key: u32, value: V) {
        let (mut node, mut shift) = (&mut self.root, TOP);
        loop {
            match node {
                RadixNode::Empty => {
                    *node = RadixNode::One(key, value);
                    return;
                }
                RadixNode::One(found, held) if *found == key => {
                    *held = value;
                    return;
                }
                RadixNode::One(found, held) => {
                    let mut children = [const { RadixNode::Empty }; FAN];
                    children[digit(*found, shift)] = RadixNode::One(*found, *held);
                    *node = RadixNode::Inner(Arc::new(children));
                }
                RadixNode::Inner(_) => {}
            }
            let RadixNode::Inner(children) = node else {
                unreachable!("all other nodes were replaced");
            };
            node = &mut own(children)[digit(key, shift)];
            shift = shift.wrapping_sub(FAN_BITS);
        }
    }

    pub(crate) fn remove(&mut self, key: u32) {
        let (mut node, mut shift) = (&mut self.root, TOP);
        loop {
            match node {
                RadixNode::Empty => return,
                RadixNode::One(found, _) => {
                    if *found == key {
                        *node = RadixNode::Empty;
                    }
                    return;
                }
                RadixNode::Inner(children) => node = &mut own(children)[digit(key, shift)],
            }
            shift = shift.wrapping_sub(FAN_BITS);
        }
    }

    /// The entry with the greatest key up to this one.
    pub(crate) fn at_or_before(&self, key: u32) -> Option<(u32, V)> {
        before(&self.root, key, TOP)
    }

    /// All entries, ascending.
    pub(crate) fn entries(&self) -> Vec<(u32, V)> {
        let mut entries = Vec::new();
        collect(&self.root, &mut entries);
        entries
    }
}

/// Recursion goes as deep as a key has digits.
fn before<V: Copy>(node: &RadixNode<V>, key: u32, shift: u32) -> Option<(u32, V)> {
    match node {
        RadixNode::Empty => None,
        RadixNode::One(found, value) => (*found <= key).then_some((*found, *value)),
        RadixNode::Inner(children) => {
            let at = digit(key, shift);
            let below = shift.wrapping_sub(FAN_BITS);
            let smaller = || children[..at].iter().rev().find_map(last);
            before(&children[at], key, below).or_else(smaller)
        }
    }
}

/// The entry with the greatest key of all.
fn last<V: Copy>(node: &RadixNode<V>) -> Option<(u32, V)> {
    match node {
        RadixNode::Empty => None,
        RadixNode::One(found, value) => Some((*found, *value)),
        RadixNode::Inner(children) => children.iter().rev().find_map(last),
    }
}

fn collect<V: Copy>(node: &RadixNode<V>, into: &mut Vec<(u32, V)>) {
    match node {
        RadixNode::Empty => {}
        RadixNode::One(found, value) => into.push((*found, *value)),
        RadixNode::Inner(children) => children.iter().for_each(|child| collect(child, into)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_is_as_an_ordered_map(
            steps in proptest::collection::vec(
                (prop_oneof![0u32..40, any::<u32>()], any::<bool>(), any::<u8>()), 0..60
            ),
            asked in proptest::collection::vec(prop_oneof![0u32..40, any::<u32>()], 0..40),
        ) {
            let (mut radix, mut map) = (Radix::default(), BTreeMap::new());
            for (key, inserted, value) in steps {
                let before = (radix.clone(), map.clone());
                match inserted {
                    true => {
                        radix.insert(key, value);
                        map.insert(key, value);
                    }
                    false => {
                        radix.remove(key);
                        map.remove(&key);
                    }
                }
                let entries: Vec<(u32, u8)> = before.1.into_iter().collect();
                prop_assert_eq!(before.0.entries(), entries);
            }
            for key in asked {
                prop_assert_eq!(radix.get(key), map.get(&key).copied());
                let expected = map.range(..=key).next_back().map(|(key, value)| (*key, *value));
                prop_assert_eq!(radix.at_or_before(key), expected);
            }
            let entries: Vec<(u32, u8)> = map.into_iter().collect();
            prop_assert_eq!(radix.entries(), entries);
        }
    }
}
