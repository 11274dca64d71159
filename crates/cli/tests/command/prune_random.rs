//! Nothing is lost by pruning: random C programs with calls, arrays, heap, pointers, texts, loops and inputs
//! that are asked for in the midst (see `no_loss`).
//!
//! `PRUNE_PROGRAMS` and `PRUNE_SEED` say how many programs the long test makes, and from which seed on.

use crate::no_loss::{self, Programs};
use crate::random_program::{self, Generator as _, Program};

const HEAD: &str = "\
#include <wayfarer.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; int tag; };
static int g[4], *gp = &g[1];
static struct node *list, pool[3];
static unsigned char small = 3;
static short little;
static long wide;
static char out[6], *at = out;
static int length;
static int in(void) { int x = wf_int(\"x\"); wf_assume(x >= -3 && x <= 12); return x; }
static struct node *make(int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = v; n->tag = 0; n->next = list;
    return n;
}
";

const LOCALS: &str =
    "int v0 = a, v1 = 1, v2 = 2, v3 = 0, arr[4] = {1, 2, 3, a}, buf[4] = {0}, *p = &g[0];
char text[4] = \"ab\"; struct node *n = &pool[0];";
const USED: &str = "(void)v3, (void)arr, (void)buf, (void)p, (void)text, (void)n;";

const VALUES: &[&str] = &[
    "v0",
    "v1",
    "v2",
    "v3",
    "g[0]",
    "g[1]",
    "*p",
    "*gp",
    "n->value",
    "n->tag",
    "a",
    "a",
    "in()",
    "in()",
    "(list ? list->value : 0)",
    "buf[1]",
    "(int)strlen(text)",
    "arr[v0 & 3]",
    "small",
    "little",
    "(int)wide",
    "out[1]",
    "length",
    "(int)(at - out)",
    "-2",
    "0",
    "3",
    "7",
];

/// Statements without values of their own.
const MOVES: &[&str] = &[
    "p = &g[2];",
    "p = &v1;",
    "p = &n->value;",
    "p = gp;",
    "p = &arr[v2 & 3];",
    "gp = &g[3];",
    "gp = &pool[1].tag;",
    "n = &pool[2];",
    "n = list ? list : &pool[1];",
    "n = n->next ? n->next : n;",
    "n->next = list;",
    "n->next = 0;",
    "list = n;",
    "list = list ? list->next : 0;",
    "list = make(1);",
    "memcpy(buf, arr, 8);",
    "memcpy(arr, buf, sizeof buf);",
    "memset(buf, 0, 12);",
    "memmove(arr + 1, arr, 8);",
    "memcpy(&pool[0], n, sizeof *n);",
    "small++;",
    "small -= 2;",
    "little += 3;",
    "little--;",
    "wide += v1;",
    "wide -= 5;",
    "v1++;",
    "g[1] -= 2;",
    "if (at < out + 6) *at++ = 1;",
    "if (at != out) *--at = (char)v2;",
    "*at = 3;",
    "at = out + 1;",
    "if (length < 6) out[length++] = 'x';",
    "out[length & 7] = (char)v1;",
    "length = 0;",
    "length += 2;",
    "text[v1 & 3] = 0;",
    "text[0] = (char)v2;",
    "v2 = in();",
    "if (list && list != &pool[0] && list != &pool[1] && list != &pool[2] && p == &g[0]) free(list);",
];

const PLACES: &[&str] = &[
    "v0",
    "v1",
    "v2",
    "v3",
    "v0",
    "v1",
    "g[0]",
    "g[1]",
    "g[3]",
    "*p",
    "*p",
    "n->value",
    "n->tag",
    "arr[1]",
    "arr[v3 & 3]",
    "arr[in() & 3]",
];

struct Generator {
    program: Program,
    helpers: u32,
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
        match self.pick(8) {
            0 | 1 => a.to_owned(),
            2 => format!("{a} + {b}"),
            3 => format!("{a} - {b}"),
            4 => format!("({a} & {b})"),
            5 => format!("({a} ^ 3)"),
            6 => format!("({a} < {b} ? {a} : 1)"),
            _ => format!("{a} * 2"),
        }
    }

    fn condition(&mut self) -> String {
        match self.pick(15) {
            10 => "small < 6".to_owned(),
            11 => "little >= 2".to_owned(),
            12 => "wide - 3 <= 4".to_owned(),
            13 => "at < out + 4".to_owned(),
            14 => "length != 3".to_owned(),
            0 => "p == gp".to_owned(),
            1 => "list == n".to_owned(),
            2 => "n->next != 0".to_owned(),
            3 => "memcmp(buf, arr, 8) == 0".to_owned(),
            _ => {
                let (left, right) = (self.expression(), self.expression());
                self.comparison(&left, &right)
            }
        }
    }

    fn statement(&mut self, left: u32) {
        match self.pick(24) {
            0..=5 => {
                let (place, value) = (self.one(PLACES), self.expression());
                self.line(&format!("{place} = {value};"));
            }
            6..=9 => {
                let text = self.one(MOVES);
                self.line(text);
            }
            10 => {
                let value = self.expression();
                self.line(&format!("n = make({value});"));
            }
            11 | 12 if self.helpers > 0 => {
                let (helper, value) = (self.pick(self.helpers), self.expression());
                let to = self.one(&["&v0", "p", "gp", "&g[1]", "&n->tag", "&arr[2]"]);
                let place = self.one(PLACES);
                self.line(&format!("{place} = h{helper}({value}, {to});"));
            }
            13 | 14 => self.assertion(),
            15 if left > 0 => {
                let bound = self.one(&["2", "3", "4", "(v0 & 3)", "(v1 & 1)"]);
                self.counting_loop("int", bound, left - 1);
            }
            16 if left > 0 => {
                let value = self.expression();
                self.switch(&value, left - 1);
            }
            _ if left > 0 => {
                let condition = self.condition();
                self.branch(&condition, left - 1);
            }
            _ => {
                let value = self.expression();
                self.line(&format!("v2 += {value};"));
            }
        }
    }

    fn assertion(&mut self) {
        let (unless, holds) = (self.condition(), self.condition());
        self.line(&format!("if ({unless}) assert({holds});"));
    }

    fn helper(&mut self) {
        let number = self.helpers;
        self.line(&format!("static int h{number}(int a, int *q) {{\n{LOCALS}"));
        self.statement(1);
        let through = self.one(&["*q = v1;", "v1 += *q;", "v2 = *q + 1;"]);
        self.line(through);
        self.statement(1);
        let value = self.expression();
        self.line(&format!("{USED}\nreturn {value};\n}}"));
        self.helpers += 1;
    }
}

fn generate(seed: u64) -> String {
    let mut generator = Generator {
        program: Program::new(seed, HEAD),
        helpers: 0,
    };
    generator.helper();
    generator.helper();
    generator.line(&format!("int main(void) {{\nint a = in();\n{LOCALS}"));
    for _ in 0..6 + generator.pick(5) {
        generator.statement(2);
    }
    generator.assertion();
    generator.line(&format!("{USED}\nreturn 0;\n}}"));
    generator.program.text
}

const PROGRAMS: Programs = Programs {
    generate,
    file: "program.c",
    explored: &[],
    bounded: &[],
    leaving_out: no_loss::PRUNING,
    one_pruned_of: 4,
};

#[test]
fn nothing_is_lost_by_pruning() {
    no_loss::check_all(&PROGRAMS, 1..25);
}

#[test]
#[ignore = "long: `make test-long`"]
fn nothing_is_lost_by_pruning_many_programs() {
    no_loss::check_all(&PROGRAMS, no_loss::many());
}
