//! Which unit is visited when, and for how long: each once for its share of the time, then those that have
//! branches left again, for shares that grow with these.

use super::dependencies::{before_visit, of_visit};
use super::planned::{LEAST_AGAIN, Manner, Planned};
use super::record::{ScanRecord, Standing, VisitProgress, VisitState};
use super::units::{Unit, Units};
use super::visit::{Outcome, Visitor, open_at_depth, uncovered_branches, was_cut_off};
use super::warnings::has_findings_that_count;
use crate::progress::ProgressLine;
use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The share of the time for first visits.
const FIRST_SHARE: f64 = 0.6;
/// Seconds for what only leads to code that has changed, whatever their share of an earlier scan is.
const LEAST_REVISITED: f64 = 10.0;

/// How many times as long as expected such a visit may take.
const SPARE: f64 = 1.3;

/// How a scan is carried out.
pub struct Schedule<'a> {
    pub visitor: &'a Visitor,
    pub units: &'a Units,
    /// That of the scan.
    pub directory: &'a Path,
    /// Findings for unusual inputs count for the exit code.
    pub strict: bool,
    /// Visits at a time.
    pub jobs: u32,
    /// Time of the whole scan.
    pub time: Duration,
    pub interrupt: &'a AtomicBool,
    /// Units of earlier scans that time has cut off are gone on with, too.
    pub go_on: bool,
    /// The units were asked for by name or as changed: those among them are visited that earlier scans had no time for.
    pub chosen: bool,
    /// The share of the time of earlier visits for what only leads to code that has changed, from when the scan began.
    pub revisit_share: f64,
    pub started: Instant,
}

/// When a round of visits is over.
#[derive(Clone, Copy)]
struct Ends {
    /// What visits are given shares of the time until.
    share: Instant,
    /// Behind this none is begun.
    last: Instant,
    /// Those that only lead to code that has changed are over by this.
    revisited: Instant,
}

/// What visits are made from, and what they change.
struct State<'r> {
    queue: VecDeque<Planned>,
    record: &'r mut ScanRecord,
    progress: ProgressLine,
    /// Visits of the round, those under way as well.
    all: usize,
    done: usize,
    findings: usize,
    /// Seconds that visits took beside their exploration: to compile, and to run tests.
    overhead: f64,
    failure: Option<anyhow::Error>,
    /// Units that a deeper visit came to nothing for.
    no_deeper: &'r mut HashSet<usize>,
}

impl State<'_> {
    /// The same of a visit, by those that were made.
    fn overhead_of_visit(&self) -> f64 {
        self.overhead / self.done.max(1) as f64
    }
}

