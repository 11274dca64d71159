//! One file is one test: a program with runs in its comments and, below each, what an extension sees
//! of it: the order of visits, forks, infeasible arms with the decisions they are in conflict with, ends
//! of paths, and finished parts of the tree. `UPDATE=1` writes what did happen, to be reviewed.
//!
//! A line `run OPTION=VALUE …` begins a run; nodes are named by the choices that lead to them.

use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use wayfarer_explore::extensions::{Extension, Forked, InfeasibleArm, Skip};
use wayfarer_explore::tree::{Closed, Found, NodeId};
use wayfarer_explore::{
    BoxError, Decided, Explorer, KeptPath, Observer, Options, Progress, PruneFor, Start,
};

/// Writes down what it is told.
#[derive(Clone, Default)]
struct Log {
    text: Rc<RefCell<Vec<String>>>,
    names: Rc<RefCell<FxHashMap<NodeId, String>>>,
}

impl Log {
    fn say(&self, line: String) {
        self.text.borrow_mut().push(line);
    }

    fn name(&self, node: NodeId) -> String {
        let names = self.names.borrow();
        names.get(&node).map_or("start", String::as_str).to_owned()
    }
}

fn decided(decided: &Decided) -> String {
    let number = decided.site.decision.map(|number| format!("#{number}"));
    let number = number.unwrap_or_else(|| format!("{:?}", decided.kind));
    format!("{number}={}", decided.choice)
}

impl Extension for Log {
    fn name(&self) -> &'static str {
        "log"
    }

    fn forked(&mut self, fork: &Forked<'_>) {
        let above = self.name(fork.above);
        let mut arms = Vec::new();
        for &(arm, node) in fork.arms {
            let choice = fork.fork.arms[arm].choice;
            let name = match above.as_str() {
                "start" => choice.to_string(),
                above => format!("{above}.{choice}"),
            };
            arms.push(name.clone());
            self.names.borrow_mut().insert(node, name);
        }
        let taken = decided(&Decided::of(fork.fork, fork.fork.taken));
        let (decision, arms) = (fork.decision, arms.join(", "));
        self.say(format!(
            "fork {above}: decision {decision} {taken} [{arms}]"
        ));
    }

    fn may_skip(&mut self, node: NodeId) -> Option<Skip> {
        self.say(format!("into {}", self.name(node)));
        None
    }

    fn infeasible(&mut self, arm: &InfeasibleArm<'_>, _program: &dyn ir::Program) {
        let core = arm.core.iter();
        let core: Vec<String> = core
            .map(|(number, with)| format!("{number} {}", decided(with)))
            .collect();
        let (node, arm) = (self.name(arm.node), decided(&arm.arm));
        self.say(format!(
            "infeasible {node}: {arm} after [{}]",
            core.join(", ")
        ));
    }

    fn path_ended(&mut self, node: NodeId, how: Closed) {
        self.say(format!("end {}: {}", self.name(node), how.name()));
    }

    fn subtree_closed(&mut self, node: NodeId, found: Found, _machine: &mut vm::Machine) {
        let mut what = Vec::new();
        let all = [
            (found.completed(), "completed"),
            (found.error(), "error"),
            (found.covered_new(), "new"),
            (found.has_left_out(), "left out"),
        ];
        what.extend(all.into_iter().filter(|(is, _)| *is).map(|(_, what)| what));
        self.say(format!("closed {}: {}", self.name(node), what.join(", ")));
    }
}

struct Nobody;

impl Observer for Nobody {
    fn path(&mut self, _path: &KeptPath) -> Result<(), BoxError> {
        Ok(())
    }

    fn progress(&mut self, _progress: &Progress) {}

    fn warning(&mut self, _text: &str) {}
}

fn options(words: &str) -> Options {
    let mut options = Options {
        strategy: "dfs".to_owned(),
        ..Options::default()
    };
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').expect("OPTION=VALUE");
        let number = || value.parse().expect("a number");
        match name {
            "strategy" => value.clone_into(&mut options.strategy),
            "loop-bound" => options.limits.loop_bound = Some(number() as u32),
            "max-paths" => options.limits.paths = Some(number()),
            "max-depth" => options.limits.depth = Some(number() as u32),
            "max-findings" => options.limits.findings = Some(number()),
            "slice" => options.limits.slice = Some(number()),
            "seed" => options.seed = number(),
            "prune" if value == "errors" => options.prune = Some(PruneFor::Errors),
            "prune" if value == "coverage" => options.prune = Some(PruneFor::Coverage),
            _ => panic!("{name}: no such option"),
        }
    }
    options
}

/// What a run showed.
fn explored(program: &Arc<ir::Module>, words: &str) -> Vec<String> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let machine = vm::Machine::new(program.clone(), vm::Options::default());
    let solver = solver::Solver::new(solver::Options::default(), interrupt.clone());
    let solver = solver.expect("there is a solver");
    let (start, options) = (Start::Main(Vec::new()), options(words));
    let explorer = Explorer::new(machine, solver, start, &[], options, interrupt);
    let log = Log::default();
    let explorer = explorer.expect("it starts").with(Box::new(log.clone()));
    let report = explorer.run(&mut Nobody);
    let mut lines = log.text.take();
    lines.push(format!("{} paths", report.paths));
    let left = report.left.iter();
    lines.extend(left.map(|left| format!("left {}: {}", left.what, left.count)));
    lines
}

/// The file as it should be.
fn checked(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("the test file");
    let parsed = ir::parse(path.to_str().expect("UTF-8"), &text);
    let module = parsed.unwrap_or_else(|error| panic!("{error}"));
    ir::verify(&module).unwrap_or_else(|problems| panic!("{problems:?}"));
    let program = Arc::new(module);
    let mut expected = String::new();
    for line in text.lines().filter(|line| !line.starts_with(";=")) {
        expected += line;
        expected.push('\n');
        if let Some(words) = line.strip_prefix("; run") {
            for shown in explored(&program, words) {
                expected += &format!(";= {shown}\n");
            }
        }
    }
    expected
}

#[test]
fn files_show_what_is_explored() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let files = std::fs::read_dir(directory).expect("the test files");
    let mut files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut wrong = Vec::new();
    for file in files {
        let (is, should) = (
            std::fs::read_to_string(&file).expect("the test file"),
            checked(&file),
        );
        if is != should {
            match std::env::var_os("UPDATE") {
                Some(_) => std::fs::write(&file, should).expect("the file is written"),
                None => wrong.push(format!("{}\n{should}", file.display())),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
