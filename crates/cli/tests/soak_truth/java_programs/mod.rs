//! Random Java methods whose way, and whose end, is decided by one or two bytes: rows of snippets as in C.
//! A method returns which branches it took, and nothing else.

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

    static int fall(int a, int b) {
        if (b == 0) return a;
        return a > b ? fall(a - b, b) : fall(b - a, a - 1 < 0 ? 0 : a - 1);
    }
";

/// The text of a class with so many methods `p0`, `p1`, ….
pub fn generate(seed: u64, methods: u64) -> String {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut text = HEAD.to_owned();
    for number in 0..methods {
        method(number, &mut random, &mut text);
    }
    text.push_str("}\n");
    text
}

fn method(number: u64, random: &mut SmallRng, text: &mut String) {
    let two = random.random_bool(0.5);
    let parameters = if two {
        "byte first, byte second"
    } else {
        "byte first"
    };
    let _ = writeln!(text, "\n    static int p{number}({parameters}) {{");
    let numbers = if two {
        "int a = first, b = second;"
    } else {
        "int a = first;"
    };
    let _ = writeln!(text, "        {numbers}\n        int way = 1, n;");
    for _ in 0..random.random_range(1..4) {
        snippet(two, random, text);
        let (k, j) = (random.random_range(-2..12), random.random_range(0..9));
        let branch = match random.random_range(0..4) {
            0 => format!(
                "if (n > {k}) way = way * 3 + 1; else if (n == {j}) way = way * 3 + 2; else way *= 3;"
            ),
            1 => format!("way = way * 3; if (n % 3 == {}) way++;", j % 3),
            2 => format!(
                "way = way * 3; if (n == {j}) throw new IllegalStateException(\"way \" + way);"
            ),
            _ => format!(
                "way = way * 3; switch (n) {{ case {j}: way++; break; case 10: case 11: way += 2; break; default: }}"
            ),
        };
        let _ = writeln!(text, "        {branch}");
    }
    text.push_str("        return way;\n    }\n");
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
