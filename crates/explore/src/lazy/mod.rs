//! Lazy expansion (LATEST: Majumdar and Sen, UCB/EECS-2007-36).
//!
//! The tree is that of the code around skipped calls. Its paths run with [`vm::CallMode::Accompany`]: calls
//! give fresh inputs whose values are what the calls really do under the path's inputs, so that every path
//! that runs is a real one. The model that the solver gives for another arm is a guess: it chooses what
//! skipped calls do. Before such an arm is taken it is *realised*: a run with the model's inputs shows whether
//! it goes there. If not, the calls to blame are entered, one after the other, in a search along the
//! decisions that lead to the arm (§4.2); what the others change stays free. A search that comes to nothing
//! proves that no input takes the arm.

mod blame;
mod by_summaries;
mod enumerate;
mod errors;
mod paths;
mod realise;
mod runs;
mod search;
mod tools;

pub(crate) use errors::error_behind;
pub(crate) use realise::realise;
pub(crate) use runs::Realised;
