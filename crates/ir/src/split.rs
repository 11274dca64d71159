//! Splitting blocks, so that what is to be reached is the start of one.

use crate::{Block, BlockId, Edge, Function, Terminator, TerminatorKind};
use std::collections::{BTreeMap, BTreeSet};

/// Splits blocks of a function before instructions (by index in their block; the number of instructions
/// stands for the terminator) and tells which block begins there. Other blocks keep their numbers, and
/// decisions theirs.
pub fn split_blocks(
    function: &mut Function,
    points: &BTreeSet<(BlockId, u32)>,
) -> BTreeMap<(BlockId, u32), BlockId> {
    let mut starts = BTreeMap::new();
    // From the last to the first: what is before a point stays where it is.
    for &(id, instruction) in points.iter().rev() {
        if instruction == 0 {
            starts.insert((id, instruction), id);
            continue;
        }
        let next = BlockId(function.blocks.len() as u32);
        let block = &mut function.blocks[id.0 as usize];
        let instructions = block.instructions.split_off(instruction as usize);
        let first = instructions.first().map(|first| first.location);
        let jump = Terminator {
            kind: TerminatorKind::Jump(Edge {
                target: next,
                moves: Vec::new(),
            }),
            location: first.unwrap_or(block.terminator.location),
        };
        let terminator = std::mem::replace(&mut block.terminator, jump);
        function.blocks.push(Block {
            instructions,
            terminator,
        });
        starts.insert((id, instruction), next);
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_begin_where_they_are_split_and_the_program_stays_well_formed() {
        let text = "\
function f(%x: i32) -> i32 {
start:
  %a: i32 = add %x, 1
  %b: i32 = add %a, 2
  %c: i1 = icmp eq i32 %b, 1
  branch %c, one, other decision 0
one:
  return %a
other:
  return %b
}
";
        let mut module = crate::parse("f.wir", text).expect("it is well-formed");
        let mut function = (*module.functions[0]).clone();
        let points = [(0, 0), (0, 1), (0, 3), (1, 0)].map(|(b, i)| (BlockId(b), i));
        let starts = split_blocks(&mut function, &BTreeSet::from(points));
        let sizes: Vec<usize> = function
            .blocks
            .iter()
            .map(|b| b.instructions.len())
            .collect();
        assert_eq!(sizes, [1, 0, 0, 0, 2]);
        let start = |block, instruction| starts[&(BlockId(block), instruction)].0;
        assert_eq!(
            (start(0, 0), start(0, 1), start(0, 3), start(1, 0)),
            (0, 4, 3, 1)
        );
        assert_eq!(function.blocks[3].terminator.kind.decision(), Some(0));
        module.functions[0] = std::sync::Arc::new(function);
        crate::verify(&module).expect("it is well-formed");
    }
}
