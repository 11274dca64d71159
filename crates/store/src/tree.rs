//! The execution tree as far as it is stored: paths that ended and nodes that wait.

use crate::interner::PAUSED;
use crate::{Reader, StoreError};
use explore::{KeyRange, LoggedPath, PathBlock};
use rusqlite::OptionalExtension;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Number of a node within a [`Tree`].
pub type NodeIndex = usize;

/// The tree.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    /// The nodes; first come the starts, where paths begin.
    pub nodes: Vec<Node>,
    /// Names of the starts.
    pub starts: Vec<String>,
    /// Places of decisions, by their numbers.
    pub sites: BTreeMap<u64, Site>,
    /// Nodes that wait on paths that have not ended: where they are is not stored yet.
    pub elsewhere: u64,
}

/// A state between two decisions.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The decision made next: number of its site.
    pub site: Option<u64>,
    /// Where its arms lead, by choice.
    pub arms: BTreeMap<u64, NodeIndex>,
    /// What ends here.
    pub leaf: Option<Leaf>,
}

/// An end of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A path ended.
    Path {
        /// Its number.
        number: u64,
        /// Hash of its decisions, as in tests.
        hash: u64,
        /// How it ended: one of [`explore::tree::Closed`] by name.
        closed: String,
        /// More about that: exit status, kind of error, limit.
        detail: String,
        /// File where it ended, empty if unknown.
        file: String,
        /// Line where it ended, 0 if unknown.
        line: u32,
    },
    /// Nobody has visited this node yet.
    Pending,
}

/// Where something is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Site {
    /// What is decided: `branch`, `switch`, `pointer`, …
    pub kind: String,
    /// Function.
    pub function: String,
    /// File, empty if unknown.
    pub file: String,
    /// Line, 0 if unknown.
    pub line: u32,
    /// Column, 0 if unknown.
    pub column: u32,
    /// Number of the decision in its function, for branches and switches of the source.
    pub decision: Option<u32>,
}

/// A stored path on the way into a tree.
struct Segment {
    parent: u64,
    depth: usize,
    steps: Vec<SegmentStep>,
    /// `None` if it waited there for others, and went on as one that left it.
    leaf: Option<Leaf>,
}

/// A decision.
struct SegmentStep {
    choice: u64,
    /// Number of its site in the store.
    site: u64,
}

/// What numbers of an explorer mean: rows of another table, by explorer and number.
type Meanings = FxHashMap<(u64, u32), u64>;

impl Reader {
    /// The whole tree.
    ///
    /// # Errors
    /// If the store is damaged.
    pub fn tree(&self) -> Result<Tree, StoreError> {
        let segments = self.segments()?;
        let starts: Vec<String> =
            self.rows("SELECT name FROM start ORDER BY id", |row| row.get(0))?;
        let mut tree = Tree {
            nodes: vec![Node::default(); starts.len()],
            sites: self.sites()?,
            elsewhere: 0,
            starts,
        };
        // Nodes of each path from its first decision on, and where it starts.
        let mut nodes_of: FxHashMap<u64, (usize, Vec<NodeIndex>)> = FxHashMap::default();
        for start in 0..tree.starts.len() {
            nodes_of.insert(start as u64, (0, vec![start]));
        }
        // A path has a larger number than the one it left, which ended before.
        for (number, segment) in &segments {
            let start = nodes_of.get(&segment.parent).and_then(|(depth, nodes)| {
                let at = segment.depth.checked_sub(*depth)?;
                nodes.get(at).copied()
            });
            let start = start.ok_or_else(|| self.damaged("a path that left no other"))?;
            let nodes = tree.add_path(start, segment);
            nodes_of.insert(*number, (segment.depth, nodes));
        }
        for (path, depth, choice) in self.waiting_arms()? {
            let known = nodes_of.get(&path).filter(|_| path != 0);
            let at = known.and_then(|(start, nodes)| {
                nodes.get((depth as usize).checked_sub(*start)?).copied()
            });
            match at {
                Some(at) => tree.add_pending(at, choice),
                None => tree.elsewhere += 1,
            }
        }
        Ok(tree)
    }

    /// Arms of user code on which nodes wait: function, decision and choice.
    pub(crate) fn pending_arms(&self) -> Result<BTreeSet<(String, u32, u64)>, StoreError> {
        let sites = self.sites()?;
        let mut arms = BTreeSet::new();
        let meanings = self.site_numbers()?;
        let mut block = FxHashMap::default();
        let (mut current, mut last) = (0, 0);
        for (path, depth, choice) in self.waiting_arms()? {
            // Nodes come by their paths: the block of the last one may be that of this one, too.
            if path != current && (path > last || !block.contains_key(&path)) {
                let (end, paths) = self.block_of(path)?;
                last = end;
                block = paths.into_iter().map(|path| (path.number, path)).collect();
            }
            current = path;
            let Some(ended) = block.get(&path) else {
                continue;
            };
            let (start, steps) = (ended.depth, &ended.steps);
            let step = depth
                .checked_sub(start)
                .and_then(|at| steps.get(at as usize));
            let explorer = KeyRange::index_of(path);
            let site = step.and_then(|step| meanings.get(&(explorer, step.site)));
            let site = site.and_then(|site| sites.get(site));
            if let Some(Site {
                function,
                decision: Some(decision),
                ..
            }) = site
            {
                arms.insert((function.clone(), *decision, choice));
            }
        }
        Ok(arms)
    }

