//! Distances against a search through call stacks, and updates against fresh computations.

mod generator;

use generator::{Random, graphs};
use ir::analysis::{CallGraph, CodePoint, DistanceGraph, Distances, Target, functions_of};
use ir::{BlockId, CoreIntrinsic, FunctionId, InstructionKind, Intrinsic, Module, TerminatorKind};
use proptest::prelude::*;
use std::collections::HashSet;
use std::sync::Arc;

struct Program {
    module: Module,
    calls: CallGraph,
    graph: Arc<DistanceGraph>,
    targets: Vec<Target>,
    points: Vec<CodePoint>,
}

fn program(random: &mut Random) -> Program {
    let module = graphs::calls(random);
    let functions = functions_of(&module);
    let calls = CallGraph::new(&module, &functions);
    let graph = Arc::new(DistanceGraph::new(&functions, &calls));
    let (mut targets, mut points) = (Vec::new(), Vec::new());
    for (f, function) in functions.iter().enumerate() {
        for (b, contents) in function.blocks.iter().enumerate() {
            let (function, block) = (FunctionId(f as u32), BlockId(b as u32));
            targets.push(Target::Block(function, block));
            let edges = contents.terminator.kind.edges().len() as u32;
            targets.extend((0..edges).map(|edge| Target::Edge(function, block, edge)));
            let instructions = 0..=contents.instructions.len() as u32;
            points.extend(instructions.map(|i| CodePoint {
                function,
                block,
                instruction: i,
            }));
        }
    }
    Program {
        module,
        calls,
        graph,
        targets,
        points,
    }
}

/// What a search by single instructions over whole stacks finds.
#[derive(Debug, PartialEq)]
enum Found {
    At(u64),
    Nowhere,
    /// Not within that many instructions, then the search was given up.
    Beyond(u64),
}

const MOST_STACKS: usize = 600;

fn search(program: &Program, targets: &[Target], stack: Vec<CodePoint>) -> Found {
    let mut seen = HashSet::from([stack.clone()]);
    let mut level = vec![stack];
    let mut steps = 0;
    while !level.is_empty() {
        let reached = |stack: &Vec<CodePoint>| {
            stack.last().is_some_and(|at| {
                let block = Target::Block(at.function, at.block);
                *at == TARGET || at.instruction == 0 && targets.contains(&block)
            })
        };
        if level.iter().any(reached) {
            return Found::At(steps);
        }
        let mut next = Vec::new();
        for stack in level.iter().filter(|stack| !stack.is_empty()) {
            for (edge, after) in successors(program, stack) {
                let target = edge.is_some_and(|edge| targets.contains(&edge));
                let after = if target { vec![TARGET] } else { after };
                if seen.insert(after.clone()) {
                    next.push(after);
                }
            }
            if seen.len() > MOST_STACKS {
                return Found::Beyond(steps);
            }
        }
        steps += 1;
        level = next;
    }
    Found::Nowhere
}

/// Stands for the end of a target edge.
const TARGET: CodePoint = CodePoint {
    function: FunctionId(u32::MAX),
    block: BlockId(0),
    instruction: 0,
};

/// What one instruction makes of a stack, innermost point last, and the edge it takes.
fn successors(program: &Program, stack: &[CodePoint]) -> Vec<(Option<Target>, Vec<CodePoint>)> {
    let (at, callers) = stack.split_last().expect("stacks that go on are not empty");
    let function = &program.module.functions[at.function.0 as usize];
    let contents = &function.blocks[at.block.0 as usize];
    let with = |points: &[CodePoint]| [callers, points].concat();
    let after = CodePoint {
        instruction: at.instruction + 1,
        ..*at
    };
    if let Some(instruction) = contents.instructions.get(at.instruction as usize) {
        if let InstructionKind::CallIntrinsic {
            intrinsic: Intrinsic::Core(CoreIntrinsic::Exit),
            ..
        } = instruction.kind
        {
            return Vec::new();
        }
        let mut sites = program.calls.sites(at.function).iter();
        let site = sites.find(|s| s.block == at.block && s.instruction == at.instruction);
        let callees = site.map_or(&[][..], |site| &site.callees);
        let mut all = Vec::new();
        for function in callees.iter().copied() {
            if program.module.functions[function.0 as usize].is_declaration() {
                all.push((None, with(&[after])));
            } else {
                let entry = CodePoint {
                    function,
                    block: BlockId(0),
                    instruction: 0,
                };
                all.push((None, with(&[after, entry])));
            }
        }
        if callees.is_empty() {
            all.push((None, with(&[after])));
        }
        return all;
    }
    match &contents.terminator.kind {
        TerminatorKind::Return(_) => vec![(None, callers.to_vec())],
        other => {
            let edges = other.edges().into_iter().enumerate();
            edges
                .map(|(index, edge)| {
                    let to = CodePoint {
                        block: edge.target,
                        instruction: 0,
                        ..*at
                    };
                    (
                        Some(Target::Edge(at.function, at.block, index as u32)),
                        with(&[to]),
                    )
                })
                .collect()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn distances_are_those_of_shortest_executions(seed: u64) {
        let mut random = Random::new(seed);
        let program = program(&mut random);
        prop_assume!(!program.points.is_empty());
        let targets: Vec<Target> =
            (0..1 + random.below(2)).map(|_| *random.pick(&program.targets)).collect();
        let mut distances = Distances::new(Arc::clone(&program.graph));
        distances.add(targets.iter().copied());
        for _ in 0..4 {
            let stack: Vec<CodePoint> =
                (0..1 + random.below(3)).map(|_| *random.pick(&program.points)).collect();
            let found = distances.distance(stack.iter().rev().copied());
            let place = format!("from {stack:?} to {targets:?} in\n{}", program.module);
            match search(&program, &targets, stack) {
                Found::At(steps) => prop_assert_eq!(found, Some(steps), "{}", place),
                Found::Nowhere => prop_assert_eq!(found, None, "{}", place),
                Found::Beyond(steps) => prop_assert!(found.is_none_or(|f| f > steps), "{}", place),
            }
        }
    }

    #[test]
    fn updates_equal_fresh_computations(seed: u64) {
        let mut random = Random::new(seed);
        let program = program(&mut random);
        prop_assume!(!program.points.is_empty());
        let mut targets: Vec<Target> = Vec::new();
        let mut updated = Distances::new(Arc::clone(&program.graph));
        for _ in 0..20 {
            if !targets.is_empty() && random.chance(1, 2) {
                let count = 1 + random.below(targets.len().min(3));
                let removed: Vec<Target> = (0..count)
                    .map(|_| targets.swap_remove(random.below(targets.len())))
                    .collect();
                updated.remove(removed);
            } else {
                let target = *random.pick(&program.targets);
                targets.push(target);
                updated.add([target]);
            }
            prop_assert_eq!(updated.is_empty(), targets.is_empty());
            let mut fresh = Distances::new(Arc::clone(&program.graph));
            fresh.add(targets.iter().copied());
            for point in &program.points {
                prop_assert_eq!(
                    updated.to_target(*point), fresh.to_target(*point),
                    "from {:?} to {:?} in\n{}", point, targets, program.module
                );
            }
        }
    }
}
