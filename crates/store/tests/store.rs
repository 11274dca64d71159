//! A store gives back what it was told, and says clearly what is wrong with one that it cannot read.

use explore::tree::Closed;
use explore::{
    AddedNode, Batch, BlockCode, BoundPlace, CoveredPart, DecisionCode, Ending, ErrorSite, Finding,
    FunctionCode, InputValue, KeyRange, LimitKind, LoggedPath, NodeKey, Part, PathEnd, PendingNode,
    Place, Run, RunKey, Step, StepSite, TotalsDelta,
};
use ir::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use vm::ForkKind;
use wayfarer_store::{
    Description, DirectoryLock, Ended, Leaf, Moved, Opened, Reader, ResourceUsage, Session,
    StartSeed, StoreError, TestSink, Uncovered, Work, Writer, forget_starts, move_places,
};

/// Tests need not be published.
struct Nowhere;

impl TestSink for Nowhere {
    fn publish(&mut self, _id: u32, _content: &str) -> Result<(), StoreError> {
        Ok(())
    }
}

fn description() -> Description {
    Description {
        version: "1.2.3".to_owned(),
        directory: "/somewhere".into(),
        arguments: vec!["explore".into(), "a b.c".into()],
        inputs: Vec::new(),
        program: "00ff".to_owned(),
        starts: vec!["first".to_owned(), "second".to_owned()],
        seeds: vec![StartSeed {
            start: 1,
            inputs: b"\x01b\x00".to_vec(),
        }],
    }
}

fn session() -> Session {
    Session {
        started: "2026-01-01T00:00:00Z".to_owned(),
        version: "1.2.3".to_owned(),
        before: ResourceUsage::default(),
    }
}

fn place(line: u32) -> Place {
    Place {
        file: "a.c".to_owned(),
        line,
        column: 3,
    }
}

fn part(part: Part) -> CoveredPart {
    CoveredPart {
        function: "f".to_owned(),
        part,
    }
}

fn error_site(exception: &str) -> ErrorSite {
    let kind = ErrorKind::UncaughtException;
    ErrorSite {
        kind,
        function: "f".to_owned(),
        place: place(7),
        exception: exception.to_owned(),
        assumption: String::new(),
    }
}

fn finding(exception: &str, test: u32) -> Finding {
    let site = error_site(exception);
    Finding {
        kind: site.kind,
        message: format!("{exception}: why"),
        exception: exception.to_owned(),
        assumption: String::new(),
        place: site.place,
        function: site.function,
        stack: vec![("f".to_owned(), place(7)), ("main".to_owned(), place(9))],
        count: 0,
        test,
        search_by_calls: None,
    }
}

fn code() -> FunctionCode {
    let block = |line: u32, decision| BlockCode {
        lines: [("a.c".to_owned(), line)].into(),
        decision,
    };
    let decision = DecisionCode {
        number: 0,
        place: place(2),
        choices: vec![1, 0],
    };
    FunctionCode {
        name: "f".to_owned(),
        place: place(1),
        blocks: vec![block(2, Some(decision)), block(3, None), block(4, None)],
    }
}

