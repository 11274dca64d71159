//! The execution tree as far as it is stored: paths that ended and nodes that wait.

use crate::codec::{self, StoredStep};
use crate::{Reader, StoreError};
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
    pub arms: BTreeMap<u32, NodeIndex>,
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
    steps: Vec<StoredStep>,
    leaf: Leaf,
}

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
    pub(crate) fn pending_arms(&self) -> Result<BTreeSet<(String, u32, u32)>, StoreError> {
        let sites = self.sites()?;
        let mut arms = BTreeSet::new();
        let mut statement = self
            .connection
            .prepare("SELECT depth, steps FROM path WHERE id = ?1")
            .map_err(self.failed())?;
        let (mut current, mut start, mut steps) = (0, 0, Vec::new());
        for (path, depth, choice) in self.waiting_arms()? {
            if path != current {
                current = path;
                let row = statement.query_row([path], |row| {
                    Ok((row.get::<_, u32>(0)?, row.get::<_, Vec<u8>>(1)?))
                });
                (start, steps) = match row {
                    Ok((depth, steps)) => (depth, self.steps(&steps)?),
                    Err(rusqlite::Error::QueryReturnedNoRows) => (0, Vec::new()),
                    Err(error) => return Err(self.failed()(error)),
                };
            }
            let step = depth
                .checked_sub(start)
                .and_then(|at| steps.get(at as usize));
            let site = step.and_then(|step| sites.get(&step.site));
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
    fn waiting_arms(&self) -> Result<Vec<(u64, u32, u32)>, StoreError> {
        self.rows(
            "SELECT path, depth, choice FROM node WHERE model IS NOT NULL AND id <> parent
             ORDER BY path",
            |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
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

    fn segments(&self) -> Result<BTreeMap<u64, Segment>, StoreError> {
        let rows = self.rows(
            "SELECT path.id, parent, depth, steps, hash, closed, detail, file, line
             FROM path JOIN ending ON ending.id = ending ORDER BY path.id",
            |row| {
                let number = row.get(0)?;
                let leaf = Leaf::Path {
                    number,
                    hash: row.get::<_, i64>(4)? as u64,
                    closed: row.get(5)?,
                    detail: row.get(6)?,
                    file: row.get(7)?,
                    line: row.get(8)?,
                };
                let depth: u32 = row.get(2)?;
                Ok((number, row.get(1)?, depth, row.get::<_, Vec<u8>>(3)?, leaf))
            },
        )?;
        let mut segments = BTreeMap::new();
        for (number, parent, depth, steps, leaf) in rows {
            let steps = self.steps(&steps)?;
            let depth = depth as usize;
            segments.insert(
                number,
                Segment {
                    parent,
                    depth,
                    steps,
                    leaf,
                },
            );
        }
        Ok(segments)
    }

    fn steps(&self, bytes: &[u8]) -> Result<Vec<StoredStep>, StoreError> {
        codec::decode_steps(bytes).ok_or_else(|| self.damaged("decisions of a path"))
    }
}

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
        self.nodes[at].leaf = Some(segment.leaf.clone());
        nodes
    }

    fn add_pending(&mut self, at: NodeIndex, choice: u32) {
        let node = self.arm(at, choice);
        self.nodes[node].leaf = Some(Leaf::Pending);
    }

    fn arm(&mut self, at: NodeIndex, choice: u32) -> NodeIndex {
        let next = self.nodes.len();
        let node = *self.nodes[at].arms.entry(choice).or_insert(next);
        if node == next {
            self.nodes.push(Node::default());
        }
        node
    }
}
