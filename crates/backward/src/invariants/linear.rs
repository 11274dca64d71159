//! Linear equations between numbers modulo a power of two that hold in all of some states (the equations
//! that Müller-Olm and Seidl, *Analysis of modular arithmetic*, TOPLAS 2007, compute as a module).

/// All `a` with `a · d = 0` modulo 2^width for each of the differences `d`, as generators of the module
/// that they are.
pub(super) fn orthogonal(differences: &[Vec<u64>], count: usize, width: u32) -> Vec<Vec<u64>> {
    let mask = u64::MAX >> (64 - width);
    let unit = |at: usize| (0..count).map(|it| u64::from(it == at)).collect();
    let mut generators: Vec<Vec<u64>> = (0..count).map(unit).collect();
    for difference in differences {
        let products: Vec<u64> = generators
            .iter()
            .map(|generator| product(generator, difference) & mask)
            .collect();
        let least = (0..generators.len())
            .filter(|&at| products[at] != 0)
            .min_by_key(|&at| products[at].trailing_zeros());
        let Some(pivot) = least else {
            continue;
        };
        let zeros = products[pivot].trailing_zeros();
        let inverse = inverse_of_odd(products[pivot] >> zeros);
        let by = generators[pivot].clone();
        for (at, generator) in generators.iter_mut().enumerate() {
            // The quotient of the products; exact, since the pivot's has the fewest factors two.
            let times = (products[at] >> zeros).wrapping_mul(inverse);
            let times = match at == pivot {
                true => continue,
                false => times,
            };
            for (own, other) in generator.iter_mut().zip(&by) {
                *own = own.wrapping_sub(times.wrapping_mul(*other)) & mask;
            }
        }
        for own in &mut generators[pivot] {
            *own = own.checked_shl(width - zeros).unwrap_or(0) & mask;
        }
        generators.retain(|generator| generator.iter().any(|&it| it != 0));
    }
    generators
}

/// The sum of products, modulo 2^64.
pub(super) fn product(a: &[u64], b: &[u64]) -> u64 {
    let products = a.iter().zip(b).map(|(a, b)| a.wrapping_mul(*b));
    products.fold(0, u64::wrapping_add)
}

/// By Newton's iteration: each step doubles the number of right bits.
fn inverse_of_odd(odd: u64) -> u64 {
    let mut inverse = odd;
    for _ in 0..6 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
    }
    inverse
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_together_and_apart_is_found() {
        // x, y, n with y = n - x.
        let differences = vec![vec![1, 255, 0], vec![0, 7, 7], vec![3, 4, 7]];
        let found = orthogonal(&differences, 3, 8);
        assert!(found.iter().all(|it| {
            let mut differences = differences.iter();
            differences.all(|difference| product(it, difference) & 0xff == 0)
        }));
        // A multiple of x + y - n by a unit is among them.
        assert!(found.iter().any(|it| it[0] % 2 == 1 && it[0] == it[1]));
    }

    #[test]
    fn steps_of_two_keep_the_last_bit() {
        assert_eq!(orthogonal(&[vec![2], vec![6]], 1, 8), [[128]]);
    }

    #[test]
    fn nothing_holds_of_what_takes_all_values() {
        assert!(orthogonal(&[vec![1, 0], vec![0, 1]], 2, 16).is_empty());
    }
}
