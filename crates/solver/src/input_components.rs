//! A persistent union-find forest over inputs.

use std::sync::Arc;
use term::InputId;

/// What an input is in the forest.
#[derive(Clone, Debug)]
pub(crate) enum Slot<H> {
    /// Joined below another input.
    Child(InputId),
    /// Represents a component.
    Root {
        /// Inputs in the component.
        size: u32,
        /// What is kept for the component.
        head: H,
    },
}

const LEAF_BITS: u32 = 2;
const INNER_BITS: u32 = 3;

/// A persistent array of slots indexed by input: a radix tree with small nodes, because every
/// pending node of an execution tree keeps the ones by which it differs from its parent.
#[derive(Clone, Debug)]
pub(crate) struct InputComponents<H> {
    root: Option<Arc<ComponentNode<H>>>,
    /// Levels of inner nodes above the leaves.
    height: u32,
}

#[derive(Clone, Debug)]
enum ComponentNode<H> {
    Inner([Option<Arc<ComponentNode<H>>>; 1 << INNER_BITS]),
    Leaf([Option<Slot<H>>; 1 << LEAF_BITS]),
}

impl<H> Default for InputComponents<H> {
    fn default() -> Self {
        InputComponents {
            root: None,
            height: 0,
        }
    }
}

impl<H: Clone> InputComponents<H> {
    /// The slot of an input; `None` for one that was never in a constraint.
    pub(crate) fn get(&self, input: InputId) -> Option<&Slot<H>> {
        let index = input.0;
        if u64::from(index) >= capacity(self.height) {
            return None;
        }
        let mut node = self.root.as_deref()?;
        let mut level = self.height;
        loop {
            match node {
                ComponentNode::Leaf(slots) => return slots[leaf_index(index)].as_ref(),
                ComponentNode::Inner(children) => {
                    node = children[inner_index(index, level)].as_deref()?;
                    level -= 1;
                }
            }
        }
    }

    /// Follows the forest from an input to the representative of its component.
    pub(crate) fn root(&self, input: InputId) -> InputId {
        let mut input = input;
        while let Some(Slot::Child(parent)) = self.get(input) {
            input = *parent;
        }
        input
    }

    /// Changes the slot of an input, copying the nodes on the way that are shared.
    pub(crate) fn set(&mut self, input: InputId, slot: Slot<H>) {
        let index = input.0;
        while u64::from(index) >= capacity(self.height) {
            let mut children = std::array::from_fn(|_| None);
            children[0] = self.root.take();
            self.root = Some(Arc::new(ComponentNode::Inner(children)));
            self.height += 1;
        }
        let mut place = &mut self.root;
        let mut level = self.height;
        loop {
            let node = place.get_or_insert_with(|| Arc::new(empty(level)));
            match Arc::make_mut(node) {
                ComponentNode::Leaf(slots) => {
                    slots[leaf_index(index)] = Some(slot);
                    return;
                }
                ComponentNode::Inner(children) => {
                    place = &mut children[inner_index(index, level)];
                    level -= 1;
                }
            }
        }
    }
}

fn empty<H>(level: u32) -> ComponentNode<H> {
    if level == 0 {
        ComponentNode::Leaf(std::array::from_fn(|_| None))
    } else {
        ComponentNode::Inner(std::array::from_fn(|_| None))
    }
}

fn capacity(height: u32) -> u64 {
    1 << (LEAF_BITS + INNER_BITS * height)
}

fn leaf_index(index: u32) -> usize {
    (index & ((1 << LEAF_BITS) - 1)) as usize
}

fn inner_index(index: u32, level: u32) -> usize {
    ((index >> (LEAF_BITS + INNER_BITS * (level - 1))) & ((1 << INNER_BITS) - 1)) as usize
}
