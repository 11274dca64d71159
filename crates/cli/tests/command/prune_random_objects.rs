//! Nothing is lost by pruning where inputs are references: random Java methods of an object that is an input, with
//! others, an array, a string and numbers (see `no_loss`).
//!
//! `PRUNE_PROGRAMS` and `PRUNE_SEED` say how many programs the long test makes, and from which seed on.

use crate::no_loss::{self, Programs};
use crate::random_program::{self, Generator as _, Program};

const HEAD: &str = "\
class P {
    int x;
    byte tag;
    P next;
    A held;
    static P kept;
    static class A {
        int y;
        int get() { return y; }
    }
    static class B extends A {
        P back;
        int get() { return y * 2; }
    }
    static class Late {
        static int made = 1;
        int z = made;
    }
    enum Color { RED, GREEN, BLUE }
    int size() { return next == null ? 1 : 2; }
";

const LOCALS: &str = "int w = k, u = 0; P p = this; A h = a;";

const VALUES: &[&str] = &[
    "w",
    "u",
    "k",
    "k",
    "x",
    "tag",
    "p.x",
    "o.x",
    "(o == null ? 2 : o.tag)",
    "(next != null ? next.x : 0)",
    "h.y",
    "(h == null ? 1 : h.get())",
    "m.length",
    "(m != null && m.length > 1 ? m[1] : 0)",
    "m[0]",
    "s.length()",
    "(s != null && s.length() > 1 ? s.charAt(1) : 0)",
    "(c == null ? 3 : c.ordinal())",
    "p.size()",
    "-1",
    "0",
    "3",
];

const PLACES: &[&str] = &["w", "u", "w", "x", "p.x", "o.x", "m[0]", "h.y", "Late.made"];

const MOVES: &[&str] = &[
    "p = o;",
    "p = this;",
    "if (p != null) p = p.next;",
    "p = p.next;",
    "next = o;",
    "if (o != null) o.next = this;",
    "kept = p;",
    "p = kept;",
    "h = held;",
    "held = h;",
    "h = new B();",
    "o = new P();",
    "if (s != null && s.equals(\"ab\")) u = 2;",
    "m = new int[] {k, 1};",
    "for (P q = next; q != null && u < 3; q = q.next) u++;",
    "if (h instanceof B) u = ((B) h).back == this ? 4 : 1;",
    "w = new Late().z;",
];

struct Generator {
    program: Program,
}

impl random_program::Generator for Generator {
    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn block(&mut self, left: u32) {
        for _ in 0..1 + self.pick(2) {
            self.statement(left);
        }
    }
}

impl Generator {
    fn expression(&mut self) -> String {
        let (a, b) = (self.one(VALUES), self.one(VALUES));
        match self.pick(6) {
            0 | 1 => a.to_owned(),
            2 => format!("({a} & {b})"),
            3 => format!("({a} ^ 3)"),
            4 => format!("({a} < {b} ? {a} : 1)"),
            _ => format!("{a} + 1"),
        }
    }

    fn condition(&mut self) -> String {
        match self.pick(14) {
            0 => "p == o".to_owned(),
            1 => "o == next".to_owned(),
            2 => "h instanceof B".to_owned(),
            3 => "p != null && p.next == this".to_owned(),
            4 => "h == held".to_owned(),
            5 => "c == Color.GREEN".to_owned(),
            6 => "s == null".to_owned(),
            _ => {
                let (left, right) = (self.expression(), self.expression());
                self.comparison(&left, &right)
            }
        }
    }

    fn throwing(&mut self) {
        let (unless, fails) = (self.condition(), self.condition());
        let thrown = self.one(&["IllegalStateException", "UnsupportedOperationException"]);
        self.line(&format!("if ({unless}) if ({fails}) throw new {thrown}();"));
    }

    fn statement(&mut self, left: u32) {
        match self.pick(17) {
            0..=3 => {
                let (place, value) = (self.one(PLACES), self.expression());
                self.line(&format!("{place} = {value};"));
            }
            4..=7 => {
                let text = self.one(MOVES);
                self.line(text);
            }
            8 | 9 => self.throwing(),
            10 if left > 0 => {
                let bound = self.one(&["2", "3", "(k & 1)"]);
                self.counting_loop("int", bound, left - 1);
            }
            11 if left > 0 => {
                self.line("try {");
                self.block(left - 1);
                let caught = self.one(&["RuntimeException", "NullPointerException"]);
                let name = self.name('e');
                self.line(&format!("}} catch ({caught} {name}) {{"));
                self.block(left - 1);
                self.line("}");
            }
            _ if left > 0 => {
                let condition = self.condition();
                self.branch(&condition, left - 1);
            }
            _ => {
                let value = self.expression();
                self.line(&format!("u += {value} & 3;"));
            }
        }
    }
}

fn generate(seed: u64) -> String {
    let mut generator = Generator {
        program: Program::new(seed, HEAD),
    };
    generator.line(&format!(
        "int f(P o, A a, int[] m, String s, Color c, int k) {{\n{LOCALS}"
    ));
    for _ in 0..3 + generator.pick(4) {
        generator.statement(2);
    }
    generator.throwing();
    generator.line("return u + w;\n}\n}");
    generator.program.text
}

const PROGRAMS: Programs = Programs {
    generate,
    file: "P.java",
    explored: &[
        "P.f",
        "--objects",
        "any-state",
        "--heap-objects",
        "4",
        "--heap-depth",
        "2",
        "--string-length",
        "3",
        "--array-length",
        "2",
    ],
    bounded: &["input", "paths with more input objects"],
    leaving_out: no_loss::PRUNING,
    one_pruned_of: 10,
};

#[test]
fn nothing_is_lost_by_pruning_with_objects() {
    no_loss::check_all(&PROGRAMS, 1..3);
}

#[test]
#[ignore = "long: `make test-long`"]
fn nothing_is_lost_by_pruning_many_methods_of_objects() {
    no_loss::check_all(&PROGRAMS, no_loss::many());
}
