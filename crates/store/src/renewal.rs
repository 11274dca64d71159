//! Stores of runs whose program has changed since: what some starts found is forgotten, what others found is told where
//! their code is now.

use crate::{DirectoryLock, Reader, StoreError, commit, schema};
use rusqlite::{Connection, Transaction};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Where code is now that a store speaks of.
pub trait Moved {
    /// The line that a line of a file is now; the same one if that is not known.
    fn line(&self, file: &str, line: u32) -> u32;
    /// The same for everything in JSON that has a `file` and a `line`.
    fn places(&self, value: &mut Value);
}

/// Tables with rows that belong to a start.
const OF_STARTS: [&str; 12] = [
    "closed",
    "limit_hit",
    "unsupported",
    "unrealised_error",
    "skipped_function",
    "executed_for_inputs",
    "bound",
    "fact",
    "test",
    "finding",
    "covered",
    "arm_closed",
];
/// Those beside them with rows that belong to a function.
const OF_FUNCTIONS: [(&str, &str); 6] = [
    ("function", "name"),
    ("block", "function"),
    ("block_line", "function"),
    ("arm", "function"),
    ("covered", "function"),
    ("arm_closed", "function"),
];
/// Tables with files and lines.
const PLACED: [&str; 10] = [
    "ending",
    "site",
    "unsupported",
    "unrealised_error",
    "finding",
    "function",
    "block_line",
    "arm",
    "native_line",
    "native_branch",
];
/// Lines on their way: this, the old line and the new one. Rows that differ by their lines must not meet.
const ON_THE_WAY: i64 = 1 << 62;
const LINE_BITS: u32 = 31;
const LINE_MASK: i64 = (1 << LINE_BITS) - 1;

impl Reader {
    /// Names of the functions of user code that paths of each start have executed, in the order of starts: also those that calls
    /// executed which make inputs.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn executed_by_starts(&self) -> Result<Vec<BTreeSet<String>>, StoreError> {
        let count: u32 = self
            .connection
            .query_row("SELECT count(*) FROM start", [], |row| row.get(0))
            .map_err(self.failed())?;
        let mut all = vec![BTreeSet::new(); count as usize];
        let executed = self.rows(
            "SELECT DISTINCT start, function FROM covered
             UNION SELECT start, name FROM executed_for_inputs",
            |row| Ok((row.get::<_, u32>(0)?, row.get(1)?)),
        )?;
        for (start, function) in executed {
            let of = all.get_mut(start as usize);
            let of = of.ok_or_else(|| self.damaged("a start that there is not"))?;
            of.insert(function);
        }
        Ok(all)
    }
}

/// Forgets what starts have found, so that a session explores them anew, with the inputs of the tests that there are first, and
/// how functions looked that have changed. No other start may have executed these.
///
/// # Errors
/// If there is no store, it is in use or damaged, or it cannot be written.
pub fn forget_starts<'n>(
    directory: &Path,
    starts: &[u32],
    changed: impl Iterator<Item = &'n String>,
) -> Result<(), StoreError> {
    change(directory, |transaction| {
        for start in starts {
            forget_start(transaction, *start)?;
        }
        for name in changed {
            for (table, column) in OF_FUNCTIONS {
                let sql = format!("DELETE FROM {table} WHERE {column} = ?1");
                transaction.prepare_cached(&sql)?.execute([name])?;
            }
        }
        // Numbers of explorers are given again when no path has them any more.
        for table in ["ending", "site"] {
            transaction.execute_batch(&format!(
                "DELETE FROM {table}_number WHERE explorer NOT IN (SELECT id >> 40 FROM path);
                 DELETE FROM {table} WHERE id NOT IN (SELECT {table} FROM {table}_number);"
            ))?;
        }
        commit::drop_unused_models(transaction)?;
        Ok(())
    })
}

fn forget_start(transaction: &Transaction<'_>, start: u32) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT OR IGNORE INTO seed (start, inputs)
         SELECT start, inputs FROM test WHERE start = ?1 ORDER BY id",
        [start],
    )?;
    for table in OF_STARTS.into_iter().chain(["path"]) {
        let sql = format!("DELETE FROM {table} WHERE start = ?1");
        transaction.prepare_cached(&sql)?.execute([start])?;
    }
    transaction.execute(
        "WITH RECURSIVE below(id) AS (
           SELECT ?1 UNION SELECT node.id FROM node JOIN below ON node.parent = below.id
         ) DELETE FROM node WHERE id IN below",
        [start],
    )?;
    schema::add_root(transaction, start)?;
    transaction.execute(
        "UPDATE start SET explored_share = 0, diverged = 0, kept = 0, not_new = 0, varying = 0
         WHERE id = ?1",
        [start],
    )?;
    Ok(())
}

