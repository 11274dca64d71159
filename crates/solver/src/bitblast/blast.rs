//! Terms to words of circuit edges, each term once.

use std::time::Instant;

use rustc_hash::FxHashMap;
use term::{Op, Pool, Sort, Term};

use super::applications::{self, ApplicationId, AppliedWord, Operation};
use super::divide;
use super::graph::{Edge, Graph};
use super::multiply;
use super::word::{self, Shift, Word};
use crate::{Limits, Unknown};

/// A word in the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    start: u32,
    width: u32,
}

/// What bounds the work for one question.
pub(super) struct Budget<'a> {
    pub(super) deadline: Instant,
    pub(super) limits: &'a Limits,
    /// Bytes that circuit and clauses may take.
    pub(super) memory: usize,
}

impl Span {
    pub(super) fn new(start: u32, width: usize) -> Span {
        Span {
            start,
            width: width as u32,
        }
    }

    pub(super) fn start(self) -> u32 {
        self.start
    }
}

impl Budget<'_> {
    /// Fails if time is up or the question is no longer wanted.
    pub(super) fn check_time(&self) -> Result<(), Unknown> {
        if self
            .limits
            .interrupt
            .load(std::sync::atomic::Ordering::Relaxed)
        {
            return Err(Unknown::Interrupted);
        }
        if Instant::now() >= self.deadline {
            return Err(Unknown::TimeOut);
        }
        Ok(())
    }

    /// Fails, too, if a circuit of that many bytes is too large.
    pub(super) fn check(&self, memory: usize) -> Result<(), Unknown> {
        if memory > self.memory {
            return Err(Unknown::ResourceLimit);
        }
        self.check_time()
    }
}

/// Bytes that a gate takes with its clauses.
const GATE_WITH_CLAUSES: usize = 400;

/// Place in the arena that marks an array term as visited; words start behind it.
const ARRAY_VISITED: u32 = 1;

/// Dividend and divisor.
type DivisionKey = (Box<[Edge]>, Box<[Edge]>);

/// The circuit and which term is where in it.
pub(super) struct Blaster {
    pub(super) graph: Graph,
    /// Start of the term's word in `arena` by term index; 0 if it has none yet.
    places: Vec<u32>,
    pub(super) arena: Vec<Edge>,
    /// Bit-vector forms of floating-point terms.
    lowered: FxHashMap<Term, Term>,
    /// Quotient and remainder by dividend and divisor, so that both operations share a circuit.
    divisions: FxHashMap<DivisionKey, (Word, Word)>,
    pub(super) applications: Vec<AppliedWord>,
    /// Applications of operations, by operands.
    pub(super) operations: FxHashMap<(Operation, Box<[Edge]>), ApplicationId>,
    /// Whether large products and divisions are left free.
    abstracts: bool,
    /// Words of array terms at index words, by number of the index word.
    pub(super) read_memo: FxHashMap<(Term, u32), u32>,
    pub(super) index_numbers: FxHashMap<Box<[Edge]>, u32>,
    steps: u32,
}

impl Default for Blaster {
    fn default() -> Blaster {
        Blaster {
            graph: Graph::default(),
            places: Vec::new(),
            arena: vec![Edge::FALSE; ARRAY_VISITED as usize + 1],
            lowered: FxHashMap::default(),
            divisions: FxHashMap::default(),
            applications: Vec::new(),
            operations: FxHashMap::default(),
            abstracts: false,
            read_memo: FxHashMap::default(),
            index_numbers: FxHashMap::default(),
            steps: 0,
        }
    }
}

/// Number of bits a term of the sort is encoded in.
fn word_width(sort: Sort) -> Option<u32> {
    match sort {
        Sort::Bool => Some(1),
        Sort::BitVec(width) => Some(width),
        Sort::Array { .. } => None,
    }
}

