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
    /// Nodes of complete structures by their tags.
    records: FxHashMap<String, u32>,
    /// Nodes of the variables that pointers are, or lead to, by function and name of the pointer.
    variables: FxHashMap<(String, String), Vec<u32>>,
}

impl DebugInfo {
    /// What [`DebugInfo::lines`] is kept as; another name where it gives something else.
    pub const LINES: &str = "lines with debug information, 1";

    /// The lines of the textual form of a module that [`DebugInfo::read`] looks at.
    pub fn lines(text: &str) -> String {
        let matters = |line: &&str| match line.as_bytes().first() {
            Some(b'!') => true,
            Some(b'd') => line.starts_with("define "),
            Some(b' ') => variable(line).is_some(),
            Some(b'@') => attachment(line).is_some(),
            _ => false,
        };
        let lines = text.lines().filter(matters);
        lines.flat_map(|line| [line, "\n"]).collect()
    }

    /// Reads the textual form of a module, or those lines of it.
    pub fn read(text: &str) -> DebugInfo {
        let mut info = DebugInfo::default();
        let mut function = String::new();
        for line in text.lines() {
            match line.as_bytes().first() {
                Some(b'!') => info.metadata.line(line),
                Some(b'd') if line.starts_with("define ") => {
                    function.clear();
                    if let Some((name, node)) = attachment(line) {
                        function.clone_from(&name);
                        info.functions.insert(name, node);
                    }
                }
                Some(b' ') => {
                    if let Some((pointer, node)) = variable(line) {
                        let pointer = (function.clone(), pointer);
                        info.variables.entry(pointer).or_default().push(node);
                    }
                }
                Some(b'@') => {
                    attachment(line).map(|(name, node)| info.globals.insert(name, node));
                }
                _ => {}
            }
        }
        info.collect_parameters();
        info.collect_records();
        info
    }

