//! A whole script: declarations, definitions of what is shared, assertions.

use std::fmt::Write;

use rustc_hash::{FxHashMap, FxHashSet};

use super::{expression, literal, sort_text, symbol};
use crate::{Bits, Op, OpaqueId, Pool, Sort, TableId, Term};

/// Expressions are not nested deeper than this: solvers parse recursively.
const NESTING: u32 = 100;

/// What has been declared and defined.
#[derive(Default)]
pub(super) struct Names {
    terms: FxHashMap<Term, String>,
    functions: FxHashMap<(OpaqueId, Vec<Sort>), String>,
}

/// Where an expression begins to be too deep, shared or special, and so gets a name.
pub(super) struct Script<'a> {
    pool: &'a Pool,
    names: &'a mut Names,
    nesting: u32,
    text: String,
}

/// A script that asks whether the constraints can hold together.
pub(super) fn one_query(pool: &Pool, constraints: &[Term]) -> String {
    let mut names = Names::default();
    let mut script = Script::new(pool, &mut names, NESTING);
    let mut order = Vec::new();
    pool.visit_post_order(constraints, &mut |t| order.push(t));
    script.head(&order);
    script.define(constraints);
    for &constraint in constraints {
        let body = script.expression(constraint);
        script.line(&format!("(assert {body})"));
    }
    script.line("(check-sat)");
    script.text
}

