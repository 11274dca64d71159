//! Many related queries as one script: what they share is defined once, the constraints of a path
//! are pushed and popped as a depth-first search goes.

use super::script::{Names, Script};
use crate::{Op, Pool, Term};

/// Expressions nested deeper than this get a name, so that the next query can use it again.
const NESTING: u32 = 6;

/// The state of a script that is written query by query.
///
/// Definitions are global (`(set-option :global-declarations true)`); each constraint is asserted
/// on a level of its own, and a query pops no further than to where its constraints differ from
/// those of the query before.
#[derive(Default)]
pub struct IncrementalScript {
    names: Names,
    asserted: Vec<Term>,
    arrays: bool,
    constant_arrays: bool,
    functions: bool,
}

/// What comes first in a script, apart from its logic.
const OPTIONS: &str = "(set-option :global-declarations true)\n";

/// The length of every [`IncrementalScript::head`].
const HEAD_LENGTH: usize = OPTIONS.len() + 24;

impl IncrementalScript {
    /// A script without queries.
    pub fn new() -> IncrementalScript {
        IncrementalScript::default()
    }

    /// The beginning of the script. It names the narrowest logic that the queries so far are in,
    /// and always has the same length: a file may begin with that of no queries and be given the
    /// last one at the end.
    pub fn head(&self) -> String {
        let logic = match (self.functions, self.arrays) {
            // Z3 takes constant arrays in no logic but this one.
            _ if self.constant_arrays => "ALL",
            (false, false) => "QF_BV",
            (false, true) => "QF_ABV",
            (true, false) => "QF_UFBV",
            (true, true) => "QF_AUFBV",
        };
        let mut head = format!("{OPTIONS}(set-logic {logic})");
        while head.len() < HEAD_LENGTH - 1 {
            head.push(' ');
        }
        head.push('\n');
        head
    }

    /// The text of one more query; `status` is `sat`, `unsat` or `unknown`. Floating-point
    /// operations are lowered as by [`Pool::to_smtlib`].
    pub fn query(&mut self, pool: &mut Pool, constraints: &[Term], status: &str) -> String {
        let constraints = pool.lower_floats(constraints);
        let pairs = self.asserted.iter().zip(&constraints);
        let common = pairs.take_while(|(a, b)| a == b).count();
        self.notice(pool, &constraints[common..]);
        let mut script = Script::new(pool, &mut self.names, NESTING);
        let surplus = self.asserted.len() - common;
        if surplus > 0 {
            script.line(&format!("(pop {surplus})"));
        }
        self.asserted.truncate(common);
        for &constraint in &constraints[common..] {
            script.define(&[constraint]);
            let body = script.expression(constraint);
            script.line("(push 1)");
            script.line(&format!("(assert {body})"));
            self.asserted.push(constraint);
        }
        script.line(&format!("(set-info :status {status})"));
        script.line("(check-sat)");
        script.into_text()
    }

    fn notice(&mut self, pool: &Pool, constraints: &[Term]) {
        pool.visit_post_order(constraints, &mut |t| match pool.op(t) {
            Op::Opaque(_) => self.functions = true,
            Op::ConstArray | Op::Table(_) => self.constant_arrays = true,
            Op::Select | Op::Store => self.arrays = true,
            _ => {}
        });
    }
}
