//! What native runs wrote to their output streams, compared with what was predicted.

use super::sandbox::Output;
use crate::{Aspect, Difference, PredictedOutput};

/// Compares what the runs of a test wrote to standard output with the prediction. Two runs of the same test may write
/// different things, such as addresses: what they do not agree on does not follow from the inputs, and is
/// not compared.
pub(crate) fn compare(predicted: &PredictedOutput, runs: &[&Output]) -> Option<Difference> {
    let as_predicted = |run: &&Output| {
        let kept = PredictedOutput::new(&run.bytes);
        run.written == predicted.written && kept.hash == predicted.hash
    };
    let (&first, others) = runs.split_first()?;
    if runs.iter().any(as_predicted) {
        return None;
    }
    if others.iter().all(|&other| other == first) {
        return Some(difference(predicted, first));
    }
    others
        .iter()
        .find_map(|other| line_all_agree_on(predicted, first, other))
}

/// Compares what a run without sanitizers wrote to standard error with the prediction. In that of a run
/// with them, whatever they report stands between what the program wrote: a line that it has, too, is the
/// same in every run, and only such a line is held against the prediction.
pub(crate) fn compare_errors(
    predicted: &PredictedOutput,
    plain: &Output,
    checked: &Output,
) -> Option<Difference> {
    let kept = PredictedOutput::new(&plain.bytes);
    if plain.written == predicted.written && kept.hash == predicted.hash {
        return None;
    }
    if predicted.written != predicted.first.len() as u64 || !plain.is_whole() {
        return None;
    }
    let (expected, written) = (lines(&predicted.first), lines(&plain.bytes));
    let checked = lines(&checked.bytes);
    let in_both = |line: &&[u8]| checked.contains(line);
    if expected.len() != written.len() && !written.iter().all(in_both) {
        return None;
    }
    let number = (0..expected.len().max(written.len()))
        .find(|&number| expected.get(number) != written.get(number))?;
    let line = |lines: &[&[u8]]| shown(lines.get(number).copied().unwrap_or_default());
    let is_sure = written.get(number).is_none_or(in_both);
    is_sure.then(|| Difference {
        what: Aspect::ErrorOutput,
        place: format!("line {}", number + 1),
        predicted: line(&expected),
        observed: line(&written),
    })
}

fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.split(|&byte| byte == b'\n').collect()
}

/// The difference of runs that all wrote the same.
fn difference(predicted: &PredictedOutput, run: &Output) -> Difference {
    let same = predicted.first.iter().zip(&run.bytes);
    let at = same
        .take_while(|(predicted, observed)| predicted == observed)
        .count();
    let line = predicted.first[..at]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count()
        + 1;
    let is_shown = at < predicted.first.len() || predicted.written as usize == at;
    if !is_shown {
        let kept = predicted.first.len();
        return differs(
            String::new(),
            format!("{} bytes", predicted.written),
            format!(
                "{} bytes, others somewhere after the first {kept}",
                run.written
            ),
        );
    }
    let start = predicted.first[..at]
        .iter()
        .rposition(|&byte| byte == b'\n');
    let start = start.map_or(0, |newline| newline + 1);
    differs(
        format!("line {line}"),
        shown(&predicted.first[start..]),
        shown(&run.bytes[start.min(run.bytes.len())..]),
    )
}

/// The first line that both runs write, but not the machine, if all three wrote as many lines.
fn line_all_agree_on(
    predicted: &PredictedOutput,
    one: &Output,
    other: &Output,
) -> Option<Difference> {
    if predicted.written != predicted.first.len() as u64 || !one.is_whole() || !other.is_whole() {
        return None;
    }
    let (expected, one, other) = (
        lines(&predicted.first),
        lines(&one.bytes),
        lines(&other.bytes),
    );
    if one.len() != expected.len() || other.len() != expected.len() {
        return None;
    }
    let agreed = |&number: &usize| one[number] == other[number] && one[number] != expected[number];
    let number = (0..expected.len()).find(agreed)?;
    Some(differs(
        format!("line {}", number + 1),
        shown(expected[number]),
        shown(one[number]),
    ))
}

fn differs(place: String, predicted: String, observed: String) -> Difference {
    Difference {
        what: Aspect::Output,
        place,
        predicted,
        observed,
    }
}

