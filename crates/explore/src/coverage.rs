//! What of the user's code the machine has executed: what strategies go by and what decides whether
//! a path is worth a test. (The coverage that users are told is the native run's.)

use ir::{BlockId, FunctionId, LoadError, Program, TerminatorKind};
use vm::Events;

/// An arm of a branch or switch of user code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(u32);

/// Blocks and arms executed so far.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    functions: Vec<FunctionLayout>,
    blocks: BitSet,
    edges: BitSet,
    /// Times that something was executed for the first time.
    pub new: u64,
}

#[derive(Clone, Debug, Default)]
struct FunctionLayout {
    user: bool,
    first_block: u32,
    /// First edge of each decision, and behind the last the end.
    first_edges: Vec<u32>,
}

#[derive(Clone, Debug, Default)]
struct BitSet {
    words: Vec<u64>,
    length: u32,
    ones: u32,
}

impl BitSet {
    fn get(&self, index: u32) -> bool {
        self.words[(index / 64) as usize] >> (index % 64) & 1 != 0
    }

    /// True if the bit was clear.
    #[inline]
    fn set(&mut self, index: u32) -> bool {
        let word = &mut self.words[(index / 64) as usize];
        let bit = 1 << (index % 64);
        let new = *word & bit == 0;
        *word |= bit;
        self.ones += u32::from(new);
        new
    }

    fn grow(&mut self, by: u32) -> u32 {
        let first = self.length;
        self.length += by;
        self.words.resize(self.length.div_ceil(64) as usize, 0);
        first
    }
}

impl Coverage {
    /// Nothing of this program is covered.
    ///
    /// # Errors
    /// If a function cannot be loaded.
    pub fn new(program: &dyn Program) -> Result<Coverage, LoadError> {
        let mut coverage = Coverage::default();
        for id in 0..program.function_count() {
            let function = program.function(FunctionId(id))?;
            let mut layout = FunctionLayout {
                user: function.user,
                ..FunctionLayout::default()
            };
            if function.user {
                layout.first_block = coverage.blocks.grow(function.blocks.len() as u32);
                let mut arms: Vec<(u32, u32)> = Vec::new();
                for block in &function.blocks {
                    match &block.terminator.kind {
                        TerminatorKind::Branch {
                            decision: Some(decision),
                            ..
                        } => {
                            arms.push((*decision, 2));
                        }
                        TerminatorKind::Switch {
                            decision: Some(decision),
                            cases,
                            ..
                        } => {
                            arms.push((*decision, cases.len() as u32 + 1));
                        }
                        _ => {}
                    }
                }
                let decisions = arms
                    .iter()
                    .map(|&(decision, _)| decision + 1)
                    .max()
                    .unwrap_or(0);
                let mut counts = vec![0; decisions as usize];
                for (decision, count) in arms {
                    counts[decision as usize] = count;
                }
                for count in counts {
                    layout.first_edges.push(coverage.edges.grow(count));
                }
                layout.first_edges.push(coverage.edges.length);
            }
            coverage.functions.push(layout);
        }
        Ok(coverage)
    }

    /// The edge of user code that a decision with this value takes.
    pub fn edge(&self, function: FunctionId, decision: u32, value: u32) -> Option<Edge> {
        let layout = self.functions.get(function.0 as usize)?;
        let first = *layout.first_edges.get(decision as usize)?;
        let end = *layout.first_edges.get(decision as usize + 1)?;
        (value < end - first).then_some(Edge(first + value))
    }

    /// True if the machine went along this edge.
    pub fn is_covered(&self, edge: Edge) -> bool {
        self.edges.get(edge.0)
    }

    /// Arms executed, and arms in all.
    pub fn edges(&self) -> (u32, u32) {
        (self.edges.ones, self.edges.length)
    }

    /// Blocks executed, and blocks in all.
    pub fn blocks(&self) -> (u32, u32) {
        (self.blocks.ones, self.blocks.length)
    }
}

impl Events for Coverage {
    #[inline]
    fn block(&mut self, function: FunctionId, block: BlockId) {
        let layout = &self.functions[function.0 as usize];
        if layout.user {
            self.new += u64::from(self.blocks.set(layout.first_block + block.0));
        }
    }

    #[inline]
    fn branch(&mut self, function: FunctionId, decision: u32, value: u32) {
        if let Some(edge) = self.edge(function, decision, value) {
            self.new += u64::from(self.edges.set(edge.0));
        }
    }
}
