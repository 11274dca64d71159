//! Several processes that explore one tree.
//!
//! A worker is a process with a machine, a solver, a strategy and a part of the tree of its own: a
//! library that aborts or runs out of memory takes one worker with it, not the run. The coordinator
//! gives work out as tasks and mirrors what is left ([`crate::Frontier`]): every 50 ms each worker
//! tells the net change of its part and what its paths found, in one message that counts whole or
//! not at all. So a worker that dies leaves its part as of its last message, and others take it up.
//!
//! Work moves by subtrees: who has nothing to do gets nodes near the root of somebody who has much;
//! everything below a node stays with it.
//!
//! A worker that is stopped is ended, and its part taken up likewise ([`liveness`]). If the fork server dies,
//! all workers end with it, and what is left goes back to who started them ([`Explored::InProcess`]).
//!
//! Which path killed a worker is not known as long as messages are that far apart. Whoever takes up
//! the part of a dead worker therefore announces each visit for a while; a path on which two
//! workers die that said so is given up and counted.

mod coordinator;
mod fork_server;
mod liveness;
mod messages;
mod worker;

pub use coordinator::{Explored, WorkerPool, explore};
pub use fork_server::ForkServer;
pub use worker::{WorkerStart, serve};
