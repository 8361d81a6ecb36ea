//! What a stage imports from another one.

use super::stages::Stage;
use crate::syntax::tokens;

/// Returns the files of `old` that `new` imports, those that they import in turn, and those that add to their types.
pub fn kept<'a>(old: &'a Stage, new: &'a Stage) -> Vec<&'a str> {
    let mut kept = Vec::new();
    let mut wanted: Vec<_> =
        new.files.iter().flat_map(|(_, text)| imports(text, &old.crate_name())).collect();
    while let Some(module) = wanted.pop() {
        let path = format!("src/{module}.rs");
        let Some((path, text)) = old.files.iter().find(|(other, _)| *other == path) else { continue };
        if !kept.contains(&path.as_str()) {
            kept.push(path);
            wanted.extend(imports(text, "crate"));
        }
        wanted.extend(
            old.files.iter().filter(|(_, text)| adds_to(text, module)).filter_map(|(path, _)| name(path)),
        );
    }
    kept
}

/// Returns whether a file has an `impl` of its own for a type that it imports from `module`.
fn adds_to(text: &str, module: &str) -> bool {
    let imported = imports(text, "crate");
    let tokens: Vec<_> = tokens(text).iter().map(|token| token.text).collect();
    let is_impl = |three: &[&str]| three[0] == "impl" && three[2] == "{" && imported.contains(&three[1]);
    imported.contains(&module) && tokens.windows(3).any(is_impl)
}

/// Returns the name of the module in `src/NAME.rs`.
fn name(path: &str) -> Option<&str> {
    path.strip_prefix("src/")?.strip_suffix(".rs")
}

/// Returns the names in the declarations that begin with `use <root>::`.
fn imports<'a>(text: &'a str, root: &str) -> Vec<&'a str> {
    let tokens: Vec<_> = tokens(text).iter().map(|token| token.text).collect();
    let uses = tokens.split(|&token| token == ";");
    let uses = uses.filter_map(|tokens| {
        let start = tokens.windows(2).position(|pair| pair == ["use", root])?;
        Some(tokens[start + 2..].to_vec())
    });
    uses.flatten().collect()
}
