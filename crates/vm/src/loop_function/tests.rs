//! Traversals passed at once against the same traversals one by one.

use super::{LoopFunction, NO_EXIT};
use ir::BlockId;
use proptest::prelude::*;

/// The loop at block 1 of the only function of a program, from its last instruction on.
fn function(text: &str, limit: u64) -> LoopFunction {
    let module = ir::parse("loop.wir", text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(ir::verify(&module), Ok(()), "{text}");
    let function = &module.functions[0];
    let last = function.blocks[1].instructions.len() - 1;
    LoopFunction::extract(function, (BlockId(1), last), limit).expect("a loop of numbers")
}

/// A loop of a counter `i`, of `a` and `b`, and of the parameters `n` and `m`.
fn text(width: u32, guard: &str, body: [String; 3], step: u64) -> String {
    let [before, left, right] = body;
    format!(
        "function f(%n: i{width}, %m: i{width}, %i: i{width}, %a: i{width}, %b: i{width}) -> i{width}, i{width} {{
entry:
  jump head
head:
  %more = icmp {guard} i{width} %i, %n
  branch %more, body, out
body:
{before}
  branch %c, left, right
left:
{left}
  jump next [%a = %x, %b = %a]
right:
{right}
  jump next [%a = %y]
next:
  %j: i{width} = add %i, {step}
  jump head [%i = %j]
out:
  return %a, %b
}}
"
    )
}

fn number(width: u32) -> impl Strategy<Value = u64> {
    let most = u64::MAX >> (64 - width);
    prop_oneof![4 => 0u64..8, 1 => most - 8..=most, 1 => 0..=most]
}

/// An instruction that computes `to` from variables and numbers.
fn instruction(width: u32, to: &'static str) -> impl Strategy<Value = String> {
    let variable = || prop::sample::select(vec!["%i", "%a", "%b", "%n", "%m"]);
    let regular = prop::sample::select(vec!["add", "sub", "mul"]);
    let divided = prop::sample::select(vec!["udiv", "urem", "sdiv", "srem", "and", "lshr", "shl"]);
    prop_oneof![
        4 => (variable(), variable(), regular)
            .prop_map(move |(a, b, op)| format!("  {to}: i{width} = {op} {a}, {b}")),
        4 => (variable(), number(width), prop::sample::select(vec!["add", "sub", "mul"]))
            .prop_map(move |(a, b, op)| format!("  {to}: i{width} = {op} {a}, {b}")),
        2 => (variable(), 1u64..8, divided)
            .prop_map(move |(a, b, op)| format!("  {to}: i{width} = {op} {a}, {b}")),
        1 => variable().prop_map(move |a| format!("  {to}: i{width} = not {a}")),
        1 => (variable(), prop::sample::select(vec!["zext", "sext"])).prop_map(move |(a, op)| {
            format!("  {to}w: i64 = {op} i{width} {a}\n  {to}v: i64 = mul {to}w, 3\n  {to}: i{width} = trunc i64 {to}v")
        }),
    ]
}

fn comparison() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec![
        "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge", "saddo", "ssubo",
        "uaddo",
    ])
}

prop_compose! {
    fn a_loop()(width in prop::sample::select(vec![8u32, 16, 32]))(
        before in instruction(width, "%t"),
        decides in comparison(),
        with in prop_oneof![number(width).prop_map(|it| it.to_string()), Just("%a".to_owned())],
        left in instruction(width, "%x"),
        right in instruction(width, "%y"),
        guard in prop::sample::select(vec!["ult", "slt", "sle", "ne", "sgt", "uge"]),
        step in number(width),
        width in Just(width),
        inputs in prop::collection::vec(number(width), 5),
    ) -> (String, Vec<u64>) {
        let decision = format!("{before}\n  %c = icmp {decides} i{width} %t, {with}");
        (text(width, guard, [decision, left, right], step), inputs)
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]
    #[test]
    fn passing_traversals_at_once_changes_nothing((text, inputs) in a_loop()) {
        at_once_as_one_by_one(&text, &inputs)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 50_000, ..ProptestConfig::default() })]
    #[test]
    #[ignore = "long: `make test-long`"]
    fn passing_traversals_of_many_loops_at_once_changes_nothing((text, inputs) in a_loop()) {
        at_once_as_one_by_one(&text, &inputs)?;
    }
}

