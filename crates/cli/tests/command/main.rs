//! Tests of the whole command, one program of them all: to build one for each takes longer than most of them run.

#[path = "../compiled/mod.rs"]
mod compiled;
#[path = "../every_input/mod.rs"]
mod every_input;
#[path = "../expectation/mod.rs"]
mod expectation;
#[path = "../no_loss/mod.rs"]
mod no_loss;
#[path = "../random_program/mod.rs"]
mod random_program;
#[path = "../seeds/mod.rs"]
mod seeds;
#[path = "../subject/mod.rs"]
mod subject;

mod bad_input;
mod brute_force;
mod builds;
mod c_tests;
mod call_depth;
mod corpus;
mod coverage;
mod cpp;
mod damaged_runs;
mod disturbed;
mod extensions;
mod harness;
mod java_bad_input;
mod java_isolation;
mod java_packages;
mod java_programs;
mod lazy_random;
mod lazy_random_java;
mod lazy_summary;
mod limits;
mod loops;
mod match_random_states;
mod output_directory;
mod programs;
mod project;
mod prune_random;
mod prune_random_java;
mod prune_random_loops;
mod prune_random_objects;
mod prune_random_units;
mod pruned;
mod reach;
mod reach_random;
mod reach_random_java;
mod reactive;
mod report;
mod report_browser;
mod resume;
mod run;
mod sandbox;
mod sarif;
mod sarif_in;
mod scan;
mod scan_again;
mod scan_builds;
mod search;
mod seed_run;
mod specifications;
mod stand_in;
mod unit_files;
mod workers;
