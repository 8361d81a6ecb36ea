//! [`Named`]: the tests that a line of an exercise names.

use std::fmt;

/// Tests: a file of tests, or those of it whose names begin alike.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    /// The name of the file.
    pub target: String,
    /// What the names begin with. Empty for all.
    pub prefix: String,
}

impl Named {
    /// Parses `target` or `target::prefix`.
    pub fn parse(text: &str) -> Named {
        let (target, prefix) = text.split_once("::").unwrap_or((text, ""));
        Named { target: target.into(), prefix: prefix.into() }
    }

    /// Tells whether it has a test, such as `queue::a_getter_waits`.
    pub fn has_test(&self, test: &str) -> bool {
        test.split_once("::")
            .is_some_and(|(target, name)| self.target == target && name.starts_with(&self.prefix))
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.prefix.is_empty() { "" } else { "::" };
        write!(f, "{}{separator}{}", self.target, self.prefix)
    }
}
