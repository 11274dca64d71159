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

pub(super) fn parse(text: &str) -> Result<SpecificationFile, Problem> {
    let mut cursor = Cursor::new(text);
    let mut file = SpecificationFile::default();
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
            Some(Token::Word) if found.text == "function" => {
                cursor.next()?;
                let text = cursor.raw(&[';'], "`;` behind the declaration")?;
                cursor.expect(Token::Semicolon, "`;`")?;
                let line = cursor.line_of(found.at);
                let function = declaration::function(text, found.at, line)?;
                if file
                    .functions
                    .iter()
                    .any(|known| known.name == function.name)
                {
                    let message = format!("`{}` is declared already", function.name);
                    return Err(Problem::new(found.at, message));
                }
                file.functions.push(function);
            }
            Some(Token::Word) if found.text == "specification" => {
                let parsed = specification(&mut cursor, &file)?;
                file.specifications.push(parsed);
            }
            _ => {
                return Err(unexpected(
                    &found,
                    "`function`, `specification` or a line with `#`",
                ));
            }
        }
    }
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
    let mut object = None;
    let found = cursor.peek()?;
    if cursor.take_word("for")? {
        let text = cursor.raw(&['{', ';'], "the object and `{`")?;
        object = Some(declaration::parameter(text, found.at)?);
    }
    cursor.expect(Token::OpenBrace, "`{`, or `for` and an object")?;
    let mut made = Specification {
        name: name.text.to_owned(),
        object,
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
    let object = specification.object.as_ref();
    let mut occasions: Vec<Occasion> = Vec::new();
    loop {
        let at = cursor.peek()?.at;
        let occasion = occasion(cursor, file, object)?;
        let same = |known: &Occasion| {
            (known.moment, known.function, known.object_position())
                == (
                    occasion.moment,
                    occasion.function,
                    occasion.object_position(),
                )
        };
        if occasions.iter().any(same) {
            let message = "the event has this occasion already: join the conditions into one";
            return Err(Problem::new(at, message));
        }
        occasions.push(occasion);
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

fn occasion(
    cursor: &mut Cursor<'_>,
    file: &SpecificationFile,
    object: Option<&Parameter>,
) -> Result<Occasion, Problem> {
    let found = cursor.next()?;
    let moment = match found.text {
        "call" => Moment::Call,
        "return" => Moment::Return,
        "throw" => Moment::Throw,
        "end" => {
            return Ok(Occasion {
                moment: Moment::End,
                function: None,
                arguments: Vec::new(),
                result: Pattern::Any,
                creates: false,
                condition: condition(cursor)?,
            });
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
        if moment != Moment::Return {
            return Err(Problem::new(name.at, "a result there is only for `return`"));
        }
        result = pattern(name.text, object);
        name = cursor.expect(Token::Word, "a function")?;
    }
    if creates && result != Pattern::Object {
        let message = "`new` stands before the object that the specification is for";
        return Err(Problem::new(new_at, message));
    }
    let function = file
        .functions
        .iter()
        .position(|known| known.name == name.text);
    let Some(number) = function else {
        let message = format!("`{}` is not declared: write `function …;` above", name.text);
        return Err(Problem::new(name.at, message));
    };
    let arguments = arguments(cursor, object)?;
    check_use(&file.functions[number], &arguments, &result, name.at)?;
    Ok(Occasion {
        moment,
        function: Some(number),
        arguments,
        result,
        creates,
        condition: condition(cursor)?,
    })
}

/// A function is used as it is declared, and has the object in one place at the most.
fn check_use(
    function: &Function,
    arguments: &[Pattern],
    result: &Pattern,
    at: usize,
) -> Result<(), Problem> {
    if arguments.len() > function.parameters.len() {
        let count = function.parameters.len();
        let message = format!("`{}` has {count} parameters", function.name);
        return Err(Problem::new(at, message));
    }
    if *result != Pattern::Any && function.result == "void" {
        let message = format!("`{}` has no result", function.name);
        return Err(Problem::new(at, message));
    }
    let objects = arguments.iter().chain([result]);
    if objects.filter(|it| **it == Pattern::Object).count() > 1 {
        return Err(Problem::new(
            at,
            "the object stands in two places of the event",
        ));
    }
    Ok(())
}

fn arguments(cursor: &mut Cursor<'_>, object: Option<&Parameter>) -> Result<Vec<Pattern>, Problem> {
    cursor.expect(Token::OpenParenthesis, "`(`")?;
    let mut arguments = Vec::new();
    if cursor.take(Token::CloseParenthesis)? {
        return Ok(arguments);
    }
    loop {
        if cursor.take(Token::Rest)? {
            cursor.expect(Token::CloseParenthesis, "`)` behind `..`")?;
            return Ok(arguments);
        }
        let name = cursor.expect(Token::Word, "a name for the argument, `_` or `..`")?;
        arguments.push(pattern(name.text, object));
        if !cursor.take(Token::Comma)? {
            cursor.expect(Token::CloseParenthesis, "`,` or `)`")?;
            return Ok(arguments);
        }
    }
}

fn pattern(name: &str, object: Option<&Parameter>) -> Pattern {
    match name {
        "_" => Pattern::Any,
        _ if object.is_some_and(|object| object.name == name) => Pattern::Object,
        _ => Pattern::Name(name.to_owned()),
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
