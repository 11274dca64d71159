//! The reports of several starts as one.

use explore::Report;

/// Adds the report of another start. Tests are numbered through already; the share of the whole that is
/// explored is the sum of all by their number.
pub fn add(all: &mut Report, own: Report) {
    all.paths += own.paths;
    all.assume_failed += own.assume_failed;
    all.infeasible += own.infeasible;
    all.beside_targets += own.beside_targets;
    all.subsumed += own.subsumed;
    all.subsumed_for_errors += own.subsumed_for_errors;
    all.explored_share += own.explored_share;
    all.diverged += own.diverged;
    all.elapsed += own.elapsed;
    for finding in own.findings.list() {
        let site = finding.site();
        if all.findings.knows(&site) {
            all.findings.count(&site, finding.count);
        } else {
            all.findings.add(finding.clone());
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
    for (error, count) in own.unrealised_errors {
        *all.unrealised_errors.entry(error).or_default() += count;
    }
    all.statistics.add_later(&own.statistics);
    all.failure = all.failure.take().or(own.failure);
}
