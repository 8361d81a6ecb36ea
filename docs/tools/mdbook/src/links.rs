//! Checks that every link of the built book leads somewhere.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use regex::Regex;
use walkdir::WalkDir;

use crate::pattern::pattern;

/// A link or an embedded file, in pages that a program has written.
static LINK: LazyLock<Regex> = LazyLock::new(|| pattern(r#"\s(?:href|src)="([^"]*)""#));

/// A place to which a link can lead.
static ID: LazyLock<Regex> = LazyLock::new(|| pattern(r#"\sid="([^"]*)""#));

/// Checks the links of all pages in a folder, and those that lead to it from the documentation of the crates.
/// Links to other hosts are not followed, and links to the documentation only if there is one.
///
/// # Errors
/// If a link leads to no file, or to no place in it; the message names all of them.
pub fn check(folder: &Path) -> Result<()> {
    let docs = folder.parent().context("the book has a folder")?;
    let mut pages = BTreeMap::new();
    for entry in WalkDir::new(folder).into_iter().chain(WalkDir::new(docs).max_depth(2)) {
        let path = entry?.into_path();
        // `404.html`, the page for a wrong address, has links from the root of a server.
        let is_in_book = path.starts_with(folder) && path.extension().is_some_and(|end| end == "html");
        if is_in_book && !path.ends_with("404.html") || path.ends_with("index.html") {
            let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            pages.insert(path, text);
        }
    }
    let has_docs = folder.with_file_name("common").is_dir();
    let ids: BTreeMap<_, BTreeSet<_>> = pages.iter().map(|(path, text)| (path, ids(text))).collect();
    let mut broken = BTreeSet::new();
    for (page, text) in &pages {
        for link in LINK.captures_iter(text).filter_map(|found| found.get(1)).map(|link| link.as_str()) {
            let (file, id) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { resolve(page, file) };
            let is_checked = target.starts_with(folder) || has_docs && page.starts_with(folder);
            let has_id = |ids: &BTreeSet<_>| id.is_empty() || ids.contains(id);
            let leads = target.exists() && ids.get(&target).is_none_or(has_id);
            if is_checked && !link.contains(':') && !leads {
                broken.insert(format!("{}: the link {link} leads nowhere", page.display()));
            }
        }
    }
    if broken.is_empty() { Ok(()) } else { bail!(Vec::from_iter(broken).join("\n")) }
}

fn ids(text: &str) -> BTreeSet<&str> {
    ID.captures_iter(text).filter_map(|found| found.get(1)).map(|id| id.as_str()).collect()
}

/// Returns the file to which a link of a page leads.
pub fn resolve(page: &Path, link: &str) -> PathBuf {
    let mut target = page.parent().map(Path::to_path_buf).unwrap_or_default();
    for part in link.split('/') {
        match part {
            ".." => drop(target.pop()),
            "." => {}
            part => target.push(part),
        }
    }
    target
}
