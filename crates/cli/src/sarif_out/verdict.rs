//! What a finding has come to.

use serde::{Deserialize, Serialize};
use std::fmt;
use suite::VerdictKind;

/// The verdict of the native run of a finding; of a warning of a scan what else its class may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub enum FindingVerdict {
    /// What a native run says of it.
    Native(VerdictKind),
    /// A warning that no native run has shown.
    Open,
    /// A warning that callers hardly give the inputs for.
    Unusual,
    /// A warning of what the documentation says.
    Documented,
    /// A warning that there are no inputs for.
    Refuted,
}

impl FindingVerdict {
    /// Those of warnings alone.
    const OF_WARNINGS: [FindingVerdict; 4] = [
        FindingVerdict::Open,
        FindingVerdict::Unusual,
        FindingVerdict::Documented,
        FindingVerdict::Refuted,
    ];

    /// As it stands in JSON.
    pub fn name(self) -> &'static str {
        match self {
            FindingVerdict::Native(kind) => kind.name(),
            FindingVerdict::Open => "open",
            FindingVerdict::Unusual => "unusual",
            FindingVerdict::Documented => "documented",
            FindingVerdict::Refuted => "refuted",
        }
    }

    /// True if a native run shows it.
    pub fn is_shown(self) -> bool {
        match self {
            FindingVerdict::Native(kind) => kind.is_shown(),
            FindingVerdict::Open
            | FindingVerdict::Unusual
            | FindingVerdict::Documented
            | FindingVerdict::Refuted => false,
        }
    }
}

impl fmt::Display for FindingVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<FindingVerdict> for &'static str {
    fn from(verdict: FindingVerdict) -> &'static str {
        verdict.name()
    }
}

impl TryFrom<String> for FindingVerdict {
    type Error = String;

    fn try_from(name: String) -> Result<FindingVerdict, String> {
        let mut of_warnings = FindingVerdict::OF_WARNINGS.into_iter();
        let found = of_warnings.find(|verdict| verdict.name() == name);
        let found = found.or_else(|| VerdictKind::named(&name).map(FindingVerdict::Native));
        found.ok_or_else(|| format!("{name} is no verdict"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        let native = VerdictKind::ALL.map(FindingVerdict::Native);
        for verdict in native.into_iter().chain(FindingVerdict::OF_WARNINGS) {
            assert_eq!(FindingVerdict::try_from(verdict.to_string()), Ok(verdict));
        }
        assert!(FindingVerdict::try_from("confirmed?".to_owned()).is_err());
    }
}