/// A path of a start that ended, one arm that it left, and what was found on it; numbers are drawn
/// from `keys`.
fn batch(start: u32, keys: &mut KeyRange) -> Batch {
    let (path, open, left, run) = (keys.draw(), keys.draw(), keys.draw(), keys.draw());
    let input = InputValue {
        ordinal: 0,
        name: Arc::from("x"),
        width: 12,
        bytes: vec![5, 1],
    };
    let pending = PendingNode {
        run: RunKey(run),
        path,
        hash: u64::MAX,
        depth: 1,
        since_new: 8,
    };
    let node = |key: u64, parent: NodeKey, choice: u64, pending| AddedNode {
        key: NodeKey(key),
        parent,
        choice,
        pending,
    };
    let mut batch = Batch {
        runs: vec![Run {
            key: RunKey(run),
            base: RunKey::ZERO,
            inputs: vec![input],
        }],
        added: vec![
            node(open, NodeKey::start(start), 1, None),
            node(left, NodeKey(open), 0, Some(pending)),
        ],
        opened: vec![NodeKey::start(start)],
        functions: vec![code()],
        ..Batch::default()
    };
    let site = StepSite {
        kind: ForkKind::Branch,
        function: "f".to_owned(),
        block: 0,
        instruction: 2,
        place: place(2),
        decision: Some(0),
    };
    let ending = Ending {
        closed: Some(Closed::Completed),
        end: PathEnd::Exit(4),
        place: place(5),
    };
    // Each explorer has numbers of its own.
    let own = start + 3;
    let log = &mut batch.paths;
    log.sites.push((own, site));
    log.endings.push((own, ending));
    let step = Step {
        choice: 1,
        site: own,
    };
    log.push(&LoggedPath {
        number: path,
        parent: 0,
        depth: 0,
        hash: 77,
        ending: own,
        steps: [step, step].as_slice().into(),
    });
    let delta = &mut batch.delta;
    delta.closed.insert(Closed::Completed, 2);
    delta.explored_share = 0.25;
    delta.errors.insert(error_site("A"), 3);
    delta.limits.insert(LimitKind::Depth, 4);
    delta.unsupported.insert(("this".to_owned(), place(8)), 5);
    delta.bounds.insert(BoundPlace {
        what: "that".to_owned(),
        site: Some(("f".to_owned(), 1, 2)),
    });
    delta.diverged = 6;
    delta.executed_for_inputs.insert(format!("new{start}"));
    batch
}

/// A store that writes.
fn started(opened: Opened) -> Writer {
    let writer = opened.start(Work {
        sink: Box::new(Nowhere),
        interrupt: Arc::new(AtomicBool::new(false)),
    });
    writer.expect("its thread starts")
}

fn ended() -> Ended {
    Ended {
        by: "time".to_owned(),
        at: "2026-01-01T00:00:09Z".to_owned(),
        queries: 10,
        instructions: 11,
    }
}

/// A store in which both starts have a path, the second one with other coverage.
fn written(directory: &Path) -> Batch {
    let lock = DirectoryLock::take(directory).expect("the directory is free");
    let opened = Writer::create(lock, directory, &description(), &session());
    let writer = started(opened.expect("a store is made"));
    let mut keys = KeyRange::first();
    let mut others = KeyRange::behind(keys.draw());
    let first = batch(0, &mut keys);
    writer.begin(0).expect("told");
    let test = writer.test(
        1,
        "77".to_owned(),
        ("{}".to_owned(), b"\x01a\x01x".to_vec()),
    );
    test.expect("told");
    writer.finding(&finding("A", 1)).expect("told");
    writer.finding(&finding("B", 1)).expect("told");
    let covered = [part(Part::Block(0)), part(Part::Arm(0, 0))];
    writer.batch(first.clone(), &covered).expect("told");
    writer.begin(1).expect("told");
    writer.finding(&finding("A", 2)).expect("told");
    let covered = [part(Part::Block(0))];
    writer.batch(batch(1, &mut others), &covered).expect("told");
    writer.finish(&ended()).expect("it is written");
    first
}

#[test]
fn any_store_is_read_or_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    let file = directory.path().join(wayfarer_store::FILE);
    let whole = std::fs::read(&file).expect("the store is there");
    mutants::check(&[whole], 300, |bytes| {
        std::fs::write(&file, bytes).expect("the store is written");
        let Ok(reader) = Reader::open(directory.path()) else {
            return;
        };
        let _ = (reader.description(), reader.sessions(), reader.tests());
        let _ = (reader.findings(), reader.samples(), reader.closed());
        let _ = (reader.limits(), reader.bounds(), reader.unsupported());
        let _ = (reader.pending(), reader.paths(), reader.restore());
        let _ = reader.seeds_for_others();
        let _ = (reader.functions(), reader.lines(), reader.arms());
        let _ = reader.tree();
    });
}

