//! What a run has found so far, whoever found it: the one place where paths are counted, findings
//! are told apart and tests are numbered.

use super::facts::Facts;
use super::finding::{ErrorSite, Finding, Findings, Place};
use super::kept_path::{KeptPath, VariesByRun};
use super::report::{Left, LeftOut, Report};
use super::statistics::Statistics;
use crate::coverage::{CoveredPart, Part};
use crate::limits::LimitKind;
use crate::tree::Closed;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A place where a path left something out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct BoundPlace {
    /// What is left out, as summaries say it.
    pub what: String,
    /// Function, block and instruction, where it is a place in the program.
    pub site: Option<(String, u32, u32)>,
}

/// What became of completed paths, beside those that diverged: each is one of the first two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fates {
    /// They became tests.
    pub kept: u64,
    /// They showed nothing that others had not shown.
    pub not_new: u64,
    /// Of both, those that come out otherwise in other runs with the same inputs
    /// ([`crate::VariesByRun`]), as far as that was looked at.
    pub varying: u64,
}

impl Fates {
    fn add(&mut self, other: Fates) {
        self.kept += other.kept;
        self.not_new += other.not_new;
        self.varying += other.varying;
    }
}

/// What some paths add to a [`RunTotals`].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TotalsDelta {
    /// Ends of nodes.
    pub closed: BTreeMap<Closed, u64>,
    /// Estimate of the share of the execution tree that was explored, from 0 to 1: at each fork
    /// every arm is taken to lead to equally many paths.
    pub explored_share: f64,
    /// Paths that ended with an error, by its site; the first one of a site comes with a kept path.
    pub errors: BTreeMap<ErrorSite, u64>,
    /// Limits that cut paths off.
    pub limits: BTreeMap<LimitKind, u64>,
    /// Unsupported things that ended paths.
    pub unsupported: BTreeMap<(String, Place), u64>,
    /// Errors that skipped calls may lead to, and how the arms before them were closed: as no input takes them, or
    /// as it is not known whether one does.
    pub unrealised_errors: BTreeMap<(ErrorSite, Closed), u64>,
    /// Names of functions of which calls were skipped.
    pub skipped_functions: BTreeSet<String>,
    /// Names of functions of user code that calls executed which make inputs: they cover nothing.
    pub executed_for_inputs: BTreeSet<String>,
    /// What paths left out, each once.
    pub bounds: BTreeSet<BoundPlace>,
    /// What was executed for the first time, in order.
    pub covered: Vec<CoveredPart>,
    /// Completed paths that came out otherwise when they were run again for their trace: they are not kept.
    pub diverged: u64,
    /// What became of the others.
    pub fates: Fates,
    /// Arms of user code not covered then whose visit came to nothing, by how they were closed;
    /// only if [`crate::exchange::supervisor::Supervisor::wants_frontier`].
    pub arms: BTreeMap<(CoveredPart, Closed), u64>,
    /// What extensions learned ([`crate::extensions::Extension::take_facts`]).
    pub facts: Facts,
}

impl TotalsDelta {
    /// True if it adds nothing.
    pub fn is_empty(&self) -> bool {
        let TotalsDelta {
            closed,
            explored_share,
            errors,
            limits,
            unsupported,
            unrealised_errors,
            skipped_functions,
            executed_for_inputs,
            bounds,
            covered,
            diverged,
            fates,
            arms,
            facts,
        } = self;
        closed.is_empty()
            && *explored_share == 0.0
            && errors.is_empty()
            && limits.is_empty()
            && unsupported.is_empty()
            && unrealised_errors.is_empty()
            && skipped_functions.is_empty()
            && executed_for_inputs.is_empty()
            && bounds.is_empty()
            && covered.is_empty()
            && *diverged == 0
            && *fates == Fates::default()
            && arms.is_empty()
            && facts.is_empty()
    }

    /// Counts the end of a node that had that share of the tree.
    pub(crate) fn count_closed(&mut self, how: Closed, share: f64) {
        *self.closed.entry(how).or_default() += 1;
        if how.is_explored() {
            self.explored_share += share;
        }
    }

    pub(crate) fn count_limit(&mut self, limit: LimitKind) {
        *self.limits.entry(limit).or_default() += 1;
    }
}

