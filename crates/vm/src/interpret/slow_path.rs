//! Operations without a fast form: symbolic operands, wide values, rare floating-point formats.

use crate::Cell;
use crate::code::General;
use crate::fault::Outcome;
use crate::run::Run;
use ir::{BinaryOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatFormat, UnaryOp};
use semantics::casts::cast_term;
use semantics::instruction::fma_term;
use semantics::{floats, integers};
use term::{Pool, Term};

impl Run<'_> {
    fn pool(&mut self) -> &mut Pool {
        &mut self.machine.pool
    }

    fn cell(&self, term: Term) -> Cell {
        Cell::from_term(&self.machine.pool, term)
    }

    /// A condition as an `i1`.
    fn condition_cell(&mut self, condition: Term) -> Cell {
        match self.pool().constant_bool(condition) {
            Some(value) => Cell::concrete(u64::from(value)),
            None => {
                let term = self.pool().bool_to_bv(condition);
                self.cell(term)
            }
        }
    }

    /// An `i1` that is a term as a condition.
    pub(crate) fn condition(&mut self, cell: Cell) -> Term {
        match cell.as_term() {
            None => self.pool().bool(cell.bits != 0),
            Some(term) => self.pool().bv_to_bool(term),
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn symbolic_binary(&mut self, op: BinaryOp, width: u32, a: Cell, b: Cell) -> Cell {
        let (a, b) = (self.term(a, width), self.term(b, width));
        let term = integers::binary_term(self.pool(), op, a, b);
        self.cell(term)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn symbolic_unary(&mut self, op: UnaryOp, width: u32, a: Cell) -> Cell {
        let a = self.term(a, width);
        let term = integers::unary_term(self.pool(), op, a);
        self.cell(term)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn symbolic_condition(
        &mut self,
        op: CompareOp,
        width: u32,
        a: Cell,
        b: Cell,
    ) -> Outcome<Term> {
        if width == 64 && matches!(op, CompareOp::Eq | CompareOp::Ne) {
            self.words_compared(a, b)?;
        }
        let (a, b) = match width {
            64 => (self.known_pointer(a), self.known_pointer(b)),
            _ => (a, b),
        };
        let (a, b) = (self.term(a, width), self.term(b, width));
        Ok(integers::compare_term(self.pool(), op, a, b))
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn symbolic_compare(
        &mut self,
        op: CompareOp,
        width: u32,
        a: Cell,
        b: Cell,
    ) -> Outcome<Cell> {
        let condition = self.symbolic_condition(op, width, a, b)?;
        Ok(self.condition_cell(condition))
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn symbolic_extend(&mut self, signed: bool, from: u32, width: u32, a: Cell) -> Cell {
        let a = self.term(a, from);
        let term = match signed {
            true => self.pool().sign_extend(a, width),
            false => self.pool().zero_extend(a, width),
        };
        self.cell(term)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn symbolic_truncate(&mut self, width: u32, a: Term) -> Cell {
        if self.pool().width(a) == width {
            return self.cell(a);
        }
        let term = self.pool().extract(a, width - 1, 0);
        self.cell(term)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn symbolic_select(
        &mut self,
        width: u32,
        condition: Cell,
        a: Cell,
        b: Cell,
    ) -> Cell {
        if condition.term == 0 {
            return if condition.bits != 0 { a } else { b };
        }
        let condition = self.condition(condition);
        let (a, b) = (self.term(a, width), self.term(b, width));
        let term = self.pool().ite(condition, a, b);
        self.cell(term)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        format: FloatFormat,
        a: Cell,
        b: Cell,
    ) -> Cell {
        let (a, b) = (self.term(a, format.width()), self.term(b, format.width()));
        let term = floats::binary_term(self.pool(), op, format, a, b);
        self.cell(term)
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn float_compare(
        &mut self,
        op: FloatCompareOp,
        format: FloatFormat,
        a: Cell,
        b: Cell,
    ) -> Cell {
        let (a, b) = (self.term(a, format.width()), self.term(b, format.width()));
        let condition = floats::compare_term(self.pool(), op, format, a, b);
        self.condition_cell(condition)
    }

    /// Executes one of these operations on a frame's registers.
    #[inline(never)]
    pub(crate) fn general(&mut self, general: General, registers: &mut [Cell]) {
        let get = |slot: u32| registers[slot as usize];
        let (to, value) = match general {
            General::Binary {
                op,
                width,
                to,
                a,
                b,
            } => (to, self.symbolic_binary(op, width, get(a), get(b))),
            General::Unary { op, width, to, a } => (to, self.symbolic_unary(op, width, get(a))),
            General::Compare {
                op,
                width,
                to,
                a,
                b,
            } => {
                let (a, b) = (self.term(get(a), width), self.term(get(b), width));
                let condition = integers::compare_term(self.pool(), op, a, b);
                (to, self.condition_cell(condition))
            }
            General::FloatBinary {
                op,
                format,
                to,
                a,
                b,
            } => (to, self.float_binary(op, format, get(a), get(b))),
            General::FloatUnary { op, format, to, a } => {
                let a = self.term(get(a), format.width());
                let term = floats::unary_term(self.pool(), op, format, a);
                (to, self.cell(term))
            }
            General::FloatFma {
                format,
                to,
                a,
                b,
                c,
            } => {
                let width = format.width();
                let arguments = [
                    self.term(get(a), width),
                    self.term(get(b), width),
                    self.term(get(c), width),
                ];
                let term = fma_term(self.pool(), format, arguments);
                (to, self.cell(term))
            }
            General::FloatCompare {
                op,
                format,
                to,
                a,
                b,
            } => (to, self.float_compare(op, format, get(a), get(b))),
            General::Cast {
                op,
                from,
                into,
                to,
                a,
            } => {
                let a = self.term(get(a), from.width());
                let term = cast_term(self.pool(), op, from, into, a);
                (to, self.cell(term))
            }
            General::Select {
                width,
                to,
                condition,
                a,
                b,
            } => (
                to,
                self.symbolic_select(width, get(condition), get(a), get(b)),
            ),
        };
        registers[to as usize] = value;
    }
}