impl Schedule<'_> {
    /// Makes the visits.
    ///
    /// # Errors
    /// If results cannot be written or read.
    pub fn run(&self, record: &mut ScanRecord) -> anyhow::Result<()> {
        let queue = self.first_visits(record);
        let mut no_deeper = HashSet::new();
        let first_share = first_share(&queue);
        let revisits = self.time_of_revisits(record);
        let time = self.time_of(&queue, revisits);
        let begun = Instant::now();
        let end = begun + time;
        let ends = Ends {
            share: begun + time.mul_f64(first_share),
            last: match first_share < 1.0 {
                true => end,
                // Each has its own seconds beside the time that its start and its tests take.
                false => begun + self.time,
            },
            revisited: self.started + revisits,
        };
        if !queue.is_empty() {
            self.round(record, &mut no_deeper, queue, ends)?;
        }
        loop {
            let queue = self.further_visits(record, &no_deeper)?;
            let left = end.saturating_duration_since(Instant::now());
            let is_over =
                left.as_secs_f64() < LEAST_AGAIN || self.interrupt.load(Ordering::Relaxed);
            if queue.is_empty() || is_over {
                break;
            }
            self.round(
                record,
                &mut no_deeper,
                queue,
                Ends {
                    share: end,
                    last: end,
                    revisited: end,
                },
            )?;
        }
        // One that was interrupted goes on with all.
        if self.interrupt.load(Ordering::Relaxed) {
            return Ok(());
        }
        record.keep_left(self.units)
    }

    /// The time for visits: what they would have of a scan of all units, where all have changed that were visited before no more than half
    /// of what there is for what only leads to them, and no less than they had in earlier ones.
    fn time_of(&self, queue: &VecDeque<Planned>, revisits: Duration) -> Duration {
        if self.go_on {
            return self.time;
        }
        let all: f64 = self.units.list.iter().map(weight).sum();
        // What only leads to code that has changed has a time of its own, and is not gone on with.
        let own = || queue.iter().filter(|planned| !planned.may_be_left);
        let part: f64 = own().map(|planned| planned.weight).sum();
        let at_a_time = f64::from(self.jobs).min(own().count() as f64).max(1.0);
        let least = own().map(|it| it.least.max(it.manner.least()));
        let least = least.sum::<f64>() / at_a_time / first_share(queue);
        let own_share = self.time.mul_f64((part / all).min(1.0));
        let own_share = match first_share(queue) < 1.0 || self.revisit_share >= 1.0 {
            true => own_share,
            false => own_share.min(revisits / 2),
        };
        own_share
            .max(Duration::try_from_secs_f64(least).unwrap_or(self.time))
            .min(self.time)
    }

    /// The time for what only leads to code that has changed: its share of what all visits took.
    fn time_of_revisits(&self, record: &ScanRecord) -> Duration {
        if self.go_on || self.revisit_share >= 1.0 {
            return self.time;
        }
        if self.revisit_share == 0.0 {
            return Duration::ZERO;
        }
        let all = record.standing.iter().map(|standing| match standing {
            Standing::Kept(visit) | Standing::Visited(visit) | Standing::Changed { visit, .. } => {
                visit.progress.thorough.elapsed
            }
            Standing::New | Standing::Left | Standing::Begun => 0.0,
        });
        let share = all.sum::<f64>() / f64::from(self.jobs) * self.revisit_share;
        let share = Duration::try_from_secs_f64(share.max(LEAST_REVISITED));
        share.map_or(self.time, |share| share.min(self.time))
    }

    /// What is to be visited: what has changed itself first.
    fn first_visits(&self, record: &ScanRecord) -> VecDeque<Planned> {
        let all = self.units.list.iter().zip(&record.standing).enumerate();
        let of_others = match self.go_on {
            true => 1.0,
            false => self.revisit_share,
        };
        let planned = all.filter_map(|(number, (unit, standing))| {
            let planned = |manner| Planned::new(number, weight(unit), manner);
            match standing {
                Standing::Kept(_) | Standing::Visited(_) => None,
                Standing::Left if !self.go_on && !self.chosen => None,
                Standing::Begun => Some(planned(Manner::Again)),
                Standing::New | Standing::Left => Some(planned(Manner::Anew)),
                Standing::Changed {
                    visit,
                    renewal,
                    edited,
                } => {
                    let manner = match self.visitor.can_begin_with_tests(unit) {
                        true => Manner::FromTests,
                        false => Manner::Anew,
                    };
                    let changed = (visit, renewal.as_ref(), *edited);
                    let planned = planned(manner).of_changed(changed, of_others);
                    let counts =
                        || has_findings_that_count(self.directory, (self.units, unit), self.strict);
                    Some(match planned.may_be_left && counts() {
                        true => planned.kept_in(),
                        false => planned,
                    })
                }
            }
        });
        let mut planned: Vec<Planned> = planned.collect();
        planned.sort_by(|a, b| a.order().total_cmp(&b.order()));
        planned.into()
    }

    /// Those that time cut off and that have branches of their own left, and those that skipped calls about which
    /// something is open; most branches first.
    fn further_visits(
        &self,
        record: &ScanRecord,
        no_deeper: &HashSet<usize>,
    ) -> anyhow::Result<VecDeque<Planned>> {
        let mut all = Vec::new();
        for (number, standing) in record.standing.iter().enumerate() {
            let visit = match standing {
                Standing::Visited(visit) => visit,
                Standing::Kept(visit) if self.go_on => visit,
                Standing::Kept(_)
                | Standing::New
                | Standing::Left
                | Standing::Changed { .. }
                | Standing::Begun => continue,
            };
            if visit.progress.state != VisitState::Done {
                continue;
            }
            let summary = self.visitor.summary(&self.units.list[number])?;
            let left = uncovered_branches(&summary);
            let deeper = open_at_depth(&summary).filter(|_| !no_deeper.contains(&number));
            let manner = match deeper {
                _ if left > 0 && was_cut_off(&summary) => Manner::Again,
                Some(depth) => Manner::Deeper(depth.saturating_add(1)),
                None => continue,
            };
            all.push(Planned {
                before: visit.progress.thorough,
                kept: visit.progress.seconds,
                ..Planned::new(number, left.max(1) as f64, manner)
            });
        }
        all.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        Ok(all.into())
    }

    /// Makes visits until it is over.
    fn round(
        &self,
        record: &mut ScanRecord,
        no_deeper: &mut HashSet<usize>,
        queue: VecDeque<Planned>,
        ends: Ends,
    ) -> anyhow::Result<()> {
        let state = Mutex::new(State {
            all: queue.len(),
            queue,
            record,
            progress: ProgressLine::new(),
            done: 0,
            findings: 0,
            overhead: 0.0,
            failure: None,
            no_deeper,
        });
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| self.work(&state, ends));
            }
        });
        let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut progress = state.progress;
        progress.clear();
        state.failure.map_or(Ok(()), Err)
    }

    /// Makes one visit after the other.
    fn work(&self, state: &Mutex<State<'_>>, ends: Ends) {
        let lock = || state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let (planned, time, begun) = {
                let mut state = lock();
                if self.interrupt.load(Ordering::Relaxed) || state.failure.is_some() {
                    return;
                }
                let Some((mut planned, time)) = self.next(&mut state, ends) else {
                    return;
                };
                self.show(&mut state, ends.last);
                let begun = self.begin(state.record, &mut planned);
                (planned, time, begun)
            };
            let started = Instant::now();
            let made = begun.and_then(|()| self.visit(&planned, time));
            let taken = started.elapsed().as_secs_f64();
            let mut state = lock();
            let kept = made.and_then(|outcome| match outcome {
                Some(outcome) => self.keep(state.record, &planned, (time, taken), outcome),
                None => {
                    state.no_deeper.insert(planned.unit);
                    Ok(0)
                }
            });
            match kept {
                Ok(findings) => {
                    state.findings += findings;
                    let explored = match &state.record.standing[planned.unit] {
                        Standing::Visited(visit) => visit.progress.seconds.min(time.as_secs_f64()),
                        Standing::New
                        | Standing::Left
                        | Standing::Changed { .. }
                        | Standing::Begun
                        | Standing::Kept(_) => 0.0,
                    };
                    state.overhead += (taken - explored).max(0.0);
                }
                Err(error) => {
                    state.failure.get_or_insert(error);
                }
            }
            state.done += 1;
        }
    }

    /// The next visit and its time: its share of what is left for the exploration of all that wait. There is none if the time of the
    /// scan is up; first visits may go on into that of others.
    fn next(&self, state: &mut State<'_>, ends: Ends) -> Option<(Planned, Duration)> {
        let now = Instant::now();
        let until = |end: Instant| end.saturating_duration_since(now).as_secs_f64();
        let is_late = |planned: &Planned| match planned.may_be_left {
            true => until(ends.revisited) < planned.expected() * SPARE,
            false => until(ends.last) < planned.manner.least(),
        };
        let at = state.queue.iter().position(|planned| !is_late(planned))?;
        let beside = state.overhead_of_visit() * state.queue.len() as f64;
        let planned = state.queue.remove(at)?;
        let least = planned.manner.least();
        let others: f64 = state.queue.iter().map(|it| it.weight).sum();
        let left = until(ends.share);
        let of_all = (left * f64::from(self.jobs) - beside).max(0.0);
        let share = of_all * planned.weight / (planned.weight + others);
        let most = match planned.least > 0.0 {
            true => until(ends.last),
            false => left,
        };
        let share = match planned.leads_only {
            true => planned.least,
            false => share.max(planned.least),
        };
        let share = share.min(most).max(least);
        Some((planned, Duration::from_secs_f64(share)))
    }

    fn show(&self, state: &mut State<'_>, end: Instant) {
        if !state.progress.is_due() {
            return;
        }
        let all = state.all;
        let left = end.saturating_duration_since(Instant::now()).as_secs();
        let line = format!(
            "{} of {all} {} visited, {} findings, {left} s left",
            state.done,
            self.units.language.unit(all),
            state.findings
        );
        state.progress.show_line(&line);
    }

    fn begin(&self, record: &ScanRecord, planned: &mut Planned) -> anyhow::Result<()> {
        let unit = &self.units.list[planned.unit];
        if planned.manner == Manner::Renewed
            && let Standing::Changed {
                visit,
                renewal: Some(renewal),
                ..
            } = &record.standing[planned.unit]
        {
            match record.begin_renewal(self.units, unit, (visit, renewal)) {
                Ok(()) => return Ok(()),
                Err(error) => {
                    eprintln!(
                        "wayfarer: warning: {}: {error:#}; it is visited anew",
                        unit.name
                    );
                    planned.manner = Manner::Anew;
                }
            }
        }
        if !matches!(planned.manner, Manner::Anew | Manner::FromTests) {
            return Ok(());
        }
        let needed = before_visit(unit, self.units);
        let begun = VisitProgress::new(VisitState::Begun, planned.before);
        record.keep(self.units, unit, needed.iter(), begun)?;
        Ok(())
    }

    /// Makes a visit; `None` if what there was before is kept.
    fn visit(&self, planned: &Planned, time: Duration) -> anyhow::Result<Option<Outcome>> {
        let unit = &self.units.list[planned.unit];
        if let Manner::Deeper(depth) = planned.manner {
            let replaced = self
                .visitor
                .explore_deeper(unit, depth, (time, self.interrupt))?;
            return Ok(replaced.then_some(Outcome::Over));
        }
        if matches!(planned.manner, Manner::Again | Manner::Renewed)
            && let outcome @ (Outcome::Over | Outcome::Interrupted) =
                self.visitor.resume(unit, time, self.interrupt)?
        {
            return Ok(Some(outcome));
        }
        if planned.manner == Manner::FromTests
            && let outcome @ (Outcome::Over | Outcome::Interrupted) = self
                .visitor
                .explore_from_tests(unit, time, self.interrupt)?
        {
            return Ok(Some(outcome));
        }
        self.visitor.explore(unit, time, self.interrupt).map(Some)
    }

    /// Keeps what has come of a visit; gives the number of its findings.
    fn keep(
        &self,
        record: &mut ScanRecord,
        planned: &Planned,
        (time, elapsed): (Duration, f64),
        outcome: Outcome,
    ) -> anyhow::Result<usize> {
        let unit = &self.units.list[planned.unit];
        let mut seconds = time.as_secs_f64();
        let mut thorough = planned.before;
        let (state, executed, findings) = match outcome {
            Outcome::Interrupted => return Ok(0),
            Outcome::Failed(why) => (VisitState::Failed(why), before_visit(unit, self.units), 0),
            Outcome::Over => {
                let summary = self.visitor.summary(unit)?;
                seconds = match planned.manner {
                    Manner::Renewed => planned.kept + seconds.min(elapsed),
                    Manner::Anew | Manner::FromTests | Manner::Again | Manner::Deeper(_) => {
                        summary["seconds"].as_f64().unwrap_or(seconds)
                    }
                };
                thorough = planned.thorough((seconds, elapsed), &summary);
                self.visitor.forget_before(unit)?;
                let executed = of_visit(self.visitor, (self.units, unit), &summary)?;
                let findings = summary["findings"].as_array().map_or(0, Vec::len);
                // One that was interrupted is to be gone on with.
                let state = match summary["limits"]["interrupted"].is_null() {
                    true => VisitState::Done,
                    false => VisitState::Begun,
                };
                (state, executed, findings)
            }
        };
        let progress = VisitProgress {
            seconds,
            thorough,
            state,
        };
        let visit = record.keep(self.units, unit, executed.iter(), progress)?;
        record.standing[planned.unit] = Standing::Visited(visit);
        Ok(findings)
    }
}

/// The share of the time for first visits: all of it, if it is known of every unit how long it was explored.
fn first_share(queue: &VecDeque<Planned>) -> f64 {
    match queue.iter().all(|planned| planned.least > 0.0) {
        true => 1.0,
        false => FIRST_SHARE,
    }
}

/// What the share of a first visit goes by.
fn weight(unit: &Unit) -> f64 {
    unit.starts.len().max(1) as f64
}
