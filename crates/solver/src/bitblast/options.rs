//! Options and counters of the native back end.

/// Options of [`super::NativeBackend`].
#[derive(Clone, Debug)]
pub struct NativeOptions {
    /// Conflicts allowed for one question.
    pub conflicts: u64,
    /// Conflicts after which a question counts as hard and is rewritten by the equalities in it; 0
    /// for at once.
    pub easy_conflicts: u64,
    /// Conflicts then spent with large products and divisions left free and refined; 0 for never.
    pub abstract_conflicts: u64,
    /// Conflicts of the last attempt before models are looked for on the boundaries between constraints.
    pub boundary_conflicts: u64,
    /// Bytes that circuit and clauses may take before they are dropped and built anew for the
    /// question at hand.
    pub memory: usize,
}

impl Default for NativeOptions {
    fn default() -> NativeOptions {
        NativeOptions {
            conflicts: u64::MAX,
            easy_conflicts: 400,
            abstract_conflicts: 2_000,
            boundary_conflicts: 4_000,
            memory: 1 << 30,
        }
    }
}

/// Counters of [`super::NativeBackend`]. Counters of the propositional solver include those of
/// instances dropped by rebuilds.
#[derive(Clone, Copy, Debug, Default)]
pub struct NativeStatistics {
    /// Questions asked.
    pub queries: u64,
    /// Answered satisfiable.
    pub satisfiable: u64,
    /// Answered unsatisfiable.
    pub unsatisfiable: u64,
    /// Not answered.
    pub unknown: u64,
    /// Of these, for an operation that has no circuit.
    pub unsupported: u64,
    /// Answered by constant propagation in the circuit alone.
    pub folded: u64,
    /// Rewritten by equalities, ranges and free inputs after the first search had not answered
    /// them.
    pub rewritten: u64,
    /// Of these, answered.
    pub rewritten_answered: u64,
    /// Of those rewritten, with unconstrained inputs eliminated.
    pub eliminated: u64,
    /// Asked with products and divisions left free.
    pub abstracted: u64,
    /// Of these, answered.
    pub abstracted_answered: u64,
    /// Cheap lemmas about products and divisions that models asked for.
    pub operation_lemmas: u64,
    /// Circuits, or parts of them, that models asked for.
    pub operation_circuits: u64,
    /// Searches for models on the boundaries between constraints.
    pub boundary_searches: u64,
    /// Of these, with success.
    pub boundary_models: u64,
    /// Times that circuit and clauses were dropped at the memory limit.
    pub rebuilds: u64,
    /// Agreements of array reads, and of operations left free, that models asked for.
    pub array_lemmas: u64,
    /// Conflicts of solver instances that were dropped.
    pub dropped_conflicts: u64,
    /// Propagations of solver instances that were dropped.
    pub dropped_propagations: u64,
    /// Decisions of solver instances that were dropped.
    pub dropped_decisions: u64,
}
