//! Control dependence: which branches decide whether a block is executed (Ferrante, Ottenstein
//! and Warren, "The Program Dependence Graph and Its Use in Optimization", 1987, section 3.1).

use super::{Cfg, PostDominators};
use crate::BlockId;

/// A decision that a block depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Control {
    /// The block whose terminator decides.
    pub branch: BlockId,
    /// The successor by which the dependent block is bound to follow.
    pub towards: BlockId,
}

/// Control dependences of the reachable blocks of a function.
#[derive(Clone, Debug)]
pub struct ControlDependence {
    controls: Vec<Vec<Control>>,
}

impl ControlDependence {
    /// The dependences of a graph.
    pub fn new(cfg: &Cfg, post_dominators: &PostDominators) -> ControlDependence {
        let mut controls = vec![Vec::new(); cfg.block_count()];
        for branch in cfg.reverse_post_order() {
            if cfg.successors(*branch).len() < 2 {
                continue;
            }
            let end = post_dominators.immediate(*branch);
            for towards in cfg.successors(*branch) {
                let mut dependent = Some(*towards);
                while let Some(block) = dependent
                    && dependent != end
                {
                    controls[block.0 as usize].push(Control {
                        branch: *branch,
                        towards: *towards,
                    });
                    dependent = post_dominators.immediate(block);
                }
            }
        }
        controls.iter_mut().for_each(|all| all.sort_unstable());
        ControlDependence { controls }
    }

    /// What a block depends on directly, ascending.
    pub fn of(&self, block: BlockId) -> &[Control] {
        &self.controls[block.0 as usize]
    }
}
