//! Embeds the sources of the library models: a table of `(path below library/, contents)`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=library");
    let root = PathBuf::from(std::env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = root.join("library");
    let mut files = Vec::new();
    collect(&root, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for file in files {
        let relative = file
            .strip_prefix(&root)
            .expect("it was found below the root");
        let relative = relative.to_str().expect("file names are UTF-8");
        let absolute = file.to_str().expect("file names are UTF-8");
        writeln!(table, "    ({relative:?}, include_str!({absolute:?})),")
            .expect("writing to a string does not fail");
    }
    table.push_str("]\n");
    let output = PathBuf::from(std::env::var("OUT_DIR").expect("cargo sets it"));
    std::fs::write(output.join("library_files.rs"), table)
}

/// Sources and headers; the models' own tests are not embedded.
fn collect(directory: &Path, into: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            if path.file_name().is_none_or(|name| name != "test") {
                collect(&path, into)?;
            }
        } else if path
            .extension()
            .is_some_and(|extension| extension == "c" || extension == "h" || extension == "cpp")
        {
            into.push(path);
        }
    }
    Ok(())
}
