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

/// Methods of class files older than Java 6 call subroutines, here the same from two places.
#[test]
fn subroutines_are_executed() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("Old.class"), old_class()).unwrap();
    let class_path = ClassPath::open(&ClassPathOptions {
        entries: vec![directory.path().to_owned()],
        ..ClassPathOptions::default()
    });
    let program = Program::new(class_path.unwrap(), Options::default());
    let entry = program.main_entry("Old", &[]).unwrap();
    let mut machine = vm::Machine::new(std::sync::Arc::new(program), vm::Options::default());
    let mut state = machine.start_function(entry).unwrap();
    let stop = machine.run(&mut state, 1_000_000, &mut vm::NoEvents);
    assert!(matches!(stop, vm::Stop::End(vm::End::Exit(20))), "{stop:?}");
}

/// A class whose `main` exits with 4 · 5, doubled twice by a subroutine.
fn old_class() -> Vec<u8> {
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 49];
    let texts = [
        "Old",
        "java/lang/Object",
        "java/lang/System",
        "f",
        "(I)I",
        "main",
        "([Ljava/lang/String;)V",
        "exit",
        "(I)V",
        "Code",
    ];
    // 1 to 10 are the texts.
    bytes.extend([0, 18]);
    for text in texts {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1]); // 11: class Old
    bytes.extend([7, 0, 2]); // 12: class Object
    bytes.extend([7, 0, 3]); // 13: class System
    bytes.extend([12, 0, 4, 0, 5]); // 14: f(I)I
    bytes.extend([12, 0, 8, 0, 9]); // 15: exit(I)V
    bytes.extend([10, 0, 11, 0, 14]); // 16: Old.f
    bytes.extend([10, 0, 13, 0, 15]); // 17: System.exit
    bytes.extend([0, 1, 0, 11, 0, 12, 0, 0, 0, 0, 0, 2]);
    let mut method = |name: u8, descriptor: u8, locals: u8, code: &[u8]| {
        bytes.extend([0, 9, 0, name, 0, descriptor, 0, 1, 0, 10]);
        bytes.extend((12 + code.len() as u32).to_be_bytes());
        bytes.extend([0, 4, 0, locals]);
        bytes.extend((code.len() as u32).to_be_bytes());
        bytes.extend(code);
        bytes.extend([0, 0, 0, 0]);
    };
    // iload_0, jsr 8, jsr 8, ireturn; 8: astore_1, iconst_2, imul, ret 1
    let code = [
        0x1A, 0xA8, 0, 7, 0xA8, 0, 4, 0xAC, 0x4C, 0x05, 0x68, 0xA9, 1,
    ];
    method(4, 5, 2, &code);
    // bipush 5, invokestatic f, invokestatic exit, return
    method(6, 7, 1, &[0x10, 5, 0xB8, 0, 16, 0xB8, 0, 17, 0xB1]);
    bytes.extend([0, 0]);
    bytes
}
