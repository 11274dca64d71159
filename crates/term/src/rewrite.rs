//! Constructors that rewrite while they build.
//!
//! Every constructor folds constants, puts operands in canonical order, then tries the rules of
//! its operator, and interns what is left. A rule answers with an equal term that is built by
//! other constructors, or with `None`. Rules follow these directions, so that they end:
//!
//! * constants stand on the right; other operands of commutative operators by handle;
//! * shifts by constants, and multiplications by powers of two, become `concat`, `extract` and
//!   extensions; masks of few runs become `concat`s of extractions and zeros;
//! * additive constants move outwards; `a - b` is `a + neg(b)`;
//! * comparisons with constants are strict; negation of a comparison is the opposite comparison;
//! * `concat` nests to the right, adjacent pieces of one term fuse;
//! * operators of an `ite` of two constants with constants move into its arms.
//!
//! Rules look a bounded number of levels into their operands, and rules that build terms whose
//! rules build terms … stop at [`LIMIT`] and [`RULES`]: there the plain term is built. So neither depth of terms
//! nor sharing in them makes a constructor expensive.

mod arithmetic;
mod array;
mod bitwise;
mod boolean;
mod compare;
mod concat_extract;
mod derived;
mod division;
mod equality;
mod floats;
mod ite;
mod known_bits;
mod overflow;
mod quotient;
mod shift;

use crate::node::{Kind, Node};
use crate::{Op, Pool, Sort, Term, Value, constant_evaluation};

/// How deep rules may call for rules.
pub(crate) const LIMIT: u32 = 40;

/// How many times one construction may call for rules, at all depths together.
const RULES: u32 = 4096;

impl Pool {
    /// Runs the rules of an operator one level deeper, unless that is too deep.
    fn rules(&mut self, rules: impl FnOnce(&mut Pool) -> Option<Term>) -> Option<Term> {
        if self.rewriting == 0 {
            self.rules_left = RULES;
        }
        if self.rewriting >= LIMIT || self.rules_left == 0 {
            return None;
        }
        self.rules_left -= 1;
        self.rewriting += 1;
        let result = rules(self);
        self.rewriting -= 1;
        result
    }

    /// The term of a node: the one that stands already, else what the rules make of it, else a new
    /// one. So a term that exists costs one look-up, and no rule is tried again on it.
    fn rewritten(&mut self, node: Node, rules: impl FnOnce(&mut Pool) -> Option<Term>) -> Term {
        let hash = node.hash();
        if let Some(term) = self.find(&node, hash) {
            return term;
        }
        if let Some(term) = self.recent(&node, hash) {
            return term;
        }
        let before = self.len();
        if let Some(term) = self.rules(rules) {
            self.remember(&node, hash, term);
            return term;
        }
        // Rules that gave up may have built terms on the way, even this one.
        if self.len() != before
            && let Some(term) = self.find(&node, hash)
        {
            return term;
        }
        self.insert(node, hash)
    }

    /// A scalar as a constant term.
    pub(crate) fn scalar(&mut self, value: &Value) -> Term {
        match value {
            Value::Bool(value) => self.bool(*value),
            Value::Bits(value) => self.constant(value),
            Value::Array(_) => unreachable!("a scalar"),
        }
    }

    /// True for constant bit-vectors.
    fn is_literal(&self, t: Term) -> bool {
        matches!(self.kind(t), Kind::WordConst | Kind::WideConst)
    }

    fn is_zero(&self, t: Term) -> bool {
        let node = self.node(t);
        node.kind == Kind::WordConst && node.word_value() == 0
            || node.kind == Kind::WideConst && self.bits(t).is_some_and(|bits| bits.is_zero())
    }

    fn is_ones(&self, t: Term) -> bool {
        self.is_literal(t) && self.bits(t).is_some_and(|bits| bits.is_ones())
    }

    /// The value of an operator on two constants of one width.
    fn fold_binary(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        if let (Some(x), Some(y)) = (self.constant_u64(a), self.constant_u64(b)) {
            let width = self.width(a);
            let value = constant_evaluation::binary_word(kind, width, x, y);
            return Some(self.bv(width, value));
        }
        let value = constant_evaluation::binary_bits(kind, &self.bits(a)?, &self.bits(b)?);
        Some(self.constant(&value))
    }

    /// The value of a comparison of two constants.
    fn fold_comparison(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let value = match (self.constant_u64(a), self.constant_u64(b)) {
            (Some(x), Some(y)) => constant_evaluation::compare_word(kind, self.width(a), x, y),
            _ => constant_evaluation::compare_bits(kind, &self.bits(a)?, &self.bits(b)?),
        };
        Some(self.bool(value))
    }