/// Sums of a run.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RunTotals {
    /// Ends of nodes.
    pub closed: BTreeMap<Closed, u64>,
    /// Estimate of the share of the execution tree that was explored, from 0 to 1: at each fork
    /// every arm is taken to lead to equally many paths.
    pub explored_share: f64,
    /// Limits that were hit and how many nodes or paths each cut off.
    pub limits: BTreeMap<LimitKind, u64>,
    /// Unsupported things that ended paths.
    pub unsupported: BTreeMap<(String, Place), u64>,
    /// Errors that skipped calls may lead to, as [`TotalsDelta::unrealised_errors`].
    pub unrealised_errors: BTreeMap<(ErrorSite, Closed), u64>,
    /// Names of functions of which calls were skipped.
    pub skipped_functions: BTreeSet<String>,
    /// What paths left out.
    pub bounds: BTreeSet<BoundPlace>,
    /// Errors, each site once.
    pub findings: Findings,
    /// What was executed.
    pub covered: FxHashSet<CoveredPart>,
    /// Completed paths that came out otherwise when they were run again for their trace: they are not kept.
    pub diverged: u64,
    /// What became of the others.
    pub fates: Fates,
    /// Paths that became tests.
    pub tests: u32,
    /// What extensions learned.
    pub facts: Facts,
}

/// What a delta changed.
#[derive(Debug, Default)]
pub struct Recorded {
    /// Paths that become tests, numbered.
    pub tests: Vec<KeptPath>,
    /// Findings at new sites, each of one of those tests.
    pub findings: Vec<Finding>,
    /// What nobody had covered before.
    pub covered: Vec<CoveredPart>,
    /// What became of completed paths, those that were to be kept included.
    pub fates: Fates,
}

impl RunTotals {
    /// Adds what paths did. A kept path becomes a test if it covers something that no earlier one
    /// did, shows an error at a new site, is a sample, or all are wanted (`keep_all`).
    pub fn record(&mut self, delta: TotalsDelta, kept: Vec<KeptPath>, keep_all: bool) -> Recorded {
        for (how, count) in delta.closed {
            *self.closed.entry(how).or_default() += count;
        }
        for (limit, count) in delta.limits {
            *self.limits.entry(limit).or_default() += count;
        }
        for (what, count) in delta.unsupported {
            *self.unsupported.entry(what).or_default() += count;
        }
        for (error, count) in delta.unrealised_errors {
            *self.unrealised_errors.entry(error).or_default() += count;
        }
        self.skipped_functions.extend(delta.skipped_functions);
        self.explored_share += delta.explored_share;
        self.bounds.extend(delta.bounds);
        self.diverged += delta.diverged;
        for (fact, count) in delta.facts {
            *self.facts.entry(fact).or_default() += count;
        }
        let mut recorded = Recorded {
            fates: delta.fates,
            ..Recorded::default()
        };
        for part in delta.covered {
            self.cover(part, &mut recorded.covered);
        }
        for path in kept {
            self.record_kept(path, keep_all, &mut recorded);
        }
        for (site, count) in delta.errors {
            self.findings.count(&site, count);
        }
        self.fates.add(recorded.fates);
        recorded
    }

    fn cover(&mut self, part: CoveredPart, new: &mut Vec<CoveredPart>) -> bool {
        if self.covered.contains(&part) {
            return false;
        }
        new.push(part.clone());
        self.covered.insert(part)
    }

    fn record_kept(&mut self, mut path: KeptPath, keep_all: bool, recorded: &mut Recorded) {
        let mut new = keep_all && path.completed();
        path.covers
            .retain(|part| self.cover(part.clone(), &mut recorded.covered));
        new |= !path.covers.is_empty();
        let finding = path.error.take();
        let finding = finding.filter(|error| !self.findings.knows(&error.site));
        let is_test = new || finding.is_some() || path.is_sample;
        if path.completed() {
            recorded.fates.kept += u64::from(is_test);
            recorded.fates.not_new += u64::from(!is_test);
            recorded.fates.varying += u64::from(path.varies != VariesByRun::Nothing);
        }
        if !is_test {
            return;
        }
        self.tests += 1;
        path.id = self.tests;
        if let Some(error) = finding {
            let finding = Finding {
                kind: error.site.kind,
                message: error.message,
                exception: error.site.exception,
                assumption: error.site.assumption,
                place: error.site.place,
                function: error.site.function,
                stack: path.calls(),
                count: 0,
                test: path.id,
                search_by_calls: None,
            };
            recorded.findings.push(finding.clone());
            self.findings.add(finding);
        }
        recorded.tests.push(path);
    }

