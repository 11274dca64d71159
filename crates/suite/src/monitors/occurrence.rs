//! Where events happen, as a function that is called in place of another one tells of them.

use super::{MonitorsError, Watched, same_function};
use specification::{Function, Group, Moment, Occasion};
use std::path::Path;

/// The result of the function that is watched.
pub(super) const RESULT: &str = "wf_result";

/// Where events of a group happen, as their conditions are written.
pub(super) struct Occurrence<'a> {
    pub(super) watched: &'a Watched<'a>,
    pub(super) group: &'a Group,
    pub(super) number: usize,
    pub(super) function: Option<&'a Function>,
    /// Name of the source that is written.
    pub(super) name: &'a Path,
}

/// Where events happen at a moment of a function.
pub(super) fn occurrences<'a>(
    all: &'a [Watched<'a>],
    function: &'a Function,
    moment: Moment,
    name: &'a Path,
) -> impl Iterator<Item = Occurrence<'a>> {
    let groups = all.iter().flat_map(|watched| {
        let numbered = watched.groups.iter().enumerate();
        numbered.map(move |(number, group)| (watched, number, group))
    });
    let places = groups.map(move |(watched, number, group)| Occurrence {
        watched,
        group,
        number,
        function: watched.function(group),
        name,
    });
    places.filter(move |place| {
        let same = place.function.is_some_and(|it| same_function(it, function));
        same && place.group.moment == moment
    })
}

/// What happens when the program ends.
pub(super) fn ends<'a>(
    all: &'a [Watched<'a>],
    name: &'a Path,
) -> impl Iterator<Item = Occurrence<'a>> {
    let groups = all.iter().flat_map(|watched| {
        let numbered = watched.groups.iter().enumerate();
        numbered.map(move |(number, group)| (watched, number, group))
    });
    let ends = groups.filter(|(_, _, group)| group.moment == Moment::End);
    ends.map(move |(watched, number, group)| Occurrence {
        watched,
        group,
        number,
        function: None,
        name,
    })
}

/// The name of a parameter.
pub(super) fn argument(number: usize) -> String {
    format!("wf_argument_{number}")
}

impl Occurrence<'_> {
    pub(super) fn occasion(&self, (event, number): (usize, usize)) -> &Occasion {
        &self.watched.specification.events[event].occasions[number]
    }

    /// The events of the group that have conditions, with the numbers of their occasions.
    pub(super) fn open(&self) -> Vec<(usize, usize)> {
        let open = self.group.open(self.watched.specification);
        let events = self.group.events.iter().copied();
        events.filter(|(event, _)| open.contains(event)).collect()
    }

    /// The object stands for another one than whatever was the same before.
    pub(super) fn creates(&self) -> bool {
        let mut events = self.group.events.iter();
        events.any(|event| self.occasion(*event).creates)
    }

    /// A call has no values from before it.
    pub(super) fn refuse_old(&self) -> Result<(), MonitorsError> {
        for (event, number) in self.open() {
            let Some(condition) = &self.occasion((event, number)).condition else {
                continue;
            };
            if !with_old(&condition.text, 0).1.is_empty() {
                return Err(MonitorsError {
                    file: self.watched.source.path.clone(),
                    line: condition.line,
                    message: "old(…) is for `return`: at a call nothing has changed yet".to_owned(),
                });
            }
        }
        Ok(())
    }
}

/// The variable with a value from before a call.
pub(super) fn old(number: usize) -> String {
    format!("wf_old_{number}")
}

/// A condition with variables, numbered from `first` on, for what it says of the state before the call; and
/// what that is.
pub(super) fn with_old(condition: &str, first: usize) -> (String, Vec<String>) {
    let mut text = String::new();
    let mut asked = Vec::new();
    let mut rest = condition;
    while let Some(start) = rest.find("old(") {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let inside = rest[..start].ends_with(is_word);
        let open = start + "old(".len();
        let mut depth = 1;
        let end = rest[open..].find(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        match end {
            Some(length) if !inside => {
                text.push_str(&rest[..start]);
                text.push_str(&old(first + asked.len()));
                asked.push(rest[open..open + length].to_owned());
                rest = &rest[open + length + 1..];
            }
            _ => {
                text.push_str(&rest[..open]);
                rest = &rest[open..];
            }
        }
    }
    text.push_str(rest);
    (text, asked)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_from_before_have_variables() {
        let (text, asked) = with_old("p->n == old(p->n + f(1)) + 1 && told(2) && old(q)", 3);
        assert_eq!(text, "p->n == wf_old_3 + 1 && told(2) && wf_old_4");
        assert_eq!(asked, ["p->n + f(1)", "q"]);
    }
}