#[test]
fn any_store_is_changed_or_refused() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    let file = directory.path().join(wayfarer_store::FILE);
    let whole = std::fs::read(&file).expect("the store is there");
    mutants::check(&[whole], 30, |bytes| {
        std::fs::write(&file, bytes).expect("the store is written");
        let _ = move_places(directory.path(), &OneDown);
        let _ = forget_starts(directory.path(), &[0], ["f".to_owned()].iter());
        for entry in std::fs::read_dir(directory.path()).expect("a directory") {
            let path = entry.expect("an entry").path();
            // A journal is of the mutant that left it.
            if path
                .extension()
                .is_some_and(|it| it == "db-wal" || it == "db-shm" || it == "db-journal")
            {
                let _ = std::fs::remove_file(path);
            }
        }
    });
}

#[test]
fn tests_are_seeds_of_other_runs_and_of_what_is_forgotten() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    let reader = Reader::open(directory.path()).expect("the store is read");
    let seed = |start: &str, inputs: &[u8]| (start.to_owned(), inputs.to_vec());
    let both = [seed("first", b"\x01a\x01x"), seed("second", b"\x01b\x00")];
    assert_eq!(reader.seeds_for_others().expect("read"), both);
    drop(reader);
    forget_starts(directory.path(), &[0], ["f".to_owned()].iter()).expect("forgotten");
    let reader = Reader::open(directory.path()).expect("the store is read");
    let seeds = reader.description().expect("read").seeds;
    let starts: Vec<u32> = seeds.iter().map(|seed| seed.start).collect();
    assert_eq!(
        (starts, seeds[1].inputs.as_slice()),
        (vec![1, 0], &b"\x01a\x01x"[..])
    );
    assert_eq!(reader.seeds_for_others().expect("read"), both);
}

#[test]
fn a_run_comes_back_as_it_was_told() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let told = written(directory.path());
    let reader = Reader::open(directory.path()).expect("the store is read");
    assert_eq!(reader.description().expect("read"), description());
    let restored = reader.restore().expect("the run is restored");
    assert_eq!((restored.last_test, restored.pending()), (1, 2));
    assert_eq!(
        (restored.spent.queries, restored.spent.instructions),
        (10, 11)
    );
    // Nothing that was used is drawn again.
    let mut keys = restored.keys;
    assert!(keys.draw() > told.runs[0].key.0 + 4);
    let [first, second] = restored.starts.as_slice() else {
        panic!("there are two starts");
    };
    let account = &first.account;
    assert_eq!(account.closed(Closed::Completed), 2);
    assert_eq!(account.limits, told.delta.limits);
    assert_eq!(account.unsupported, told.delta.unsupported);
    assert_eq!(account.bounds, told.delta.bounds);
    assert_eq!(account.diverged, 6);
    assert!((account.explored_share - 0.25).abs() < 1e-9);
    let findings = account.findings.list();
    let shown = |finding: &Finding| (finding.message.clone(), finding.count, finding.test);
    let found: Vec<_> = findings.iter().map(shown).collect();
    // The error of the other class at the same line is another one.
    assert_eq!(
        found,
        [("A: why".to_owned(), 3, 1), ("B: why".to_owned(), 0, 1)]
    );
    assert_eq!(findings[0].stack, finding("A", 1).stack);
    assert!(account.covered.contains(&part(Part::Arm(0, 0))));
    assert_eq!(
        (account.covered.len(), second.account.covered.len()),
        (2, 1)
    );
    assert_eq!(second.account.findings.list().len(), 1);
    let left = told.added[1].key;
    let task = first.frontier.task(left).expect("it waits");
    assert_eq!(task.choices, [1, 0]);
    assert_eq!(task.inputs, told.runs[0].inputs);
    assert_eq!((task.hash, task.since_new), (u64::MAX, 8));
    assert!(second.frontier.task(left).is_none());
}

