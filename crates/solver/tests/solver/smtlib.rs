//! Scripts: files with their answers, round trips through the printer, malformed input.

use crate::generate::Generator;
use crate::generous;
use std::path::Path;
use std::time::Duration;
use term::{Model, Pool};
use wayfarer_solver::{
    Answer, Backend, BackendKind, Options, PathCondition, Solver, SolverError, Z3Backend,
    run_script,
};

fn run(text: &str) -> Result<String, SolverError> {
    let mut out = Vec::new();
    run_script(
        &mut text.as_bytes(),
        &Options {
            check: true,
            ..Options::default()
        },
        &mut out,
    )?;
    Ok(String::from_utf8(out).expect("answers are text"))
}

#[test]
fn any_script_is_read_or_refused() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smtlib");
    let options = Options {
        time: Duration::from_millis(20),
        ..Options::default()
    };
    mutants::check(&mutants::files(&directory, "smt2"), 1500, |bytes| {
        let _ = run_script(&mut &*bytes, &options, &mut std::io::sink());
    });
}

#[test]
fn files_answer_as_they_say() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/smtlib");
    let mut files: Vec<_> = std::fs::read_dir(directory)
        .expect("the directory is part of the crate")
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    assert!(files.len() >= 4);
    for file in files {
        let text = std::fs::read_to_string(&file).expect("readable");
        let lines = text
            .lines()
            .filter_map(|line| line.strip_prefix("; expect: "));
        let expected: String = lines.map(|line| format!("{line}\n")).collect();
        let answer = run(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert_eq!(answer, expected, "{}", file.display());
    }
}

/// What the pool prints reads back as what it was: both are decided alike.
#[test]
fn printed_queries_read_back() {
    let mut answers = [0; 2];
    for seed in 0..60 {
        let mut pool = Pool::new();
        let mut generator = Generator::new(&mut pool, seed, &[8, 5], 2).with_arrays(&mut pool);
        generator.hard = seed.is_multiple_of(2);
        for _ in 0..10 {
            generator.grow(&mut pool);
        }
        let set: Vec<_> = (0..4).map(|_| generator.grow_bool(&mut pool)).collect();
        let direct = Z3Backend::new().check(&mut pool, &set, &Model::new(), &generous());
        let expected = match direct {
            Answer::Sat(_) => "sat\n",
            Answer::Unsat(_) => "unsat\n",
            Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
        };
        answers[usize::from(expected == "sat\n")] += 1;
        let script = pool.to_smtlib(&set);
        assert_eq!(
            run(&script).expect("it is a script"),
            expected,
            "seed {seed}\n{script}"
        );
    }
    assert!(answers[0] > 3 && answers[1] > 3, "{answers:?}");
}

