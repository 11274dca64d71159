//! Nothing is lost by pruning: random Java methods with objects, lists, arrays, strings, exceptions, lambdas,
//! classes that are initialised on the way, collections and inputs that are asked for in the midst (see
//! `no_loss`).
//!
//! `PRUNE_PROGRAMS` and `PRUNE_SEED` say how many programs the long test makes, and from which seed on.

use crate::no_loss::{self, Programs};
use crate::random_program::{self, Generator as _, Program};

const HEAD: &str = "\
import java.util.*;
import java.util.function.IntUnaryOperator;

class P {
    static int[] g = new int[4];
    static A list;
    static final A[] pool = {new A(1), new B(2), new A(3)};
    static class A {
        int x;
        byte tag;
        A next;
        A(int x) { this.x = x; }
        int get() { return x; }
        void set(int v) { x = v; }
    }
    static class B extends A {
        B(int x) { super(x + 1); }
        int get() { return x * 2; }
        void set(int v) { tag = (byte) v; }
    }
    static class Late {
        static int made = P.g[0] + 1;
        static A kept = list;
        static void touch(int v) { made += v; }
    }
    enum Color { RED, GREEN, BLUE }
    static class Odd extends RuntimeException {
        final int code;
        Odd(int code) { super(\"odd\"); this.code = code; }
    }
    static int in() {
        int x = wayfarer.Wayfarer.anyInt(\"x\");
        wayfarer.Wayfarer.assume(x >= -2 && x <= 9);
        return x;
    }
";

const LOCALS: &str = "\
int v = a, w = 1, u = 0;
A o = pool[1];
int[] m = {1, 2, a, 4}, k = g;
long wide = a;
String text = \"ab\";
StringBuilder out = new StringBuilder(\"x\");
ArrayList<Integer> values = new ArrayList<>();
HashMap<Integer, A> table = new HashMap<>();
IntUnaryOperator op = x -> x > 3 ? x - 1 : x + 1;
Color color = Color.RED;";

const VALUES: &[&str] = &[
    "v",
    "w",
    "u",
    "a",
    "a",
    "in()",
    "in()",
    "g[0]",
    "g[v & 3]",
    "m[2]",
    "k[w & 3]",
    "o.x",
    "o.get()",
    "o.tag",
    "(list == null ? 0 : list.x)",
    "Late.made",
    "text.length()",
    "(int) wide",
    "op.applyAsInt(v)",
    "values.size()",
    "color.ordinal()",
    "text.charAt(w & 1)",
    "-1",
    "0",
    "2",
    "5",
];

const PLACES: &[&str] = &[
    "v",
    "w",
    "u",
    "v",
    "g[0]",
    "g[w & 3]",
    "m[1]",
    "k[2]",
    "o.x",
    "o.x",
    "wide",
    "m[v]",
    "Late.made",
];

const MOVES: &[&str] = &[
    "o = new A(v);",
    "o = new B(w);",
    "o = pool[w & 1];",
    "o.next = list;",
    "list = o;",
    "o = o.next;",
    "if (o.next != null) o = o.next;",
    "list = list == null ? pool[2] : list.next;",
    "m = m.clone();",
    "k = m;",
    "k = new int[4];",
    "System.arraycopy(m, 0, g, 1, 2);",
    "System.arraycopy(g, 0, g, w & 1, 3);",
    "m = Arrays.copyOf(m, 4);",
    "text = \"abc\";",
    "text = text.substring(1);",
    "text = u > 0 ? \"ab\" : text + \"b\";",
    "out.append('c');",
    "out.append(\"de\");",
    "text = out.toString();",
    "values.add(w);",
    "values.add(v);",
    "if (!values.isEmpty()) u = values.get(0);",
    "table.put(w & 3, o);",
    "if (table.containsKey(1)) o = table.get(1);",
    "op = x -> x + 2;",
    "{ int by = u; op = x -> x + by; }",
    "color = w > 1 ? Color.BLUE : Color.GREEN;",
    "Late.touch(1);",
    "o.set(v);",
    "o.tag = (byte) v;",
    "Late.kept = o;",
    "wide = (long) v << 20;",
    "System.out.println(text + w);",
    "for (int it : values) u += it;",
    "for (A at = list; at != null && u < 20; at = at.next) u += at.x + 1;",
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
        match self.pick(9) {
            0 | 1 => a.to_owned(),
            2 => format!("{a} + {b}"),
            3 => format!("{a} - {b}"),
            4 => format!("({a} & {b})"),
            5 => format!("({a} ^ 3)"),
            6 => format!("({a} < {b} ? {a} : 1)"),
            7 => format!("{a} / ({b} | 1)"),
            _ => format!("{a} * 2"),
        }
    }

    fn condition(&mut self) -> String {
        match self.pick(14) {
            0 => "o == list".to_owned(),
            1 => "o.next != null".to_owned(),
            2 => "o instanceof B".to_owned(),
            3 => "text.equals(\"ab\")".to_owned(),
            4 => "o.getClass() == A.class".to_owned(),
            5 => "Late.kept == o".to_owned(),
            6 => "Arrays.equals(m, g)".to_owned(),
            7 => "k == m".to_owned(),
            _ => {
                let (left, right) = (self.expression(), self.expression());
                self.comparison(&left, &right)
            }
        }
    }

    fn throwing(&mut self) {
        let (unless, fails) = (self.condition(), self.condition());
        let thrown = self.one(&[
            "new IllegalStateException()",
            "new Odd(w)",
            "new Odd(3)",
            "new UnsupportedOperationException(text)",
        ]);
        self.line(&format!("if ({unless}) if ({fails}) throw {thrown};"));
    }

    fn statement(&mut self, left: u32) {
        match self.pick(25) {
            0..=4 => {
                let (place, value) = (self.one(PLACES), self.expression());
                self.line(&format!("{place} = {value};"));
            }
            5..=10 => {
                let text = self.one(MOVES);
                self.line(text);
            }
            11 | 12 if self.helpers > 0 => {
                let (helper, value) = (self.pick(self.helpers), self.expression());
                let place = self.one(PLACES);
                self.line(&format!("{place} = h{helper}({value}, o);"));
            }
            13 | 14 => self.throwing(),
            15 if left > 0 => {
                let bound = self.one(&["2", "3", "(v & 3)", "(w & 1)"]);
                self.counting_loop("int", bound, left - 1);
            }
            16 if left > 0 => {
                let value = self.expression();
                self.switch(&value, left - 1);
            }
            17 | 18 if left > 0 => {
                self.line("try {");
                self.block(left - 1);
                self.throwing();
                let caught = self.one(&["RuntimeException", "Odd", "NullPointerException"]);
                let name = self.name('e');
                self.line(&format!("}} catch ({caught} {name}) {{"));
                self.block(left - 1);
                if caught == "Odd" {
                    self.line(&format!("u = {name}.code;"));
                }
                if self.pick(3) == 0 {
                    self.line("} finally {");
                    self.block(left - 1);
                }
                self.line("}");
            }
            _ if left > 0 => {
                let condition = self.condition();
                self.branch(&condition, left - 1);
            }
            _ => {
                let value = self.expression();
                self.line(&format!("u += {value};"));
            }
        }
    }

    fn helper(&mut self) {
        let number = self.helpers;
        self.line(&format!(
            "static int h{number}(int a, A given) {{\n{LOCALS}"
        ));
        let through = self.one(&["o = given;", "given.x = w;", "given.next = o;"]);
        self.line(through);
        self.statement(1);
        self.statement(1);
        let value = self.expression();
        self.line(&format!("return {value};\n}}"));
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
    generator.line(&format!("static int f() {{\nint a = in();\n{LOCALS}"));
    for _ in 0..5 + generator.pick(5) {
        generator.statement(2);
    }
    generator.throwing();
    generator.line("return u;\n}\n}");
    generator.program.text
}

const PROGRAMS: Programs = Programs {
    generate,
    file: "P.java",
    explored: &["P.f"],
    bounded: &[],
    leaving_out: no_loss::PRUNING,
    one_pruned_of: 10,
};

#[test]
fn nothing_is_lost_by_pruning_java() {
    no_loss::check_all(&PROGRAMS, 1..4);
}

#[test]
#[ignore = "long: `make test-long`"]
fn nothing_is_lost_by_pruning_many_java_programs() {
    no_loss::check_all(&PROGRAMS, no_loss::many());
}
