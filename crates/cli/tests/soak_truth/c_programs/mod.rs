//! Random C programs whose way, and whose end, is decided by one or two input bytes.
//!
//! A program is a row of snippets ([`snippets`]), each of which makes a number of the input by calls of
//! the C library; branches on those numbers choose what comes next. The exit status tells which branches
//! were taken, and what some programs write tells the numbers.
//!
//! With `TELL_APART` defined a program that is about to exit takes a branch for each value of its input: an
//! exploration has a path then, with its end and its output, for each input that leads to an exit.

mod attributes;
mod snippets;

use attributes::ATTRIBUTES;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use snippets::{SNIPPETS, Snippet};
use std::fmt::Write;

/// How a program takes its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    Nondet,
    Stdin,
    Argument,
    Environment,
    Random,
}

impl Way {
    /// As the native driver knows it.
    pub fn name(self) -> &'static str {
        match self {
            Way::Nondet | Way::Random => "call",
            Way::Stdin => "stdin",
            Way::Argument => "argument",
            Way::Environment => "environment",
        }
    }
}

/// The input of a program.
#[derive(Clone, Debug)]
pub struct Input {
    pub way: Way,
    /// How many values of each byte are run natively.
    pub values: Vec<u32>,
}

impl Input {
    /// The options with which a program is explored.
    pub fn options(&self) -> Vec<String> {
        let bytes = self.values.len();
        match self.way {
            Way::Nondet | Way::Random => Vec::new(),
            Way::Stdin => vec!["--stdin".to_owned(), bytes.to_string()],
            Way::Argument => vec!["--args".to_owned(), "1x1".to_owned()],
            Way::Environment => vec!["--env".to_owned(), "X=sym:1".to_owned()],
        }
    }

    pub fn describe(&self) -> String {
        format!("{:?} {:?}", self.way, self.values)
    }
}

/// A program.
pub struct Program {
    pub text: String,
    pub input: Input,
}

const HEAD: &str = "\
#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int given[2], values[2];
#ifdef TELL_APART
static void tell_apart(void) {
    for (int i = 0; i < 2; i++)
        for (int value = 0; value < values[i]; value++)
            if (given[i] == value)
                break;
}
#define exit(status) (tell_apart(), exit(status))
#define _exit(status) (tell_apart(), _exit(status))
#define quick_exit(status) (tell_apart(), quick_exit(status))
#else
static void tell_apart(void) {}
#endif

static volatile sig_atomic_t caught;
static jmp_buf back;
static void count_signal(int number) { caught = caught * 4 + number % 3 + 1; }
static void leave_by_signal(int number) { _exit(number + 50); }
static void jump_by_signal(int number) { siglongjmp(back, number); }
static void send_another(int number) {
    caught = caught * 5 + 1;
    if (number == SIGUSR1)
        raise(SIGUSR2);
    caught = caught * 5 + 2;
}
static void count_origin(int number, siginfo_t *origin, void *context) {
    caught = (origin->si_pid == getpid()) + (origin->si_uid == getuid()) * 2 + (origin->si_signo == number) * 4;
}
static void leave_at_exit(void) { _exit(77); }
static int by_value(const void *a, const void *b) {
    return *(const unsigned char *)a - *(const unsigned char *)b;
}
static int by_value_downwards(const void *a, const void *b) { return by_value(b, a); }
static int sum(int count, ...) {
    va_list numbers;
    int all = 0;
    va_start(numbers, count);
    for (int i = 0; i < count; i++)
        all += va_arg(numbers, int);
    va_end(numbers);
    return all;
}
static int twice(int x) { return 2 * x; }
static int less(int x) { return x - 7; }
static int same(int x) { return x; }
static int third(int x) { return x / 3; }
static int (*const operations[4])(int) = {twice, less, same, third};
static int depth(int x) {
    if (x < 3)
        return 1;
    return depth(x - 2) + depth(x - 3);
}
struct pair { unsigned char first : 3, second : 5; short number; };
struct record { char name[6]; struct pair pair; struct record *next; };

";

