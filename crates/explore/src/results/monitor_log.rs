//! What monitors of specifications were told along a path.

use super::finding::Place;
use ir::{FunctionId, Location, Program};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// What the monitors were told along a path, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MonitorLog {
    /// All of it.
    pub steps: Vec<LoggedStep>,
    /// Where that was, by number: functions and places in them.
    pub places: Vec<(String, Place)>,
    /// True if there were more steps than [`MonitorLog::LIMIT`].
    pub cut: bool,
}

/// Monitors of one specification are told of a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedStep {
    /// The moment, as monitors number them, or one of those of [`vm::MonitorStep`].
    pub moment: u32,
    /// Which of the monitors, in the order in which they are told of something.
    pub object: u32,
    /// The events that happen of those that have a condition.
    pub happened: u64,
    /// The number of the place.
    pub place: u32,
}

impl MonitorLog {
    /// Steps kept at the most (24 bytes each).
    pub const LIMIT: usize = 1 << 20;
}

/// Makes a log.
#[derive(Default)]
pub(crate) struct MonitorLogger {
    pub(crate) log: MonitorLog,
    objects: FxHashMap<u64, u32>,
    places: FxHashMap<(FunctionId, Location), u32>,
}

impl MonitorLogger {
    pub(crate) fn add(&mut self, step: &vm::MonitorStep, program: &dyn Program) {
        if self.log.steps.len() >= MonitorLog::LIMIT {
            self.log.cut = true;
            return;
        }
        let next = self.objects.len() as u32;
        let object = *self.objects.entry(step.object).or_insert(next);
        let places = &mut self.log.places;
        let key = (step.function, step.location);
        let place = *self.places.entry(key).or_insert_with(|| {
            let function = program.function(step.function);
            let name = function.map_or_else(|_| String::new(), |function| function.name.clone());
            places.push((name, Place::of(program, step.location)));
            (places.len() - 1) as u32
        });
        self.log.steps.push(LoggedStep {
            moment: step.moment,
            object,
            happened: step.happened,
            place,
        });
    }
}
