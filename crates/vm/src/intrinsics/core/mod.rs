//! Operations that programs of every language call.

mod math;
mod monitors;
mod output;
mod path;

use crate::fault::Outcome;
use crate::run::Run;
use crate::{Cell, Events};
use ir::CoreIntrinsic;

impl Run<'_> {
    /// Executes one of these intrinsics on its arguments.
    pub(super) fn core_intrinsic<E: Events>(
        &mut self,
        intrinsic: CoreIntrinsic,
        a: impl Fn(usize) -> Cell,
        events: &mut E,
    ) -> Outcome<Option<Cell>> {
        Ok(match intrinsic {
            CoreIntrinsic::Assume => self.assume(a(0)).map(|()| None)?,
            CoreIntrinsic::IsSymbolic => Some(self.is_symbolic(a(0))),
            CoreIntrinsic::Concretise => Some(Cell::concrete(self.pin(a(0), 64)?)),
            CoreIntrinsic::Exit => self.exit(a(0)).map(|()| None)?,
            CoreIntrinsic::Math1 => Some(self.math(a(0), &[a(1)])?),
            CoreIntrinsic::Math2 => Some(self.math(a(0), &[a(1), a(2)])?),
            CoreIntrinsic::MonitorStep => {
                if E::MONITORS || self.follows_monitors() {
                    let step = self.monitor_step(a(0), a(1), a(2));
                    self.follow_monitors(&step);
                    events.monitored(&step);
                }
                None
            }
        })
    }
}
