//! Query traces of small programs, recorded as a concolic engine makes them: depth first, the
//! path in path order, the negated branch last, the parent's model as hint.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use term::{Evaluator, Model, Pool, Sort, Term};
use wayfarer_solver::bitblast::{NativeBackend, NativeOptions};
use wayfarer_solver::{Answer, Backend, Limits};

/// A question and the model of its path.
pub struct Query {
    pub constraints: Vec<Term>,
    pub hint: Model,
}

/// The questions of one program, over the pool that holds their terms.
pub struct Trace {
    pub name: &'static str,
    pub pool: Pool,
    pub queries: Vec<Query>,
    pub paths: usize,
    pub seconds_limit: u64,
}

/// The program's view of its execution: terms, and branches that follow the model.
pub struct Execution<'a> {
    pub pool: &'a mut Pool,
    inputs: &'a mut Vec<Term>,
    next_input: usize,
    evaluator: Evaluator,
    path: Vec<Term>,
}

impl Execution<'_> {
    /// The next input byte.
    pub fn byte(&mut self) -> Term {
        if self.next_input == self.inputs.len() {
            let name = format!("byte{}", self.next_input);
            self.inputs.push(self.pool.input(&name, Sort::BitVec(8)));
        }
        self.next_input += 1;
        self.inputs[self.next_input - 1]
    }

    /// A little-endian integer of input bytes.
    pub fn integer(&mut self, bytes: usize) -> Term {
        let mut value = self.byte();
        for _ in 1..bytes {
            let high = self.byte();
            value = self.pool.concat(high, value);
        }
        value
    }

    /// Takes the side of a branch that the model takes.
    pub fn branch(&mut self, condition: Term) -> bool {
        if let Some(value) = self.pool.constant_bool(condition) {
            return value;
        }
        let taken = self.evaluator.bool(self.pool, condition);
        self.path.push(if taken {
            condition
        } else {
            self.pool.not(condition)
        });
        taken
    }
}

pub fn limits(seconds: u64) -> Limits {
    Limits {
        time: Duration::from_secs(seconds),
        interrupt: Arc::new(AtomicBool::new(false)),
    }
}

/// Explores a program depth first and writes down every question, up to a number of them.
pub fn record(
    name: &'static str,
    seconds_limit: u64,
    most: usize,
    program: fn(&mut Execution<'_>),
) -> Trace {
    let mut pool = Pool::new();
    let mut inputs = Vec::new();
    let mut backend = NativeBackend::new(NativeOptions::default());
    let mut queries: Vec<Query> = Vec::new();
    let mut pending: Vec<(Vec<Term>, Model)> = vec![(Vec::new(), Model::new())];
    let mut paths = 0;
    while let Some((prefix, hint)) = pending.pop() {
        if queries.len() >= most {
            break;
        }
        let mut model = hint.clone();
        if !prefix.is_empty() {
            let answer = backend.check(&mut pool, &prefix, &hint, &limits(seconds_limit));
            queries.push(Query {
                constraints: prefix.clone(),
                hint,
            });
            match answer {
                Answer::Sat(found) => model = found,
                Answer::Unsat(_) | Answer::Unknown(_) => continue,
            }
        }
        paths += 1;
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model.clone());
        let mut execution = Execution {
            pool: &mut pool,
            inputs: &mut inputs,
            next_input: 0,
            evaluator,
            path: Vec::new(),
        };
        program(&mut execution);
        let path = execution.path;
        for depth in prefix.len()..path.len() {
            let mut other = path[..depth].to_vec();
            other.push(pool.not(path[depth]));
            pending.push((other, model.clone()));
        }
    }
    Trace {
        name,
        pool,
        queries,
        paths,
        seconds_limit,
    }
}
