//! Questions about one function or the calls between functions.

use super::lines;
use ir::analysis::{
    CallGraph, Cfg, CodePoint, Components, ControlDependence, DistanceGraph, Distances, Dominators,
    Effects, Loops, PointerSource, PostDominators, Target, World, functions_of, left_pointers,
};
use ir::{BlockId, Function, FunctionId, Module, Program};
use std::sync::Arc;

fn names(blocks: &[BlockId]) -> String {
    let names: Vec<String> = blocks
        .iter()
        .map(|block| format!("block{}", block.0))
        .collect();
    names.join(" ")
}

fn name(block: Option<BlockId>) -> String {
    block.map_or_else(|| "-".to_owned(), |block| format!("block{}", block.0))
}

fn blocks(function: &Function) -> impl Iterator<Item = BlockId> + use<> {
    (0..function.blocks.len() as u32).map(BlockId)
}

pub fn cfg(function: &Function) -> String {
    let cfg = Cfg::new(function);
    let edges = lines(blocks(function).map(|block| {
        let reachable = if cfg.is_reachable(block) {
            ""
        } else {
            " (unreachable)"
        };
        let (before, after) = (names(cfg.predecessors(block)), names(cfg.successors(block)));
        format!("block{}{reachable}: from [{before}] to [{after}]", block.0)
    }));
    format!("{edges}order: {}", names(cfg.reverse_post_order()))
}

pub fn dominators(function: &Function) -> String {
    let cfg = Cfg::new(function);
    let (before, after) = (Dominators::new(&cfg), PostDominators::new(&cfg));
    lines(blocks(function).map(|block| {
        let (up, down) = (name(before.immediate(block)), name(after.immediate(block)));
        format!(
            "block{}: dominated by {up}, post-dominated by {down}",
            block.0
        )
    }))
}

pub fn loops(function: &Function) -> String {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let mut all: Vec<String> = Vec::new();
    for each in loops.all() {
        let exits: Vec<String> = each
            .exits
            .iter()
            .map(|(a, b)| format!("block{}->block{}", a.0, b.0))
            .collect();
        let parent = each.parent.map_or_else(String::new, |parent| {
            format!(" in that of block{}", loops.get(parent).header.0)
        });
        all.push(format!(
            "loop of block{}{parent}, depth {}: blocks [{}], back from [{}], exits [{}]",
            each.header.0,
            each.depth,
            names(&each.blocks),
            names(&each.latches),
            exits.join(" ")
        ));
    }
    for (from, to) in loops.irreducible_edges() {
        all.push(format!("irreducible: block{}->block{}", from.0, to.0));
    }
    if all.is_empty() {
        "none".to_owned()
    } else {
        lines(all.iter())
    }
}

pub fn control(function: &Function) -> String {
    let cfg = Cfg::new(function);
    let controls = ControlDependence::new(&cfg, &PostDominators::new(&cfg));
    lines(blocks(function).map(|block| {
        let on: Vec<String> = controls
            .of(block)
            .iter()
            .map(|c| format!("block{}->block{}", c.branch.0, c.towards.0))
            .collect();
        format!("block{}: [{}]", block.0, on.join(" "))
    }))
}

fn call_graph_of(module: &Module) -> (Vec<Arc<Function>>, CallGraph) {
    let functions = functions_of(module);
    let calls = CallGraph::new(module, &functions);
    (functions, calls)
}

pub fn call_graph(module: &Module) -> String {
    let (functions, calls) = call_graph_of(module);
    let title = |id: FunctionId| functions[id.0 as usize].name.clone();
    let mut all = Vec::new();
    for id in (0..functions.len() as u32).map(FunctionId) {
        let recursive = if calls.is_recursive(id) {
            ", recursive"
        } else {
            ""
        };
        let taken = if calls.is_address_taken(id) {
            ", address taken"
        } else {
            ""
        };
        let component = Components::of(calls.components(), id.0);
        all.push(format!(
            "{}: component {component}{recursive}{taken}",
            title(id)
        ));
        for site in calls.sites(id) {
            let callees: Vec<String> = site.callees.iter().map(|id| title(*id)).collect();
            let how = if site.indirect {
                "through a pointer "
            } else {
                ""
            };
            let place = format!("block{}:{}", site.block.0, site.instruction);
            all.push(format!("  {place} calls {how}[{}]", callees.join(" ")));
        }
    }
    lines(all.iter())
}

