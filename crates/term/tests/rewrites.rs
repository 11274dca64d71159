//! What terms are rewritten to: pairs of constructions that must give one and the same term.

use std::sync::Arc;

use wayfarer_term::{Bits, Pool, Sort, Term};

/// A pool with some inputs to build from.
struct Bench {
    pool: Pool,
    x: Term,
    y: Term,
    byte: Term,
    other: Term,
    p: Term,
    q: Term,
    array: Term,
}

impl Bench {
    fn new() -> Bench {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(32));
        let y = pool.input("y", Sort::BitVec(32));
        let byte = pool.input("byte", Sort::BitVec(8));
        let other = pool.input("other", Sort::BitVec(8));
        let p = pool.input("p", Sort::Bool);
        let q = pool.input("q", Sort::Bool);
        let array = pool.input(
            "array",
            Sort::Array {
                index: 32,
                element: 8,
            },
        );
        Bench {
            pool,
            x,
            y,
            byte,
            other,
            p,
            q,
            array,
        }
    }

    fn k(&mut self, value: u64) -> Term {
        self.pool.bv(32, value)
    }

    #[track_caller]
    fn same(&self, built: Term, expected: Term) {
        let (b, e) = (
            self.pool.display(built, 500),
            self.pool.display(expected, 500),
        );
        assert!(built == expected, "built    {b}\nexpected {e}");
    }

    #[track_caller]
    fn shown(&self, built: Term, expected: &str) {
        assert_eq!(self.pool.display(built, 500), expected);
    }
}

#[test]
fn sums_are_normalised() {
    let mut b = Bench::new();
    let (x, y) = (b.x, b.y);
    let (three, four, seven) = (b.k(3), b.k(4), b.k(7));
    let inner = b.pool.add(three, x);
    let outer = b.pool.add(inner, four);
    let expected = b.pool.add(x, seven);
    b.same(outer, expected);
    let left = b.pool.add(inner, y);
    b.shown(left, "(bvadd (bvadd x y) #x00000003)");
    let difference = b.pool.sub(left, x);
    let expected = b.pool.add(y, three);
    b.same(difference, expected);
    let nothing = b.pool.sub(x, x);
    b.shown(nothing, "#x00000000");
    let back = b.pool.sub(x, y);
    let back = b.pool.add(back, y);
    b.same(back, x);
    let double = b.pool.add(x, x);
    let triple = b.pool.add(double, x);
    let expected = b.pool.mul(x, three);
    b.same(triple, expected);
    let multiples = b.pool.mul(x, four);
    let multiples = b.pool.add(multiples, triple);
    let expected = b.pool.mul(x, seven);
    b.same(multiples, expected);
}

#[test]
fn products_and_quotients_by_constants() {
    let mut b = Bench::new();
    let (x, byte) = (b.x, b.byte);
    let (four, twelve, minus_one) = (b.k(4), b.k(12), b.k(u64::MAX));
    let product = b.pool.mul(x, four);
    b.shown(product, "(concat ((_ extract 29 0) x) #b00)");
    let negated = b.pool.mul(x, minus_one);
    b.shown(negated, "(bvneg x)");
    let shifted = b.pool.add(x, four);
    let shifted = b.pool.mul(shifted, twelve);
    b.shown(shifted, "(bvadd (bvmul x #x0000000c) #x00000030)");
    let quotient = b.pool.udiv(x, four);
    b.shown(quotient, "((_ zero_extend 2) ((_ extract 31 2) x))");
    let remainder = b.pool.urem(x, four);
    b.shown(remainder, "((_ zero_extend 30) ((_ extract 1 0) x))");
    let wide = b.pool.zero_extend(byte, 32);
    let thousand = b.k(1000);
    let none = b.pool.udiv(wide, thousand);
    b.shown(none, "#x00000000");
    let itself = b.pool.urem(wide, thousand);
    b.same(itself, wide);
    let narrow = b.pool.urem(wide, twelve);
    b.shown(narrow, "((_ zero_extend 24) (bvurem byte #x0c))");
    let signed = b.pool.sdiv(wide, twelve);
    b.shown(signed, "((_ zero_extend 24) (bvudiv byte #x0c))");
}

