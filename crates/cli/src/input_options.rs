//! `--args`, `--file`, `--env`, `--stdin` as the machine wants them.

use crate::Usage;
use crate::arguments::{Explore, InputOptions};
use anyhow::Context;
use suite::HostInput;
use vm::{Contents, Count, InputFile, PointerReading, Reading, Text};

/// Name of the file that stands for standard input.
pub const STDIN: &str = "-";

/// Arguments of a program, and bytes of an input, that may be asked for.
const MOST_ARGUMENTS: usize = 1 << 16;
const MOST_BYTES: u64 = 1 << 30;
/// Calls that go on making an argument at the most.
const MOST_CALLS: u32 = 8;

/// A number of bytes that an option asks for.
pub fn size(option: &str, bytes: u64) -> anyhow::Result<u64> {
    match bytes <= MOST_BYTES {
        true => Ok(bytes),
        false => Err(Usage(format!("{option}: an input has {MOST_BYTES} bytes at most")).into()),
    }
}

/// What of the host is an input (`--free`).
pub fn free_host(options: &Explore) -> vm::FreeHost {
    let is_free = |what: HostInput| options.free.contains(&what);
    vm::FreeHost {
        clock: is_free(HostInput::Clock),
        random: is_free(HostInput::Random),
        hash: is_free(HostInput::Hash),
        process: is_free(HostInput::Process),
        user: is_free(HostInput::User),
    }
}

/// Command line arguments after the program's name.
pub fn arguments(options: &InputOptions) -> anyhow::Result<Vec<Text>> {
    let fixed = |text: &String| Text::Fixed(text.clone().into_bytes());
    let mut texts: Vec<Text> = options.arg.iter().map(fixed).collect();
    for text in &options.args {
        let parts = text.split_once(['x', '×']);
        let parsed = parts.and_then(|(n, len)| Some((n.parse().ok()?, len.parse().ok()?)));
        let Some((count, length)) = parsed else {
            return Err(Usage(format!("--args {text}: expected NxLEN, such as 2x3")).into());
        };
        if count > MOST_ARGUMENTS.saturating_sub(texts.len()) {
            let problem =
                format!("--args {text}: a program has {MOST_ARGUMENTS} arguments at most");
            return Err(Usage(problem).into());
        }
        let length = size(&format!("--args {text}"), length)?;
        let free = Text::Symbolic {
            prefix: Vec::new(),
            length,
        };
        texts.extend(std::iter::repeat_n(free, count));
    }
    Ok(texts)
}

/// Files the program finds, standard input among them.
pub fn files(options: &InputOptions) -> anyhow::Result<Vec<InputFile>> {
    let mut files = Vec::new();
    if let Some(bytes) = options.stdin {
        files.push(InputFile {
            name: STDIN.to_owned(),
            contents: Contents::Symbolic(size("--stdin", bytes)?),
        });
    } else {
        let contents = Contents::Bytes(Vec::new().into());
        files.push(InputFile {
            name: STDIN.to_owned(),
            contents,
        });
    }
    for text in &options.file {
        let named = text.split_once('=').filter(|(name, _)| !name.is_empty());
        let Some((name, value)) = named else {
            return Err(Usage(format!("--file {text}: expected NAME=SIZE or NAME=PATH")).into());
        };
        let contents = match value.parse::<u64>() {
            Ok(bytes) => Contents::Symbolic(size(&format!("--file {text}"), bytes)?),
            Err(_) => {
                let bytes = std::fs::read(value).with_context(|| format!("--file {text}"))?;
                Contents::Bytes(bytes.into())
            }
        };
        files.push(InputFile {
            name: name.to_owned(),
            contents,
        });
    }
    Ok(files)
}

/// Environment variables.
pub fn environment(options: &InputOptions) -> anyhow::Result<Vec<Text>> {
    let mut variables = Vec::new();
    for text in &options.env {
        let named = text.split_once('=').filter(|(name, _)| !name.is_empty());
        let Some((name, value)) = named else {
            return Err(Usage(format!("--env {text}: expected NAME=VALUE")).into());
        };
        let free = value.strip_prefix("sym:").map(str::parse::<u64>);
        variables.push(match free {
            Some(Ok(length)) => Text::Symbolic {
                prefix: format!("{name}=").into_bytes(),
                length: size(&format!("--env {text}"), length)?,
            },
            Some(Err(_)) => {
                return Err(Usage(format!("--env {text}: expected NAME=sym:LENGTH")).into());
            }
            None => Text::Fixed(text.clone().into_bytes()),
        });
    }
    Ok(variables)
}

/// What pointers in the arguments of a function are taken for (`--input`).
#[derive(Default)]
pub struct Readings {
    /// What they lead to.
    pub pointers: Vec<PointerReading>,
    /// Pointers, and the function that each leads to or is made by.
    pub functions: Vec<(String, String)>,
    /// Pointers that functions of the program make, and how many calls of others may follow.
    pub calls: Vec<(String, u32)>,
    /// Streams, and how many free bytes the file of each has.
    pub streams: Vec<(String, u64)>,
}

