//! What a choice stands for is the same in every process: it depends on nothing but the program's own names
//! and values.

use std::collections::BTreeMap;
use std::sync::Arc;
use wayfarer_vm::{End, ForkKind, Machine, NoEvents, Options, Stop};

/// Calls one of two functions by a pointer that an input chooses.
const CALLER: &str = r#"
global $name size 2 constant { 0: "x\x00" }
global $int size 4 constant { 0: "int\x00" }
global $table size 16 { 0: &first 8: &second }
function main() -> i32 {
entry:
  %p: ptr = alloca 4 align 4
  intrinsic input(%p, 4, $name, $int)
  %x: i32 = load %p
  %low: i32 = and %x, 1
  %index: i64 = zext i32 %low
  %offset: i64 = mul %index, 8
  %at: ptr = add $table, %offset
  %f: ptr = load %at
  %r: i32 = call *%f()
  return %r
}
"#;

const FIRST: &str = "function first() -> i32 {\nb:\n  return 1\n}\n";
const SECOND: &str = "function second() -> i32 {\nb:\n  return 2\n}\n";

/// The choices of the function that is called, by the exit status that each leads to.
fn choices(program: &str) -> BTreeMap<i32, u64> {
    let module = ir::parse("choices.wir", program).expect("the program is well-formed");
    ir::verify(&module).expect("the program is valid");
    let mut machine = Machine::new(Arc::new(module), Options::default());
    let mut state = machine.start_main(&[]).expect("there is a main");
    let mut found = BTreeMap::new();
    loop {
        match machine.run(&mut state, u64::MAX, &mut NoEvents) {
            Stop::Fork(fork) if fork.kind == ForkKind::FunctionPointer => {
                for arm in 0..fork.arms.len() {
                    let mut state = state.clone();
                    machine.take(&mut state, &fork, arm);
                    if let Stop::End(End::Exit(status)) =
                        machine.run(&mut state, u64::MAX, &mut NoEvents)
                    {
                        found.insert(status, fork.arms[arm].choice);
                    }
                }
                return found;
            }
            Stop::Fork(fork) => machine.take(&mut state, &fork, fork.taken),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_function_is_chosen_by_its_name() {
    let one = choices(&format!("{FIRST}{SECOND}{CALLER}"));
    let other = choices(&format!("{CALLER}{SECOND}{FIRST}"));
    assert_eq!(one.len(), 2);
    assert_ne!(one[&1], one[&2]);
    assert_eq!(one, other);
}