impl<'a> Script<'a> {
    /// A script that goes on with what is named already; expressions nested deeper than `nesting`
    /// get names.
    pub(super) fn new(pool: &'a Pool, names: &'a mut Names, nesting: u32) -> Script<'a> {
        Script {
            pool,
            names,
            nesting,
            text: String::new(),
        }
    }

    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// Declares and defines what the terms need that has no name yet.
    pub(super) fn define(&mut self, roots: &[Term]) {
        let mut order = Vec::new();
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        let (pool, names) = (self.pool, &self.names.terms);
        let unnamed = |t: Term| !names.contains_key(&t);
        let mut visit = |t: Term| {
            if unnamed(t) {
                order.push(t);
                for &operand in pool.arguments(t) {
                    *uses.entry(operand).or_default() += 1;
                }
            }
        };
        let mut seen = FxHashSet::default();
        pool.visit_new(roots, &mut seen, &mut |t| unnamed(t), &mut visit);
        self.declare_inputs(&order);
        self.define_shared(&order, &uses);
    }

    pub(super) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn head(&mut self, order: &[Term]) {
        let occurs = |wanted: fn(Op) -> bool| order.iter().any(|&t| wanted(self.pool.op(t)));
        let opaque = occurs(|op| matches!(op, Op::Opaque(_)));
        let constant_arrays = occurs(|op| matches!(op, Op::ConstArray | Op::Table(_)));
        if opaque {
            self.line("; Functions computed by the host are uninterpreted here: a model may give");
            self.line("; them values they do not have.");
        }
        // Z3 takes constant arrays in no logic but this one.
        let all = opaque || constant_arrays;
        self.line(if all {
            "(set-logic ALL)"
        } else {
            "(set-logic QF_ABV)"
        });
    }

    fn declare_inputs(&mut self, order: &[Term]) {
        let mut inputs: Vec<_> = order
            .iter()
            .filter_map(|&t| match self.pool.op(t) {
                Op::Input(input) => Some((input, t)),
                _ => None,
            })
            .collect();
        inputs.sort_unstable();
        for (input, t) in inputs {
            let name = self.pool.input_symbol(input);
            self.line(&format!(
                "(declare-fun {name} () {})",
                sort_text(self.pool.sort(t))
            ));
            self.names.terms.insert(t, name);
        }
    }

    /// Defines names for tables, applications, and terms that are shared or nested deeply.
    fn define_shared(&mut self, order: &[Term], uses: &FxHashMap<Term, u32>) {
        let mut nesting: FxHashMap<Term, u32> = FxHashMap::default();
        for &t in order {
            let operands = self.pool.arguments(t);
            let deepest = operands
                .iter()
                .map(|operand| nesting.get(operand).copied().unwrap_or(0))
                .max()
                .unwrap_or(0);
            let mut depth = deepest + 1;
            match self.pool.op(t) {
                Op::Table(table) => self.define_table(t, table),
                Op::Opaque(f) => {
                    self.declare_function(t, f);
                    let body = self.application(t, f);
                    self.define_term(t, &body);
                    depth = 0;
                }
                _ if operands.is_empty() => depth = 0,
                _ if uses.get(&t).is_some_and(|&uses| uses > 1) || depth >= self.nesting => {
                    let body = self.expression(t);
                    self.define_term(t, &body);
                    depth = 0;
                }
                _ => {}
            }
            nesting.insert(t, depth);
        }
    }

    fn define_term(&mut self, t: Term, body: &str) {
        let name = format!("t!{}", t.to_raw());
        let sort = sort_text(self.pool.sort(t));
        self.line(&format!("(define-fun {name} () {sort} {body})"));
        self.names.terms.insert(t, name);
    }

    fn declare_function(&mut self, t: Term, f: OpaqueId) {
        let sorts: Vec<Sort> = self
            .pool
            .arguments(t)
            .iter()
            .map(|&operand| self.pool.sort(operand))
            .collect();
        let key = (f, sorts);
        if self.names.functions.contains_key(&key) {
            return;
        }
        let name = symbol(
            self.pool.opaque_name(f),
            &[f.0, self.names.functions.len() as u32],
        );
        let operands: Vec<String> = key.1.iter().map(|&sort| sort_text(sort)).collect();
        let result = sort_text(self.pool.sort(t));
        self.line(&format!(
            "(declare-fun {name} ({}) {result})",
            operands.join(" ")
        ));
        self.names.functions.insert(key, name);
    }

    fn application(&mut self, t: Term, f: OpaqueId) -> String {
        let operands = self.pool.arguments(t);
        let sorts: Vec<Sort> = operands
            .iter()
            .map(|&operand| self.pool.sort(operand))
            .collect();
        let name = self.names.functions[&(f, sorts)].clone();
        if operands.is_empty() {
            return name;
        }
        let operands: Vec<String> = operands.iter().map(|&t| self.expression(t)).collect();
        format!("({name} {})", operands.join(" "))
    }

    /// A table as stores over the zero array, some of them in each definition.
    fn define_table(&mut self, t: Term, table: TableId) {
        let (index, element) = self.pool.array_widths(t);
        let sort = sort_text(self.pool.sort(t));
        let mut array = format!("((as const {sort}) {})", literal(&Bits::zero(element)));
        let reachable = if index < 32 {
            1usize << index
        } else {
            usize::MAX
        };
        let entries = self.pool.table(table).iter().take(reachable).enumerate();
        let entries: Vec<_> = entries.filter(|(_, entry)| !entry.is_zero()).collect();
        let chunks = entries.chunks(NESTING as usize);
        let count = chunks.len();
        for (i, chunk) in chunks.enumerate() {
            let mut body = "(store ".repeat(chunk.len());
            body.push_str(&array);
            for (position, entry) in chunk {
                let position = literal(&Bits::new(index, *position as u64));
                write!(body, " {position} {})", literal(entry)).expect("writing to a string");
            }
            array = body;
            if i + 1 < count {
                let name = format!("table!{}!{i}", table.0);
                self.line(&format!("(define-fun {name} () {sort} {array})"));
                array = name;
            }
        }
        self.define_term(t, &array);
    }

    pub(super) fn expression(&mut self, t: Term) -> String {
        let names = &self.names.terms;
        expression::print(self.pool, t, usize::MAX, &mut |_, t| names.get(&t).cloned())
    }
}
