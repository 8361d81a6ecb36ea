//! The functions of a file, by name, in order.

/// What may stand before `fn`.
const QUALIFIERS: [&str; 5] = ["pub", "const", "async", "unsafe", "extern"];

/// Names that a trait or a custom asks for: where such a function stands, its type decides.
const REQUIRED: [&str; 10] =
    ["poll", "drop", "new", "default", "fmt", "next", "from", "deref", "deref_mut", "clone"];

/// The names of the functions in `source`, each where it first comes, without those that a trait
/// or a custom asks for.
///
/// It reads what rustfmt writes: a function begins its line.
pub fn functions(source: &str) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in source.lines().filter_map(function) {
        if !REQUIRED.contains(&name) && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn function(line: &str) -> Option<&str> {
    let (before, after) = line.trim_start().split_once("fn ").filter(|(before, _)| {
        before.split_whitespace().all(|word| {
            QUALIFIERS.contains(&word) || word.starts_with("pub(") || word.ends_with(')') || word == "\"C\""
        })
    })?;
    // Not the end of another word.
    if !before.is_empty() && !before.ends_with(' ') {
        return None;
    }
    let end = after.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(after.len());
    Some(&after[..end]).filter(|name| !name.is_empty())
}
