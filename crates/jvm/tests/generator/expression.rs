//! Expressions of a wanted type.

use super::{Generator, Ty};
use rand::Rng;

impl Generator {
    /// An expression of exactly that type, nested at most so deep.
    pub(super) fn expression(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.chance(15) {
            return self.leaf(ty);
        }
        if self.chance(8)
            && !self.in_lambda
            && let Some(call) = self.call(ty, depth)
        {
            return call;
        }
        if self.chance(6) {
            let condition = self.expression(Ty::Boolean, depth - 1);
            let (a, b) = (
                self.expression(ty, depth - 1),
                self.expression(ty, depth - 1),
            );
            return format!("({condition} ? {a} : {b})");
        }
        let d = depth - 1;
        match ty {
            Ty::Boolean => self.boolean(d),
            Ty::Byte | Ty::Short | Ty::Char => {
                let from =
                    self.pick(&[Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Byte, Ty::Char]);
                let value = self.expression(from, d);
                format!("(({}) {value})", ty.name())
            }
            Ty::Int => self.int(d),
            Ty::Long => self.long(d),
            Ty::Float | Ty::Double => self.floating(ty, d),
            Ty::Str => self.string(d),
            Ty::IntArray => self.int_array(d),
            Ty::DoubleArray => {
                let n = self.random.random_range(0..4);
                let values: Vec<String> = (0..n).map(|_| self.expression(Ty::Double, d)).collect();
                format!("new double[] {{{}}}", values.join(", "))
            }
            Ty::Shape => {
                let class = self.pick(&["Square", "Cube"]);
                let side = self.expression(Ty::Int, d);
                format!("new {class}({side})")
            }
            Ty::List => self.list(d),
            Ty::Map => {
                let (key, value) = (self.expression(Ty::Str, d), self.expression(Ty::Int, d));
                format!("new HashMap<>(Map.of({key}, {value}))")
            }
            Ty::IntFunction => self.lambda(d),
        }
    }

    fn leaf(&mut self, ty: Ty) -> String {
        let in_lambda = self.in_lambda;
        let fitting: Vec<String> = self
            .scope
            .iter()
            .filter(|v| v.ty == ty && !(in_lambda && v.mutable))
            .map(|v| v.name.clone())
            .collect();
        if !fitting.is_empty() && self.chance(75) {
            return fitting[self.random.random_range(0..fitting.len())].clone();
        }
        self.literal(ty)
    }

    pub(super) fn literal(&mut self, ty: Ty) -> String {
        let small = self.random.random_range(-5..20);
        let text = match ty {
            Ty::Boolean => return self.pick(&["true", "false"]).to_owned(),
            Ty::Byte => format!("(byte) {}", self.pick(&[0, 1, -1, 127, -128, 50, small])),
            Ty::Short => format!("(short) {}", self.pick(&[0, -1, 32767, -32768, 300, small])),
            Ty::Char => {
                return self
                    .pick(&["'a'", "'0'", "'\\u00e9'", "'\\uffff'", "' '"])
                    .to_owned();
            }
            Ty::Int => match self.random.random_range(0..4) {
                0 => self
                    .pick(&[
                        "Integer.MAX_VALUE",
                        "Integer.MIN_VALUE",
                        "0x55555555",
                        "65536",
                        "-1",
                    ])
                    .to_owned(),
                _ => small.to_string(),
            },
            Ty::Long => match self.random.random_range(0..4) {
                0 => self
                    .pick(&[
                        "Long.MAX_VALUE",
                        "Long.MIN_VALUE",
                        "0x123456789abcdefL",
                        "4294967296L",
                        "-1L",
                    ])
                    .to_owned(),
                _ => format!("{small}L"),
            },
            Ty::Float => self
                .pick(&[
                    "0f",
                    "-0f",
                    "1.5f",
                    "Float.NaN",
                    "Float.MAX_VALUE",
                    "Float.MIN_VALUE",
                    "-1f / 0",
                    "3.3e9f",
                    "0.1f",
                ])
                .to_owned(),
            Ty::Double => self
                .pick(&[
                    "0d",
                    "-0d",
                    "2.75",
                    "Double.NaN",
                    "Double.MAX_VALUE",
                    "Double.MIN_VALUE",
                    "1d / 0",
                    "1e19",
                    "0.1",
                    "-7.5",
                ])
                .to_owned(),
            Ty::Str => {
                return self
                    .pick(&[
                        "\"\"",
                        "\"abc\"",
                        "\"Zz9\"",
                        "\"\\u20ac5\"",
                        "\"12\"",
                        "\"x,y,z\"",
                    ])
                    .to_owned();
            }
            Ty::IntArray => {
                return self
                    .pick(&["(new int[0])", "new int[] {3, 1, 2}", "(new int[5])"])
                    .to_owned();
            }
            Ty::DoubleArray => return "new double[] {1, -0.5}".to_owned(),
            Ty::Shape => return format!("new Square({small})"),
            Ty::List => return "new ArrayList<>(List.of(4, 5, 6))".to_owned(),
            Ty::Map => return "new HashMap<>(Map.of(\"a\", 1, \"b\", 2))".to_owned(),
            Ty::IntFunction => return format!("(IntUnaryOperator) x -> x * {small}"),
        };
        format!("({text})")
    }

