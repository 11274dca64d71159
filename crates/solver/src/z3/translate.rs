//! Terms to Z3's syntax trees, each once.

use super::context::{Context, Failure};
use crate::answer::Unknown;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::ffi::{CString, c_int};
use term::{Bits, InputId, Op, Pool, Sort, TableId, Term};
use z3_sys::*;

/// Height above which terms are refused: asserting a term of height 5,000 takes Z3 4.8.12 some
/// seconds, growing with the square, and that is a call that cannot be interrupted.
const DEPTH_LIMIT: u32 = 5_000;

/// A translated term.
#[derive(Clone, Copy)]
pub(crate) struct Translated {
    pub(crate) ast: Z3_ast,
    /// Height of the tree that Z3 sees.
    pub(crate) depth: u32,
    /// True if an array occurs in it.
    pub(crate) arrays: bool,
}

/// The translation, remembered by term; belongs to one context.
#[derive(Default)]
pub(crate) struct Translator {
    done: FxHashMap<Term, Translated>,
    lowered: FxHashMap<Term, Term>,
    inputs: FxHashMap<InputId, Z3_ast>,
    literals: FxHashMap<Term, Z3_ast>,
    tracked: FxHashMap<Z3_ast, Term>,
}

/// The operands that have to be translated before a term.
fn operands(pool: &Pool, t: Term) -> SmallVec<[Term; 3]> {
    match read_of_table(pool, t) {
        Some((_, index)) => SmallVec::from_slice(&[index]),
        None => SmallVec::from_slice(pool.arguments(t)),
    }
}

/// `select` of a constant table is no array to Z3, but a tree of choices over the index's bits.
fn read_of_table(pool: &Pool, t: Term) -> Option<(TableId, Term)> {
    if pool.op(t) != Op::Select {
        return None;
    }
    let arguments = pool.arguments(t);
    match pool.op(arguments[0]) {
        Op::Table(table) => Some((table, arguments[1])),
        _ => None,
    }
}

impl Translator {
    /// The tree of a term, made without recursion.
    pub(crate) fn translate(
        &mut self,
        context: &mut Context,
        pool: &mut Pool,
        root: Term,
    ) -> Result<Translated, Failure> {
        if let Some(&done) = self.done.get(&root) {
            return Ok(done);
        }
        let mut pending = vec![root];
        while let Some(&t) = pending.last() {
            if self.done.contains_key(&t) {
                pending.pop();
                continue;
            }
            if let Op::Float { .. } = pool.op(t) {
                let lowered = self.lower(pool, t)?;
                match self.done.get(&lowered) {
                    Some(&done) => {
                        self.done.insert(t, done);
                        pending.pop();
                    }
                    None => pending.push(lowered),
                }
                continue;
            }
            let operands = operands(pool, t);
            let before = pending.len();
            pending.extend(operands.iter().filter(|t| !self.done.contains_key(t)));
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let operands: SmallVec<[Translated; 3]> =
                operands.iter().map(|t| self.done[t]).collect();
            let translated = self.build(context, pool, t, &operands)?;
            if translated.depth > DEPTH_LIMIT {
                return Err(Failure::Unknown(Unknown::ResourceLimit));
            }
            self.done.insert(t, translated);
        }
        Ok(self.done[&root])
    }

    fn lower(&mut self, pool: &mut Pool, t: Term) -> Result<Term, Failure> {
        if let Some(&lowered) = self.lowered.get(&t) {
            return Ok(lowered);
        }
        let lowered = crate::lower::float(pool, t).ok_or(Failure::Unknown(Unknown::Incomplete))?;
        self.lowered.insert(t, lowered);
        Ok(lowered)
    }

    /// Z3's constant for an input, if the input occurred in what was translated.
    pub(crate) fn input(&self, input: InputId) -> Option<Z3_ast> {
        self.inputs.get(&input).copied()
    }

    /// The literal by which a constraint is named in unsatisfiable cores.
    pub(crate) fn literal(
        &mut self,
        context: &mut Context,
        constraint: Term,
    ) -> Result<Z3_ast, Failure> {
        if let Some(&literal) = self.literals.get(&constraint) {
            return Ok(literal);
        }
        let literal = constant(context, Sort::Bool, Name::Tracking(constraint))?;
        self.literals.insert(constraint, literal);
        self.tracked.insert(literal, constraint);
        Ok(literal)
    }

    /// The constraint that a literal names.
    pub(crate) fn tracked(&self, literal: Z3_ast) -> Option<Term> {
        self.tracked.get(&literal).copied()
    }

