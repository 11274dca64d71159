//! Circuits over words: slices of edges, least significant bit first.

use super::graph::{Edge, Graph};

/// A word: its bits, least significant first.
pub(super) type Word = Vec<Edge>;

/// A constant word.
pub(super) fn constant(width: usize, bit: impl Fn(usize) -> bool) -> Word {
    (0..width).map(|i| Edge::constant(bit(i))).collect()
}

/// All bits inverted.
pub(super) fn not(a: &[Edge]) -> Word {
    a.iter().map(|&e| !e).collect()
}

/// `a + b + carry`, of the width of `a`.
pub(super) fn add(g: &mut Graph, a: &[Edge], b: &[Edge], carry: Edge) -> Word {
    add_with_carry(g, a, b, carry).0
}

/// `a + b + carry` and the carry out.
pub(super) fn add_with_carry(
    g: &mut Graph,
    a: &[Edge],
    b: &[Edge],
    mut carry: Edge,
) -> (Word, Edge) {
    debug_assert_eq!(a.len(), b.len());
    let mut sum = Word::with_capacity(a.len());
    for (&x, &y) in a.iter().zip(b) {
        let (s, c) = g.full_adder(x, y, carry);
        sum.push(s);
        carry = c;
    }
    (sum, carry)
}

/// `-a`.
pub(super) fn neg(g: &mut Graph, a: &[Edge]) -> Word {
    let zero = vec![Edge::FALSE; a.len()];
    add(g, &zero, &not(a), Edge::TRUE)
}

/// Unsigned `a < b`, or `a <= b` if `or_equal`: the borrow of the subtraction.
pub(super) fn less(g: &mut Graph, a: &[Edge], b: &[Edge], or_equal: bool) -> Edge {
    let mut borrow = Edge::constant(or_equal);
    for (&x, &y) in a.iter().zip(b) {
        borrow = g.majority(!x, y, borrow);
    }
    borrow
}

/// Signed `a < b`, or `a <= b` if `or_equal`.
pub(super) fn signed_less(g: &mut Graph, a: &[Edge], b: &[Edge], or_equal: bool) -> Edge {
    let top = a.len() - 1;
    let low = less(g, &a[..top], &b[..top], or_equal);
    g.majority(a[top], !b[top], low)
}

/// `a = b`.
pub(super) fn equal(g: &mut Graph, a: &[Edge], b: &[Edge]) -> Edge {
    let same: Word = a.iter().zip(b).map(|(&x, &y)| g.iff(x, y)).collect();
    if same.contains(&Edge::FALSE) {
        return Edge::FALSE;
    }
    g.and_all(&same)
}

/// Bitwise multiplexer.
pub(super) fn mux(g: &mut Graph, condition: Edge, then: &[Edge], otherwise: &[Edge]) -> Word {
    then.iter()
        .zip(otherwise)
        .map(|(&t, &e)| g.mux(condition, t, e))
        .collect()
}

/// What a shift does with the bits.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    RightLogical,
    RightArithmetic,
}

/// Barrel shifter; amounts of the width or more shift everything out.
pub(super) fn shift(g: &mut Graph, kind: Shift, a: &[Edge], amount: &[Edge]) -> Word {
    let width = a.len();
    let fill = match kind {
        Shift::Left | Shift::RightLogical => Edge::FALSE,
        Shift::RightArithmetic => a[width - 1],
    };
    let mut value = a.to_vec();
    let mut stage = 0;
    while stage < amount.len() && (1usize << stage) < width {
        let by = 1usize << stage;
        let moved: Word = (0..width)
            .map(|i| match kind {
                Shift::Left if i >= by => value[i - by],
                Shift::RightLogical | Shift::RightArithmetic if i + by < width => value[i + by],
                Shift::Left | Shift::RightLogical | Shift::RightArithmetic => fill,
            })
            .collect();
        value = mux(g, amount[stage], &moved, &value);
        stage += 1;
    }
    // For a width that is no power of two the stages shift everything out by themselves.
    let too_far = g.or_all(&amount[stage..]);
    value.iter().map(|&bit| g.mux(too_far, fill, bit)).collect()
}
