//! Random modules that the verifier accepts, from a seed.

#![allow(dead_code)] // each test uses its part

mod body;
mod classes;
pub mod graphs;
mod random;

use ir::{
    FileId, FloatFormat, Function, FunctionId, Global, GlobalId, Initialiser, Location, Module,
    Parameter, Reg, SourceMember, SourceParameter, SourceType, SourceTypeId, Type,
};
pub use random::Random;
use std::sync::Arc;

/// A module of that seed; the same seed gives the same module.
pub fn module(seed: u64) -> Module {
    let mut random = Random::new(seed);
    let files = random.below(3);
    let types = random.below(12);
    let mut module = Module {
        files: (0..files)
            .map(|index| name(&mut random, "file", index))
            .collect(),
        narrow_pointers: random.chance(1, 4),
        ..Module::default()
    };
    for index in 0..types {
        let ty = source_type(&mut random, index, types);
        module.source_types.push(ty);
    }
    let global_count = random.below(4);
    let function_count = random.below(5);
    for index in 0..global_count {
        let global = global(&mut random, index, global_count, function_count, types);
        module.globals.push(global);
    }
    classes::fill(&mut random, &mut module, function_count);
    let mut functions: Vec<Function> = (0..function_count)
        .map(|index| signature(&mut random, index, &module))
        .collect();
    let signatures = functions.clone();
    for function in &mut functions {
        if random.chance(4, 5) {
            body::fill(&mut random, function, &signatures, &module);
        }
    }
    module.functions = functions.into_iter().map(Arc::new).collect();
    module
}

/// A name that is new, and now and then strange.
fn name(random: &mut Random, stem: &str, index: usize) -> String {
    let strange = [
        "",
        ".",
        "..",
        "a b",
        "\"",
        "\\",
        "\n",
        "größe",
        "-",
        "x-y",
        "0",
        "\u{1F980}\0\u{7f}",
        "%1",
        ";",
    ];
    match random.below(4) {
        0 => format!("{stem}{index}{}", random.pick(&strange)),
        1 => format!("{}{stem}.{index}", random.pick(&strange)),
        _ => format!("{stem}{index}"),
    }
}

/// Text that need not be new.
pub fn text(random: &mut Random) -> String {
    let index = random.below(3);
    if random.chance(1, 3) {
        String::new()
    } else {
        name(random, "text", index)
    }
}

/// A type of a register.
pub fn ty(random: &mut Random) -> Type {
    let widths = [1, 8, 16, 32, 64, 7, 33, 65, 128, 200, 1000];
    let formats = [
        FloatFormat::Half,
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::X87,
        FloatFormat::Quad,
    ];
    match random.below(6) {
        0 => Type::Float(*random.pick(&formats)),
        1 => Type::Ptr,
        _ => Type::Int(*random.pick(&widths)),
    }
}

/// A location within the files of the module, or none.
pub fn location(random: &mut Random, files: usize) -> Location {
    if random.chance(1, 2) {
        return Location::default();
    }
    let file = (files > 0 && random.chance(9, 10)).then(|| FileId(random.below(files) as u32));
    Location {
        file,
        line: random.small() as u32,
        column: random.small() as u32,
    }
}

fn optional_type(random: &mut Random, types: usize) -> Option<SourceTypeId> {
    (types > 0 && random.chance(1, 2)).then(|| SourceTypeId(random.below(types) as u32))
}

fn source_parameters(random: &mut Random, types: usize) -> Vec<SourceParameter> {
    let count = if types > 0 { random.below(3) } else { 0 };
    let parameters = (0..count).map(|_| SourceParameter {
        name: text(random),
        ty: SourceTypeId(random.below(types) as u32),
    });
    parameters.collect()
}

