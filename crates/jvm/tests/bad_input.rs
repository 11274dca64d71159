//! What is not a program is said to be none: no panic, whatever the bytes.

use ir::Program as _;
use jvm::class_file::ClassFile;
use jvm::descriptor::{JavaType, Signature};
use jvm::symbol::Symbols;
use jvm::{ClassPath, ClassPathOptions, JvmError, Options, Program};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

const SOURCE: &str = r#"
package p;

public class Sample {
    private int[] numbers = {1, 2, 3};

    static class Inner {
        void inside() {}
    }

    public int twice(int x) {
        return 2 * x;
    }

    public int twice(long x) {
        return (int) (2 * x);
    }

    public int sum(Inner inner, String... words) {
        int sum = 0;
        try {
            for (int i = 0; i < 4; i++) {
                switch (numbers[i]) {
                    case 1: sum += 1; break;
                    case 2: sum += words.length; break;
                    default: Runnable r = () -> System.out.println(words[0]); r.run();
                }
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            sum = -1;
        } finally {
            sum++;
        }
        return sum;
    }

    abstract static class Shape {
        abstract double area();
    }
}
"#;

fn open(entries: &[PathBuf]) -> Result<Program, JvmError> {
    let class_path = ClassPath::open(&ClassPathOptions {
        entries: entries.to_vec(),
        ..ClassPathOptions::default()
    })?;
    Ok(Program::new(class_path, Options::default()))
}

fn message<T>(result: Result<T, JvmError>) -> String {
    match result {
        Ok(_) => "no error".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// A directory with `p/Sample.class` and the classes in it.
fn compiled() -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    let source = directory.path().join("Sample.java");
    std::fs::write(&source, SOURCE).unwrap();
    let jdk = jvm::Jdk::find(None, None).unwrap();
    let javac = Command::new(jdk.home.join("bin/javac"))
        .args(["-g", "-d"])
        .arg(directory.path())
        .arg(&source)
        .status();
    assert!(javac.unwrap().success());
    directory
}

/// Translates everything of a class.
fn translate_all(program: &Program, class: &str) -> Result<(), String> {
    let methods = program.select(class).map_err(|error| error.to_string())?;
    for method in methods {
        program
            .function(method.function)
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

#[test]
fn what_is_missing_is_named() {
    let directory = compiled();
    let entries = [directory.path().to_owned()];
    let program = open(&entries).unwrap();
    let cases = [
        ("p.Missing", "class p.Missing not found"),
        ("Sample", "did you mean p.Sample?"),
        (
            "p.Sample.none",
            "class p.Sample has no method none with code; it has:",
        ),
        (
            "p.Sample.twice",
            "p.Sample.twice is ambiguous; choose one of:\n  p.Sample.twice(int)\n  p.Sample.twice(long)",
        ),
        (
            "p.Sample.twice(char)",
            "no method twice of p.Sample has these parameters",
        ),
        (
            "p.Sample.twice(int",
            "the parameters end with a parenthesis",
        ),
    ];
    for (spec, expected) in cases {
        let shown = message(program.select(spec));
        assert!(shown.contains(expected), "{spec}: {shown}");
    }
    let main = message(program.main_entry("p.Sample", &[], None));
    assert!(
        main.contains("has no method public static void main(String[])"),
        "{main}"
    );
}

#[test]
fn methods_are_found_as_users_write_them() {
    let directory = compiled();
    let program = open(&[directory.path().to_owned()]).unwrap();
    for spec in [
        "p.Sample.twice(int)",
        "p.Sample.twice( long )",
        "p.Sample.sum",
        "p.Sample.sum(Inner, String...)",
        "p.Sample.sum(p.Sample.Inner,java.lang.String[])",
        "p.Sample.Inner.inside",
        "p.Sample$Inner.inside()",
        "p.Sample.Sample()",
    ] {
        assert_eq!(program.select(spec).map(|m| m.len()), Ok(1), "{spec}");
    }
    assert_eq!(program.select("p.Sample").unwrap().len(), 4);
    // Nobody calls the constructor of an abstract class, and none is inherited.
    let said = message(program.select("p.Sample.Shape.Shape()"));
    assert!(said.contains("has no method <init> with code"), "{said}");
}

#[test]
fn a_class_path_that_is_none_is_refused() {
    let directory = compiled();
    let missing = directory.path().join("missing.jar");
    assert!(message(open(&[missing])).contains("no such file or directory"));
    let text = directory.path().join("text.jar");
    std::fs::write(&text, "this is no jar").unwrap();
    assert!(message(open(&[text])).contains("neither a directory nor a jar"));
    let broken = directory.path().join("Broken.java");
    std::fs::write(&broken, "class Broken { int }").unwrap();
    let shown = message(open(&[broken]));
    assert!(shown.contains("Broken.java:1: error:"), "{shown}");
    let no_jdk = ClassPath::open(&ClassPathOptions {
        jdk: Some(directory.path().to_owned()),
        ..ClassPathOptions::default()
    });
    assert!(message(no_jdk).contains("there is no lib/modules"));
}

#[test]
fn a_jar_within_a_jar_is_said_not_to_be_searched() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("outer.jar");
    let mut jar = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    jar.start_file("lib/inner.jar", zip::write::SimpleFileOptions::default())
        .unwrap();
    jar.write_all(b"whatever").unwrap();
    jar.finish().unwrap();
    let shown = message(open(&[path]).unwrap().select("p.Sample"));
    assert!(shown.contains("contains the jar lib/inner.jar"), "{shown}");
}

fn with_bytes(bytes: &[u8]) -> (tempfile::TempDir, Program) {
    let directory = tempfile::tempdir().unwrap();
    std::fs::create_dir(directory.path().join("p")).unwrap();
    std::fs::write(directory.path().join("p/Sample.class"), bytes).unwrap();
    let program = open(&[directory.path().to_owned()]).unwrap();
    (directory, program)
}

fn sample() -> Vec<u8> {
    read(&compiled().path().join("p/Sample.class"))
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap()
}

#[test]
fn truncated_class_files_are_refused() {
    let whole = sample();
    for length in (0..whole.len()).step_by(7) {
        let (_directory, program) = with_bytes(&whole[..length]);
        let shown = message(program.select("p.Sample"));
        assert!(
            shown.starts_with("p.Sample: not a valid class file"),
            "{length}: {shown}"
        );
    }
}

/// All class files that a source is compiled to.
fn class_files() -> Vec<Vec<u8>> {
    let compiled = compiled();
    mutants::files(&compiled.path().join("p"), "class")
}

#[test]
fn any_class_file_is_read_or_refused() {
    let literal = |_| ir::LiteralId(0);
    mutants::check(&class_files(), 5000, |bytes| {
        let symbols = Symbols::default();
        let Ok(file) = ClassFile::read(bytes.to_vec(), "A", &symbols) else {
            return;
        };
        for code in file
            .methods
            .iter()
            .filter_map(|method| method.code.as_ref())
        {
            let _ = jvm::decode(&file, code, &symbols, &literal);
        }
    });
}

#[test]
fn any_class_is_translated_or_refused() {
    mutants::check(&[sample()], 300, |bytes| {
        let (_directory, program) = with_bytes(bytes);
        let _ = translate_all(&program, "p.Sample");
    });
}

#[test]
fn any_descriptor_is_read_or_refused() {
    let texts = [
        "(I[[JLp/Sample;)V",
        "[[[Ljava/util/Map$Entry;",
        "()Ljava/lang/String;",
        "(DJZ)[B",
    ];
    mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if let Some(signature) = Signature::parse(&text) {
            assert_eq!(signature.descriptor(), text);
            signature.source();
        }
        if let Some(ty) = JavaType::of_field(&text) {
            assert_eq!(ty.descriptor(), text);
            ty.source();
        }
    });
}

#[test]
fn no_class_is_called_like_an_array() {
    assert_eq!(JavaType::of_field("L[I;"), None);
    assert_eq!(Signature::parse("(L[Lp/Sample;)V"), None);
}

#[test]
fn arrays_have_dimensions_that_a_jvm_knows() {
    let array = |dimensions: usize| "[".repeat(dimensions) + "I";
    assert!(JavaType::of_field(&array(255)).is_some());
    assert_eq!(JavaType::of_field(&array(256)), None);
    assert_eq!(JavaType::of_field(&array(1_000_000)), None);
}

#[test]
fn methods_have_parameters_that_a_jvm_knows() {
    let method = |parameters: &str, count: usize| format!("({})V", parameters.repeat(count));
    assert!(Signature::parse(&method("I", 255)).is_some());
    assert!(Signature::parse(&method("J", 127)).is_some());
    for none in [method("I", 256), method("J", 128), method("J", 32_767)] {
        assert_eq!(Signature::parse(&none), None);
    }
}

#[test]
fn any_jar_is_read_or_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("classes.jar");
    let mut jar = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    jar.start_file("p/Sample.class", zip::write::SimpleFileOptions::default())
        .unwrap();
    jar.write_all(&sample()).unwrap();
    let plain =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    jar.start_file("META-INF/MANIFEST.MF", plain).unwrap();
    jar.write_all(b"Manifest-Version: 1.0\r\nMulti-Release: true\r\nMain-Class: p.Sample\r\n")
        .unwrap();
    jar.finish().unwrap();
    mutants::check(&[read(&path)], 300, |bytes| {
        std::fs::write(&path, bytes).unwrap();
        if let Ok(program) = open(std::slice::from_ref(&path)) {
            let _ = program.select("p.Sample");
        }
    });
}

