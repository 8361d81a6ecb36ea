//! Which answer belongs to a path.

use std::collections::HashMap;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use crate::answer::Answer;
use crate::directory;

/// Answers for paths that no page was made for.
pub(crate) type Generated = Box<dyn Fn(&str) -> Option<Answer> + Send>;

/// Everything a site has to offer. Pages come first, then what is generated, then files.
#[derive(Default)]
pub(crate) struct Content {
    pub pages: HashMap<String, Arc<Answer>>,
    pub generated: Vec<Generated>,
    pub directory: Option<PathBuf>,
}

impl Content {
    /// The answer to `path`; a 404 if there is none.
    pub fn find(&self, path: &str) -> Arc<Answer> {
        if let Some(answer) = self.pages.get(path) {
            return Arc::clone(answer);
        }
        let generated = self.generated.iter().find_map(|generate| generate(path));
        let in_directory = || directory::find(self.directory.as_deref()?, path);
        Arc::new(generated.or_else(in_directory).unwrap_or_else(|| Answer::error(404)))
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Content")
            .field("pages", &self.pages)
            .field("directory", &self.directory)
            .finish_non_exhaustive()
    }
}
