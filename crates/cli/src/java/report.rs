//! The reports of several methods as one.

use explore::{Finding, Report};

/// Adds the report of another method. Its tests are numbered behind `tests`. What share of the whole
/// it explored is for the caller to say, who knows how many methods there are.
pub fn add(all: &mut Report, own: Report, tests: u32) {
    all.paths += own.paths;
    all.assume_failed += own.assume_failed;
    all.infeasible += own.infeasible;
    all.tests += own.tests;
    all.diverged += own.diverged;
    all.elapsed += own.elapsed;
    all.edges = (all.edges.0 + own.edges.0, all.edges.1.max(own.edges.1));
    for finding in own.findings.list() {
        let site = finding.site();
        if all.findings.knows(&site) {
            all.findings.count(&site, finding.count);
        } else {
            all.findings.add(Finding {
                test: finding.test + tests,
                ..finding.clone()
            });
        }
    }
    for left in own.left {
        match all.left.iter_mut().find(|known| known.what == left.what) {
            Some(known) => known.count += left.count,
            None => all.left.push(left),
        }
    }
    for (limit, count) in own.limits {
        *all.limits.entry(limit).or_default() += count;
    }
    for (what, count) in own.unsupported {
        *all.unsupported.entry(what).or_default() += count;
    }
    // One after the other, so that peaks are not at one time.
    let (pending, bytes) = (
        all.statistics.peak_pending,
        all.statistics.peak_snapshot_bytes,
    );
    all.statistics.add(&own.statistics);
    all.statistics.peak_pending = pending.max(own.statistics.peak_pending);
    all.statistics.peak_snapshot_bytes = bytes.max(own.statistics.peak_snapshot_bytes);
    all.failure = all.failure.take().or(own.failure);
}

/// A method as stack traces have it: without what follows its name.
pub fn method_name(function: &str) -> &str {
    function.split('(').next().unwrap_or(function)
}
