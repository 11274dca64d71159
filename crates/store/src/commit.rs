//! One transaction: what a run did since the last one.

use crate::codec;
use crate::interner::{self, Interner};
use crate::writer::ResourceUsage;
use crate::writer_thread::{BatchRecord, Message};
use crate::{code_map, native};
use explore::{
    AddedNode, CoveredPart, Fates, Finding, KeyRange, NodeKey, Part, PathLog, Run, TotalsDelta,
};
use rusqlite::{OptionalExtension, Transaction};
use serde_json::json;
use std::time::Duration;

/// The edge of rows of `covered` that speak of a block as a whole.
pub(crate) const WHOLE_BLOCK: i64 = -1;

/// What transactions know of the run.
pub(crate) struct Context<'a> {
    pub(crate) names: &'a mut Interner,
    /// The start of the paths that follow.
    pub(crate) start: &'a mut u32,
    /// The session that works.
    pub(crate) session: i64,
    /// What earlier sessions took.
    pub(crate) before: ResourceUsage,
    /// Time of the session.
    pub(crate) elapsed: Duration,
}

impl Context<'_> {
    /// Time of the run.
    fn milliseconds(&self) -> u64 {
        (self.before.time + self.elapsed).as_millis() as u64
    }

    /// Writes messages. The last one that counts is a batch: tests and findings come before theirs.
    pub(crate) fn write(
        &mut self,
        transaction: &Transaction<'_>,
        messages: &[Message],
    ) -> rusqlite::Result<()> {
        for message in messages {
            match message {
                Message::Test {
                    id,
                    path,
                    content,
                    inputs,
                } => {
                    transaction
                        .prepare_cached(
                            "INSERT OR REPLACE INTO test (id, start, milliseconds, path, content, inputs)
                             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                        )?
                        .execute((id, *self.start, self.milliseconds(), path, content, inputs))?;
                }
                Message::Finding(finding) => self.finding(transaction, finding)?,
                Message::Batch(batch) => self.batch(transaction, batch)?,
                Message::Progress(progress) | Message::LastProgress(progress) => {
                    let at = self.before.time + progress.elapsed;
                    transaction
                        .prepare_cached(
                            "INSERT OR REPLACE INTO sample VALUES
                             (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                        )?
                        .execute((
                            at.as_millis() as u64,
                            self.session,
                            progress.paths,
                            progress.tests,
                            progress.pending,
                            progress.findings,
                            progress.edges.0,
                            self.before.queries + progress.solver.queries,
                            self.before.instructions + progress.instructions,
                        ))?;
                    transaction
                        .prepare_cached(
                            "UPDATE session SET queries = ?2, instructions = ?3 WHERE id = ?1",
                        )?
                        .execute((self.session, progress.solver.queries, progress.instructions))?;
                    for (name, count) in progress.solver.rows() {
                        transaction
                            .prepare_cached(
                                "INSERT OR REPLACE INTO solver_count VALUES (?1, ?2, ?3)",
                            )?
                            .execute((self.session, name, count))?;
                    }
                }
                Message::Verdict { test, verdict } => {
                    transaction
                        .prepare_cached("UPDATE test SET verdict = ?2 WHERE id = ?1")?
                        .execute((test, verdict))?;
                }
                Message::NativeCoverage(lcov) => native::write(transaction, lcov)?,
                Message::Start(start) => *self.start = *start,
                Message::Commit(_) | Message::Settle(_) => {}
            }
        }
        transaction
            .prepare_cached("UPDATE session SET milliseconds = ?2 WHERE id = ?1")?
            .execute((self.session, self.elapsed.as_millis() as u64))?;
        Ok(())
    }

    fn finding(
        &mut self,
        transaction: &Transaction<'_>,
        finding: &Finding,
    ) -> rusqlite::Result<()> {
        let stack: Vec<serde_json::Value> = finding
            .stack
            .iter()
            .map(|(function, place)| {
                json!({ "function": function, "file": place.file, "line": place.line,
                        "column": place.column })
            })
            .collect();
        transaction
            .prepare_cached(
                "INSERT INTO finding (start, exception, milliseconds, kind, message, file, line,
                                      column, function, stack, count, test, assumption)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
            )?
            .execute((
                *self.start,
                &finding.exception,
                self.milliseconds(),
                finding.kind.name(),
                &finding.message,
                &finding.place.file,
                finding.place.line,
                finding.place.column,
                &finding.function,
                serde_json::Value::from(stack).to_string(),
                finding.count,
                finding.test,
                &finding.assumption,
            ))?;
        Ok(())
    }

    fn batch(
        &mut self,
        transaction: &Transaction<'_>,
        record: &BatchRecord,
    ) -> rusqlite::Result<()> {
        let batch = &record.batch;
        for function in &batch.functions {
            code_map::write(transaction, function)?;
        }
        for run in &batch.runs {
            self.model(transaction, run)?;
        }
        for node in &batch.added {
            add_node(transaction, node)?;
        }
        for node in &batch.opened {
            transaction
                .prepare_cached(
                    "UPDATE node SET model = NULL, hash = NULL, since_new = NULL WHERE id = ?1",
                )?
                .execute([node.0])?;
        }
        for node in &batch.finished {
            finish_node(transaction, *node)?;
        }
        self.paths(transaction, &batch.paths)?;
        self.covered(transaction, &record.covered)?;
        self.add_totals(transaction, &batch.delta)
    }

    fn model(&mut self, transaction: &Transaction<'_>, run: &Run) -> rusqlite::Result<()> {
        let mut values = Vec::with_capacity(run.inputs.len());
        for input in &run.inputs {
            let id = self
                .names
                .input(transaction, input.ordinal, &input.name, input.width)?;
            values.push((id, input.bytes.as_slice()));
        }
        transaction
            .prepare_cached("INSERT INTO model (id, base, input_values) VALUES (?1, ?2, ?3)")?
            .execute((run.key.0, run.base.0, codec::encode_values(&values)))?;
        Ok(())
    }

    fn paths(&self, transaction: &Transaction<'_>, log: &PathLog) -> rusqlite::Result<()> {
        let Some(first) = log.blocks.first() else {
            return Ok(());
        };
        let explorer = KeyRange::index_of(first.first);
        for (number, site) in &log.sites {
            interner::add_site(transaction, explorer, *number, site)?;
        }
        for (number, ending) in &log.endings {
            interner::add_ending(transaction, explorer, *number, ending)?;
        }
        for block in &log.blocks {
            transaction
                .prepare_cached(
                    "INSERT INTO path (id, start, count, records) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute((block.first, *self.start, block.count, &block.bytes))?;
        }
        Ok(())
    }

    fn covered(
        &self,
        transaction: &Transaction<'_>,
        covered: &[CoveredPart],
    ) -> rusqlite::Result<()> {
        let now = self.milliseconds();
        for part in covered {
            let (block, edge) = match part.part {
                Part::Block(block) => (block, WHOLE_BLOCK),
                Part::Arm(block, edge) => (block, i64::from(edge)),
            };
            transaction
                .prepare_cached("INSERT OR IGNORE INTO covered VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute((&part.function, block, edge, *self.start, now))?;
        }
        Ok(())
    }

    /// Adds to the counters.
    fn add_totals(
        &self,
        transaction: &Transaction<'_>,
        delta: &TotalsDelta,
    ) -> rusqlite::Result<()> {
        self.add_ends(transaction, delta)?;
        self.add_findings(transaction, delta)?;
        self.add_facts(transaction, delta)?;
        let fates = delta.fates;
        if delta.diverged > 0 || fates != Fates::default() || delta.explored_share > 0.0 {
            transaction
                .prepare_cached(
                    "UPDATE start SET diverged = diverged + ?2,
                       explored_share = explored_share + ?3, kept = kept + ?4,
                       not_new = not_new + ?5, varying = varying + ?6 WHERE id = ?1",
                )?
                .execute((
                    *self.start,
                    delta.diverged,
                    delta.explored_share,
                    fates.kept,
                    fates.not_new,
                    fates.varying,
                ))?;
        }
        Ok(())
    }

    /// How nodes ended, what ended them, and what was bounded on the way.
    fn add_ends(&self, transaction: &Transaction<'_>, delta: &TotalsDelta) -> rusqlite::Result<()> {
        for (how, count) in &delta.closed {
            transaction
                .prepare_cached(
                    "INSERT INTO closed VALUES (?1, ?2, ?3)
                     ON CONFLICT DO UPDATE SET count = count + excluded.count",
                )?
                .execute((*self.start, how.name(), count))?;
        }
        for (limit, count) in &delta.limits {
            transaction
                .prepare_cached(
                    "INSERT INTO limit_hit VALUES (?1, ?2, ?3)
                     ON CONFLICT DO UPDATE SET count = count + excluded.count",
                )?
                .execute((*self.start, limit.name(), count))?;
        }
        for ((what, place), count) in &delta.unsupported {
            transaction
                .prepare_cached(
                    "INSERT INTO unsupported VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT DO UPDATE SET count = count + excluded.count",
                )?
                .execute((
                    *self.start,
                    what,
                    &place.file,
                    place.line,
                    place.column,
                    count,
                ))?;
        }
        for ((site, how), count) in &delta.unrealised_errors {
            let place = &site.place;
            transaction
                .prepare_cached(
                    "INSERT INTO unrealised_error VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                     ON CONFLICT DO UPDATE SET count = count + excluded.count",
                )?
                .execute((
                    *self.start,
                    site.kind.name(),
                    &site.function,
                    &place.file,
                    place.line,
                    place.column,
                    how.name(),
                    count,
                ))?;
        }
        for name in &delta.skipped_functions {
            transaction
                .prepare_cached("INSERT OR IGNORE INTO skipped_function VALUES (?1, ?2)")?
                .execute((*self.start, name))?;
        }
        for name in &delta.executed_for_inputs {
            transaction
                .prepare_cached("INSERT OR IGNORE INTO executed_for_inputs VALUES (?1, ?2)")?
                .execute((*self.start, name))?;
        }
        for bound in &delta.bounds {
            let (function, block, instruction) = bound.site.clone().unwrap_or_default();
            transaction
                .prepare_cached("INSERT OR IGNORE INTO bound VALUES (?1, ?2, ?3, ?4, ?5)")?
                .execute((*self.start, &bound.what, function, block, instruction))?;
        }
        Ok(())
    }

    /// More paths with errors that are known.
    fn add_findings(
        &self,
        transaction: &Transaction<'_>,
        delta: &TotalsDelta,
    ) -> rusqlite::Result<()> {
        for (site, count) in &delta.errors {
            let place = &site.place;
            transaction
                .prepare_cached(
                    "UPDATE finding SET count = count + ?6 WHERE kind = ?1 AND function = ?2
                     AND file = ?3 AND line = ?4 AND column = ?5 AND exception = ?7
                     AND start = ?8 AND assumption = ?9",
                )?
                .execute((
                    site.kind.name(),
                    &site.function,
                    &place.file,
                    place.line,
                    place.column,
                    count,
                    &site.exception,
                    *self.start,
                    &site.assumption,
                ))?;
        }
        Ok(())
    }

    /// Why arms were not taken, and what extensions found out.
    fn add_facts(
        &self,
        transaction: &Transaction<'_>,
        delta: &TotalsDelta,
    ) -> rusqlite::Result<()> {
        for ((arm, how), count) in &delta.arms {
            let Part::Arm(block, edge) = arm.part else {
                continue;
            };
            transaction
                .prepare_cached(
                    "INSERT INTO arm_closed VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT DO UPDATE SET count = count + excluded.count",
                )?
                .execute((*self.start, &arm.function, block, edge, how.name(), count))?;
        }
        for ((extension, fact), count) in &delta.facts {
            transaction
                .prepare_cached(
                    "INSERT INTO fact VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT DO UPDATE SET count = count + excluded.count",
                )?
                .execute((*self.start, extension, fact, count))?;
        }
        Ok(())
    }
}

fn add_node(transaction: &Transaction<'_>, node: &AddedNode) -> rusqlite::Result<()> {
    let pending = node.pending;
    transaction
        .prepare_cached(
            "INSERT INTO node (id, parent, choice, model, path, depth, hash, since_new)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute((
            node.key.0,
            node.parent.0,
            node.choice as i64,
            pending.map(|pending| pending.run.0),
            pending.map(|pending| pending.path),
            pending.map(|pending| pending.depth),
            pending.map(|pending| pending.hash as i64),
            pending.map(|pending| pending.since_new),
        ))?;
    Ok(())
}

