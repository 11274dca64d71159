//! What a run is: enough to start it again as it was.

use crate::StoreError;
use rusqlite::{Connection, OptionalExtension, Transaction};
use sha2::{Digest, Sha256};
use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

/// What the name of a start ends with that is for objects of the program in any state, right behind the one
/// of the same method for objects that calls make.
pub const IN_ANY_STATE: &str = " in any state";

/// What a run is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// Version of the tool.
    pub version: String,
    /// Directory in which the command was given.
    pub directory: PathBuf,
    /// The command line behind the name of the tool.
    pub arguments: Vec<OsString>,
    /// Files it reads.
    pub inputs: Vec<InputFile>,
    /// SHA-256 of the program as it was compiled.
    pub program: String,
    /// Names of the places where paths begin.
    pub starts: Vec<String>,
    /// Inputs whose paths are run first.
    pub seeds: Vec<StartSeed>,
}

/// Inputs whose path from a start is run before others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartSeed {
    /// Number of the start.
    pub start: u32,
    /// The inputs, as [`explore::Seed::encode`] gives them.
    pub inputs: Vec<u8>,
}

/// A file with the SHA-256 of its contents, in hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputFile {
    /// The file, absolute.
    pub path: PathBuf,
    /// The hash.
    pub sha256: String,
}

/// SHA-256 of a file in hexadecimal digits.
///
/// # Errors
/// If it cannot be read.
pub fn file_hash(path: &Path) -> Result<String, StoreError> {
    let mut file = std::fs::File::open(path).map_err(StoreError::io(path))?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer).map_err(StoreError::io(path))? {
            0 => break,
            count => hash.update(&buffer[..count]),
        }
    }
    let digits = hash.finalize();
    Ok(digits.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// SHA-256 over the hashes of files, in that order.
///
/// # Errors
/// If one cannot be read.
pub fn hash_of_files(files: &[PathBuf]) -> Result<String, StoreError> {
    let mut hash = Sha256::new();
    for file in files {
        hash.update(file_hash(file)?);
    }
    let digits = hash.finalize();
    Ok(digits.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Description {
    pub(crate) fn write(&self, transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        let mut property =
            transaction.prepare("INSERT OR REPLACE INTO property (name, value) VALUES (?1, ?2)")?;
        property.execute(("version", &self.version))?;
        property.execute(("program", &self.program))?;
        property.execute(("directory", self.directory.as_os_str().as_bytes()))?;
        self.write_inputs(transaction)?;
        let mut argument =
            transaction.prepare("INSERT INTO argument (position, text) VALUES (?1, ?2)")?;
        for (position, text) in self.arguments.iter().enumerate() {
            argument.execute((position, text.as_bytes()))?;
        }
        let mut seed =
            transaction.prepare("INSERT OR IGNORE INTO seed (start, inputs) VALUES (?1, ?2)")?;
        for StartSeed { start, inputs } in &self.seeds {
            seed.execute((start, inputs))?;
        }
        Ok(())
    }

    /// The program, by its hash, and the files that it is read from, in place of those that are there.
    pub(crate) fn write_program(&self, transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        for (name, value) in [("version", &self.version), ("program", &self.program)] {
            transaction.execute(
                "UPDATE property SET value = ?2 WHERE name = ?1",
                (name, value),
            )?;
        }
        transaction.execute("DELETE FROM input_file", [])?;
        self.write_inputs(transaction)
    }

    fn write_inputs(&self, transaction: &Transaction<'_>) -> rusqlite::Result<()> {
        for input in &self.inputs {
            transaction.execute(
                "INSERT OR REPLACE INTO input_file (path, sha256) VALUES (?1, ?2)",
                (input.path.as_os_str().as_bytes(), &input.sha256),
            )?;
        }
        Ok(())
    }

    pub(crate) fn read(connection: &Connection) -> rusqlite::Result<Option<Description>> {
        let mut property = connection.prepare("SELECT value FROM property WHERE name = ?1")?;
        let mut text = |name: &str| property.query_row([name], |row| row.get(0)).optional();
        let (version, program) = (text("version")?, text("program")?);
        let (Some(version), Some(program)) = (version, program) else {
            return Ok(None);
        };
        let directory: Option<Vec<u8>> = connection
            .query_row(
                "SELECT CAST(value AS BLOB) FROM property WHERE name = 'directory'",
                [],
                |row| row.get(0),
            )
            .optional()?;
        let mut arguments = Vec::new();
        let mut rows = connection.prepare("SELECT text FROM argument ORDER BY position")?;
        for text in rows.query_map([], |row| row.get(0))? {
            arguments.push(OsString::from_vec(text?));
        }
        let mut inputs = Vec::new();
        let mut rows = connection.prepare("SELECT path, sha256 FROM input_file ORDER BY path")?;
        for row in rows.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))? {
            let (path, sha256): (Vec<u8>, String) = row?;
            let path = PathBuf::from(OsStr::from_bytes(&path));
            inputs.push(InputFile { path, sha256 });
        }
        let directory = PathBuf::from(OsString::from_vec(directory.unwrap_or_default()));
        let mut rows = connection.prepare("SELECT name FROM start ORDER BY id")?;
        let starts = rows.query_map([], |row| row.get(0))?;
        let starts = starts.collect::<rusqlite::Result<_>>()?;
        let mut rows = connection.prepare("SELECT start, inputs FROM seed ORDER BY id")?;
        let seeds = rows.query_map([], |row| {
            Ok(StartSeed {
                start: row.get(0)?,
                inputs: row.get(1)?,
            })
        })?;
        let seeds = seeds.collect::<rusqlite::Result<_>>()?;
        Ok(Some(Description {
            version,
            directory,
            arguments,
            inputs,
            program,
            starts,
            seeds,
        }))
    }
}
