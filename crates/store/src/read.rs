//! Looking at a store, also while somebody writes it.

use crate::description::{Description, IN_ANY_STATE};
use crate::{DirectoryLock, FILE, StoreError, schema};
use explore::{SearchByCalls, Statistics};
use rusqlite::{Connection, Row};
use std::path::{Path, PathBuf};

/// A store to be looked at. Everything it tells is of one moment.
pub struct Reader {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    active: bool,
}

/// A time that `explore` or `resume` worked on the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionRow {
    /// Version of the tool.
    pub version: String,
    /// Start, ISO 8601, as exact as the times of files.
    pub started: String,
    /// End; `None` if it works or was killed.
    pub ended: Option<String>,
    /// What ended it: `complete`, a limit, or a failure.
    pub ended_by: Option<String>,
    /// How long it worked.
    pub milliseconds: u64,
    /// Queries to the solver.
    pub queries: u64,
    /// Instructions executed.
    pub instructions: u64,
}

impl SessionRow {
    /// The start to the second, for people to read.
    pub fn started_to_the_second(&self) -> String {
        match self.started.split_once('.') {
            Some((seconds, _)) => format!("{seconds}Z"),
            None => self.started.clone(),
        }
    }
}

/// A test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestRow {
    /// Number.
    pub id: u32,
    /// When it was found, in milliseconds of the run.
    pub milliseconds: u64,
    /// Hash of its path.
    pub path: String,
    /// The test as its file holds it, without a verdict.
    pub content: String,
    /// What its native run said, as JSON.
    pub verdict: Option<String>,
}

/// An error of the program at one site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FindingRow {
    /// When it was found, in milliseconds of the run.
    pub milliseconds: u64,
    /// Kind.
    pub kind: String,
    /// What happened.
    pub message: String,
    /// File, empty if unknown.
    pub file: String,
    /// Line, 0 if unknown.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
    /// Function.
    pub function: String,
    /// Calls, innermost first, as JSON.
    pub stack: String,
    /// Paths that end with it.
    pub count: u64,
    /// The test that shows it.
    pub test: u32,
    /// What excludes the inputs for which it is made; empty if usual inputs make it, too.
    pub assumption: String,
    /// What a search for calls that make it has come to, if there was one without success.
    pub search_by_calls: Option<SearchByCalls>,
    /// Numbers of the starts from which it was found, with commas between them.
    starts: String,
}

/// How far the run was at some moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// Milliseconds of the run.
    pub milliseconds: u64,
    /// Completed paths.
    pub paths: u64,
    /// Tests.
    pub tests: u64,
    /// Nodes to visit.
    pub pending: u64,
    /// Findings.
    pub findings: u64,
    /// Arms of user code that the machine took.
    pub arms: u64,
    /// Queries.
    pub queries: u64,
    /// Instructions.
    pub instructions: u64,
}

/// Sums by name.
pub type Counts = Vec<(String, u64)>;

impl Reader {
    /// Opens the store of a directory.
    ///
    /// # Errors
    /// If there is none, it is damaged or of another version.
    pub fn open(directory: &Path) -> Result<Reader, StoreError> {
        let active = directory.exists() && DirectoryLock::is_taken(directory);
        let path = directory.join(FILE);
        let connection = schema::open_to_read(directory, !active)?;
        connection
            .execute_batch("BEGIN")
            .map_err(StoreError::database(&path))?;
        Ok(Reader {
            connection,
            path,
            active,
        })
    }

    /// True if a process works on the run.
    pub fn is_active(&self) -> bool {
        self.active
    }

