//! Debug information: source types, parameters, globals.
//!
//! LLVM's C interface does not give tags, encodings and enumerators of debug nodes, so they are
//! read from the textual form of the module, of which only the lines that define metadata nodes,
//! functions and globals matter.

mod metadata;
mod types;

pub use metadata::{Metadata, Node};
pub use types::SourceTypes;

use rustc_hash::FxHashMap;

/// A parameter as the source declares it.
#[derive(Clone, Debug)]
pub struct DebugParameter {
    /// Number from 1.
    pub number: u64,
    /// Name.
    pub name: String,
    /// Node of its type.
    pub ty: Option<u32>,
}

/// What the debug information says about functions and globals, by linkage name.
#[derive(Default)]
pub struct DebugInfo {
    /// All nodes.
    pub metadata: Metadata,
    functions: FxHashMap<String, u32>,
    globals: FxHashMap<String, u32>,
    parameters: FxHashMap<u32, Vec<DebugParameter>>,
}

impl DebugInfo {
    /// Reads the textual form of a module.
    pub fn read(text: &str) -> DebugInfo {
        let mut info = DebugInfo::default();
        for line in text.lines() {
            match line.as_bytes().first() {
                Some(b'!') => info.metadata.line(line),
                Some(b'd') if line.starts_with("define ") => {
                    attachment(line).map(|(name, node)| info.functions.insert(name, node));
                }
                Some(b'@') => {
                    attachment(line).map(|(name, node)| info.globals.insert(name, node));
                }
                _ => {}
            }
        }
        info.collect_parameters();
        info
    }

    fn collect_parameters(&mut self) {
        for (_, node) in self.metadata.nodes() {
            if node.kind != "DILocalVariable" {
                continue;
            }
            let (Some(number), Some(scope)) = (node.number("arg"), node.reference("scope")) else {
                continue;
            };
            self.parameters
                .entry(scope)
                .or_default()
                .push(DebugParameter {
                    number,
                    name: node.text("name").unwrap_or_default(),
                    ty: node.reference("type"),
                });
        }
        for parameters in self.parameters.values_mut() {
            parameters.sort_by_key(|parameter| parameter.number);
            parameters.dedup_by_key(|parameter| parameter.number);
        }
    }

    /// Parameters of a function as far as known, by number.
    pub fn parameters(&self, function: &str) -> &[DebugParameter] {
        let node = self.functions.get(function);
        node.and_then(|node| self.parameters.get(node))
            .map_or(&[], Vec::as_slice)
    }

    /// Node of the result type of a function (`None`: void or unknown), and whether there is any
    /// debug information on it.
    pub fn result(&self, function: &str) -> Option<Option<u32>> {
        let subprogram = self.metadata.node(*self.functions.get(function)?)?;
        let signature = self.metadata.node(subprogram.reference("type")?)?;
        let types = self.metadata.node(signature.reference("types")?)?;
        Some(types.elements.first().copied().flatten())
    }

    /// Whether the function was compiled with optimisation; `None` if unknown.
    pub fn is_optimised(&self, function: &str) -> Option<bool> {
        let subprogram = self.metadata.node(*self.functions.get(function)?)?;
        Some(
            subprogram
                .raw("spFlags")
                .is_some_and(|flags| flags.contains("DISPFlagOptimized")),
        )
    }

    /// Node of the type of a global variable.
    pub fn global(&self, name: &str) -> Option<u32> {
        let expression = self.metadata.node(*self.globals.get(name)?)?;
        let variable = match expression.reference("var") {
            Some(variable) => self.metadata.node(variable)?,
            None => expression,
        };
        variable.reference("type")
    }
}

/// Name and `!dbg` node of a line that defines a function or a global.
fn attachment(line: &str) -> Option<(String, u32)> {
    let name = symbol(line.find('@').map(|at| &line[at + 1..])?)?;
    let at = line.rfind("!dbg !")?;
    let digits: String = line[at + "!dbg !".len()..]
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    Some((name, digits.parse().ok()?))
}

/// A symbol name, quoted or not.
fn symbol(text: &str) -> Option<String> {
    if let Some(quoted) = text.strip_prefix('"') {
        return Some(metadata::unescape(&quoted[..quoted.find('"')?]));
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "-$._".contains(c)));
    Some(text[..end.unwrap_or(text.len())].to_owned())
}
