//! Verification programs of `tests/pruned` (locks, state machines, drivers in miniature, buffers), whose paths are
//! far too many to be explored one by one: with `--prune` they come to their end (see `expectation`).

use crate::expectation;

const FOLDER: &str = "../../tests/pruned";

#[test]
fn some_programs_of_very_many_paths_come_to_their_end() {
    let few = ["/lock.c", "/driver_request.c", "/marks.c", "/login.c"];
    let wanted = |path: &str| few.iter().any(|name| path.ends_with(name));
    expectation::check_some(FOLDER, "c", &wanted, None, &[]);
}

#[test]
#[ignore = "long: `make test-long`"]
fn programs_of_very_many_paths_come_to_their_end() {
    expectation::check_all(FOLDER, "c");
}