/// `effects`, or `effects closed`: no other classes will be loaded.
pub fn effects(module: &Module, arguments: &[&str]) -> String {
    let (functions, calls) = call_graph_of(module);
    let world = match arguments.first() {
        Some(&"closed") => World::Closed,
        _ => World::Open,
    };
    let effects = Effects::new(&functions, &calls, world);
    let defined = (0..functions.len()).filter(|&index| !functions[index].is_declaration());
    lines(defined.map(|index| {
        let function = &functions[index];
        let of = effects.of(FunctionId(index as u32));
        format!("{}: {}", function.name, of.in_words(module, function))
    }))
}

/// What the pointers come from that functions return.
pub fn pointers_returned(module: &Module) -> String {
    let (functions, calls) = call_graph_of(module);
    let left = left_pointers(&functions, &calls, &|_| true);
    let defined = (0..functions.len()).filter(|&index| !functions[index].is_declaration());
    lines(defined.map(|index| {
        let of = &left[index];
        let mut all = Vec::new();
        if of.returned.is_unknown() {
            all.push("unknown".to_owned());
        }
        if of.returned.null {
            all.push("null".to_owned());
        }
        for (source, offsets) in &of.returned.from {
            let offsets: Vec<String> = offsets.iter().map(|&at| (at as i64).to_string()).collect();
            let offsets = match offsets.is_empty() {
                true => "any".to_owned(),
                false => offsets.join(" "),
            };
            let source = match *source {
                PointerSource::Argument(number) => format!("argument {number}"),
                PointerSource::Global(global) => module.globals[global.0 as usize].name.clone(),
                PointerSource::Loaded => "memory".to_owned(),
                PointerSource::StaticField(class, at) => format!("static {}+{at}", class.0),
                PointerSource::Field(number, at) => format!("field +{at} of argument {number}"),
                PointerSource::Statics(class) => format!("statics of {}", class.0),
            };
            all.push(format!("{source} + {offsets}"));
        }
        if of.stores {
            all.push("stores pointers".to_owned());
        }
        format!("{}: {}", functions[index].name, all.join(", "))
    }))
}

/// `distance to FUNCTION:BLOCK[:EDGE]… from FUNCTION:BLOCK:INSTRUCTION…`, innermost point first.
pub fn distance(module: &Module, arguments: &[&str]) -> String {
    let (functions, calls) = call_graph_of(module);
    let mut distances = Distances::new(Arc::new(DistanceGraph::new(&functions, &calls)));
    let mut stack = Vec::new();
    let mut from = false;
    for argument in arguments {
        match *argument {
            "to" => from = false,
            "from" => from = true,
            place => {
                let Some((function, block, last)) = parse_place(module, place) else {
                    return format!("`{place}` is no place");
                };
                match last {
                    Some(instruction) if from => {
                        stack.push(CodePoint {
                            function,
                            block,
                            instruction,
                        });
                    }
                    Some(edge) => distances.add([Target::Edge(function, block, edge)]),
                    None => distances.add([Target::Block(function, block)]),
                }
            }
        }
    }
    let number = |n: Option<u64>| n.map_or_else(|| "none".to_owned(), |n| n.to_string());
    let first = stack.first().copied();
    format!(
        "{}, within the function {}, to return {}",
        number(distances.distance(stack)),
        number(first.and_then(|point| distances.to_target(point))),
        number(first.and_then(|point| distances.to_return(point)))
    )
}

fn parse_place(module: &Module, place: &str) -> Option<(FunctionId, BlockId, Option<u32>)> {
    let mut parts = place.split(':');
    let function = module.find_function(parts.next()?)?;
    let block = BlockId(parts.next()?.parse().ok()?);
    let last = parts.next().map(|part| part.parse().ok());
    Some((function, block, last.flatten()))
}
