//! The starts of a run, explored one after the other: how its limits are shared among them.

use crate::plan::Plan;
use crate::report;
use crate::run_recorder::{RunRecorder, Sink};
use crate::setup::{Part, Team};
use explore::tree::Closed;
use explore::{
    CoveredPart, ErrorSite, Frontier, KeyRange, Left, LeftOut, LimitKind, Limits, Progress, Report,
    RunTotals, SearchByCalls, Statistics,
};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::{Reader, ResourceUsage, RestoredStart, StartSeed};

/// What there is of a run before a session.
pub struct Before {
    pub starts: Vec<RestoredStart>,
    pub keys: KeyRange,
    pub spent: ResourceUsage,
    /// Tests there are.
    pub tests: u32,
    /// Largest number of one.
    pub last_test: u32,
    /// Functions of user code that are known, with the numbers of their arms.
    pub code: HashMap<String, u32>,
    /// Inputs whose paths are run first.
    pub seeds: Vec<StartSeed>,
}

impl Before {
    /// Everything is to be explored.
    pub fn nothing(starts: usize, seeds: Vec<StartSeed>) -> Before {
        let starts = (0..starts as u32).map(|number| RestoredStart {
            account: RunTotals::default(),
            frontier: Frontier::at(explore::NodeKey::start(number)),
        });
        Before {
            starts: starts.collect(),
            keys: KeyRange::first(),
            spent: ResourceUsage::default(),
            tests: 0,
            last_test: 0,
            code: HashMap::new(),
            seeds,
        }
    }

    /// Number of starts below which something is left.
    pub fn unfinished(&self) -> usize {
        let starts = self.starts.iter();
        starts.filter(|start| start.frontier.pending() > 0).count()
    }
}

/// What the starts of a run have come to so far in a session.
struct Starts {
    /// A report each; empty for those that are not explored yet.
    reports: Vec<Report>,
    keys: KeyRange,
    last_test: u32,
    /// What their tests cover.
    covered: Vec<HashSet<CoveredPart>>,
}

impl Starts {
    /// All reports as one.
    fn sum(&self, team: &Team) -> Report {
        let mut all = Report::default();
        let before_any_state = before_any_state(team, self.reports.len());
        for (number, report) in self.reports.iter().enumerate() {
            let own = match before_any_state.contains(&number) {
                true => report.beside_any_state(),
                false => report.clone(),
            };
            report::add(&mut all, own);
        }
        all
    }

    /// What searches for calls came to that make what was found for objects in any state: of several for one
    /// error, the one that says least.
    fn searched_by_calls(&self, team: &Team) -> HashMap<ErrorSite, SearchByCalls> {
        let mut all = HashMap::new();
        for (number, report) in self.reports.iter().enumerate() {
            let Some(by_calls) = team.after(number) else {
                continue;
            };
            let search = self.reports[by_calls].search_by_calls();
            for finding in report.findings.list() {
                let known = all.entry(finding.site()).or_insert(search);
                *known = search.max(*known);
            }
        }
        all
    }

    /// Explores what is left below a start and records it.
    fn go_on(
        &mut self,
        team: &mut Team,
        mut part: Part,
        recorder: &mut RunRecorder,
    ) -> anyhow::Result<()> {
        let number = part.start;
        part.account.tests = self.last_test;
        // What tests of other starts reach is struck off.
        if team.has_targets() {
            let reached = recorder.covers.iter().map(|(part, _)| part.clone());
            part.account.covered.extend(reached);
        }
        if let Some(before) = team.after(number) {
            let shown = self.covered[before].iter().cloned();
            part.account.covered.extend(shown);
        }
        let covers_before = recorder.covers.len();
        recorder.start = number;
        if let Sink::Store(writer) = &recorder.sink {
            writer.begin(number as u32)?;
        }
        let before = std::mem::take(&mut self.reports[number]);
        let mut report = team.go_on(part, &mut self.keys, recorder)?;
        self.last_test = report.tests;
        let shown = recorder.covers[covers_before..].iter();
        self.covered[number].extend(shown.map(|(part, _)| part.clone()));
        report.elapsed += before.elapsed;
        report.statistics.add_later(&before.statistics);
        self.reports[number] = report;
        Ok(())
    }

