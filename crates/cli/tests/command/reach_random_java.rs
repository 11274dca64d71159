//! Verdicts on targets in Java programs, judged by brute force: small random methods of two bytes with loops,
//! arrays, objects, handlers, lambdas and calls, in which marks stand at random places and behind both sides of
//! branches. A JVM runs them with every input; a mark or side that is said to be unreachable must be met by
//! none of them, one that is said to be reached by one.
//!
//! `REACH_PROGRAMS` and `REACH_SEED` say how many programs the long test makes, and from which seed on.

use crate::random_program::{self, Generator as _, Program};
use crate::seeds;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const HEAD: &str = "\
import java.util.function.IntUnaryOperator;

class P {
    static boolean[] met = new boolean[256];
    static int[] g = new int[4];
    static class A {
        int x;
        A next;
        A(int x) { this.x = x; }
        int get() { return x; }
    }
    static class B extends A {
        B(int x) { super(x + 1); }
        int get() { return x * 2; }
    }
";

const ALL_INPUTS: &str = "\
class All {
    public static void main(String[] arguments) {
        for (int i = 0; i < 65536; i++) {
            java.util.Arrays.fill(P.g, 0);
            try {
                P.f((byte) i, (byte) (i >> 8));
            } catch (RuntimeException e) {
                continue;
            }
        }
        for (int k = 0; k < 256; k++)
            if (P.met[k])
                System.out.println(k);
    }
}
";

struct Generator {
    program: Program,
    marks: u32,
    /// Targets with the marks that tell whether they are met.
    targets: Vec<(String, u32)>,
}

impl random_program::Generator for Generator {
    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn block(&mut self, budget: u32) {
        let statements = 1 + self.pick(2);
        for _ in 0..statements {
            if self.marks > 200 {
                return;
            }
            match self.pick(if budget > 0 { 9 } else { 5 }) {
                0 | 1 => {
                    let value = self.value(2);
                    self.line(&format!("v = {value};"));
                }
                2 => {
                    let (index, value) = (self.value(0), self.value(1));
                    self.line(&format!("g[{index} & 3] = {value};"));
                }
                3 => {
                    let (class, value) = (["A", "B"][self.pick(2) as usize], self.value(0));
                    self.line(&format!("o = new {class}({value});"));
                }
                4 => self.line("o.next = o;"),
                5 | 6 => self.marked_branch(budget - 1),
                7 => self.repeated(budget - 1),
                _ => self.guarded(budget - 1),
            }
        }
    }
}

impl Generator {
    /// The number of the next line.
    fn next_line(&self) -> usize {
        self.program.text.lines().count() + 1
    }

    fn mark(&mut self) -> u32 {
        let mark = self.marks;
        self.marks += 1;
        let line = self.next_line();
        self.targets.push((format!("P.java:{line}"), mark));
        self.line(&format!("met[{mark}] = true;"));
        mark
    }

    fn value(&mut self, depth: u32) -> String {
        let leaf = depth == 0;
        match self.pick(if leaf { 5 } else { 11 }) {
            0 => "a".to_owned(),
            1 => "b".to_owned(),
            2 => "v".to_owned(),
            3 => self.pick(9).to_string(),
            4 => format!("g[{}]", self.pick(4)),
            5 => format!("o.get() + {}", self.pick(3)),
            6 => format!("op.applyAsInt({})", self.value(0)),
            7 => format!("({} / {})", self.value(0), self.value(0)),
            8 => format!("g[{} & 3]", self.value(0)),
            _ => {
                let operator = ["+", "-", "*", "&", "|", "^", ">>"][self.pick(7) as usize];
                let (left, right) = (self.value(depth - 1), self.value(depth - 1));
                format!("({left} {operator} {right})")
            }
        }
    }

