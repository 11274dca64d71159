//! Why a run cannot start, or ends early.

use crate::strategy::UnknownStrategy;

/// An error of whoever keeps results.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;

/// Why a run could not start.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// The program cannot be started.
    #[error(transparent)]
    Start(#[from] vm::StartError),
    /// A function cannot be loaded.
    #[error(transparent)]
    Load(#[from] ir::LoadError),
    /// There is no such strategy.
    #[error(transparent)]
    Strategy(#[from] UnknownStrategy),
}