/// Reads `--input`.
pub fn readings(options: &[String]) -> anyhow::Result<Readings> {
    let mut readings = Readings::default();
    for text in options {
        let parsed = text.rsplit_once(':');
        let parsed = parsed.map(|(pointer, reading)| (pointer.trim().to_owned(), reading.trim()));
        let parsed = parsed.filter(|(pointer, _)| !pointer.is_empty());
        match parsed.map(|(pointer, text)| (reading_of(text), pointer, text)) {
            Some((Some(reading), pointer, reading_text)) => {
                if let Reading::Array(Count::Number(n)) | Reading::Bytes(Count::Number(n)) = reading
                {
                    size(&format!("--input {pointer}: {reading_text}"), n)?;
                }
                readings.pointers.push(PointerReading { pointer, reading });
            }
            Some((None, pointer, text)) if calls(text).is_some_and(|n| n <= MOST_CALLS) => {
                readings
                    .calls
                    .extend(calls(text).map(|calls| (pointer, calls)));
            }
            Some((None, pointer, text)) if let Some(bytes) = stream(text) => {
                let bytes = size(&format!("--input {pointer}: {text}"), bytes)?;
                readings.streams.push((pointer, bytes));
            }
            Some((None, pointer, name)) if is_name(name) => {
                readings.functions.push((pointer, name.to_owned()));
            }
            _ => {
                let expected = "POINTER: nonnull, apart, string, array(N), bytes(N) (N: a number, or a parameter or \
                                member that says it), calls(N) up to 8, stream(N) or a function";
                return Err(Usage(format!("--input {text}: expected {expected}")).into());
            }
        }
    }
    Ok(readings)
}

/// The number in `calls(N)`.
fn calls(text: &str) -> Option<u32> {
    number_in(text, "calls")
}

/// The number in `stream(N)`.
fn stream(text: &str) -> Option<u64> {
    number_in(text, "stream")
}

/// The number in `WORD(N)`.
fn number_in<N: std::str::FromStr>(text: &str, word: &str) -> Option<N> {
    let rest = text.strip_prefix(word)?.trim();
    let number = rest.strip_prefix('(')?.strip_suffix(')')?;
    number.trim().parse().ok()
}

/// True for names of C.
fn is_name(text: &str) -> bool {
    let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    text.starts_with(letter) && text.chars().all(|c| letter(c) || c.is_ascii_digit())
}

/// True for how C reaches a parameter or a member: `n`, `p->length`, `p[0].size`.
fn is_reached(text: &str) -> bool {
    let mut parts = text.split("->").flat_map(|part| part.split('.'));
    parts.all(|part| {
        let (name, indices) = part.split_at(part.find('[').unwrap_or(part.len()));
        let mut indices = indices.split_inclusive(']');
        is_name(name)
            && indices.all(|index| {
                let digits = index.strip_prefix('[').and_then(|it| it.strip_suffix(']'));
                digits.is_some_and(|it| it.parse::<u32>().is_ok())
            })
    })
}

fn reading_of(text: &str) -> Option<Reading> {
    let count = |name: &str| {
        let rest = text.strip_prefix(name)?.trim();
        let count = rest.strip_prefix('(')?.strip_suffix(')')?.trim();
        match count.parse() {
            Ok(0) => None,
            Ok(number) => Some(Count::Number(number)),
            Err(_) => is_reached(count).then(|| Count::Input(count.into())),
        }
    };
    match text {
        "nonnull" => Some(Reading::NonNull),
        "string" => Some(Reading::Text),
        "apart" => Some(Reading::Apart),
        _ => count("array")
            .map(Reading::Array)
            .or_else(|| count("bytes").map(Reading::Bytes)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_reading_is_understood_or_refused() {
        let texts = [
            "p: nonnull",
            "q: apart",
            "argv[1]: string",
            "p->a.b[3]: array(n)",
            "p: bytes(p->length)",
            "q: calls(2)",
            "in: stream(12)",
            "f: some_function",
        ];
        mutants::check(&mutants::texts(&texts), 10_000, |bytes| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            if let Ok(read) = readings(&[text]) {
                let all = read.pointers.len() + read.functions.len() + read.calls.len();
                let all = all + read.streams.len();
                assert_eq!(all, 1);
            }
        });
    }

    #[test]
    fn any_input_is_understood_or_refused() {
        let texts = [
            "2x3",
            "1×4096",
            "65536x1073741824",
            "NAME=sym:12",
            "NAME=value",
            "in=10",
        ];
        mutants::check(&mutants::texts(&texts), 3_000, |bytes| {
            let text = String::from_utf8_lossy(bytes).into_owned();
            // Whether a file of that name is there is another question.
            let size = text
                .split_once('=')
                .is_some_and(|(_, size)| size.parse::<u64>().is_ok());
            let options = InputOptions {
                arg: vec![text.clone()],
                args: vec![text.clone()],
                stdin: text.parse().ok(),
                file: if size { vec![text.clone()] } else { Vec::new() },
                seeds: None,
                data_length: 0,
                program_name: None,
                env: vec![text],
            };
            if let Ok(all) = arguments(&options) {
                assert!(all.len() <= MOST_ARGUMENTS);
            }
            let (_, _) = (files(&options).is_ok(), environment(&options).is_ok());
        });
    }
}
