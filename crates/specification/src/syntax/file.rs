//! Files, specifications, events and clauses.

use super::cursor::{Cursor, unexpected};
use super::declaration;
use super::expression::{automaton, expression};
use super::formula::Formulas;
use super::token::Token;
use crate::error::Problem;
use crate::model::{
    Blame, Clause, Condition, Event, Function, Moment, Occasion, Parameter, Pattern, Property,
    Specification, SpecificationFile,
};

/// Words that mean something in formulas, and cannot be names of events.
const RESERVED: &[&str] = &[
    "always",
    "and",
    "automaton",
    "eventually",
    "false",
    "forbids",
    "historically",
    "iff",
    "implies",
    "matches",
    "next",
    "not",
    "once",
    "or",
    "prev",
    "releases",
    "since",
    "true",
    "until",
    "weak",
];
/// Events of a specification.
const MOST_EVENTS: usize = 64;

/// Reads specifications. `known` are functions that are declared already, and may be declared otherwise here.
pub(super) fn parse(text: &str, known: Vec<Function>) -> Result<SpecificationFile, Problem> {
    let mut cursor = Cursor::new(text);
    let given = known.len();
    let mut file = SpecificationFile {
        functions: known,
        ..SpecificationFile::default()
    };
    loop {
        let found = cursor.peek()?;
        match found.token {
            None => return Ok(file),
            Some(Token::Hash) => {
                let line = cursor.line_of(found.at);
                cursor.next()?;
                let directive = format!("#{}", cursor.line());
                file.directives.push((line, directive));
            }
            Some(Token::Word) if matches!(found.text, "import" | "package") => {
                let line = cursor.line_of(found.at);
                cursor.next()?;
                let text = cursor.raw(&[';'], "`;` behind the name")?;
                cursor.expect(Token::Semicolon, "`;`")?;
                match found.text {
                    "package" if file.package.is_some() || !declaration::is_qualified(text) => {
                        return Err(Problem::new(found.at, "expected one name of a package"));
                    }
                    "package" => file.package = Some(text.to_owned()),
                    _ => file.imports.push((line, format!("import {text};"))),
                }
            }
            Some(Token::Word) if found.text == "function" => {
                cursor.next()?;
                let text = cursor.raw(&[';'], "`;` behind the declaration")?;
                cursor.expect(Token::Semicolon, "`;`")?;
                let line = cursor.line_of(found.at);
                let function = declaration::function(text, found.at, line)?;
                let mut all = file.functions.iter();
                match all.position(|known| is_declared(known, &function)) {
                    None => file.functions.push(function),
                    Some(number) if number < given => file.functions[number] = function,
                    Some(_) => {
                        let message = format!("`{}` is declared already", function.name);
                        return Err(Problem::new(found.at, message));
                    }
                }
            }
            Some(Token::Word) if found.text == "specification" => {
                let parsed = specification(&mut cursor, &file)?;
                file.specifications.push(parsed);
            }
            _ => {
                return Err(unexpected(
                    &found,
                    "`function`, `specification`, `import`, `package` or a line with `#`",
                ));
            }
        }
    }
}

/// True if a function is another one's second declaration: methods of a name may differ in their parameters.
fn is_declared(known: &Function, function: &Function) -> bool {
    let types = |function: &Function| -> Vec<String> {
        let parameters = function.parameters.iter();
        parameters.map(|it| it.ty().to_owned()).collect()
    };
    let overloads = function.method.is_some() && types(known) != types(function);
    known.name == function.name && !overloads
}

fn specification(
    cursor: &mut Cursor<'_>,
    file: &SpecificationFile,
) -> Result<Specification, Problem> {
    let start = cursor.next()?;
    let name = cursor.expect(Token::Word, "the name of the specification")?;
    if file
        .specifications
        .iter()
        .any(|known| known.name == name.text)
    {
        let message = format!("there is a specification `{}` already", name.text);
        return Err(Problem::new(name.at, message));
    }
    let mut objects = Vec::new();
    let found = cursor.peek()?;
    if cursor.take_word("for")? {
        let text = cursor.raw(&['{', ';'], "the object and `{`")?;
        objects = declaration::objects(text, found.at)?;
    }
    cursor.expect(Token::OpenBrace, "`{`, or `for` and an object")?;
    let mut made = Specification {
        name: name.text.to_owned(),
        objects,
        events: Vec::new(),
        clauses: Vec::new(),
        line: cursor.line_of(start.at),
    };
    loop {
        let found = cursor.peek()?;
        match (found.token, found.text) {
            (Some(Token::CloseBrace), _) => {
                cursor.next()?;
                return Ok(made);
            }
            (Some(Token::Word), "event") => {
                let event = event(cursor, file, &made)?;
                made.events.push(event);
            }
            (Some(Token::Word), "caller" | "component") => {
                let clause = clause(cursor, &made)?;
                made.clauses.push(clause);
            }
            _ => return Err(unexpected(&found, "`event`, `caller`, `component` or `}`")),
        }
    }
}

