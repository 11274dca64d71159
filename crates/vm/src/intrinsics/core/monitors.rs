//! What monitors of specifications are told.

use crate::run::Run;
use crate::{Cell, MonitorStep};

impl Run<'_> {
    /// True if the states of monitors are followed.
    pub(super) fn follows_monitors(&self) -> bool {
        self.machine.options.monitors.is_some()
    }

    /// Follows a step of monitors.
    pub(super) fn follow_monitors(&mut self, step: &MonitorStep) {
        if let Some(tables) = &self.machine.options.monitors {
            self.state.monitors.step(tables, step);
        }
    }

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
