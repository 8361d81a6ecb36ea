//! The default content: an archive of comic strips.

use super::answer::Answer;

/// How many strips the default archive has.
pub(super) const STRIPS: usize = 110;

/// The archive with this many strips.
pub(super) fn comics(strips: usize) -> impl Fn(&str) -> Option<Answer> + Send + 'static {
    move |path| {
        let _ = (strips, path);
        None
    }
}