    /// True if a node ended with something left out.
    pub(crate) fn has_left_out(&self) -> bool {
        let mut left_out = Closed::ALL.iter().filter(|how| !how.is_explored());
        left_out.any(|&how| self.closed(how) > 0)
    }

    /// Number of nodes that ended so.
    pub fn closed(&self, how: Closed) -> u64 {
        self.closed.get(&how).copied().unwrap_or(0)
    }

    /// A limit of the whole run ended it.
    pub fn stop(&mut self, limit: LimitKind, cut_off: u64) {
        self.limits.insert(limit, cut_off);
    }

    /// A run that was ended by a limit of the whole run goes on: that limit no longer counts.
    pub fn resume(&mut self) {
        self.limits.retain(|limit, _| !limit.is_of_run());
    }

    /// Arms of user code covered so far.
    pub fn covered_arms(&self) -> u32 {
        let arms = self.covered.iter();
        arms.filter(|part| matches!(part.part, Part::Arm(..)))
            .count() as u32
    }

    /// Completed paths of which nothing is said: there are none.
    fn unaccounted(&self) -> u64 {
        let completed = self.closed(Closed::Completed);
        let known = self.fates.kept + self.fates.not_new + self.diverged;
        debug_assert_eq!(completed, known, "each completed path is accounted for");
        completed.abs_diff(known)
    }

    /// Sums up; `pending` nodes are left to explore.
    pub fn report(&self, pending: u64, mut statistics: Statistics) -> Report {
        // Those of earlier sessions, too.
        let tested = &mut statistics.lazy.taken_as_tested;
        tested.extend(self.skipped_functions.iter().cloned());
        let counts = [
            (LeftOut::NotExplored, pending),
            (LeftOut::CutOff, self.closed(Closed::CutOff)),
            (LeftOut::Unsupported, self.closed(Closed::Unsupported)),
            (LeftOut::Unknown, self.closed(Closed::Unknown)),
            (LeftOut::Diverged, self.closed(Closed::Diverged)),
            (LeftOut::Failed, self.closed(Closed::Failed)),
            (LeftOut::NotKept, self.diverged),
            (LeftOut::Varying, self.fates.varying),
            (LeftOut::Unaccounted, self.unaccounted()),
        ];
        let mut left: BTreeMap<LeftOut, u64> = BTreeMap::from(counts);
        for bound in &self.bounds {
            *left
                .entry(LeftOut::Bounded(bound.what.clone()))
                .or_default() += 1;
        }
        let left = left.into_iter().filter(|&(_, count)| count > 0);
        let mut left: Vec<Left> = left.map(|(what, count)| Left { what, count }).collect();
        left.sort_by_cached_key(|left| left.what.to_string());
        let mut closed = self.closed.iter().filter(|&(_, &count)| count > 0);
        let is_whole = pending == 0 && closed.all(|(how, _)| how.is_explored());
        Report {
            paths: self.closed(Closed::Completed),
            assume_failed: self.closed(Closed::AssumeFailed),
            infeasible: self.closed(Closed::Infeasible),
            beside_targets: self.closed(Closed::BesideTargets),
            subsumed: self.closed(Closed::Subsumed),
            subsumed_for_errors: self.closed(Closed::SubsumedForErrors),
            // Of nodes that others have taken over the share is a guess.
            explored_share: match is_whole {
                true => 1.0,
                false => self.explored_share.min(1.0),
            },
            tests: self.tests,
            findings: self.findings.clone(),
            left,
            limits: self.limits.clone(),
            unsupported: self.unsupported.clone(),
            unrealised_errors: self.unrealised_errors.clone(),
            edges: (self.covered_arms(), statistics.arms),
            diverged: self.diverged,
            statistics,
            ..Report::default()
        }
    }
}