#[test]
fn a_store_is_shown_over_all_starts() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    let reader = Reader::open(directory.path()).expect("the store is read");
    let findings = reader.findings().expect("read");
    let counts: Vec<_> = findings.iter().map(|row| (row.count, row.test)).collect();
    assert_eq!(counts, [(6, 1), (0, 1)]);
    assert_eq!(
        reader.closed().expect("read"),
        [("completed".to_owned(), 4)]
    );
    assert_eq!(reader.bounds().expect("read"), [("that".to_owned(), 1)]);
    let functions = reader.functions().expect("read");
    assert_eq!((functions[0].blocks, functions[0].arms), ((1, 3), (1, 2)));
    let lines = reader.lines().expect("read");
    let lines: Vec<_> = lines.iter().map(|line| (line.line, line.machine)).collect();
    assert_eq!(lines, [(2, Some(true)), (3, Some(false)), (4, Some(false))]);
    let arms = reader.arms().expect("read");
    let [not_taken, taken] = arms.as_slice() else {
        panic!("there are two arms");
    };
    assert!(taken.covered.is_ok());
    assert_eq!(not_taken.covered, Err(Uncovered::Pending));
    let tree = reader.tree().expect("read");
    assert_eq!(tree.starts, ["first", "second"]);
    for start in 0..2 {
        let below = tree.nodes[start].arms[&1];
        assert_eq!(tree.nodes[below].arms.len(), 2, "one ended, one waits");
        let Some(Leaf::Path {
            hash,
            closed,
            detail,
            line,
            ..
        }) = &tree.nodes[tree.nodes[below].arms[&1]].leaf
        else {
            panic!("a path ended there");
        };
        assert_eq!((*hash, closed.as_str(), *line), (77, "completed", 5));
        assert_eq!(detail, "exit status 4");
        let site = tree.nodes[below].site.expect("something was decided");
        assert_eq!(tree.sites[&site].line, 2);
    }
    assert_eq!((tree.elsewhere, reader.paths().expect("read")), (0, 2));
}

/// The first decision of `f`, whose first arm is taken unless said otherwise: why the other one is not.
#[test]
fn why_an_arm_is_not_covered_is_told() {
    let why = |covered: &[Part], delta: &dyn Fn(&mut TotalsDelta)| {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let lock = DirectoryLock::take(directory.path()).expect("the directory is free");
        let opened = Writer::create(lock, directory.path(), &description(), &session());
        let writer = opened.expect("a store is made").start(Work {
            sink: Box::new(Nowhere),
            interrupt: Arc::new(AtomicBool::new(false)),
        });
        let writer = writer.expect("its thread starts");
        writer.begin(0).expect("told");
        let mut batch = Batch {
            functions: vec![code()],
            finished: vec![NodeKey::start(0)],
            ..Batch::default()
        };
        delta(&mut batch.delta);
        let covered: Vec<CoveredPart> = covered.iter().copied().map(part).collect();
        writer.batch(batch, &covered).expect("told");
        let ended = Ended {
            by: "nothing left".to_owned(),
            at: "2026-01-01T00:00:09Z".to_owned(),
            queries: 0,
            instructions: 0,
        };
        writer.finish(&ended).expect("it is written");
        let reader = Reader::open(directory.path()).expect("the store is read");
        let mut arms = reader.arms().expect("read").into_iter();
        let arm = arms.find(|arm| arm.choice == 0).expect("it has the arm");
        arm.covered.expect_err("it is not covered")
    };
    let (block, arm) = (Part::Block(0), Part::Arm(0, 0));
    let nothing = |_: &mut TotalsDelta| {};
    assert_eq!(why(&[], &nothing), Uncovered::NotReached);
    assert_eq!(why(&[block], &nothing), Uncovered::EndedBefore);
    assert_eq!(why(&[block, arm], &nothing), Uncovered::NotFree);
    let lost = |delta: &mut TotalsDelta| {
        delta.closed.insert(Closed::Diverged, 2);
        delta.closed.insert(Closed::Failed, 1);
    };
    assert_eq!(why(&[block, arm], &lost), Uncovered::Lost(3));
    let visited = |delta: &mut TotalsDelta| {
        let visit = (part(Part::Arm(0, 1)), Closed::Infeasible);
        delta.arms.insert(visit, 4);
    };
    let reasons = [("infeasible".to_owned(), 4)];
    assert_eq!(
        why(&[block, arm], &visited),
        Uncovered::Visited(reasons.into())
    );
}

