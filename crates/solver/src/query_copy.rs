//! A question in a pool of its own, to be asked on another thread.

use rustc_hash::FxHashMap;
use term::{InputId, Model, Op, Pool, Sort, Term};

use crate::{Answer, Backend, Limits};

/// Constraints and hint with everything they need.
pub(crate) struct QueryCopy {
    pool: Pool,
    constraints: Vec<Term>,
    hint: Model,
    /// Inputs of the copy, with those they stand for.
    inputs: Vec<(InputId, InputId)>,
}

impl QueryCopy {
    /// Copies a question.
    pub(crate) fn new(pool: &Pool, constraints: &[Term], hint: &Model) -> QueryCopy {
        let mut copy = QueryCopy {
            pool: Pool::new(),
            constraints: Vec::with_capacity(constraints.len()),
            hint: Model::new(),
            inputs: Vec::new(),
        };
        let mut copies: FxHashMap<Term, Term> = FxHashMap::default();
        let mut order = Vec::new();
        pool.visit_post_order(constraints, &mut |t| order.push(t));
        for t in order {
            let operands: Vec<Term> = pool.arguments(t).iter().map(|a| copies[a]).collect();
            let copied = copy.term(pool, t, &operands, hint);
            copies.insert(t, copied);
        }
        copy.constraints
            .extend(constraints.iter().map(|t| copies[t]));
        copy
    }

    fn term(&mut self, pool: &Pool, t: Term, operands: &[Term], hint: &Model) -> Term {
        let sort = pool.sort(t);
        match (pool.op(t), sort) {
            (Op::Input(input), _) => {
                let copied = self.pool.input(pool.input_name(input), sort);
                let id = self.pool.as_input(copied).expect("just made as an input");
                self.hint.set(id, hint.get(pool, input));
                self.inputs.push((id, input));
                copied
            }
            (Op::BitsConst, _) => {
                let bits = pool.bits(t).expect("a constant has a value");
                self.pool.constant(&bits)
            }
            (Op::Table(table), Sort::Array { index, element }) => {
                let entries = pool.table(table).clone();
                self.pool.table_array(index, element, entries)
            }
            (Op::Opaque(function), _) => {
                let name = pool.opaque_name(function).to_owned();
                let result = pool.opaque_result(function);
                let f = pool.opaque_function(function).clone();
                let function = self.pool.register_opaque(&name, result, f);
                self.pool.opaque(function, operands)
            }
            (op, _) => self.pool.build(op, operands, sort),
        }
    }

    /// Asks a back end that knows nothing yet; the answer is in terms of the original.
    pub(crate) fn ask(
        &mut self,
        backend: &mut dyn Backend,
        original: &[Term],
        hint: &Model,
        limits: &Limits,
    ) -> Answer {
        let answer = backend.check(&mut self.pool, &self.constraints, &self.hint, limits);
        match answer {
            Answer::Sat(found) => {
                let mut model = hint.clone();
                for &(copied, input) in &self.inputs {
                    let value = found.get(&self.pool, copied);
                    if value != self.hint.get(&self.pool, copied) {
                        model.set(input, value);
                    }
                }
                Answer::Sat(model)
            }
            Answer::Unsat(core) => {
                let both = self.constraints.iter().zip(original);
                let guilty = both.filter(|(copied, _)| core.contains(copied));
                Answer::Unsat(guilty.map(|(_, &t)| t).collect())
            }
            Answer::Unknown(why) => Answer::Unknown(why),
        }
    }
}