/// A source type; what it contains comes before it, so that it is finite.
fn source_type(random: &mut Random, index: usize, count: usize) -> SourceType {
    let any = |random: &mut Random| SourceTypeId(random.below(count) as u32);
    let id = |random: &mut Random| SourceTypeId(random.below(index.max(1)) as u32);
    let tag = |random: &mut Random| random.chance(1, 2).then(|| text(random));
    // Those from 6 on contain another type.
    let kinds = if index == 0 { 6 } else { 10 };
    match random.below(kinds) {
        0 => SourceType::Void,
        1 => SourceType::Int {
            name: text(random),
            width: 8 * (index as u32 + 1),
            signed: random.chance(1, 2),
        },
        2 => SourceType::Float {
            name: text(random),
            format: FloatFormat::X87,
            size: 16,
        },
        3 => SourceType::Pointer {
            target: any(random),
        },
        6 => SourceType::Array {
            element: id(random),
            count: random.small(),
        },
        7 => {
            let union = random.chance(1, 2);
            SourceType::Record {
                name: tag(random),
                union,
                encapsulated: !union && random.chance(1, 2),
                size: random.small(),
                members: (0..random.below(4))
                    .map(|_| SourceMember {
                        name: text(random),
                        ty: id(random),
                        bit_offset: random.small(),
                        bit_width: random.chance(1, 2).then(|| random.below(64) as u32),
                    })
                    .collect(),
            }
        }
        4 => SourceType::Enum {
            name: tag(random),
            width: 32,
            signed: random.chance(1, 2),
            values: (0..random.below(4))
                .map(|_| (text(random), random.next() as i64))
                .collect(),
        },
        8 => SourceType::Typedef {
            name: text(random),
            target: id(random),
        },
        9 => SourceType::Qualified {
            qualifier: text(random),
            target: id(random),
        },
        _ => SourceType::Function {
            result: any(random),
            parameters: (0..random.below(3)).map(|_| any(random)).collect(),
            variadic: random.chance(1, 2),
        },
    }
}

fn global(
    random: &mut Random,
    index: usize,
    globals: usize,
    functions: usize,
    types: usize,
) -> Global {
    let external = random.chance(1, 5);
    let mut initialisers = Vec::new();
    let mut size = 0;
    for _ in 0..if external { 0 } else { random.below(5) } {
        let offset = size + random.below(3) as u64;
        let (initialiser, length) = match random.below(3) {
            0 if functions > 0 => (
                Initialiser::Function(FunctionId(random.below(functions) as u32)),
                8,
            ),
            1 => {
                let id = GlobalId(random.below(globals) as u32);
                (Initialiser::Global(id, random.offset()), 8)
            }
            _ => {
                let bytes: Vec<u8> = (0..1 + random.below(20))
                    .map(|_| random.next() as u8)
                    .collect();
                let length = bytes.len() as u64;
                (Initialiser::Bytes(bytes), length)
            }
        };
        initialisers.push((offset, initialiser));
        size = offset + length;
    }
    Global {
        name: name(random, "g", index),
        size: size + random.below(3) as u64,
        align: 1 << random.below(5),
        constant: random.chance(1, 3),
        external,
        initialisers,
        source_type: optional_type(random, types),
        user: random.chance(3, 4),
    }
}

/// A declaration.
fn signature(random: &mut Random, index: usize, module: &Module) -> Function {
    let types = module.source_types.len();
    let count = random.below(4);
    let registers: Vec<Type> = (0..count).map(|_| ty(random)).collect();
    let parameters = (0..count)
        .map(|register| Parameter {
            register: Reg(register as u32),
            name: text(random),
            source_type: optional_type(random, types),
            pointee: optional_type(random, types),
            by_value_size: (registers[register] == Type::Ptr && random.chance(1, 2))
                .then(|| random.small()),
        })
        .collect();
    let results: Vec<Type> = (0..random.below(3)).map(|_| ty(random)).collect();
    let throws = results.last() == Some(&Type::Ptr) && random.chance(1, 2);
    Function {
        name: name(random, "f", index),
        parameters,
        variadic: random.chance(1, 4),
        results,
        source_result: optional_type(random, types),
        source_parameters: source_parameters(random, types),
        registers,
        blocks: Vec::new(),
        location: location(random, module.files.len()),
        user: random.chance(3, 4),
        internal: random.chance(1, 4),
        throws,
    }
}
