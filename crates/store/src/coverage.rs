//! Coverage as the store has it: by function, line and branch, and why a branch is not covered.

use crate::{Reader, StoreError};
use explore::tree::Closed;
use std::collections::BTreeMap;

/// A function of the user's code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionCoverage {
    /// Name.
    pub name: String,
    /// File, empty if unknown.
    pub file: String,
    /// Line, 0 if unknown.
    pub line: u32,
    /// Blocks that the machine executed, and all.
    pub blocks: (u64, u64),
    /// Arms of branches and switches that the machine took, and all.
    pub arms: (u64, u64),
    /// How often native runs called it; `None` if not measured.
    pub native_calls: Option<u64>,
}

/// A line with code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineCoverage {
    /// File.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Whether the machine executed it; `None` if it has no code of its own there.
    pub machine: Option<bool>,
    /// How often native runs executed it; `None` if not measured.
    pub native: Option<u64>,
}

/// An arm of a branch or switch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmCoverage {
    /// Function.
    pub function: String,
    /// Number of the decision in the function.
    pub decision: Option<u32>,
    /// Which arm: of a branch 1 if the condition holds, of a switch the case.
    pub choice: u32,
    /// File, empty if unknown.
    pub file: String,
    /// Line, 0 if unknown.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
    /// When the machine first took it, in milliseconds of the run, or why it did not.
    pub covered: Result<u64, Uncovered>,
}

/// Why the machine did not take an arm, as far as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Uncovered {
    /// No path reached the block of the branch.
    NotReached,
    /// Paths reached its block and ended, or were left, before the branch.
    EndedBefore,
    /// Paths took other arms of the branch, and on none did this one depend on free inputs.
    NotFree,
    /// Paths took other arms of the branch, and this one did not depend on free inputs where they
    /// could be followed. So many paths of the run could not: they diverged, or workers died on them.
    Lost(u64),
    /// Paths reached it and left the arm, and each visit came to nothing: how often for which
    /// reason (names of [`explore::tree::Closed`]). `infeasible` alone means that on each path
    /// that was followed no input leads there.
    Visited(BTreeMap<String, u64>),
    /// The arm waits to be visited on some path.
    Pending,
}

impl std::fmt::Display for Uncovered {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Uncovered::NotReached => f.write_str("not reached"),
            Uncovered::EndedBefore => f.write_str("its block was reached, the branch was not"),
            Uncovered::NotFree => f.write_str("reached, but never decided by free inputs"),
            Uncovered::Lost(count) => write!(
                f,
                "reached, not decided by free inputs on any path that could be followed, \
                 {count} could not"
            ),
            Uncovered::Pending => f.write_str("not visited yet"),
            Uncovered::Visited(reasons) => {
                let reasons = reasons.iter();
                let reasons: Vec<String> = reasons
                    .map(|(how, count)| format!("{how} on {count} paths"))
                    .collect();
                f.write_str(&reasons.join(", "))
            }
        }
    }
}

impl Reader {
    /// Coverage by function.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn functions(&self) -> Result<Vec<FunctionCoverage>, StoreError> {
        self.rows(
            "SELECT name, file, line,
               (SELECT count(DISTINCT block) FROM covered WHERE function = name AND edge < 0),
               (SELECT count(*) FROM block WHERE function = name),
               (SELECT count(DISTINCT block || ' ' || edge) FROM covered
                WHERE function = name AND edge >= 0),
               (SELECT count(*) FROM arm WHERE function = name),
               (SELECT max(count) FROM native_function AS n
                WHERE n.name = function.name OR n.name LIKE '%:' || function.name)
             FROM function ORDER BY file, line, name",
            |row| {
                Ok(FunctionCoverage {
                    name: row.get(0)?,
                    file: row.get(1)?,
                    line: row.get(2)?,
                    blocks: (row.get(3)?, row.get(4)?),
                    arms: (row.get(5)?, row.get(6)?),
                    native_calls: row.get(7)?,
                })
            },
        )
    }

    /// Coverage by line.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn lines(&self) -> Result<Vec<LineCoverage>, StoreError> {
        self.rows(
            "SELECT file, line, max(machine), max(native) FROM (
               SELECT file, line, EXISTS (SELECT 1 FROM covered AS c WHERE c.edge = -1
                 AND c.function = b.function AND c.block = b.block) AS machine, NULL AS native
               FROM block_line AS b
               UNION ALL SELECT file, line, NULL, count FROM native_line)
             GROUP BY file, line ORDER BY file, line",
            |row| {
                Ok(LineCoverage {
                    file: row.get(0)?,
                    line: row.get(1)?,
                    machine: row.get(2)?,
                    native: row.get(3)?,
                })
            },
        )
    }

    /// Coverage by arm of branches and switches.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn arms(&self) -> Result<Vec<ArmCoverage>, StoreError> {
        // By function, block and edge.
        let mut closed: BTreeMap<(String, u32, u32), BTreeMap<String, u64>> = BTreeMap::new();
        let visits = self.rows(
            "SELECT function, block, edge, how, sum(count) FROM arm_closed
             GROUP BY function, block, edge, how",
            |row| {
                let arm = (row.get(0)?, row.get(1)?, row.get(2)?);
                Ok((arm, row.get::<_, String>(3)?, row.get::<_, u64>(4)?))
            },
        )?;
        for (arm, how, count) in visits {
            closed.entry(arm).or_default().insert(how, count);
        }
        let pending = self.pending_arms()?;
        let lost = [Closed::Diverged, Closed::Failed].map(Closed::name);
        let closed_nodes = self.closed()?.into_iter();
        let lost = closed_nodes.filter(|(how, _)| lost.contains(&how.as_str()));
        let lost: u64 = lost.map(|(_, count)| count).sum();
        self.rows(
            "SELECT function, block, edge, arm.file, arm.line, column,
               (SELECT min(milliseconds) FROM covered AS c WHERE c.function = arm.function
                AND c.block = arm.block AND c.edge = arm.edge),
               (SELECT min(milliseconds) FROM covered AS c WHERE c.function = arm.function
                AND c.block = arm.block AND c.edge = -1), decision, choice,
               EXISTS (SELECT 1 FROM covered AS c WHERE c.function = arm.function
                AND c.block = arm.block AND c.edge >= 0)
             FROM arm ORDER BY arm.file, arm.line, column, function, block, choice",
            |row| {
                let arm: (String, u32, u32) = (row.get(0)?, row.get(1)?, row.get(2)?);
                let (covered, reached): (Option<u64>, Option<u64>) = (row.get(6)?, row.get(7)?);
                let (decision, choice): (Option<u32>, u32) = (row.get(8)?, row.get(9)?);
                let decided: bool = row.get(10)?;
                let waits =
                    |decision| pending.contains(&(arm.0.clone(), decision, u64::from(choice)));
                let covered = covered.ok_or_else(|| {
                    if reached.is_none() {
                        Uncovered::NotReached
                    } else if decision.is_some_and(waits) {
                        Uncovered::Pending
                    } else if let Some(reasons) = closed.remove(&arm) {
                        Uncovered::Visited(reasons)
                    } else if !decided {
                        Uncovered::EndedBefore
                    } else if lost > 0 {
                        Uncovered::Lost(lost)
                    } else {
                        Uncovered::NotFree
                    }
                });
                Ok(ArmCoverage {
                    function: arm.0,
                    decision,
                    choice,
                    file: row.get(3)?,
                    line: row.get(4)?,
                    column: row.get(5)?,
                    covered,
                })
            },
        )
    }
}