fn event(
    cursor: &mut Cursor<'_>,
    file: &SpecificationFile,
    specification: &Specification,
) -> Result<Event, Problem> {
    cursor.next()?;
    let name = cursor.expect(Token::Word, "the name of the event")?;
    if RESERVED.contains(&name.text) {
        let message = format!("`{}` is an operator, and cannot be an event", name.text);
        return Err(Problem::new(name.at, message));
    }
    if specification
        .events
        .iter()
        .any(|known| known.name == name.text)
    {
        let message = format!("there is an event `{}` already", name.text);
        return Err(Problem::new(name.at, message));
    }
    if specification.events.len() == MOST_EVENTS {
        let message = format!("a specification may have at most {MOST_EVENTS} events");
        return Err(Problem::new(name.at, message));
    }
    if let Some(clause) = specification.clauses.first() {
        let message = format!(
            "events stand before what is said of them (line {})",
            clause.line
        );
        return Err(Problem::new(name.at, message));
    }
    cursor.expect(Token::Equals, "`=`")?;
    let objects = &specification.objects;
    let mut occasions: Vec<Occasion> = Vec::new();
    loop {
        let at = cursor.peek()?.at;
        for occasion in occasion(cursor, file, objects)? {
            let same = |known: &Occasion| {
                let positions = |it: &Occasion| it.positions(objects.len());
                (known.moment, known.function) == (occasion.moment, occasion.function)
                    && positions(known) == positions(&occasion)
            };
            if occasions.iter().any(same) {
                let message = "the event has this occasion already: join the conditions into one";
                return Err(Problem::new(at, message));
            }
            occasions.push(occasion);
        }
        if !cursor.take_word("or")? {
            break;
        }
    }
    cursor.expect(Token::Semicolon, "`;`, `when` or `or`")?;
    Ok(Event {
        name: name.text.to_owned(),
        occasions,
        at: name.at,
        line: cursor.line_of(name.at),
    })
}

/// An occasion; of a method that has several kinds of parameters, one for each that fits.
fn occasion(
    cursor: &mut Cursor<'_>,
    file: &SpecificationFile,
    objects: &[Parameter],
) -> Result<Vec<Occasion>, Problem> {
    let found = cursor.next()?;
    let moment = match found.text {
        "call" => Moment::Call,
        "return" => Moment::Return,
        "throw" => Moment::Throw,
        "end" => {
            return Ok(vec![Occasion {
                moment: Moment::End,
                function: None,
                arguments: Vec::new(),
                result: Pattern::Any,
                creates: false,
                condition: condition(cursor)?,
            }]);
        }
        _ => return Err(unexpected(&found, "`call`, `return`, `throw` or `end`")),
    };
    let mut name = cursor.expect(Token::Word, "a function, or a name for its result")?;
    let mut creates = false;
    if name.text == "new" {
        creates = true;
        name = cursor.expect(Token::Word, "a name for the result")?;
    }
    let new_at = name.at;
    let mut result = Pattern::Any;
    if cursor.take(Token::Equals)? {
        result = pattern(name.text, objects);
        let is_object = moment == Moment::Throw && matches!(result, Pattern::Object(_));
        if moment == Moment::Call || is_object {
            let message = "a result there is only for `return`, and an exception for `throw`";
            return Err(Problem::new(name.at, message));
        }
        name = cursor.expect(Token::Word, "a function")?;
    }
    if creates && !matches!(result, Pattern::Object(_)) {
        let message = "`new` stands before an object that the specification is for";
        return Err(Problem::new(new_at, message));
    }
    let mut called = name.text.to_owned();
    while cursor.take(Token::Dot)? {
        let part = cursor.expect(Token::Word, "the name of a method")?;
        called = format!("{called}.{}", part.text);
    }
    let (arguments, goes_on) = arguments(cursor, objects)?;
    let condition = condition(cursor)?;
    let used = Occasion {
        moment,
        function: None,
        arguments,
        result,
        creates,
        condition,
    };
    uses(file, (&called, name.at), &used, goes_on)
}

