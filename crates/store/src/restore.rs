//! What an explorer needs to go on with a stored run.

use crate::codec;
use crate::{Reader, Spent, StoreError};
use explore::tree::Closed;
use explore::{
    Account, AddedNode, Batch, BoundPlace, CoveredPart, Finding, Findings, Frontier, InputValue,
    LimitKind, NodeKey, Part, PendingNode, Place, Run, RunKey,
};
use ir::ErrorKind;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::Duration;

/// A run as it was last stored.
pub struct Restored {
    /// What was found.
    pub account: Account,
    /// What is left to explore.
    pub frontier: Frontier,
    /// Sessions so far.
    pub sessions: u32,
    /// What those took.
    pub spent: Spent,
}

impl Reader {
    /// The run as it was last stored.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn restore(&self) -> Result<Restored, StoreError> {
        let sessions = self.sessions()?;
        let sum = |of: fn(&crate::SessionRow) -> u64| sessions.iter().map(of).sum::<u64>();
        Ok(Restored {
            account: self.account()?,
            frontier: self.frontier()?,
            sessions: sessions.len() as u32,
            spent: Spent {
                time: Duration::from_millis(sum(|session| session.milliseconds)),
                queries: sum(|session| session.queries),
                instructions: sum(|session| session.instructions),
            },
        })
    }

    fn account(&self) -> Result<Account, StoreError> {
        let mut account = Account::default();
        for (how, count) in self.closed()? {
            let how = Closed::from_name(&how).ok_or_else(|| self.unknown(&how))?;
            account.closed.insert(how, count);
        }
        for (limit, count) in self.limits()? {
            let limit = LimitKind::from_name(&limit).ok_or_else(|| self.unknown(&limit))?;
            account.limits.insert(limit, count);
        }
        let place = |file, line, column| Place { file, line, column };
        let unsupported = self.rows(
            "SELECT what, file, line, column, count FROM unsupported",
            |row| {
                let place = place(row.get(1)?, row.get(2)?, row.get(3)?);
                Ok(((row.get(0)?, place), row.get(4)?))
            },
        )?;
        account.unsupported.extend(unsupported);
        let bounds = self.rows(
            "SELECT what, function, block, instruction FROM bound",
            |row| {
                let function: String = row.get(1)?;
                let site = (!function.is_empty()).then_some((function, row.get(2)?, row.get(3)?));
                Ok(BoundPlace {
                    what: row.get(0)?,
                    site,
                })
            },
        )?;
        account.bounds.extend(bounds);
        account.findings = self.restored_findings()?;
        let covered = self.rows(
            "SELECT function, block, NULL FROM block WHERE covered IS NOT NULL
             UNION ALL SELECT function, block, edge FROM arm WHERE covered IS NOT NULL",
            |row| {
                let number = row.get(1)?;
                let part = match row.get::<_, Option<u32>>(2)? {
                    None => Part::Block(number),
                    Some(edge) => Part::Arm(number, edge),
                };
                let function = row.get(0)?;
                Ok(CoveredPart { function, part })
            },
        )?;
        for part in covered {
            account.covered.insert(part);
        }
        let sql = "SELECT coalesce(max(id), 0) FROM test";
        let tests = self.connection.query_row(sql, [], |row| row.get(0));
        account.tests = tests.map_err(self.failed())?;
        let sql = "SELECT value FROM property WHERE name = 'diverged'";
        let diverged = self.rows(sql, |row| row.get(0))?;
        account.diverged = diverged.first().copied().unwrap_or(0);
        Ok(account)
    }

    fn restored_findings(&self) -> Result<Findings, StoreError> {
        let mut findings = Findings::default();
        for row in self.findings()? {
            let kind = ErrorKind::from_name(&row.kind).ok_or_else(|| self.unknown(&row.kind))?;
            let stack: Vec<serde_json::Value> = serde_json::from_str(&row.stack)
                .map_err(|error| self.damaged(&error.to_string()))?;
            let text = |call: &serde_json::Value, key: &str| {
                call[key].as_str().unwrap_or_default().to_owned()
            };
            let number =
                |call: &serde_json::Value, key: &str| call[key].as_u64().unwrap_or(0) as u32;
            let calls = stack.iter().map(|call| {
                let place = Place {
                    file: text(call, "file"),
                    line: number(call, "line"),
                    column: number(call, "column"),
                };
                (text(call, "function"), place)
            });
            findings.add(Finding {
                kind,
                message: row.message,
                place: Place {
                    file: row.file,
                    line: row.line,
                    column: row.column,
                },
                function: row.function,
                stack: calls.collect(),
                count: row.count,
                test: row.test,
            });
        }
        Ok(findings)
    }

    fn frontier(&self) -> Result<Frontier, StoreError> {
        let nodes = self.rows(
            "SELECT id, parent, choice, model, depth, hash, since_new, finished, path FROM node",
            |row| {
                let pending = match row.get::<_, Option<u64>>(3)? {
                    None => None,
                    Some(run) => Some(PendingNode {
                        run: RunKey(run),
                        path: row.get(8)?,
                        depth: row.get(4)?,
                        hash: row.get::<_, i64>(5)? as u64,
                        since_new: row.get(6)?,
                    }),
                };
                let node = AddedNode {
                    key: NodeKey(row.get(0)?),
                    parent: NodeKey(row.get(1)?),
                    choice: row.get(2)?,
                    pending,
                };
                Ok((node, row.get::<_, bool>(7)?))
            },
        )?;
        let mut batch = Batch {
            runs: self.models()?,
            ..Batch::default()
        };
        let mut frontier = Frontier::new();
        let root = nodes.iter().find(|(node, _)| node.key == NodeKey::ROOT);
        match root {
            None => batch.finished.push(NodeKey::ROOT),
            Some((root, _)) if root.pending.is_none() => batch.opened.push(NodeKey::ROOT),
            Some(_) => {}
        }
        let finished = nodes.iter().filter(|(_, finished)| *finished);
        batch.finished.extend(finished.map(|(node, _)| node.key));
        let nodes = nodes.into_iter().map(|(node, _)| node);
        let nodes = nodes.filter(|node| node.key != NodeKey::ROOT).collect();
        let known = parents_first(nodes, NodeKey::ROOT, |node| (node.key, node.parent));
        batch.added = known.map_err(|()| self.damaged("a node without its parent"))?;
        frontier.apply(&batch, 0);
        Ok(frontier)
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
        let runs = parents_first(runs, RunKey::ZERO, |run| (run.key, run.base));
        runs.map_err(|()| self.damaged("a model without its base"))
    }

    fn unknown(&self, name: &str) -> StoreError {
        self.damaged(&format!("`{name}` is unknown"))
    }
}

