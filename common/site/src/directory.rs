//! Real files as content.

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;

use crate::answer::Answer;

/// Returns the directory's real path.
///
/// # Errors
/// If it is missing or not a directory.
pub(crate) fn root(directory: &Path) -> io::Result<PathBuf> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", directory.display()));
    let root = directory.canonicalize().map_err(named)?;
    if root.is_dir() { Ok(root) } else { Err(named(io::ErrorKind::NotADirectory.into())) }
}

/// Returns the file under `root` that `path` names; `None` if there is no such file.
pub(crate) fn find(root: &Path, path: &str) -> Option<Answer> {
    let path = path.split('?').next().unwrap_or_default();
    let is_folder = path.ends_with('/');
    let mut file = root.join(relative(path)?);
    match (file.is_dir(), is_folder) {
        (true, true) => file.push("index.html"),
        (true, false) => return Some(Answer::redirect(301, &format!("{path}/"))),
        (false, true) => return None,
        (false, false) => {}
    }
    // Symbolic links are resolved before the check that the file is under the root.
    let file = file.canonicalize().ok()?;
    // Reading a pipe or a device could block for ever.
    let is_served = file.starts_with(root) && file.is_file();
    let bytes = is_served.then(|| fs::read(&file).ok())??;
    Some(Answer::body(content_type(&file), bytes))
}

/// Returns the path below the root; `None` if a segment is anything but a plain name.
fn relative(path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?;
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut relative = PathBuf::new();
    if path.is_empty() {
        return Some(relative);
    }
    for segment in path.split('/') {
        let name = percent_decode_str(segment).decode_utf8().ok()?;
        // Decode before the check: %2e%2e leads up, too. On Windows a drive or a backslash is no plain name.
        let mut components = Path::new(&*name).components();
        match (components.next(), components.next()) {
            (Some(Component::Normal(plain)), None) if plain == &*name => relative.push(plain),
            _ => return None,
        }
    }
    Some(relative)
}

/// Returns the content type by the file's extension. Text is taken to be UTF-8.
fn content_type(file: &Path) -> &'static str {
    let extension = file.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase();
    match extension.as_str() {
        "css" => "text/css; charset=utf-8",
        "gif" => "image/gif",
        "htm" | "html" => "text/html; charset=utf-8",
        "jpeg" | "jpg" => "image/jpeg",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "png" => "image/png",
        "svg" => "image/svg+xml",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        "xhtml" => "application/xhtml+xml",
        "xml" => "text/xml; charset=utf-8",
        _ => "application/octet-stream",
    }
}