impl Blaster {
    /// A circuit that leaves large products and divisions free.
    pub(super) fn abstracting() -> Blaster {
        Blaster {
            abstracts: true,
            ..Blaster::default()
        }
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// True if nothing has been encoded.
    pub(super) fn is_empty(&self) -> bool {
        self.graph.is_empty() && self.arena.len() <= ARRAY_VISITED as usize + 1
    }

    pub(super) fn applications(&self) -> &[AppliedWord] {
        &self.applications
    }

    /// The application whose value bit bears this mark.
    pub(super) fn application_of_mark(mark: u32) -> Option<ApplicationId> {
        mark.checked_sub(1)
    }

    pub(super) fn word_at(&self, span: Span) -> &[Edge] {
        &self.arena[span.start as usize..(span.start + span.width) as usize]
    }

    pub(super) fn store_word(&mut self, word: &[Edge]) -> Span {
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(word);
        Span {
            start,
            width: word.len() as u32,
        }
    }

    /// Estimated memory in bytes, without the table of places: that grows with the pool, and a
    /// rebuild would not give it back.
    pub(super) fn memory(&self) -> usize {
        let maps = self.read_memo.len() + self.index_numbers.len() + self.divisions.len();
        let maps = maps + 2 * self.operations.len();
        self.graph.memory() + self.arena.capacity() * 4 + maps * 96
    }

    fn place(&self, t: Term) -> u32 {
        self.places.get(t.index()).copied().unwrap_or(0)
    }

    fn set_place(&mut self, pool: &Pool, t: Term, place: u32) {
        if self.places.len() <= t.index() {
            self.places.resize(pool.len().max(t.index() + 1), 0);
        }
        self.places[t.index()] = place;
    }

    /// The word of a term encoded earlier; `None` for terms not encoded and for arrays.
    pub(super) fn known_word(&self, pool: &Pool, t: Term) -> Option<&[Edge]> {
        let width = word_width(pool.sort(t))?;
        let start = self.place(t);
        (start != 0).then(|| self.word_at(Span { start, width }))
    }

    /// The word of an operand.
    pub(super) fn word(&self, pool: &Pool, t: Term) -> &[Edge] {
        self.known_word(pool, t)
            .expect("operands are encoded before their users")
    }

    pub(super) fn word_start(&self, pool: &Pool, t: Term) -> u32 {
        debug_assert!(word_width(pool.sort(t)).is_some() && self.place(t) != 0);
        self.place(t)
    }

    pub(super) fn bit(&self, pool: &Pool, t: Term) -> Edge {
        self.word(pool, t)[0]
    }

    /// Looks at the clock and at memory now and then.
    pub(super) fn tick(&mut self, budget: &Budget<'_>) -> Result<(), Unknown> {
        self.steps = self.steps.wrapping_add(1);
        if self.steps & 255 == 0 {
            budget.check(self.memory())?;
        }
        Ok(())
    }

    /// The edge of a Bool term.
    pub(super) fn edge(
        &mut self,
        pool: &mut Pool,
        root: Term,
        budget: &Budget<'_>,
    ) -> Result<Edge, Unknown> {
        self.word_of(pool, root, budget)?;
        Ok(self.bit(pool, root))
    }

    /// Encodes a term and everything below it, without recursion.
    pub(super) fn word_of(
        &mut self,
        pool: &mut Pool,
        root: Term,
        budget: &Budget<'_>,
    ) -> Result<(), Unknown> {
        let mut stack = vec![(root, false)];
        while let Some((t, operands_done)) = stack.pop() {
            if self.place(t) != 0 {
                continue;
            }
            if operands_done {
                self.tick(budget)?;
                self.encode(pool, t, budget)?;
                continue;
            }
            stack.push((t, true));
            self.push_operands(pool, t, &mut stack)?;
        }
        Ok(())
    }

    fn push_operands(
        &mut self,
        pool: &mut Pool,
        t: Term,
        stack: &mut Vec<(Term, bool)>,
    ) -> Result<(), Unknown> {
        match pool.op(t) {
            // To the circuit an opaque application is a free variable.
            Op::Opaque(_) => {}
            Op::Float { .. } => {
                let lowered = crate::lower::float(pool, t).ok_or(Unknown::Incomplete)?;
                self.lowered.insert(t, lowered);
                stack.push((lowered, false));
            }
            _ => stack.extend(pool.arguments(t).iter().map(|&a| (a, false))),
        }
        Ok(())
    }

    fn encode(&mut self, pool: &Pool, t: Term, budget: &Budget<'_>) -> Result<(), Unknown> {
        let Some(width) = word_width(pool.sort(t)) else {
            self.set_place(pool, t, ARRAY_VISITED);
            return Ok(());
        };
        let place = match pool.op(t) {
            // A part of a word that is there already needs no copy.
            Op::Extract { low, .. } => self.place(pool.arguments(t)[0]) + low,
            Op::Float { .. } => self.place(self.lowered[&t]),
            _ => {
                let word = self.circuit(pool, t, width as usize, budget)?;
                debug_assert_eq!(word.len(), width as usize);
                if self.arena.len() + word.len() > u32::MAX as usize {
                    return Err(Unknown::ResourceLimit);
                }
                self.store_word(&word).start
            }
        };
        self.set_place(pool, t, place);
        Ok(())
    }

    fn circuit(
        &mut self,
        pool: &Pool,
        t: Term,
        width: usize,
        budget: &Budget<'_>,
    ) -> Result<Word, Unknown> {
        let arguments = pool.arguments(t);
        let word = match pool.op(t) {
            Op::BoolConst(value) => vec![Edge::constant(value)],
            Op::BitsConst => {
                let bits = pool.bits(t).expect("a constant has a value");
                word::constant(width, |i| bits.bit(i as u32))
            }
            Op::Input(_) | Op::Opaque(_) => (0..width).map(|_| self.graph.variable(0)).collect(),
            Op::Not | Op::BvNot => word::not(self.word(pool, arguments[0])),
            Op::And | Op::BvAnd => self.bitwise(pool, arguments, Graph::and),
            Op::Or | Op::BvOr => self.bitwise(pool, arguments, Graph::or),
            Op::BvXor => self.bitwise(pool, arguments, Graph::xor),
            Op::Ite => {
                let condition = self.bit(pool, arguments[0]);
                self.binary(pool, &arguments[1..], |g, a, b| {
                    word::mux(g, condition, a, b)
                })
            }
            Op::Eq if matches!(pool.sort(arguments[0]), Sort::Array { .. }) => {
                vec![self.equal_arrays(pool, arguments[0], arguments[1], budget)?]
            }
            Op::Eq => self.binary(pool, arguments, |g, a, b| vec![word::equal(g, a, b)]),
            Op::Ult => self.binary(pool, arguments, |g, a, b| vec![word::less(g, a, b, false)]),
            Op::Ule => self.binary(pool, arguments, |g, a, b| vec![word::less(g, a, b, true)]),
            Op::Slt => self.binary(pool, arguments, |g, a, b| {
                vec![word::signed_less(g, a, b, false)]
            }),
            Op::Sle => self.binary(pool, arguments, |g, a, b| {
                vec![word::signed_less(g, a, b, true)]
            }),
            Op::Neg => {
                let a = self.word(pool, arguments[0]).to_vec();
                word::neg(&mut self.graph, &a)
            }
            Op::Add => self.binary(pool, arguments, |g, a, b| word::add(g, a, b, Edge::FALSE)),
            Op::Shl => self.binary(pool, arguments, |g, a, b| word::shift(g, Shift::Left, a, b)),
            Op::Lshr => self.binary(pool, arguments, |g, a, b| {
                word::shift(g, Shift::RightLogical, a, b)
            }),
            Op::Ashr => self.binary(pool, arguments, |g, a, b| {
                word::shift(g, Shift::RightArithmetic, a, b)
            }),
            Op::Mul => self.multiplication(pool, arguments, budget)?,
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => {
                self.division(pool, pool.op(t), arguments, budget)?
            }
            Op::Concat => {
                let mut word = self.word(pool, arguments[1]).to_vec();
                word.extend_from_slice(self.word(pool, arguments[0]));
                word
            }
            Op::ZeroExtend | Op::SignExtend => {
                let mut word = self.word(pool, arguments[0]).to_vec();
                let signed = pool.op(t) == Op::SignExtend;
                let fill = if signed {
                    word[word.len() - 1]
                } else {
                    Edge::FALSE
                };
                word.resize(width, fill);
                word
            }
            Op::Select => {
                let index = self.word(pool, arguments[1]).to_vec();
                let span = self.read(pool, arguments[0], &index, budget)?;
                self.word_at(span).to_vec()
            }
            Op::Extract { .. } | Op::Float { .. } => {
                unreachable!("these take the place of another term")
            }
            Op::Store | Op::ConstArray | Op::Table(_) => {
                unreachable!("arrays have no word")
            }
        };
        Ok(word)
    }

    /// Refuses an operation whose circuit alone, with its clauses, would break the memory limit.
    fn afford_gates(&self, gates: usize, budget: &Budget<'_>) -> Result<(), Unknown> {
        self.afford(gates.saturating_mul(GATE_WITH_CLAUSES), budget)
    }

    /// Refuses what would take more bytes than the memory limit leaves.
    pub(super) fn afford(&self, bytes: usize, budget: &Budget<'_>) -> Result<(), Unknown> {
        if bytes < budget.memory.saturating_sub(self.memory()) {
            Ok(())
        } else {
            Err(Unknown::ResourceLimit)
        }
    }

    fn binary(
        &mut self,
        pool: &Pool,
        arguments: &[Term],
        circuit: impl FnOnce(&mut Graph, &[Edge], &[Edge]) -> Word,
    ) -> Word {
        let spans = [0, 1].map(|i| {
            let width = word_width(pool.sort(arguments[i])).expect("an operand with a word");
            let start = self.place(arguments[i]) as usize;
            start..start + width as usize
        });
        let [a, b] = spans;
        circuit(&mut self.graph, &self.arena[a], &self.arena[b])
    }

    fn bitwise(
        &mut self,
        pool: &Pool,
        arguments: &[Term],
        gate: impl Fn(&mut Graph, Edge, Edge) -> Edge,
    ) -> Word {
        self.binary(pool, arguments, |g, a, b| {
            a.iter().zip(b).map(|(&x, &y)| gate(g, x, y)).collect()
        })
    }

    fn multiplication(
        &mut self,
        pool: &Pool,
        arguments: &[Term],
        budget: &Budget<'_>,
    ) -> Result<Word, Unknown> {
        let [a, b] = [0, 1].map(|i| self.word(pool, arguments[i]).to_vec());
        if self.abstracts && applications::is_large_product(&a, &b) {
            return Ok(self.apply(Operation::Product, &a, &b));
        }
        self.exact_product(&a, &b, budget)
    }

    /// The circuit of a product.
    pub(super) fn exact_product(
        &mut self,
        a: &[Edge],
        b: &[Edge],
        budget: &Budget<'_>,
    ) -> Result<Word, Unknown> {
        self.afford_gates(multiply::gates(a, b), budget)?;
        let check = |g: &Graph| budget.check(g.memory());
        multiply::multiply(&mut self.graph, a, b, &check)
    }

    fn division(
        &mut self,
        pool: &Pool,
        op: Op,
        arguments: &[Term],
        budget: &Budget<'_>,
    ) -> Result<Word, Unknown> {
        let a = self.word(pool, arguments[0]).to_vec();
        let b = self.word(pool, arguments[1]).to_vec();
        Ok(match op {
            Op::Udiv => self.divide(&a, &b, budget)?.0,
            Op::Urem => self.divide(&a, &b, budget)?.1,
            _ => {
                let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
                let x = divide::magnitude(&mut self.graph, &a);
                let y = divide::magnitude(&mut self.graph, &b);
                let (quotient, remainder) = self.divide(&x, &y, budget)?;
                if op == Op::Srem {
                    return Ok(divide::negate_if(&mut self.graph, sign_a, &remainder));
                }
                let negative = self.graph.xor(sign_a, sign_b);
                divide::negate_if(&mut self.graph, negative, &quotient)
            }
        })
    }

    fn divide(
        &mut self,
        a: &[Edge],
        b: &[Edge],
        budget: &Budget<'_>,
    ) -> Result<(Word, Word), Unknown> {
        if self.abstracts && applications::is_large_division(a) {
            let quotient = self.apply(Operation::Quotient, a, b);
            return Ok((quotient, self.apply(Operation::Remainder, a, b)));
        }
        self.exact_division(a, b, budget)
    }

    /// Circuits of quotient and remainder.
    pub(super) fn exact_division(
        &mut self,
        a: &[Edge],
        b: &[Edge],
        budget: &Budget<'_>,
    ) -> Result<(Word, Word), Unknown> {
        let key = (Box::from(a), Box::from(b));
        if let Some(known) = self.divisions.get(&key) {
            return Ok(known.clone());
        }
        self.afford_gates(divide::gates(a, b), budget)?;
        let check = |g: &Graph| budget.check(g.memory());
        let result = divide::divide(&mut self.graph, a, b, &check)?;
        self.divisions.insert(key, result.clone());
        Ok(result)
    }
}
