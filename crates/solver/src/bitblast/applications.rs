//! Words that the circuit leaves free although they are functions of other words: reads of free
//! arrays, and in a circuit that abstracts also products, quotients and remainders. What they owe
//! their function is added when a model breaks it ([`super::lemmas`], [`super::arrays`]).

use term::{Bits, InputId};

use super::blast::{Blaster, Span};
use super::graph::Edge;
use super::multiply;
use super::word::Word;

/// What is applied to the argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum AppliedFunction {
    /// A free array; the argument is the index.
    Array(InputId),
    /// A binary operation; the argument is its first operand and above that the second.
    Operation(Operation),
}

/// Operations whose circuits are so large that they are worth leaving out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    Product,
    Quotient,
    Remainder,
}

impl Operation {
    /// The operation on values.
    pub(super) fn of(self, x: &Bits, y: &Bits) -> Bits {
        match self {
            Operation::Product => x.mul(y),
            Operation::Quotient => x.udiv(y),
            Operation::Remainder => x.urem(y),
        }
    }
}

/// Number of an application.
pub(super) type ApplicationId = u32;

/// A function at an argument: argument and value are words in the arena.
#[derive(Clone, Copy)]
pub(super) struct AppliedWord {
    pub(super) function: AppliedFunction,
    pub(super) argument: Span,
    pub(super) value: Span,
}

/// Operands with fewer free bits have small circuits.
const FEW_BITS: usize = 6;
/// Signed digits of a factor up to which a product is a sum like any other.
const FEW_DIGITS: usize = 2;

fn free_bits(word: &[Edge]) -> usize {
    word.iter().filter(|e| e.as_constant().is_none()).count()
}

/// True if the circuit of a product is worth leaving out.
pub(super) fn is_large_product(a: &[Edge], b: &[Edge]) -> bool {
    let small = |a: &[Edge], b: &[Edge]| match multiply::constant_digits(a) {
        Some(digits) => digits <= FEW_DIGITS || free_bits(b) < FEW_BITS,
        None => free_bits(a) < FEW_BITS,
    };
    !small(a, b) && !small(b, a)
}

/// True if the circuit of a division is worth leaving out.
pub(super) fn is_large_division(dividend: &[Edge]) -> bool {
    free_bits(dividend) >= FEW_BITS
}

impl Blaster {
    /// A free word for a function at an argument.
    pub(super) fn fresh_application(
        &mut self,
        function: AppliedFunction,
        argument: &[Edge],
        width: usize,
    ) -> Word {
        let application = self.applications.len() as ApplicationId;
        let value: Word = (0..width)
            .map(|_| self.graph.variable(application + 1))
            .collect();
        let argument = self.store_word(argument);
        let span = self.store_word(&value);
        self.applications.push(AppliedWord {
            function,
            argument,
            value: span,
        });
        value
    }

    /// A free word for an operation on two words of one width, the same for the same words.
    pub(super) fn apply(&mut self, operation: Operation, a: &[Edge], b: &[Edge]) -> Word {
        let argument = [a, b].concat();
        let key = (operation, argument.clone().into_boxed_slice());
        if let Some(&application) = self.operations.get(&key) {
            let value = self.applications[application as usize].value;
            return self.word_at(value).to_vec();
        }
        let application = self.applications.len() as ApplicationId;
        self.operations.insert(key, application);
        self.fresh_application(AppliedFunction::Operation(operation), &argument, a.len())
    }

    /// Argument of an application.
    pub(super) fn argument_of(&self, application: ApplicationId) -> &[Edge] {
        self.word_at(self.applications[application as usize].argument)
    }

    /// Value of an application.
    pub(super) fn value_of(&self, application: ApplicationId) -> &[Edge] {
        self.word_at(self.applications[application as usize].value)
    }

    /// The clauses by which two applications of one function agree if their arguments do, as
    /// `(arguments equal, pairs of value bits)`.
    pub(super) fn agreement(
        &mut self,
        a: ApplicationId,
        b: ApplicationId,
    ) -> (Edge, Vec<(Edge, Edge)>) {
        let left = self.argument_of(a).to_vec();
        let right = self.argument_of(b).to_vec();
        let equal = super::word::equal(&mut self.graph, &left, &right);
        let values = self.value_of(a).iter().copied();
        let pairs = values.zip(self.value_of(b).iter().copied());
        (equal, pairs.collect())
    }
}