    /// A call of a method made before.
    fn call(&mut self, ty: Ty, depth: u32) -> Option<String> {
        let fitting: Vec<usize> = (0..self.methods.len())
            .filter(|&m| self.methods[m].result == ty)
            .collect();
        let &index = fitting.get(self.random.random_range(0..fitting.len().max(1)))?;
        let name = self.methods[index].name.clone();
        let parameters = self.methods[index].parameters.clone();
        let arguments: Vec<String> = parameters
            .iter()
            .map(|&ty| self.expression(ty, depth.saturating_sub(2)))
            .collect();
        Some(format!("{name}({})", arguments.join(", ")))
    }

    fn boolean(&mut self, d: u32) -> String {
        match self.random.random_range(0..7) {
            0 => format!("(!{})", self.expression(Ty::Boolean, d)),
            1 => {
                let op = self.pick(&["&&", "||", "^", "&", "|", "==", "!="]);
                let (a, b) = (
                    self.expression(Ty::Boolean, d),
                    self.expression(Ty::Boolean, d),
                );
                format!("({a} {op} {b})")
            }
            2 => {
                let (a, b) = (self.expression(Ty::Str, d), self.expression(Ty::Str, d));
                let method = self.pick(&[
                    "equals",
                    "contains",
                    "startsWith",
                    "endsWith",
                    "equalsIgnoreCase",
                ]);
                format!("{a}.{method}({b})")
            }
            3 => {
                let (list, value) = (self.expression(Ty::List, d), self.expression(Ty::Int, d));
                format!("{list}.contains({value})")
            }
            _ => {
                let ty = self.pick(&Ty::PRIMITIVES[1..]);
                let op = self.pick(&["<", "<=", ">", ">=", "==", "!="]);
                let (a, b) = (self.expression(ty, d), self.expression(ty, d));
                format!("({a} {op} {b})")
            }
        }
    }

    fn int(&mut self, d: u32) -> String {
        match self.random.random_range(0..12) {
            0 => format!("(-{})", self.expression(Ty::Int, d)),
            1 => format!("(~{})", self.expression(Ty::Int, d)),
            2 => {
                let from = self.pick(&[Ty::Long, Ty::Float, Ty::Double, Ty::Char, Ty::Byte]);
                format!("((int) {})", self.expression(from, d))
            }
            3 => {
                let (array, index) = (
                    self.expression(Ty::IntArray, d),
                    self.expression(Ty::Int, d),
                );
                format!("({array})[{index} & 3]")
            }
            4 => format!("{}.length()", self.expression(Ty::Str, d)),
            5 => format!(
                "{}.size({})",
                self.expression(Ty::Shape, d),
                self.expression(Ty::Int, d)
            ),
            6 => {
                let f = self.pick(&["abs", "floorMod", "max", "min", "addExact", "floorDiv"]);
                let a = self.expression(Ty::Int, d);
                match f {
                    "abs" => format!("Math.abs({a})"),
                    _ => format!("Math.{f}({a}, {})", self.expression(Ty::Int, d)),
                }
            }
            7 => {
                let (map, key) = (self.expression(Ty::Map, d), self.expression(Ty::Str, d));
                format!(
                    "((int) {map}.getOrDefault({key}, {}))",
                    self.literal(Ty::Int)
                )
            }
            8 => {
                let unary = self.pick(&[
                    "bitCount",
                    "reverse",
                    "numberOfLeadingZeros",
                    "signum",
                    "hashCode",
                ]);
                format!("Integer.{unary}({})", self.expression(Ty::Int, d))
            }
            _ => self.binary(Ty::Int, d),
        }
    }

    fn long(&mut self, d: u32) -> String {
        match self.random.random_range(0..8) {
            0 => format!("(-{})", self.expression(Ty::Long, d)),
            1 => {
                let from = self.pick(&[Ty::Int, Ty::Float, Ty::Double, Ty::Char]);
                format!("((long) {})", self.expression(from, d))
            }
            2 => "total".to_owned(),
            3 => format!(
                "Double.doubleToLongBits({})",
                self.expression(Ty::Double, d)
            ),
            4 => format!(
                "Long.rotateLeft({}, {})",
                self.expression(Ty::Long, d),
                self.expression(Ty::Int, d)
            ),
            _ => self.binary(Ty::Long, d),
        }
    }