    fn atom(&mut self) -> String {
        let operator = ["<", "<=", "==", "!=", ">", ">="][self.pick(6) as usize];
        let (left, right) = (self.value(1), self.value(1));
        match self.pick(6) {
            0 => format!("!({left} {operator} {right})"),
            1 => format!("({left} & 7) == {}", self.pick(10)),
            2 => "o.next != null".to_owned(),
            3 => "o instanceof B".to_owned(),
            _ => format!("{left} {operator} {right}"),
        }
    }

    fn condition(&mut self) -> (String, bool) {
        let first = self.atom();
        match self.pick(5) {
            0 => (format!("{first} && {}", self.atom()), false),
            1 => (format!("{first} || {}", self.atom()), false),
            2 => (
                format!("!({first} && ({} || {}))", self.atom(), self.atom()),
                false,
            ),
            _ => (first, true),
        }
    }

    fn marked_branch(&mut self, budget: u32) {
        let (condition, is_single) = self.condition();
        let line = self.next_line();
        self.line(&format!("if ({condition}) {{"));
        for side in ["true", "false"] {
            self.program.depth += 1;
            let mark = self.mark();
            if is_single {
                self.targets.push((format!("P.java:{line}:{side}"), mark));
            }
            self.block(budget / 2);
            self.program.depth -= 1;
            self.line(if side == "true" { "} else {" } else { "}" });
        }
    }

    fn repeated(&mut self, budget: u32) {
        let i = self.name('i');
        let (condition, _) = self.condition();
        let end = match self.pick(3) {
            0 => {
                self.line(&format!(
                    "for (int {i} = 0; {i} < 3 && ({condition}); {i}++) {{"
                ));
                "}".to_owned()
            }
            1 => {
                self.line(&format!("int {i} = 0;"));
                self.line(&format!("while ({i}++ < 3 && ({condition})) {{"));
                "}".to_owned()
            }
            _ => {
                self.line(&format!("int {i} = 0;"));
                self.line("do {");
                format!("}} while ({i}++ < 2 && ({condition}));")
            }
        };
        self.program.depth += 1;
        self.block(budget / 2);
        if self.pick(3) == 0 {
            let (leave, word) = (self.atom(), ["break", "continue"][self.pick(2) as usize]);
            self.line(&format!("if ({leave})"));
            self.line(&format!("    {word};"));
        }
        self.block(budget / 3);
        self.program.depth -= 1;
        self.line(&end);
    }

    fn guarded(&mut self, budget: u32) {
        self.line("try {");
        self.program.depth += 1;
        self.block(budget / 2);
        let divided = self.value(1);
        self.line(&format!("v = {divided} / (v & 3);"));
        self.mark();
        self.program.depth -= 1;
        self.line("} catch (ArithmeticException e) {");
        self.program.depth += 1;
        self.mark();
        self.program.depth -= 1;
        if self.pick(2) == 0 {
            self.line("} finally {");
            self.program.depth += 1;
            self.mark();
            self.block(budget / 3);
            self.program.depth -= 1;
        }
        self.line("}");
    }
}

/// A program, and its targets with their marks.
fn generate(seed: u64) -> (String, Vec<(String, u32)>) {
    let mut generator = Generator {
        program: Program::new(seed, HEAD),
        marks: 0,
        targets: Vec::new(),
    };
    generator.program.depth = 1;
    generator.line("static int f(byte a, byte b) {");
    generator.program.depth += 1;
    generator.line("int v = 0;");
    generator.line("A o = new A(a);");
    generator.line("int by = b & 3;");
    generator.line("IntUnaryOperator op = x -> x > 3 ? x - by : x + 1;");
    generator.marked_branch(3);
    generator.block(3);
    generator.mark();
    generator.line("return v;");
    generator.program.depth -= 1;
    generator.line("}");
    generator.program.text += "}\n";
    (generator.program.text, generator.targets)
}

