//! Operations of the machine that programs call, a folder for each table
//! of [`ir::Intrinsic`].

mod c;
mod core;
mod java;

use crate::code::IntrinsicSite;
use crate::fault::Outcome;
use crate::run::Run;
use crate::{Cell, Events};
use ir::Intrinsic;

/// Where control goes after an intrinsic.
pub(crate) enum Flow {
    /// To the next instruction, with that result.
    Next(Option<Cell>),
    /// To another frame or another place of this one; the frame's registers are in the frame.
    Elsewhere,
}

impl Run<'_> {
    /// Executes an intrinsic on the innermost frame's registers.
    #[inline(never)]
    pub(crate) fn intrinsic<E: Events>(
        &mut self,
        site: &IntrinsicSite,
        registers: &mut Vec<Cell>,
        events: &mut E,
    ) -> Outcome<Flow> {
        let a = |index: usize| registers[site.arguments[index] as usize];
        let inputs = self.state.inputs.len();
        let flow = match site.intrinsic {
            Intrinsic::Core(intrinsic) => Flow::Next(self.core_intrinsic(intrinsic, a, events)?),
            Intrinsic::C(intrinsic) => self.c_intrinsic(intrinsic, site, registers, events)?,
            Intrinsic::Java(intrinsic) => Flow::Next(self.java_intrinsic(intrinsic, &a, events)?),
        };
        if let (Some(slot), Flow::Next(Some(value))) = (site.result, &flow) {
            registers[slot as usize] = *value;
        }
        for record in self.state.inputs.since(inputs) {
            events.input(record);
        }
        Ok(flow)
    }
}
