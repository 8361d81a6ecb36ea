//! [`Skipped`]: how much of a kind a crawl has passed over.

/// How much of a kind a crawl has passed over, and an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped<T> {
    /// How much.
    pub count: usize,
    /// The first of them, in an order that does not depend on time.
    pub example: Option<T>,
}

impl<T> Default for Skipped<T> {
    fn default() -> Skipped<T> {
        Skipped { count: 0, example: None }
    }
}

impl<T> Skipped<T> {
    /// Adds `count`. Takes `example` for the example if it comes before the one so far.
    pub(crate) fn add(&mut self, count: usize, example: T, comes_before: impl FnOnce(&T, &T) -> bool) {
        self.count += count;
        if self.example.as_ref().is_none_or(|known| comes_before(&example, known)) {
            self.example = Some(example);
        }
    }
}