    fn collect_records(&mut self) {
        for (number, node) in self.metadata.nodes() {
            let is_structure = node.raw("tag") == Some("DW_TAG_structure_type");
            if let Some(name) = node.text("name")
                && is_structure
                && node.number("size").is_some_and(|bits| bits > 0)
            {
                self.records.entry(name).or_insert(number);
            }
        }
        // `typedef struct { … } list;` is called so in LLVM's types, too.
        for (_, node) in self.metadata.nodes() {
            let is_name = node.raw("tag") == Some("DW_TAG_typedef");
            let target = node.reference("baseType").filter(|_| is_name);
            let unnamed = target.filter(|&target| {
                self.metadata.node(target).is_some_and(|of| {
                    of.raw("tag") == Some("DW_TAG_structure_type")
                        && of.text("name").is_none()
                        && of.number("size").is_some_and(|bits| bits > 0)
                })
            });
            if let (Some(target), Some(name)) = (unnamed, node.text("name")) {
                self.records.entry(name).or_insert(target);
            }
        }
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

    /// Node of the structure whose type of LLVM is printed like that: `%struct.node = type { … }`.
    pub fn record(&self, printed: &str) -> Option<u32> {
        let name = symbol(printed.strip_prefix('%')?)?;
        let name = name.strip_prefix("struct.")?;
        // Types of one name from several files are numbered.
        let name = name.split('.').next()?;
        self.records.get(name).copied()
    }

    /// Node of the basic type of that name.
    pub fn named(&self, name: &str) -> Option<u32> {
        let is_it = |node: &Node| {
            node.kind == "DIBasicType" && node.text("name").is_some_and(|it| it == name)
        };
        let mut nodes = self.metadata.nodes();
        nodes.find_map(|(number, node)| is_it(node).then_some(number))
    }

    /// True if two nodes are one type of the source: each translation unit has its own of a structure.
    pub fn is_same(&self, one: u32, other: u32) -> bool {
        let (Some(a), Some(b)) = (self.metadata.node(one), self.metadata.node(other)) else {
            return one == other;
        };
        let named = |node: &Node| Some((node.raw("tag")?.to_owned(), node.text("name")?));
        one == other
            || named(a).is_some_and(|name| Some(name) == named(b))
                && a.number("size") == b.number("size")
    }

    /// Nodes of the types of the variables that a pointer in a function is, or, of a stack slot, leads to.
    pub fn variables(&self, function: &str, pointer: &str) -> impl Iterator<Item = u32> {
        let key = (function.to_owned(), pointer.to_owned());
        let nodes = self.variables.get(&key).into_iter().flatten();
        nodes.filter_map(|&node| self.metadata.node(node)?.reference("type"))
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

/// Pointer and variable of a line that says of a local variable where it is: `#dbg_value(ptr %n, !45, …)`,
/// `#dbg_declare(…)`, or, as older versions print it, `call void @llvm.dbg.value(metadata ptr %n, metadata !45, …)`.
fn variable(line: &str) -> Option<(String, u32)> {
    let line = line.trim_start();
    let rest = match line.strip_prefix("call void @llvm.dbg.") {
        Some(call) => call.split_once("(metadata ptr %")?.1,
        None => line.strip_prefix("#dbg_")?.split_once("(ptr %")?.1,
    };
    let pointer = symbol(rest)?;
    let (_, variable) = rest.split_once('!')?;
    let digits = variable.split(|c: char| !c.is_ascii_digit()).next()?;
    Some((pointer, digits.parse().ok()?))
}

/// A symbol name, quoted or not.
fn symbol(text: &str) -> Option<String> {
    if let Some(quoted) = text.strip_prefix('"') {
        return Some(metadata::unescape(&quoted[..quoted.find('"')?]));
    }
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "-$._".contains(c)));
    Some(text[..end.unwrap_or(text.len())].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODULE: &str = "@g = global i32 0, align 4, !dbg !0
define i32 @f(ptr %p, i32 %n) !dbg !10 {
    #dbg_declare(ptr %p.addr, !13, !DIExpression(), !24)
  call void @llvm.dbg.declare(metadata ptr %n.addr, metadata !14, metadata !DIExpression()), !dbg !24
@\"a\\22b\" = global i32 0, !dbg !1
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: \"g\", scope: !2, file: !3, line: 1, type: !4)
!4 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !6, size: 64)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", size: 192, elements: !7)
!7 = !{!8, !9, !20}
!8 = !DIDerivedType(tag: DW_TAG_member, name: \"a\", baseType: !4, size: 3, flags: DIFlagBitField)
!9 = !DIDerivedType(tag: DW_TAG_member, name: \"next\", baseType: !5, size: 64, offset: 64)
!10 = distinct !DISubprogram(name: \"f\", type: !11, spFlags: DISPFlagDefinition | DISPFlagOptimized)
!11 = !DISubroutineType(types: !12)
!12 = !{!4, !5, !15, null}
!13 = !DILocalVariable(name: \"p\", arg: 1, scope: !10, file: !3, line: 2, type: !5)
!14 = !DILocalVariable(name: \"n\", arg: 2, scope: !10, file: !3, line: 2, type: !15)
!15 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !16)
!16 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !4)
!17 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 256, elements: !18)
!18 = !{!19, !19}
!19 = !DISubrange(count: 3)
!20 = !DIDerivedType(tag: DW_TAG_member, name: \"c\", baseType: !21, size: 32, offset: 128)
!21 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"e\", size: 32, elements: !22)
!22 = !{!23}
!23 = !DIEnumerator(name: \"R\\C3\", value: -1)
!24 = !DIBasicType(name: \"complex\", size: 128, encoding: DW_ATE_complex_float)
";

    /// Everything that is asked of debug information.
    fn ask(text: &str) -> (DebugInfo, usize) {
        let info = DebugInfo::read(&DebugInfo::lines(text));
        for name in ["f", "g", "a\"b"] {
            let (_, _, _) = (
                info.result(name),
                info.is_optimised(name),
                (info.global(name), info.variables(name, "p.addr").count()),
            );
        }
        let mut types = SourceTypes::new();
        let nodes: Vec<u32> = info.metadata.nodes().map(|(number, _)| number).collect();
        for node in nodes {
            let id = types.of(&info.metadata, node);
            for (offset, bits) in [(0, 32), (8, 64), (16, 32), (u64::MAX / 8, 64)] {
                types.part(id, offset, bits);
            }
        }
        let count = types.finish().len();
        (info, count)
    }

    #[test]
    fn any_debug_information_is_read() {
        let (info, types) = ask(MODULE);
        let parameters = info.parameters("f").iter().map(|it| it.name.as_str());
        assert!(parameters.eq(["p", "n"]));
        assert_eq!(info.global("a\"b"), Some(4));
        assert!(info.variables("f", "p.addr").eq([5]));
        assert!(info.variables("f", "n.addr").eq([15]));
        assert_eq!(info.record("%struct.s.2 = type { i32 }"), Some(6));
        assert!(types > 10);
        mutants::check(&mutants::texts(&[MODULE]), 3_000, |bytes| {
            ask(&String::from_utf8_lossy(bytes));
        });
    }
}
