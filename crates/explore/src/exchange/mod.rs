//! What an explorer and others tell each other: batches, the frontier that they add up to, and who is told and
//! asked while a run goes on.

pub mod batch;
mod frontier;
mod observer;
mod outbox;
pub mod supervisor;

pub use batch::{AddedNode, Batch, PendingNode, Run};
pub use frontier::{Frontier, Owner};
pub use observer::{Observer, Progress};
pub(crate) use outbox::Outbox;
pub(crate) use supervisor::{InProcess, record};
pub use supervisor::{Request, Supervisor};
