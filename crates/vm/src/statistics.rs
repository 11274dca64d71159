//! Counters of a machine.

/// What a machine has done, over all its states.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Statistics {
    /// Instructions executed (counted when their block is entered).
    pub instructions: u64,
    /// Forks returned.
    pub forks: u64,
    /// Values pinned to what they are under the model.
    pub pinned: u64,
    /// Symbolic sizes of which only some values were offered.
    pub bounded_sizes: u64,
    /// Symbolic pointers of which only some targets were offered.
    pub bounded_pointers: u64,
    /// Calls of functions without body that returned a fresh input.
    pub stubbed_calls: u64,
    /// Calls replaced by fresh values for what they change.
    pub skipped_calls: u64,
    /// Calls of functions that may be skipped which were entered because what they change cannot be told.
    pub expanded_calls: u64,
    /// Loads and stores at symbolic offsets.
    pub symbolic_accesses: u64,
    /// Times that unreachable objects were reclaimed.
    pub collections: u64,
    /// Times a shared object was copied because it was written.
    pub objects_copied: u64,
}

impl Statistics {
    /// Adds another machine's counters.
    pub fn add(&mut self, other: &Statistics) {
        self.instructions += other.instructions;
        self.forks += other.forks;
        self.pinned += other.pinned;
        self.bounded_sizes += other.bounded_sizes;
        self.bounded_pointers += other.bounded_pointers;
        self.stubbed_calls += other.stubbed_calls;
        self.skipped_calls += other.skipped_calls;
        self.expanded_calls += other.expanded_calls;
        self.symbolic_accesses += other.symbolic_accesses;
        self.collections += other.collections;
        self.objects_copied += other.objects_copied;
    }
}
