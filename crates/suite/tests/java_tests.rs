//! Hand-made tests of `tests/java`, written as JUnit 4 and 5 classes, compiled without warnings and run
//! on the JVM.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;
use wayfarer_suite as suite;
use wayfarer_suite::java::{
    Contents, DoubleBits, Field, FloatBits, JUnit, JUnitOptions, JUnitWriter, Java, JavaOutcome,
    JavaPlan, JavaReplay, JavaSuite, JavaTest, Method, NamedValue, Object, TestNames, Text, Value,
    decision_function, shapes,
};
use wayfarer_suite::native::TestRunner;
use wayfarer_suite::{DecisionTrace, Test, Verdict};

/// Builds a test case.
struct Case {
    test: JavaTest,
}

type Steps<'a> = &'a [(&'a str, u32, u64)];

impl Case {
    fn new(name: &str, descriptor: &str) -> Case {
        Case {
            test: JavaTest {
                id: 0,
                method: Method {
                    class: "com.acme.Shapes".to_owned(),
                    name: name.to_owned(),
                    descriptor: descriptor.to_owned(),
                },
                objects: Vec::new(),
                receiver: None,
                arguments: Vec::new(),
                inputs: Vec::new(),
                host: Vec::new(),
                stdin: None,
                varies: None,
                outcome: JavaOutcome::Returned {
                    value: None,
                    objects: Vec::new(),
                },
                stdout: None,
                after: Vec::new(),
                decisions: trace(&[]),
                monitors: None,
                junit: None,
                path: String::new(),
                verdict: None,
            },
        }
    }

    fn object(mut self, class: &str, contents: Contents) -> Case {
        self.test.objects.push(object(class, contents));
        self
    }

    fn on(mut self, object: usize) -> Case {
        self.test.receiver = Some(Value::Object(object));
        self
    }

    fn with(mut self, name: &str, value: Value) -> Case {
        let name = name.to_owned();
        self.test.arguments.push(NamedValue { name, value });
        self
    }

    fn returns(mut self, value: Value, objects: Vec<Object>) -> Case {
        let value = Some(value);
        self.test.outcome = JavaOutcome::Returned { value, objects };
        self
    }

    fn throws(mut self, exception: &str, message: Option<&str>) -> Case {
        self.test.outcome = JavaOutcome::Threw {
            exception: exception.to_owned(),
            message: message.map(str::to_owned),
            file: String::new(),
            line: 0,
            stack: vec![suite::StackFrame {
                function: "com.acme.Shapes.f".to_owned(),
                file: "/a/Shapes.java".to_owned(),
                line: 3,
            }],
        };
        self
    }

    fn decides(mut self, steps: Steps<'_>) -> Case {
        self.test.decisions = trace(steps);
        self
    }
}

fn trace(steps: Steps<'_>) -> DecisionTrace {
    let prefix = "com.acme.Shapes.";
    let number = |name: &str| decision_function(&format!("{prefix}{name}"));
    let first: Vec<(u32, u32, u64)> = steps
        .iter()
        .map(|(name, decision, way)| (number(name), *decision, *way))
        .collect();
    let hash = first.iter().fold(DecisionTrace::START, |hash, step| {
        DecisionTrace::step(hash, step.0, step.1, step.2)
    });
    DecisionTrace {
        cut: false,
        calls_before: 0,
        count: first.len() as u64,
        hash: format!("{hash:016x}"),
        first,
    }
}

fn object(class: &str, contents: Contents) -> Object {
    Object {
        class: class.to_owned(),
        input: None,
        contents,
    }
}

fn fields(values: &[(&str, &str, Value)]) -> Contents {
    let fields = values.iter().map(|(class, name, value)| Field {
        class: format!("com.acme.Shapes{class}"),
        name: (*name).to_owned(),
        value: value.clone(),
    });
    Contents::Fields(fields.collect())
}

fn double(value: f64) -> Value {
    Value::Double(DoubleBits(value.to_bits()))
}

fn text(text: &str) -> Object {
    object("java.lang.String", Contents::Text(Text::from(text)))
}

fn shape(width: i32, height: i64, sizes: Value, twin: Value) -> Contents {
    fields(&[
        ("", "width", Value::Int(width)),
        ("", "height", Value::Long(height)),
        ("", "sizes", sizes),
        ("", "twin", twin),
    ])
}

const SHAPES: &str = "com.acme.Shapes";
const AREA: &str = "area(I)J";

/// Each with the words that its text must contain.
fn cases() -> Vec<(Case, &'static [&'static str])> {
    vec![
        (
            Case::new("area", "(I)J")
                .object(SHAPES, shape(3, 1 << 40, Value::Object(1), Value::Null))
                .object("double[]", Contents::Elements(vec![double(0.5), double(f64::NAN)]))
                .on(0)
                .with("factor", Value::Int(-1))
                .returns(Value::Long(2 - (3 << 40)), vec![])
                .decides(&[(AREA, 0, 1), (AREA, 1, 1), (AREA, 4, 0)]),
            &["Shapes shapes = new Shapes(3, 1099511627776L);", "shapes.setSizes(array1);"],
        ),
        (
            Case::new("area", "(I)J")
                .object(SHAPES, shape(0, 0, Value::Null, Value::Object(1)))
                .object(SHAPES, shape(7, 0, Value::Null, Value::Object(0)))
                .on(0)
                .with("factor", Value::Int(i32::MIN))
                .returns(Value::Long(-1), vec![])
                .decides(&[(AREA, 0, 1), (AREA, 1, 0), (AREA, 2, 0), (AREA, 3, 0)]),
            &["new Shapes(7, 0L)", ".twin = shapes;", "Integer.MIN_VALUE"],
        ),
        (
            Case::new("area", "(I)J")
                .object(SHAPES, shape(0, 0, Value::Null, Value::Null))
                .on(0)
                .with("factor", Value::Int(0))
                .throws("java.lang.IllegalArgumentException", Some("no \"factor\"\n"))
                .decides(&[(AREA, 0, 0)]),
            &["assertThrows(IllegalArgumentException.class", "(Shapes.java:3)"],
        ),
        (
            Case::new("area", "(I)J")
                .object("com.acme.Shapes$Slanted", shape(0, 0, Value::Null, Value::Null))
                .on(0)
                .with("factor", Value::Int(0))
                .throws("java.lang.IllegalArgumentException", Some("no \"factor\"\n"))
                .decides(&[(AREA, 0, 0)]),
            &["() -> ((Shapes) shapes).area(0)"],
        ),
        (
            Case::new("link", "(Lcom/acme/Shapes;)Lcom/acme/Shapes;")
                .object(SHAPES, shape(1, 2, Value::Null, Value::Null))
                .object(SHAPES, shape(3, 4, Value::Null, Value::Null))
                .on(0)
                .with("other", Value::Object(1))
                .returns(
                    Value::Object(0),
                    vec![Object {
                        input: Some(1),
                        ..object(SHAPES, fields(&[]))
                    }],
                ),
            &["Shapes other = new Shapes(3, 4L);", "assertSame(other, result);"],
        ),
        (
            Case::new(
                "describe",
                "(Lcom/acme/Shapes$Color;Ljava/lang/String;Ljava/lang/Integer;[C)Ljava/lang/String;",
            )
            .object("com.acme.Shapes$Color$1", Contents::Constant("GREEN".to_owned()))
            .object("java.lang.String", Contents::Text(Text::from("three\u{0}1\"\\")))
            .object("java.lang.Integer", Contents::Boxed(Value::Int(-5)))
            .with("color", Value::Object(0))
            .with("text", Value::Object(1))
            .with("boxed", Value::Object(2))
            .with("letters", Value::Null)
            .returns(Value::Object(0), vec![text("-5\u{0}\u{ffff}")])
            .decides(&[(DESCRIBE, 0, 1), (DESCRIBE, 1, 2), (DESCRIBE, 4, 2), (DESCRIBE, 5, 0)]),
            &["Shapes.Color.GREEN", "Integer.valueOf(-5)", r#""three\0001\"\\""#],
        ),
        (
            Case::new(
                "describe",
                "(Lcom/acme/Shapes$Color;Ljava/lang/String;Ljava/lang/Integer;[C)Ljava/lang/String;",
            )
            .object("com.acme.Shapes$Color", Contents::Constant("RED".to_owned()))
            .object("java.lang.String", Contents::Text(Text::from("two")))
            .object("char[]", Contents::Elements(vec![Value::Char(0x27), Value::Char(10)]))
            .with("color", Value::Object(0))
            .with("text", Value::Object(1))
            .with("boxed", Value::Null)
            .with("letters", Value::Object(2))
            // Each test has a class of its own: `calls` starts at zero.
            .returns(Value::Object(0), vec![text("two21")])
            .decides(&[(DESCRIBE, 0, 0)]),
            &[r#"new String("two")"#, r"{'\'', '\n'}"],
        ),
        (
            Case::new("hidden", "(Ljava/lang/Object;)I")
                .object(
                    "com.acme.Shapes$Hidden",
                    fields(&[
                        ("$Hidden", "secret", Value::Int(9)),
                        ("$Hidden", "next", Value::Object(0)),
                    ]),
                )
                .with("object", Value::Object(0))
                .returns(Value::Int(9), vec![])
                .decides(&[("hidden(Ljava/lang/Object;)I", 0, 0)]),
            &["WayfarerObjects.create(\"com.acme.Shapes$Hidden\")", "Object object ="],
        ),
        (
            Case::new("reveal", "(I)Ljava/lang/Object;").with("secret", Value::Int(3)).returns(
                Value::Object(0),
                vec![object(
                    "com.acme.Shapes$Hidden",
                    fields(&[
                        ("$Hidden", "secret", Value::Int(6)),
                        ("$Hidden", "next", Value::Object(0)),
                    ]),
                )],
            ),
            &["assertEquals(Integer.valueOf(6), WayfarerObjects.get(result, "],
        ),
        (
            Case::new("scale", "(Lcom/acme/Shapes$Point;[[F)F")
                .object(
                    "com.acme.Shapes$Point",
                    fields(&[
                        ("$Point", "x", Value::Int(2)),
                        ("$Point", "y", Value::Float(FloatBits(0x7fc0_0001))),
                    ]),
                )
                .object("float[][]", Contents::Elements(vec![Value::Object(2), Value::Null]))
                .object(
                    "float[]",
                    Contents::Elements(vec![
                        Value::Float(FloatBits(1)),
                        Value::Float(FloatBits(0x8000_0000)),
                    ]),
                )
                .with("point", Value::Object(0))
                .with("by", Value::Object(1))
                .returns(Value::Float(FloatBits::NAN), vec![]),
            &["new Shapes.Point(2, Float.intBitsToFloat(0x7fc00001))", "new float[][] {array1, null}"],
        ),
        (
            Case::new("larger", "(Lcom/acme/Shapes$Box;Lcom/acme/Shapes$Box;)Ljava/lang/Comparable;")
                .object(
                    "com.acme.Shapes$Box",
                    fields(&[("$Box", "content", Value::Object(1))]),
                )
                .object("java.lang.Long", Contents::Boxed(Value::Long(5)))
                .with("one", Value::Object(0))
                .with("two", Value::Object(0))
                .returns(
                    Value::Object(0),
                    vec![object("java.lang.Long", Contents::Boxed(Value::Long(5)))],
                )
                .decides(&[(LARGER, 0, 1)]),
            &["Shapes.Box one = new Shapes.Box();", "one.content = Long.valueOf(5L);"],
        ),
        (
            Case::new("sum", "(Ljava/util/List;Ljava/util/Map;)I")
                .object("java.util.LinkedList", Contents::Collection(vec![Value::Object(1)]))
                .object("java.lang.Integer", Contents::Boxed(Value::Int(4)))
                .object(
                    "java.util.TreeMap",
                    Contents::Map(vec![(Value::Object(3), Value::Object(4))]),
                )
                .object("java.lang.String", Contents::Text(Text::from("x")))
                .object("java.lang.Integer", Contents::Boxed(Value::Int(4)))
                .with("numbers", Value::Object(0))
                .with("named", Value::Object(2))
                .returns(Value::Int(8), vec![])
                .decides(&[(SUM, 0, 0), (SUM, 0, 1)]),
            &["numbers.add(new Integer(4));", "named.put(new String(\"x\"), new Integer(4));"],
        ),
        (
            Case::new("floats", "(DF)[D")
                .with("one", double(1e300))
                .with("two", Value::Float(FloatBits(0x3dcc_cccd)))
                .returns(
                    Value::Object(0),
                    vec![object(
                        "double[]",
                        Contents::Elements(vec![
                            double(1e300),
                            double(f64::from(0.1f32)),
                            double(-0.0),
                            double(f64::NAN),
                        ]),
                    )],
                ),
            &["1e300", "0.1f"],
        ),
        (
            Case::new("concealed", "(I)I")
                .with("number", Value::Int(0))
                .throws("java.lang.AssertionError", Some("too small"))
                .decides(&[(CONCEALED, 0, 0), (CONCEALED, 1, 0)]),
            &["WayfarerObjects.call(", "thrown.getClass()"],
        ),
        (
            Case::new("over", "(Ljava/lang/Object;)I")
                .object("java.lang.String", Contents::Text(Text::from("a")))
                .with("any", Value::Object(0))
                .returns(Value::Int(1), vec![]),
            &["over((Object) \"a\")"],
        ),
        (
            Case::new("same", "(Ljava/lang/String;Ljava/lang/String;)Z")
                .object("java.lang.String", Contents::Text(Text::from("")))
                .object("java.lang.String", Contents::Text(Text::from("")))
                .with("one", Value::Object(0))
                .with("two", Value::Object(1))
                .returns(Value::Boolean(false), vec![])
                .decides(&[("same(Ljava/lang/String;Ljava/lang/String;)Z", 0, 1)]),
            &["assertFalse(result);"],
        ),
        (
            Case::new("<init>", "(IJ)V")
                .with("width", Value::Int(1))
                .with("height", Value::Long(i64::MIN)),
            &["new Shapes(1, Long.MIN_VALUE);"],
        ),
    ]
}

const DESCRIBE: &str =
    "describe(Lcom/acme/Shapes$Color;Ljava/lang/String;Ljava/lang/Integer;[C)Ljava/lang/String;";
const LARGER: &str = "larger(Lcom/acme/Shapes$Box;Lcom/acme/Shapes$Box;)Ljava/lang/Comparable;";
const SUM: &str = "sum(Ljava/util/List;Ljava/util/Map;)I";
const CONCEALED: &str = "concealed(I)I";

/// A suite over the compiled classes of `tests/java`.
struct Prepared {
    suite: JavaSuite,
    _directory: tempfile::TempDir,
    writer: JUnitWriter,
}

fn jdk() -> PathBuf {
    jvm::Jdk::find(None, None).expect("a JDK is installed").home
}

fn prepare(junit: JUnit) -> Prepared {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let classes = directory.path().join("build/classes");
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let javac = Command::new(jdk().join("bin/javac"))
        .args(["-g", "-d"])
        .arg(&classes)
        .arg(sources.join("com/acme/Shapes.java"))
        .status();
    assert!(javac.expect("javac runs").success());
    let options = jvm::ClassPathOptions {
        entries: vec![classes],
        ..jvm::ClassPathOptions::default()
    };
    let class_path = jvm::ClassPath::open(&options).expect("the class path is open");
    let plan = JavaPlan {
        language: Java::Java,
        format: 1,
        producer: "Wayfarer test".to_owned(),
        created: String::new(),
        class_path: vec![PathBuf::from("build/classes")],
        sources: Vec::new(),
        source_path: vec![sources],
        jdk: jdk(),
        junit,
        methods: cases()
            .into_iter()
            .map(|(case, _)| case.test.method)
            .collect(),
        test_seconds: 10,
        sandbox: suite::SandboxOptions::default(),
        coverage: suite::CoverageScopes::default(),
        monitors: None,
    };
    let suite = JavaSuite {
        directory: directory.path().to_owned(),
        plan,
    };
    suite.create().expect("the suite is created");
    let options = JUnitOptions {
        version: junit,
        seconds: 10,
        producer: "Wayfarer test".to_owned(),
        monitors: None,
        names: TestNames::new("Test", None).expect("names of Java"),
    };
    let writer = JUnitWriter::new(
        &suite.junit_directory(),
        options,
        shapes(Arc::new(class_path)),
    );
    Prepared {
        suite,
        _directory: directory,
        writer,
    }
}

impl Prepared {
    fn add(&mut self, mut test: JavaTest, id: u32) -> JavaTest {
        test.id = id;
        assert_eq!(test.problem(), None);
        test.junit = Some(self.writer.add(&test).expect("the test is written"));
        self.suite.write(&test).expect("the test is kept");
        test
    }

    fn replay(&self) -> JavaReplay {
        let limits = suite::Limits {
            time: Duration::from_secs(10),
            ..suite::Limits::default()
        };
        JavaReplay::build(&self.suite, limits).expect("the runner compiles")
    }

    fn test_class(&self) -> String {
        let path = self
            .suite
            .junit_directory()
            .join("com/acme/ShapesTest.java");
        std::fs::read_to_string(path).expect("the class of tests")
    }

    /// Compiles the tests with all warnings, which are errors.
    fn compile_strictly(&self) {
        let jars = std::fs::read_dir("/usr/share/java").expect("jars are installed");
        let jars = jars.map(|jar| jar.expect("an entry").path().display().to_string());
        let mut path = vec![
            self.suite
                .directory
                .join("build/classes")
                .display()
                .to_string(),
        ];
        path.extend(
            jars.filter(|jar| jar.contains("/junit") || jar.contains("/apiguardian-api.jar")),
        );
        let into = self.suite.directory.join("strict");
        let root = self.suite.junit_directory().join("com/acme");
        let output = Command::new(jdk().join("bin/javac"))
            .args([
                "-Xlint:all,-classfile,-path",
                "-Werror",
                "-proc:none",
                "-cp",
                &path.join(":"),
                "-d",
            ])
            .arg(&into)
            .arg(root.join("ShapesTest.java"))
            .arg(root.join("WayfarerObjects.java"))
            .output()
            .expect("javac runs");
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}\n{}", self.test_class());
    }
}

fn every_case_is_confirmed(junit: JUnit) {
    let mut prepared = prepare(junit);
    let mut tests = Vec::new();
    for (number, (case, words)) in cases().into_iter().enumerate() {
        tests.push(prepared.add(case.test, number as u32 + 1));
        let text = prepared.test_class();
        for word in words {
            assert!(text.contains(word), "{word} is missing in\n{text}");
        }
    }
    prepared.compile_strictly();
    assert_eq!(prepared.suite.tests().expect("tests are there"), tests);
    let mut replay = prepared.replay();
    let verdicts = replay.run(&tests).expect("they run");
    for (test, verdict) in tests.iter().zip(&verdicts) {
        let (id, name) = (test.id, &test.method.name);
        assert_eq!(
            *verdict,
            Verdict::Confirmed,
            "test {id} of {name}\n{}",
            prepared.test_class()
        );
    }
    let report = replay
        .coverage()
        .expect("coverage")
        .expect("it was measured");
    assert!(report.branches.covered > 10 && report.branches.covered < report.branches.total);
    let [file] = report.files.as_slice() else {
        panic!("{report:?}");
    };
    assert!(
        file.file.ends_with("/com/acme/Shapes.java"),
        "{}",
        file.file
    );
}

#[test]
fn junit_5_confirms_what_is_right() {
    every_case_is_confirmed(JUnit::Five);
}

#[test]
fn junit_4_confirms_what_is_right() {
    every_case_is_confirmed(JUnit::Four);
}

/// What a class of tests imports and declares does not depend on strings of the program under test.
#[test]
fn strings_are_not_taken_for_code() {
    let mut prepared = prepare(JUnit::Five);
    let case = Case::new("over", "(Ljava/lang/String;)I")
        .object(
            "java.lang.String",
            Contents::Text(Text::from("new Integer(assertSame(WayfarerObjects.call(")),
        )
        .with("text", Value::Object(0))
        .returns(Value::Int(2), vec![]);
    prepared.add(case.test, 1);
    let text = prepared.test_class();
    assert!(text.contains("\"new Integer(assertSame("), "{text}");
    for word in ["removal", "Assertions.assertSame;", "throws Throwable"] {
        assert!(!text.contains(word), "{word} in\n{text}");
    }
}

#[test]
fn what_is_wrong_is_not_confirmed() {
    let mut prepared = prepare(JUnit::Five);
    let int = |value| Case::new("concealed", "(I)I").with("number", Value::Int(value));
    let right: Steps<'_> = &[(CONCEALED, 0, 0), (CONCEALED, 1, 1)];
    let exits = |status, predicted| {
        let mut case = Case::new("exit", "(I)V")
            .with("status", Value::Int(status))
            .decides(&[("exit(I)V", 0, u64::from(status == 0))]);
        case.test.outcome = JavaOutcome::Exit { status: predicted };
        case
    };
    let mut endless = Case::new("loop", "(Z)V").with("forever", Value::Boolean(true));
    endless.test.outcome = JavaOutcome::Returned {
        value: None,
        objects: vec![],
    };
    let mut reads = Case::new("read", "()I").returns(Value::Int(200), vec![]);
    reads.test.stdin = Some(vec![200]);
    let wrong_way: Steps<'_> = &[(CONCEALED, 0, 0), (CONCEALED, 1, 0)];
    let cases = [
        (
            int(2).returns(Value::Int(2), vec![]).decides(right),
            "confirmed",
            "",
        ),
        (
            int(2).returns(Value::Int(3), vec![]).decides(right),
            "not reproduced",
            "expected: <3>",
        ),
        (
            int(2).returns(Value::Int(2), vec![]).decides(wrong_way),
            "confirmed by another way",
            "1 of com.acme",
        ),
        (
            int(2).returns(Value::Int(2), vec![]),
            "confirmed by another way",
            "0 decisions",
        ),
        (
            int(0).returns(Value::Int(0), vec![]).decides(right),
            "not reproduced",
            "too small",
        ),
        (exits(3, 3), "confirmed", ""),
        (exits(3, 4), "not reproduced", "exit status 3"),
        (exits(0, 0), "not reproduced", "returned"),
        (endless, "not reproduced", "no end in time"),
        (reads, "confirmed", ""),
        (
            int(1)
                .throws("java.lang.AssertionError", None)
                .decides(right),
            "not reproduced",
            "AssertionError",
        ),
    ];
    let mut tests = Vec::new();
    for (number, (case, _, _)) in cases.iter().enumerate() {
        tests.push(prepared.add(case.test.clone(), number as u32 + 1));
    }
    let verdicts = prepared.replay().run(&tests).expect("they run");
    for ((_, word, part), verdict) in cases.iter().zip(&verdicts) {
        assert_eq!(verdict.name(), *word, "{verdict:?}");
        assert!(format!("{verdict:?}").contains(part), "{verdict:?}");
    }
}

/// Tests that do not compile, whether they alone are wrong or their class is, do not keep others from
/// running.
#[test]
fn what_does_not_compile_is_left_out() {
    for junit in [JUnit::Four, JUnit::Five] {
        let mut prepared = prepare(junit);
        let right: Steps<'_> = &[(CONCEALED, 0, 0), (CONCEALED, 1, 1)];
        let mut tests = Vec::new();
        for id in 1..=5 {
            let case = Case::new("concealed", "(I)I").with("number", Value::Int(id));
            let case = case.returns(Value::Int(id), vec![]).decides(right);
            tests.push(prepared.add(case.test, id as u32));
        }
        let mut other = Case::new("<init>", "()V");
        other.test.method.class = "com.acme.Shapes$Box".to_owned();
        tests.push(prepared.add(other.test, 6));
        let root = prepared.suite.junit_directory().join("com/acme");
        let edit = |name: &str, from: &str, to: &str| {
            let path = root.join(name);
            let text = std::fs::read_to_string(&path).expect("it was written");
            assert!(text.contains(from), "{text}");
            std::fs::write(&path, text.replace(from, to)).expect("it is written");
        };
        // A wrong type, and what javac only looks for when all types are right.
        edit(
            "ShapesTest.java",
            "assertEquals(2, result);",
            "assertEquals(2, unknown);",
        );
        edit(
            "ShapesTest.java",
            "assertEquals(4, result);",
            "int twice; assertEquals(4, twice);",
        );
        edit(
            "ShapesBoxTest.java",
            "class ShapesBoxTest {",
            "class ShapesBoxTest extends Nothing {",
        );
        let verdicts = prepared.replay().run(&tests).expect("the others run");
        let reasons: Vec<_> = verdicts
            .iter()
            .map(|verdict| match verdict {
                Verdict::NotReplayed { reason } => reason.as_str(),
                verdict => verdict.name(),
            })
            .collect();
        let wrong = "the test does not compile: ";
        assert_eq!(
            reasons,
            [
                "confirmed",
                &format!("{wrong}cannot find symbol"),
                "confirmed",
                &format!("{wrong}variable twice might not have been initialized"),
                "confirmed",
                &format!("{wrong}cannot find symbol"),
            ]
        );
    }
}
