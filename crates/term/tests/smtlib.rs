//! SMT-LIB scripts.

use std::sync::Arc;

use wayfarer_term::{Bits, FloatFormat, FloatOp, Pool, RoundingMode, Sort, Term};

fn first_byte(operands: &[Bits]) -> Bits {
    operands[0].extract(7, 0)
}

/// A script with everything that has a printed form of its own.
fn everything(pool: &mut Pool) -> Vec<Term> {
    let x = pool.input("x", Sort::BitVec(32));
    let twin = pool.input("x", Sort::BitVec(32));
    let odd = pool.input("a|b\\c é", Sort::BitVec(100));
    let p = pool.input("p", Sort::Bool);
    let memory = pool.input(
        "memory",
        Sort::Array {
            index: 32,
            element: 8,
        },
    );
    let product = pool.mul(x, twin);
    let quotient = pool.sdiv(product, twin);
    let shared = pool.bv_xor(quotient, product);
    let byte = pool.select(memory, shared);
    let function = pool.register_opaque(
        "first byte",
        Sort::BitVec(8),
        std::sync::Arc::new(first_byte),
    );
    let hashed = pool.opaque(function, &[x, twin, product, quotient]);
    let stored = pool.store(memory, x, hashed);
    let again = pool.select(stored, twin);
    let entries: Arc<[Bits]> = (0..300u64).map(|i| Bits::new(8, i * 7)).collect();
    let table = pool.table_array(32, 8, entries);
    let looked_up = pool.select(table, x);
    let element = pool.extract(x, 7, 0);
    let constant = pool.const_array(32, element);
    let arrays = pool.eq(constant, stored);
    let wide = pool.sign_extend(x, 100);
    let wide_sum = pool.add(wide, odd);
    let far = pool.constant(&Bits::power_of_two(100, 77));
    let bounded = pool.slt(wide_sum, far);
    let rounding = RoundingMode::NearestEven;
    let sum = pool.float(FloatOp::Add, FloatFormat::Single, rounding, &[x, twin]);
    let less = pool.float(FloatOp::Lt, FloatFormat::Single, rounding, &[sum, x]);
    let either = pool.or(p, arrays);
    let same = pool.eq(again, byte);
    let table_below = pool.ult(looked_up, byte);
    let choice = pool.ite(less, product, quotient);
    let limit = pool.bv(32, 77);
    let chosen = pool.ule(choice, limit);
    vec![either, same, table_below, bounded, less, chosen]
}

/// Checks brackets, and that every symbol is declared before it is used.
fn check_form(script: &str) {
    let mut known: Vec<String> = Vec::new();
    for line in script.lines().filter(|line| !line.starts_with(';')) {
        let mut depth = 0i32;
        let mut quoted = false;
        for byte in line.bytes() {
            match byte {
                b'|' => quoted = !quoted,
                b'(' if !quoted => depth += 1,
                b')' if !quoted => depth -= 1,
                _ => {}
            }
            assert!(depth >= 0 && byte.is_ascii(), "{line}");
        }
        assert!(depth == 0 && !quoted, "{line}");
        let mut symbols = Vec::new();
        let mut rest = line;
        while let Some(start) = rest.find('|') {
            let end = start + 1 + rest[start + 1..].find('|').expect("a closing bar");
            symbols.push(rest[start..=end].to_string());
            rest = &rest[end + 1..];
        }
        let words = line.split([' ', '(', ')']);
        symbols.extend(
            words
                .filter(|word| word.starts_with("t!"))
                .map(str::to_string),
        );
        let declares = line.starts_with("(declare-fun") || line.starts_with("(define-fun");
        if declares {
            let new = line.split_once(' ').expect("a name").1;
            let new = match new.strip_prefix('|') {
                Some(quoted) => format!("|{}|", quoted.split('|').next().expect("a name")),
                None => new.split(' ').next().expect("a name").to_string(),
            };
            assert!(!known.contains(&new), "{new} is declared twice");
            known.push(new);
        }
        for symbol in symbols {
            assert!(
                known.contains(&symbol),
                "{symbol} is used before it is declared: {line}"
            );
        }
    }
}

#[test]
fn a_script_declares_what_it_uses() {
    let mut pool = Pool::new();
    let constraints = everything(&mut pool);
    let script = pool.to_smtlib(&constraints);
    check_form(&script);
    assert_eq!(script.matches("(assert ").count(), constraints.len());
    assert!(script.contains("(set-logic ALL)"));
    assert!(!script.contains("float"), "floats are lowered");
    if let Ok(path) = std::env::var("WRITE_SMTLIB") {
        std::fs::write(path, script).expect("writable");
    }
}

#[test]
fn without_host_functions_the_logic_is_arrays_and_bit_vectors() {
    let mut pool = Pool::new();
    let x = pool.input("x", Sort::BitVec(8));
    let y = pool.input("y", Sort::BitVec(8));
    let sum = pool.add(x, y);
    let square = pool.mul(sum, sum);
    let constraint = pool.ult(square, x);
    assert_eq!(
        pool.to_smtlib(&[constraint]),
        "(set-logic QF_ABV)\n\
         (declare-fun |x!0| () (_ BitVec 8))\n\
         (declare-fun |y!1| () (_ BitVec 8))\n\
         (define-fun t!5 () (_ BitVec 8) (bvadd |x!0| |y!1|))\n\
         (assert (bvult (bvmul t!5 t!5) |x!0|))\n\
         (check-sat)\n"
    );
    assert_eq!(pool.to_smtlib(&[]), "(set-logic QF_ABV)\n(check-sat)\n");
}

#[test]
fn display_is_cut() {
    let mut pool = Pool::new();
    let x = pool.input("größe", Sort::BitVec(8));
    let y = pool.input("y", Sort::BitVec(8));
    let t = pool.udiv(x, y);
    assert_eq!(pool.display(t, 100), "(bvudiv größe y)");
    assert_eq!(pool.display(t, 11), "(bvudiv gr…");
    assert_eq!(pool.display(t, 0), "…");
    let seven = pool.bv(8, 7);
    assert_eq!(pool.display(seven, 10), "#x07");
}
