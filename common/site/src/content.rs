//! [`Content`]: which answer belongs to a path.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::answer::Answer;
use crate::directory;

/// A function from paths to answers.
pub(crate) type Generated = Box<dyn Fn(&str) -> Option<Answer> + Send>;

/// The content of a site. Pages come first, then what is generated, then files.
#[derive(Default)]
pub(crate) struct Content {
    pub pages: HashMap<String, Arc<Answer>>,
    pub generated: Vec<Generated>,
    pub directory: Option<PathBuf>,
}

impl Content {
    /// Returns the answer to `path`; a 404 if there is none.
    pub fn find(&self, path: &str) -> Arc<Answer> {
        if let Some(answer) = self.pages.get(path) {
            return Arc::clone(answer);
        }
        let generated = self.generated.iter().find_map(|generate| generate(path));
        let in_directory = || directory::find(self.directory.as_deref()?, path);
        Arc::new(generated.or_else(in_directory).unwrap_or_else(|| Answer::error(404)))
    }
}
