//! Numbers, within the store, of what rows name again and again.

use explore::tree::Closed;
use explore::{Ending, PathEnd, StepSite};
use rusqlite::{CachedStatement, Params, Transaction};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Numbers given so far. Those of earlier sessions are found when they are first needed.
#[derive(Default)]
pub(crate) struct Interner {
    inputs: FxHashMap<(u32, Arc<str>, u32), u64>,
}

impl Interner {
    /// Number of an input.
    pub(crate) fn input(
        &mut self,
        transaction: &Transaction<'_>,
        ordinal: u32,
        name: &Arc<str>,
        width: u32,
    ) -> rusqlite::Result<u64> {
        let key = (ordinal, name.clone(), width);
        if let Some(&id) = self.inputs.get(&key) {
            return Ok(id);
        }
        let id = number(
            transaction.prepare_cached(
                "SELECT id FROM input WHERE ordinal = ?1 AND name = ?2 AND width = ?3",
            )?,
            transaction.prepare_cached(
                "INSERT INTO input (ordinal, name, width) VALUES (?1, ?2, ?3) RETURNING id",
            )?,
            (ordinal, &**name, width),
        )?;
        self.inputs.insert(key, id);
        Ok(id)
    }
}

/// Notes which place an explorer means by a number.
pub(crate) fn add_site(
    transaction: &Transaction<'_>,
    explorer: u64,
    own: u32,
    site: &StepSite,
) -> rusqlite::Result<()> {
    let place = &site.place;
    let key = (
        site.kind.name(),
        &site.function,
        site.block,
        site.instruction,
        &place.file,
        place.line,
        place.column,
    );
    let id = number(
        transaction.prepare_cached(
            "SELECT id FROM site WHERE kind = ?1 AND function = ?2 AND block = ?3
             AND instruction = ?4 AND file = ?5 AND line = ?6 AND column = ?7",
        )?,
        transaction.prepare_cached(
            "INSERT INTO site (kind, function, block, instruction, file, line, column)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) RETURNING id",
        )?,
        key,
    )?;
    transaction
        .prepare_cached("UPDATE site SET decision = ?2 WHERE id = ?1")?
        .execute((id, site.decision))?;
    transaction
        .prepare_cached("INSERT INTO site_number VALUES (?1, ?2, ?3)")?
        .execute((explorer, own, id))?;
    Ok(())
}

/// Stands for the name of an ending where a path waited for others, and went on as another.
pub(crate) const PAUSED: &str = "paused";

/// Notes which ending an explorer means by a number.
pub(crate) fn add_ending(
    transaction: &Transaction<'_>,
    explorer: u64,
    own: u32,
    ending: &Ending,
) -> rusqlite::Result<()> {
    let detail = match &ending.end {
        PathEnd::Exit(status) => format!("exit status {status}"),
        PathEnd::Killed(signal) => format!("signal {signal}"),
        PathEnd::Error { kind, .. } => kind.name().to_owned(),
        PathEnd::AssumeFailed => "assumption failed".to_owned(),
        PathEnd::Unsupported(what) => what.clone(),
        PathEnd::Limit(name) => format!("limit {name}"),
        PathEnd::Stopped => "stopped".to_owned(),
    };
    let place = &ending.place;
    let id = number(
        transaction.prepare_cached(
            "SELECT id FROM ending WHERE closed = ?1 AND detail = ?2 AND file = ?3 AND line = ?4",
        )?,
        transaction.prepare_cached(
            "INSERT INTO ending (closed, detail, file, line) VALUES (?1, ?2, ?3, ?4)
             RETURNING id",
        )?,
        (
            ending.closed.map_or(PAUSED, Closed::name),
            detail,
            &place.file,
            place.line,
        ),
    )?;
    transaction
        .prepare_cached("INSERT INTO ending_number VALUES (?1, ?2, ?3)")?
        .execute((explorer, own, id))?;
    Ok(())
}

fn number<P: Params + Clone>(
    mut find: CachedStatement<'_>,
    mut insert: CachedStatement<'_>,
    key: P,
) -> rusqlite::Result<u64> {
    match find.query_row(key.clone(), |row| row.get(0)) {
        Err(rusqlite::Error::QueryReturnedNoRows) => insert.query_row(key, |row| row.get(0)),
        found => found,
    }
}
