//! Inputs as a fuzzer has them, a file each: `--seeds` reads them, `--corpus-out` writes them.

use crate::Usage;
use crate::arguments::{Explore, InputOptions};
use crate::input_options::STDIN;
use anyhow::Context;
use explore::{Seed, SeedPlace};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use suite::{SuiteError, TestCase};
use vm::{FUZZ_DATA, FUZZ_SIZE, FUZZ_TARGET, InputOrigin};

/// Larger files are no seeds.
const LARGEST: u64 = 1 << 20;
/// What AFL's directory of results has inputs in, beside other files.
const AFL_FOLDERS: [&str; 3] = ["queue", "crashes", "hangs"];

/// Where the bytes of a file go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// To the data of an entry point of fuzzers.
    Data,
    /// To the file at that index of the options, by its name.
    File(u32, String),
}

impl Destination {
    /// As the options say; `option` asks for it. `None` if no input is free.
    fn of(options: &Explore, option: &str) -> anyhow::Result<Option<Destination>> {
        match options.function.as_deref() {
            Some(FUZZ_TARGET) => return Ok(Some(Destination::Data)),
            Some(other) => {
                let message =
                    format!("{option}: with --function for {FUZZ_TARGET}, not for {other}");
                return Err(Usage(message).into());
            }
            None => {}
        }
        let inputs = &options.inputs;
        let mut free = inputs.file.iter().enumerate().filter_map(|(number, file)| {
            let (name, value) = file.split_once('=')?;
            value.parse::<u64>().ok()?;
            // Standard input is the first file.
            Some(Destination::File(number as u32 + 1, name.to_owned()))
        });
        let file = free.next();
        match (inputs.stdin, file, free.next()) {
            (Some(_), None, _) => Ok(Some(stdin())),
            (None, file, None) => Ok(file),
            (Some(_), Some(_), _) | (None, _, Some(_)) => {
                let message = format!("{option}: only one of --stdin and --file may be free");
                Err(Usage(message).into())
            }
        }
    }

    /// The bytes of a test; `None` if it has none.
    fn bytes(&self, test: &TestCase) -> Option<Vec<u8>> {
        match self {
            Destination::Data => {
                let entry = test.entry.as_ref()?;
                let data = entry.parameters.first()?.pointers.first()?;
                Some(entry.objects.get(data.object)?.contents())
            }
            Destination::File(_, name) if name == STDIN => test.stdin.clone(),
            Destination::File(_, name) => {
                let file = test.files.iter().find(|file| file.name == *name)?;
                Some(file.contents.clone())
            }
        }
    }

    fn seed(&self, bytes: Vec<u8>) -> Seed {
        let values = match self {
            Destination::Data => {
                let size = (bytes.len() as u64).to_le_bytes().to_vec();
                vec![
                    (SeedPlace::Origin(FUZZ_DATA), bytes),
                    (SeedPlace::Origin(FUZZ_SIZE), size),
                ]
            }
            Destination::File(index, _) => {
                vec![(SeedPlace::Origin(InputOrigin::File(*index)), bytes)]
            }
        };
        Seed { values }
    }
}

fn stdin() -> Destination {
    Destination::File(0, STDIN.to_owned())
}

/// What `--seeds` names.
#[derive(Debug, Default)]
pub struct Seeds {
    /// The files, each contents once.
    pub files: Vec<PathBuf>,
    /// Their contents as inputs.
    pub seeds: Vec<Seed>,
}

/// Reads what `--seeds` names, and makes the input that they go to as long as they are where the options
/// leave that open.
pub fn read(options: &mut Explore) -> anyhow::Result<Seeds> {
    let Some(directory) = options.inputs.seeds.clone() else {
        return Ok(Seeds::default());
    };
    let destination = Destination::of(options, "--seeds")?;
    let mut read = Seeds::default();
    let mut contents = Vec::new();
    let mut known = BTreeSet::new();
    let mut large = 0;
    for path in files(&directory).with_context(|| format!("--seeds {}", directory.display()))? {
        let of_path = || path.display().to_string();
        if path.metadata().with_context(of_path)?.len() > LARGEST {
            large += 1;
            continue;
        }
        let bytes = std::fs::read(&path).with_context(of_path)?;
        if known.insert(bytes.clone()) {
            contents.push(bytes);
            read.files.push(path);
        }
    }
    if contents.is_empty() {
        let message = format!("--seeds {}: there are no files", directory.display());
        return Err(Usage(message).into());
    }
    let longest = contents.iter().map(Vec::len).max().unwrap_or(0) as u64;
    match &destination {
        None => options.inputs.stdin = Some(longest),
        Some(Destination::Data) => {
            options.inputs.data_length = options.inputs.data_length.max(longest);
        }
        Some(Destination::File(..)) => {}
    }
    let destination = destination.unwrap_or_else(stdin);
    tell(&contents, large, size_of(&destination, &options.inputs));
    let seeds = contents.into_iter();
    read.seeds = seeds.map(|bytes| destination.seed(bytes)).collect();
    Ok(read)
}