/// A model that is printed as definitions satisfies the script that asked for it.
#[test]
fn models_read_back() {
    let script = "(declare-fun x () (_ BitVec 9)) (declare-fun |a b| () Bool)
        (declare-fun m () (Array (_ BitVec 4) (_ BitVec 8)))
        (declare-fun f ((_ BitVec 9)) (_ BitVec 8))
        (define-fun holds () Bool (and (not |a b|) (bvult #b000000110 x)
            (= (select m #x3) (f x) #x17) (= (f (bvadd x x)) #x18)))";
    let answer = run(&format!("{script} (assert holds) (check-sat) (get-model)")).expect("runs");
    let model = answer
        .strip_prefix("sat\n(\n")
        .and_then(|rest| rest.strip_suffix(")\n"));
    let model = model.expect("a list of definitions");
    let definition = script.split("(define-fun").nth(1).expect("it has one");
    let again = format!("{model} (define-fun {definition} (assert (not holds)) (check-sat)");
    assert_eq!(run(&again).expect("runs"), "unsat\n", "{again}");
}

#[test]
fn nesting_costs_no_stack() {
    let depth = 200_000;
    let mut text = String::from("(declare-fun x () (_ BitVec 8)) (assert (= #x01 ");
    text.push_str(&"(bvnot (bvadd #x01 ".repeat(depth));
    text.push('x');
    text.push_str(&"))".repeat(depth));
    text.push_str(")) (check-sat)");
    let mut out = Vec::new();
    run_script(&mut text.as_bytes(), &Options::default(), &mut out).expect("runs");
    assert_eq!(out, b"sat\n");
    let open = "(".repeat(1_000_000);
    assert!(matches!(
        run(&open),
        Err(SolverError::Script { line: 1, .. })
    ));
}

#[test]
fn malformed_scripts_are_refused_by_line() {
    let cases = [
        ("(check-sat", 1),
        ("(push 4294967295)", 1),
        ("(push 60000)\n(push 60000)", 2),
        ("(declare-const x (_ BitVec 65537))", 1),
        (")", 1),
        ("\n\"open", 2),
        ("|open", 1),
        ("x", 1),
        ("()", 1),
        ("(())", 1),
        ("(assert)", 1),
        ("\n(assert x)", 2),
        ("(assert #x00)", 1),
        ("(assert (= #x00 #x0))", 1),
        ("(assert (and #x00 true))", 1),
        ("(assert (bvult true false))", 1),
        ("(assert (= ((_ extract 8 0) #x00) #x00))", 1),
        ("(assert (= ((_ extract x 0) #x00) #x00))", 1),
        ("(assert (= ((_ zero_extend 4294967295) #x00) #x00))", 1),
        ("(assert (= ((_ repeat 0) #x00) #x00))", 1),
        ("(assert (= (_ bv5 0) (_ bv5 0)))", 1),
        ("(assert (= (_ bv-5 8) (_ bv5 8)))", 1),
        ("(assert (= #xzz #xzz))", 1),
        ("(assert (= #x #x))", 1),
        ("(assert (let ((a true) b) a))", 1),
        ("(assert (let x x))", 1),
        ("(assert (let ((a true)) ))", 1),
        ("(assert (not))", 1),
        ("(assert (not true true))", 1),
        ("(assert (select #x00 #x00))", 1),
        ("(declare-fun x () Int)", 1),
        ("(declare-fun x () (_ FloatingPoint 3 5))", 1),
        ("(declare-fun x () (Array RoundingMode Bool))", 1),
        ("(assert (fp.isNaN #x0000))", 1),
        ("(assert (fp.isNaN (fp #b0 #x00 #x0)))", 1),
        ("(assert (fp.isNaN (fp.add (_ NaN 5 11) (_ NaN 5 11))))", 1),
        (
            "(assert (fp.isNaN (fp.add RNE (_ NaN 5 11) (_ NaN 8 24))))",
            1,
        ),
        ("(assert (fp.isNaN ((_ to_fp 5 11) RNE (/ 1 0))))", 1),
        ("(assert (fp.isNaN ((_ to_fp 5 11) 0.5)))", 1),
        ("(assert (= ((_ fp.to_ubv 0) RNE (_ NaN 5 11)) #x0))", 1),
        ("(assert (forall ((x Bool)) x))", 1),
        ("(set-option :print-success maybe)", 1),
        ("(get-unsat-core)", 1),
        ("(get-info :reason-unknown)", 1),
        ("(declare-fun x () (_ BitVec 0))", 1),
        ("(declare-fun x () (_ BitVec -1))", 1),
        ("(declare-fun x () (Array (Array Bool Bool) Bool))", 1),
        ("(define-fun f ((a Bool)) Bool (f a)) (assert (f true))", 1),
        ("(define-fun f ((a Bool)) Bool a) (assert (f #x0))", 1),
        ("(define-fun f ((a Bool)) Bool a) (assert (f true true))", 1),
        ("(define-fun f () Bool #x00)", 1),
        ("(pop 1)", 1),
        ("(push -1)", 1),
        ("(get-model)", 1),
        ("(frobnicate)", 1),
        ("(define-fun f ((a Bool)) Bool (g a))", 1),
        ("(define-fun f ((a Bool)) (_ BitVec 8)\n a)", 2),
        ("(define-fun f ((a Bool)\n (a Bool)) Bool a)", 2),
        ("(define-fun f ((a Bool)) Bool (! a :named n))", 1),
        ("(assert (let ((x true)\n (x false)) x))", 2),
        ("(assert (! true :named))", 1),
        ("(declare-const #x00 Bool)", 1),
        ("(declare-const 12 Bool)", 1),
        ("(declare-const let Bool)", 1),
        ("(declare-const :a Bool)", 1),
        ("(declare-const true Bool)", 1),
        ("(declare-const RNE Bool)", 1),
        ("(define-sort Bool () (_ BitVec 1))", 1),
        ("(check-sat)\n(get-value ())", 2),
    ];
    for (text, expected) in cases {
        match run(text) {
            Err(SolverError::Script { line, .. }) => assert_eq!(line, expected, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

/// A name has one meaning at a time, whatever gave it and on whatever level of the stack.
#[test]
fn second_declarations_are_refused() {
    let first = [
        "(declare-const a Bool)",
        "(declare-fun a () Bool)",
        "(declare-fun a (Bool) Bool)",
        "(define-fun a () Bool true)",
        "(define-fun a ((x Bool)) Bool x)",
        "(define-const a Bool true)",
        "(assert (! true :named a))",
    ];
    let second = [first.as_slice(), &["(declare-const |a| (_ BitVec 8))"]].concat();
    for one in first {
        for two in &second {
            for between in [
                "\n",
                "\n(push)",
                "\n(push)(pop)",
                "\n(check-sat)(push 2)(pop 1)",
            ] {
                let text = format!("{one}{between}{two}");
                match run(&text) {
                    Err(SolverError::Script { line, message, .. }) => {
                        assert_eq!((line, &*message), (2, "a is declared already"), "{text}");
                    }
                    other => panic!("{text}: {other:?}"),
                }
            }
            for apart in [
                format!("(push){one}(pop){two}"),
                format!("{one}(reset){two}"),
            ] {
                run(&apart).unwrap_or_else(|error| panic!("{apart}: {error}"));
            }
        }
    }
    let sorts = "(define-sort S () Bool)\n(define-sort S () Bool)";
    assert!(matches!(
        run(sorts),
        Err(SolverError::Script { line: 2, .. })
    ));
    run("(push) (define-sort S () Bool) (pop) (define-sort S () Bool)").expect("one at a time");
    let global = "(set-option :global-declarations true) (push) (declare-const a Bool) (pop)\n
        (declare-const a Bool)";
    assert!(matches!(
        run(global),
        Err(SolverError::Script { line: 3, .. })
    ));
}

/// What is said of a function is said of one function: by `get-value`, at points that the assertions do
/// not mention, and by `get-model`, behind a `pop` as well.
#[test]
fn models_of_functions_are_functions() {
    let byte = "(_ BitVec 8)";
    let head = format!("(declare-fun f ({byte}) {byte}) (declare-const b {byte})");
    let never = run(&format!("{head} (check-sat) (get-model)")).expect("runs");
    let definition = "  (define-fun f ((x!0 (_ BitVec 8))) (_ BitVec 8) #x00)\n";
    assert!(never.contains(definition), "{never}");

    let asked = "(assert (= (f b) #x05)) (check-sat) (get-value (b (f b) (f #x00) (f (f #x00))))";
    let answer = run(&format!("{head} {asked}")).expect("runs");
    let expected = "sat\n((b #x00)\n ((f b) #x05)\n ((f #x00) #x05)\n ((f (f #x00)) #x00))\n";
    assert_eq!(answer, expected);

    let popped = format!(
        "{head} (assert (= (f b) #x05)) (push) (declare-const a {byte}) (assert (= (f a) #x07))
        (check-sat) (pop) (check-sat) (get-model)"
    );
    let answer = run(&popped).expect("runs");
    let model = answer.strip_prefix("sat\nsat\n(\n");
    let model = model.and_then(|rest| rest.strip_suffix(")\n"));
    let model = model.expect("a list of definitions");
    let again = format!("{model} (assert (not (= (f b) #x05))) (check-sat)");
    assert_eq!(run(&again).expect("runs"), "unsat\n", "{again}");
}

#[test]
fn status_is_compared() {
    let text = "(set-info :status unsat) (assert true) (check-sat)";
    let mut out = Vec::new();
    let summary = run_script(&mut text.as_bytes(), &Options::default(), &mut out).expect("runs");
    assert_eq!((summary.sat, summary.unexpected), (1, 1));
}

/// Equality of free arrays is nothing that the native back end decides: it is counted as passed on.
#[test]
fn what_is_passed_on_is_counted() {
    let text = "(declare-const a (Array (_ BitVec 32) (_ BitVec 8)))
        (declare-const b (Array (_ BitVec 32) (_ BitVec 8))) (declare-const i (_ BitVec 32))
        (assert (= a b)) (assert (bvult (select a i) (select b i))) (check-sat)";
    let options = Options {
        backend: BackendKind::Portfolio,
        plain: true,
        ..Options::default()
    };
    let mut out = Vec::new();
    let summary = run_script(&mut text.as_bytes(), &options, &mut out).expect("runs");
    assert_eq!(out, b"unsat\n");
    let count = |name| summary.counters.iter().find(|(other, _)| *other == name);
    assert_eq!(count("passed_on"), Some(&("passed_on", 1)));
    assert_eq!(
        count("passed_on_with_arrays"),
        Some(&("passed_on_with_arrays", 1))
    );
    assert_eq!(count("answered_by_z3"), Some(&("answered_by_z3", 1)));
}

#[test]
fn errors_name_the_column() {
    let text = "(check-sat)\n  (assert (bvult #x00 é (bvadd #x0 #x00)))";
    match run("(assert |é|) (assert true)").and_then(|_| run(text)) {
        Err(SolverError::Script { line, column, .. }) => assert_eq!((line, column), (1, 9)),
        other => panic!("{other:?}"),
    }
    match run("(check-sat) ; \n (assert (= #xé #x0)) (assert (bvult #x0 #x00))") {
        Err(SolverError::Script { line, column, .. }) => assert_eq!((line, column), (2, 13)),
        other => panic!("{other:?}"),
    }
    match run("(declare-const é Bool) (assert é) (assert (bvult #x0 #x00))") {
        Err(error) => assert_eq!(
            error.to_string(),
            "1:43: bvult: operands of different sorts"
        ),
        other => panic!("{other:?}"),
    }
}

/// What `record` writes is a script that every back end answers as it was answered.
#[test]
fn recorded_queries_read_back() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    for seed in 0..40 {
        let file = directory.path().join("queries.smt2");
        let recording = Options {
            record: Some(file.clone()),
            ..Options::default()
        };
        let mut solver = Solver::new(recording, Default::default()).expect("it can be written");
        let mut pool = Pool::new();
        let mut generator = Generator::new(&mut pool, seed, &[8, 5], 2);
        if seed.is_multiple_of(2) {
            generator = generator.with_arrays(&mut pool);
        }
        let (mut path, mut model) = (PathCondition::new(), Model::new());
        let mut asked = [0; 2];
        for i in 0..20 {
            if i % 7 == 6 {
                (path, model) = (PathCondition::new(), Model::new());
            }
            generator.grow(&mut pool);
            let goal = generator.grow_bool(&mut pool);
            match solver.check(&mut pool, &path, goal, &model) {
                Answer::Sat(found) => {
                    asked[0] += 1;
                    model = found;
                    path = path.and(&pool, goal);
                }
                Answer::Unsat(_) => asked[1] += 1,
                Answer::Unknown(why) => panic!("seed {seed}: {why:?}"),
            }
        }
        drop(solver);
        let script = std::fs::read_to_string(&file).expect("it was written");
        for (backend, plain) in [
            (BackendKind::Native, true),
            (BackendKind::Z3, true),
            (BackendKind::Portfolio, false),
        ] {
            let options = Options {
                backend,
                plain,
                ..Options::default()
            };
            let mut out = Vec::new();
            let summary = run_script(&mut script.as_bytes(), &options, &mut out)
                .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{script}"));
            assert_eq!(summary.unexpected, 0, "seed {seed}: {backend:?}\n{script}");
            assert!(summary.sat <= asked[0] && summary.unsat <= asked[1]);
            assert!(summary.sat + summary.unsat > 0, "seed {seed}");
        }
    }
}
