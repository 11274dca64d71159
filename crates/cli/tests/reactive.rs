//! Programs that never end, of `tests/reactive`: each has one error, which is found by the order that
//! is the default. `cargo test --release --test reactive -- --include-ignored --nocapture` prints how
//! long each took.

#[allow(dead_code, reason = "only a part of it is needed here")]
mod expectation;

/// Ends a run as soon as it has found the error. Half a minute is what it may take where the machine
/// does nothing else and the build is one for release.
const UNTIL_FOUND: [[&str; 2]; 2] = [["--max-findings", "1"], ["--time", "120"]];

const FOLDER: &str = "../../tests/reactive";

/// Explores those that are wanted.
fn found(extension: &str, wanted: &dyn Fn(&str) -> bool) {
    expectation::check_some(FOLDER, extension, wanted, None, &UNTIL_FOUND);
}

#[test]
fn the_first_path_that_never_ends_starves_no_other_in_any_order() {
    for known in explore::strategy::STRATEGIES {
        let more = [UNTIL_FOUND[0], UNTIL_FOUND[1], ["--strategy", known.name]];
        let wanted = |path: &str| path.ends_with("two_events.c");
        expectation::check_some(FOLDER, "c", &wanted, None, &more);
    }
}

#[test]
fn errors_are_found_in_some_programs_that_never_end() {
    const SOME: [&str; 3] = ["counter", "elevator", "mine_pump"];
    found("c", &|path| SOME.iter().any(|name| path.contains(name)));
    found("java", &|path| path.contains("TurnStile"));
}

#[test]
#[ignore = "long"]
fn errors_are_found_in_all_programs_that_never_end() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for extension in ["c", "java"] {
        found(extension, &|path| path.contains(&only));
    }
}
