//! Every method of a good part of the JDK is translated, and what comes out is checked.

use ir::Program as _;
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
    let mut count = 0;
    for class in CLASSES {
        for method in program.select(class).unwrap() {
            count += 1;
            match program.function(method.function) {
                Ok(function) => {
                    if let Err(errors) = ir::verify_definite_assignment(&function) {
                        problems.push(format!("{}: {}", function.name, errors[0]));
                    }
                }
                Err(error) => problems.push(error.to_string()),
            }
        }
    }
    assert!(count > 1000, "only {count} methods");
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
