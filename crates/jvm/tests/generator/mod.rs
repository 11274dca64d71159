//! Random Java programs: arithmetic of all types with corner values, arrays, strings, objects with
//! virtual methods, exceptions, loops, collections and lambdas. Every program ends and prints what
//! it computed, so two ways to run it can be compared.

mod expression;
mod statement;

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::fmt::Write;

/// Types that variables have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ty {
    Boolean,
    Byte,
    Short,
    Char,
    Int,
    Long,
    Float,
    Double,
    Str,
    IntArray,
    DoubleArray,
    Shape,
    List,
    Map,
    IntFunction,
}

impl Ty {
    const PRIMITIVES: [Ty; 8] = [
        Ty::Boolean,
        Ty::Byte,
        Ty::Short,
        Ty::Char,
        Ty::Int,
        Ty::Long,
        Ty::Float,
        Ty::Double,
    ];

    const ALL: [Ty; 15] = [
        Ty::Boolean,
        Ty::Byte,
        Ty::Short,
        Ty::Char,
        Ty::Int,
        Ty::Long,
        Ty::Float,
        Ty::Double,
        Ty::Str,
        Ty::IntArray,
        Ty::DoubleArray,
        Ty::Shape,
        Ty::List,
        Ty::Map,
        Ty::IntFunction,
    ];

    /// As it is written in Java.
    fn name(self) -> &'static str {
        match self {
            Ty::Boolean => "boolean",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Char => "char",
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Str => "String",
            Ty::IntArray => "int[]",
            Ty::DoubleArray => "double[]",
            Ty::Shape => "Shape",
            Ty::List => "List<Integer>",
            Ty::Map => "Map<String, Integer>",
            Ty::IntFunction => "IntUnaryOperator",
        }
    }
}

#[derive(Clone, Debug)]
struct Variable {
    name: String,
    ty: Ty,
    /// May be assigned and so not captured by a lambda.
    mutable: bool,
}

struct Method {
    name: String,
    result: Ty,
    parameters: Vec<Ty>,
}

/// What a program is made with.
struct Generator {
    random: SmallRng,
    out: String,
    indent: usize,
    scope: Vec<Variable>,
    methods: Vec<Method>,
    next_name: u32,
    /// Result of the method under way.
    result: Ty,
    /// Inside a lambda only final variables may be named.
    in_lambda: bool,
    /// Nesting of loops; innermost bodies are short.
    loops: u32,
}

/// The program of a seed: its class is called `P` and the seed.
pub fn program(seed: u64) -> String {
    let mut generator = Generator {
        random: SmallRng::seed_from_u64(seed),
        out: String::new(),
        indent: 1,
        scope: Vec::new(),
        methods: Vec::new(),
        next_name: 0,
        result: Ty::Int,
        in_lambda: false,
        loops: 0,
    };
    generator.class(seed);
    generator.out
}

impl Generator {
    fn chance(&mut self, percent: u32) -> bool {
        self.random.random_range(0..100) < percent
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.random.random_range(0..from.len())]
    }

    fn fresh(&mut self, prefix: &str) -> String {
        self.next_name += 1;
        format!("{prefix}{}", self.next_name)
    }

    fn line(&mut self, text: &str) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.indent += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(text);
    }

    fn class(&mut self, seed: u64) {
        self.out
            .push_str("import java.util.*;\nimport java.util.function.*;\n\n");
        let _ = writeln!(self.out, "public class P{seed} {{");
        self.prelude();
        for _ in 0..self.random.random_range(2..6) {
            self.method();
        }
        self.open("public static void main(String[] args) {");
        for round in 0..3 {
            for index in 0..self.methods.len() {
                let parameters = self.methods[index].parameters.clone();
                let (name, result) = (self.methods[index].name.clone(), self.methods[index].result);
                let arguments: Vec<String> = parameters
                    .iter()
                    .map(|&ty| self.expression(ty, 1))
                    .collect();
                let call = format!("{name}({})", arguments.join(", "));
                self.open("try {");
                self.line(&format!("fuel = {};", 200 * (round + 1)));
                let shown = show(result, &call);
                self.line(&format!("System.out.println(\"{name} = \" + {shown});"));
                self.close("} catch (RuntimeException e) {");
                self.indent += 1;
                self.line(&format!("System.out.println(\"{name}: \" + e);"));
                self.close("}");
            }
        }
        self.line("System.out.println(counter + \" \" + total + \" \" + ratio);");
        self.close("}");
        self.out.push_str("}\n");
    }

    /// Static fields and a small class hierarchy.
    fn prelude(&mut self) {
        let (a, b) = (self.literal(Ty::Int), self.literal(Ty::Double));
        let shift = self.random.random_range(0..70);
        let mask = self.literal(Ty::Long);
        let text = format!(
            "static int counter;
    static long total = 1;
    static double ratio = 0.5;
    static int fuel;

    static boolean more() {{
        return fuel-- > 0;
    }}

    interface Shape {{
        int size(int scale);

        default double weight() {{
            return size(3) * ratio;
        }}
    }}

    static class Square implements Shape {{
        int side;
        double extra = {b};

        Square(int side) {{
            this.side = side;
            counter++;
        }}

        public int size(int scale) {{
            return side * side * scale + {a};
        }}

        @Override
        public String toString() {{
            return \"Square\" + side;
        }}

        @Override
        public boolean equals(Object o) {{
            return o instanceof Square && ((Square) o).side == side;
        }}

        @Override
        public int hashCode() {{
            return side * 31;
        }}
    }}

    static class Cube extends Square {{
        Cube(int side) {{
            super(side + 1);
            total = (total << {shift}) ^ {mask};
        }}

        @Override
        public int size(int scale) {{
            return super.size(scale) / (side - 3);
        }}

        @Override
        public double weight() {{
            return super.weight() + extra;
        }}
    }}
"
        );
        self.out.push_str("    ");
        self.out.push_str(&text);
    }

    fn method(&mut self) {
        let name = self.fresh("m");
        let result = self.pick(&Ty::ALL);
        let count = self.random.random_range(0..4);
        let parameters: Vec<Ty> = (0..count).map(|_| self.pick(&Ty::ALL)).collect();
        let mut list = Vec::new();
        self.scope.clear();
        for &ty in &parameters {
            let name = self.fresh("p");
            list.push(format!("{} {name}", ty.name()));
            self.scope.push(Variable {
                name,
                ty,
                mutable: true,
            });
        }
        self.result = result;
        self.out.push('\n');
        self.open(&format!(
            "static {} {name}({}) {{",
            result.name(),
            list.join(", ")
        ));
        let statements = self.random.random_range(3..9);
        self.block(statements, 3);
        let value = self.expression(result, 2);
        self.line(&format!("return {value};"));
        self.close("}");
        // Known only now, so that nothing recurs without end.
        self.methods.push(Method {
            name,
            result,
            parameters,
        });
        self.scope.clear();
    }
}

/// An expression that prints a value of a type.
fn show(ty: Ty, value: &str) -> String {
    match ty {
        Ty::IntArray | Ty::DoubleArray => format!("Arrays.toString({value})"),
        Ty::Map => format!("new TreeMap<>({value})"),
        Ty::Shape => format!("({value}).weight()"),
        Ty::IntFunction => format!("({value}).applyAsInt(7)"),
        Ty::Char => format!("(int) ({value})"),
        Ty::Boolean
        | Ty::Byte
        | Ty::Short
        | Ty::Int
        | Ty::Long
        | Ty::Float
        | Ty::Double
        | Ty::Str
        | Ty::List => format!("({value})"),
    }
}
