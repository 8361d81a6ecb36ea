//! Real files as content.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;

use super::answer::Answer;

/// The directory's real path. Fails if there is none.
pub(super) fn root(directory: &Path) -> io::Result<PathBuf> {
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", directory.display()));
    let root = directory.canonicalize().map_err(named)?;
    if root.is_dir() { Ok(root) } else { Err(named(io::ErrorKind::NotADirectory.into())) }
}

/// The answer to `path` out of the files under `root`.
pub(super) async fn find(root: &Path, path: &str) -> Answer {
    let (root, path) = (root.to_owned(), path.to_owned());
    // A disk may be slow, and must not hold up the other connections.
    blocking::unblock(move || find_file(&root, &path)).await.unwrap_or_else(|| Answer::error(404))
}

fn find_file(root: &Path, path: &str) -> Option<Answer> {
    let path = path.split('?').next().unwrap_or_default();
    let is_folder = path.ends_with('/');
    // Links are followed before it is asked where they lead: out of the root, there is nothing.
    let mut file = root.join(relative(path)?).canonicalize().ok()?;
    if !file.starts_with(root) {
        return None;
    }
    if file.is_dir() {
        if !is_folder {
            return Some(Answer::redirect(301, &format!("{path}/")));
        }
        file = file.join("index.html").canonicalize().ok()?;
        if !file.starts_with(root) {
            return None;
        }
    } else if is_folder {
        return None;
    }
    // A pipe or a device could block for good.
    let bytes = file.is_file().then(|| fs::read(&file).ok())??;
    Some(Answer::body(&content_type(&file), bytes))
}

/// The path below the root; `None` if a segment is anything but a plain name.
fn relative(path: &str) -> Option<PathBuf> {
    let path = path.strip_prefix('/')?;
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut relative = PathBuf::new();
    if path.is_empty() {
        return Some(relative);
    }
    for segment in path.split('/') {
        let name = percent_decode_str(segment).decode_utf8().ok()?;
        // Decoded first, judged then: %2e%2e is a way up, too. On Windows a drive or a backslash is no plain name.
        let mut components = Path::new(&*name).components();
        match (components.next(), components.next()) {
            (Some(Component::Normal(plain)), None) if plain == &*name => relative.push(plain),
            _ => return None,
        }
    }
    Some(relative)
}

fn content_type(file: &Path) -> String {
    let mime = mime_guess::from_path(file).first_or_octet_stream();
    match mime.type_() {
        mime_guess::mime::TEXT => format!("{}; charset=utf-8", mime.essence_str()),
        _ => mime.to_string(),
    }
}
