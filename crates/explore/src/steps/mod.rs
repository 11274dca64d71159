//! The steps of an exploration: functions over the parts of an explorer ([`crate::parts`]), a file each.

pub(crate) mod batch_writer;
pub(crate) mod fork;
pub(crate) mod other_values;
pub(crate) mod path_end;
pub(crate) mod pausing;
pub(crate) mod visit;
