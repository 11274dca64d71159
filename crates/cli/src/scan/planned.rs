//! Visits that are to be made: how, and what is known of the time that they take.

use super::record::{Spent, Visit};
use super::renewal::Renewal;
use super::visit::was_cut_off;
use serde_json::Value;

/// Seconds of a visit at least: less is spent on starting it.
const LEAST: f64 = 0.2;
/// Seconds of one that goes on, which runs the tests that there are again.
pub const LEAST_AGAIN: f64 = 3.0;

/// A visit that is to be made.
pub struct Planned {
    pub unit: usize,
    /// What its share of the time goes by.
    pub weight: f64,
    /// Seconds that it has at least: those of an earlier visit, so that it is as thorough as that was, or their share if it only
    /// leads to code that has changed.
    pub least: f64,
    /// It only leads to such code: it has no more than that.
    pub leads_only: bool,
    /// It is left if there is no time.
    pub may_be_left: bool,
    /// What an earlier visit took.
    pub before: Spent,
    /// Seconds that the results are of which it goes on with.
    pub kept: f64,
    /// The share of it that is made again.
    pub renewed: f64,
    pub manner: Manner,
}

impl Planned {
    /// The visit of a unit of which nothing is known.
    pub fn new(unit: usize, weight: f64, manner: Manner) -> Planned {
        Planned {
            unit,
            weight,
            least: 0.0,
            leads_only: false,
            may_be_left: false,
            before: Spent::default(),
            kept: 0.0,
            renewed: 1.0,
            manner,
        }
    }

    /// The same of a unit with results that do not hold any more: what only leads to code that has changed has a share of its
    /// time, `of_others`.
    pub fn of_changed(
        self,
        (visit, renewal, edited): (&Visit, Option<&Renewal>, f64),
        of_others: f64,
    ) -> Planned {
        let share = renewal.map_or(1.0, |renewal| renewal.share);
        let before = visit.progress.thorough;
        let edited = edited.min(share);
        let least = before.explored * (edited + (share - edited) * of_others);
        let leads_only = edited == 0.0 && of_others < 1.0;
        Planned {
            weight: self.weight * share,
            least: match before.explored > 0.0 {
                true => least.max(LEAST),
                false => 0.0,
            },
            leads_only,
            may_be_left: leads_only,
            before,
            kept: visit.progress.seconds * (1.0 - share),
            renewed: share,
            manner: renewal.map_or(self.manner, |_| Manner::Renewed),
            ..self
        }
    }

    /// The same of one that is not left, whatever time there is: it has findings that count, and it must be known whether they still
    /// hold. It has time to run their tests.
    pub fn kept_in(self) -> Planned {
        Planned {
            least: self.least.max(LEAST_AGAIN),
            may_be_left: false,
            ..self
        }
    }

    /// What is visited first: what is not left, and then as many as there is time for.
    pub fn order(&self) -> f64 {
        match self.may_be_left {
            true => self.expected(),
            false => 0.0,
        }
    }

    /// Seconds of the clock that it will take. Tests that are kept run once more, too.
    pub fn expected(&self) -> f64 {
        let beside = self.before.elapsed - self.before.explored;
        self.least + beside.max(0.0)
    }

    /// What it takes to be as thorough as this visit, with results of so many seconds, and those before.
    pub fn thorough(&self, (explored, elapsed): (f64, f64), summary: &Value) -> Spent {
        let before = self.before;
        let kept = match self.manner {
            Manner::Again => 1.0,
            Manner::Renewed => 1.0 - self.renewed,
            Manner::Anew | Manner::FromTests | Manner::Deeper(_) => 0.0,
        };
        let now = Spent {
            explored,
            elapsed: before.elapsed * kept + elapsed,
        };
        match was_cut_off(summary) {
            true => now.max(before),
            false => now,
        }
    }
}

/// How a unit is visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// From the start.
    Anew,
    /// From the start, with the inputs of the tests that there are first.
    FromTests,
    /// It goes on with what there is.
    Again,
    /// It goes on with what there is, but for what has executed code that has changed.
    Renewed,
    /// From the start, with calls that are skipped only if they are deeper than this.
    Deeper(u32),
}

impl Manner {
    /// Seconds of such a visit at least.
    pub fn least(self) -> f64 {
        match self {
            Manner::Again => LEAST_AGAIN,
            Manner::Anew | Manner::FromTests | Manner::Renewed | Manner::Deeper(_) => LEAST,
        }
    }
}
