//! What a specification says.

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecificationFile {
    /// Lines that begin with `#`, with their numbers: for the compiler of the functions' language.
    pub directives: Vec<(usize, String)>,
    /// The package whose names conditions may use as its own, if it is said.
    pub package: Option<String>,
    /// What is imported for conditions, as it is written, with the numbers of lines.
    pub imports: Vec<(usize, String)>,
    /// The functions that events speak of.
    pub functions: Vec<Function>,
    /// The specifications.
    pub specifications: Vec<Specification>,
}

/// A function as its language declares it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The type of its result.
    pub result: String,
    /// Its parameters; the first of a method of an object is that object.
    pub parameters: Vec<Parameter>,
    /// More arguments may follow, as `...` in C says.
    pub is_variadic: bool,
    /// Whose method it is, if it is one.
    pub method: Option<Method>,
    /// The line of the declaration, from 1.
    pub line: usize,
}

/// What is particular to a function that is a method of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The class as it is written.
    pub class: String,
    /// The name of the method in it.
    pub name: String,
    /// How it is called.
    pub kind: MethodKind,
}

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// On an object.
    Instance,
    /// By itself.
    Static,
    /// To make an object.
    Constructor,
}

/// A parameter of a function, or the object that a specification is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// Its name.
    pub name: String,
    /// Its declaration with the name.
    pub declaration: String,
}

/// Events, and what is said of their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Specification {
    /// Its name.
    pub name: String,
    /// The objects that it is about: each, or each combination of several, has monitors of its own. The program has them
    /// if there are none.
    pub objects: Vec<Parameter>,
    /// The events, by number.
    pub events: Vec<Event>,
    /// What is said of them.
    pub clauses: Vec<Clause>,
    /// The line it begins in, from 1.
    pub line: usize,
}

/// Something that calls do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// It happens on any of these occasions.
    pub occasions: Vec<Occasion>,
    /// The byte of the text where its name stands.
    pub(crate) at: usize,
    /// The line of its declaration, from 1.
    pub line: usize,
}

/// When an event happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occasion {
    /// The moment.
    pub moment: Moment,
    /// The function that is called, by its number in the file; `None` at the end of the program.
    pub function: Option<usize>,
    /// What the arguments are called; arguments beyond are not looked at.
    pub arguments: Vec<Pattern>,
    /// What the result is called.
    pub result: Pattern,
    /// The result is an object of the specification that is new: whatever was at its address before is another.
    pub creates: bool,
    /// Only if this holds, too.
    pub condition: Option<Condition>,
}

/// A moment at which an event may happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Moment {
    /// A function is called.
    Call,
    /// It returns.
    Return,
    /// It is left by an exception.
    Throw,
    /// The program ends.
    End,
}

/// What an argument or a result is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// Nothing.
    Any,
    /// It is the object of that number among those that the specification is about.
    Object(usize),
    /// By this name in the condition.
    Name(String),
}

/// An expression of the language that the functions are written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The text, without the parentheses around it.
    pub text: String,
    /// The line it begins in, from 1.
    pub line: usize,
}

/// Who is to blame for a violation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blame {
    /// Whoever calls the functions (a call specification).
    Caller,
    /// The functions themselves (a return specification).
    Component,
}

impl Blame {
    /// As the language has it.
    pub fn name(self) -> &'static str {
        match self {
            Blame::Caller => "caller",
            Blame::Component => "component",
        }
    }
}

/// One thing that is said of the order of events.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// Who is to blame if it is violated.
    pub blame: Blame,
    /// The property as it is written, on one line.
    pub text: String,
    /// What it means.
    pub property: Property,
    /// The byte of the text where the property begins.
    pub(crate) at: usize,
    /// The line it begins in, from 1.
    pub line: usize,
}

/// Which sequences of steps are allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Property {
    /// Those for which the formula holds at the first step.
    Formula(Formula),
    /// Those that begin a sequence that the expression matches.
    Matches(Expression),
    /// Those of which no beginning is matched by the expression.
    Forbids(Expression),
    /// Those that the automaton has a way for.
    Automaton(Automaton),
}

/// A formula of temporal logic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The byte of the text where its operator stands.
    pub at: usize,
    /// What it says.
    pub kind: FormulaKind,
}

/// The forms of formulas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormulaKind {
    /// Always the same.
    Constant(bool),
    /// The event of that number happens at this step.
    Event(usize),
    /// An operator and its operand.
    Unary(Unary, Box<Formula>),
    /// An operator and its operands.
    Binary(Binary, Box<Formula>, Box<Formula>),
}

/// Operators of formulas with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unary {
    /// Negation.
    Not,
    /// There is a step before this one, and it holds there.
    Previous,
    /// It holds at the step before this one, if there is one.
    WeakPrevious,
    /// It holds now or did at a step before.
    Once,
    /// It holds now and did at all steps before.
    Historically,
    /// It holds so many steps later.
    Next(u32),
    /// It holds now and at all later steps.
    Always,
    /// It holds now or at one of so many later steps; at any later step without a number.
    Eventually(Option<u32>),
}

/// Operators of formulas with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Binary {
    /// Both.
    And,
    /// One or both.
    Or,
    /// The second if the first.
    Implies,
    /// Both or none.
    Equivalent,
    /// The second held at a step, now or before, and the first at all steps after it.
    Since,
    /// The same, or the first at all steps up to now.
    WeakSince,
    /// The second will hold, and the first at all steps before.
    Until,
    /// The same, or the first at all steps from now on.
    WeakUntil,
    /// The second holds up to and with the step at which the first does, for ever if it never does.
    Release,
}

/// A regular expression over steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression {
    /// The byte of the text where it begins.
    pub at: usize,
    /// What it matches.
    pub kind: ExpressionKind,
}

/// The forms of regular expressions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExpressionKind {
    /// No step at all.
    Nothing,
    /// A step at which a formula without temporal operators holds.
    Step(Formula),
    /// One after the other.
    Sequence(Vec<Expression>),
    /// Any of these.
    Either(Vec<Expression>),
    /// From so many to so many times; without end if there is no second number.
    Repeat(Box<Expression>, u32, Option<u32>),
}

/// A finite automaton, written out. It begins in its first state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// Its states, by number.
    pub states: Vec<State>,
}

/// A state of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// Its name.
    pub name: String,
    /// Where steps lead; nowhere if none of these fits, and to several states if several do.
    pub transitions: Vec<Transition>,
}

/// A transition of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transition {
    /// A formula without temporal operators that holds at the steps that take it.
    pub guard: Formula,
    /// The state it leads to.
    pub target: usize,
}

impl Parameter {
    /// Its type, of one that is declared as Java does: in front of its name.
    pub fn ty(&self) -> &str {
        let length = self.declaration.len().saturating_sub(self.name.len());
        self.declaration[..length].trim_end()
    }
}

impl Occasion {
    /// Where each of so many objects stands that the specification is about: the number of an argument, or
    /// [`Occasion::RESULT`]. `None` if it stands nowhere.
    pub fn positions(&self, objects: usize) -> Vec<Option<usize>> {
        let of = |object: usize| {
            let object = Pattern::Object(object);
            let argument = self.arguments.iter().position(|it| *it == object);
            argument.or_else(|| (self.result == object).then_some(Occasion::RESULT))
        };
        (0..objects).map(of).collect()
    }

    /// The position of what is the result.
    pub const RESULT: usize = usize::MAX;
}
