//! [`uses`]: what a file imports, and what it only exports again.

use workshop::syntax::tokens;

/// The paths that the `use` declarations of a file name.
#[derive(Default)]
pub struct Uses<'a> {
    /// Those that it imports.
    pub imports: Vec<Vec<&'a str>>,
    /// Those that it only exports again, such as by `pub use`.
    pub exports: Vec<Vec<&'a str>>,
}

/// Returns the paths that the `use` declarations of a file name.
pub fn uses(text: &str) -> Uses<'_> {
    let tokens: Vec<_> = tokens(text).iter().map(|token| token.text).filter(|&text| text != ":").collect();
    let mut found = Uses::default();
    for declaration in tokens.split(|&token| token == ";") {
        let Some(at) = declaration.iter().rposition(|&token| token == "use") else { continue };
        let is_exported = at > 0 && ["pub", ")"].contains(&declaration[at - 1]);
        let paths = if is_exported { &mut found.exports } else { &mut found.imports };
        add(&mut declaration[at + 1..].iter().copied(), &[], paths);
    }
    found
}

/// Adds the paths of a list such as `b, c {d, e}` that stands in braces after `above`.
fn add<'a>(tokens: &mut impl Iterator<Item = &'a str>, above: &[&'a str], found: &mut Vec<Vec<&'a str>>) {
    let mut path = above.to_vec();
    while let Some(token) = tokens.next() {
        match token {
            "{" => add(tokens, &std::mem::replace(&mut path, above.to_vec()), found),
            "," | "}" => {
                let whole = std::mem::replace(&mut path, above.to_vec());
                found.extend((whole.len() > above.len()).then_some(whole));
                if token == "}" {
                    return;
                }
            }
            name => path.push(name),
        }
    }
    found.extend((path.len() > above.len()).then_some(path));
}

#[test]
fn the_paths_of_nested_braces_are_found() {
    let text = "pub use no::one; pub(crate) use two; use std::{a::{self, b}, c as d, e::{f::{g, h}, i}}; fn f() { use super::*; }";
    let found: Vec<_> = uses(text).imports.iter().map(|path| path.join("::")).collect();
    let expected =
        ["a::self", "a::b", "c::as::d", "e::f::g", "e::f::h", "e::i"].map(|path| format!("std::{path}"));
    assert_eq!(found, [&expected[..], &["super::*".to_owned()]].concat());
    assert_eq!(uses(text).exports, [vec!["no", "one"], vec!["two"]]);
}