    /// What the run is.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn description(&self) -> Result<Description, StoreError> {
        let description = Description::read(&self.connection).map_err(self.failed())?;
        description.ok_or_else(|| self.damaged("it does not say what the run is"))
    }

    /// Inputs of tests, and those that were to be run first, with the names of their starts: for a run of the program as it is now.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn seeds_for_others(&self) -> Result<Vec<(String, Vec<u8>)>, StoreError> {
        self.rows(
            "SELECT start.name, seen.inputs FROM start JOIN (
               SELECT start, inputs, id FROM test UNION ALL SELECT start, inputs, id FROM seed
             ) AS seen ON seen.start = start.id
             GROUP BY start.id, seen.inputs ORDER BY start.id, min(seen.id)",
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
    }

    /// The sessions, in order.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn sessions(&self) -> Result<Vec<SessionRow>, StoreError> {
        self.rows(
            "SELECT version, started, ended, ended_by, milliseconds, queries, instructions
             FROM session ORDER BY id",
            |row| {
                Ok(SessionRow {
                    version: row.get(0)?,
                    started: row.get(1)?,
                    ended: row.get(2)?,
                    ended_by: row.get(3)?,
                    milliseconds: row.get(4)?,
                    queries: row.get(5)?,
                    instructions: row.get(6)?,
                })
            },
        )
    }

    /// The tests, by number.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn tests(&self) -> Result<Vec<TestRow>, StoreError> {
        self.rows(
            "SELECT id, milliseconds, path, content, verdict FROM test ORDER BY id",
            |row| {
                Ok(TestRow {
                    id: row.get(0)?,
                    milliseconds: row.get(1)?,
                    path: row.get(2)?,
                    content: row.get(3)?,
                    verdict: row.get(4)?,
                })
            },
        )
    }

    /// The findings, in the order in which they were found.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn findings(&self) -> Result<Vec<FindingRow>, StoreError> {
        let mut findings = self.rows(
            // Of one site, what is shown is the row of the start that found it first; and what calls
            // lead to is not also told apart (see `Findings::fold`).
            &format!(
                "SELECT milliseconds, kind, message, file, line, column, function, stack, sum(count),
                    test, assumption, group_concat(start), min(id)
             FROM finding AS own WHERE assumption <> '{}' OR NOT EXISTS (
                SELECT 1 FROM finding AS usual WHERE usual.assumption = ''
                    AND usual.kind = own.kind AND usual.function = own.function
                    AND usual.file = own.file AND usual.line = own.line
                    AND usual.column = own.column AND usual.exception = own.exception)
             GROUP BY kind, function, file, line, column, exception, assumption
             ORDER BY min(id)",
                explore::BY_CALLS
            ),
            |row| {
                Ok(FindingRow {
                    milliseconds: row.get(0)?,
                    kind: row.get(1)?,
                    message: row.get(2)?,
                    file: row.get(3)?,
                    line: row.get(4)?,
                    column: row.get(5)?,
                    function: row.get(6)?,
                    stack: row.get(7)?,
                    count: row.get(8)?,
                    test: row.get(9)?,
                    assumption: row.get(10)?,
                    search_by_calls: None,
                    starts: row.get(11)?,
                })
            },
        )?;
        if (findings.iter()).any(|finding| finding.assumption == explore::BY_CALLS) {
            let searched = self.searched_by_calls()?;
            for finding in &mut findings {
                let starts = finding
                    .starts
                    .split(',')
                    .filter_map(|start| start.parse().ok());
                let searched = starts.filter_map(|start: usize| *searched.get(start)?);
                finding.search_by_calls = searched
                    .max()
                    .filter(|_| finding.assumption == explore::BY_CALLS);
            }
        }
        Ok(findings)
    }

    /// By start, what the search for calls that went before it has come to.
    fn searched_by_calls(&self) -> Result<Vec<Option<SearchByCalls>>, StoreError> {
        let names = self.description()?.starts;
        let searches = self.restore()?.starts;
        let searches = searches.iter().map(|start| {
            let pending = start.frontier.pending() as u64;
            let report = start.account.report(pending, Statistics::default());
            report.search_by_calls()
        });
        let before = [None].into_iter().chain(searches.map(Some));
        let in_any_state = |name: &String| name.ends_with(IN_ANY_STATE);
        let known = before.zip(&names);
        Ok(known
            .map(|(search, name)| search.filter(|_| in_any_state(name)))
            .collect())
    }

    /// Statistics over time.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn samples(&self) -> Result<Vec<Sample>, StoreError> {
        self.rows(
            "SELECT milliseconds, paths, tests, pending, findings, arms, queries, instructions
             FROM sample ORDER BY milliseconds",
            |row| {
                Ok(Sample {
                    milliseconds: row.get(0)?,
                    paths: row.get(1)?,
                    tests: row.get(2)?,
                    pending: row.get(3)?,
                    findings: row.get(4)?,
                    arms: row.get(5)?,
                    queries: row.get(6)?,
                    instructions: row.get(7)?,
                })
            },
        )
    }

    /// How nodes were closed, and how many.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn closed(&self) -> Result<Counts, StoreError> {
        self.counts("SELECT how, sum(count) FROM closed GROUP BY how ORDER BY how")
    }

    /// Limits hit, and what each cut off.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn limits(&self) -> Result<Counts, StoreError> {
        self.counts("SELECT name, sum(count) FROM limit_hit GROUP BY name ORDER BY name")
    }

    /// What paths left out, and at how many places.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn bounds(&self) -> Result<Counts, StoreError> {
        self.counts(
            "SELECT what, count(*) FROM
               (SELECT DISTINCT what, function, block, instruction FROM bound)
             GROUP BY what ORDER BY what",
        )
    }

    /// Counters of the solver, over all sessions; times are in nanoseconds.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn solver(&self) -> Result<Counts, StoreError> {
        self.counts("SELECT name, sum(count) FROM solver_count GROUP BY name ORDER BY name")
    }

    /// What is not supported and ended paths: what, file, line and how many paths.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn unsupported(&self) -> Result<Vec<(String, String, u32, u64)>, StoreError> {
        self.rows(
            "SELECT what, file, line, sum(count) FROM unsupported GROUP BY what, file, line
             ORDER BY what, file, line",
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)),
        )
    }

    /// What an extension of the exploration learned: its facts with their counts, over all starts.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn facts(&self, extension: &str) -> Result<Vec<(Vec<u8>, u64)>, StoreError> {
        let rows: Vec<(String, Vec<u8>, u64)> = self.rows(
            "SELECT extension, fact, sum(count) FROM fact GROUP BY extension, fact",
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
        )?;
        let of = rows.into_iter().filter(|(name, ..)| name == extension);
        Ok(of.map(|(_, fact, count)| (fact, count)).collect())
    }

    /// Number of nodes left to visit.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn pending(&self) -> Result<u64, StoreError> {
        let sql = "SELECT count(*) FROM node WHERE model IS NOT NULL";
        let count = self.connection.query_row(sql, [], |row| row.get(0));
        count.map_err(self.failed())
    }

    /// Number of paths recorded, whatever their end.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn paths(&self) -> Result<u64, StoreError> {
        let count =
            self.connection
                .query_row("SELECT coalesce(sum(count), 0) FROM path", [], |row| {
                    row.get(0)
                });
        count.map_err(self.failed())
    }

    fn counts(&self, sql: &str) -> Result<Counts, StoreError> {
        self.rows(sql, |row| Ok((row.get(0)?, row.get(1)?)))
    }

    pub(crate) fn rows<T>(
        &self,
        sql: &str,
        each: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let failed = self.failed();
        let mut statement = self.connection.prepare(sql).map_err(&failed)?;
        let rows = statement.query_map([], each).map_err(&failed)?;
        rows.collect::<rusqlite::Result<Vec<T>>>().map_err(&failed)
    }

    pub(crate) fn failed(&self) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        StoreError::database(&self.path)
    }

    pub(crate) fn damaged(&self, problem: &str) -> StoreError {
        StoreError::Damaged {
            path: self.path.clone(),
            problem: problem.to_owned(),
        }
    }
}
