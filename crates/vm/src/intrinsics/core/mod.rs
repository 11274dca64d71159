//! Operations that programs of every language call.

mod math;
mod output;
mod path;

use crate::Cell;
use crate::fault::Outcome;
use crate::run::Run;
use ir::CoreIntrinsic;

impl Run<'_> {
    /// Executes one of these intrinsics on its arguments.
    pub(super) fn core_intrinsic(
        &mut self,
        intrinsic: CoreIntrinsic,
        a: impl Fn(usize) -> Cell,
    ) -> Outcome<Option<Cell>> {
        Ok(match intrinsic {
            CoreIntrinsic::Assume => self.assume(a(0)).map(|()| None)?,
            CoreIntrinsic::IsSymbolic => Some(self.is_symbolic(a(0))),
            CoreIntrinsic::Concretise => Some(Cell::concrete(self.pin(a(0), 64)?)),
            CoreIntrinsic::Exit => self.exit(a(0)).map(|()| None)?,
            CoreIntrinsic::Math1 => Some(self.math(a(0), &[a(1)])?),
            CoreIntrinsic::Math2 => Some(self.math(a(0), &[a(1), a(2)])?),
        })
    }
}
