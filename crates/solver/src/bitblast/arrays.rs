//! Arrays: reads over writes become multiplexers, reads of constant tables trees of them, reads
//! of free arrays free words whose agreement at equal indices is enforced when a model breaks it.

use std::sync::Arc;

use term::{Bits, Op, Pool, Sort, Term};

use super::applications::AppliedFunction;
use super::blast::{Blaster, Budget, Span};
use super::graph::{Edge, Graph};
use super::word::{self, Word};
use crate::Unknown;

/// Bytes that a gate takes.
const GATE: usize = 17;

/// Arrays with indices of at most this many bits are compared element by element.
const COMPARED_INDEX_BITS: u32 = 8;

impl Blaster {
    /// The word of `array` at `index`. Array terms below it are walked without recursion, each
    /// once an index word; words of earlier reads are shared.
    pub(super) fn read(
        &mut self,
        pool: &Pool,
        array: Term,
        index: &[Edge],
        budget: &Budget<'_>,
    ) -> Result<Span, Unknown> {
        let next = self.index_numbers.len() as u32;
        let number = *self.index_numbers.entry(Box::from(index)).or_insert(next);
        let width = match pool.sort(array) {
            Sort::Array { element, .. } => element as usize,
            Sort::Bool | Sort::BitVec(_) => unreachable!("only arrays are read"),
        };
        let mut stack = vec![array];
        while let Some(&t) = stack.last() {
            self.tick(budget)?;
            if self.read_memo.contains_key(&(t, number)) {
                stack.pop();
                continue;
            }
            match self.read_step(pool, t, index, number, width, budget)? {
                ArrayStep::Done(word) => {
                    let start = self.store_word(&word).start();
                    self.read_memo.insert((t, number), start);
                    stack.pop();
                }
                ArrayStep::Same(other) => match self.read_memo.get(&(other, number)) {
                    Some(&start) => {
                        self.read_memo.insert((t, number), start);
                        stack.pop();
                    }
                    None => stack.push(other),
                },
                ArrayStep::Needs(others) => {
                    for other in others.into_iter().flatten() {
                        if !self.read_memo.contains_key(&(other, number)) {
                            stack.push(other);
                        }
                    }
                }
            }
        }
        let start = self.read_memo[&(array, number)];
        Ok(Span::new(start, width))
    }

    fn read_step(
        &mut self,
        pool: &Pool,
        t: Term,
        index: &[Edge],
        number: u32,
        width: usize,
        budget: &Budget<'_>,
    ) -> Result<ArrayStep, Unknown> {
        let arguments = pool.arguments(t);
        let step = match pool.op(t) {
            Op::Input(input) => {
                ArrayStep::Done(self.fresh_application(AppliedFunction::Array(input), index, width))
            }
            Op::ConstArray => ArrayStep::Done(self.word(pool, arguments[0]).to_vec()),
            Op::Table(table) => {
                let entries = pool.table(table).clone();
                self.afford_table(&entries, width, budget)?;
                ArrayStep::Done(table_word(&mut self.graph, &entries, index, width))
            }
            Op::Store => {
                let written = self.word(pool, arguments[1]).to_vec();
                let hit = word::equal(&mut self.graph, index, &written);
                match hit.as_constant() {
                    Some(true) => ArrayStep::Done(self.word(pool, arguments[2]).to_vec()),
                    Some(false) => ArrayStep::Same(skip_distinct(self, pool, arguments[0], index)),
                    None => self.choose(pool, hit, Some(arguments[2]), None, arguments[0], number),
                }
            }
            Op::Ite => {
                let condition = self.bit(pool, arguments[0]);
                match condition.as_constant() {
                    Some(true) => ArrayStep::Same(arguments[1]),
                    Some(false) => ArrayStep::Same(arguments[2]),
                    None => self.choose(
                        pool,
                        condition,
                        None,
                        Some(arguments[1]),
                        arguments[2],
                        number,
                    ),
                }
            }
            _ => return Err(Unknown::Incomplete),
        };
        Ok(step)
    }

    /// A multiplexer between a word (`value`) or an array's word (`then`), and another array's.
    fn choose(
        &mut self,
        pool: &Pool,
        condition: Edge,
        value: Option<Term>,
        then: Option<Term>,
        otherwise: Term,
        number: u32,
    ) -> ArrayStep {
        let known = |b: &Blaster, a: Term| b.read_memo.get(&(a, number)).copied();
        let otherwise_at = known(self, otherwise);
        let then_at = match (value, then) {
            (Some(v), _) => Some(self.word_start(pool, v)),
            (None, Some(a)) => known(self, a),
            (None, None) => unreachable!("a choice has two sides"),
        };
        let (Some(x), Some(y)) = (then_at, otherwise_at) else {
            return ArrayStep::Needs([Some(otherwise), then]);
        };
        let width = match pool.sort(otherwise) {
            Sort::Array { element, .. } => element as usize,
            Sort::Bool | Sort::BitVec(_) => unreachable!("only arrays are read"),
        };
        let (x, y) = (x as usize, y as usize);
        let (g, arena) = (&mut self.graph, &self.arena);
        ArrayStep::Done(word::mux(
            g,
            condition,
            &arena[x..x + width],
            &arena[y..y + width],
        ))
    }

