//! How targets are written on the command line.

use super::elsewhere::FileWishes;
use crate::reported::SoughtResult;
use ir::ErrorKind;
use std::str::FromStr;

/// What is to be reached, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Spec {
    /// `FILE:LINE[:COLUMN]`.
    Line(Position),
    /// `FILE:LINE[:COLUMN]:true` or `:false`: a side of a branch.
    Side(Position, bool),
    /// `function:NAME`.
    Function(String),
    /// `error`, or `error:KIND`.
    Error(Option<ErrorKind>),
    /// `violation`, or `violation:NAME`: that of a specification.
    Violation(Option<String>),
    /// `uncovered:FILE` or `diff:PATCH`: what these name.
    Elsewhere(Vec<FileWishes>),
    /// What another analyser reports (`--sarif-in`).
    Reported(SoughtResult),
}

/// A position in a source file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Path, or the end of one.
    pub file: String,
    pub line: u32,
    pub column: Option<u32>,
}

/// Why a target cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    #[error(
        "not a target; there are FILE:LINE[:COLUMN], FILE:LINE[:COLUMN]:true|false, function:NAME, \
         error, error:KIND, violation, violation:NAME, uncovered:FILE, diff:PATCH"
    )]
    Unknown,
    #[error("there is no such kind of error; there are {}", kinds())]
    Kind,
    #[error("lines and columns are numbers from 1")]
    Zero,
}

fn kinds() -> String {
    let names: Vec<&str> = ErrorKind::ALL.iter().map(|kind| kind.name()).collect();
    names.join(", ")
}

impl Spec {
    /// The result of another analyser, if it is one.
    pub fn reported(&self) -> Option<&SoughtResult> {
        match self {
            Spec::Reported(sought) => Some(sought),
            Spec::Line(_)
            | Spec::Side(..)
            | Spec::Function(_)
            | Spec::Error(_)
            | Spec::Violation(_)
            | Spec::Elsewhere(_) => None,
        }
    }
}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        if text == "error" {
            return Ok(Spec::Error(None));
        }
        if let Some(kind) = text.strip_prefix("error:") {
            let kind = ErrorKind::from_name(kind).ok_or(SpecError::Kind)?;
            return Ok(match kind {
                ErrorKind::SpecificationViolation => Spec::Violation(None),
                kind => Spec::Error(Some(kind)),
            });
        }
        if text == "violation" {
            return Ok(Spec::Violation(None));
        }
        if let Some(name) = text.strip_prefix("violation:") {
            return match name {
                "" => Err(SpecError::Unknown),
                name => Ok(Spec::Violation(Some(name.to_owned()))),
            };
        }
        if let Some(name) = text.strip_prefix("function:") {
            return match name {
                "" => Err(SpecError::Unknown),
                name => Ok(Spec::Function(name.to_owned())),
            };
        }
        let side = text.rsplit_once(':').and_then(|(rest, side)| {
            let side = side.parse::<bool>().ok()?;
            Some((rest, side))
        });
        match side {
            Some((rest, side)) => Ok(Spec::Side(position(rest)?, side)),
            None => Ok(Spec::Line(position(text)?)),
        }
    }
}

fn position(text: &str) -> Result<Position, SpecError> {
    let numbered = |text: &str| {
        let (rest, number) = text.rsplit_once(':')?;
        Some((rest.to_owned(), number.parse::<u32>().ok()?))
    };
    let (rest, last) = numbered(text).ok_or(SpecError::Unknown)?;
    let (file, line, column) = match numbered(&rest) {
        Some((file, line)) => (file, line, Some(last)),
        None => (rest, last, None),
    };
    if file.is_empty() {
        return Err(SpecError::Unknown);
    }
    if line == 0 || column == Some(0) {
        return Err(SpecError::Zero);
    }
    Ok(Position { file, line, column })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(file: &str, line: u32, column: Option<u32>) -> Position {
        let file = file.to_owned();
        Position { file, line, column }
    }

    #[test]
    fn any_target_is_read_or_refused() {
        let texts = [
            "a.c:12",
            "x/a.c:12:7:true",
            "C:a.c:1:2:false",
            "function:f",
            "error:division-by-zero",
            "violation:lock",
        ];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            let _ = String::from_utf8_lossy(bytes).parse::<Spec>();
        });
    }

    #[test]
    fn what_is_written_is_understood_or_refused() {
        let read = |text: &str| text.parse::<Spec>();
        assert_eq!(read("a.c:12"), Ok(Spec::Line(at("a.c", 12, None))));
        assert_eq!(read("x/a.c:12:7"), Ok(Spec::Line(at("x/a.c", 12, Some(7)))));
        assert_eq!(
            read("a.c:12:true"),
            Ok(Spec::Side(at("a.c", 12, None), true))
        );
        let side = Spec::Side(at("C:a.c", 1, Some(2)), false);
        assert_eq!(read("C:a.c:1:2:false"), Ok(side));
        assert_eq!(read("function:f"), Ok(Spec::Function("f".to_owned())));
        assert_eq!(read("error"), Ok(Spec::Error(None)));
        let kind = Some(ErrorKind::DivisionByZero);
        assert_eq!(read("error:division-by-zero"), Ok(Spec::Error(kind)));
        let named = Some("lock".to_owned());
        assert_eq!(read("violation:lock"), Ok(Spec::Violation(named)));
        assert_eq!(read("violation"), Ok(Spec::Violation(None)));
        assert_eq!(
            read("error:specification-violation"),
            Ok(Spec::Violation(None))
        );
        assert_eq!(read("error:nonsense"), Err(SpecError::Kind));
        assert_eq!(read("a.c:0"), Err(SpecError::Zero));
        for wrong in [
            "a.c",
            "a.c:",
            ":3",
            "a.c:x",
            "function:",
            "violation:",
            "12",
        ] {
            assert_eq!(read(wrong), Err(SpecError::Unknown), "{wrong}");
        }
    }
}
