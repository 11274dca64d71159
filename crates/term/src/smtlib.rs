//! Terms as SMT-LIB 2 text.

mod expression;
mod incremental;
mod script;

pub use incremental::IncrementalScript;

use crate::node::Kind;
use crate::{Bits, InputId, Op, Pool, Sort, Term, float};
use rustc_hash::FxHashMap;

impl Pool {
    /// An SMT-LIB 2 script: declarations of the inputs that occur, definitions of shared terms, one
    /// `assert` per constraint, `(check-sat)`.
    ///
    /// Floating-point operations are written as the bit-vector terms they are lowered to (so that
    /// NaN patterns keep their exact meaning), which is why the pool may grow. Opaque functions
    /// become uninterpreted ones. Constant arrays are written with `(as const …)`, which Z3, cvc5
    /// and Bitwuzla know.
    pub fn to_smtlib(&mut self, constraints: &[Term]) -> String {
        let lowered = self.lower_floats(constraints);
        script::one_query(self, &lowered)
    }

    /// The terms with all floating-point operations lowered to bit-vector operations.
    pub fn lower_floats(&mut self, roots: &[Term]) -> Vec<Term> {
        let mut order = Vec::new();
        let mut any = false;
        self.visit_post_order(roots, &mut |t| {
            any |= self.kind(t) == Kind::Float;
            order.push(t);
        });
        if !any {
            return roots.to_vec();
        }
        let mut lowered: FxHashMap<Term, Term> = FxHashMap::default();
        let image = |lowered: &FxHashMap<Term, Term>, t: &Term| *lowered.get(t).unwrap_or(t);
        for t in order {
            let operands: Vec<Term> = self
                .arguments(t)
                .iter()
                .map(|t| image(&lowered, t))
                .collect();
            let mut new = t;
            if operands != self.arguments(t) {
                let (op, sort) = (self.op(t), self.sort(t));
                new = self.build(op, &operands, sort);
            }
            // A lowering may use other float operations: until none is at the root.
            while self.kind(new) == Kind::Float {
                let before = new;
                new = float::lower(self, new);
                debug_assert_ne!(before, new, "lowering makes progress");
            }
            if new != t {
                lowered.insert(t, new);
            }
        }
        roots.iter().map(|t| image(&lowered, t)).collect()
    }

    /// One term as an SMT-LIB expression (without sharing), for messages; cut after `limit`
    /// characters. Inputs are written by their names.
    pub fn display(&self, t: Term, limit: usize) -> String {
        let mut leaf = |pool: &Pool, t: Term| match pool.op(t) {
            Op::Input(input) => Some(pool.input_name(input).to_string()),
            Op::Table(table) => Some(format!("table{}", table.0)),
            _ => None,
        };
        expression::print(self, t, limit, &mut leaf)
    }
}

/// A sort in SMT-LIB.
fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_string(),
        Sort::BitVec(width) => format!("(_ BitVec {width})"),
        Sort::Array { index, element } => {
            format!("(Array (_ BitVec {index}) (_ BitVec {element}))")
        }
    }
}

/// A symbol made of a name and numbers that make it unique, quoted.
fn symbol(name: &str, numbers: &[u32]) -> String {
    let allowed = |c: char| {
        if c == '|' || c == '\\' || !(' '..='~').contains(&c) {
            '_'
        } else {
            c
        }
    };
    let mut text: String = std::iter::once('|')
        .chain(name.chars().map(allowed))
        .collect();
    for number in numbers {
        text.push_str(&format!("!{number}"));
    }
    text.push('|');
    text
}

impl Pool {
    /// The symbol of an input in SMT-LIB scripts: its name, and its number, as names need not be
    /// unique.
    pub fn input_symbol(&self, input: InputId) -> String {
        symbol(self.input_name(input), &[input.0])
    }
}

/// A bit-vector literal.
fn literal(bits: &Bits) -> String {
    format!("{bits:?}")
}
