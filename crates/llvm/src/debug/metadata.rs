//! Metadata nodes in LLVM's textual form: `!7 = distinct !DIKind(key: value, …)` and `!8 = !{…}`.

use std::collections::BTreeMap;

/// A metadata node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// `DICompositeType` and so on; empty for a tuple.
    pub kind: String,
    /// Fields as written.
    fields: Vec<(String, String)>,
    /// Elements of a tuple: node numbers, `None` for anything else.
    pub elements: Vec<Option<u32>>,
}

impl Node {
    /// A field as written.
    pub fn raw(&self, key: &str) -> Option<&str> {
        self.fields
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value.as_str())
    }

    /// A field that names a node.
    pub fn reference(&self, key: &str) -> Option<u32> {
        reference(self.raw(key)?)
    }

    /// A field that is a non-negative number.
    pub fn number(&self, key: &str) -> Option<u64> {
        self.raw(key)?.parse().ok()
    }

    /// A field that is a string.
    pub fn text(&self, key: &str) -> Option<String> {
        let value = self.raw(key)?.strip_prefix('"')?.strip_suffix('"')?;
        Some(unescape(value))
    }
}

/// The nodes of a module that describe the program's source.
#[derive(Debug, Default)]
pub struct Metadata {
    nodes: BTreeMap<u32, Node>,
}

impl Metadata {
    /// Takes a line of the module; lines that define no node, or one of a kind that does not
    /// matter here, are skipped.
    pub fn line(&mut self, line: &str) {
        if let Some((number, node)) = parse(line) {
            self.nodes.insert(number, node);
        }
    }

    /// A node by its number.
    pub fn node(&self, number: u32) -> Option<&Node> {
        self.nodes.get(&number)
    }

    /// All nodes by number.
    pub fn nodes(&self) -> impl Iterator<Item = (u32, &Node)> {
        self.nodes.iter().map(|(&number, node)| (number, node))
    }
}

/// Kinds of nodes that describe something outside function bodies.
const KINDS: &[&str] = &[
    "DIBasicType",
    "DICompositeType",
    "DIDerivedType",
    "DIEnumerator",
    "DIGlobalVariable",
    "DIGlobalVariableExpression",
    "DILocalVariable",
    "DISubprogram",
    "DISubrange",
    "DISubroutineType",
];

fn parse(line: &str) -> Option<(u32, Node)> {
    let (number, body) = line.strip_prefix('!')?.split_once(" = ")?;
    let number = number.parse().ok()?;
    let body = body
        .strip_prefix("distinct ")
        .unwrap_or(body)
        .strip_prefix('!')?;
    if let Some(tuple) = body.strip_prefix('{') {
        let elements = split(tuple.trim_end().strip_suffix('}')?);
        let elements = elements.into_iter().map(reference).collect();
        return Some((
            number,
            Node {
                elements,
                ..Node::default()
            },
        ));
    }
    let (kind, fields) = body.split_once('(')?;
    if !KINDS.contains(&kind) {
        return None;
    }
    let fields = split(fields.trim_end().strip_suffix(')')?)
        .into_iter()
        .filter_map(|field| field.split_once(": "))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    Some((
        number,
        Node {
            kind: kind.to_owned(),
            fields,
            elements: Vec::new(),
        },
    ))
}

fn reference(text: &str) -> Option<u32> {
    text.strip_prefix('!')?.parse().ok()
}

/// Splits at the commas outside quotes, parentheses and braces.
fn split(text: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth, mut quoted) = (Vec::new(), 0, 0_usize, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'(' | b'{' => depth += 1,
            b')' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    let last = text[start..].trim();
    if !last.is_empty() {
        parts.push(last);
    }
    parts
}

/// Undoes LLVM's `\xx` escapes.
pub fn unescape(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = |i: usize| bytes.get(i).and_then(|&b| (b as char).to_digit(16));
        match (bytes[at], hex(at + 1), hex(at + 2)) {
            (b'\\', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            (b'\\', ..) if bytes.get(at + 1) == Some(&b'\\') => {
                out.push(b'\\');
                at += 2;
            }
            (byte, ..) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_are_read_with_quotes_and_nesting() {
        let mut metadata = Metadata::default();
        metadata.line(
            "!7 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"a\\22, b\", \
             size: 64, elements: !8, extraData: i64 0)",
        );
        metadata.line("!8 = !{!9, null, !\"text, more\", i32 5}");
        let node = metadata.node(7).expect("the node was read");
        assert_eq!(node.text("name").as_deref(), Some("a\", b"));
        assert_eq!(node.number("size"), Some(64));
        assert_eq!(node.reference("elements"), Some(8));
        let tuple = metadata.node(8).expect("the tuple was read");
        assert_eq!(tuple.elements, [Some(9), None, None, None]);
    }

    #[test]
    fn damaged_lines_are_skipped() {
        let mut metadata = Metadata::default();
        for line in [
            "!",
            "!x = !{}",
            "!1 = ",
            "!2 = !DIBasicType(",
            "!3 = !{",
            "!4 = distinct",
        ] {
            metadata.line(line);
        }
        assert_eq!(metadata.nodes().count(), 0);
    }
}
