//! What an explorer needs to go on with a stored run.

use crate::codec;
use crate::commit::WHOLE_BLOCK;
use crate::{Reader, ResourceUsage, StoreError};
use explore::tree::Closed;
use explore::{
    AddedNode, Batch, BoundPlace, CoveredPart, ErrorSite, Fates, Finding, Frontier, InputValue,
    KeyRange, LimitKind, NodeKey, Part, PendingNode, Place, Run, RunKey, RunTotals,
};
use ir::ErrorKind;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use std::time::Duration;

/// A run as it was last stored.
pub struct Restored {
    /// Each start, in order.
    pub starts: Vec<RestoredStart>,
    /// Numbers not used yet.
    pub keys: KeyRange,
    /// Largest number of a test.
    pub last_test: u32,
    /// What the sessions so far took.
    pub spent: ResourceUsage,
}

/// What is known of the paths of a start.
pub struct RestoredStart {
    /// What was found. Tests are not counted.
    pub account: RunTotals,
    /// What is left to explore.
    pub frontier: Frontier,
}

impl Restored {
    /// Number of nodes left to visit.
    pub fn pending(&self) -> usize {
        let starts = self.starts.iter();
        starts.map(|start| start.frontier.pending()).sum()
    }
}

/// An error, how the arms before it were closed, and their number.
type UnrealisedError = ((ErrorSite, Closed), u64);

/// Extension, fact and count.
type StoredFact = ((String, Vec<u8>), u64);

/// A value with the start that it belongs to.
type OfStart<T> = (u32, T);

