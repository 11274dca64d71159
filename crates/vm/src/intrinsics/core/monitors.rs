//! What monitors of specifications are told.

use crate::run::Run;
use crate::{Cell, MonitorStep};

impl Run<'_> {
    pub(super) fn monitor_step(
        &mut self,
        moment: Cell,
        object: Cell,
        happened: Cell,
    ) -> MonitorStep {
        let (function, location) = self.monitored_at();
        MonitorStep {
            moment: self.under_model(moment) as u32,
            object: self.under_model(object),
            happened: self.under_model(happened),
            function,
            location,
        }
    }
}
