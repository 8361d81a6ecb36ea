//! Real files as content.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::answer::Answer;

/// Returns the files of a directory, as content for a [`Builder`](crate::Builder).
///
/// # Errors
/// If it is missing or not a directory.
pub fn files(directory: &Path) -> io::Result<impl Fn(&str) -> Option<Answer> + Clone + Send + use<>> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", directory.display()));
    let root = directory.canonicalize().map_err(named)?;
    match root.is_dir() {
        true => Ok(move |path: &str| find(&root, path)),
        false => Err(named(io::ErrorKind::NotADirectory.into())),
    }
}

/// Returns the file under `root` that `path` names; `None` if there is no such file.
fn find(root: &Path, path: &str) -> Option<Answer> {
    let path = path.split('?').next().unwrap_or_default();
    let name = percent_decode_str(path).decode_utf8().ok()?;
    let mut file = within(root, &root.join(name.trim_start_matches('/')))?;
    match (file.is_dir(), path.ends_with('/')) {
        (true, true) => file = within(root, &file.join("index.html"))?,
        (true, false) => return Some(Answer::redirect(301, &format!("{path}/"))),
        (false, true) => return None,
        (false, false) => {}
    }
    // Reading a pipe or a device could block for ever.
    let bytes = file.is_file().then(|| fs::read(&file).ok())??;
    Some(Answer::body(content_type(&file), bytes))
}

/// Returns the real path of `file` if that is under `root`. Links and `..` are resolved first.
fn within(root: &Path, file: &Path) -> Option<PathBuf> {
    file.canonicalize().ok().filter(|file| file.starts_with(root))
}

/// Returns the content type by the file's extension. Text is taken to be UTF-8.
fn content_type(file: &Path) -> &'static str {
    let extension = file.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    match extension.as_str() {
        "css" => "text/css; charset=utf-8",
        "htm" | "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "text/xml; charset=utf-8",
        _ => "application/octet-stream",
    }
}
