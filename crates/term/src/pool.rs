//! The arena of hash-consed terms.

mod import;
mod leaves;
mod store;
mod traverse;

use std::cell::OnceCell;
use std::sync::Arc;

use hashbrown::HashTable;
use rustc_hash::FxHashMap;

use crate::Bits;
use crate::handle::Term;
use crate::input_set::{InputSets, SetId};
use crate::node::{FloatOperator, Node};
use crate::sort::Sort;

/// A host function behind [`crate::Op::Opaque`]: operand values in order, to the result. Bool
/// operands come as one bit, and a Bool result is read from one.
pub type OpaqueFunction = Arc<dyn Fn(&[Bits]) -> Bits + Send + Sync>;

/// What a pool has done and holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Distinct terms built.
    pub terms: usize,
    /// Constructions answered by a term that stood already.
    pub hits: u64,
    /// Inputs created.
    pub inputs: usize,
    /// Bytes held by terms, their look-up table and their input sets.
    pub bytes: usize,
}

/// The arena: owns all terms, inputs, tables and opaque functions of one worker.
pub struct Pool {
    nodes: Vec<Node>,
    /// Handles by node; the nodes themselves stay in `nodes`.
    handles: HashTable<Term>,
    /// Which inputs occur in each term.
    occurring: Vec<SetId>,
    input_sets: InputSets,
    inputs: Vec<Input>,
    array_sorts: Interner<(u32, u32)>,
    /// Constants above 64 bits.
    wide_constants: Interner<Bits>,
    /// Operands of terms that have more than a node holds.
    operand_lists: Interner<Box<[Term]>>,
    floats: Interner<FloatOperator>,
    tables: Vec<Table>,
    table_terms: FxHashMap<TableKey, Term>,
    opaques: Vec<Opaque>,
    /// Depth of rewriting rules that build terms for rewriting rules (see [`crate::rewrite`]).
    pub(crate) rewriting: u32,
    /// Rules that the construction under way may still call for.
    pub(crate) rules_left: u32,
    /// Nodes that no term has as they were rewritten, with what to, by hash.
    rewritten_recently: Vec<(Node, Term)>,
    hits: u64,
}

/// A free variable.
struct Input {
    name: Box<str>,
    term: Term,
}

/// A host function.
struct Opaque {
    name: Box<str>,
    result: Sort,
    function: OpaqueFunction,
}

/// A constant table.
struct Table {
    entries: Arc<[Bits]>,
    /// Indices of the entries by their values, equal ones ascending; made when first asked for.
    by_value: OnceCell<Box<[u32]>>,
}

/// A table by content; comparing is a pointer comparison when the caller shares the entries.
#[derive(PartialEq, Eq, Hash)]
struct TableKey {
    index_width: u32,
    element_width: u32,
    entries: Arc<[Bits]>,
}

/// Values numbered in order of first appearance.
struct Interner<T> {
    values: Vec<T>,
    ids: FxHashMap<T, u32>,
}

impl<T> Default for Interner<T> {
    fn default() -> Interner<T> {
        Interner {
            values: Vec::new(),
            ids: FxHashMap::default(),
        }
    }
}

impl<T: Clone + Eq + std::hash::Hash> Interner<T> {
    fn intern(&mut self, value: &T) -> u32 {
        if let Some(&id) = self.ids.get(value) {
            return id;
        }
        let id = self.values.len() as u32;
        self.values.push(value.clone());
        self.ids.insert(value.clone(), id);
        id
    }

    fn get(&self, id: u32) -> &T {
        &self.values[id as usize]
    }
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Pool {
    /// An empty pool.
    pub fn new() -> Pool {
        let mut pool = Pool {
            nodes: Vec::new(),
            handles: HashTable::new(),
            occurring: Vec::new(),
            input_sets: InputSets::default(),
            inputs: Vec::new(),
            array_sorts: Interner::default(),
            wide_constants: Interner::default(),
            operand_lists: Interner::default(),
            floats: Interner::default(),
            tables: Vec::new(),
            table_terms: FxHashMap::default(),
            opaques: Vec::new(),
            rewriting: 0,
            rules_left: 0,
            rewritten_recently: Vec::new(),
            hits: 0,
        };
        // `false` and `true` are the first terms, so that their handles are known.
        pool.intern(Pool::bool_node(false));
        pool.intern(Pool::bool_node(true));
        pool
    }

    /// Counts of terms, table hits and bytes.
    pub fn statistics(&self) -> Statistics {
        Statistics {
            terms: self.nodes.len(),
            hits: self.hits,
            inputs: self.inputs.len(),
            bytes: self.nodes.capacity() * size_of::<Node>()
                + self.handles.capacity() * (size_of::<Term>() + 1)
                + self.occurring.capacity() * size_of::<SetId>()
                + self.rewritten_recently.len() * size_of::<(Node, Term)>()
                + self.input_sets.bytes(),
        }
    }
}
