//! The options of a script.

use rustc_hash::FxHashMap;

/// Options with the values that they have unless a script sets them (SMT-LIB 2.6, 4.1.7).
const DEFAULTS: [(&str, &str); 13] = [
    (":diagnostic-output-channel", "\"stderr\""),
    (":global-declarations", "false"),
    (":interactive-mode", "false"),
    (":print-success", "false"),
    (":produce-assertions", "false"),
    (":produce-assignments", "false"),
    (":produce-models", "true"),
    (":produce-proofs", "false"),
    (":produce-unsat-assumptions", "true"),
    (":produce-unsat-cores", "true"),
    (":random-seed", "0"),
    (":regular-output-channel", "\"stdout\""),
    (":verbosity", "0"),
];

/// What a script has set.
#[derive(Default)]
pub(crate) struct Settings {
    set: FxHashMap<String, String>,
}

impl Settings {
    /// Notes the value of an option, as it is written; false where a truth value is needed and
    /// this is none.
    pub(crate) fn set(&mut self, option: &str, value: &str) -> bool {
        let default = DEFAULTS.iter().find(|(name, _)| *name == option);
        let is_truth = |value: &str| matches!(value, "true" | "false");
        if default.is_some_and(|(_, default)| is_truth(default)) && !is_truth(value) {
            return false;
        }
        self.set.insert(option.to_owned(), value.to_owned());
        true
    }

    /// The value of an option, as it is written; `None` for those that are neither known nor set.
    pub(crate) fn get(&self, option: &str) -> Option<&str> {
        let default = || DEFAULTS.iter().find(|(name, _)| *name == option);
        let set = self.set.get(option).map(String::as_str);
        set.or_else(|| default().map(|&(_, value)| value))
    }

    /// Whether an option is on.
    pub(crate) fn is_on(&self, option: &str) -> bool {
        self.get(option) == Some("true")
    }

    /// Whether `get-assertions` will want the assertions as they were written.
    pub(crate) fn keeps_assertions(&self) -> bool {
        self.is_on(":produce-assertions") || self.is_on(":interactive-mode")
    }
}