/// Puts the nodes of a forest in an order in which each comes behind its parent. `root` is known.
fn parents_first<T, K: Copy + Eq + std::hash::Hash>(
    nodes: Vec<T>,
    root: K,
    keys: impl Fn(&T) -> (K, K),
) -> Result<Vec<T>, ()> {
    let count = nodes.len();
    let mut children: FxHashMap<K, Vec<T>> = FxHashMap::default();
    for node in nodes {
        children.entry(keys(&node).1).or_default().push(node);
    }
    let mut ordered = children.remove(&root).unwrap_or_default();
    ordered.reserve(count - ordered.len());
    let mut next = 0;
    while let Some(node) = ordered.get(next) {
        let below = children.remove(&keys(node).0);
        ordered.extend(below.unwrap_or_default());
        next += 1;
    }
    if ordered.len() == count {
        Ok(ordered)
    } else {
        Err(())
    }
}

#[cfg(test)]
mod tests {
    use super::parents_first;

    #[test]
    fn parents_come_first() {
        let nodes = vec![(3, 9), (9, 1), (1, 0), (2, 9)];
        assert_eq!(
            parents_first(nodes, 0, |&node| node),
            Ok(vec![(1, 0), (9, 1), (3, 9), (2, 9)])
        );
        assert_eq!(parents_first(vec![(3, 9)], 0, |&node| node), Err(()));
    }
}