/// How many bytes a file has that seeds go to; `None` where that is free.
fn size_of(destination: &Destination, inputs: &InputOptions) -> Option<u64> {
    match destination {
        Destination::Data => None,
        Destination::File(0, _) => inputs.stdin,
        Destination::File(index, _) => {
            let file = inputs.file.get(*index as usize - 1)?;
            file.split_once('=')?.1.parse().ok()
        }
    }
}

/// Says which seeds are run otherwise than they are.
fn tell(seeds: &[Vec<u8>], large: u64, size: Option<u64>) {
    if large > 0 {
        eprintln!(
            "wayfarer: warning: --seeds: {large} files of more than {LARGEST} bytes left out"
        );
    }
    let Some(size) = size else { return };
    let longer = seeds.iter().filter(|seed| seed.len() as u64 > size).count();
    let shorter = seeds
        .iter()
        .filter(|seed| (seed.len() as u64) < size)
        .count();
    if longer + shorter > 0 {
        eprintln!(
            "wayfarer: warning: --seeds: the program reads {size} bytes each time; of {} seeds {longer} are \
             cut to that, {shorter} are filled up with zeros",
            seeds.len()
        );
    }
}

/// The files below a directory, sorted, but for hidden ones and what AFL writes beside inputs.
fn files(directory: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![directory.to_owned()];
    while let Some(folder) = folders.pop() {
        let mut entries = Vec::new();
        for entry in std::fs::read_dir(&folder)? {
            let entry = entry?;
            if !entry.file_name().to_string_lossy().starts_with('.') {
                entries.push(entry.path());
            }
        }
        let is_input = |path: &PathBuf| AFL_FOLDERS.iter().any(|name| path.ends_with(name));
        if folder.join("queue").is_dir() {
            entries.retain(is_input);
        }
        for path in entries {
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path),
            }
        }
    }
    found.sort();
    Ok(found)
}

/// Where `--corpus-out` has tests written.
#[derive(Clone, Debug)]
pub struct Corpus {
    directory: PathBuf,
    of: Destination,
}

impl Corpus {
    /// As the options say, if they do.
    pub fn of(options: &Explore) -> anyhow::Result<Option<Corpus>> {
        let Some(directory) = options.corpus_out.clone() else {
            return Ok(None);
        };
        let Some(of) = Destination::of(options, "--corpus-out")? else {
            let message = "--corpus-out: neither --stdin nor a --file is free";
            return Err(Usage(message.to_owned()).into());
        };
        Ok(Some(Corpus { directory, of }))
    }

    fn path(&self, test: &TestCase) -> PathBuf {
        self.directory.join(format!("test{:06}", test.id))
    }

    /// Makes the directory.
    pub fn begin(&self) -> Result<(), SuiteError> {
        let made = std::fs::create_dir_all(&self.directory);
        made.map_err(|source| SuiteError::Io {
            path: self.directory.clone(),
            source,
        })
    }

    /// Writes the bytes of a test.
    pub fn write(&self, test: &TestCase) -> Result<(), SuiteError> {
        let Some(bytes) = self.of.bytes(test) else {
            return Ok(());
        };
        let path = self.path(test);
        std::fs::write(&path, bytes).map_err(|source| SuiteError::Io { path, source })
    }

    /// Writes them if they are not there.
    pub fn restore(&self, test: &TestCase) -> Result<(), SuiteError> {
        match self.path(test).is_file() {
            true => Ok(()),
            false => self.write(test),
        }
    }
}