/// What a program writes, as snippets have it.
const WRITES: &[&str] = &[
    "printf(\"%d\\n\", r);",
    "printf(\"r=%4d|%-3x\", r, @x);",
    "putchar(r);",
    "puts(r > @c ? \"@w\" : \"@w\");",
    "fwrite(&r, 1, sizeof r, stdout);",
    "if (write(1, &r, 2) != 2) status++;",
    "fputc(@x, stdout);\n    fflush(stdout);",
];

/// The program of a seed.
pub fn generate(seed: u64) -> Program {
    let mut random = SmallRng::seed_from_u64(seed);
    let way = [
        Way::Nondet,
        Way::Stdin,
        Way::Argument,
        Way::Environment,
        Way::Random,
    ];
    let way = way[random.random_range(0..way.len())];
    let two =
        matches!(way, Way::Nondet | Way::Stdin | Way::Random) && random.random_range(0..5) == 0;
    let values = if two { vec![256, 7] } else { vec![256] };
    let mut text = String::from(HEAD);
    text.push_str(
        "static int program(int argc, char **argv) {\n    int status = 0, r = 0, x = 0, y = 0;\n",
    );
    take_input(&mut text, way, two, &mut random);
    let mut writer = Writer {
        random,
        text,
        number: 0,
        two,
    };
    let rows = writer.random.random_range(2..4);
    for _ in 0..rows {
        writer.row(1);
    }
    let mut text = writer.text;
    text.push_str("    return status & 63;\n}\n\n");
    text.push_str("int main(int argc, char **argv) {\n    int status = program(argc, argv);\n");
    text.push_str("    tell_apart();\n    return status;\n}\n");
    Program {
        text,
        input: Input { way, values },
    }
}

fn take_input(text: &mut String, way: Way, two: bool, random: &mut SmallRng) {
    let taken = match way {
        Way::Nondet if two => "x = __VERIFIER_nondet_uchar();\n    y = __VERIFIER_nondet_uchar();",
        Way::Nondet => "x = __VERIFIER_nondet_uchar();",
        Way::Stdin => match (two, random.random_range(0..4)) {
            (true, 0) => "x = getchar();\n    y = getchar();",
            (true, _) => {
                "unsigned char in[2];\n    if (fread(in, 1, 2, stdin) != 2)\n        return 99;\n    \
                 x = in[0];\n    y = in[1];"
            }
            (false, 0) => "x = getchar();\n    ungetc(x, stdin);\n    x = fgetc(stdin);",
            (false, 1) => {
                "unsigned char in[4];\n    if (read(0, in, 4) != 1)\n        return 99;\n    x = in[0];"
            }
            (false, 2) => {
                "char in[4];\n    if (!fgets(in, 4, stdin))\n        return 98;\n    x = (unsigned char)in[0];"
            }
            (false, _) => {
                "char in;\n    if (scanf(\"%c\", &in) != 1)\n        return 97;\n    x = (unsigned char)in;"
            }
        },
        Way::Argument => {
            "if (argc != 2)\n        return 96;\n    if (strlen(argv[1]) > 1)\n        return 95;\n    \
             x = (unsigned char)argv[1][0];"
        }
        Way::Environment => {
            "char *variable = getenv(\"X\");\n    if (!variable)\n        return 94;\n    \
             x = (unsigned char)*variable;"
        }
        Way::Random => match (two, random.random_range(0..2)) {
            (true, _) => {
                "unsigned char in[2];\n    if (getrandom(in, 2, 0) != 2)\n        return 92;\n    \
                 x = in[0];\n    y = in[1];"
            }
            (false, 0) => {
                "unsigned char in;\n    if (getentropy(&in, 1))\n        return 91;\n    x = in;"
            }
            (false, _) => {
                "unsigned char in;\n    if (getrandom(&in, 1, GRND_NONBLOCK) != 1)\n        return 92;\n    x = in;"
            }
        },
    };
    let _ = writeln!(text, "    {taken}");
    text.push_str("    given[0] = x, given[1] = y, values[0] = 256;\n");
    if two {
        text.push_str("    values[1] = 6;\n");
        // The native runs give the second byte so many values, and one more, only.
        text.push_str("    if (y > 5)\n        exit(93);\n");
    }
}

