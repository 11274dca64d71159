//! All queries of a run, in order, as one incremental SMT-LIB 2 script (`--record-queries`).

use crate::answer::Answer;
use crate::options::SolverError;
use crate::path::PathCondition;
use crate::second_opinion::kind;
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use term::{IncrementalScript, Op, Pool, Term};

/// Writes the script; its first lines are completed when it is dropped.
pub(crate) struct Recorder {
    path: PathBuf,
    file: BufWriter<File>,
    script: IncrementalScript,
    failed: bool,
}

impl Recorder {
    /// Begins the script.
    pub(crate) fn create(path: &Path) -> Result<Recorder, SolverError> {
        let error = |source| SolverError::Dump {
            path: path.to_owned(),
            source,
        };
        let script = IncrementalScript::new();
        let mut file = BufWriter::new(File::create(path).map_err(error)?);
        file.write_all(script.head().as_bytes()).map_err(error)?;
        Ok(Recorder {
            path: path.to_owned(),
            file,
            script,
            failed: false,
        })
    }

    /// Adds a query with its answer.
    pub(crate) fn query(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        answer: &Answer,
    ) {
        let mut constraints = path.constraints();
        // As the path splits it if the goal becomes a part of it.
        if pool.op(goal) == Op::And {
            constraints.extend(pool.conjuncts(goal));
        } else {
            constraints.push(goal);
        }
        let text = self.script.query(pool, &constraints, kind(answer));
        let written = self.file.write_all(text.as_bytes());
        self.note(written);
    }

    fn note(&mut self, written: std::io::Result<()>) {
        if let Err(error) = written
            && !std::mem::replace(&mut self.failed, true)
        {
            tracing::error!(path = %self.path.display(), %error, "cannot record queries");
        }
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        let head = self.script.head();
        let written = self
            .file
            .seek(SeekFrom::Start(0))
            .and_then(|_| self.file.write_all(head.as_bytes()))
            .and_then(|()| self.file.flush());
        self.note(written);
    }
}
