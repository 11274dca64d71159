//! Why a log cannot be read.

/// Why a log cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SarifError {
    /// It is no JSON.
    #[error("line {line}, column {column}: {why}")]
    Json {
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// In the parser's words.
        why: String,
    },
    /// It is JSON, and something in it is not what the format says.
    #[error("{at}: {expected} was expected")]
    Shape {
        /// JSON pointer (RFC 6901), such as `/runs/0/results`.
        at: String,
        /// What should be there.
        expected: &'static str,
    },
    /// It is of another version of the format.
    #[error("/version: SARIF {0} is not supported, 2.1.0 is")]
    Version(String),
}
