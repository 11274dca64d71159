//! Each file in `tests/files` is a specification with what must come of it, in comments that begin with `//!`:
//!
//! - `error: 3:5: text` or `warning: 3:5: text`: at that line and column; the text is a part of what is said.
//! - `states: 4 2`: of the monitor of each clause.
//! - `steps: open use+close -> violated at 2 by 1` (clauses and steps count from 1) or `-> allowed`.

use std::path::{Path, PathBuf};
use wayfarer_specification::{LIBC, Letter, Monitor, Specification, letters, parse, warnings};

fn files() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/files");
    let entries = std::fs::read_dir(directory).expect("the directory is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("readable").path())
        .collect();
    files.sort();
    files
}

/// The directives of a file, by kind.
fn directives<'t>(text: &'t str, kind: &'t str) -> impl Iterator<Item = &'t str> {
    text.lines().filter_map(move |line| {
        let rest = line.trim().strip_prefix("//! ")?.strip_prefix(kind)?;
        rest.strip_prefix(": ")
    })
}

/// Every expected message is said, and no other.
fn compare_messages(name: &str, expected: Vec<&str>, said: &[String]) {
    assert_eq!(expected.len(), said.len(), "{name}: {said:?}");
    for (expected, said) in expected.iter().zip(said) {
        let place = expected
            .find(": ")
            .map_or(*expected, |end| &expected[..end]);
        let part = expected[place.len()..].trim_start_matches(": ");
        let same = said.starts_with(&format!("{name}:{place}: ")) && said.contains(part);
        assert!(same, "expected {expected}, said: {said}");
    }
}

fn monitors(specification: &Specification) -> Vec<Monitor> {
    let letters = letters(specification).expect("few conditions");
    let clauses = specification.clauses.iter();
    clauses
        .map(|clause| Monitor::new(clause, &letters).expect("it has a monitor"))
        .collect()
}

/// What comes of a sequence of steps, as the directive has it.
fn outcome(specification: &Specification, monitors: &[Monitor], steps: &str) -> String {
    let mut states = vec![0; monitors.len()];
    for (number, step) in steps.split_whitespace().enumerate() {
        let mut letter: Letter = 0;
        for name in step.split('+') {
            let event = specification
                .events
                .iter()
                .position(|event| event.name == name);
            letter |= 1 << event.unwrap_or_else(|| panic!("no event {name}"));
        }
        for (clause, monitor) in monitors.iter().enumerate() {
            assert!(monitor.letters.contains(&letter), "no step {step}");
            states[clause] = monitor.step(states[clause], letter);
            if Some(states[clause]) == monitor.violated {
                return format!("violated at {} by {}", number + 1, clause + 1);
            }
        }
    }
    "allowed".to_owned()
}

#[test]
fn files_mean_what_they_say() {
    for path in files() {
        let text = std::fs::read_to_string(&path).expect("readable");
        let name = path.file_name().expect("a name").to_string_lossy();
        let file = Path::new(&*name);
        let errors: Vec<&str> = directives(&text, "error").collect();
        let checked = parse(file, &text).and_then(|parsed| {
            let warnings = warnings(file, &text, &parsed)?;
            Ok((parsed, warnings))
        });
        let (parsed, warnings) = match checked {
            Ok(checked) => checked,
            Err(error) => {
                compare_messages(&name, errors, &[error.to_string()]);
                continue;
            }
        };
        assert!(errors.is_empty(), "{name}: no error is found");
        let warnings: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        compare_messages(&name, directives(&text, "warning").collect(), &warnings);
        let specification = parsed.specifications.first().expect("a specification");
        let monitors = monitors(specification);
        for states in directives(&text, "states") {
            let found = monitors
                .iter()
                .map(|monitor| monitor.table.len().to_string());
            assert_eq!(found.collect::<Vec<_>>().join(" "), states, "{name}");
        }
        for steps in directives(&text, "steps") {
            let (steps, expected) = steps.split_once(" -> ").expect("an arrow");
            let found = outcome(specification, &monitors, steps);
            assert_eq!(found, expected, "{name}: {steps}");
        }
    }
}

#[test]
fn nothing_is_wrong_with_the_library() {
    let file = Path::new("libc.spec");
    let parsed = parse(file, LIBC).expect("it is in the language");
    let warnings = warnings(file, LIBC, &parsed).expect("its clauses have monitors");
    assert_eq!(warnings, []);
    for specification in &parsed.specifications {
        for monitor in monitors(specification) {
            assert!(monitor.violated.is_some(), "{}", specification.name);
        }
    }
}

#[test]
fn any_text_is_read() {
    let texts = files()
        .into_iter()
        .map(|path| std::fs::read(path).expect("readable"));
    let texts: Vec<Vec<u8>> = texts.collect();
    mutants::check(&texts, 2_000, |bytes| {
        let text = String::from_utf8_lossy(bytes);
        if let Ok(parsed) = parse(Path::new("s"), &text) {
            let _ = warnings(Path::new("s"), &text, &parsed);
        }
    });
}