    /// Path, depth and choice of the nodes that wait, by path.
    fn waiting_arms(&self) -> Result<Vec<(u64, u32, u64)>, StoreError> {
        self.rows(
            "SELECT path, depth, choice FROM node WHERE model IS NOT NULL AND id <> parent
             ORDER BY path",
            |row| {
                let choice: i64 = row.get(2)?;
                Ok((row.get(0)?, row.get(1)?, choice as u64))
            },
        )
    }

    fn sites(&self) -> Result<BTreeMap<u64, Site>, StoreError> {
        let sites = self.rows(
            "SELECT id, kind, function, file, line, column, decision FROM site",
            |row| {
                Ok((
                    row.get(0)?,
                    Site {
                        kind: row.get(1)?,
                        function: row.get(2)?,
                        file: row.get(3)?,
                        line: row.get(4)?,
                        column: row.get(5)?,
                        decision: row.get(6)?,
                    },
                ))
            },
        )?;
        Ok(sites.into_iter().collect())
    }

    /// Every path, by its number.
    fn segments(&self) -> Result<BTreeMap<u64, Segment>, StoreError> {
        let (sites, endings) = (self.site_numbers()?, self.endings()?);
        let blocks = self.rows("SELECT id, start, records FROM path ORDER BY id", |row| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))
        })?;
        let mut segments = BTreeMap::new();
        for (first, start, records) in blocks {
            let explorer = KeyRange::index_of(first);
            for path in self.paths_of(first, &records)? {
                let steps = path.steps.iter().map(|step| {
                    let site = sites.get(&(explorer, step.site)).copied();
                    let site = site.ok_or_else(|| self.damaged("a decision without place"))?;
                    let choice = step.choice;
                    Ok(SegmentStep { choice, site })
                });
                let steps = steps.collect::<Result<_, StoreError>>()?;
                let ending = endings.get(&(explorer, path.ending));
                let ending = ending.ok_or_else(|| self.damaged("a path without end"))?;
                let leaf = (ending.0 != PAUSED).then(|| Leaf::Path {
                    number: path.number,
                    hash: path.hash,
                    closed: ending.0.clone(),
                    detail: ending.1.clone(),
                    file: ending.2.clone(),
                    line: ending.3,
                });
                let segment = Segment {
                    parent: match path.parent {
                        0 => start,
                        parent => parent,
                    },
                    depth: path.depth as usize,
                    steps,
                    leaf,
                };
                segments.insert(path.number, segment);
            }
        }
        Ok(segments)
    }

    /// The paths of a row.
    fn paths_of(&self, first: u64, records: &[u8]) -> Result<Vec<LoggedPath<'static>>, StoreError> {
        PathBlock::decode(first, records).ok_or_else(|| self.damaged("records of paths"))
    }

    /// The paths of the row in which the path of that number is, if it has ended, and the number of
    /// the last of them.
    fn block_of(&self, path: u64) -> Result<(u64, Vec<LoggedPath<'static>>), StoreError> {
        let row = self
            .connection
            .prepare_cached("SELECT id, records FROM path WHERE id <= ?1 ORDER BY id DESC LIMIT 1")
            .and_then(|mut statement| {
                let row =
                    statement.query_row([path], |row| Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?)));
                row.optional()
            });
        let paths = match row.map_err(self.failed())? {
            Some((first, records)) => self.paths_of(first, &records)?,
            None => Vec::new(),
        };
        Ok((paths.last().map_or(0, |path| path.number), paths))
    }

    fn site_numbers(&self) -> Result<Meanings, StoreError> {
        let rows = self.rows("SELECT explorer, number, site FROM site_number", |row| {
            Ok(((row.get(0)?, row.get(1)?), row.get(2)?))
        })?;
        Ok(rows.into_iter().collect())
    }

    /// How paths end: `closed`, detail, file and line, by explorer and number.
    fn endings(&self) -> Result<FxHashMap<(u64, u32), StoredEnding>, StoreError> {
        let rows = self.rows(
            "SELECT explorer, number, closed, detail, file, line
             FROM ending_number JOIN ending ON ending.id = ending",
            |row| {
                let ending = (row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?);
                Ok(((row.get(0)?, row.get(1)?), ending))
            },
        )?;
        Ok(rows.into_iter().collect())
    }
}

/// How a path ended: `closed`, detail, file and line.
type StoredEnding = (String, String, String, u32);

impl Tree {
    /// Adds a path from a node on; gives the nodes before each of its decisions.
    fn add_path(&mut self, start: NodeIndex, segment: &Segment) -> Vec<NodeIndex> {
        let mut nodes = vec![start];
        let mut at = start;
        for step in &segment.steps {
            self.nodes[at].site = Some(step.site);
            at = self.arm(at, step.choice);
            nodes.push(at);
        }
        if let Some(leaf) = &segment.leaf {
            self.nodes[at].leaf = Some(leaf.clone());
        }
        nodes
    }

    fn add_pending(&mut self, at: NodeIndex, choice: u64) {
        let node = self.arm(at, choice);
        self.nodes[node].leaf = Some(Leaf::Pending);
    }

    fn arm(&mut self, at: NodeIndex, choice: u64) -> NodeIndex {
        let next = self.nodes.len();
        let node = *self.nodes[at].arms.entry(choice).or_insert(next);
        if node == next {
            self.nodes.push(Node::default());
        }
        node
    }
}