    /// Canonical order of the operands of a commutative operator.
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let swap = match (self.is_constant(a), self.is_constant(b)) {
            (true, false) => true,
            (false, true) => false,
            (true, true) | (false, false) => b < a,
        };
        if swap { (b, a) } else { (a, b) }
    }

    /// A binary operator on bit-vectors of one width.
    fn binary(
        &mut self,
        kind: Kind,
        a: Term,
        b: Term,
        rules: fn(&mut Pool, Term, Term) -> Option<Term>,
    ) -> Term {
        debug_assert_eq!(
            self.sort(a),
            self.sort(b),
            "{kind:?} of operands of one sort"
        );
        if let Some(value) = self.fold_binary(kind, a, b) {
            return value;
        }
        let commutative = matches!(
            kind,
            Kind::Add | Kind::Mul | Kind::BvAnd | Kind::BvOr | Kind::BvXor
        );
        let (a, b) = if commutative {
            self.ordered(a, b)
        } else {
            (a, b)
        };
        let lifted = |pool: &mut Pool| {
            pool.lift_binary(a, b, &mut |pool, x, y| pool.binary(kind, x, y, rules))
        };
        let node = Node::new(kind, self.node(a).sort, 0, &[a, b]);
        self.rewritten(node, |pool| lifted(pool).or_else(|| rules(pool, a, b)))
    }

    /// Moves an operator into the arms of an `ite` of constants when the other operand is a
    /// constant.
    fn lift_binary(
        &mut self,
        a: Term,
        b: Term,
        apply: &mut dyn FnMut(&mut Pool, Term, Term) -> Term,
    ) -> Option<Term> {
        if self.is_constant(b)
            && let Some((condition, x, y)) = self.constant_choice(a)
        {
            let (then, otherwise) = (apply(self, x, b), apply(self, y, b));
            return Some(self.ite(condition, then, otherwise));
        }
        if self.is_constant(a)
            && let Some((condition, x, y)) = self.constant_choice(b)
        {
            let (then, otherwise) = (apply(self, a, x), apply(self, a, y));
            return Some(self.ite(condition, then, otherwise));
        }
        None
    }

    /// Condition and arms of an `ite` whose arms are both constants.
    fn constant_choice(&self, t: Term) -> Option<(Term, Term, Term)> {
        let (condition, then, otherwise) = self.choice(t)?;
        (self.is_constant(then) && self.is_constant(otherwise))
            .then_some((condition, then, otherwise))
    }

    /// Builds (and rewrites) the term with operator `op` and these operands; `sort` is the sort of
    /// the result and matters only where the operands do not determine it (extensions, conversions
    /// to integers, constant arrays, opaque applications). This is what substitution and readers of
    /// foreign formats use; it goes through the same rewriting as the named constructors.
    ///
    /// Leaves of a pool (inputs, tables, wide constants) are found by their ids, not built:
    /// [`Op::BitsConst`] has no operands to be built from and yields zero of `sort`.
    pub fn build(&mut self, op: Op, arguments: &[Term], sort: Sort) -> Term {
        let width = match sort {
            Sort::BitVec(width) => width,
            Sort::Bool | Sort::Array { .. } => 0,
        };
        match (op, arguments) {
            (Op::BoolConst(value), []) => self.bool(value),
            (Op::BitsConst, []) => self.bv(width, 0),
            (Op::Input(input), []) => self.input_term(input),
            (Op::Not, &[a]) => self.not(a),
            (Op::And, &[a, b]) => self.and(a, b),
            (Op::Or, &[a, b]) => self.or(a, b),
            (Op::Ite, &[a, b, c]) => self.ite(a, b, c),
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::BvNot, &[a]) => self.bv_not(a),
            (Op::BvAnd, &[a, b]) => self.bv_and(a, b),
            (Op::BvOr, &[a, b]) => self.bv_or(a, b),
            (Op::BvXor, &[a, b]) => self.bv_xor(a, b),
            (Op::Neg, &[a]) => self.neg(a),
            (Op::Add, &[a, b]) => self.add(a, b),
            (Op::Mul, &[a, b]) => self.mul(a, b),
            (Op::Udiv, &[a, b]) => self.udiv(a, b),
            (Op::Urem, &[a, b]) => self.urem(a, b),
            (Op::Sdiv, &[a, b]) => self.sdiv(a, b),
            (Op::Srem, &[a, b]) => self.srem(a, b),
            (Op::Shl, &[a, b]) => self.shl(a, b),
            (Op::Lshr, &[a, b]) => self.lshr(a, b),
            (Op::Ashr, &[a, b]) => self.ashr(a, b),
            (Op::Concat, &[a, b]) => self.concat(a, b),
            (Op::Extract { high, low }, &[a]) => self.extract(a, high, low),
            (Op::ZeroExtend, &[a]) => self.zero_extend(a, width),
            (Op::SignExtend, &[a]) => self.sign_extend(a, width),
            (Op::Ult, &[a, b]) => self.ult(a, b),
            (Op::Ule, &[a, b]) => self.ule(a, b),
            (Op::Slt, &[a, b]) => self.slt(a, b),
            (Op::Sle, &[a, b]) => self.sle(a, b),
            (Op::Select, &[a, b]) => self.select(a, b),
            (Op::Store, &[a, b, c]) => self.store(a, b, c),
            (Op::ConstArray, &[a]) => match sort {
                Sort::Array { index, .. } => self.const_array(index, a),
                Sort::Bool | Sort::BitVec(_) => panic!("a constant array has an array sort"),
            },
            (Op::Table(table), []) => self.table_term(table, sort),
            (
                Op::Float {
                    op,
                    format,
                    rounding,
                },
                _,
            ) => self.build_float(op, format, rounding, arguments, sort),
            (Op::Opaque(f), _) => self.opaque(f, arguments),
            (op, _) => panic!("{op:?} does not take {} operands", arguments.len()),
        }
    }
}
