//! Monitors against a direct evaluation over the steps, of random properties and random steps.

mod direct;

use direct::{Automaton, Expression, Formula, Generator};
use std::fmt::Display;
use std::path::Path;
use wayfarer_specification::{Letter, Monitor, letters, parse};

/// Steps of a sequence.
const STEPS: usize = 12;
/// Sequences for each property.
const SEQUENCES: usize = 20;

/// Compares a monitor with what is evaluated, over each beginning of random sequences. True if the property has a
/// monitor of a size that is allowed.
fn compare(
    generator: &mut Generator,
    property: &impl Display,
    is_violated: impl Fn(&[Letter]) -> bool,
) -> bool {
    let text = format!(
        "function void f(int x);\nspecification s {{\n  event a = call f(x) when (x & 1);\n  event b = call \
         f(x) when (x & 2);\n  event c = call f(x) when (x & 4);\n  caller: {property};\n}}\n"
    );
    let file = parse(Path::new("s"), &text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let specification = &file.specifications[0];
    let letters = letters(specification).expect("few conditions");
    let clause = &specification.clauses[0];
    let monitor = match Monitor::new(clause, &letters) {
        Ok(monitor) => monitor,
        Err(error)
            if ["too large", "more than"]
                .iter()
                .any(|it| error.message.contains(it)) =>
        {
            return false;
        }
        Err(error) => panic!("{}\n{text}", error.message),
    };
    for _ in 0..SEQUENCES {
        let mut steps = Vec::new();
        let mut state = 0;
        for _ in 0..STEPS {
            let letter = letters[generator.below(letters.len())];
            steps.push(letter);
            state = monitor.step(state, letter);
            let found = Some(state) == monitor.violated;
            let expected = is_violated(&steps);
            assert_eq!(found, expected, "{property}, steps {steps:?}");
            if found {
                break;
            }
        }
    }
    true
}

/// Random properties of all kinds, of which nearly all have monitors.
fn properties(seed: u64, count: usize) {
    let mut generator = Generator::new(seed);
    let mut compared = Vec::new();
    for _ in 0..count {
        let formula = generator.property();
        let violated = |steps: &[Letter]| formula.is_violated(steps);
        compared.push(compare(&mut generator, &formula, violated));
        let expression = generator.expression(4);
        let matches = format!("matches {expression}");
        let violated = |steps: &[Letter]| !expression.begins(steps);
        compared.push(compare(&mut generator, &matches, violated));
        if !expression.matches(&[]) {
            let forbids = format!("forbids {expression}");
            let matched = |steps: &[Letter]| {
                (1..=steps.len()).any(|length| expression.matches(&steps[..length]))
            };
            compared.push(compare(&mut generator, &forbids, matched));
        }
        let automaton = generator.automaton();
        let violated = |steps: &[Letter]| !automaton.has_way(steps);
        compared.push(compare(&mut generator, &automaton, violated));
    }
    let have = compared.iter().filter(|it| **it).count();
    assert!(
        have * 20 > compared.len() * 19,
        "{have} of {}",
        compared.len()
    );
}

#[test]
fn monitors_agree_with_a_direct_evaluation() {
    properties(1, 300);
}

#[test]
#[ignore = "long"]
fn monitors_of_many_properties_agree_with_a_direct_evaluation() {
    properties(2, 5000);
}

#[test]
fn the_evaluation_itself_finds_violations_and_none() {
    let [a, b] = [Formula::Event(0), Formula::Event(1)];
    let never_behind = Formula::Always(Box::new(Formula::Implies(
        Box::new(b),
        Box::new(Formula::Not(Box::new(Formula::Once(Box::new(a))))),
    )));
    assert!(!never_behind.is_violated(&[2, 2, 1]));
    assert!(never_behind.is_violated(&[2, 1, 4, 2]));
    let step = |event| Expression::Step(Formula::Event(event));
    let pairs = Expression::Repeat(
        Box::new(Expression::Sequence(vec![step(0), step(1)])),
        0,
        None,
    );
    assert!(pairs.begins(&[1, 2, 1]) && !pairs.matches(&[1, 2, 1]) && !pairs.begins(&[1, 1]));
    let once = Automaton {
        transitions: vec![vec![(Formula::Event(0), 1)], vec![]],
    };
    assert!(once.has_way(&[1]) && !once.has_way(&[1, 1]) && !once.has_way(&[2]));
}
