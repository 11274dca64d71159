//! The object table: a persistent radix tree from object numbers to objects.
//!
//! A clone shares all nodes; writing copies the nodes on the way that are shared. Objects are only
//! ever appended, so subtrees far behind in which nothing is alive collapse to a marker: a program
//! that calls functions with local variables for hours does not fill the host's memory.

use super::address::ObjectId;
use super::object::{Object, ObjectInfo};
use std::sync::Arc;

const FAN_BITS: u32 = 4;
const FAN: usize = 1 << FAN_BITS;

/// Leaves kept whole behind the newest one, for messages that tell what a dead object was.
const LEAVES_KEPT: u32 = 64;

/// What stands at a number.
#[derive(Clone, Debug, Default)]
pub(crate) enum ObjectSlot {
    /// Nothing yet.
    #[default]
    Empty,
    /// An object.
    Live(Arc<Object>),
    /// A heap object that was freed; what it was, unless that was long ago.
    Freed(Option<Arc<ObjectInfo>>),
    /// A stack object of a function that returned.
    Dead(Option<Arc<ObjectInfo>>),
}

impl ObjectSlot {
    /// True if it is the same with the same contents.
    fn is_as(&self, other: &ObjectSlot) -> bool {
        match (self, other) {
            (ObjectSlot::Live(one), ObjectSlot::Live(other)) => {
                Arc::ptr_eq(one, other) || one.holds_as(other)
            }
            (ObjectSlot::Empty, ObjectSlot::Empty)
            | (ObjectSlot::Freed(_), ObjectSlot::Freed(_))
            | (ObjectSlot::Dead(_), ObjectSlot::Dead(_)) => true,
            _ => false,
        }
    }
}

impl ObjectSlot {
    /// True if it is the same as far as it is alive, or could be freed again.
    fn lives_as(&self, other: &ObjectSlot) -> bool {
        self.is_as(other) || self.is_lifeless() && other.is_lifeless()
    }

    fn is_lifeless(&self) -> bool {
        matches!(self, ObjectSlot::Empty | ObjectSlot::Dead(_))
    }
}

impl Node {
    /// True if there is nothing but variables of calls that have returned.
    fn is_lifeless(&self) -> bool {
        match self {
            Node::Empty => true,
            Node::Gone(freed) => *freed == 0,
            Node::Leaf(slots) => slots.iter().all(ObjectSlot::is_lifeless),
            Node::Inner(nodes) => nodes.iter().all(Node::is_lifeless),
        }
    }
}

#[derive(Clone, Debug, Default)]
enum Node {
    #[default]
    Empty,
    /// A leaf without live objects; bit i is set if object i was freed rather than dead.
    Gone(u16),
    Leaf(Arc<[ObjectSlot; FAN]>),
    Inner(Arc<[Node; FAN]>),
}

/// See the module's description.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    root: Node,
    /// Levels of inner nodes above the leaves.
    height: u32,
    length: u32,
    /// Ranges of reclaimed numbers (first and count), and how much of them is in use again.
    free: Arc<[(u32, u32)]>,
    free_range: u32,
    free_used: u32,
}

/// What an `Arc` holds, to be written: copied first if others hold it too.
///
/// Does what `Arc::make_mut` does without its locked instructions, of which a walk down the table
/// would execute two a level: a third of the cost of a local variable. It may, because the machine
/// never makes weak references.
pub(super) fn own<T: Clone>(shared: &mut Arc<T>) -> &mut T {
    debug_assert_eq!(Arc::weak_count(shared), 0);
    if Arc::strong_count(shared) != 1 {
        *shared = Arc::new(T::clone(shared));
    }
    // Pairs with the release of the last other holder, which may have been another thread.
    std::sync::atomic::fence(std::sync::atomic::Ordering::Acquire);
    // SAFETY: this is the only reference, strong or weak, and it is borrowed mutably for as long
    // as the result lives.
    unsafe { &mut *Arc::as_ptr(shared).cast_mut() }
}

