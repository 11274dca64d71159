//! Random functions that are all control flow, and random programs that are all calls.

use super::Random;
use ir::{
    Block, BlockId, Constant, CoreIntrinsic, Edge, ErrorKind, Function, FunctionId, Instruction,
    InstructionKind, Intrinsic, Location, Module, Operand, Reg, Terminator, TerminatorKind, Type,
};
use std::sync::Arc;

fn edge(random: &mut Random, blocks: usize) -> Edge {
    let target = BlockId(1 + random.below(blocks - 1) as u32);
    Edge {
        target,
        moves: Vec::new(),
    }
}

fn terminator(random: &mut Random, blocks: usize) -> Terminator {
    let kind = match random.below(10) {
        0 => TerminatorKind::Return(Vec::new()),
        1 => TerminatorKind::Error {
            kind: ErrorKind::Abort,
            message: String::new(),
        },
        _ if blocks == 1 => TerminatorKind::Return(Vec::new()),
        2..=4 => TerminatorKind::Jump(edge(random, blocks)),
        5..=8 => TerminatorKind::Branch {
            condition: Operand::bits(0),
            then: edge(random, blocks),
            otherwise: edge(random, blocks),
            decision: None,
        },
        _ => TerminatorKind::Switch {
            value: Operand::bits(0),
            ty: Type::Int(32),
            cases: (0..2)
                .map(|n| (Constant::Bits(n), edge(random, blocks)))
                .collect(),
            default: edge(random, blocks),
            decision: None,
        },
    };
    Terminator {
        kind,
        location: Location::default(),
    }
}

fn function(name: String, blocks: Vec<Block>) -> Function {
    Function {
        name,
        parameters: Vec::new(),
        variadic: false,
        results: Vec::new(),
        source_result: None,
        source_parameters: Vec::new(),
        registers: vec![Type::Ptr],
        blocks,
        location: Location::default(),
        user: true,
        internal: false,
        throws: false,
    }
}

/// A function of at most `limit` blocks without instructions.
pub fn control_flow(random: &mut Random, limit: usize) -> Function {
    let count = 1 + random.below(limit);
    let mut block = || Block {
        instructions: Vec::new(),
        terminator: terminator(random, count),
    };
    let blocks = (0..count).map(|_| block()).collect();
    function("f".to_owned(), blocks)
}

/// A program whose functions call each other, directly and through pointers.
pub fn calls(random: &mut Random) -> Module {
    let functions = 1 + random.below(4);
    let mut module = Module::default();
    for index in 0..functions {
        let count = if random.chance(1, 8) {
            0
        } else {
            1 + random.below(4)
        };
        let blocks = (0..count)
            .map(|_| Block {
                instructions: (0..random.below(4))
                    .map(|_| call(random, functions))
                    .collect(),
                terminator: terminator(random, count),
            })
            .collect();
        module
            .functions
            .push(Arc::new(function(format!("f{index}"), blocks)));
    }
    module
}

fn call(random: &mut Random, functions: usize) -> Instruction {
    let id = FunctionId(random.below(functions) as u32);
    let (results, arguments, types, by_value) = (vec![], vec![], vec![], vec![]);
    let kind = match random.below(12) {
        0..=3 => InstructionKind::Call {
            results,
            function: id,
            arguments,
            types,
            by_value,
        },
        4 => {
            let callee = Operand::Register(Reg(0));
            InstructionKind::CallIndirect {
                results,
                callee,
                arguments,
                types,
                by_value,
            }
        }
        5 => InstructionKind::Copy {
            to: Reg(0),
            value: Constant::Function(id).into(),
        },
        6 => InstructionKind::CallIntrinsic {
            result: None,
            intrinsic: Intrinsic::Core(CoreIntrinsic::Exit),
            arguments: vec![Operand::bits(0)],
        },
        _ => InstructionKind::Copy {
            to: Reg(0),
            value: Operand::bits(0),
        },
    };
    Instruction {
        kind,
        location: Location::default(),
    }
}

/// A program of that many functions of that many blocks, where a function calls mostly others
/// near it and there is a call in one of `sparse` instructions.
pub fn large(random: &mut Random, functions: usize, blocks: usize, sparse: usize) -> Module {
    let mut module = Module::default();
    for index in 0..functions {
        let body = (0..blocks)
            .map(|block| {
                let instructions = (0..10).map(|_| {
                    let near = (index + 1 + random.below(20)) % functions;
                    let call = random.chance(1, sparse);
                    let stay = InstructionKind::Copy {
                        to: Reg(0),
                        value: Operand::bits(0),
                    };
                    Instruction {
                        kind: if call { direct_call(near) } else { stay },
                        location: Location::default(),
                    }
                });
                let instructions = instructions.collect();
                let next = |step: usize| Edge {
                    target: BlockId((block + step).clamp(1, blocks - 1) as u32),
                    moves: Vec::new(),
                };
                let kind = if block + 1 == blocks {
                    TerminatorKind::Return(Vec::new())
                } else {
                    TerminatorKind::Branch {
                        condition: Operand::bits(0),
                        then: next(1),
                        otherwise: next(random.below(5)),
                        decision: None,
                    }
                };
                let terminator = Terminator {
                    kind,
                    location: Location::default(),
                };
                Block {
                    instructions,
                    terminator,
                }
            })
            .collect();
        module
            .functions
            .push(Arc::new(function(format!("f{index}"), body)));
    }
    module
}

fn direct_call(callee: usize) -> InstructionKind {
    InstructionKind::Call {
        results: Vec::new(),
        function: FunctionId(callee as u32),
        arguments: Vec::new(),
        types: Vec::new(),
        by_value: Vec::new(),
    }
}