/// The first line of some bytes, as a quoted text of bounded length.
fn shown(bytes: &[u8]) -> String {
    const SHOWN: usize = 60;
    if bytes.is_empty() {
        return "the end".to_owned();
    }
    let line = bytes
        .split_inclusive(|&byte| byte == b'\n')
        .next()
        .unwrap_or_default();
    let cut = &line[..line.len().min(SHOWN)];
    let more = if cut.len() < line.len() { "…" } else { "" };
    format!("{:?}{more}", String::from_utf8_lossy(cut))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn output(text: &str) -> Output {
        Output {
            bytes: text.as_bytes().to_vec(),
            written: text.len() as u64,
        }
    }

    fn compared(predicted: &str, runs: [&str; 2]) -> Option<String> {
        let runs = runs.map(output);
        let predicted = PredictedOutput::new(predicted.as_bytes());
        let found = compare(&predicted, &[&runs[0], &runs[1]]);
        found.map(|difference| difference.to_string())
    }

    #[test]
    fn what_all_runs_write_alike_must_be_as_predicted() {
        assert_eq!(compared("a\nb\n", ["a\nb\n"; 2]), None);
        let other = "output line 2: predicted \"b\\n\", observed \"c\\n\"";
        assert_eq!(compared("a\nb\n", ["a\nc\n"; 2]).as_deref(), Some(other));
        let less = "output line 2: predicted \"b\\n\", observed the end";
        assert_eq!(compared("a\nb\n", ["a\n"; 2]).as_deref(), Some(less));
        let more = "output line 1: predicted the end, observed \"a\"";
        assert_eq!(compared("", ["a"; 2]).as_deref(), Some(more));
    }

    #[test]
    fn what_differs_from_run_to_run_is_not_compared() {
        assert_eq!(compared("at 1\nb\n", ["at 2\nb\n", "at 3\nb\n"]), None);
        let other = "output line 2: predicted \"b\", observed \"c\"";
        let runs = ["at 2\nc\n", "at 3\nc\n"];
        assert_eq!(compared("at 1\nb\n", runs).as_deref(), Some(other));
    }

    #[test]
    fn reports_of_sanitizers_are_no_output_of_the_program() {
        let compared = |predicted: &str, plain: &str, checked: &str| {
            let predicted = PredictedOutput::new(predicted.as_bytes());
            let found = compare_errors(&predicted, &output(plain), &output(checked));
            found.map(|difference| difference.to_string())
        };
        assert_eq!(compared("a\n", "a\n", "report\na\n"), None);
        assert_eq!(compared("at 1\n", "at 2\n", "at 3\n"), None);
        let other = "error output line 1: predicted \"a\", observed \"b\"";
        assert_eq!(
            compared("a\n", "b\n", "report\nb\n").as_deref(),
            Some(other)
        );
        let more = "error output line 1: predicted the end, observed \"b\"";
        assert_eq!(compared("", "b\n", "b\n").as_deref(), Some(more));
        assert_eq!(compared("", "at 2\n", "at 3\n"), None);
    }

    #[test]
    fn long_outputs_are_known_by_their_hash() {
        let long = "x".repeat(PredictedOutput::KEPT + 10);
        assert_eq!(compared(&long, [&long; 2]), None);
        let other = format!("{}y", &long[1..]);
        let found = compared(&long, [&other; 2]).expect("they differ");
        assert!(found.contains("after the first"), "{found}");
    }

    #[test]
    fn any_output_is_compared() {
        let texts = ["a\nb\n", "at 1\nb", "", "a\n\n=7==ERROR\nb\n"];
        mutants::check(&mutants::texts(&texts), 2_000, |bytes| {
            let one = Output {
                bytes: bytes.to_vec(),
                written: bytes.len() as u64,
            };
            let other = output("a\nb\n");
            for predicted in [PredictedOutput::new(bytes), PredictedOutput::new(b"a\nb\n")] {
                compare(&predicted, &[&one, &other]);
                compare(&predicted, &[&one, &one]);
                compare_errors(&predicted, &one, &other);
                compare_errors(&predicted, &other, &one);
            }
        });
    }
}
