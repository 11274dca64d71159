//! Errors of which it is not looked into whether they need what is unusual of their inputs: values of variables which the
//! program computes (`--free-globals`), and arrays that overlap. Of those at one place that others show, too, nothing is told
//! apart.

use explore::{Finding, Findings};
use store::FindingRow;

fn is_beside(assumption: &str) -> bool {
    assumption.ends_with(vm::NOT_LOOKED_INTO) || is_of_overlap(assumption)
}

/// True for an error of arrays that overlap.
fn is_of_overlap(assumption: &str) -> bool {
    assumption.ends_with(": apart'")
}

/// Takes those for usual at whose place usual inputs make the same error; and for those of other inputs, where only they do,
/// if arrays overlap.
pub fn settle(findings: &mut Findings) {
    if !findings.list().iter().any(|it| is_beside(&it.assumption)) {
        return;
    }
    let others: Vec<Finding> = findings.list().to_vec();
    findings.reconsider(|finding| {
        if !is_beside(&finding.assumption) {
            return;
        }
        let overlaps = is_of_overlap(&finding.assumption);
        let same = others.iter().filter(|other| {
            let counts = other.assumption.is_empty() || overlaps && !is_beside(&other.assumption);
            counts && other.kind == finding.kind && other.place == finding.place
        });
        if let Some(same) = same.min_by_key(|it| !it.assumption.is_empty()) {
            finding.assumption.clone_from(&same.assumption);
        }
    });
}

/// As [`settle`], of the findings in a store.
pub fn settle_rows(findings: &mut Vec<FindingRow>) {
    let place = |it: &FindingRow| (it.kind.clone(), it.file.clone(), it.line, it.column);
    let others: Vec<(_, bool)> = findings
        .iter()
        .filter(|it| !is_beside(&it.assumption))
        .map(|it| (place(it), it.assumption.is_empty()))
        .collect();
    findings.retain(|it| {
        let (own, overlaps) = (place(it), is_of_overlap(&it.assumption));
        let mut same = others.iter().filter(|(other, _)| *other == own);
        !is_beside(&it.assumption) || !same.any(|(_, usual)| *usual || overlaps)
    });
}
