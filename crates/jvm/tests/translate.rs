//! Every method of a good part of the JDK is translated, and what comes out is checked.

use ir::{Problem, Program as _};
use jvm::{ClassPath, ClassPathOptions, Options, Program};

/// Classes whose methods are all translated.
const CLASSES: &[&str] = &[
    "java.lang.String",
    "java.lang.StringBuilder",
    "java.lang.Math",
    "java.lang.Character",
    "java.lang.Double",
    "java.math.BigInteger",
    "java.util.ArrayList",
    "java.util.HashMap",
    "java.util.TreeMap",
    "java.util.Formatter",
    "java.util.Scanner",
    "java.util.concurrent.ConcurrentHashMap",
    "java.util.regex.Pattern",
    "java.util.stream.ReferencePipeline",
    "java.time.LocalDate",
    "jdk.internal.misc.Unsafe",
    "jdk.internal.math.FloatingDecimal",
];

#[test]
fn methods_of_the_jdk_are_translated() {
    let class_path = ClassPath::open(&ClassPathOptions::default()).unwrap();
    let program = Program::new(class_path, Options::default());
    let mut problems = Vec::new();
    let mut functions = Vec::new();
    for class in CLASSES {
        for method in program.select(class).unwrap() {
            match program.function(method.function) {
                Ok(function) => {
                    functions.push(function.clone());
                    if let Err(errors) = ir::verify_definite_assignment(&function) {
                        problems.push(format!("{}: {}", function.name, errors[0]));
                    }
                }
                Err(error) => problems.push(error.to_string()),
            }
        }
    }
    assert!(functions.len() > 1000, "only {} methods", functions.len());
    problems.extend(violations(functions));
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What the verifier finds in functions alone, without what they call and the classes they mention.
fn violations(functions: Vec<std::sync::Arc<ir::Function>>) -> Vec<String> {
    let module = ir::Module {
        functions,
        ..ir::Module::default()
    };
    let errors = ir::verify(&module).err().unwrap_or_default();
    let inside = errors.iter().filter(|error| {
        !matches!(
            error.problem,
            Problem::NoSuchFile(_)
                | Problem::NoSuchFunction(_)
                | Problem::NoSuchClass(_)
                | Problem::NoSuchSelector(_)
                | Problem::NoSuchLiteral(_)
                | Problem::ArgumentCount { .. }
                | Problem::ArgumentTypes { .. }
                | Problem::Argument { .. }
                | Problem::ResultCount { .. }
                | Problem::Destination { .. }
        )
    });
    inside.map(ToString::to_string).collect()
}