impl Reader {
    /// The run as it was last stored.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn restore(&self) -> Result<Restored, StoreError> {
        let sessions = self.sessions()?;
        let sum = |of: fn(&crate::SessionRow) -> u64| sessions.iter().map(of).sum::<u64>();
        let accounts = self.accounts()?;
        let frontiers = self.frontiers(accounts.len())?;
        let starts = accounts.into_iter().zip(frontiers);
        let used = self.number(
            "SELECT max((SELECT coalesce(max(id), 0) FROM node),
               (SELECT coalesce(max(id), 0) FROM path), (SELECT coalesce(max(id), 0) FROM model))",
        )?;
        Ok(Restored {
            starts: starts
                .map(|(account, frontier)| RestoredStart { account, frontier })
                .collect(),
            keys: KeyRange::behind(used),
            last_test: self.number("SELECT coalesce(max(id), 0) FROM test")? as u32,
            spent: ResourceUsage {
                time: Duration::from_millis(sum(|session| session.milliseconds)),
                queries: sum(|session| session.queries),
                instructions: sum(|session| session.instructions),
            },
        })
    }

    fn number(&self, sql: &str) -> Result<u64, StoreError> {
        let number = self.connection.query_row(sql, [], |row| row.get(0));
        number.map_err(self.failed())
    }

    /// Totals by start.
    fn accounts(&self) -> Result<Vec<RunTotals>, StoreError> {
        let mut accounts: Vec<RunTotals> = self.rows(
            "SELECT explored_share, diverged, kept, not_new, varying FROM start ORDER BY id",
            |row| {
                Ok(RunTotals {
                    explored_share: row.get(0)?,
                    diverged: row.get(1)?,
                    fates: Fates {
                        kept: row.get(2)?,
                        not_new: row.get(3)?,
                        varying: row.get(4)?,
                    },
                    ..RunTotals::default()
                })
            },
        )?;
        for (start, (how, count)) in
            self.counts_of_starts("SELECT start, how, count FROM closed")?
        {
            let how = Closed::from_name(&how).ok_or_else(|| self.unknown(&how))?;
            self.of(&mut accounts, start)?.closed.insert(how, count);
        }
        let limits = self.counts_of_starts("SELECT start, name, count FROM limit_hit")?;
        for (start, (limit, count)) in limits {
            let limit = LimitKind::from_name(&limit).ok_or_else(|| self.unknown(&limit))?;
            self.of(&mut accounts, start)?.limits.insert(limit, count);
        }
        let facts: Vec<OfStart<StoredFact>> = self
            .rows("SELECT start, extension, fact, count FROM fact", |row| {
                Ok((row.get(0)?, ((row.get(1)?, row.get(2)?), row.get(3)?)))
            })?;
        for (start, (fact, count)) in facts {
            self.of(&mut accounts, start)?.facts.insert(fact, count);
        }
        let place = |file, line, column| Place { file, line, column };
        let unsupported = self.rows(
            "SELECT start, what, file, line, column, count FROM unsupported",
            |row| {
                let place = place(row.get(2)?, row.get(3)?, row.get(4)?);
                Ok((row.get(0)?, ((row.get(1)?, place), row.get(5)?)))
            },
        )?;
        for (start, (what, count)) in unsupported {
            self.of(&mut accounts, start)?
                .unsupported
                .insert(what, count);
        }
        for (start, (error, count)) in self.restored_unrealised()? {
            let errors = &mut self.of(&mut accounts, start)?.unrealised_errors;
            errors.insert(error, count);
        }
        let skipped: Vec<OfStart<String>> = self
            .rows("SELECT start, name FROM skipped_function", |row| {
                Ok((row.get(0)?, row.get(1)?))
            })?;
        for (start, name) in skipped {
            let account = self.of(&mut accounts, start)?;
            account.skipped_functions.insert(name);
        }
        let bounds = self.rows(
            "SELECT start, what, function, block, instruction FROM bound",
            |row| {
                let function: String = row.get(2)?;
                let site = (!function.is_empty()).then_some((function, row.get(3)?, row.get(4)?));
                let what = row.get(1)?;
                Ok((row.get(0)?, BoundPlace { what, site }))
            },
        )?;
        for (start, bound) in bounds {
            self.of(&mut accounts, start)?.bounds.insert(bound);
        }
        for (start, finding) in self.restored_findings()? {
            self.of(&mut accounts, start)?.findings.add(finding);
        }
        let covered = self.rows("SELECT start, function, block, edge FROM covered", |row| {
            let block = row.get(2)?;
            let part = match row.get(3)? {
                WHOLE_BLOCK => Part::Block(block),
                edge => Part::Arm(block, edge as u32),
            };
            let function = row.get(1)?;
            Ok((row.get(0)?, CoveredPart { function, part }))
        })?;
        for (start, part) in covered {
            self.of(&mut accounts, start)?.covered.insert(part);
        }
        Ok(accounts)
    }

    fn counts_of_starts(&self, sql: &str) -> Result<Vec<OfStart<(String, u64)>>, StoreError> {
        self.rows(sql, |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))
    }

    /// What belongs to a start.
    fn of<'a, T>(&self, all: &'a mut [T], start: u32) -> Result<&'a mut T, StoreError> {
        let found = all.get_mut(start as usize);
        found.ok_or_else(|| self.damaged("a start that there is not"))
    }

    fn restored_unrealised(&self) -> Result<Vec<OfStart<UnrealisedError>>, StoreError> {
        let rows: Vec<OfStart<(ErrorSite, [String; 2], u64)>> = self.rows(
            "SELECT start, kind, function, file, line, column, how, count FROM unrealised_error",
            |row| {
                let site = ErrorSite {
                    // Read below: it may be damaged.
                    kind: ErrorKind::Abort,
                    function: row.get(2)?,
                    place: Place {
                        file: row.get(3)?,
                        line: row.get(4)?,
                        column: row.get(5)?,
                    },
                    exception: String::new(),
                    assumption: String::new(),
                };
                Ok((row.get(0)?, (site, [row.get(1)?, row.get(6)?], row.get(7)?)))
            },
        )?;
        let errors = rows.into_iter().map(|(start, (site, [kind, how], count))| {
            let kind = ErrorKind::from_name(&kind).ok_or_else(|| self.unknown(&kind))?;
            let how = Closed::from_name(&how).ok_or_else(|| self.unknown(&how))?;
            Ok((start, ((ErrorSite { kind, ..site }, how), count)))
        });
        errors.collect()
    }

    fn restored_findings(&self) -> Result<Vec<OfStart<Finding>>, StoreError> {
        let rows = self.rows(
            "SELECT start, kind, message, file, line, column, function, stack, count, test, exception,
                    assumption
             FROM finding ORDER BY id",
            |row| {
                let place = Place {
                    file: row.get(3)?,
                    line: row.get(4)?,
                    column: row.get(5)?,
                };
                let (kind, stack): (String, String) = (row.get(1)?, row.get(7)?);
                let finding = Finding {
                    // Read below: it may be damaged.
                    kind: ErrorKind::Abort,
                    message: row.get(2)?,
                    exception: row.get(10)?,
                    assumption: row.get(11)?,
                    place,
                    function: row.get(6)?,
                    stack: Vec::new(),
                    count: row.get(8)?,
                    test: row.get(9)?,
                    search_by_calls: None,
                };
                Ok((row.get(0)?, kind, stack, finding))
            },
        )?;
        let findings = rows.into_iter().map(|(start, kind, stack, mut finding)| {
            finding.kind = ErrorKind::from_name(&kind).ok_or_else(|| self.unknown(&kind))?;
            finding.stack = self.calls(&stack)?;
            Ok((start, finding))
        });
        findings.collect()
    }

    /// The calls of a stack.
    fn calls(&self, stack: &str) -> Result<Vec<(String, Place)>, StoreError> {
        let stack: Vec<serde_json::Value> =
            serde_json::from_str(stack).map_err(|error| self.damaged(&error.to_string()))?;
        let calls = stack.iter().map(|call| {
            let text = |key: &str| call[key].as_str().unwrap_or_default().to_owned();
            let number = |key: &str| call[key].as_u64().unwrap_or(0) as u32;
            let place = Place {
                file: text("file"),
                line: number("line"),
                column: number("column"),
            };
            (text("function"), place)
        });
        Ok(calls.collect())
    }

    /// What is left, by start.
    fn frontiers(&self, starts: usize) -> Result<Vec<Frontier>, StoreError> {
        let nodes = self.rows(
            "SELECT id, parent, choice, model, depth, hash, since_new, path FROM node",
            |row| {
                let pending = match row.get::<_, Option<u64>>(3)? {
                    None => None,
                    Some(run) => Some(PendingNode {
                        run: RunKey(run),
                        path: row.get(7)?,
                        depth: row.get(4)?,
                        hash: row.get::<_, i64>(5)? as u64,
                        since_new: row.get(6)?,
                    }),
                };
                Ok(AddedNode {
                    key: NodeKey(row.get(0)?),
                    parent: NodeKey(row.get(1)?),
                    choice: row.get::<_, i64>(2)? as u64,
                    pending,
                })
            },
        )?;
        let models = self.models()?;
        let models: FxHashMap<RunKey, Run> = models.into_iter().map(|run| (run.key, run)).collect();
        let mut batches: Vec<Batch> = Vec::new();
        let known = nodes.iter().filter(|node| node.key.is_start());
        let known: FxHashMap<NodeKey, bool> = known
            .map(|node| (node.key, node.pending.is_some()))
            .collect();
        for number in 0..starts as u32 {
            let start = NodeKey::start(number);
            let mut batch = Batch::default();
            match known.get(&start) {
                None => batch.finished.push(start),
                // The explorer that visited it is gone: it is finished when all below it is.
                Some(false) => batch.finished.push(start),
                Some(true) => {}
            }
            batches.push(batch);
        }
        let nodes = nodes.into_iter();
        let nodes: Vec<AddedNode> = nodes.filter(|node| !node.key.is_start()).collect();
        let starts_first = (0..starts as u32).map(NodeKey::start);
        let ordered = parents_first(nodes, starts_first, |node| (node.key, node.parent));
        let ordered = ordered.map_err(|()| self.damaged("a node without its parent"))?;
        for (start, nodes) in ordered.into_iter().enumerate() {
            let batch = &mut batches[start];
            batch.runs = self.models_of(&nodes, &models)?;
            let finished = nodes.iter().filter(|node| node.pending.is_none());
            batch.finished.extend(finished.map(|node| node.key));
            batch.added = nodes;
        }
        let frontiers = batches.iter().enumerate().map(|(number, batch)| {
            let mut frontier = Frontier::at(NodeKey::start(number as u32));
            frontier.apply(batch, 0);
            frontier
        });
        Ok(frontiers.collect())
    }

    /// The models that nodes speak of, and those that these are based on.
    fn models_of(
        &self,
        nodes: &[AddedNode],
        models: &FxHashMap<RunKey, Run>,
    ) -> Result<Vec<Run>, StoreError> {
        let mut needed: FxHashSet<RunKey> = FxHashSet::default();
        let mut runs = Vec::new();
        for node in nodes {
            let mut next = node.pending.map_or(RunKey::ZERO, |pending| pending.run);
            while next != RunKey::ZERO && needed.insert(next) {
                let model = models.get(&next);
                let model = model.ok_or_else(|| self.damaged("a model is missing"))?;
                runs.push(model.clone());
                next = model.base;
            }
        }
        let ordered = parents_first(runs, [RunKey::ZERO], |run| (run.key, run.base));
        let ordered = ordered.map_err(|()| self.damaged("a model without its base"))?;
        Ok(ordered.into_iter().flatten().collect())
    }

    fn models(&self) -> Result<Vec<Run>, StoreError> {
        let inputs = self.rows("SELECT id, ordinal, name, width FROM input", |row| {
            let name: Arc<str> = row.get(2)?;
            Ok((row.get::<_, u64>(0)?, (row.get(1)?, name, row.get(3)?)))
        })?;
        let inputs: FxHashMap<u64, (u32, Arc<str>, u32)> = inputs.into_iter().collect();
        let rows = self.rows("SELECT id, base, input_values FROM model", |row| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))
        })?;
        let mut runs = Vec::with_capacity(rows.len());
        for (key, base, values) in rows {
            let width = |input| inputs.get(&input).map(|(_, _, width)| *width);
            let values = codec::decode_values(&values, width);
            let values = values.ok_or_else(|| self.damaged("values of inputs"))?;
            let values = values.into_iter().filter_map(|(input, bytes)| {
                let (ordinal, name, width) = inputs.get(&input)?.clone();
                Some(InputValue {
                    ordinal,
                    name,
                    width,
                    bytes,
                })
            });
            runs.push(Run {
                key: RunKey(key),
                base: RunKey(base),
                inputs: values.collect(),
            });
        }
        Ok(runs)
    }

    fn unknown(&self, name: &str) -> StoreError {
        self.damaged(&format!("`{name}` is unknown"))
    }
}

