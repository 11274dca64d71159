//! The execution tree as text, DOT and JSON. Decisions without other arms are counted, not shown.

use super::place;
use serde_json::{Value, json};
use std::fmt::Write;
use store::{Leaf, NodeIndex, Site, Tree};

/// A part of the tree as it is shown: a fork or an end, with the decisions skipped on the way to it.
struct Shown {
    node: NodeIndex,
    skipped: u32,
}

/// The next node with several arms or none.
fn shown(tree: &Tree, mut node: NodeIndex) -> Shown {
    let mut skipped = 0;
    loop {
        let at = &tree.nodes[node];
        let mut arms = at.arms.values();
        match (arms.next(), arms.next()) {
            (Some(&only), None) if at.leaf.is_none() => node = only,
            _ => return Shown { node, skipped },
        }
        skipped += 1;
    }
}

/// An arm in words: `true`, `false`, or its choice.
fn arm_name(site: Option<&Site>, choice: u64) -> String {
    let two_way = site.is_some_and(|site| {
        matches!(
            site.kind.as_str(),
            "branch" | "assume" | "bounds" | "library"
        )
    });
    match (two_way, choice) {
        (true, 0) => "false".to_owned(),
        (true, 1) => "true".to_owned(),
        _ => choice.to_string(),
    }
}

fn site_name(site: Option<&Site>) -> String {
    let Some(site) = site else {
        return "start".to_owned();
    };
    let at = place(&site.file, site.line);
    format!("{} at {at} in {}", site.kind, site.function)
}

fn leaf_name(leaf: &Leaf) -> String {
    match leaf {
        Leaf::Pending => "not visited yet".to_owned(),
        Leaf::Path {
            number,
            closed,
            detail,
            file,
            line,
            ..
        } => {
            let at = if file.is_empty() {
                String::new()
            } else {
                format!(" at {}", place(file, *line))
            };
            let how = match closed.as_str() {
                "completed" => String::new(),
                closed if closed == detail => String::new(),
                closed => format!("{closed}: "),
            };
            format!("path {number}: {how}{detail}{at}")
        }
    }
}

/// What stands at a node.
fn label(tree: &Tree, shown: &Shown) -> String {
    let node = &tree.nodes[shown.node];
    let text = match &node.leaf {
        Some(leaf) => leaf_name(leaf),
        None => site_name(node.site.and_then(|site| tree.sites.get(&site))),
    };
    match shown.skipped {
        0 => text,
        1 => format!("(1 more decision) {text}"),
        skipped => format!("({skipped} more decisions) {text}"),
    }
}

/// An indented line a fork or end, at most `most` of them.
pub fn text(tree: &Tree, most: usize, out: &mut String) {
    // Behind each entry what stands before the lines of its arms, and the arm that leads to it.
    let starts = tree.starts.iter().enumerate().rev();
    let mut todo: Vec<_> = starts
        .map(|(start, name)| {
            let before = match tree.starts.len() {
                1 => String::new(),
                _ => format!("{name}: "),
            };
            (shown(tree, start), String::new(), before)
        })
        .collect();
    let mut lines = 0;
    while let Some((at, indent, before)) = todo.pop() {
        if lines == most {
            let left = todo.len() + 1;
            let _ = writeln!(out, "… {left} subtrees are not shown: see --max-nodes");
            break;
        }
        lines += 1;
        let _ = writeln!(out, "{before}{}", label(tree, &at));
        let node = &tree.nodes[at.node];
        let site = node.site.and_then(|site| tree.sites.get(&site));
        let arms: Vec<_> = node.arms.iter().collect();
        for (number, &(&choice, &child)) in arms.iter().enumerate().rev() {
            let last = number + 1 == arms.len();
            let (corner, below) = if last {
                ("└─", "  ")
            } else {
                ("├─", "│ ")
            };
            let before = format!("{indent}{corner} {}: ", arm_name(site, choice));
            todo.push((shown(tree, child), format!("{indent}{below} "), before));
        }
    }
    if tree.elsewhere > 0 {
        let _ = writeln!(out, "{} more nodes wait on paths under way", tree.elsewhere);
    }
}

/// A graph in Graphviz' language, of at most `most` nodes.
pub fn dot(tree: &Tree, most: usize, out: &mut String) {
    out.push_str("digraph paths {\n  node [shape=box, fontname=\"monospace\"];\n");
    let starts = 0..tree.starts.len();
    let mut todo: std::collections::VecDeque<Shown> =
        starts.map(|start| shown(tree, start)).collect();
    if tree.starts.len() > 1 {
        for (at, name) in todo.iter().zip(&tree.starts) {
            let _ = writeln!(out, "  {name} [shape=plain];", name = quoted(name));
            let _ = writeln!(out, "  {} -> n{};", quoted(name), at.node);
        }
    }
    let mut nodes = 0;
    while let Some(at) = todo.pop_front() {
        if nodes == most {
            let left = todo.len() + 1;
            let _ = writeln!(out, "  more [label=\"{left} subtrees are not shown\"];");
            break;
        }
        nodes += 1;
        let node = &tree.nodes[at.node];
        let style = match &node.leaf {
            None => "",
            Some(Leaf::Pending) => ", style=dashed",
            Some(Leaf::Path { .. }) => ", style=rounded",
        };
        let label = quoted(&label(tree, &at));
        let _ = writeln!(out, "  n{} [label={label}{style}];", at.node);
        let site = node.site.and_then(|site| tree.sites.get(&site));
        for (&choice, &child) in &node.arms {
            let child = shown(tree, child);
            let arm = quoted(&arm_name(site, choice));
            let _ = writeln!(out, "  n{} -> n{} [label={arm}];", at.node, child.node);
            todo.push_back(child);
        }
    }
    out.push_str("}\n");
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Every node of the tree, those of the starts first, decisions without other arms included; arms lead to nodes by their index.
pub fn json(tree: &Tree) -> Value {
    let nodes = tree.nodes.iter().map(|node| {
        let arms = node.arms.iter();
        let arms = arms.map(|(choice, node)| json!({ "choice": choice, "node": node }));
        let mut object = json!({ "arms": arms.collect::<Vec<_>>() });
        if let Some(site) = node.site {
            object["site"] = site.into();
        }
        match &node.leaf {
            None => {}
            Some(Leaf::Pending) => object["pending"] = true.into(),
            Some(Leaf::Path {
                number,
                hash,
                closed,
                detail,
                file,
                line,
            }) => {
                object["path"] = json!({
                    "number": number, "hash": format!("{hash:016x}"), "closed": closed,
                    "detail": detail, "file": file, "line": line,
                });
            }
        }
        object
    });
    let sites = tree.sites.iter().map(|(id, site)| {
        let value = json!({
            "kind": site.kind, "function": site.function, "file": site.file, "line": site.line,
            "column": site.column, "decision": site.decision,
        });
        (id.to_string(), value)
    });
    json!({
        "starts": tree.starts,
        "nodes": nodes.collect::<Vec<_>>(),
        "sites": sites.collect::<serde_json::Map<_, _>>(),
        "pending_elsewhere": tree.elsewhere,
    })
}
