//! Objects that nothing refers to are reclaimed, those that something refers to are not, and
//! snapshots keep theirs.

use std::sync::Arc;
use wayfarer_vm::{End, Machine, NoEvents, Options, Stop};

/// A ring of nodes in which one after the other is replaced by a fresh one, whose value is one more
/// than that of the node it replaces; strings, statics and an array of references hold others.
const PROGRAM: &str = r#"
role object java.lang.Object
role string java.lang.String bytes "[B" value 8 coder 16
class java.lang.Object library
class java.lang.String extends java.lang.Object size 24 library {
  field value: reference "[B" at 8
  field coder: byte at 16
}
class "[B" array byte extends java.lang.Object
class "[J" array long extends java.lang.Object
class Node extends java.lang.Object size 24 statics 16 {
  field next: reference Node at 8
  field value: int at 16
  static field first: reference Node at 8
}
class "[LNode;" array reference Node extends java.lang.Object
function main() -> i32 {
  var %i: i32, %at: i32
b:
  %statics = intrinsic class_begin(class(Node))
  %lone = new Node
  putfield i32 %lone, Node, 16, 1000
  putfield ptr %statics, Node, 8, %lone
  %kept = string "kept"
  %ring = newarray "[LNode;", 100
  %i = copy 0
  %at = copy 0
  jump fill
fill:
  %n = new Node
  arraystore ptr %ring, %i, %n
  %i = add %i, 1
  %filled: i1 = icmp eq i32 %i, 100
  branch %filled, start, fill
start:
  %i = copy 0
  jump loop
loop:
  %old: ptr = arrayload %ring, %at
  %v: i32 = getfield %old, Node, 16
  %w: i32 = add %v, 1
  %new = new Node
  putfield i32 %new, Node, 16, %w
  putfield ptr %new, Node, 8, %old
  putfield ptr %old, Node, 8, null
  arraystore ptr %ring, %at, %new
  %garbage = newarray "[J", 3
  arraystore i64 %garbage, 0, 7
  %at = add %at, 1
  %wrap: i1 = icmp eq i32 %at, 100
  branch %wrap, again, count
again:
  %at = copy 0
  jump count
count:
  %i = add %i, 1
  %more: i1 = icmp slt i32 %i, 400000
  branch %more, loop, sum [%i = 0, %at = 0]
sum:
  %x: ptr = arrayload %ring, %i
  %y: i32 = getfield %x, Node, 16
  %at = add %at, %y
  %i = add %i, 1
  %summed: i1 = icmp eq i32 %i, 100
  branch %summed, end, sum
end:
  %s = statics Node
  %f: ptr = getfield %s, Node, 8
  %z: i32 = getfield %f, Node, 16
  %same = string "kept"
  %is: i1 = icmp eq ptr %same, %kept
  %one: i32 = zext i1 %is
  %total: i32 = add %at, %z
  %all: i32 = add %total, %one
  %rest: i32 = sub %all, 400900
  return %rest
}
"#;

fn machine() -> Machine {
    let module = ir::parse("collect.wir", PROGRAM).expect("the program is well-formed");
    ir::verify(&module).expect("the program is valid");
    Machine::new(Arc::new(module), Options::default())
}

#[test]
fn garbage_is_reclaimed_and_what_is_reachable_stays() {
    let mut machine = machine();
    let mut state = machine.start_main(&[]).expect("there is a main");
    let mut snapshots = Vec::new();
    let end = loop {
        match machine.run(&mut state, 2_000_001, &mut NoEvents) {
            Stop::Budget => snapshots.push(state.clone()),
            Stop::End(end) => break end,
            Stop::Fork(_) => unreachable!("the program has no inputs"),
        }
    };
    // 100 nodes were replaced 4,000 times each, plus 1000 and 1, less what keeps it small.
    assert_eq!(end, End::Exit(101));
    assert!(machine.statistics().collections >= 2);
    assert!(state.approximate_bytes() < 300 << 20);
    assert!(snapshots.len() >= 2);
    for mut snapshot in snapshots.into_iter().rev() {
        match machine.run(&mut snapshot, u64::MAX, &mut NoEvents) {
            Stop::End(again) => assert_eq!(again, end),
            other => panic!("{other:?}"),
        }
    }
}