/// Puts the nodes of a forest, for each root that is known, in an order in which each comes behind
/// its parent.
fn parents_first<T, K: Copy + Eq + std::hash::Hash>(
    nodes: Vec<T>,
    roots: impl IntoIterator<Item = K>,
    keys: impl Fn(&T) -> (K, K),
) -> Result<Vec<Vec<T>>, ()> {
    let mut left = nodes.len();
    let mut children: FxHashMap<K, Vec<T>> = FxHashMap::default();
    for node in nodes {
        children.entry(keys(&node).1).or_default().push(node);
    }
    let below = roots.into_iter().map(|root| {
        let mut ordered = children.remove(&root).unwrap_or_default();
        let mut next = 0;
        while let Some(node) = ordered.get(next) {
            let below = children.remove(&keys(node).0);
            ordered.extend(below.unwrap_or_default());
            next += 1;
        }
        left -= ordered.len();
        ordered
    });
    let below = below.collect();
    if left == 0 { Ok(below) } else { Err(()) }
}

#[cfg(test)]
mod tests {
    use super::parents_first;

    #[test]
    fn parents_come_first() {
        let nodes = vec![(3, 9), (9, 1), (1, 0), (2, 9), (7, 5)];
        assert_eq!(
            parents_first(nodes, [0, 5], |&node| node),
            Ok(vec![vec![(1, 0), (9, 1), (3, 9), (2, 9)], vec![(7, 5)]])
        );
        assert_eq!(parents_first(vec![(3, 9)], [0], |&node| node), Err(()));
    }
}
