//! One expression, printed without recursion.

use super::{literal, sort_text};
use crate::{Op, Pool, Sort, Term};

/// What is still to be printed.
enum Piece {
    Open(Term),
    Text(&'static str),
}

/// Prints a term; `leaf` says which terms are written as a name, and as which. Output is cut soon
/// after `limit` bytes.
pub(super) fn print(
    pool: &Pool,
    t: Term,
    limit: usize,
    leaf: &mut dyn FnMut(&Pool, Term) -> Option<String>,
) -> String {
    let mut text = String::new();
    let mut stack = vec![Piece::Open(t)];
    while let Some(piece) = stack.pop() {
        if text.len() > limit {
            let end = (0..=limit)
                .rev()
                .find(|&end| text.is_char_boundary(end))
                .unwrap_or(0);
            text.truncate(end);
            text.push('…');
            return text;
        }
        let t = match piece {
            Piece::Text(part) => {
                text.push_str(part);
                continue;
            }
            Piece::Open(t) => t,
        };
        if let Some(name) = leaf(pool, t) {
            text.push_str(&name);
            continue;
        }
        if let Some(bits) = pool.bits(t) {
            text.push_str(&literal(&bits));
            continue;
        }
        let operands = pool.arguments(t);
        let head = head(pool, t);
        if operands.is_empty() {
            text.push_str(&head);
            continue;
        }
        text.push('(');
        text.push_str(&head);
        stack.push(Piece::Text(")"));
        for &operand in operands.iter().rev() {
            stack.push(Piece::Open(operand));
            stack.push(Piece::Text(" "));
        }
    }
    text
}

/// The function symbol of a term.
fn head(pool: &Pool, t: Term) -> String {
    let added = || pool.width(t) - pool.width(pool.arguments(t)[0]);
    let name = match pool.op(t) {
        Op::BoolConst(true) => "true",
        Op::BoolConst(false) => "false",
        Op::Not => "not",
        Op::And => "and",
        Op::Or => "or",
        Op::Ite => "ite",
        Op::Eq => "=",
        Op::BvNot => "bvnot",
        Op::BvAnd => "bvand",
        Op::BvOr => "bvor",
        Op::BvXor => "bvxor",
        Op::Neg => "bvneg",
        Op::Add => "bvadd",
        Op::Mul => "bvmul",
        Op::Udiv => "bvudiv",
        Op::Urem => "bvurem",
        Op::Sdiv => "bvsdiv",
        Op::Srem => "bvsrem",
        Op::Shl => "bvshl",
        Op::Lshr => "bvlshr",
        Op::Ashr => "bvashr",
        Op::Concat => "concat",
        Op::Ult => "bvult",
        Op::Ule => "bvule",
        Op::Slt => "bvslt",
        Op::Sle => "bvsle",
        Op::Select => "select",
        Op::Store => "store",
        Op::Extract { high, low } => return format!("(_ extract {high} {low})"),
        Op::ZeroExtend => return format!("(_ zero_extend {})", added()),
        Op::SignExtend => return format!("(_ sign_extend {})", added()),
        Op::ConstArray => return format!("(as const {})", sort_text(pool.sort(t))),
        Op::Opaque(f) => return pool.opaque_name(f).to_string(),
        Op::Float {
            op,
            format,
            rounding,
        } => {
            let width = match pool.sort(t) {
                Sort::BitVec(width) => format!(" {width}"),
                Sort::Bool | Sort::Array { .. } => String::new(),
            };
            return format!("(_ float{op:?} {format:?} {rounding:?}{width})");
        }
        Op::BitsConst | Op::Input(_) | Op::Table(_) => unreachable!("printed as a leaf"),
    };
    name.to_string()
}
