//! What is explored by itself: functions of C, classes of Java.

use super::c_arguments::Enumerations;
use super::changes::Changes;
use super::code::ProgramCode;
use super::documented::JavaDocumentation;
use crate::Usage;
use crate::name_pattern::matches;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;

/// A function of C, or a class of Java.
pub struct Unit {
    /// As `explore` is given it.
    pub name: String,
    /// File that defines it; empty if it is not known.
    pub file: String,
    /// Line of the definition; 0 if it is not known.
    pub line: u32,
    /// What is explored of it, one after the other: the function, or the methods of the class.
    pub starts: Vec<String>,
    /// Those of them that others than its own file or package can call.
    pub public: BTreeSet<String>,
    /// Enumerations that its parameters are of.
    pub enumerations: Enumerations,
    /// Parameters of a function of C that it compares with null as callers have passed them, and in which lines.
    pub null_comparisons: BTreeSet<(String, u64)>,
    /// The lines of assertions of a function of C that come before all else.
    pub first_assertions: BTreeSet<u64>,
    /// Hash of the types that its inputs are made by.
    pub inputs: String,
    /// The functions that it may lead to.
    pub needed: Needed,
    /// Those of them, of C, that no visit is made of.
    pub hidden: Vec<String>,
    /// Why it may do otherwise than in a run of its own, so that nothing is refuted by that. Told where something may be.
    pub unsettled: Option<String>,
    /// It looks for results of other analysers.
    pub is_judging: bool,
    /// The logs with them.
    pub reported: Vec<PathBuf>,
}

/// Who calls a function that no other file sees.
#[derive(Clone, Debug, Default)]
pub struct Callers {
    /// The nearest ones that other files see.
    pub units: Vec<String>,
    /// Why there may be others.
    pub others: Option<String>,
}

/// Functions that a unit may lead to.
pub enum Needed {
    /// These.
    Functions(Vec<String>),
    /// Any.
    Anything,
}

/// All units of a scan, and what is known of their code.
pub struct Units {
    pub language: Language,
    pub list: Vec<Unit>,
    /// Words for `explore` that name the program.
    pub program: Vec<OsString>,
    /// Files and folders that are scanned.
    pub targets: Vec<PathBuf>,
    /// Hash of what depends on no single function: classes as others see them.
    pub shape: String,
    /// The functions of the program.
    pub code: ProgramCode,
    /// Callers of functions of C that no other file sees.
    pub callers: BTreeMap<String, Callers>,
    /// What methods are documented to throw, of Java.
    pub documented: Option<JavaDocumentation>,
    /// Classes that the program names and that are nowhere.
    pub missing: BTreeSet<String>,
    /// What is not visited, and why.
    pub left_out: BTreeMap<String, u64>,
}

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    C,
    Java,
}

impl Language {
    /// As it stands in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Language::C => "c",
            Language::Java => "java",
        }
    }

    /// What a unit is called.
    pub fn unit(self, count: usize) -> &'static str {
        match (self, count) {
            (Language::C, 1) => "function",
            (Language::C, _) => "functions",
            (Language::Java, 1) => "class",
            (Language::Java, _) => "classes",
        }
    }
}

impl Unit {
    /// Name of its directory: its own with what file systems or shells may not like replaced. Different
    /// names stay different by a hash.
    pub fn directory(&self) -> String {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
        let name: String = self
            .name
            .chars()
            .map(|c| if plain(c) { c } else { '_' })
            .collect();
        let end = if self.is_judging { "-judged" } else { "" };
        if name == self.name && name.len() < 128 && !name.starts_with('.') {
            return name + end;
        }
        let short: String = name.chars().take(100).collect();
        format!(
            "{short}-{}{end}",
            &super::fingerprint::hash(&self.name)[..8]
        )
    }
}

impl Units {
    /// Keeps units of these names only, if there are any.
    ///
    /// # Errors
    /// If a name means none.
    pub fn keep_named(&mut self, patterns: &[String]) -> anyhow::Result<()> {
        if patterns.is_empty() {
            return Ok(());
        }
        for pattern in patterns {
            if !self.list.iter().any(|unit| matches(pattern, &unit.name)) {
                let what = self.language.unit(1);
                let similar = self.similar(pattern);
                let text = format!("--only {pattern}: there is no such {what}{similar}");
                return Err(Usage(text).into());
            }
        }
        self.leave_out("not named by --only", |unit| {
            patterns.iter().any(|pattern| matches(pattern, &unit.name))
        });
        Ok(())
    }

    /// The unit that a misspelt name may mean, as the end of a message.
    fn similar(&self, name: &str) -> String {
        const MOST_MISSPELT: usize = 2;
        let distance = |unit: &Unit| strsim::damerau_levenshtein(&unit.name, name);
        let nearest = self.list.iter().min_by_key(|unit| distance(unit));
        let found = nearest.filter(|unit| distance(unit) <= MOST_MISSPELT);
        found.map_or(String::new(), |unit| {
            format!("; did you mean {}?", unit.name)
        })
    }

    /// Keeps units that depend on what has changed, and warns of what that says nothing of.
    pub fn keep_changed(&mut self, changes: &Changes) {
        let changed = changes.functions(&self.code);
        if let Some((first, rest)) = changed.others.split_first() {
            let more = match rest.len() {
                0 => String::new(),
                more => format!(" (and {more} more)"),
            };
            eprintln!(
                "wayfarer: warning: {first}{more} has changed, and has no function of what is scanned"
            );
        }
        if let (Language::C, Some(header)) = (self.language, &changed.header) {
            eprintln!(
                "wayfarer: {header} has changed outside of functions, which any function may use: all are looked at"
            );
            return;
        }
        let changed = changed.names;
        self.leave_out("not changed", |unit| match &unit.needed {
            Needed::Anything => !changed.is_empty(),
            Needed::Functions(needed) => {
                let own = unit.starts.iter();
                own.chain(needed).any(|name| changed.contains(name))
            }
        });
    }

    /// Keeps what `keep` says, and counts the others.
    pub fn leave_out(&mut self, why: &str, mut keep: impl FnMut(&Unit) -> bool) {
        let before = self.list.len();
        self.list.retain(|unit| keep(unit));
        let gone = (before - self.list.len()) as u64;
        if gone > 0 {
            *self.left_out.entry(why.to_owned()).or_default() += gone;
        }
    }
}
