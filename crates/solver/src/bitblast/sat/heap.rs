//! A binary heap of variables ordered by activity, with positions for in-place updates.

use super::Variable;

const ABSENT: u32 = u32::MAX;

/// Variables by descending activity; equal activities by ascending number, so that inputs come
/// before the gates computed from them.
#[derive(Default)]
pub(super) struct ActivityHeap {
    heap: Vec<Variable>,
    position: Vec<u32>,
}

fn before(activity: &[f64], a: Variable, b: Variable) -> bool {
    let (x, y) = (activity[a as usize], activity[b as usize]);
    x > y || (x == y && a < b)
}

impl ActivityHeap {
    pub(super) fn grow(&mut self) {
        self.position.push(ABSENT);
    }

    pub(super) fn contains(&self, v: Variable) -> bool {
        self.position[v as usize] != ABSENT
    }

    pub(super) fn insert(&mut self, v: Variable, activity: &[f64]) {
        if self.contains(v) {
            return;
        }
        self.position[v as usize] = self.heap.len() as u32;
        self.heap.push(v);
        self.sift_up(self.heap.len() - 1, activity);
    }

    /// Restores the order after the activity of `v` has grown.
    pub(super) fn raised(&mut self, v: Variable, activity: &[f64]) {
        if self.contains(v) {
            self.sift_up(self.position[v as usize] as usize, activity);
        }
    }

    pub(super) fn pop(&mut self, activity: &[f64]) -> Option<Variable> {
        let top = *self.heap.first()?;
        let last = self.heap.pop().expect("the heap has a first element");
        self.position[top as usize] = ABSENT;
        if last != top {
            self.heap[0] = last;
            self.position[last as usize] = 0;
            self.sift_down(0, activity);
        }
        Some(top)
    }

    fn place(&mut self, at: usize, v: Variable) {
        self.heap[at] = v;
        self.position[v as usize] = at as u32;
    }

    fn sift_up(&mut self, mut at: usize, activity: &[f64]) {
        let v = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !before(activity, v, self.heap[parent]) {
                break;
            }
            self.place(at, self.heap[parent]);
            at = parent;
        }
        self.place(at, v);
    }

    fn sift_down(&mut self, mut at: usize, activity: &[f64]) {
        let v = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len()
                && before(activity, self.heap[child + 1], self.heap[child])
            {
                child += 1;
            }
            if !before(activity, self.heap[child], v) {
                break;
            }
            self.place(at, self.heap[child]);
            at = child;
        }
        self.place(at, v);
    }
}
