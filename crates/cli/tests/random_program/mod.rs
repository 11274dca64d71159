//! Random programs, in C or Java: what is alike in all that write one. Each says what its values, conditions
//! and statements are; branches, switches, loops and blocks are made of them here.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::fmt::Write;

/// A program while it is written.
pub struct Program {
    random: SmallRng,
    pub text: String,
    /// Blocks around the next line, each of which moves it to the right.
    pub depth: usize,
    names: u32,
}

impl Program {
    /// A program that begins with a text; the same for the same seed.
    pub fn new(seed: u64, head: &str) -> Program {
        Program {
            random: SmallRng::seed_from_u64(seed),
            text: head.to_owned(),
            depth: 0,
            names: 0,
        }
    }

    /// Adds a line.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{:1$}{text}", "", self.depth * 4);
    }

    /// A random number below another.
    pub fn pick(&mut self, count: u32) -> u32 {
        self.random.random_range(0..count)
    }

    /// A name that nothing has yet.
    fn name(&mut self, letter: char) -> String {
        self.names += 1;
        format!("{letter}{}", self.names - 1)
    }
}

/// What writes programs of a kind.
pub trait Generator {
    /// The program at hand.
    fn program(&mut self) -> &mut Program;

    /// Writes a few statements, with so many levels of blocks in them at the most.
    fn block(&mut self, levels: u32);

    /// Adds a line.
    fn line(&mut self, text: &str) {
        self.program().line(text);
    }

    /// A random number below another.
    fn pick(&mut self, count: u32) -> u32 {
        self.program().pick(count)
    }

    /// One of several texts.
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.pick(of.len() as u32) as usize]
    }

    /// A name that nothing has yet: a letter and a number.
    fn name(&mut self, letter: char) -> String {
        self.program().name(letter)
    }

    /// A comparison.
    fn comparison(&mut self, left: &str, right: &str) -> String {
        let operator = self.one(&["==", "!=", "<", ">", "<=", ">="]);
        format!("{left} {operator} {right}")
    }

    /// A branch; half of them have an `else`.
    fn branch(&mut self, condition: &str, levels: u32) {
        self.line(&format!("if ({condition}) {{"));
        self.block(levels);
        if self.pick(2) == 0 {
            self.line("} else {");
            self.block(levels);
        }
        self.line("}");
    }

    /// A switch on the two lowest bits of a value.
    fn switch(&mut self, value: &str, levels: u32) {
        self.line(&format!("switch ({value} & 3) {{"));
        for case in ["case 0:", "case 1:", "default:"] {
            self.line(case);
            self.block(levels);
            self.line("break;");
        }
        self.line("}");
    }

    /// A loop that counts up to a bound.
    fn counting_loop(&mut self, ty: &str, bound: &str, levels: u32) {
        let counter = self.name('i');
        self.line(&format!(
            "for ({ty} {counter} = 0; {counter} < {bound}; {counter}++) {{"
        ));
        self.block(levels);
        self.line("}");
    }
}
