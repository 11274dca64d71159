//! Storing nodes and looking at terms.

use std::sync::Arc;

use super::{OpaqueFunction, Pool};
use crate::input_set::{InputMask, SetId};
use crate::node::{FloatOperator, Kind, LONG, Node, PackedSort};
use crate::{Bits, InputId, Op, OpaqueId, Sort, TableId, Term};

/// Number of places for rewritten nodes, a power of two.
const RECENT: usize = 1 << 12;

/// Place of a node among the rewritten ones; other bits of the hash than the table's.
fn recent_place(hash: u64) -> usize {
    (hash >> 20) as usize & (RECENT - 1)
}

impl Pool {
    /// The handle of a node: of the one that stands, or of a new one.
    pub(crate) fn intern(&mut self, node: Node) -> Term {
        let hash = node.hash();
        match self.find(&node, hash) {
            Some(term) => term,
            None => self.insert(node, hash),
        }
    }

    /// The handle of a node that stands.
    pub(crate) fn find(&mut self, node: &Node, hash: u64) -> Option<Term> {
        let nodes = &self.nodes;
        let same = |&term: &Term| same(&nodes[term.index()], node);
        let term = *self.handles.find(hash, same)?;
        self.hits += 1;
        Some(term)
    }

    /// What a node was rewritten to, if that was not long ago.
    pub(crate) fn recent(&mut self, node: &Node, hash: u64) -> Option<Term> {
        let (before, term) = self.rewritten_recently.get(recent_place(hash))?;
        if !same(before, node) {
            return None;
        }
        self.hits += 1;
        Some(*term)
    }

    /// Keeps what a node has been rewritten to.
    pub(crate) fn remember(&mut self, node: &Node, hash: u64, term: Term) {
        if self.rewritten_recently.is_empty() {
            self.rewritten_recently = vec![(*node, term); RECENT];
        }
        self.rewritten_recently[recent_place(hash)] = (*node, term);
    }

    /// Stores a node that does not stand yet.
    pub(crate) fn insert(&mut self, node: Node, hash: u64) -> Term {
        let raw = u32::try_from(self.nodes.len() + 1).expect("fewer than 2^32 terms");
        let term = Term::from_raw(raw).expect("counted from one");
        let set = self.occurring_in(&node);
        let node = self.with_known_zeros(node);
        self.nodes.push(node);
        self.occurring.push(set);
        let nodes = &self.nodes;
        self.handles
            .insert_unique(hash, term, |&term| nodes[term.index()].hash());
        term
    }

    /// The node of operator kind, sort, payload and operands, interned.
    pub(crate) fn make(
        &mut self,
        kind: Kind,
        sort: PackedSort,
        payload: u32,
        operands: &[Term],
    ) -> Term {
        self.intern(Node::new(kind, sort, payload, operands))
    }

    /// A bit-vector term of an operator that carries nothing.
    pub(crate) fn make_bv(&mut self, kind: Kind, width: u32, operands: &[Term]) -> Term {
        self.make(kind, PackedSort(width), 0, operands)
    }

    /// An application with any number of operands.
    pub(crate) fn make_long(
        &mut self,
        kind: Kind,
        sort: PackedSort,
        payload: u32,
        operands: &[Term],
    ) -> Term {
        if operands.len() <= crate::node::INLINE_OPERANDS {
            return self.make(kind, sort, payload, operands);
        }
        let list = self.operand_lists.intern(&operands.into());
        let mut node = Node::new(kind, sort, payload, &[]);
        node.arity = LONG;
        node.operands[0] = Term::from_raw(list + 1).expect("counted from one");
        self.intern(node)
    }

    /// The operands of a node.
    fn operands_of<'a>(&'a self, node: &'a Node) -> &'a [Term] {
        match node.arity {
            LONG => self.operand_lists.get(node.operands[0].0.get() - 1),
            arity => &node.operands[..arity as usize],
        }
    }

    /// The inputs in a node that is about to be stored.
    fn occurring_in(&mut self, node: &Node) -> SetId {
        if node.kind == Kind::Input {
            return self.input_sets.singleton(InputId(node.payload));
        }
        let mut union = SetId::EMPTY;
        for i in 0..self.operands_of(node).len() {
            let operand = self.operands_of(node)[i];
            let set = self.occurring[operand.index()];
            union = self.input_sets.union(union, set);
        }
        union
    }

