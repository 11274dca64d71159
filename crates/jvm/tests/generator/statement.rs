//! Statements.

use super::{Generator, Ty, Variable, show};
use rand::Rng;

impl Generator {
    /// So many statements in a scope of their own, nested at most so deep.
    pub(super) fn block(&mut self, statements: u32, depth: u32) {
        let visible = self.scope.len();
        for _ in 0..statements {
            self.statement(depth);
        }
        if depth < 3 {
            self.scope.truncate(visible);
        }
    }

    fn statement(&mut self, depth: u32) {
        match self.random.random_range(0..18) {
            0..=3 => self.declaration(),
            4..=6 => self.assignment(),
            7 => self.compound(),
            8 if depth > 0 => self.conditional(depth),
            9 | 10 if depth > 0 && self.loops < 2 => self.counted_loop(depth),
            11 if depth > 0 && self.loops < 2 => self.while_loop(depth),
            12 if depth > 0 => self.attempt(depth),
            13 if depth > 0 => self.switch(depth),
            14 => self.print(),
            15 => self.collection(),
            16 => self.array_store(),
            _ => self.throw_or_return(),
        }
    }

    fn declaration(&mut self) {
        let ty = self.pick(&Ty::ALL);
        let value = self.expression(ty, 3);
        let name = self.fresh("v");
        let mutable = self.chance(60);
        let modifier = if mutable { "" } else { "final " };
        self.line(&format!("{modifier}{} {name} = {value};", ty.name()));
        self.scope.push(Variable { name, ty, mutable });
    }

    /// A variable that may be assigned.
    fn target(&mut self, of: impl Fn(Ty) -> bool) -> Option<Variable> {
        let fitting: Vec<Variable> = self
            .scope
            .iter()
            .filter(|v| v.mutable && of(v.ty))
            .cloned()
            .collect();
        match fitting.len() {
            0 => None,
            n => Some(fitting[self.random.random_range(0..n)].clone()),
        }
    }

    fn assignment(&mut self) {
        match self.target(|_| true) {
            Some(variable) => {
                let value = self.expression(variable.ty, 3);
                self.line(&format!("{} = {value};", variable.name));
            }
            None => {
                let value = self.expression(Ty::Int, 2);
                self.line(&format!("counter += {value};"));
            }
        }
    }

    fn compound(&mut self) {
        let integral = |ty| matches!(ty, Ty::Byte | Ty::Short | Ty::Char | Ty::Int | Ty::Long);
        if let Some(variable) = self.target(integral) {
            let op = self.pick(&[
                "+=", "-=", "*=", "&=", "|=", "^=", "<<=", ">>=", ">>>=", "++", "--",
            ]);
            if op == "++" || op == "--" {
                self.line(&format!("{}{op};", variable.name));
            } else {
                let ty = self.pick(&[Ty::Int, Ty::Long, Ty::Char]);
                let value = self.expression(ty, 2);
                self.line(&format!("{} {op} {value};", variable.name));
            }
        } else {
            let value = self.expression(Ty::Long, 2);
            self.line(&format!("total ^= {value};"));
        }
    }

    fn conditional(&mut self, depth: u32) {
        let condition = self.expression(Ty::Boolean, 3);
        self.open(&format!("if ({condition}) {{"));
        self.block(2, depth - 1);
        if self.chance(50) {
            self.close("} else {");
            self.indent += 1;
            self.block(2, depth - 1);
        }
        self.close("}");
    }

    fn counted_loop(&mut self, depth: u32) {
        let name = self.fresh("i");
        let (from, to) = (
            self.random.random_range(-3..3),
            self.random.random_range(2..12),
        );
        let step = self.random.random_range(1..4);
        self.open(&format!(
            "for (int {name} = {from}; {name} < {to} && more(); {name} += {step}) {{"
        ));
        self.loop_body(name, depth);
    }

    fn while_loop(&mut self, depth: u32) {
        let name = self.fresh("w");
        let condition = self.expression(Ty::Boolean, 2);
        self.line(&format!("int {name} = 0;"));
        self.open(&format!("while ({name}++ < 6 && more() && {condition}) {{"));
        self.loop_body(name, depth);
    }

