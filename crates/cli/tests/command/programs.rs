//! Whole commands on the programs of `tests/programs` (see `expectation`).

use crate::expectation;

#[test]
fn programs_are_explored_as_they_say() {
    expectation::check_all("../../tests/programs", "c");
}

#[test]
fn programs_in_cpp_are_explored_as_they_say() {
    expectation::check_all("../../tests/programs", "cpp");
}
