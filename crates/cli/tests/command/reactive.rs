//! Programs that never end, of `tests/reactive`: each has one error, which is found by the order that
//! is the default. `cargo test --release --test command reactive -- --include-ignored --nocapture` prints how
//! long each took.

use crate::expectation;

/// Ends a run as soon as it has found the error.
const UNTIL_FOUND: [[&str; 2]; 2] = [["--max-findings", "1"], ["--time", "120"]];

/// What it may take in a build for release.
const SOON: [[&str; 2]; 2] = [["--max-findings", "1"], ["--time", "30"]];

const FOLDER: &str = "../../tests/reactive";

/// Explores those that are wanted.
fn found(extension: &str, wanted: &dyn Fn(&str) -> bool, limits: &[[&str; 2]]) {
    expectation::check_some(FOLDER, extension, wanted, None, limits);
}

#[test]
fn the_first_path_that_never_ends_starves_no_other_in_any_order() {
    for known in explore::strategy::unspecified() {
        let more = [UNTIL_FOUND[0], UNTIL_FOUND[1], ["--strategy", known.name]];
        let wanted = |path: &str| path.ends_with("two_events.c");
        expectation::check_some(FOLDER, "c", &wanted, None, &more);
    }
}

#[test]
fn errors_are_found_in_some_programs_that_never_end() {
    // Data alone; a comparison in the library; an amount; an array at indices that are inputs.
    const SOME: [&str; 4] = ["mine_pump", "mail_server", "vending_machine", "allocator"];
    let some = |path: &str| SOME.iter().any(|name| path.contains(name));
    found("c", &some, &UNTIL_FOUND);
    found("java", &|path| path.contains("TurnStile"), &UNTIL_FOUND);
}

#[test]
#[ignore = "long"]
fn errors_are_found_in_all_programs_that_never_end() {
    let only = std::env::var("ONLY").unwrap_or_default();
    for extension in ["c", "java"] {
        found(extension, &|path| path.contains(&only), &SOON);
    }
}
