//! [`Content`]: what a site answers, and when.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::answer::Answer;

/// A function from paths to answers.
type Generate = Box<dyn Fn(&str) -> Option<Answer> + Send>;

/// The content of a site. Pages come first.
#[derive(Default)]
pub(crate) struct Content {
    pub pages: HashMap<String, Arc<Answer>>,
    pub generate: Option<Generate>,
    /// The delay of an answer without one of its own.
    pub latency: Duration,
    /// How long a connection may stay open between two requests.
    pub idle_limit: Duration,
    /// How many connections are reset as soon as they are accepted.
    pub resets: u64,
}

impl Content {
    /// Returns the answer to `path`; a 404 if there is none.
    pub fn find(&self, path: &str) -> Arc<Answer> {
        if let Some(answer) = self.pages.get(path) {
            return Arc::clone(answer);
        }
        let generated = self.generate.as_ref().and_then(|generate| generate(path));
        Arc::new(generated.unwrap_or_else(|| Answer::error(404)))
    }
}
