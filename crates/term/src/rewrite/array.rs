//! Arrays: read over write.

use crate::node::Kind;
use crate::{Pool, Sort, TableId, Term};

impl Pool {
    /// Array read.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        let (index_width, element_width) = self.array_widths(array);
        debug_assert_eq!(self.width(index), index_width);
        let mut array = array;
        while self.kind(array) == Kind::Store {
            let [below, written, element] = self.node(array).operands;
            if written == index {
                return element;
            }
            if !self.are_distinct(written, index) {
                break;
            }
            array = below;
        }
        match self.kind(array) {
            Kind::ConstArray => return self.operand(array, 0),
            Kind::Table => {
                if let Some(element) = self.rules(|pool| pool.select_from_table(array, index)) {
                    return element;
                }
            }
            _ => {}
        }
        self.make_bv(Kind::Select, element_width, &[array, index])
    }

    /// An element of a constant table at a constant index, or at one of two.
    fn select_from_table(&mut self, array: Term, index: Term) -> Option<Term> {
        let (_, element_width) = self.array_widths(array);
        if let Some(bits) = self.bits(index) {
            let table = TableId(self.node(array).payload);
            let entry = self.table_entry(table, element_width, &bits);
            return Some(self.constant(&entry));
        }
        let (condition, x, y) = self.constant_choice(index)?;
        let (then, otherwise) = (self.select(array, x), self.select(array, y));
        Some(self.ite(condition, then, otherwise))
    }

    /// Array write.
    pub fn store(&mut self, array: Term, index: Term, value: Term) -> Term {
        debug_assert_eq!(
            self.sort(array),
            Sort::Array {
                index: self.width(index),
                element: self.width(value)
            }
        );
        let mut array = array;
        if self.kind(array) == Kind::Store && self.operand(array, 1) == index {
            // The write below is overwritten. There is one only: it was collapsed as well.
            array = self.operand(array, 0);
        }
        // Writing what is there.
        if self.pair(value, Kind::Select) == Some((array, index)) {
            return array;
        }
        if self.single(array, Kind::ConstArray) == Some(value) {
            return array;
        }
        let sort = self.node(array).sort;
        self.make(Kind::Store, sort, 0, &[array, index, value])
    }

    /// The array that is `element` everywhere.
    pub fn const_array(&mut self, index_width: u32, element: Term) -> Term {
        let sort = Sort::Array {
            index: index_width,
            element: self.width(element),
        };
        let sort = self.packed_sort(sort);
        self.make(Kind::ConstArray, sort, 0, &[element])
    }
}
