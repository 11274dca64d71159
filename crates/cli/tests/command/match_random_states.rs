//! Nothing is lost where sequences of calls end that have made what others have: random Java classes with numbers, a
//! list and a static field, whose methods change them (see `no_loss`).
//!
//! `PRUNE_PROGRAMS` and `PRUNE_SEED` say how many programs the long test makes, and from which seed on.

use crate::no_loss::{self, LeavingOut, Programs};
use crate::random_program::{self, Generator as _, Program};

const HEAD: &str = "\
class P {
    private int x;
    private int y;
    private boolean on;
    private Node list;
    private Node last;
    private final int[] kept = new int[2];
    static int count;
    private static class Node {
        int value;
        Node next;
        Node(int value, Node next) { this.value = value; this.next = next; }
    }
";

const VALUES: &[&str] = &[
    "x",
    "y",
    "k",
    "k",
    "(list == null ? 0 : list.value)",
    "(last == null ? 1 : last.value)",
    "kept[1]",
    "count",
    "0",
    "1",
    "3",
];

const MOVES: &[&str] = &[
    "list = new Node(k, list);",
    "if (list != null) list = list.next;",
    "last = list;",
    "last = null;",
    "if (last != null) last.next = null;",
    "list = new Node(x, null);",
    "on = !on;",
    "on = true;",
    "kept[0] = kept[1];",
];

const PLACES: &[&str] = &["x", "y", "x", "y", "kept[1]", "count"];

struct Generator {
    program: Program,
}

impl random_program::Generator for Generator {
    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn block(&mut self, left: u32) {
        self.statement(left);
    }
}

impl Generator {
    fn expression(&mut self) -> String {
        let (a, b) = (self.one(VALUES), self.one(VALUES));
        match self.pick(4) {
            0 => format!("{a} + {b}"),
            1 => format!("({a} & 3)"),
            _ => a.to_owned(),
        }
    }

    fn condition(&mut self) -> String {
        match self.pick(6) {
            0 => "on".to_owned(),
            1 => "list == last".to_owned(),
            2 => "last == null".to_owned(),
            _ => {
                let (left, right) = (self.expression(), self.expression());
                self.comparison(&left, &right)
            }
        }
    }

    fn statement(&mut self, left: u32) {
        match self.pick(7) {
            0 | 1 => {
                let (place, value) = (self.one(PLACES), self.expression());
                self.line(&format!("{place} = {value};"));
            }
            2..=4 => {
                let text = self.one(MOVES);
                self.line(text);
            }
            _ if left > 0 => {
                let condition = self.condition();
                self.branch(&condition, left - 1);
            }
            _ => self.line("y = k;"),
        }
    }
}

fn generate(seed: u64) -> String {
    let mut generator = Generator {
        program: Program::new(seed, HEAD),
    };
    for method in 0..3 {
        generator.line(&format!("public void m{method}(int k) {{"));
        for _ in 0..1 + generator.pick(2) {
            generator.statement(1);
        }
        generator.line("}");
    }
    generator.line("public int f(int k) {");
    for _ in 0..2 {
        let (unless, fails) = (generator.condition(), generator.condition());
        generator.line(&format!(
            "if ({unless}) if ({fails}) throw new IllegalStateException();"
        ));
    }
    generator.line("return x;\n}\n}");
    generator.program.text
}

const WAYS: &[LeavingOut] = &[
    LeavingOut {
        options: &["--match-states", "exact"],
        exhaustive: "exhaustive_for_coverage",
        keeps_coverage: true,
    },
    LeavingOut {
        options: &["--match-states", "subsumption"],
        exhaustive: "exhaustive_for_coverage",
        keeps_coverage: true,
    },
    LeavingOut {
        options: &["--match-states", "subsumption", "--prune", "coverage"],
        exhaustive: "exhaustive_for_coverage",
        keeps_coverage: true,
    },
];

const PROGRAMS: Programs = Programs {
    generate,
    file: "P.java",
    explored: &["P.f", "--objects", "calls", "--sequence-length", "3"],
    bounded: &[
        "input objects that other calls make",
        "input objects that something else",
    ],
    leaving_out: WAYS,
    one_pruned_of: 4,
};

#[test]
fn nothing_is_lost_by_matching_states() {
    no_loss::check_all(&PROGRAMS, 1..3);
}

#[test]
#[ignore = "long: `make test-long`"]
fn nothing_is_lost_by_matching_states_of_many_classes() {
    no_loss::check_all(&PROGRAMS, no_loss::many());
}
