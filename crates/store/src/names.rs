//! Numbers, within the store, of what rows name again and again.

use explore::{EndedPath, PathEnd, StepSite, tree::Closed};
use rusqlite::{CachedStatement, Params, Transaction};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Numbers given so far. Those of earlier sessions are found when they are first needed.
#[derive(Default)]
pub(crate) struct Names {
    /// Rows of places, by the numbers that steps have for them.
    sites: Vec<u64>,
    inputs: FxHashMap<(u32, Arc<str>, u32), u64>,
    endings: FxHashMap<(Closed, String, String, u32), u64>,
}

impl Names {
    /// Other explorers begin, which count places anew.
    pub(crate) fn begin(&mut self) {
        self.sites.clear();
    }

    /// Row of the place that steps speak of by this number.
    pub(crate) fn site(&self, number: u32) -> Option<u64> {
        self.sites.get(number as usize).copied()
    }

    /// The next place that steps will speak of.
    pub(crate) fn add_site(
        &mut self,
        transaction: &Transaction<'_>,
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
        self.sites.push(id);
        Ok(())
    }

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

    /// Number of the way in which a path ended.
    pub(crate) fn ending(
        &mut self,
        transaction: &Transaction<'_>,
        path: &EndedPath,
    ) -> rusqlite::Result<u64> {
        let detail = match &path.end {
            PathEnd::Exit(status) => format!("exit status {status}"),
            PathEnd::Error { kind, .. } => kind.name().to_owned(),
            PathEnd::AssumeFailed => "assumption failed".to_owned(),
            PathEnd::Unsupported(what) => what.clone(),
            PathEnd::Limit(name) => format!("limit {name}"),
            PathEnd::Stopped => "stopped".to_owned(),
        };
        let key = (
            path.closed,
            detail,
            path.place.file.clone(),
            path.place.line,
        );
        if let Some(&id) = self.endings.get(&key) {
            return Ok(id);
        }
        let (closed, detail, file, line) = &key;
        let id = number(
            transaction.prepare_cached(
                "SELECT id FROM ending WHERE closed = ?1 AND detail = ?2 AND file = ?3 AND line = ?4",
            )?,
            transaction.prepare_cached(
                "INSERT INTO ending (closed, detail, file, line) VALUES (?1, ?2, ?3, ?4)
                 RETURNING id",
            )?,
            (closed.name(), detail, file, line),
        )?;
        self.endings.insert(key, id);
        Ok(id)
    }
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
