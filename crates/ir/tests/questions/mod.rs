//! What a test file can ask, and the answers in words.

mod analyses;

use ir::{Function, Module, Program, SourceTypeId, parse, verify, verify_definite_assignment};
use std::fmt::Write;
use std::sync::Arc;

/// The answer to a question about the module in `text`.
pub fn ask(name: &str, text: &str, question: &str) -> String {
    let mut words = question.split_whitespace();
    let what = words.next().unwrap_or_default();
    let arguments: Vec<&str> = words.collect();
    let module = match parse(name, text) {
        Ok(module) => module,
        Err(error) => return error.to_string(),
    };
    if what == "verify" {
        return verification(&module);
    }
    if what == "print" {
        return module.to_string();
    }
    if let Err(errors) = verify(&module) {
        return format!("the module is not valid: {}", errors[0]);
    }
    let of_function = |answer: fn(&Function) -> String| {
        let function = arguments.first().and_then(|name| function(&module, name));
        function.map_or_else(
            || "no such function".to_owned(),
            |function| answer(&function),
        )
    };
    match what {
        "parse" => "parsed".to_owned(),
        "assignment" => assignment(&module),
        "sizes" => sizes(&module),
        "locations" => locations(&module),
        "cfg" => of_function(analyses::cfg),
        "dominators" => of_function(analyses::dominators),
        "loops" => of_function(analyses::loops),
        "control" => of_function(analyses::control),
        "callgraph" => analyses::call_graph(&module),
        "effects" => analyses::effects(&module, &arguments),
        "pointers-returned" => analyses::pointers_returned(&module),
        "distance" => analyses::distance(&module, &arguments),
        _ => format!("nobody knows how to answer `{what}`"),
    }
}

fn sizes(module: &Module) -> String {
    lines((0..module.source_types.len() as u32).map(|index| {
        let id = SourceTypeId(index);
        let size = module
            .size_of_type(id)
            .map_or_else(|| "?".to_owned(), |s| s.to_string());
        format!("!{index}: {size} bytes, is !{}", module.resolved_type(id).0)
    }))
}

fn locations(module: &Module) -> String {
    let functions = module.functions.iter();
    lines(functions.map(|f| format!("{}: {}", f.name, module.describe_location(f.location))))
}

fn verification(module: &Module) -> String {
    match verify(module) {
        Ok(()) => "valid".to_owned(),
        Err(errors) => lines(errors.iter()),
    }
}

fn lines(all: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let mut out = String::new();
    for item in all {
        writeln!(out, "{item}").expect("strings take any text");
    }
    out
}

fn assignment(module: &Module) -> String {
    let all = module
        .functions
        .iter()
        .filter_map(|f| verify_definite_assignment(f).err());
    let errors: Vec<_> = all.flatten().collect();
    if errors.is_empty() {
        "all assigned".to_owned()
    } else {
        lines(errors.iter())
    }
}

/// The function of that name.
fn function(module: &Module, name: &str) -> Option<Arc<Function>> {
    module.function(module.find_function(name)?).ok()
}
