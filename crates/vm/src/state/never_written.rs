//! Reads of memory that was never written.

use crate::memory::ObjectInfo;
use ir::Location;
use std::sync::Arc;

/// What a path has read of memory never written.
#[derive(Clone, Debug)]
pub(crate) struct ReadNeverWritten {
    pub object: Arc<ObjectInfo>,
    /// `None` if it depends on inputs.
    pub offset: Option<u64>,
    pub size: u64,
    pub location: Location,
}
