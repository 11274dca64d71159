//! The part of Java that tests are made of. Tests are built as trees and printed last: what a test needs
//! is asked of the tree, not of its text, in which strings of the program under test stand.

use crate::java::literal;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    Null,
    /// A literal, or a constant that stands for one (`Float.NaN`).
    Literal(String),
    /// A local variable.
    Variable(String),
    /// What is named by itself: a class, a constant of one, `Foo.class`.
    Name(String),
    /// `(Type) operand`
    Cast(String, Box<Expression>),
    /// `new Type(arguments)`
    New(String, Vec<Expression>),
    /// `outer.new Type(arguments)`
    NewInner(Box<Expression>, String, Vec<Expression>),
    /// `new Type[] {elements}`
    NewArray(String, Vec<Expression>),
    /// `new Type[length]`; arrays in it are null.
    NewEmptyArray(String, usize),
    /// `target.method(arguments)`, or a method that is imported.
    Call(Option<Box<Expression>>, String, Vec<Expression>),
    /// `target.name`
    Field(Box<Expression>, String),
    /// `array[index]`
    Index(Box<Expression>, usize),
    /// `parameters -> body`
    Lambda(Vec<String>, Option<Box<Expression>>),
}

/// A statement, or what stands between statements.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// An empty line.
    Blank,
    /// A comment of one line.
    Comment(String),
    /// `Type name = value;`
    Declare(String, String, Expression),
    /// `target = value;`
    Assign(Expression, Expression),
    /// An expression that is evaluated for what it does.
    Evaluate(Expression),
    /// `try`, with what follows if anything is thrown.
    TryCatch(Vec<Statement>, Vec<Statement>),
    /// `try`, with what follows in any case.
    TryFinally(Vec<Statement>, Vec<Statement>),
}

impl Expression {
    /// A string literal.
    pub fn string(text: &str) -> Expression {
        Expression::Literal(literal::string(&text.encode_utf16().collect::<Vec<_>>()))
    }

    pub fn name(name: impl Into<String>) -> Expression {
        Expression::Name(name.into())
    }

    pub fn variable(name: &str) -> Expression {
        Expression::Variable(name.to_owned())
    }

    pub fn number(number: usize) -> Expression {
        Expression::Literal(number.to_string())
    }

    /// The expression as another type.
    pub fn cast(self, ty: impl Into<String>) -> Expression {
        Expression::Cast(ty.into(), Box::new(self))
    }

    /// The call of a method of this object or class.
    pub fn call(self, method: &str, arguments: Vec<Expression>) -> Expression {
        Expression::Call(Some(Box::new(self)), method.to_owned(), arguments)
    }

    /// The call of a method that is imported.
    pub fn call_imported(method: &str, arguments: Vec<Expression>) -> Expression {
        Expression::Call(None, method.to_owned(), arguments)
    }

    pub fn field(self, name: &str) -> Expression {
        Expression::Field(Box::new(self), name.to_owned())
    }

    pub fn index(self, index: usize) -> Expression {
        Expression::Index(Box::new(self), index)
    }

    /// The expression without the cast around it, which is no statement.
    pub fn without_cast(self) -> Expression {
        match self {
            Expression::Cast(_, operand) => *operand,
            other => other,
        }
    }

    /// Shows an expression and all inside of it.
    pub fn visit<'e>(&'e self, see: &mut dyn FnMut(&'e Expression)) {
        see(self);
        match self {
            Expression::Null
            | Expression::Literal(_)
            | Expression::Variable(_)
            | Expression::Name(_)
            | Expression::NewEmptyArray(..) => {}
            Expression::Cast(_, inner)
            | Expression::Field(inner, _)
            | Expression::Index(inner, _) => inner.visit(see),
            Expression::New(_, all) | Expression::NewArray(_, all) => {
                all.iter().for_each(|one| one.visit(see));
            }
            Expression::NewInner(outer, _, all) => {
                outer.visit(see);
                all.iter().for_each(|one| one.visit(see));
            }
            Expression::Call(target, _, all) => {
                target.iter().for_each(|target| target.visit(see));
                all.iter().for_each(|one| one.visit(see));
            }
            Expression::Lambda(_, body) => body.iter().for_each(|body| body.visit(see)),
        }
    }
}

impl Statement {
    /// Shows all expressions of a statement.
    pub fn visit<'s>(&'s self, see: &mut dyn FnMut(&'s Expression)) {
        match self {
            Statement::Blank | Statement::Comment(_) => {}
            Statement::Declare(_, _, value) | Statement::Evaluate(value) => value.visit(see),
            Statement::Assign(target, value) => {
                target.visit(see);
                value.visit(see);
            }
            Statement::TryCatch(body, then) | Statement::TryFinally(body, then) => {
                let all = body.iter().chain(then);
                all.for_each(|statement| statement.visit(see));
            }
        }
    }
}
