//! Interned sets of inputs: one handle a set, unions remembered.
//!
//! A set is a hash-consed radix tree over input numbers whose leaves are 64-bit maps. Equal sets
//! have equal handles, a union shares what it can with its parts, and so a chain of a million
//! terms, each with one input more than the last, costs a few nodes a term.

use std::sync::{Arc, Mutex};

use rustc_hash::FxHashMap;

use crate::InputId;

/// Handle of a set; 0 is the empty one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SetId(u32);

impl SetId {
    pub(crate) const EMPTY: SetId = SetId(0);
}

/// A subtree. Level 0 is a bitmap of 64 inputs; a fork at level `n` splits the numbers of
/// `2^(6+n)` inputs in halves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subtree {
    Empty,
    /// Inputs `64 * block + i` for the bits `i` of the map (not zero).
    Leaf {
        block: u32,
        map: u64,
    },
    /// Both halves are inhabited; `low` holds the blocks whose bit `bit` is 0. All blocks agree in
    /// the bits above.
    Fork {
        bit: u8,
        low: SetId,
        high: SetId,
    },
}

/// A set of inputs that changes, to be held against those of many terms.
#[derive(Clone, Debug, Default)]
pub struct InputMask {
    /// Bitmaps of 64 inputs each.
    blocks: Vec<u64>,
}

impl InputMask {
    /// The empty set.
    pub fn new() -> InputMask {
        InputMask::default()
    }

    /// Adds an input.
    pub fn insert(&mut self, input: InputId) {
        let block = input.0 as usize / 64;
        if block >= self.blocks.len() {
            self.blocks.resize(block + 1, 0);
        }
        self.blocks[block] |= 1 << (input.0 % 64);
    }
}

impl FromIterator<InputId> for InputMask {
    fn from_iter<I: IntoIterator<Item = InputId>>(inputs: I) -> InputMask {
        let mut mask = InputMask::new();
        for input in inputs {
            mask.insert(input);
        }
        mask
    }
}

/// All sets of a pool.
pub(crate) struct InputSets {
    nodes: Vec<Subtree>,
    /// Some block of each set, to see where two sets part.
    blocks: Vec<u32>,
    ids: FxHashMap<Subtree, SetId>,
    unions: FxHashMap<(SetId, SetId), SetId>,
    listed: Mutex<FxHashMap<SetId, Arc<[InputId]>>>,
}

impl Default for InputSets {
    fn default() -> InputSets {
        InputSets {
            nodes: vec![Subtree::Empty],
            blocks: vec![0],
            ids: FxHashMap::default(),
            unions: FxHashMap::default(),
            listed: Mutex::default(),
        }
    }
}

impl InputSets {
    fn node(&self, set: SetId) -> Subtree {
        self.nodes[set.0 as usize]
    }

    fn intern(&mut self, node: Subtree) -> SetId {
        let fresh = SetId(self.nodes.len() as u32);
        let id = *self.ids.entry(node).or_insert(fresh);
        if id == fresh {
            self.blocks.push(match node {
                Subtree::Empty => 0,
                Subtree::Leaf { block, .. } => block,
                Subtree::Fork { low, .. } => self.blocks[low.0 as usize],
            });
            self.nodes.push(node);
        }
        id
    }

    /// The set of one input.
    pub(crate) fn singleton(&mut self, input: InputId) -> SetId {
        self.intern(Subtree::Leaf {
            block: input.0 / 64,
            map: 1 << (input.0 % 64),
        })
    }

    /// The union of two sets. Recursion is as deep as input numbers have bits.
    pub(crate) fn union(&mut self, a: SetId, b: SetId) -> SetId {
        if a == b || b == SetId::EMPTY {
            return a;
        }
        if a == SetId::EMPTY {
            return b;
        }
        let (a, b) = if a.0 < b.0 { (a, b) } else { (b, a) };
        if let (Subtree::Leaf { block: x, map: p }, Subtree::Leaf { block: y, map: q }) =
            (self.node(a), self.node(b))
            && x == y
        {
            return self.intern(Subtree::Leaf {
                block: x,
                map: p | q,
            });
        }
        if let Some(&known) = self.unions.get(&(a, b)) {
            return known;
        }
        let union = self.merge(a, b);
        self.unions.insert((a, b), union);
        union
    }

    /// Topmost bit in which the set's blocks differ, plus one; 0 for leaves.
    fn height(&self, set: SetId) -> u32 {
        match self.node(set) {
            Subtree::Empty | Subtree::Leaf { .. } => 0,
            Subtree::Fork { bit, .. } => u32::from(bit) + 1,
        }
    }