    /// Those that a limit of time of their own cut off, or else searches for calls that were in vain for long.
    fn cut_off(&self) -> Vec<usize> {
        let by = |limit: LimitKind| -> Vec<usize> {
            let all = self.reports.iter().enumerate();
            let cut = all.filter(|(_, report)| report.limits.contains_key(&limit));
            cut.map(|(number, _)| number).collect()
        };
        let cut_off = by(LimitKind::Time);
        match cut_off.is_empty() {
            true => by(LimitKind::SequencePaths),
            false => cut_off,
        }
    }
}

/// Explores what is left below one start after the other; the limits of the run are shared among
/// those that are left. Time that some did not need goes to those that were cut off.
pub fn explore_all(
    plan: &Plan,
    team: &mut Team,
    before: Before,
    recorder: &mut RunRecorder,
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<Report> {
    let started = Instant::now();
    let limits = plan.exploration.limits.clone();
    // What nothing is known of comes before what time has cut off, which goes on with the time that is left.
    let new_first = limits.time.is_some() && before.starts.iter().any(is_new);
    let mut unfinished = match new_first {
        true => before.starts.iter().filter(|start| is_new(start)).count(),
        false => before.unfinished(),
    };
    let count = before.starts.len();
    let mut starts = Starts {
        reports: vec![Report::default(); count],
        keys: before.keys,
        last_test: before.last_test,
        covered: vec![HashSet::new(); count],
    };
    let mut all = Report::default();
    let mut untouched = 0;
    let before_any_state = before_any_state(team, count);
    let mut left: VecDeque<RestoredStart> = before.starts.into();
    let time_left = || {
        limits
            .time
            .map(|time| time.saturating_sub(started.elapsed()))
    };
    for number in 0..count {
        let Some(start) = left.pop_front() else {
            break;
        };
        starts.covered[number].extend(start.account.covered.iter().cloned());
        let pending = start.frontier.pending() as u64;
        let over = all.failure.is_some() || interrupt.load(Ordering::Relaxed);
        if new_first && pending > 0 && !is_new(&start) && !over {
            starts.reports[number] = not_explored(start, LimitKind::Time);
        } else if pending == 0 || (over && number > 0) {
            untouched += u64::from(is_new(&start));
            let why = match time_left() == Some(Duration::ZERO) || team.time_is_up() {
                true => LimitKind::Time,
                false => LimitKind::Interrupted,
            };
            starts.reports[number] = not_explored(start, why);
        } else {
            recorder.others = others(&all, &left);
            let limits = Limits {
                time: time_left().map(|time| time / unfinished as u32),
                sequence_paths: limits
                    .sequence_paths
                    .filter(|_| before_any_state.contains(&number)),
                ..share(
                    &limits,
                    &all,
                    recorder.others.paths,
                    &start.account,
                    unfinished,
                )
            };
            let part = Part {
                start: number,
                frontier: start.frontier,
                limits,
                account: start.account,
            };
            starts.go_on(team, part, recorder)?;
            unfinished -= 1;
        }
        report::add(&mut all, starts.reports[number].clone());
    }
    while let Some(time) = time_left().filter(|time| *time > WORTH_GOING_ON)
        && !interrupt.load(Ordering::Relaxed)
        && go_on_with_cut_off(plan, team, &mut starts, recorder, time)?
    {}
    let mut all = starts.sum(team);
    let searched = starts.searched_by_calls(team);
    all.findings
        .fold_by_calls(|site| searched.get(site).copied());
    // Whoever watches the clock interrupts what is under way when the time is up.
    if time_left() == Some(Duration::ZERO)
        && let Some(count) = all.limits.remove(&LimitKind::Interrupted)
    {
        *all.limits.entry(LimitKind::Time).or_default() += count;
    }
    if untouched > 0 {
        all.left.push(Left {
            what: LeftOut::Methods,
            count: untouched,
        });
    }
    all.explored_share /= count.max(1) as f64;
    all.tests = recorder.tests;
    all.edges = recorder.edges();
    Ok(all)
}

/// The starts for objects that calls make, of methods that have another one for objects in any state.
fn before_any_state(team: &Team, starts: usize) -> HashSet<usize> {
    (0..starts).filter_map(|it| team.after(it)).collect()
}

/// True for a start of which nothing is explored.
fn is_new(start: &RestoredStart) -> bool {
    start.frontier.pending() == 1 && start.account.closed.is_empty()
}

/// The report of a start that is not explored in this session; `why`, if something is left of it.
fn not_explored(start: RestoredStart, why: LimitKind) -> Report {
    let pending = start.frontier.pending() as u64;
    let shown = if is_new(&start) { 0 } else { pending };
    let mut report = start.account.report(shown, Statistics::default());
    if pending > 0 {
        report.limits.insert(why, pending);
    }
    report
}

/// The limits of a start, one of so many that are unfinished: what is left of those of the run when the
/// starts before have come to `all`, and the others to so many paths.
fn share(
    limits: &Limits,
    all: &Report,
    paths_of_others: u64,
    account: &RunTotals,
    unfinished: usize,
) -> Limits {
    let own = account.closed(Closed::Completed);
    let (findings, used) = (
        all.findings.list().len() as u64,
        all.statistics.machine.instructions,
    );
    let part = |left: u64| left.div_ceil(unfinished as u64);
    Limits {
        paths: limits
            .paths
            .map(|most| own + part(most.saturating_sub(paths_of_others + own))),
        findings: limits.findings.map(|most| most.saturating_sub(findings)),
        instructions: limits
            .instructions
            .map(|most| part(most.saturating_sub(used))),
        ..limits.clone()
    }
}

/// Time that it is worth going on with starts for that were cut off.
const WORTH_GOING_ON: Duration = Duration::from_millis(500);

/// Shares out what is left of the time of the run among the starts that were cut off, which are taken
/// from the store. False if there is nothing to go on with.
fn go_on_with_cut_off(
    plan: &Plan,
    team: &mut Team,
    starts: &mut Starts,
    recorder: &mut RunRecorder,
    time: Duration,
) -> anyhow::Result<bool> {
    let cut_off = starts.cut_off();
    let failed = starts.reports.iter().any(|report| report.failure.is_some());
    let Sink::Store(writer) = &recorder.sink else {
        return Ok(false);
    };
    if cut_off.is_empty() || failed {
        return Ok(false);
    }
    writer.commit();
    let mut restored = Reader::open(&plan.output)?.restore()?.starts;
    let until = Instant::now() + time;
    for (index, &number) in cut_off.iter().enumerate() {
        let rest = until.saturating_duration_since(Instant::now());
        let RestoredStart { frontier, account } = std::mem::replace(
            &mut restored[number],
            RestoredStart {
                account: RunTotals::default(),
                frontier: Frontier::new(),
            },
        );
        let all = starts.sum(team);
        let used = all.statistics.machine.instructions;
        let limits = plan.exploration.limits.clone();
        let (paths, instructions) = (limits.paths, limits.instructions);
        let spent = paths.is_some_and(|most| all.paths >= most)
            || instructions.is_some_and(|most| used >= most);
        if rest.is_zero() || spent {
            return Ok(false);
        }
        let own = account.closed(Closed::Completed);
        recorder.others = progress(&all);
        recorder.others.paths = recorder.others.paths.saturating_sub(own);
        let part = Part {
            start: number,
            frontier,
            limits: Limits {
                time: Some(rest / (cut_off.len() - index) as u32),
                paths: paths.map(|most| own + (most - all.paths)),
                instructions: instructions.map(|most| most - used),
                sequence_paths: None,
                ..limits
            },
            account,
        };
        starts.go_on(team, part, recorder)?;
    }
    Ok(true)
}

/// What is known of the paths of starts that were explored before in this session, and of those that
/// are left.
fn others(explored: &Report, left: &VecDeque<RestoredStart>) -> Progress {
    let mut sum = progress(explored);
    for start in left {
        sum.paths += start.account.closed(Closed::Completed);
        sum.pending += start.frontier.pending();
        sum.findings += start.account.findings.list().len();
    }
    sum
}

/// How far the session came.
pub fn progress(report: &Report) -> Progress {
    let mut left = report.left.iter();
    let left = left.find(|left| left.what == LeftOut::NotExplored);
    Progress {
        elapsed: report.elapsed,
        left: None,
        paths: report.paths,
        tests: report.tests,
        pending: left.map_or(0, |left| left.count as usize),
        findings: report.findings.list().len(),
        edges: report.edges,
        solver: report.statistics.solver.clone(),
        instructions: report.statistics.machine.instructions,
    }
}
