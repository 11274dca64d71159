//! Solutions against all assignments of small words.

use super::{Solution, solve};
use crate::bitblast::tests::Dice;
use term::{Bits, Evaluator, InputId, Model, Pool, Sort, Term, Value};

/// A random sum of three inputs, written in random ways.
fn sum(pool: &mut Pool, dice: &mut Dice, inputs: &[Term], width: u32) -> Term {
    let mut sum = pool.bv(width, dice.next());
    for _ in 0..1 + dice.below(4) {
        let x = inputs[dice.below(inputs.len())];
        let k = pool.bv(width, dice.next());
        let by = pool.bv(width, dice.below(width as usize) as u64);
        let part = match dice.below(8) {
            0 => x,
            1 => pool.neg(x),
            2 => pool.bv_not(x),
            3 => pool.shl(x, by),
            4 => {
                let low = 1 + dice.below(width as usize) as u32;
                let low = pool.extract(x, low.min(width - 1), 0);
                pool.zero_extend(low, width)
            }
            5 => {
                let (high, low) = (pool.extract(x, 1, 0), pool.extract(x, width - 1, 2));
                pool.concat(high, low)
            }
            _ => pool.mul(x, k),
        };
        sum = match dice.below(3) {
            0 => pool.sub(sum, part),
            1 => pool.sub(part, sum),
            _ => pool.add(sum, part),
        };
    }
    if dice.below(3) == 0 {
        let even = pool.bv(width, 1 << dice.below(3));
        sum = pool.mul(sum, even);
    }
    sum
}

#[test]
fn solutions_are_what_the_equation_says() {
    solutions_are_of_the_equation(5, 500);
}

#[test]
#[ignore = "long: `make test-long`"]
fn many_solutions_are_what_the_equation_says() {
    solutions_are_of_the_equation(6, 15_000);
}

fn solutions_are_of_the_equation(seed: u64, rounds: usize) {
    let mut dice = Dice::new(seed);
    let (mut solved, mut never, mut always, mut open) = (0, 0, 0, 0);
    for round in 0..rounds {
        let width = [3, 4, 5][dice.below(3)];
        let mut pool = Pool::new();
        let names = if width == 5 {
            &["x", "y"][..]
        } else {
            &["x", "y", "z"]
        };
        let inputs: Vec<Term> = names
            .iter()
            .map(|name| pool.input(name, Sort::BitVec(width)))
            .collect();
        let mut a = sum(&mut pool, &mut dice, &inputs, width);
        let mut b = sum(&mut pool, &mut dice, &inputs, width);
        if dice.below(4) == 0 {
            [a, b] = [a, b].map(|t| pool.extract(t, width - 2, 0));
        }
        let Some(solution) = solve(&mut pool, a, b) else {
            open += 1;
            continue;
        };
        let mut evaluator = Evaluator::new();
        for values in 0..1u64 << (width as usize * inputs.len()) {
            let mut model = Model::new();
            for i in 0..inputs.len() as u32 {
                let value = Bits::new(width, values >> (i * width));
                model.set(InputId(i), Value::Bits(value));
            }
            evaluator.set_model(model);
            let holds = evaluator.bits(&pool, a) == evaluator.bits(&pool, b);
            match &solution {
                Solution::False => assert!(!holds, "round {round}"),
                Solution::True => assert!(holds, "round {round}"),
                Solution::Equal(equal) => {
                    for &(old, new) in equal {
                        let same = evaluator.bits(&pool, old) == evaluator.bits(&pool, new);
                        assert!(!holds || same, "round {round}");
                    }
                }
            }
        }
        match solution {
            Solution::False => never += 1,
            Solution::True => always += 1,
            Solution::Equal(equal) => solved += usize::from(!equal.is_empty()),
        }
    }
    assert!(
        solved > rounds / 3 && never > rounds / 30 && open < rounds / 5,
        "{solved} {never} {always} {open}"
    );
}

/// A system of three equations is solved by substitution alone, whichever way the sums are written.
#[test]
fn systems_are_solved_by_elimination() {
    let mut pool = Pool::new();
    let inputs = ["x", "y", "z"].map(|name| pool.input(name, Sort::BitVec(32)));
    let rows: [([u64; 3], u64); 3] = [([3, 5, 7], 100), ([2, 9, 4], 77), ([11, 1, 6], 1234)];
    let mut constraints = Vec::new();
    for (coefficients, right) in rows {
        let mut sum = pool.bv(32, 0);
        for (&x, k) in inputs.iter().zip(coefficients) {
            let k = pool.bv(32, k);
            let product = pool.mul(x, k);
            sum = pool.add(sum, product);
        }
        let right = pool.bv(32, right);
        constraints.push(pool.eq(sum, right));
    }
    let rewritten = super::super::equalities::rewrite(&mut pool, &constraints);
    let rewritten = rewritten.expect("the equations are solved");
    let last = rewritten.constraints[2];
    let solved = solve_one(&mut pool, last);
    assert!(pool.is_constant(solved), "{}", pool.to_smtlib(&[last]));
}

/// What a solved equation equates its input with.
fn solve_one(pool: &mut Pool, equation: Term) -> Term {
    let (a, b) = (pool.arguments(equation)[0], pool.arguments(equation)[1]);
    match solve(pool, a, b) {
        Some(Solution::Equal(equal)) => equal[0].1,
        other => panic!("{other:?}"),
    }
}
