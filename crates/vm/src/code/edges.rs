//! Parallel moves as a sequence of copies.

use super::Slot;

/// Orders moves that happen at once into copies one after the other; `spare` is a slot nothing
/// else uses, for cycles. Destinations are distinct.
pub(super) fn sequence(moves: &[(Slot, Slot)], spare: Slot) -> Vec<(Slot, Slot)> {
    let mut todo: Vec<(Slot, Slot)> = moves
        .iter()
        .copied()
        .filter(|(to, from)| to != from)
        .collect();
    let mut done = Vec::with_capacity(todo.len());
    while !todo.is_empty() {
        // A destination that no other move still reads can be written.
        let ready = todo
            .iter()
            .position(|&(to, _)| todo.iter().all(|&(_, from)| from != to));
        match ready {
            Some(index) => done.push(todo.swap_remove(index)),
            None => {
                // Only cycles are left: save one destination and let its readers read the copy.
                let (to, _) = todo[0];
                done.push((spare, to));
                for (_, from) in &mut todo {
                    if *from == to {
                        *from = spare;
                    }
                }
            }
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::sequence;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn copies_in_sequence_do_what_the_moves_do_at_once(
            sources in proptest::collection::vec(0u32..8, 0..8)
        ) {
            let moves: Vec<(u32, u32)> =
                sources.iter().enumerate().map(|(to, &from)| (to as u32, from)).collect();
            let mut slots: Vec<u32> = (0..9).collect();
            for (to, from) in sequence(&moves, 8) {
                slots[to as usize] = slots[from as usize];
            }
            for (to, from) in moves {
                prop_assert_eq!(slots[to as usize], from);
            }
        }
    }
}