#[test]
fn a_jar_that_would_fill_all_memory_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("classes.jar");
    let mut jar = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
    jar.start_file("p/Sample.class", zip::write::SimpleFileOptions::default())
        .unwrap();
    for _ in 0..300 {
        jar.write_all(&vec![0; 1 << 20]).unwrap();
    }
    jar.finish().unwrap();
    let shown = message(open(&[path]).unwrap().select("p.Sample"));
    assert!(shown.contains("no class has 268435456 bytes"), "{shown}");
}

#[test]
fn any_method_is_found_or_refused() {
    let directory = compiled();
    let program = open(&[directory.path().to_owned()]).unwrap();
    let texts = [
        "p.Sample.twice(int)",
        "p.Sample.sum(p.Sample.Inner,String...)",
        "p.Sample$Inner.inside()",
    ];
    mutants::check(&mutants::texts(&texts), 2000, |bytes| {
        let _ = program.select(&String::from_utf8_lossy(bytes));
    });
}

#[test]
fn a_newer_class_file_is_named_so() {
    let mut bytes = sample();
    bytes[6..8].copy_from_slice(&999_u16.to_be_bytes());
    let (_directory, program) = with_bytes(&bytes);
    let shown = message(program.select("p.Sample"));
    assert!(
        shown.contains("class file version 999 is newer than JDK"),
        "{shown}"
    );
}