#[test]
fn digits_need_no_products() {
    let mut b = Bench::new();
    let (x, ten) = (b.x, b.k(10));
    let quotient = b.pool.sdiv(x, ten);
    let next = b.pool.sdiv(quotient, ten);
    b.shown(next, "(bvsdiv x #x00000064)");
    let multiple = b.pool.mul(next, ten);
    let digit = b.pool.sub(quotient, multiple);
    b.shown(digit, "(bvsrem (bvsdiv x #x0000000a) #x0000000a)");
    let (zero, three, minus_one) = (b.k(0), b.k(3), b.k(u64::MAX));
    let is_less = b.pool.slt(quotient, three);
    b.shown(is_less, "(bvslt x #x0000001e)");
    let is_more = b.pool.slt(minus_one, quotient);
    b.shown(is_more, "(bvslt #xfffffff6 x)");
    let is_none = b.pool.eq(quotient, zero);
    b.shown(is_none, "(and (bvslt #xfffffff6 x) (bvslt x #x0000000a))");
    let unsigned = b.pool.udiv(x, ten);
    let is_none = b.pool.eq(unsigned, zero);
    b.shown(is_none, "(bvult x #x0000000a)");
}

#[test]
fn equations_are_solved() {
    let mut b = Bench::new();
    let (x, y, byte) = (b.x, b.y, b.byte);
    let (five, seven) = (b.k(5), b.k(7));
    let sum = b.pool.add(x, five);
    let equation = b.pool.eq(sum, seven);
    b.shown(equation, "(= x #x00000002)");
    let product = b.pool.mul(x, five);
    let equation = b.pool.eq(product, seven);
    b.shown(equation, "(= x #x9999999b)"); // 5 · 0x9999999b = 3 · 2^32 + 7
    let difference = b.pool.sub(x, y);
    let zero = b.k(0);
    let equation = b.pool.eq(difference, zero);
    let expected = b.pool.eq(x, y);
    b.same(equation, expected);
    let wide = b.pool.zero_extend(byte, 32);
    let equation = b.pool.eq(wide, seven);
    b.shown(equation, "(= byte #x07)");
    let thousand = b.k(1000);
    let never = b.pool.eq(wide, thousand);
    b.shown(never, "false");
    let signed = b.pool.sign_extend(byte, 32);
    let minus = b.k(-3i64 as u64);
    let equation = b.pool.eq(signed, minus);
    b.shown(equation, "(= byte #xfd)");
    let both = b.pool.concat(byte, x);
    let k = b.pool.bv(40, 0x01_0000_0005);
    let equation = b.pool.eq(both, k);
    let (first, second) = {
        let one = b.pool.bv(8, 1);
        (b.pool.eq(byte, one), b.pool.eq(x, five))
    };
    let expected = b.pool.and(first, second);
    b.same(equation, expected);
    let distinct = b.pool.eq(sum, x);
    b.shown(distinct, "false");
}

#[test]
fn comparisons_have_normal_forms() {
    let mut b = Bench::new();
    let (x, y, byte) = (b.x, b.y, b.byte);
    let below = b.pool.ult(x, y);
    let not_below = b.pool.not(below);
    b.shown(not_below, "(bvule y x)");
    let seven = b.k(7);
    let at_most = b.pool.ule(x, seven);
    b.shown(at_most, "(bvult x #x00000008)");
    let not_at_most = b.pool.not(at_most);
    b.shown(not_at_most, "(bvult #x00000007 x)");
    let either = b.pool.or(at_most, not_at_most);
    b.shown(either, "true");
    let (zero, one, ones) = (b.k(0), b.k(1), b.k(u64::MAX));
    let never = b.pool.ult(x, zero);
    b.shown(never, "false");
    let is_zero = b.pool.ult(x, one);
    b.shown(is_zero, "(= x #x00000000)");
    let positive = b.pool.ult(zero, x);
    b.shown(positive, "(not (= x #x00000000))");
    let always = b.pool.ule(x, ones);
    b.shown(always, "true");
    let wide = b.pool.zero_extend(byte, 32);
    let k = b.k(255);
    let bounded = b.pool.ule(wide, k);
    b.shown(bounded, "true");
    let hundred = b.k(100);
    let signed = b.pool.slt(wide, hundred);
    b.shown(signed, "(bvult byte #x64)");
    let negative = b.pool.slt(wide, zero);
    b.shown(negative, "false");
    let extended = b.pool.sign_extend(byte, 32);
    let signed = b.pool.slt(extended, hundred);
    b.shown(signed, "(bvslt byte #x64)");
    let always = b.pool.slt(extended, k);
    b.shown(always, "true");
}