fn refused(directory: &Path) -> String {
    let opened = Reader::open(directory).and_then(|reader| reader.restore());
    match opened {
        Ok(_) => panic!("it is read"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn other_versions_and_other_databases_are_refused_by_name() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    let file = directory.path().join(wayfarer_store::FILE);
    let change = |sql: &str| {
        let connection = rusqlite::Connection::open(&file).expect("it is a database");
        connection.execute_batch(sql).expect("it is changed");
    };
    change("PRAGMA user_version = 99");
    let said = refused(directory.path());
    assert!(
        said.contains("version 99") && said.contains("run.db"),
        "{said}"
    );
    change("PRAGMA application_id = 5");
    let said = refused(directory.path());
    assert!(said.contains("not a run store"), "{said}");
}

#[test]
fn damage_is_told_and_is_no_panic() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    let file = directory.path().join(wayfarer_store::FILE);
    let whole = std::fs::read(&file).expect("the store is read");
    let absent = tempfile::tempdir().expect("a temporary directory");
    assert!(refused(absent.path()).contains("no run is stored here"));
    std::fs::write(&file, &whole[..whole.len() / 2]).expect("it is cut");
    assert!(refused(directory.path()).contains("damaged"));
    // Rows that do not fit together.
    for (sql, word) in [
        ("UPDATE node SET parent = 5 << 41 WHERE id > 1", "parent"),
        ("DELETE FROM model", "model"),
        ("UPDATE model SET input_values = x'ff'", "values"),
        ("UPDATE closed SET how = 'somehow'", "somehow"),
        ("UPDATE finding SET stack = '['", "damaged"),
        ("UPDATE covered SET start = start + 9", "start"),
    ] {
        std::fs::write(&file, &whole).expect("it is whole");
        let connection = rusqlite::Connection::open(&file).expect("it is a database");
        connection.execute_batch(sql).expect("it is changed");
        drop(connection);
        let said = refused(directory.path());
        assert!(
            said.contains("damaged") && said.contains(word),
            "{sql}: {said}"
        );
    }
}

#[test]
fn nodes_visited_in_an_earlier_session_go_with_the_last_one_below() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let told = written(directory.path());
    let nodes = || {
        let file = directory.path().join(wayfarer_store::FILE);
        let connection = rusqlite::Connection::open(&file).expect("it is a database");
        let count: rusqlite::Result<u64> =
            connection.query_row("SELECT count(*) FROM node", [], |row| row.get(0));
        count.expect("nodes are counted")
    };
    // Of each start itself, a node visited and one that waits.
    assert_eq!(nodes(), 6);
    let lock = DirectoryLock::take(directory.path()).expect("the directory is free");
    let opened = Writer::open(lock, directory.path(), None, &session());
    let writer = started(opened.expect("the store is there"));
    writer.begin(0).expect("told");
    let last = Batch {
        finished: vec![told.added[1].key],
        ..Batch::default()
    };
    writer.batch(last, &[]).expect("told");
    writer.finish(&ended()).expect("it is written");
    assert_eq!(nodes(), 3);
    let reader = Reader::open(directory.path()).expect("the store is read");
    let restored = reader.restore().expect("the run is restored");
    let pending = restored.starts.iter().map(|start| start.frontier.pending());
    assert_eq!(pending.collect::<Vec<_>>(), [0, 1]);
}

