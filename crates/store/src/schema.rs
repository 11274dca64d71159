//! Creating and opening the database file.

use crate::{Description, StoreError};
use rusqlite::{Connection, OpenFlags, Transaction};
use std::path::{Path, PathBuf};

/// Name of the database in the output directory.
pub const FILE: &str = "run.db";

/// Version of the schema; another one is refused.
pub(crate) const VERSION: i64 = 10;

/// Marks the file as a run store (`Wayf`).
const APPLICATION: i64 = 0x5761_7966;

const SCHEMA: &str = include_str!("schema.sql");

/// True if the directory holds a store.
pub fn exists(directory: &Path) -> bool {
    directory.join(FILE).exists()
}

/// Name of a store that is not whole yet.
const PARTIAL: &str = ".tmp-run.db";

/// Makes a store that says what the run is and that the start of the program is left to visit; one
/// that is there is replaced. A store is whole or not there.
pub(crate) fn create(
    directory: &Path,
    description: &Description,
) -> Result<Connection, StoreError> {
    let path = directory.join(PARTIAL);
    let old = [FILE, "run.db-wal", "run.db-shm", PARTIAL];
    for old in old.map(|name| directory.join(name)) {
        match std::fs::remove_file(&old) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(StoreError::io(&old)(error));
            }
            _ => {}
        }
    }
    let failed = StoreError::database(&path);
    let mut connection = Connection::open(&path).map_err(&failed)?;
    let transaction = connection.transaction().map_err(&failed)?;
    fill(&transaction, description).map_err(&failed)?;
    transaction.commit().map_err(&failed)?;
    connection.close().map_err(|(_, error)| failed(error))?;
    std::fs::rename(&path, directory.join(FILE)).map_err(StoreError::io(&path))?;
    open(directory)
}

fn fill(transaction: &Transaction<'_>, description: &Description) -> rusqlite::Result<()> {
    transaction.execute_batch(SCHEMA)?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    description.write(transaction)?;
    for (number, name) in description.starts.iter().enumerate() {
        transaction.execute(
            "INSERT INTO start (id, name) VALUES (?1, ?2)",
            (number, name),
        )?;
        add_root(transaction, number as u32)?;
    }
    Ok(())
}

/// Everything below a start is left to visit.
pub(crate) fn add_root(transaction: &Transaction<'_>, start: u32) -> rusqlite::Result<()> {
    transaction.execute(
        "INSERT INTO node (id, parent, choice, model, path, depth, hash, since_new)
         VALUES (?1, ?1, 0, 0, 0, 0, 0, 0)",
        [start],
    )?;
    Ok(())
}

/// Opens a store to go on with it.
pub(crate) fn open(directory: &Path) -> Result<Connection, StoreError> {
    let path = present(directory)?;
    let failed = StoreError::database(&path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(&path, flags).map_err(&failed)?;
    check_version(&connection, &path)?;
    prepare_for_writing(&connection).map_err(&failed)?;
    check_integrity(&connection, &path)?;
    Ok(connection)
}

/// Opens a store to look at it. `alone` says that no process writes to it: then nothing need be
/// written beside it either, which a full disk would refuse. A process may begin to just now.
pub(crate) fn open_to_read(directory: &Path, alone: bool) -> Result<Connection, StoreError> {
    match alone.then(|| open_reader(directory, true)) {
        None | Some(Err(StoreError::Database { busy: true, .. })) => open_reader(directory, false),
        Some(opened) => opened,
    }
}

fn open_reader(directory: &Path, alone: bool) -> Result<Connection, StoreError> {
    let path = present(directory)?;
    let failed = StoreError::database(&path);
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = match Connection::open_with_flags(&path, flags) {
        Ok(connection) => connection,
        Err(_) => {
            let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
            Connection::open_with_flags(&path, flags).map_err(&failed)?
        }
    };
    if alone {
        // The index of the log is then kept in memory instead of a file.
        let _: String = connection
            .pragma_update_and_check(None, "locking_mode", "EXCLUSIVE", |row| row.get(0))
            .map_err(&failed)?;
    }
    let patience = match alone {
        true => std::time::Duration::from_millis(100),
        false => std::time::Duration::from_secs(10),
    };
    connection.busy_timeout(patience).map_err(&failed)?;
    check_version(&connection, &path)?;
    connection
        .pragma_update(None, "query_only", true)
        .map_err(&failed)?;
    Ok(connection)
}

fn present(directory: &Path) -> Result<PathBuf, StoreError> {
    let path = directory.join(FILE);
    if !path.is_file() {
        return Err(StoreError::Absent(directory.to_owned()));
    }
    Ok(path)
}

fn check_version(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let failed = StoreError::database(path);
    let number = |pragma: &str| -> Result<i64, StoreError> {
        connection
            .pragma_query_value(None, pragma, |row| row.get(0))
            .map_err(&failed)
    };
    if number("application_id")? != APPLICATION {
        return Err(StoreError::Damaged {
            path: path.to_owned(),
            problem: "not a run store".to_owned(),
        });
    }
    let found = number("user_version")?;
    if found != VERSION {
        return Err(StoreError::Version {
            path: path.to_owned(),
            found,
            expected: VERSION,
        });
    }
    Ok(())
}

fn check_integrity(connection: &Connection, path: &Path) -> Result<(), StoreError> {
    let answer: Result<String, _> =
        connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0));
    let problem = match answer {
        Ok(answer) if answer == "ok" => return Ok(()),
        Ok(answer) => answer,
        Err(error) => error.to_string(),
    };
    Err(StoreError::Damaged {
        path: path.to_owned(),
        problem,
    })
}

fn prepare_for_writing(connection: &Connection) -> rusqlite::Result<()> {
    let _: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0))?;
    // A commit is on the disk when it returns: also a power failure loses no more than the last.
    connection.pragma_update(None, "synchronous", "FULL")?;
    // MiB instead of the usual 2: frontiers are large and deleted from all over.
    connection.pragma_update(None, "cache_size", -32 * 1024)?;
    connection.set_prepared_statement_cache_capacity(64);
    connection.busy_timeout(std::time::Duration::from_secs(10))
}