#[test]
fn conditions_pass_through_integers() {
    // What compilers make of `(x < y) != 0`.
    let mut b = Bench::new();
    let (x, y, p, q) = (b.x, b.y, b.p, b.q);
    let below = b.pool.slt(x, y);
    let bit = b.pool.bool_to_bv(below);
    let int = b.pool.zero_extend(bit, 32);
    let zero = b.k(0);
    let tested = b.pool.ne(int, zero);
    b.same(tested, below);
    let back = b.pool.bv_to_bool(bit);
    b.same(back, below);
    let (first, second) = (b.pool.bool_to_bv(p), b.pool.bool_to_bv(q));
    let both = b.pool.bv_and(first, second);
    let both = b.pool.bv_to_bool(both);
    let expected = b.pool.and(p, q);
    b.same(both, expected);
    let (three, five) = (b.k(3), b.k(5));
    let choice = b.pool.ite(p, three, five);
    let is_three = b.pool.eq(choice, three);
    b.same(is_three, p);
    let below_four = b.k(4);
    let small = b.pool.ult(choice, below_four);
    b.same(small, p);
    let sum = b.pool.add(choice, five);
    b.shown(sum, "(ite p #x00000008 #x0000000a)");
}

#[test]
fn boolean_lattice() {
    let mut b = Bench::new();
    let (p, q) = (b.p, b.q);
    let not_p = b.pool.not(p);
    let nothing = b.pool.and(p, not_p);
    b.shown(nothing, "false");
    let either = b.pool.or(p, q);
    let absorbed = b.pool.and(either, p);
    b.same(absorbed, p);
    let clause = b.pool.or(not_p, q);
    let resolved = b.pool.and(p, clause);
    b.shown(resolved, "(and p q)");
    let (one, two) = (b.k(1), b.k(2));
    let x = b.x;
    let (first, second) = (b.pool.eq(x, one), b.pool.eq(x, two));
    let both = b.pool.and(first, second);
    b.shown(both, "false");
    let choice = b.pool.ite(p, q, p);
    b.shown(choice, "(and p q)");
}

#[test]
fn masks_and_shifts_become_pieces() {
    let mut b = Bench::new();
    let (x, byte) = (b.x, b.byte);
    let mask = b.k(0xff);
    let masked = b.pool.bv_and(x, mask);
    b.shown(masked, "((_ zero_extend 24) ((_ extract 7 0) x))");
    let wide = b.pool.zero_extend(byte, 32);
    let masked = b.pool.bv_and(wide, mask);
    b.same(masked, wide);
    let eight = b.k(8);
    let shifted = b.pool.shl(wide, eight);
    b.shown(shifted, "((_ zero_extend 16) (concat byte #x00))");
    let other = b.pool.zero_extend(b.other, 32);
    let both = b.pool.bv_or(shifted, other);
    b.shown(both, "((_ zero_extend 16) (concat byte other))");
    let sum = b.pool.add(shifted, other);
    b.same(sum, both);
    let back = b.pool.lshr(both, eight);
    b.same(back, wide);
    let sign = b.k(24);
    let up = b.pool.shl(x, sign);
    let down = b.pool.ashr(up, sign);
    b.shown(down, "((_ sign_extend 24) ((_ extract 7 0) x))");
    let low = b.pool.extract(down, 7, 0);
    b.shown(low, "((_ extract 7 0) x)");
}

#[test]
fn truncated_arithmetic_is_narrow() {
    // (unsigned char)(c + 1) for an unsigned char c.
    let mut b = Bench::new();
    let byte = b.byte;
    let wide = b.pool.zero_extend(byte, 32);
    let one = b.k(1);
    let next = b.pool.add(wide, one);
    let cut = b.pool.extract(next, 7, 0);
    b.shown(cut, "(bvadd byte #x01)");
    // And yet the int is found again when it is stored and loaded by bytes.
    let upper = b.pool.extract(next, 31, 8);
    let loaded = b.pool.concat(upper, cut);
    b.same(loaded, next);
}