/// Removes a node and those above it below which nothing is left. A node of which some part is with
/// another worker stays until that part is finished.
fn finish_node(transaction: &Transaction<'_>, node: NodeKey) -> rusqlite::Result<()> {
    let has_children = |id: u64| {
        // A start is its own parent.
        transaction
            .prepare_cached("SELECT 1 FROM node WHERE parent = ?1 AND id <> ?1 LIMIT 1")?
            .exists([id])
    };
    if has_children(node.0)? {
        transaction
            .prepare_cached(
                "UPDATE node SET finished = 1, model = NULL, hash = NULL, since_new = NULL
                 WHERE id = ?1",
            )?
            .execute([node.0])?;
        return Ok(());
    }
    let mut id = node.0;
    loop {
        let parent: Option<u64> = transaction
            .prepare_cached("DELETE FROM node WHERE id = ?1 RETURNING parent")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        let Some(parent) = parent.filter(|&parent| parent != id) else {
            return Ok(());
        };
        let finished: Option<bool> = transaction
            .prepare_cached("SELECT finished FROM node WHERE id = ?1")?
            .query_row([parent], |row| row.get(0))
            .optional()?;
        if finished != Some(true) || has_children(parent)? {
            return Ok(());
        }
        id = parent;
    }
}

/// The explorers of an earlier session are gone: what they had visited is finished when all below it
/// is. What is already is removed.
pub(crate) fn abandon_visited(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    transaction.execute(
        "WITH RECURSIVE needed(id) AS (
           SELECT id FROM node WHERE model IS NOT NULL
           UNION SELECT parent FROM node JOIN needed USING (id)
         ) DELETE FROM node WHERE id NOT IN needed",
        [],
    )?;
    transaction.execute("UPDATE node SET finished = 1 WHERE model IS NULL", [])?;
    Ok(())
}

/// Removes models that no node needs any more.
pub(crate) fn drop_unused_models(transaction: &Transaction<'_>) -> rusqlite::Result<usize> {
    transaction.execute(
        "WITH RECURSIVE used(id) AS (
           SELECT DISTINCT model FROM node WHERE model IS NOT NULL
           UNION SELECT base FROM model JOIN used USING (id)
         ) DELETE FROM model WHERE id NOT IN used",
        [],
    )
}
