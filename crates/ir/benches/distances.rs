//! What analyses cost on a program of the size of 10,000 lines of C without optimisation.

#[path = "../tests/generator/mod.rs"]
mod generator;

use generator::{Random, graphs};
use ir::analysis::{CallGraph, CodePoint, DistanceGraph, Distances, Target, functions_of};
use ir::{BlockId, FunctionId, Module, parse, verify};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

const FUNCTIONS: usize = 500;

fn main() {
    let module = graphs::large(&mut Random::new(1), FUNCTIONS, 20, 10);
    let functions = functions_of(&module);
    let blocks: Vec<(FunctionId, BlockId)> = blocks(&module);
    let instructions: usize = functions
        .iter()
        .flat_map(|f| &f.blocks)
        .map(|b| b.instructions.len() + 1)
        .sum();
    println!(
        "| {} functions, {} blocks, {instructions} instructions | time |",
        FUNCTIONS,
        blocks.len()
    );
    println!("|---|---:|");
    let text = measure("print", || module.to_string());
    measure("parse", || {
        parse("large", &text).expect("printed modules can be parsed")
    });
    measure("verify", || {
        verify(&module).expect("generated modules are valid")
    });
    let calls = measure("call graph", || CallGraph::new(&module, &functions));
    let graph = measure("distance graph", || {
        Arc::new(DistanceGraph::new(&functions, &calls))
    });
    let mut distances = Distances::new(graph);
    let targets = blocks
        .iter()
        .map(|(function, block)| Target::Block(*function, *block));
    measure("all blocks as targets", || distances.add(targets.clone()));
    let before = distances.statistics().updated_nodes;
    measure("every target covered, one by one", || {
        targets
            .clone()
            .for_each(|target| distances.remove([target]));
    });
    let updated = distances.statistics().updated_nodes - before;
    println!(
        "| (nodes updated per covered target: {}) | |",
        updated / blocks.len() as u64
    );
    distances.add(targets.step_by(100));
    measure("one million distances of stacks of 5", || {
        let mut random = Random::new(2);
        for _ in 0..1_000_000 {
            let stack: [CodePoint; 5] = std::array::from_fn(|_| {
                let (function, block) = *random.pick(&blocks);
                CodePoint {
                    function,
                    block,
                    instruction: 3,
                }
            });
            black_box(distances.distance(stack));
        }
    });
}

fn measure<T>(what: &str, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = run();
    println!("| {what} | {:.1} ms |", start.elapsed().as_secs_f64() * 1e3);
    result
}

fn blocks(module: &Module) -> Vec<(FunctionId, BlockId)> {
    let functions = module.functions.iter().enumerate();
    functions
        .flat_map(|(id, function)| {
            let blocks = 0..function.blocks.len() as u32;
            blocks.map(move |block| (FunctionId(id as u32), BlockId(block)))
        })
        .collect()
}