    pub(crate) fn node(&self, t: Term) -> &Node {
        &self.nodes[t.index()]
    }

    pub(crate) fn kind(&self, t: Term) -> Kind {
        self.node(t).kind
    }

    /// The operand of a term that has more than `i`.
    pub(crate) fn operand(&self, t: Term, i: usize) -> Term {
        debug_assert!(i < self.node(t).arity as usize && self.node(t).arity != LONG);
        self.node(t).operands[i]
    }

    /// Operands of a binary term of this kind.
    pub(crate) fn pair(&self, t: Term, kind: Kind) -> Option<(Term, Term)> {
        let node = self.node(t);
        (node.kind == kind).then_some((node.operands[0], node.operands[1]))
    }

    /// The operand of a unary term of this kind.
    pub(crate) fn single(&self, t: Term, kind: Kind) -> Option<Term> {
        let node = self.node(t);
        (node.kind == kind).then_some(node.operands[0])
    }

    /// Operands of an if-then-else.
    pub(crate) fn choice(&self, t: Term) -> Option<(Term, Term, Term)> {
        let node = self.node(t);
        (node.kind == Kind::Ite).then_some((node.operands[0], node.operands[1], node.operands[2]))
    }

    /// Value of a constant above 64 bits.
    pub(crate) fn wide_value(&self, node: &Node) -> &Bits {
        debug_assert_eq!(node.kind, Kind::WideConst);
        self.wide_constants.get(node.payload)
    }

    pub(crate) fn packed_sort(&mut self, sort: Sort) -> PackedSort {
        match sort {
            Sort::Bool => PackedSort::BOOL,
            Sort::BitVec(width) => {
                debug_assert!(width > 0 && width & PackedSort::ARRAY == 0);
                PackedSort(width)
            }
            Sort::Array { index, element } => {
                PackedSort(self.array_sorts.intern(&(index, element)) | PackedSort::ARRAY)
            }
        }
    }

    pub(crate) fn float_index(&mut self, operator: &FloatOperator) -> u32 {
        self.floats.intern(operator)
    }

    /// Index and element width of an array term.
    pub(crate) fn array_widths(&self, t: Term) -> (u32, u32) {
        match self.sort(t) {
            Sort::Array { index, element } => (index, element),
            Sort::Bool | Sort::BitVec(_) => panic!("an array term is expected"),
        }
    }

    // ---- the public view ----

    /// Number of terms built so far.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Operator of a term.
    pub fn op(&self, t: Term) -> Op {
        let node = self.node(t);
        match node.kind {
            Kind::BoolConst => Op::BoolConst(node.payload != 0),
            Kind::WordConst | Kind::WideConst => Op::BitsConst,
            Kind::Input => Op::Input(InputId(node.payload)),
            Kind::Extract => Op::Extract {
                high: node.payload + node.width() - 1,
                low: node.payload,
            },
            Kind::Table => Op::Table(TableId(node.payload)),
            Kind::Opaque => Op::Opaque(OpaqueId(node.payload)),
            Kind::Float => {
                let FloatOperator {
                    op,
                    format,
                    rounding,
                } = *self.floats.get(node.payload);
                Op::Float {
                    op,
                    format,
                    rounding,
                }
            }
            plain => plain.plain_op().expect("all other kinds carry nothing"),
        }
    }

    /// Operands of a term.
    pub fn arguments(&self, t: Term) -> &[Term] {
        self.operands_of(self.node(t))
    }

    /// Sort of a term.
    pub fn sort(&self, t: Term) -> Sort {
        match self.node(t).sort {
            PackedSort::BOOL => Sort::Bool,
            PackedSort(packed) if packed & PackedSort::ARRAY != 0 => {
                let (index, element) = *self.array_sorts.get(packed & !PackedSort::ARRAY);
                Sort::Array { index, element }
            }
            PackedSort(width) => Sort::BitVec(width),
        }
    }