/// An occasion of each function of that name which it fits. `goes_on` if arguments are left out.
fn uses(
    file: &SpecificationFile,
    (called, at): (&str, usize),
    used: &Occasion,
    goes_on: bool,
) -> Result<Vec<Occasion>, Problem> {
    let functions = file.functions.iter().enumerate();
    let named: Vec<(usize, &Function)> = functions.filter(|(_, it)| it.name == called).collect();
    let Some((_, first)) = named.first() else {
        let message = format!("`{called}` is not declared: write `function …;` above");
        return Err(Problem::new(at, message));
    };
    let fits = |function: &Function| {
        let (given, there) = (used.arguments.len(), function.parameters.len());
        given == there || given < there && (goes_on || function.method.is_none())
    };
    let fitting: Vec<&(usize, &Function)> = named.iter().filter(|(_, it)| fits(it)).collect();
    if fitting.is_empty() {
        let own = match first.method {
            Some(_) => ", with the object that it is called on",
            None => "",
        };
        let count = first.parameters.len();
        let message = format!("`{called}` has {count} parameters{own}");
        return Err(Problem::new(at, message));
    }
    let mut occasions = Vec::new();
    for (number, function) in fitting {
        check_use(function, used, at)?;
        occasions.push(Occasion {
            function: Some(*number),
            ..used.clone()
        });
    }
    Ok(occasions)
}

/// A function is used as it is declared, and has each object in one place at the most.
fn check_use(function: &Function, used: &Occasion, at: usize) -> Result<(), Problem> {
    let has_result = used.result != Pattern::Any && used.moment == Moment::Return;
    if has_result && function.result == "void" {
        let message = format!("`{}` has no result", function.name);
        return Err(Problem::new(at, message));
    }
    let objects = used.arguments.iter().chain([&used.result]);
    let objects: Vec<&Pattern> = objects
        .filter(|it| matches!(it, Pattern::Object(_)))
        .collect();
    let again = (1..objects.len()).any(|number| objects[..number].contains(&objects[number]));
    match again {
        true => Err(Problem::new(
            at,
            "the object stands in two places of the event",
        )),
        false => Ok(()),
    }
}

/// The arguments that have names, and whether more are left out.
fn arguments(
    cursor: &mut Cursor<'_>,
    objects: &[Parameter],
) -> Result<(Vec<Pattern>, bool), Problem> {
    cursor.expect(Token::OpenParenthesis, "`(`")?;
    let mut arguments = Vec::new();
    if cursor.take(Token::CloseParenthesis)? {
        return Ok((arguments, false));
    }
    loop {
        if cursor.take(Token::Rest)? {
            cursor.expect(Token::CloseParenthesis, "`)` behind `..`")?;
            return Ok((arguments, true));
        }
        let name = cursor.expect(Token::Word, "a name for the argument, `_` or `..`")?;
        arguments.push(pattern(name.text, objects));
        if !cursor.take(Token::Comma)? {
            cursor.expect(Token::CloseParenthesis, "`,` or `)`")?;
            return Ok((arguments, false));
        }
    }
}

fn pattern(name: &str, objects: &[Parameter]) -> Pattern {
    let object = objects.iter().position(|object| object.name == name);
    match (name, object) {
        ("_", _) => Pattern::Any,
        (_, Some(object)) => Pattern::Object(object),
        (_, None) => Pattern::Name(name.to_owned()),
    }
}

fn condition(cursor: &mut Cursor<'_>) -> Result<Option<Condition>, Problem> {
    if !cursor.take_word("when")? {
        return Ok(None);
    }
    let (text, at) = cursor.parenthesised()?;
    if text.is_empty() {
        return Err(Problem::new(at, "expected a condition"));
    }
    Ok(Some(Condition {
        text: text.to_owned(),
        line: cursor.line_of(at),
    }))
}

fn clause(cursor: &mut Cursor<'_>, specification: &Specification) -> Result<Clause, Problem> {
    let blame = match cursor.next()?.text {
        "caller" => Blame::Caller,
        _ => Blame::Component,
    };
    cursor.expect(Token::Colon, "`:`")?;
    cursor.begin_property();
    let start = cursor.peek()?.at;
    let events: Vec<String> = specification
        .events
        .iter()
        .map(|it| it.name.clone())
        .collect();
    let formulas = |temporal| Formulas {
        events: &events,
        temporal,
    };
    let property = if cursor.take_word("matches")? {
        Property::Matches(expression(cursor, formulas(false))?)
    } else if cursor.take_word("forbids")? {
        Property::Forbids(expression(cursor, formulas(false))?)
    } else if cursor.take_word("automaton")? {
        Property::Automaton(automaton(cursor, formulas(false))?)
    } else {
        Property::Formula(formulas(true).parse(cursor)?)
    };
    let text = cursor.since(start);
    let ends = matches!(property, Property::Automaton(_));
    if !cursor.take(Token::Semicolon)? && !ends {
        return Err(unexpected(&cursor.peek()?, "`;` or an operator"));
    }
    Ok(Clause {
        blame,
        text,
        property,
        at: start,
        line: cursor.line_of(start),
    })
}
