//! Nothing is lost by pruning where inputs are pointers: random C functions that are given lists, arrays, a string and
//! numbers (see `no_loss`).
//!
//! `PRUNE_PROGRAMS` and `PRUNE_SEED` say how many programs the long test makes, and from which seed on.

use crate::no_loss::{self, Programs};
use crate::random_program::{self, Generator as _, Program};

const HEAD: &str = "\
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; char tag; };
static int g[4];
static struct node own = { 1, 0, 2 };
";

const LOCALS: &str = "int w = k, u = 0; struct node *p = n; const char *t = s;";

const VALUES: &[&str] = &[
    "w",
    "u",
    "k",
    "k",
    "g[1]",
    "n->value",
    "p->value",
    "m->tag",
    "(p ? p->value : 2)",
    "(m && m->next ? m->next->value : 0)",
    "*v",
    "(count > 1 ? v[1] : 0)",
    "s[0]",
    "*t",
    "(int)sizeof *p",
    "-1",
    "0",
    "3",
];

const PLACES: &[&str] = &[
    "w",
    "u",
    "w",
    "g[1]",
    "p->value",
    "n->tag",
    "*v",
    "own.value",
];

const MOVES: &[&str] = &[
    "p = n;",
    "p = m;",
    "p = &own;",
    "if (p) p = p->next;",
    "p = p->next;",
    "if (n && m) n->next = m;",
    "if (m) m->next = 0;",
    "own.next = p;",
    "if (*t) t++;",
    "t++;",
    "if (s[0] && s[1]) u = s[2];",
    "if (count > 1) v[1] = w;",
    "if (n) memcpy(&own, n, sizeof own);",
    "if (m) memset(&m->value, 0, sizeof m->value);",
    "for (const struct node *q = n; q && u < 3; q = q->next) u++;",
    "while (*t && *t != 'x') t++;",
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
            _ => format!("({a} & 7) + 1"),
        }
    }

    fn condition(&mut self) -> String {
        match self.pick(12) {
            0 => "p == m".to_owned(),
            1 => "n == m".to_owned(),
            2 => "n != 0".to_owned(),
            3 => "p && p->next == n".to_owned(),
            4 => "strcmp(s, \"ab\") == 0".to_owned(),
            5 => "m && m->next".to_owned(),
            _ => {
                let (left, right) = (self.expression(), self.expression());
                self.comparison(&left, &right)
            }
        }
    }

    fn statement(&mut self, left: u32) {
        match self.pick(16) {
            0..=3 => {
                let (place, value) = (self.one(PLACES), self.expression());
                self.line(&format!("{place} = {value};"));
            }
            4..=7 => {
                let text = self.one(MOVES);
                self.line(text);
            }
            8 | 9 => self.assertion(),
            10 if left > 0 => {
                let bound = self.one(&["2", "3", "(k & 1)"]);
                self.counting_loop("int", bound, left - 1);
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

    fn assertion(&mut self) {
        let (unless, holds) = (self.condition(), self.condition());
        self.line(&format!("if ({unless}) assert({holds});"));
    }
}

fn generate(seed: u64) -> String {
    let mut generator = Generator {
        program: Program::new(seed, HEAD),
    };
    generator.line(&format!(
        "int f(struct node *n, struct node *m, int *v, int count, const char *s, int k) {{\n{LOCALS}"
    ));
    for _ in 0..4 + generator.pick(4) {
        generator.statement(2);
    }
    generator.assertion();
    generator.line("(void)t, (void)p; return u + w;\n}");
    generator.program.text
}

const PROGRAMS: Programs = Programs {
    generate,
    file: "program.c",
    explored: &[
        "--function",
        "f",
        "--heap-objects",
        "3",
        "--heap-depth",
        "2",
        "--string-length",
        "3",
        "--pointer-elements",
        "2",
    ],
    bounded: &[
        "pointer arguments",
        "input",
        "paths with more input objects",
    ],
    leaving_out: no_loss::PRUNING,
    one_pruned_of: 4,
};

#[test]
fn nothing_is_lost_by_pruning_units() {
    no_loss::check_all(&PROGRAMS, 1..6);
}

#[test]
#[ignore = "long: `make test-long`"]
fn nothing_is_lost_by_pruning_many_units() {
    no_loss::check_all(&PROGRAMS, no_loss::many());
}