/// The marks that some input meets.
fn met(source: &Path) -> BTreeSet<u32> {
    let directory = source.parent().expect("a directory");
    let all = directory.join("All.java");
    std::fs::write(&all, ALL_INPUTS).expect("it is written");
    let classes = directory.join("all");
    let compiled = Command::new("javac")
        .args(["-g", "-d"])
        .arg(&classes)
        .args([source, &all])
        .status()
        .expect("javac runs");
    assert!(
        compiled.success(),
        "{}",
        std::fs::read_to_string(source).unwrap_or_default()
    );
    let output = Command::new("java")
        .arg("-cp")
        .arg(&classes)
        .arg("All")
        .output()
        .expect("java runs");
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout);
    text.lines()
        .map(|line| line.parse().expect("a number"))
        .collect()
}

fn verdicts(source: &Path, targets: &[(String, u32)], direction: &str) -> Vec<(String, String)> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    command.arg("reach").arg(source).arg("P.f");
    for (target, _) in targets {
        command.args(["--target", target]);
    }
    let output = command
        .args(["--json", "--time", "20", "--direction", direction])
        .args(["--force", "-o", direction])
        .current_dir(source.parent().expect("a directory"))
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let summary: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{message}"));
    let all = summary["targets"].as_array().expect("a list");
    let text = |target: &Value, key: &str| target[key].as_str().unwrap_or_default().to_owned();
    // Those without code come behind the others.
    let of = |name: &String| {
        let mut all = all.iter();
        let target = all.find(|target| target["target"] == *name);
        target.unwrap_or_else(|| panic!("nothing is said of {name}: {summary}"))
    };
    let found = targets.iter().map(|(name, _)| of(name));
    found
        .map(|target| (text(target, "verdict"), text(target, "why")))
        .collect()
}

#[derive(Debug, Default)]
struct Totals {
    targets: usize,
    reachable: usize,
    decided: usize,
    proved_backward: usize,
    wrong: Vec<String>,
}

impl seeds::Totals for Totals {
    fn add(&mut self, others: Totals) {
        self.targets += others.targets;
        self.reachable += others.reachable;
        self.decided += others.decided;
        self.proved_backward += others.proved_backward;
        self.wrong.extend(others.wrong);
    }
}

fn check(seed: u64, totals: &mut Totals) {
    let (text, targets) = generate(seed);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("P.java");
    std::fs::write(&source, &text).expect("the program is written");
    let met = met(&source);
    totals.targets += targets.len();
    for (_, mark) in &targets {
        totals.reachable += usize::from(met.contains(mark));
    }
    for direction in ["backward", "both"] {
        let verdicts = verdicts(&source, &targets, direction);
        assert_eq!(verdicts.len(), targets.len());
        for ((target, mark), (verdict, why)) in targets.iter().zip(&verdicts) {
            let is_met = met.contains(mark);
            let decided = verdict != "open";
            totals.decided += usize::from(decided && direction == "both");
            totals.proved_backward += usize::from(decided && direction == "backward");
            let is_wrong = match verdict.as_str() {
                "reached" => !is_met,
                "unreachable" => is_met,
                _ => false,
            };
            if is_wrong {
                let what = format!("seed {seed}, {direction}: {target} is not {verdict}");
                eprintln!("{what}\n{text}");
                totals.wrong.push(what);
            }
            if !decided && (direction == "both" || !is_met) {
                println!("seed {seed}, {direction}: {target} is open ({why})");
            }
        }
    }
}

fn check_all(seeds: std::ops::Range<u64>) {
    let totals: Totals = seeds::check(seeds, check);
    println!("{totals:?}");
    assert!(totals.wrong.is_empty(), "{:?}", totals.wrong);
    assert!(
        totals.decided * 10 >= totals.targets * 9,
        "too few targets are decided"
    );
}

#[test]
fn no_verdict_is_wrong() {
    check_all(1..4);
}

#[test]
#[ignore = "long: `make test-long`"]
fn no_verdict_on_many_programs_is_wrong() {
    check_all(seeds::wanted("REACH", 1..201));
}
