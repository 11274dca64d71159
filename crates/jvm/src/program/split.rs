//! Methods whose blocks are split when they are translated.

use crate::Program;
use ir::{BlockId, Function, LoadError, split_blocks};
use std::collections::{BTreeMap, BTreeSet};

/// Where the blocks of a function are split.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Split {
    /// Before these instructions: see [`split_blocks`].
    pub points: BTreeSet<(BlockId, u32)>,
    /// Blocks that the function has without that.
    pub blocks: usize,
}

impl Program {
    /// Has blocks split in functions of these names. They must not have been loaded; only the first call
    /// counts.
    pub fn split(&self, splits: BTreeMap<String, Split>) {
        let _ = self.splits.set(splits);
    }

    /// Splits blocks of a function that was just made, if that is wanted.
    pub(crate) fn split_new(&self, mut function: Function) -> Result<Function, LoadError> {
        let splits = self.splits.get();
        let Some(split) = splits.and_then(|splits| splits.get(&function.name)) else {
            return Ok(function);
        };
        if function.blocks.len() != split.blocks {
            let message = "it was translated in another way than when targets were looked for";
            return Err(self.load_error(function.name.clone(), &message));
        }
        split_blocks(&mut function, &split.points);
        Ok(function)
    }
}