    fn loop_body(&mut self, counter: String, depth: u32) {
        let visible = self.scope.len();
        self.loops += 1;
        // The counter itself is not in scope, so that nothing assigns it and the loop ends.
        let statements = self.random.random_range(1..4);
        let copy = self.fresh("c");
        self.line(&format!("final int {copy} = {counter};"));
        self.scope.push(Variable {
            name: copy,
            ty: Ty::Int,
            mutable: false,
        });
        self.block(statements, depth - 1);
        if self.chance(30) {
            let condition = self.expression(Ty::Boolean, 2);
            let jump = self.pick(&["break", "continue"]);
            self.line(&format!("if ({condition}) {jump};"));
        }
        self.loops -= 1;
        self.scope.truncate(visible);
        self.close("}");
    }

    fn attempt(&mut self, depth: u32) {
        self.open("try {");
        self.block(2, depth - 1);
        let caught = self.pick(&[
            "ArithmeticException",
            "RuntimeException",
            "IndexOutOfBoundsException",
            "NegativeArraySizeException | IllegalArgumentException",
        ]);
        let name = self.fresh("e");
        self.close(&format!("}} catch ({caught} {name}) {{"));
        self.indent += 1;
        self.line(&format!(
            "System.out.println(\"caught \" + {name}.getMessage());"
        ));
        self.block(1, depth - 1);
        if self.chance(40) {
            self.close("} finally {");
            self.indent += 1;
            self.line("counter++;");
            self.block(1, depth - 1);
        }
        self.close("}");
    }

    fn switch(&mut self, depth: u32) {
        let on_string = self.chance(30);
        let value = self.expression(if on_string { Ty::Str } else { Ty::Int }, 2);
        let value = if on_string {
            value
        } else {
            format!("{value} % 5")
        };
        self.open(&format!("switch ({value}) {{"));
        for case in 0..3 {
            let label = match on_string {
                true => ["\"abc\"", "\"Zz9\"", "\"\""][case].to_owned(),
                false => (case as i32 * 2 - 1).to_string(),
            };
            self.open(&format!("case {label}: {{"));
            self.block(1, depth - 1);
            self.close("}");
            if self.chance(60) {
                self.line("break;");
            }
        }
        self.open("default: {");
        self.block(1, depth - 1);
        self.close("}");
        self.close("}");
    }

    fn print(&mut self) {
        let ty = self.pick(&Ty::ALL);
        let value = self.expression(ty, 2);
        let shown = show(ty, &value);
        self.line(&format!("System.out.println(\"\" + {shown});"));
    }

    fn collection(&mut self) {
        let Some(variable) = self.target(|ty| matches!(ty, Ty::List | Ty::Map)) else {
            return self.declaration();
        };
        let name = variable.name;
        let value = self.expression(Ty::Int, 2);
        let text = match variable.ty {
            Ty::Map => {
                let key = self.expression(Ty::Str, 2);
                match self.random.random_range(0..3) {
                    0 => format!("{name}.put({key}, {value});"),
                    1 => format!("{name}.merge({key}, {value}, Integer::sum);"),
                    _ => format!("{name}.remove({key});"),
                }
            }
            _ => match self.random.random_range(0..5) {
                0 => format!("Collections.sort({name});"),
                1 => format!("{name}.remove(Integer.valueOf({value}));"),
                2 => format!("{name}.set({value} & 1, 7);"),
                3 => format!("{name}.removeIf(q -> q % 2 == 0);"),
                _ => format!("{name}.add({value});"),
            },
        };
        self.line(&text);
    }

    fn array_store(&mut self) {
        let Some(variable) = self.target(|ty| matches!(ty, Ty::IntArray | Ty::DoubleArray)) else {
            return self.declaration();
        };
        let index = self.expression(Ty::Int, 2);
        let element = match variable.ty {
            Ty::IntArray => Ty::Int,
            _ => Ty::Double,
        };
        let value = self.expression(element, 2);
        let op = self.pick(&["=", "+=", "-="]);
        self.line(&format!("{}[{index} & 3] {op} {value};", variable.name));
    }

    fn throw_or_return(&mut self) {
        let condition = self.expression(Ty::Boolean, 2);
        if self.chance(50) {
            let message = self.expression(Ty::Str, 2);
            let class = self.pick(&[
                "IllegalStateException",
                "IllegalArgumentException",
                "UnsupportedOperationException",
            ]);
            self.line(&format!(
                "if ({condition} && !more()) throw new {class}({message});"
            ));
        } else {
            let value = self.expression(self.result, 2);
            self.line(&format!("if ({condition} && !more()) return {value};"));
        }
    }
}