    fn build(
        &mut self,
        context: &mut Context,
        pool: &Pool,
        t: Term,
        operands: &[Translated],
    ) -> Result<Translated, Failure> {
        let mut depth = 1 + operands.iter().map(|o| o.depth).max().unwrap_or(0);
        let is_array = matches!(pool.sort(t), Sort::Array { .. });
        let arrays = is_array || operands.iter().any(|o| o.arrays);
        let ast = if let Some((table, index)) = read_of_table(pool, t) {
            let width = pool.width(index);
            let (ast, levels) = choose(
                context,
                pool.table(table),
                operands[0].ast,
                width,
                pool.width(t),
            )?;
            depth += levels;
            ast
        } else {
            match pool.op(t) {
                Op::Input(input) => {
                    let ast = constant(context, pool.sort(t), Name::Input(input))?;
                    self.inputs.insert(input, ast);
                    ast
                }
                Op::Opaque(_) => constant(context, pool.sort(t), Name::Opaque(t))?,
                Op::Table(table) => {
                    depth += pool.table(table).len() as u32;
                    table_array(context, pool, t, table)?
                }
                _ => {
                    let asts: SmallVec<[Z3_ast; 3]> = operands.iter().map(|o| o.ast).collect();
                    operation(context, pool, t, &asts)?
                }
            }
        };
        Ok(Translated { ast, depth, arrays })
    }
}

/// Z3's names: inputs by number, everything else by text, so that they never meet.
enum Name {
    Input(InputId),
    Opaque(Term),
    Tracking(Term),
}

fn constant(context: &mut Context, sort: Sort, name: Name) -> Result<Z3_ast, Failure> {
    let sort = match sort {
        Sort::Bool => context.bool_sort()?,
        Sort::BitVec(width) => context.bv_sort(width)?,
        Sort::Array { index, element } => context.array_sort(index, element)?,
    };
    // SAFETY: symbols are never deleted; the text lives during the call.
    let ast = unsafe {
        let symbol = match name {
            Name::Input(input) => Z3_mk_int_symbol(context.raw(), input.0 as c_int),
            Name::Opaque(t) => text_symbol(context, &format!("opaque!{}", t.to_raw())),
            Name::Tracking(t) => text_symbol(context, &format!("track!{}", t.to_raw())),
        };
        Z3_mk_const(context.raw(), symbol.ok_or_else(|| context.error())?, sort)
    };
    context.keep(ast)
}

fn text_symbol(context: &Context, text: &str) -> Option<Z3_symbol> {
    let text = CString::new(text).expect("names have no NUL");
    // SAFETY: the text lives during the call; Z3 copies it.
    unsafe { Z3_mk_string_symbol(context.raw(), text.as_ptr()) }
}

/// A bit-vector literal.
pub(crate) fn literal(context: &mut Context, value: &Bits) -> Result<Z3_ast, Failure> {
    let sort = context.bv_sort(value.width())?;
    // SAFETY: the numeral's text lives during the call.
    let ast = unsafe {
        match value.to_u64() {
            Some(small) => Z3_mk_unsigned_int64(context.raw(), small, sort),
            None => {
                let text = CString::new(value.to_decimal()).expect("a number has no NUL");
                Z3_mk_numeral(context.raw(), text.as_ptr(), sort)
            }
        }
    };
    context.keep(ast)
}

/// The array of a table where it is used as an array: stores over zero.
fn table_array(
    context: &mut Context,
    pool: &Pool,
    t: Term,
    table: TableId,
) -> Result<Z3_ast, Failure> {
    let Sort::Array { index, element } = pool.sort(t) else {
        return Err(Failure::Error("a table that is no array".to_owned()));
    };
    let zero = literal(context, &Bits::new(element, 0))?;
    let domain = context.bv_sort(index)?;
    // SAFETY: operands are kept trees of this context.
    let ast = unsafe { Z3_mk_const_array(context.raw(), domain, zero) };
    let mut array = context.keep(ast)?;
    for (i, entry) in reachable(pool.table(table), index).iter().enumerate() {
        if entry.is_zero() {
            continue;
        }
        let at = literal(context, &Bits::new(index, i as u64))?;
        let value = literal(context, entry)?;
        // SAFETY: as above.
        let ast = unsafe { Z3_mk_store(context.raw(), array, at, value) };
        array = context.keep(ast)?;
    }
    Ok(array)
}

/// The entries of a table that an index of this width can name.
fn reachable(entries: &[Bits], index: u32) -> &[Bits] {
    let count = if index >= usize::BITS {
        entries.len()
    } else {
        entries.len().min(1 << index)
    };
    &entries[..count]
}