#[test]
fn a_start_that_is_forgotten_is_explored_anew() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    let reader = Reader::open(directory.path()).expect("the store is read");
    let executed = reader.executed_by_starts().expect("read");
    let names: Vec<Vec<&str>> = executed
        .iter()
        .map(|of| of.iter().map(String::as_str).collect())
        .collect();
    assert_eq!(names, [["f", "new0"], ["f", "new1"]]);
    let second = |reader: &Reader| {
        let restored = reader.restore().expect("the run is restored");
        let start = &restored.starts[1];
        (
            start.account.findings.list().len(),
            start.account.covered.len(),
            start.frontier.pending(),
        )
    };
    let before = second(&reader);
    drop(reader);
    forget_starts(directory.path(), &[0], std::iter::empty()).expect("it is written");
    let reader = Reader::open(directory.path()).expect("the store is read");
    assert_eq!(second(&reader), before, "what others found is kept");
    let mut restored = reader.restore().expect("the run is restored");
    let first = restored.starts.remove(0);
    let account = &first.account;
    assert_eq!(
        (account.closed.len(), account.findings.list().len()),
        (0, 0)
    );
    assert_eq!((account.covered.len(), account.diverged), (0, 0));
    assert_eq!(first.frontier.pending(), 1);
    assert!(
        first.frontier.task(NodeKey::start(0)).is_some(),
        "its root waits"
    );
    assert!(reader.tests().expect("read").is_empty());
    assert_eq!(
        reader.closed().expect("read"),
        [("completed".to_owned(), 2)]
    );
    let tree = reader.tree().expect("read");
    assert!(tree.nodes[0].arms.is_empty());
    assert_eq!(tree.nodes[1].arms.len(), 1);
    drop(reader);
    // What it finds now is written where nothing of it is left.
    let lock = DirectoryLock::take(directory.path()).expect("the directory is free");
    let opened = Writer::open(lock, directory.path(), None, &session());
    let writer = started(opened.expect("the store is there"));
    writer.begin(0).expect("told");
    let mut keys = restored.keys;
    let again = writer.batch(batch(0, &mut keys), &[part(Part::Block(1))]);
    again.expect("told");
    writer.finish(&ended()).expect("it is written");
    let reader = Reader::open(directory.path()).expect("the store is read");
    assert_eq!(
        reader.closed().expect("read"),
        [("completed".to_owned(), 4)]
    );
    assert_eq!(reader.tree().expect("read").nodes[0].arms.len(), 1);
}

#[test]
fn functions_that_have_changed_are_forgotten() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    let changed = ["f".to_owned()];
    forget_starts(directory.path(), &[0, 1], changed.iter()).expect("it is written");
    let reader = Reader::open(directory.path()).expect("the store is read");
    assert!(reader.functions().expect("read").is_empty());
    assert!(reader.lines().expect("read").is_empty());
    assert!(reader.arms().expect("read").is_empty());
    assert_eq!(reader.paths().expect("read"), 0);
}

/// Lines of a file from 2 to 6 are one further down; so two rows have the place of each other.
struct OneDown;

impl Moved for OneDown {
    fn line(&self, file: &str, line: u32) -> u32 {
        line + u32::from(file == "a.c" && (2..=6).contains(&line))
    }

    fn places(&self, value: &mut serde_json::Value) {
        for call in value.as_array_mut().into_iter().flatten() {
            call["line"] = 20.into();
        }
    }
}

#[test]
fn places_are_those_that_code_has_now() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    written(directory.path());
    move_places(directory.path(), &OneDown).expect("it is written");
    let reader = Reader::open(directory.path()).expect("the store is read");
    let lines = reader.lines().expect("read");
    let lines: Vec<_> = lines.iter().map(|line| (line.line, line.machine)).collect();
    assert_eq!(lines, [(3, Some(true)), (4, Some(false)), (5, Some(false))]);
    let arms = reader.arms().expect("read");
    assert!(arms.iter().all(|arm| arm.line == 3));
    let findings = reader.findings().expect("read");
    assert!(
        findings
            .iter()
            .all(|finding| finding.line == 7 && finding.stack.contains("20"))
    );
    let tree = reader.tree().expect("read");
    assert!(tree.sites.values().all(|site| site.line == 3));
    let ended = tree.nodes.iter().find_map(|node| match &node.leaf {
        Some(Leaf::Path { line, .. }) => Some(*line),
        _ => None,
    });
    assert_eq!(ended, Some(6));
}