    fn afford_table(
        &self,
        entries: &Arc<[Bits]>,
        width: usize,
        budget: &Budget<'_>,
    ) -> Result<(), Unknown> {
        // Choices between constants mostly come to gates that are there already: without clauses.
        self.afford(entries.len().saturating_mul(width * GATE), budget)
    }

    /// Equality of arrays where it can be said without an index that ranges over everything:
    /// element by element for short indices, at the written indices over a common base.
    pub(super) fn equal_arrays(
        &mut self,
        pool: &Pool,
        a: Term,
        b: Term,
        budget: &Budget<'_>,
    ) -> Result<Edge, Unknown> {
        let Sort::Array { index: width, .. } = pool.sort(a) else {
            unreachable!("only arrays are compared here")
        };
        let (base_a, written_a) = self.writes(pool, a);
        let (base_b, written_b) = self.writes(pool, b);
        let indices: Vec<Word> = if base_a == base_b {
            written_a.into_iter().chain(written_b).collect()
        } else if width <= COMPARED_INDEX_BITS {
            (0..1usize << width)
                .map(|i| word::constant(width as usize, |b| i >> b & 1 == 1))
                .collect()
        } else {
            return Err(Unknown::Incomplete);
        };
        let mut same = Vec::with_capacity(indices.len());
        for index in indices {
            let x = self.read(pool, a, &index, budget)?;
            let y = self.read(pool, b, &index, budget)?;
            let (x, y) = (self.word_at(x).to_vec(), self.word_at(y).to_vec());
            same.push(word::equal(&mut self.graph, &x, &y));
        }
        Ok(self.graph.and_all(&same))
    }

    /// The array below a chain of writes, and the indices written.
    fn writes(&self, pool: &Pool, mut array: Term) -> (Term, Vec<Word>) {
        let mut indices = Vec::new();
        while pool.op(array) == Op::Store {
            let arguments = pool.arguments(array);
            indices.push(self.word(pool, arguments[1]).to_vec());
            array = arguments[0];
        }
        (array, indices)
    }
}

enum ArrayStep {
    /// The word at the index.
    Done(Word),
    /// The word of another array at the index.
    Same(Term),
    /// The words of these arrays are needed first.
    Needs([Option<Term>; 2]),
}

/// Goes down a chain of writes as long as they are certain to be elsewhere, so that chains of
/// writes at constants leave no trace at each link.
fn skip_distinct(blaster: &mut Blaster, pool: &Pool, mut array: Term, index: &[Edge]) -> Term {
    while pool.op(array) == Op::Store {
        let arguments = pool.arguments(array);
        let written = blaster.word(pool, arguments[1]);
        let distinct = written.iter().zip(index).any(|(&a, &b)| a == !b);
        if !distinct {
            break;
        }
        array = arguments[0];
    }
    array
}

/// A table at an index: a tree of multiplexers over the index bits. Bits of the index that are
/// constant select a half; a bit that equals one above it follows that one.
pub(super) fn table_word(g: &mut Graph, entries: &[Bits], index: &[Edge], width: usize) -> Word {
    let levels = entries.len().next_power_of_two().trailing_zeros() as usize;
    let levels = levels.min(index.len());
    let behind_end = g.or_all(&index[levels..]);
    let mut fixed = Vec::with_capacity(levels);
    let mut word = table_level(g, entries, &index[..levels], width, 0, &mut fixed);
    for bit in &mut word {
        *bit = g.and(*bit, !behind_end);
    }
    word
}

/// The part of the table that starts at `base`, decided by the given low bits of the index. The
/// depth of the recursion is at most the number of index bits of the longest table that fits in
/// memory. `fixed` holds the index bits decided above, as edges that are true.
fn table_level(
    g: &mut Graph,
    entries: &[Bits],
    index: &[Edge],
    width: usize,
    base: usize,
    fixed: &mut Vec<Edge>,
) -> Word {
    if base >= entries.len() {
        return vec![Edge::FALSE; width];
    }
    let Some((&top, below)) = index.split_last() else {
        return word::constant(width, |i| entries[base].bit(i as u32));
    };
    let upper = base + (1 << below.len());
    if top == Edge::TRUE || fixed.contains(&top) {
        return table_level(g, entries, below, width, upper, fixed);
    }
    if top == Edge::FALSE || fixed.contains(&!top) {
        return table_level(g, entries, below, width, base, fixed);
    }
    fixed.push(!top);
    let low = table_level(g, entries, below, width, base, fixed);
    fixed.pop();
    fixed.push(top);
    let high = table_level(g, entries, below, width, upper, fixed);
    fixed.pop();
    word::mux(g, top, &high, &low)
}