#[test]
fn arrays_read_what_was_written() {
    let mut b = Bench::new();
    let (x, array, byte) = (b.x, b.array, b.byte);
    let (one, two) = (b.k(1), b.k(2));
    let (next, after) = (b.pool.add(x, one), b.pool.add(x, two));
    let written = b.pool.store(array, x, byte);
    let other = b.other;
    let written = b.pool.store(written, next, other);
    let read = b.pool.select(written, x);
    b.same(read, byte);
    let beyond = b.pool.select(written, after);
    b.shown(beyond, "(select array (bvadd x #x00000002))");
    let same_value = b.pool.store(array, x, byte);
    let twice = b.pool.store(written, next, byte);
    let expected = b.pool.store(same_value, next, byte);
    b.same(twice, expected);
    let present = b.pool.select(array, x);
    let unchanged = b.pool.store(array, x, present);
    b.same(unchanged, array);
    let entries: Arc<[Bits]> = (0..10u64).map(|i| Bits::new(8, 10 * i)).collect();
    let table = b.pool.table_array(32, 8, entries.clone());
    let again = b.pool.table_array(32, 8, entries.iter().cloned().collect());
    b.same(again, table);
    let seven = b.k(7);
    let entry = b.pool.select(table, seven);
    b.shown(entry, "#x46");
    let thousand = b.k(1000);
    let entry = b.pool.select(table, thousand);
    b.shown(entry, "#x00");
    let choice = b.pool.ite(b.p, one, seven);
    let entry = b.pool.select(table, choice);
    b.shown(entry, "(ite p #x0a #x46)");
}

#[test]
fn opaque_applications_to_constants_are_computed() {
    let mut b = Bench::new();
    let square = |operands: &[Bits]| operands[0].mul(&operands[0]);
    let f = b
        .pool
        .register_opaque("square", Sort::BitVec(32), std::sync::Arc::new(square));
    let seven = b.k(7);
    let value = b.pool.opaque(f, &[seven]);
    b.shown(value, "#x00000031");
    let x = b.x;
    let (first, second) = (b.pool.opaque(f, &[x]), b.pool.opaque(f, &[x]));
    b.same(first, second);
    b.shown(first, "(square x)");
}

#[test]
fn overflow_predicates_with_constants_are_bounds() {
    let mut b = Bench::new();
    let x = b.x;
    let k = b.k(10);
    let overflows = b.pool.sadd_overflows(x, k);
    b.shown(overflows, "(bvslt #x7ffffff5 x)");
    let overflows = b.pool.ssub_overflows(x, k);
    b.shown(overflows, "(bvslt x #x8000000a)");
    let overflows = b.pool.uadd_overflows(x, k);
    b.shown(overflows, "(bvult #xfffffff5 x)");
    let overflows = b.pool.umul_overflows(k, x);
    b.shown(overflows, "(bvult #x19999999 x)");
    let overflows = b.pool.smul_overflows(x, k);
    b.shown(overflows, "(or (bvslt x #xf3333334) (bvslt #x0ccccccc x))");
    let minus_one = b.k(u64::MAX);
    let overflows = b.pool.smul_overflows(x, minus_one);
    b.shown(overflows, "(= x #x80000000)");
    let (byte, other) = (
        b.pool.zero_extend(b.byte, 32),
        b.pool.zero_extend(b.other, 32),
    );
    let overflows = b.pool.umul_overflows(byte, other);
    b.shown(overflows, "false");
}

#[test]
fn places_of_a_value_in_a_table() {
    let mut pool = Pool::new();
    let entries = [3, 0, 255, 3, 7, 3].map(|value| Bits::new(8, value));
    let array = pool.table_array(16, 8, entries.into());
    let wayfarer_term::Op::Table(table) = pool.op(array) else {
        panic!("a table is a leaf")
    };
    let places = |value| pool.table_places(table, &Bits::new(8, value));
    assert_eq!(places(3), [0, 3, 5]);
    assert_eq!(places(255), [2]);
    assert!(places(4).is_empty());
}