    /// Width of a bit-vector term in bits; panics (debug) on other sorts.
    pub fn width(&self, t: Term) -> u32 {
        self.node(t).width()
    }

    /// Value of a bit-vector constant, `None` for other terms.
    pub fn bits(&self, t: Term) -> Option<Bits> {
        let node = self.node(t);
        match node.kind {
            Kind::WordConst => Some(Bits::new(node.width(), node.word_value())),
            Kind::WideConst => Some(self.wide_value(node).clone()),
            _ => None,
        }
    }

    /// Value of a bit-vector constant of at most 64 bits: the cheap form of [`Pool::bits`].
    pub fn constant_u64(&self, t: Term) -> Option<u64> {
        let node = self.node(t);
        (node.kind == Kind::WordConst).then(|| node.word_value())
    }

    /// Value of a Bool constant.
    pub fn constant_bool(&self, t: Term) -> Option<bool> {
        let node = self.node(t);
        (node.kind == Kind::BoolConst).then_some(node.payload != 0)
    }

    /// True for constants of any sort built without inputs: Bool or BitVec literals.
    pub fn is_constant(&self, t: Term) -> bool {
        matches!(
            self.kind(t),
            Kind::BoolConst | Kind::WordConst | Kind::WideConst
        )
    }

    /// True for terms without inputs (constants, and arrays made of constants).
    pub fn is_closed(&self, t: Term) -> bool {
        self.occurring[t.index()] == SetId::EMPTY
    }

    /// The inputs that occur in a term, ascending; computed once per term and shared.
    pub fn inputs_of(&self, t: Term) -> Arc<[InputId]> {
        self.input_sets.list(self.occurring[t.index()])
    }

    /// True if the same inputs occur in both terms; costs one comparison.
    pub fn same_inputs(&self, a: Term, b: Term) -> bool {
        self.occurring[a.index()] == self.occurring[b.index()]
    }

    /// True if an input of the mask occurs in a term.
    pub fn has_input_in(&self, t: Term, mask: &InputMask) -> bool {
        self.input_sets.meets(self.occurring[t.index()], mask)
    }

    /// Name of an input.
    pub fn input_name(&self, i: InputId) -> &str {
        &self.inputs[i.0 as usize].name
    }

    /// The term that stands for an input.
    pub fn input_term(&self, i: InputId) -> Term {
        self.inputs[i.0 as usize].term
    }

    /// Number of inputs created.
    pub fn input_count(&self) -> usize {
        self.inputs.len()
    }

    /// Entries of a constant table.
    pub fn table(&self, t: TableId) -> &Arc<[Bits]> {
        &self.tables[t.0 as usize].entries
    }

    /// Indices below 2^32 at which a table holds a value, ascending.
    pub fn table_places(&self, t: TableId, value: &Bits) -> &[u32] {
        let table = &self.tables[t.0 as usize];
        let entry = |i: &u32| &table.entries[*i as usize];
        let places = table.by_value.get_or_init(|| {
            let length = u32::try_from(table.entries.len()).unwrap_or(u32::MAX);
            let mut places: Box<[u32]> = (0..length).collect();
            places.sort_by(|a, b| entry(a).cmp(entry(b)));
            places
        });
        let first = places.partition_point(|i| entry(i) < value);
        let behind = places[first..].partition_point(|i| entry(i) == value);
        &places[first..first + behind]
    }

    /// Name of an opaque function.
    pub fn opaque_name(&self, f: OpaqueId) -> &str {
        &self.opaques[f.0 as usize].name
    }

    /// The host code of an opaque function.
    pub fn opaque_function(&self, f: OpaqueId) -> &OpaqueFunction {
        &self.opaques[f.0 as usize].function
    }

    /// Sort of an opaque function's result.
    pub fn opaque_result(&self, f: OpaqueId) -> Sort {
        self.opaques[f.0 as usize].result
    }
}

/// Equality of what identifies a node; known zeros follow from it and are not filled in yet.
fn same(stored: &Node, wanted: &Node) -> bool {
    stored.kind == wanted.kind
        && stored.arity == wanted.arity
        && stored.sort == wanted.sort
        && stored.payload == wanted.payload
        && stored.operands == wanted.operands
}