struct Writer {
    random: SmallRng,
    text: String,
    /// Of the next snippet.
    number: u32,
    two: bool,
}

impl Writer {
    /// A snippet, and branches on the number that it makes.
    fn row(&mut self, level: usize) {
        let chosen = self
            .random
            .random_range(0..SNIPPETS.len() + ATTRIBUTES.len());
        let snippet: &Snippet = match chosen.checked_sub(SNIPPETS.len()) {
            None => &SNIPPETS[chosen],
            Some(chosen) => &ATTRIBUTES[chosen],
        };
        let code = self.filled(snippet.code);
        let indent = "    ".repeat(level);
        let _ = writeln!(self.text, "{indent}r = 0;\n{indent}{{");
        for line in code.lines() {
            let _ = writeln!(self.text, "{indent}    {}", line.trim_end());
        }
        let _ = writeln!(self.text, "{indent}}}");
        if self.random.random_range(0..3) == 0 {
            let write = WRITES[self.random.random_range(0..WRITES.len())];
            let write = self.filled(write);
            let _ = writeln!(self.text, "{indent}{write}");
        }
        let constant = snippet.results[self.random.random_range(0..snippet.results.len())];
        let comparison = ["==", "!=", ">", "<=", "<"][self.random.random_range(0..5)];
        self.number += 1;
        let bit = 1 << (self.number % 6);
        let _ = writeln!(self.text, "{indent}if (r {comparison} {constant}) {{");
        let _ = writeln!(self.text, "{indent}    status ^= {bit};");
        if level < 3 && self.random.random_range(0..3) == 0 {
            self.row(level + 1);
        }
        let other = snippet.results[self.random.random_range(0..snippet.results.len())];
        if self.random.random_range(0..2) == 0 && other != constant {
            let _ = writeln!(self.text, "{indent}}} else if (r == {other}) {{");
            let _ = writeln!(self.text, "{indent}    status += 3;");
        }
        if self.random.random_range(0..6) == 0 {
            let _ = writeln!(self.text, "{indent}}} else {{");
            let end = [
                "abort();",
                "exit(40);",
                "_exit(41);",
                "assert(r > 300);",
                "return 42;",
                "raise(SIGABRT);",
                "quick_exit(43);",
                "kill(getpid(), SIGABRT);",
            ];
            let end = end[self.random.random_range(0..end.len())];
            let _ = writeln!(self.text, "{indent}    {end}");
        }
        let _ = writeln!(self.text, "{indent}}}");
    }

    /// The code with its places filled: `@x` is the input, `@c` a small constant (0 to 7), `@b` one of a
    /// byte, `@l` a letter, `@w` a word.
    fn filled(&mut self, code: &str) -> String {
        let mut out = String::new();
        let mut rest = code;
        while let Some(at) = rest.find('@') {
            out.push_str(&rest[..at]);
            let letter = rest.as_bytes()[at + 1];
            rest = &rest[at + 2..];
            match letter {
                b'x' => {
                    let sources = ["x", "x", "x", "(x ^ 32)", "(255 - x)", "((x + 13) & 255)"];
                    let source = match self.two && self.random.random_range(0..3) == 0 {
                        true => ["((x + y) & 255)", "((x ^ y) & 255)", "(x & (y * 40))"]
                            [self.random.random_range(0..3)],
                        false => sources[self.random.random_range(0..sources.len())],
                    };
                    out.push_str(source);
                }
                b'c' => {
                    let _ = write!(out, "{}", self.random.random_range(0..8));
                }
                b'b' => {
                    let _ = write!(out, "{}", self.random.random_range(0..256));
                }
                b'l' => out.push(char::from(self.random.random_range(b'a'..=b'z'))),
                b'w' => {
                    for _ in 0..self.random.random_range(1..6) {
                        out.push(alphanumeric(self.random.random_range(b'0'..=b'z')));
                    }
                }
                _ => panic!("@{} in a snippet", char::from(letter)),
            }
        }
        out.push_str(rest);
        out
    }
}

/// The character, or a letter in place of one that could end a literal.
fn alphanumeric(byte: u8) -> char {
    match byte.is_ascii_alphanumeric() {
        true => char::from(byte),
        false => 'q',
    }
}
