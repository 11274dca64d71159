//! What was left out because it shows nothing new, and why no more was.

use super::place;
use explore::extensions::{Prune, PruneFact};
use serde_json::{Value, json};
use std::fmt::Write;
use store::{Reader, StoreError};

/// Facts with their counts, the most frequent first.
fn facts(reader: &Reader) -> Result<Vec<(PruneFact, u64)>, StoreError> {
    let facts = reader.facts(Prune::NAME)?.into_iter();
    let mut facts: Vec<(PruneFact, u64)> = facts
        .filter_map(|(fact, count)| Some((PruneFact::read(&fact)?, count)))
        .collect();
    facts.sort_by(|one, two| (two.1, &one.0).cmp(&(one.1, &two.0)));
    Ok(facts)
}

/// A line for what was counted, one for each place where states agreed, and one for each reason.
pub fn text(reader: &Reader, out: &mut String) -> Result<(), StoreError> {
    let facts = facts(reader)?;
    if facts.is_empty() {
        out.push_str("nothing was left out as it shows nothing new; see explore --prune\n");
    }
    for (fact, count) in &facts {
        if let PruneFact::Count(what) = fact {
            let _ = writeln!(out, "{count} {what}");
        }
    }
    for (fact, count) in &facts {
        let PruneFact::OfUse {
            function,
            place: at,
            asks,
        } = fact
        else {
            continue;
        };
        let at = place(&at.file, at.line);
        let asks = match asks.is_empty() {
            true => "nothing matters".to_owned(),
            false => format!("only this matters: {}", asks.join(", ")),
        };
        let _ = writeln!(out, "{count} left out below {at} in {function}: {asks}");
    }
    for (fact, count) in &facts {
        if let PruneFact::Unavailable(why) = fact {
            let _ = writeln!(
                out,
                "{count} times it could not be told what matters: {why}"
            );
        }
    }
    Ok(())
}

/// The same as JSON.
pub fn json(reader: &Reader) -> Result<Value, StoreError> {
    let facts = facts(reader)?.into_iter();
    let facts = facts.map(|(fact, count)| match fact {
        PruneFact::Count(what) => json!({ "what": what, "count": count }),
        PruneFact::Unavailable(why) => json!({ "unavailable": why, "count": count }),
        PruneFact::OfUse {
            function,
            place,
            asks,
        } => json!({
            "function": function, "file": place.file, "line": place.line,
            "column": place.column, "asks": asks, "count": count,
        }),
    });
    Ok(facts.collect())
}
