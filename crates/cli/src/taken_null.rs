//! Null pointers that are inputs for which nothing deeper, or no more, is tried (`--heap-depth`, `--heap-objects`): the machine
//! has a null there as any other, so that what comes of it says not which pointer it is. Where other paths end with the same
//! error at the same place because an input pointer is null, of which an assumption says that it is not, it is taken for one
//! of these.

use explore::{Finding, LeftOut, Report, TAKEN_TO_BE_NULL};
use ir::ErrorKind;
use store::{FindingRow, Reader, StoreError};

/// A null pointer that was used.
struct NullUse<'a> {
    /// File, line, column and function.
    place: (&'a str, u32, u32, &'a str),
    /// What excludes it; empty if nothing does.
    assumption: &'a str,
}

/// Which assumptions exclude uses of null pointers for which none is known, by their order.
fn settled<'a>(all: impl Iterator<Item = NullUse<'a>> + Clone) -> Vec<(usize, String)> {
    let is_not_null = |assumption: &str| {
        assumption.starts_with("--input '") && assumption.ends_with(": nonnull'")
    };
    let excluded: Vec<NullUse<'a>> = all
        .clone()
        .filter(|it| is_not_null(it.assumption))
        .collect();
    all.enumerate()
        .filter(|(_, it)| it.assumption.is_empty())
        .filter_map(|(number, it)| {
            let same = excluded.iter().find(|other| other.place == it.place)?;
            Some((number, same.assumption.to_owned()))
        })
        .collect()
}

/// Gives errors of a run the assumptions that exclude them.
pub fn settle(report: &mut Report) {
    let beyond = |what: &LeftOut| match what {
        LeftOut::Bounded(what) => TAKEN_TO_BE_NULL.contains(&what.as_str()),
        _ => false,
    };
    if !report.left.iter().any(|left| beyond(&left.what)) {
        return;
    }
    let is_null = |it: &Finding| it.kind == ErrorKind::NullDereference;
    let uses = report.findings.list().iter().filter(|it| is_null(it));
    let uses = uses.map(|it| NullUse {
        place: (&it.place.file, it.place.line, it.place.column, &it.function),
        assumption: &it.assumption,
    });
    let mut settled = settled(uses).into_iter().peekable();
    let mut number = 0;
    report.findings.reconsider(|finding| {
        if is_null(finding) {
            if let Some((_, assumption)) = settled.next_if(|(at, _)| *at == number) {
                finding.assumption = assumption;
            }
            number += 1;
        }
    });
}

/// As [`settle`], of the findings in a store.
///
/// # Errors
/// If the store is damaged.
pub fn settle_rows(findings: &mut [FindingRow], reader: &Reader) -> Result<(), StoreError> {
    let mut bounds = reader.bounds()?.into_iter();
    if !bounds.any(|(what, _)| TAKEN_TO_BE_NULL.contains(&what.as_str())) {
        return Ok(());
    }
    let mut nulls: Vec<&mut FindingRow> = findings
        .iter_mut()
        .filter(|it| it.kind == ErrorKind::NullDereference.name())
        .collect();
    let uses = nulls.iter().map(|it| NullUse {
        place: (&it.file, it.line, it.column, &it.function),
        assumption: &it.assumption,
    });
    for (number, assumption) in settled(uses) {
        nulls[number].assumption = assumption;
    }
    Ok(())
}