/// Gives everything in a store the lines that its code has now.
///
/// # Errors
/// As [`forget_starts`].
pub fn move_places(directory: &Path, moved: &dyn Moved) -> Result<(), StoreError> {
    change(directory, |transaction| {
        for table in PLACED {
            move_lines(transaction, table, moved)?;
        }
        for (table, column) in [("test", "content"), ("finding", "stack")] {
            move_json(transaction, (table, column), moved)?;
        }
        Ok(())
    })
}

fn move_lines(
    transaction: &Transaction<'_>,
    table: &str,
    moved: &dyn Moved,
) -> rusqlite::Result<()> {
    let mut places = transaction.prepare(&format!("SELECT DISTINCT file, line FROM {table}"))?;
    let places = places.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, u32>(1)?))
    })?;
    let places = places.collect::<rusqlite::Result<Vec<_>>>()?;
    // One row after the other would look through the whole table for each.
    transaction.execute_batch(
        "CREATE TEMP TABLE IF NOT EXISTS way (
           file TEXT NOT NULL, line INTEGER NOT NULL, on_the_way INTEGER NOT NULL,
           PRIMARY KEY (file, line)
         ) WITHOUT ROWID;
         DELETE FROM way;",
    )?;
    let mut add = transaction.prepare("INSERT INTO way VALUES (?1, ?2, ?3)")?;
    let mut any = false;
    for (file, line) in places {
        let now = moved.line(&file, line);
        if now != line {
            any = true;
            let (old, new) = (i64::from(line) & LINE_MASK, i64::from(now) & LINE_MASK);
            add.execute((&file, line, ON_THE_WAY | old << LINE_BITS | new))?;
        }
    }
    if any {
        let leave = format!(
            "UPDATE {table} SET line = (SELECT on_the_way FROM way
               WHERE way.file = {table}.file AND way.line = {table}.line)
             WHERE (file, line) IN (SELECT file, line FROM way)"
        );
        transaction.execute(&leave, [])?;
        let arrive = format!("UPDATE OR IGNORE {table} SET line = line & ?2 WHERE line >= ?1");
        transaction.execute(&arrive, [ON_THE_WAY, LINE_MASK])?;
        // Where something stays that nothing speaks of any more.
        let go_back = format!(
            "UPDATE OR REPLACE {table} SET line = (line >> {LINE_BITS}) & ?2 WHERE line >= ?1"
        );
        transaction.execute(&go_back, [ON_THE_WAY, LINE_MASK])?;
    }
    Ok(())
}

fn move_json(
    transaction: &Transaction<'_>,
    (table, column): (&str, &str),
    moved: &dyn Moved,
) -> rusqlite::Result<()> {
    let mut rows = transaction.prepare(&format!("SELECT id, {column} FROM {table}"))?;
    let rows = rows.query_map([], |row| {
        Ok((row.get::<_, i64>(0)?, row.get::<_, String>(1)?))
    })?;
    let rows = rows.collect::<rusqlite::Result<Vec<_>>>()?;
    let mut update =
        transaction.prepare(&format!("UPDATE {table} SET {column} = ?2 WHERE id = ?1"))?;
    for (id, text) in rows {
        // What is damaged is found by those who read it.
        let Ok(before) = serde_json::from_str::<Value>(&text) else {
            continue;
        };
        let mut value = before.clone();
        moved.places(&mut value);
        if value != before {
            update.execute((id, value.to_string()))?;
        }
    }
    Ok(())
}

/// Changes a store that nobody works on, all at once or not at all.
fn change(
    directory: &Path,
    act: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
) -> Result<(), StoreError> {
    let _lock = DirectoryLock::take(directory)?;
    let mut connection: Connection = schema::open(directory)?;
    let path = directory.join(crate::FILE);
    let failed = StoreError::database(&path);
    let transaction = connection.transaction().map_err(&failed)?;
    act(&transaction).map_err(&failed)?;
    transaction.commit().map_err(&failed)
}
