//! Errors of which it is not looked into whether they need what is unusual of their inputs: values of variables which the
//! program computes (`--free-globals`), and arrays that overlap. Of those at one place that others show, too, nothing is told
//! apart.

use explore::{Finding, Findings};
use store::FindingRow;

fn is_beside(assumption: &str) -> bool {
    assumption.ends_with(vm::NOT_LOOKED_INTO) || assumption.ends_with(": apart'")
}

/// Takes those for usual at whose place usual inputs make the same error.
pub fn settle(findings: &mut Findings) {
    if !findings.list().iter().any(|it| is_beside(&it.assumption)) {
        return;
    }
    let usual: Vec<Finding> = findings.list().to_vec();
    findings.reconsider(|finding| {
        let same = |other: &Finding| {
            other.assumption.is_empty()
                && other.kind == finding.kind
                && other.place == finding.place
        };
        if is_beside(&finding.assumption) && usual.iter().any(same) {
            finding.assumption.clear();
        }
    });
}

/// As [`settle`], of the findings in a store.
pub fn settle_rows(findings: &mut Vec<FindingRow>) {
    let usual: Vec<(String, String, u32, u32)> = findings
        .iter()
        .filter(|it| it.assumption.is_empty())
        .map(|it| (it.kind.clone(), it.file.clone(), it.line, it.column))
        .collect();
    findings.retain(|it| {
        let place = (it.kind.clone(), it.file.clone(), it.line, it.column);
        !is_beside(&it.assumption) || !usual.contains(&place)
    });
}
