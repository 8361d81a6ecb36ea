//! [`Variant`]: our solution with one wrong belief.

use std::io;
use std::path::Path;

/// A variant: blocks of lines that stand in place of lines of the solution.
pub struct Variant {
    pub name: String,
    /// The level in which it dies, and the test, such as `level1::a_wake_up_counts`.
    pub level: usize,
    pub test: String,
    /// A part of that test's message.
    pub says: String,
    blocks: Vec<[String; 2]>,
}

impl Variant {
    /// Reads a variant.
    ///
    /// # Errors
    /// If the file cannot be read, or does not name a test and its words.
    pub fn read(path: &Path) -> io::Result<Variant> {
        let text = std::fs::read_to_string(path)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let after = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).map(str::trim);
        let promise = after("//! Dies: ").zip(after("//! Says: "));
        let level = |test: &str| test.strip_prefix("level")?.split_once("::")?.0.parse().ok();
        let parts = promise.and_then(|(test, says)| Some((level(test)?, test, says)));
        let (level, test, says) =
            parts.ok_or_else(|| io::Error::other(format!("{name}: no `Dies` or no `Says`")))?;
        let blocks = text.split("// in place of\n").skip(1).filter_map(|block| {
            let (old, new) = block.split_once("// stands\n")?;
            Some([old.to_owned(), new.split_once("// end of block")?.0.to_owned()])
        });
        let (test, says, blocks) = (test.to_owned(), says.to_owned(), blocks.collect());
        Ok(Variant { name, level, test, says, blocks })
    }

    /// Returns the solution with this belief, or `None` if it does not have each block once.
    pub fn apply(&self, solution: &str) -> Option<String> {
        let is_once = |text: &str, old: &str| text.matches(old).count() == 1;
        self.blocks.iter().try_fold(solution.to_owned(), |text, [old, new]| {
            is_once(&text, old).then(|| text.replacen(old, new, 1))
        })
    }
}