    fn binary(&mut self, ty: Ty, d: u32) -> String {
        let op = self.pick(&["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", ">>>"]);
        let a = self.expression(ty, d);
        let b = match op {
            "<<" | ">>" | ">>>" => self.expression(Ty::Int, d),
            _ => self.expression(ty, d),
        };
        format!("({a} {op} {b})")
    }

    fn floating(&mut self, ty: Ty, d: u32) -> String {
        let name = ty.name();
        match self.random.random_range(0..8) {
            0 => {
                let from = self.pick(&[Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Short]);
                format!("(({name}) {})", self.expression(from, d))
            }
            1 => format!("(-{})", self.expression(ty, d)),
            2 => {
                let f = self.pick(&["abs", "max", "min"]);
                let a = self.expression(ty, d);
                match f {
                    "abs" => format!("Math.abs({a})"),
                    _ => format!("Math.{f}({a}, {})", self.expression(ty, d)),
                }
            }
            3 if ty == Ty::Double => {
                let f = self.pick(&["sqrt", "floor", "ceil", "rint", "signum"]);
                format!("Math.{f}({})", self.expression(ty, d))
            }
            4 if ty == Ty::Double => format!("{}.weight()", self.expression(Ty::Shape, d)),
            5 if ty == Ty::Float => {
                format!("Float.intBitsToFloat({})", self.expression(Ty::Int, d))
            }
            _ => {
                let op = self.pick(&["+", "-", "*", "/", "%"]);
                format!(
                    "({} {op} {})",
                    self.expression(ty, d),
                    self.expression(ty, d)
                )
            }
        }
    }

    fn string(&mut self, d: u32) -> String {
        match self.random.random_range(0..9) {
            0 => {
                let s = self.expression(Ty::Str, d);
                let f = self.pick(&[
                    "toUpperCase()",
                    "trim()",
                    "replace('a', 'b')",
                    "concat(\"+\")",
                    "strip()",
                    "intern()",
                ]);
                format!("{s}.{f}")
            }
            1 => format!("String.valueOf({})", self.expression(Ty::Char, d)),
            2 => {
                let (s, at) = (self.expression(Ty::Str, d), self.expression(Ty::Int, d));
                format!("{s}.substring({at} & 1)")
            }
            3 => format!("Integer.toHexString({})", self.expression(Ty::Int, d)),
            4 => format!(
                "new StringBuilder({}).reverse().toString()",
                self.expression(Ty::Str, d)
            ),
            5 => format!(
                "String.join(\"-\", {}, {})",
                self.expression(Ty::Str, d),
                self.expression(Ty::Str, d)
            ),
            _ => {
                let ty = self.pick(&[
                    Ty::Int,
                    Ty::Long,
                    Ty::Char,
                    Ty::Boolean,
                    Ty::Double,
                    Ty::Float,
                    Ty::Str,
                    Ty::List,
                ]);
                format!(
                    "({} + {})",
                    self.expression(Ty::Str, d),
                    self.expression(ty, d)
                )
            }
        }
    }

    fn int_array(&mut self, d: u32) -> String {
        match self.random.random_range(0..4) {
            0 => format!("(new int[{} % 9])", self.expression(Ty::Int, d)),
            1 => format!(
                "Arrays.copyOf({}, {})",
                self.expression(Ty::IntArray, d),
                self.random.random_range(0..6)
            ),
            2 => format!("{}.clone()", self.expression(Ty::IntArray, d)),
            _ => {
                let n = self.random.random_range(1..5);
                let values: Vec<String> = (0..n).map(|_| self.expression(Ty::Int, d)).collect();
                format!("new int[] {{{}}}", values.join(", "))
            }
        }
    }

    fn list(&mut self, d: u32) -> String {
        match self.random.random_range(0..3) {
            0 => {
                let class = self.pick(&["ArrayList", "LinkedList"]);
                format!("new {class}<>({})", self.expression(Ty::List, d))
            }
            1 => format!("new ArrayList<>({}.values())", self.expression(Ty::Map, d)),
            _ => {
                let n = self.random.random_range(0..4);
                let values: Vec<String> = (0..n).map(|_| self.expression(Ty::Int, d)).collect();
                format!("new ArrayList<Integer>(List.of({}))", values.join(", "))
            }
        }
    }

    fn lambda(&mut self, d: u32) -> String {
        if self.chance(25) {
            return self
                .pick(&[
                    "((IntUnaryOperator) Math::abs)",
                    "((IntUnaryOperator) Integer::reverse)",
                    "((IntUnaryOperator) new Square(2)::size)",
                    "IntUnaryOperator.identity()",
                ])
                .to_owned();
        }
        let outer = std::mem::replace(&mut self.in_lambda, true);
        let parameter = self.fresh("x");
        self.scope.push(super::Variable {
            name: parameter.clone(),
            ty: Ty::Int,
            mutable: false,
        });
        let body = self.expression(Ty::Int, d);
        self.scope.pop();
        self.in_lambda = outer;
        format!("((IntUnaryOperator) {parameter} -> {body})")
    }
}
