//! What a contestant found, and whether that is what there is.

use std::collections::{BTreeMap, BTreeSet};

/// As many differing URLs are named.
const NAMED: usize = 5;

/// Path and query of each URL, and what came of it, such as `200` or `timeout`.
#[derive(Debug, Default, PartialEq)]
pub struct Found(pub BTreeMap<String, String>);

impl Found {
    /// Returns the URLs that are no pages, each with what it is.
    pub fn bad(&self) -> Vec<String> {
        let bad = self.0.iter().filter(|(_, what)| *what != "200");
        bad.map(|(path, what)| format!("{path}: {what}")).collect()
    }

    /// Returns how many URLs there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Checks that all is well with as many pages as the site has.
    ///
    /// # Errors
    /// If a page is missing or an error. The message names them.
    pub fn is_sound(&self, pages: Option<usize>) -> Result<(), String> {
        let bad = self.bad();
        if !bad.is_empty() {
            return Err(format!("has errors where the site has none{}", list(&bad)));
        }
        match pages.filter(|pages| *pages != self.len()) {
            Some(pages) => Err(format!("found {} URLs of {pages}", self.len())),
            None => Ok(()),
        }
    }

    /// Checks that this is what another contestant found.
    ///
    /// # Errors
    /// If they differ. The message names what differs.
    pub fn is_same(&self, other: &Found, name: &str) -> Result<(), String> {
        let missing = "not found";
        let paths: BTreeSet<&String> = self.0.keys().chain(other.0.keys()).collect();
        let here = |path: &str| self.0.get(path).map_or(missing, String::as_str);
        let there = |path: &str| other.0.get(path).map_or(missing, String::as_str);
        let differing = paths.into_iter().filter(|path| here(path) != there(path));
        let differing: Vec<String> =
            differing.map(|path| format!("{path}: {}; {name}: {}", here(path), there(path))).collect();
        match differing.len() {
            0 => Ok(()),
            count => Err(format!("differs from {name} in {count} of its URLs{}", list(&differing))),
        }
    }
}

/// Returns the first few, as an addition to a message.
pub fn list(lines: &[String]) -> String {
    let mut text: String = lines.iter().take(NAMED).map(|line| format!("\n    {line}")).collect();
    if lines.len() > NAMED {
        text += &format!("\n    and {} more", lines.len() - NAMED);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Found;

    fn found(urls: &[(&str, &str)]) -> Found {
        Found(urls.iter().map(|(path, what)| ((*path).to_owned(), (*what).to_owned())).collect())
    }

    #[test]
    fn differences_are_found_both_ways_and_only_a_few_of_many_are_named() {
        let (all, few) = (found(&[("/", "200"), ("/a", "200")]), found(&[("/", "404")]));
        let error = all.is_same(&few, "spin").expect_err("they differ");
        assert!(error.contains("spin in 2 of its URLs"), "{error}");
        assert!(error.contains("/: 200; spin: 404") && error.contains("/a: 200; spin: not found"), "{error}");
        assert!(few.is_same(&all, "spin").is_err_and(|error| error.contains("/a: not found; spin: 200")));
        let many: Vec<String> = (0..9).map(|number| format!("/{number}")).collect();
        let many: Vec<(&str, &str)> = many.iter().map(|path| (path.as_str(), "200")).collect();
        let error = found(&many).is_same(&Found::default(), "async").expect_err("they differ");
        assert!(!error.contains("/5: ") && error.ends_with("and 4 more"), "{error}");
    }

    #[test]
    fn on_a_sound_site_every_page_is_there() {
        let urls = found(&[("/", "200"), ("/a", "200")]);
        assert_eq!((urls.is_sound(None), urls.is_sound(Some(2))), (Ok(()), Ok(())));
        assert_eq!(urls.is_sound(Some(3)), Err("found 2 URLs of 3".to_owned()));
        assert!(found(&[("/", "reset")]).is_sound(None).is_err_and(|error| error.contains("/: reset")));
    }
}
