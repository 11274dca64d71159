//! Numbers, within the store, of what rows name again and again.

use crate::code_map::place;
use explore::{EndedPath, PathEnd, tree::Closed};
use ir::Program;
use rusqlite::{CachedStatement, Params, Transaction};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use vm::{ForkKind, Site};

/// Numbers given so far. Those of earlier sessions are found when they are first needed.
pub(crate) struct Names {
    program: Arc<dyn Program>,
    sites: FxHashMap<(ForkKind, Site), u64>,
    inputs: FxHashMap<(u32, Arc<str>, u32), u64>,
    endings: FxHashMap<(Closed, String, String, u32), u64>,
}

impl Names {
    pub(crate) fn new(program: Arc<dyn Program>) -> Names {
        Names {
            program,
            sites: FxHashMap::default(),
            inputs: FxHashMap::default(),
            endings: FxHashMap::default(),
        }
    }

    /// Number of a site.
    pub(crate) fn site(
        &mut self,
        transaction: &Transaction<'_>,
        kind: ForkKind,
        site: Site,
    ) -> rusqlite::Result<u64> {
        if let Some(&id) = self.sites.get(&(kind, site)) {
            return Ok(id);
        }
        let function = self.program.function(site.function);
        let function = function.map_or_else(|_| String::new(), |function| function.name.clone());
        let (file, line, column) = place(&*self.program, site.location);
        let key = (
            kind.name(),
            function,
            site.block.0,
            site.instruction,
            file,
            line,
            column,
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
            key.clone(),
        )?;
        transaction
            .prepare_cached("UPDATE site SET decision = ?2 WHERE id = ?1")?
            .execute((id, site.decision))?;
        self.sites.insert((kind, site), id);
        Ok(id)
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