fn at_once_as_one_by_one(text: &str, inputs: &[u64]) -> Result<(), TestCaseError> {
    let few = function(text, 150_000);
    // Trying to pass several at once takes steps, too.
    let more = function(text, 300_000);
    let of_function: Vec<u64> = inputs_of(&few, inputs);
    let one_by_one = few.run(&of_function, false);
    let at_once = more.run(&of_function, true);
    if one_by_one.exit != NO_EXIT {
        prop_assert_eq!(at_once, one_by_one, "{}", text);
    }
    Ok(())
}

/// The arguments of a loop from the values of the parameters, which have the first registers.
fn inputs_of(function: &LoopFunction, parameters: &[u64]) -> Vec<u64> {
    let inputs = function.inputs();
    inputs
        .map(|(register, _)| parameters[register.0 as usize])
        .collect()
}

/// What is left in the parameter `a`, if the loop ends.
fn left(function: &LoopFunction, parameters: [u64; 5]) -> Option<u64> {
    let left = function.run(&inputs_of(function, &parameters), true);
    let a = function.outputs().position(|(register, _)| register.0 == 3);
    (left.exit != NO_EXIT).then(|| left.values[a.expect("a result")])
}

#[test]
fn a_thousand_million_traversals_take_few_steps() {
    let body = |before: &str, left: &str, right: &str| {
        [before.to_owned(), left.to_owned(), right.to_owned()]
    };
    let every_31st = text(
        32,
        "sle",
        body(
            "  %t: i32 = srem %i, 31\n  %c = icmp eq i32 %t, 0",
            "  %x: i32 = add %a, 33",
            "  %y: i32 = sub %a, 1",
        ),
        1,
    );
    let n = 1_000_000_000;
    let all = function(&every_31st, 100_000);
    let times = n / 31 + 1;
    assert_eq!(
        left(&all, [n, 0, 0, 0, 0]),
        Some(times * 33 - (n + 1 - times))
    );
    // The sum of the squares below n.
    let squares = text(
        64,
        "ult",
        body(
            "  %t: i64 = mul %i, %i\n  %c = icmp eq i64 %m, 0",
            "  %x: i64 = add %a, %t",
            "  %y: i64 = add %a, 1",
        ),
        1,
    );
    let n = 1_000_000u64;
    let all = function(&squares, 100_000);
    assert_eq!(
        left(&all, [n, 0, 0, 0, 0]),
        Some((n - 1) * n * (2 * n - 1) / 6)
    );
    assert_eq!(left(&all, [n, 1, 0, 0, 0]), Some(n));
}

#[test]
fn what_is_irregular_ends_at_the_limit_or_by_itself() {
    // Collatz' sequence.
    let text = text(
        64,
        "ne",
        [
            "  %t: i64 = and %i, 1\n  %c = icmp eq i64 %t, 0".to_owned(),
            "  %x: i64 = add %a, 1".to_owned(),
            "  %y: i64 = add %a, 1".to_owned(),
        ],
        0,
    );
    let steps = "  %k: i64 = lshr %i, 1\n  %l: i64 = mul %i, 3\n  %p: i64 = add %l, 1\n  %j: i64 = select %c, %k, %p";
    let text = text.replace("  %j: i64 = add %i, 0", steps);
    let all = function(&text, 10_000);
    assert_eq!(left(&all, [1, 0, 27, 0, 0]), Some(111));
    assert_eq!(left(&all, [0, 0, 27, 0, 0]), None);
}
