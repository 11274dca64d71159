//! The folder of a report.

use crate::links::{Links, tests_page};
use crate::model::Report;
use crate::{PagesError, bounded, findings, overview, page, source, tests_page as tests};
use maud::Markup;
use std::collections::BTreeMap;
use std::path::Path;

/// Folders below that of a report.
const FOLDERS: [&str; 2] = ["source", "tests"];
/// The first page.
const INDEX: &str = "index.html";
const STYLE: &str = include_str!("../assets/style.css");
const SCRIPT: &str = include_str!("../assets/report.js");

/// Writes a report into a folder, in place of an earlier one.
///
/// # Errors
/// If the folder has other files, or cannot be written.
pub fn write(report: &Report, folder: &Path) -> Result<(), PagesError> {
    clear(folder)?;
    for below in FOLDERS {
        let below = folder.join(below);
        std::fs::create_dir_all(&below).map_err(PagesError::io(&below))?;
    }
    let put = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(PagesError::io(&path))
    };
    let put_page = |name: &str, page: Markup| put(name, &page.into_string());
    let links = Links::new(report);
    // First: by it the folder is known as that of a report, also if what follows cannot be written.
    put_page(INDEX, overview::page(report, &links))?;
    put("style.css", STYLE)?;
    put("report.js", SCRIPT)?;
    put_page("findings.html", findings::page(report, &links))?;
    put_page("tests.html", tests::index(report))?;
    put_page("bounded.html", bounded::page(report))?;
    for file in &report.files {
        let name = links.source(&file.name).unwrap_or_default();
        put_page(name, source::page(report, file))?;
    }
    for (suite, of_suite) in report.suites.iter().enumerate() {
        let pages = tests::pages(report, of_suite);
        for (number, page) in pages.into_iter().enumerate() {
            put_page(&tests_page(suite, number), page)?;
        }
    }
    Ok(())
}

/// Removes the pages of an earlier report.
fn clear(folder: &Path) -> Result<(), PagesError> {
    std::fs::create_dir_all(folder).map_err(PagesError::io(folder))?;
    let files = files(folder)?;
    let Some(index) = files.get(INDEX) else {
        return match files.is_empty() {
            true => Ok(()),
            false => Err(PagesError::Foreign(folder.to_owned())),
        };
    };
    let text = std::fs::read(index).map_err(PagesError::io(index))?;
    if !String::from_utf8_lossy(&text).contains(page::GENERATOR) {
        return Err(PagesError::Foreign(folder.to_owned()));
    }
    for below in FOLDERS {
        for path in self::files(&folder.join(below))?.values() {
            if path
                .extension()
                .is_some_and(|extension| extension == "html")
            {
                std::fs::remove_file(path).map_err(PagesError::io(path))?;
            }
        }
    }
    Ok(())
}

/// What lies in a folder, by name; nothing if there is none.
fn files(folder: &Path) -> Result<BTreeMap<String, std::path::PathBuf>, PagesError> {
    let mut files = BTreeMap::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in std::fs::read_dir(folder).map_err(PagesError::io(folder))? {
        let entry = entry.map_err(PagesError::io(folder))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, entry.path());
    }
    Ok(files)
}
