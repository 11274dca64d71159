//! What it took to decide a target.

/// What a search took until then.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Forward, pieces of paths between decisions by inputs; backward, blocks and regions crossed.
    pub segments: u64,
    /// Questions to the solver.
    pub queries: u64,
    pub seconds: f64,
}