    fn merge(&mut self, a: SetId, b: SetId) -> SetId {
        let (block_a, block_b) = (self.blocks[a.0 as usize], self.blocks[b.0 as usize]);
        let parting = u32::BITS - (block_a ^ block_b).leading_zeros();
        let (height_a, height_b) = (self.height(a), self.height(b));
        if parting > height_a.max(height_b) {
            let bit = (parting - 1) as u8;
            let (low, high) = if block_a < block_b { (a, b) } else { (b, a) };
            return self.intern(Subtree::Fork { bit, low, high });
        }
        let (tall, other) = if height_a >= height_b { (a, b) } else { (b, a) };
        let Subtree::Fork { bit, low, high } = self.node(tall) else {
            unreachable!("two leaves of one block are united before");
        };
        let (other_low, other_high) = match self.node(other) {
            Subtree::Fork { bit: b, low, high } if b == bit => (low, high),
            _ if self.blocks[other.0 as usize] >> bit & 1 == 0 => (other, SetId::EMPTY),
            _ => (SetId::EMPTY, other),
        };
        let low = self.union(low, other_low);
        let high = self.union(high, other_high);
        self.intern(Subtree::Fork { bit, low, high })
    }

    /// The members, ascending; listed once per set that is asked for.
    pub(crate) fn list(&self, set: SetId) -> Arc<[InputId]> {
        let mut listed = self
            .listed
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        listed
            .entry(set)
            .or_insert_with(|| self.members(set))
            .clone()
    }

    fn members(&self, set: SetId) -> Arc<[InputId]> {
        let mut members = Vec::new();
        let mut stack = vec![set];
        while let Some(set) = stack.pop() {
            match self.node(set) {
                Subtree::Empty => {}
                Subtree::Leaf { block, mut map } => {
                    while map != 0 {
                        members.push(InputId(64 * block + map.trailing_zeros()));
                        map &= map - 1;
                    }
                }
                Subtree::Fork { low, high, .. } => stack.extend([high, low]),
            }
        }
        members.into()
    }

    /// True if the set and the mask have a member in common. Recursion is as deep as input numbers
    /// have bits.
    pub(crate) fn meets(&self, set: SetId, mask: &InputMask) -> bool {
        match self.node(set) {
            Subtree::Empty => false,
            Subtree::Leaf { block, map } => {
                let masked = mask.blocks.get(block as usize).copied().unwrap_or(0);
                masked & map != 0
            }
            Subtree::Fork { low, high, .. } => self.meets(low, mask) || self.meets(high, mask),
        }
    }

    /// Bytes held, roughly.
    pub(crate) fn bytes(&self) -> usize {
        self.nodes.len() * (2 * size_of::<Subtree>() + 8) + self.unions.len() * 16
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn unions_are_those_of_sets(
            parts in prop::collection::vec(
                prop::collection::vec(prop_oneof![0u32..200, any::<u32>()], 0..20), 1..8)
        ) {
            let mut sets = InputSets::default();
            let mut all = SetId::EMPTY;
            let mut oracle = BTreeSet::new();
            for part in &parts {
                let set = part.iter().fold(SetId::EMPTY, |set, &input| {
                    let one = sets.singleton(InputId(input));
                    sets.union(one, set)
                });
                all = sets.union(all, set);
                oracle.extend(part.iter().map(|&input| InputId(input)));
            }
            let expected: Vec<InputId> = oracle.iter().copied().collect();
            prop_assert_eq!(&sets.list(all)[..], &expected[..]);
            // The same set built in another order has the same handle.
            let mut again = SetId::EMPTY;
            for &input in expected.iter().rev() {
                let one = sets.singleton(input);
                again = sets.union(again, one);
            }
            prop_assert_eq!(all, again);
        }

        #[test]
        fn masks_meet_what_they_have_a_member_of(
            members in prop::collection::btree_set(0u32..5_000, 0..12),
            masked in prop::collection::btree_set(0u32..5_000, 0..200)
        ) {
            let mut sets = InputSets::default();
            let set = members.iter().fold(SetId::EMPTY, |set, &input| {
                let one = sets.singleton(InputId(input));
                sets.union(one, set)
            });
            let mask = masked.iter().copied().map(InputId).collect();
            prop_assert_eq!(sets.meets(set, &mask), !members.is_disjoint(&masked));
        }
    }
}
