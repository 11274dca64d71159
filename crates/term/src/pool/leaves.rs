//! Terms without operands, and opaque applications.

use std::cell::OnceCell;
use std::sync::Arc;

use super::{Input, Opaque, OpaqueFunction, Pool, Table, TableKey};
use crate::node::{Kind, Node, PackedSort};
use crate::{Bits, InputId, OpaqueId, Sort, TableId, Term, Value};

impl Pool {
    pub(super) fn bool_node(value: bool) -> Node {
        Node::new(Kind::BoolConst, PackedSort::BOOL, u32::from(value), &[])
    }

    /// A fresh input. Two inputs may bear the same name; the identity is the [`InputId`].
    pub fn input(&mut self, name: &str, sort: Sort) -> Term {
        let id = u32::try_from(self.inputs.len()).expect("fewer than 2^32 inputs");
        let sort = self.packed_sort(sort);
        let term = self.make(Kind::Input, sort, id, &[]);
        self.inputs.push(Input {
            name: name.into(),
            term,
        });
        term
    }

    /// The input that a term is, if it is one.
    pub fn as_input(&self, t: Term) -> Option<InputId> {
        let node = self.node(t);
        (node.kind == Kind::Input).then_some(InputId(node.payload))
    }

    /// `true` or `false`.
    pub fn bool(&self, value: bool) -> Term {
        Term::from_raw(1 + u32::from(value)).expect("counted from one")
    }

    /// A bit-vector constant; bits of `value` above `width` are dropped. `width` may exceed 64.
    pub fn bv(&mut self, width: u32, value: u64) -> Term {
        if width <= 64 {
            return self.intern(Node::word(width, value & crate::word::mask(width)));
        }
        self.constant(&Bits::new(width, value))
    }

    /// A bit-vector constant of any width.
    pub fn constant(&mut self, value: &Bits) -> Term {
        match value.to_u64() {
            Some(word) => self.intern(Node::word(value.width(), word)),
            None => {
                let index = self.wide_constants.intern(value);
                self.make(Kind::WideConst, PackedSort(value.width()), index, &[])
            }
        }
    }

    /// A constant table as an array term; entries behind the end are zero.
    pub fn table_array(
        &mut self,
        index_width: u32,
        element_width: u32,
        entries: Arc<[Bits]>,
    ) -> Term {
        debug_assert!(entries.iter().all(|entry| entry.width() == element_width));
        let key = TableKey {
            index_width,
            element_width,
            entries,
        };
        if let Some(&term) = self.table_terms.get(&key) {
            return term;
        }
        let id = self.tables.len() as u32;
        self.tables.push(Table {
            entries: key.entries.clone(),
            by_value: OnceCell::new(),
        });
        let sort = self.packed_sort(Sort::Array {
            index: index_width,
            element: element_width,
        });
        let term = self.make(Kind::Table, sort, id, &[]);
        self.table_terms.insert(key, term);
        term
    }

    /// The term of a table that exists.
    pub(crate) fn table_term(&mut self, table: TableId, sort: Sort) -> Term {
        let sort = self.packed_sort(sort);
        self.make(Kind::Table, sort, table.0, &[])
    }

    /// Element of a table at a concrete index.
    pub(crate) fn table_entry(&self, table: TableId, element_width: u32, index: &Bits) -> Bits {
        let entry = index
            .to_small()
            .and_then(|i| self.table(table).get(i as usize));
        entry.cloned().unwrap_or_else(|| Bits::zero(element_width))
    }

    /// Registers a host function; the same name and function give the same id.
    pub fn register_opaque(&mut self, name: &str, result: Sort, f: OpaqueFunction) -> OpaqueId {
        let same = |known: &Opaque| {
            *known.name == *name && known.result == result && Arc::ptr_eq(&known.function, &f)
        };
        if let Some(known) = self.opaques.iter().position(same) {
            return OpaqueId(known as u32);
        }
        debug_assert!(
            !matches!(result, Sort::Array { .. }),
            "opaque functions yield scalars"
        );
        self.opaques.push(Opaque {
            name: name.into(),
            result,
            function: f,
        });
        OpaqueId(self.opaques.len() as u32 - 1)
    }

    /// A host function on concrete operands. A result of another width than registered is a mistake
    /// of the host function; it is cut or extended with zeros.
    pub(crate) fn apply_opaque(&self, f: OpaqueId, operands: &[Bits]) -> Value {
        let result = self.opaque_function(f)(operands);
        match self.opaque_result(f) {
            Sort::Bool => Value::Bool(!result.is_zero()),
            Sort::BitVec(width) => {
                debug_assert_eq!(result.width(), width, "{}", self.opaque_name(f));
                Value::Bits(Bits::from_limbs(width, result.limbs()))
            }
            Sort::Array { .. } => unreachable!("opaque functions yield scalars"),
        }
    }

    /// An application of a registered host function; evaluated at once if all operands are
    /// constants. Operands are Bool or BitVec.
    pub fn opaque(&mut self, f: OpaqueId, arguments: &[Term]) -> Term {
        let sort = self.opaque_result(f);
        let value = |&t: &Term| match self.constant_bool(t) {
            Some(value) => Some(Bits::new(1, u64::from(value))),
            None => self.bits(t),
        };
        if let Some(values) = arguments.iter().map(value).collect::<Option<Vec<_>>>() {
            let result = self.apply_opaque(f, &values);
            return self.scalar(&result);
        }
        let sort = self.packed_sort(sort);
        self.make_long(Kind::Opaque, sort, f.0, arguments)
    }
}