/// `table[index]` as choices over the bits of the index; also the height of the choices.
fn choose(
    context: &mut Context,
    table: &[Bits],
    index: Z3_ast,
    index_width: u32,
    element_width: u32,
) -> Result<(Z3_ast, u32), Failure> {
    let zero = literal(context, &Bits::new(element_width, 0))?;
    let mut layer: Vec<Z3_ast> = Vec::new();
    for entry in reachable(table, index_width) {
        layer.push(literal(context, entry)?);
    }
    let mut bit = 0;
    while layer.len() > 1 {
        let condition = bits_are(context, index, bit, bit, 1)?;
        let mut above = Vec::with_capacity(layer.len().div_ceil(2));
        for pair in layer.chunks(2) {
            let high = pair.get(1).copied().unwrap_or(zero);
            above.push(if high == pair[0] {
                high
            } else {
                // SAFETY: operands are kept trees of this context.
                let ast = unsafe { Z3_mk_ite(context.raw(), condition, high, pair[0]) };
                context.keep(ast)?
            });
        }
        layer = above;
        bit += 1;
    }
    let Some(&inside) = layer.first() else {
        return Ok((zero, 1));
    };
    if bit >= index_width {
        return Ok((inside, bit + 2));
    }
    let in_range = bits_are(context, index, index_width - 1, bit, 0)?;
    // SAFETY: as above.
    let ast = unsafe { Z3_mk_ite(context.raw(), in_range, inside, zero) };
    Ok((context.keep(ast)?, bit + 3))
}

/// Bits `high..=low` of a tree equal a number.
fn bits_are(
    context: &mut Context,
    ast: Z3_ast,
    high: u32,
    low: u32,
    value: u64,
) -> Result<Z3_ast, Failure> {
    let number = literal(context, &Bits::new(high - low + 1, value))?;
    // SAFETY: operands are kept trees of this context.
    let bits = unsafe { Z3_mk_extract(context.raw(), high, low, ast) };
    let bits = context.keep(bits)?;
    // SAFETY: as above.
    let equal = unsafe { Z3_mk_eq(context.raw(), bits, number) };
    context.keep(equal)
}

/// The operations that are one call of Z3.
fn operation(context: &mut Context, pool: &Pool, t: Term, a: &[Z3_ast]) -> Result<Z3_ast, Failure> {
    let c = context.raw();
    let extra = || pool.width(t) - pool.width(pool.arguments(t)[0]);
    // SAFETY: every operand is a kept tree of this context with the sort that the pool vouches
    // for; Z3 checks sorts again and reports a mismatch as an error.
    let ast = unsafe {
        match pool.op(t) {
            Op::BoolConst(true) => Z3_mk_true(c),
            Op::BoolConst(false) => Z3_mk_false(c),
            Op::BitsConst => {
                let value = pool.bits(t).expect("BitsConst has a value");
                return literal(context, &value);
            }
            Op::Not => Z3_mk_not(c, a[0]),
            Op::And => Z3_mk_and(c, 2, a.as_ptr()),
            Op::Or => Z3_mk_or(c, 2, a.as_ptr()),
            Op::Ite => Z3_mk_ite(c, a[0], a[1], a[2]),
            Op::Eq => Z3_mk_eq(c, a[0], a[1]),
            Op::BvNot => Z3_mk_bvnot(c, a[0]),
            Op::BvAnd => Z3_mk_bvand(c, a[0], a[1]),
            Op::BvOr => Z3_mk_bvor(c, a[0], a[1]),
            Op::BvXor => Z3_mk_bvxor(c, a[0], a[1]),
            Op::Neg => Z3_mk_bvneg(c, a[0]),
            Op::Add => Z3_mk_bvadd(c, a[0], a[1]),
            Op::Mul => Z3_mk_bvmul(c, a[0], a[1]),
            Op::Udiv => Z3_mk_bvudiv(c, a[0], a[1]),
            Op::Urem => Z3_mk_bvurem(c, a[0], a[1]),
            Op::Sdiv => Z3_mk_bvsdiv(c, a[0], a[1]),
            Op::Srem => Z3_mk_bvsrem(c, a[0], a[1]),
            Op::Shl => Z3_mk_bvshl(c, a[0], a[1]),
            Op::Lshr => Z3_mk_bvlshr(c, a[0], a[1]),
            Op::Ashr => Z3_mk_bvashr(c, a[0], a[1]),
            Op::Concat => Z3_mk_concat(c, a[0], a[1]),
            Op::Extract { high, low } => Z3_mk_extract(c, high, low, a[0]),
            Op::ZeroExtend => Z3_mk_zero_ext(c, extra(), a[0]),
            Op::SignExtend => Z3_mk_sign_ext(c, extra(), a[0]),
            Op::Ult => Z3_mk_bvult(c, a[0], a[1]),
            Op::Ule => Z3_mk_bvule(c, a[0], a[1]),
            Op::Slt => Z3_mk_bvslt(c, a[0], a[1]),
            Op::Sle => Z3_mk_bvsle(c, a[0], a[1]),
            Op::Select => Z3_mk_select(c, a[0], a[1]),
            Op::Store => Z3_mk_store(c, a[0], a[1], a[2]),
            Op::ConstArray => {
                let Sort::Array { index, .. } = pool.sort(t) else {
                    return Err(Failure::Error("an array of no array sort".to_owned()));
                };
                let domain = context.bv_sort(index)?;
                Z3_mk_const_array(c, domain, a[0])
            }
            Op::Input(_) | Op::Opaque(_) | Op::Table(_) | Op::Float { .. } => {
                return Err(Failure::Error("a leaf in the wrong place".to_owned()));
            }
        }
    };
    context.keep(ast)
}
