//! Which answer belongs to a path.

use std::borrow::Cow;
use std::fmt;
use std::path::PathBuf;

use rustc_hash::FxHashMap;

use super::answer::Answer;
use super::directory;

/// Answers for paths that no page was made for.
pub(super) type Generated = Box<dyn Fn(&str) -> Option<Answer> + Send>;

/// Everything a site has to offer. Pages come first, then what is generated, then files.
#[derive(Default)]
pub(super) struct Content {
    pub pages: FxHashMap<String, Answer>,
    pub generated: Vec<Generated>,
    pub directory: Option<PathBuf>,
}

impl Content {
    /// The answer to `path`; a 404 if there is none.
    pub async fn find(&self, path: &str) -> Cow<'_, Answer> {
        if let Some(answer) = self.pages.get(path) {
            return Cow::Borrowed(answer);
        }
        if let Some(answer) = self.generated.iter().find_map(|generate| generate(path)) {
            return Cow::Owned(answer);
        }
        Cow::Owned(match &self.directory {
            Some(root) => directory::find(root, path).await,
            None => Answer::error(404),
        })
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