static FREED: ObjectSlot = ObjectSlot::Freed(None);
static DEAD: ObjectSlot = ObjectSlot::Dead(None);
static EMPTY: ObjectSlot = ObjectSlot::Empty;

impl Table {
    /// True if the same objects hold the same.
    pub(crate) fn is_as(&self, other: &Table) -> bool {
        let mut todo = vec![(&self.root, &other.root)];
        if (self.length, self.height) != (other.length, other.height) {
            return false;
        }
        while let Some(pair) = todo.pop() {
            match pair {
                (Node::Empty, Node::Empty) => {}
                (Node::Gone(one), Node::Gone(other)) if one == other => {}
                (Node::Leaf(one), Node::Leaf(other)) => {
                    let mut slots = one.iter().zip(other.iter());
                    if !Arc::ptr_eq(one, other) && !slots.all(|(one, other)| one.is_as(other)) {
                        return false;
                    }
                }
                (Node::Inner(one), Node::Inner(other)) => {
                    if !Arc::ptr_eq(one, other) {
                        todo.extend(one.iter().zip(other.iter()));
                    }
                }
                _ => return false,
            }
        }
        true
    }

    /// True if the same objects are alive and hold the same. Those that were there in between and have died
    /// do not count.
    pub(crate) fn lives_as(&self, other: &Table) -> bool {
        let mut todo = vec![(&self.root, &other.root)];
        if self.height != other.height {
            return false;
        }
        while let Some(pair) = todo.pop() {
            match pair {
                (Node::Leaf(one), Node::Leaf(other)) => {
                    let mut slots = one.iter().zip(other.iter());
                    if !Arc::ptr_eq(one, other) && !slots.all(|(one, other)| one.lives_as(other)) {
                        return false;
                    }
                }
                (Node::Inner(one), Node::Inner(other)) => {
                    if !Arc::ptr_eq(one, other) {
                        todo.extend(one.iter().zip(other.iter()));
                    }
                }
                (Node::Gone(one), Node::Gone(other)) if one == other => {}
                (one, other) => {
                    if !one.is_lifeless() || !other.is_lifeless() {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// True if the objects below a number are alive in both and hold the same.
    pub(crate) fn lives_as_below(&self, other: &Table, end: u32) -> bool {
        if self.height != other.height {
            return false;
        }
        let mut todo = vec![(&self.root, &other.root, 0u32, self.height)];
        while let Some((one, other, first, level)) = todo.pop() {
            match (one, other) {
                _ if first >= end => {}
                (Node::Leaf(one), Node::Leaf(other)) => {
                    let mut slots = one.iter().zip(other.iter()).take((end - first) as usize);
                    if !Arc::ptr_eq(one, other) && !slots.all(|(one, other)| one.lives_as(other)) {
                        return false;
                    }
                }
                (Node::Inner(one), Node::Inner(other)) => {
                    if !Arc::ptr_eq(one, other) {
                        let below = |(child, (one, other))| {
                            let first = first + ((child as u32) << (level * FAN_BITS));
                            (one, other, first, level - 1)
                        };
                        todo.extend(one.iter().zip(other.iter()).enumerate().map(below));
                    }
                }
                (one, other) => {
                    if !one.is_lifeless() || !other.is_lifeless() {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Objects ever made.
    pub(crate) fn len(&self) -> u32 {
        self.length
    }

    fn child(index: u32, level: u32) -> usize {
        (index >> (level * FAN_BITS)) as usize & (FAN - 1)
    }

    pub(crate) fn get(&self, id: ObjectId) -> &ObjectSlot {
        if id.0 >= self.length {
            return &EMPTY;
        }
        let mut node = &self.root;
        let mut level = self.height;
        loop {
            match node {
                Node::Empty => return &EMPTY,
                Node::Gone(freed) if freed >> (id.0 as usize & (FAN - 1)) & 1 == 1 => {
                    return &FREED;
                }
                Node::Gone(_) => return &DEAD,
                Node::Leaf(slots) => return &slots[id.0 as usize & (FAN - 1)],
                Node::Inner(children) => {
                    node = &children[Self::child(id.0, level)];
                    level -= 1;
                }
            }
        }
    }

    /// The slot of an object that may be written; the nodes on the way become this table's own.
    /// `None` where nothing can stand: beyond the end, or long gone.
    pub(crate) fn get_mut(&mut self, id: ObjectId) -> Option<&mut ObjectSlot> {
        if id.0 >= self.length {
            return None;
        }
        let mut node = &mut self.root;
        let mut level = self.height;
        loop {
            match node {
                Node::Empty | Node::Gone(_) => return None,
                Node::Leaf(slots) => {
                    return Some(&mut own(slots)[id.0 as usize & (FAN - 1)]);
                }
                Node::Inner(children) => {
                    node = &mut own(children)[Self::child(id.0, level)];
                    level -= 1;
                }
            }
        }
    }

    /// Appends a slot; its number is the length before.
    pub(crate) fn push(&mut self, slot: ObjectSlot) -> ObjectId {
        let id = ObjectId(self.length);
        if self.length > 0 && self.length == 1 << ((self.height + 1) * FAN_BITS) {
            let mut children: [Node; FAN] = Default::default();
            children[0] = std::mem::take(&mut self.root);
            self.root = Node::Inner(Arc::new(children));
            self.height += 1;
        }
        self.length += 1;
        let leaf = id.0 >> FAN_BITS;
        if (id.0 as usize).is_multiple_of(FAN) && leaf >= LEAVES_KEPT {
            self.collapse(ObjectId((leaf - LEAVES_KEPT) << FAN_BITS));
        }
        let mut node = &mut self.root;
        let mut level = self.height;
        while level > 0 {
            if matches!(node, Node::Empty) {
                *node = Node::Inner(Arc::default());
            }
            let Node::Inner(children) = node else {
                unreachable!("appending goes to the last leaf, which is not gone");
            };
            node = &mut own(children)[Self::child(id.0, level)];
            level -= 1;
        }
        if matches!(node, Node::Empty) {
            *node = Node::Leaf(Arc::default());
        }
        let Node::Leaf(slots) = node else {
            unreachable!("appending goes to the last leaf, which is not gone");
        };
        own(slots)[id.0 as usize & (FAN - 1)] = slot;
        id
    }

    /// Puts a slot where objects were reclaimed, or appends it.
    pub(crate) fn reuse_or_push(&mut self, slot: ObjectSlot) -> ObjectId {
        let Some(&(first, count)) = self.free.get(self.free_range as usize) else {
            return self.push(slot);
        };
        let id = ObjectId(first + self.free_used);
        self.free_used += 1;
        if self.free_used == count {
            self.free_range += 1;
            self.free_used = 0;
        }
        let mut node = &mut self.root;
        let mut level = self.height;
        while level > 0 {
            if let Node::Gone(freed) = node {
                let freed = *freed;
                *node = Node::Inner(Arc::new(std::array::from_fn(|_| Node::Gone(freed))));
            }
            let Node::Inner(children) = node else {
                unreachable!("reclaimed numbers have been in the table");
            };
            node = &mut own(children)[Self::child(id.0, level)];
            level -= 1;
        }
        if let Node::Gone(_) = node {
            let freed: [ObjectSlot; FAN] = std::array::from_fn(|_| ObjectSlot::Freed(None));
            *node = Node::Leaf(Arc::new(freed));
        }
        let Node::Leaf(slots) = node else {
            unreachable!("reclaimed numbers have been in the table");
        };
        own(slots)[id.0 as usize & (FAN - 1)] = slot;
        id
    }

    /// Ends the life of the objects that are dead. Leaves in which nothing else is left are used
    /// again.
    pub(crate) fn sweep(&mut self, dead: &mut dyn FnMut(ObjectId, &Object) -> bool) {
        let mut free: Vec<(u32, u32)> = Vec::new();
        let mut root = std::mem::take(&mut self.root);
        sweep(&mut root, self.height, 0, dead, &mut free);
        self.root = root;
        self.free = free.into();
        self.free_range = 0;
        self.free_used = 0;
    }

    /// Replaces the leaf of an object by a marker if nothing in it is alive.
    fn collapse(&mut self, id: ObjectId) {
        let mut freed = 0u16;
        for i in 0..FAN as u32 {
            match self.get(ObjectId(id.0 + i)) {
                ObjectSlot::Live(_) | ObjectSlot::Empty => return,
                ObjectSlot::Freed(_) => freed |= 1 << i,
                ObjectSlot::Dead(_) => {}
            }
        }
        let mut node = &mut self.root;
        let mut level = self.height;
        while let Node::Inner(children) = node {
            node = &mut own(children)[Self::child(id.0, level)];
            level = level.wrapping_sub(1);
        }
        *node = Node::Gone(freed);
    }

    /// Every object that is alive with its number, ascending.
    pub(crate) fn live(&self) -> Vec<(ObjectId, &Arc<Object>)> {
        let mut found = Vec::new();
        let mut todo = vec![(&self.root, self.height, 0u32)];
        while let Some((node, level, base)) = todo.pop() {
            match node {
                Node::Empty | Node::Gone(_) => {}
                Node::Leaf(slots) => {
                    for (i, slot) in slots.iter().enumerate() {
                        if let ObjectSlot::Live(object) = slot {
                            found.push((ObjectId(base + i as u32), object));
                        }
                    }
                }
                Node::Inner(children) => {
                    for (i, child) in children.iter().enumerate().rev() {
                        let base = base + ((i as u32) << (level * FAN_BITS));
                        todo.push((child, level.wrapping_sub(1), base));
                    }
                }
            }
        }
        found
    }

    /// Host bytes of nodes and objects that only this table holds.
    pub(crate) fn unshared_bytes(&self) -> usize {
        let mut bytes = 0;
        let mut todo = vec![&self.root];
        while let Some(node) = todo.pop() {
            match node {
                Node::Empty | Node::Gone(_) => {}
                Node::Leaf(slots) if Arc::strong_count(slots) == 1 => {
                    bytes += std::mem::size_of_val(&**slots) + 16;
                    for slot in slots.iter() {
                        if let ObjectSlot::Live(object) = slot
                            && Arc::strong_count(object) == 1
                        {
                            bytes += object.host_bytes();
                        }
                    }
                }
                Node::Inner(children) if Arc::strong_count(children) == 1 => {
                    bytes += std::mem::size_of_val(&**children) + 16;
                    todo.extend(children.iter());
                }
                Node::Leaf(_) | Node::Inner(_) => {}
            }
        }
        bytes
    }
}

/// A marker for objects that were all freed.
const ALL_FREED: u16 = u16::MAX;

/// Sweeps a node; the recursion is as deep as the tree, at most eight levels.
fn sweep(
    node: &mut Node,
    level: u32,
    base: u32,
    dead: &mut dyn FnMut(ObjectId, &Object) -> bool,
    free: &mut Vec<(u32, u32)>,
) {
    match node {
        Node::Empty => return,
        Node::Gone(_) => {}
        Node::Leaf(slots) => {
            let mut gone: u16 = 0;
            for (i, slot) in slots.iter().enumerate() {
                if let ObjectSlot::Live(object) = slot
                    && dead(ObjectId(base + i as u32), object)
                {
                    gone |= 1 << i;
                }
            }
            if gone != 0 {
                for (i, slot) in own(slots).iter_mut().enumerate() {
                    if gone >> i & 1 == 1 {
                        *slot = ObjectSlot::Freed(None);
                    }
                }
            }
            if slots
                .iter()
                .all(|slot| matches!(slot, ObjectSlot::Freed(_)))
            {
                *node = Node::Gone(ALL_FREED);
            }
        }
        Node::Inner(children) => {
            let children = own(children);
            for (i, child) in children.iter_mut().enumerate() {
                let base = base + ((i as u32) << (level * FAN_BITS));
                sweep(child, level - 1, base, dead, free);
            }
            let gone = |child: &Node| matches!(child, Node::Gone(ALL_FREED));
            if children.iter().all(gone) {
                // Their ranges are noted.
                *node = Node::Gone(ALL_FREED);
            }
            return;
        }
    }
    if let Node::Gone(ALL_FREED) = node {
        let count = 1 << ((level + 1) * FAN_BITS);
        match free.last_mut() {
            Some((first, before)) if *first + *before == base => *before += count,
            _ => free.push((base, count)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::object::{Maker, ObjectKind};
    use ir::Location;

    fn object(tag: u8) -> ObjectSlot {
        let info = ObjectInfo {
            kind: ObjectKind::Heap(Maker::Malloc),
            name: String::new(),
            size: 1,
            function: None,
            location: Location::default(),
        };
        ObjectSlot::Live(Arc::new(Object::new(Arc::new(info), tag)))
    }

    fn tag(table: &Table, id: u32) -> Option<u8> {
        match table.get(ObjectId(id)) {
            ObjectSlot::Live(object) => Some(object.bytes[0]),
            _ => None,
        }
    }

    #[test]
    fn a_clone_does_not_see_later_writes() {
        let mut a = Table::default();
        for i in 0..1000u32 {
            assert_eq!(a.push(object(i as u8)), ObjectId(i));
        }
        let b = a.clone();
        *a.get_mut(ObjectId(500)).expect("object 500 is there") = object(77);
        a.push(object(1));
        assert_eq!(tag(&a, 500), Some(77));
        assert_eq!(tag(&b, 500), Some(500u32 as u8));
        assert_eq!(b.len(), 1000);
        assert!(matches!(b.get(ObjectId(1000)), ObjectSlot::Empty));
        assert_eq!(b.live().len(), 1000);
        assert!(
            b.live()
                .iter()
                .enumerate()
                .all(|(i, (id, _))| id.0 as usize == i)
        );
    }

    #[test]
    fn leaves_without_live_objects_collapse() {
        let mut table = Table::default();
        for i in 0..100_000u32 {
            let id = table.push(object(0));
            let gone = if i % 3 == 0 {
                ObjectSlot::Freed(None)
            } else {
                ObjectSlot::Dead(None)
            };
            if i % 1000 != 0 {
                *table.get_mut(id).expect("just made") = gone;
            }
        }
        assert_eq!(table.live().len(), 100);
        assert!(matches!(table.get(ObjectId(33)), ObjectSlot::Freed(None)));
        assert!(matches!(table.get(ObjectId(34)), ObjectSlot::Dead(None)));
        assert!(table.get_mut(ObjectId(34)).is_none());
        assert_eq!(tag(&table, 1000), Some(0));
    }

    #[test]
    fn swept_numbers_are_used_again_and_clones_keep_their_objects() {
        let mut table = Table::default();
        for i in 0..100_000u32 {
            table.push(object(i as u8));
        }
        let before = table.clone();
        let kept = |id: ObjectId| id.0.is_multiple_of(1000);
        table.sweep(&mut |id, _| !kept(id));
        assert_eq!(table.live().len(), 100);
        assert!(matches!(table.get(ObjectId(33)), ObjectSlot::Freed(None)));
        assert_eq!(before.live().len(), 100_000);
        // Whole leaves that are free come first, ascending; then numbers grow.
        let reused: Vec<u32> = (0..90_000)
            .map(|i| table.reuse_or_push(object(i as u8)).0)
            .collect();
        assert!(reused.is_sorted());
        assert!(reused.iter().all(|id| !kept(ObjectId(*id))));
        assert_eq!(reused[0], 16);
        assert_eq!(table.len(), 100_000);
        for (i, id) in reused.iter().enumerate() {
            assert_eq!(tag(&table, *id), Some(i as u8));
            assert_eq!(tag(&before, *id), Some(*id as u8));
        }
        assert_eq!(table.live().len(), 90_100);
        for i in 90_000..100_000u32 {
            table.reuse_or_push(object(i as u8));
        }
        assert!(table.len() > 100_000);
        table.sweep(&mut |_, _| true);
        assert_eq!(table.live().len(), 0);
    }
}