#[test]
fn damaged_class_files_are_refused_or_translated() {
    let whole = sample();
    // The outcome is a message or a function, never a panic.
    for at in (0..whole.len()).step_by(13) {
        for change in [0x01, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            let (_directory, program) = with_bytes(&bytes);
            let _ = translate_all(&program, "p.Sample");
        }
    }
}

/// What is said of `Sample.twice(int)` when one of its bytes is another one.
fn said_of_twice(from: u8, to: u8) -> String {
    let directory = compiled();
    let file = directory.path().join("p/Sample.class");
    let mut bytes = std::fs::read(&file).unwrap();
    // iconst_2, iload_1, imul, ireturn
    let code = [0x05, 0x1b, 0x68, 0xac];
    let at = bytes.windows(code.len()).position(|window| window == code);
    let index = code.iter().position(|byte| *byte == from).unwrap();
    bytes[at.unwrap() + index] = to;
    std::fs::write(&file, bytes).unwrap();
    let program = open(&[directory.path().to_owned()]).unwrap();
    let methods = program.select("p.Sample.twice(int)").unwrap();
    let function = program.function(methods[0].function);
    function.map_or_else(|error| error.to_string(), |_| "no error".to_owned())
}

#[test]
fn what_is_wrong_with_code_is_said_with_its_place() {
    let unknown = said_of_twice(0x1b, 0xcb);
    assert!(
        unknown.ends_with(": unknown opcode 203, at byte 1 of the code"),
        "{unknown}"
    );
    let floats = said_of_twice(0x68, 0x6a);
    let line = SOURCE
        .lines()
        .position(|line| line.contains("2 * x"))
        .unwrap()
        + 1;
    let expected =
        format!("Float expected on the stack, but it is Int, in line {line} (byte 2 of the code)");
    assert!(floats.ends_with(&expected), "{floats}");
}
