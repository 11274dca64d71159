//! Random Java methods whose way, and whose end, is decided by one or two bytes: rows of snippets as in C.
//! A method returns which branches it took; what some write tells the numbers that they made.
//!
//! [`told_apart`] has methods take a branch for each value of their input before they end: an exploration
//! has a path then, with its end and its output, for each input.

mod snippets;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use snippets::SNIPPETS;
use std::fmt::Write;

/// The class that holds the methods.
pub const CLASS: &str = "Soak";

const HEAD: &str = "\
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

public class Soak {
    enum Shade {
        DARK(3), LIGHT(8), NONE(0) {
            @Override
            int mix(int part) {
                return 7 / part;
            }
        };

        final int weight;

        Shade(int weight) {
            this.weight = weight;
        }

        int mix(int part) {
            return weight + part;
        }
    }

    record Point(int x, int y) {
    }

    static final class Closing implements AutoCloseable {
        final int size;

        Closing(int size) {
            if (size == 3) throw new UnsupportedOperationException(\"made\");
            this.size = size;
        }

        @Override
        public void close() {
            if (size == 2) throw new UnsupportedOperationException(\"closed\");
        }
    }

    static final boolean TELL_APART = false;

    static void tellApart(byte first, byte second, boolean both) {
        for (int value = -128; value < 127; value++) if (first == value) break;
        if (both) for (int value = 0; value < 2; value++) if (second == value) break;
    }

    static void leave(int status, byte first, byte second, boolean both) {
        if (TELL_APART) tellApart(first, second, both);
        System.exit(status);
    }

    static int fall(int a, int b) {
        if (b == 0) return a;
        return a > b ? fall(a - b, b) : fall(b - a, a - 1 < 0 ? 0 : a - 1);
    }
";

/// A method `pNUMBER`.
pub struct Method {
    number: u64,
    parameters: Parameters,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Parameters {
    One,
    /// Two, of which the second has [`FEW`] values; with smaller or larger ones it ends at once.
    OneAndFew,
    Two,
}

/// Values of a second parameter that has few, from 0 on.
const FEW: usize = 2;

impl Method {
    pub fn name(&self) -> String {
        format!("p{}", self.number)
    }

    /// How many paths there are with inputs told apart; nothing if only some inputs are.
    pub fn paths_apart(&self) -> Option<usize> {
        match self.parameters {
            Parameters::One => Some(256),
            Parameters::OneAndFew => Some(256 * FEW + 2),
            Parameters::Two => None,
        }
    }
}

/// The text of a class with so many methods `p0`, `p1`, ….
pub fn generate(seed: u64, methods: u64) -> (String, Vec<Method>) {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut text = HEAD.to_owned();
    let methods = (0..methods)
        .map(|number| method(number, &mut random, &mut text))
        .collect();
    text.push_str("}\n");
    (text, methods)
}

/// The text of a class whose methods tell their inputs apart.
pub fn told_apart(text: &str) -> String {
    text.replace("TELL_APART = false", "TELL_APART = true")
}

/// What a method writes.
const WRITES: &[&str] = &[
    "System.out.println(n);",
    "System.out.print(\"n=\" + n + ';');",
    "System.out.print((char) ('a' + (n & 15)));",
    "System.out.println(n > {k} ? \"more\" : \"less\");",
    "System.out.write(n); System.out.flush();",
    "System.out.println(n * 0.5);",
    "System.out.println(List.of(n, {k}));",
];

fn method(number: u64, random: &mut SmallRng, text: &mut String) -> Method {
    let parameters = match random.random_range(0..40) {
        0..26 => Parameters::One,
        26 => Parameters::OneAndFew,
        _ => Parameters::Two,
    };
    let two = parameters != Parameters::One;
    let both = parameters == Parameters::OneAndFew;
    let declared = if two {
        "byte first, byte second"
    } else {
        "byte first"
    };
    let second = if two { "second" } else { "(byte) 0" };
    let _ = writeln!(text, "\n    static int p{number}({declared}) {{");
    if both {
        text.push_str("        if (second < 0 || second > 1) return 0;\n");
    }
    text.push_str("        try {\n");
    let numbers = if two {
        "int a = first, b = second;"
    } else {
        "int a = first;"
    };
    let _ = writeln!(text, "        {numbers}\n        int way = 1, n;");
    for _ in 0..random.random_range(1..4) {
        snippet(two, random, text);
        if random.random_range(0..4) == 0 {
            let write = WRITES[random.random_range(0..WRITES.len())];
            let write = write.replace("{k}", &random.random_range(1..10).to_string());
            let _ = writeln!(text, "        {write}");
        }
        let leave = format!("leave(way, first, {second}, {both})");
        let _ = writeln!(text, "        {}", branch(&leave, random));
    }
    let _ = writeln!(
        text,
        "        return way;\n        }} finally {{\n            if (TELL_APART) tellApart(first, {second}, {both});\n        }}\n    }}"
    );
    Method { number, parameters }
}

/// A branch on the number that a snippet made; `leave` ends the program.
fn branch(leave: &str, random: &mut SmallRng) -> String {
    let (k, j) = (random.random_range(-2..12), random.random_range(0..9));
    match random.random_range(0..9) {
        0 | 1 => format!(
            "if (n > {k}) way = way * 3 + 1; else if (n == {j}) way = way * 3 + 2; else way *= 3;"
        ),
        2 | 3 => format!("way = way * 3; if (n % 3 == {}) way++;", j % 3),
        4 | 5 => {
            format!("way = way * 3; if (n == {j}) throw new IllegalStateException(\"way \" + way);")
        }
        6 => format!("way = way * 3; if (n == {j}) {leave};"),
        _ => format!(
            "way = way * 3; switch (n) {{ case {j}: way++; break; case 10: case 11: way += 2; break; default: }}"
        ),
    }
}

fn snippet(two: bool, random: &mut SmallRng, text: &mut String) {
    const OF_ONE: &[&str] = &["a", "(a + 1)", "(a ^ 90)", "(a >> 1)"];
    const OF_TWO: &[&str] = &["a", "b", "(a ^ b)", "(a + b)", "(a - b)"];
    let numbers = if two { OF_TWO } else { OF_ONE };
    let mut number = || numbers[random.random_range(0..numbers.len())];
    let (x, y) = (number(), number());
    let body = SNIPPETS[random.random_range(0..SNIPPETS.len())];
    let body = body.replace("{x}", x).replace("{y}", y);
    let body = body.replace("{k}", &random.random_range(1..10).to_string());
    let body = body.replace("{j}", &random.random_range(1..10).to_string());
    let _ = writeln!(text, "        {{ {body} }}");
}
