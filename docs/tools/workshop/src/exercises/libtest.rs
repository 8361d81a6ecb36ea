//! What a program of tests prints: libtest's lines.

/// Of each output, this is kept at least, in bytes: its end.
const KEPT: usize = 64 << 10;

/// Returns the names in what `--list` prints.
pub fn names(listed: &str) -> Vec<String> {
    listed.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// Returns the test that has ended according to this line, and whether it passed.
pub fn ended(line: &str) -> Option<(&str, bool)> {
    let (name, result) = line.strip_prefix("test ")?.split_once(" ... ")?;
    let passed = ["FAILED", "ok"].iter().position(|&word| word == result)? == 1;
    Some((name.trim_end_matches(" - should panic"), passed))
}

/// Returns the test that is passed over according to this line.
pub fn ignored(line: &str) -> Option<&str> {
    let (name, result) = line.strip_prefix("test ")?.split_once(" ... ")?;
    result.starts_with("ignored").then_some(name)
}

/// Tells whether this line comes when all have ended: `test result: ok. 5 passed; ..`
pub fn have_all_ended(line: &str) -> bool {
    line.starts_with("test result: ")
}

/// What a program of tests has printed so far.
#[derive(Debug, Default)]
pub struct Said {
    /// The failed tests, each with what it has printed: `---- name stdout ----`, and what is below it.
    pub failed: Vec<(String, String)>,
    /// What came before that.
    pub printed: String,
    /// How long all of it was, in bytes. Only the ends may be kept.
    pub length: usize,
    is_in_failures: bool,
}

impl Said {
    /// Adds the next line.
    pub fn add(&mut self, line: &str) {
        self.length += line.len() + 1;
        let name = line.strip_prefix("---- ").and_then(|line| line.strip_suffix(" stdout ----"));
        let kept = match (name, self.failed.last_mut()) {
            // The second time, only the names follow.
            _ if line == "failures:" => return self.is_in_failures = self.failed.is_empty(),
            (Some(name), _) if self.is_in_failures => {
                return self.failed.push((name.to_owned(), String::new()));
            }
            _ if line.starts_with("note: run with `RUST_BACKTRACE") => return,
            (_, Some((_, output))) if self.is_in_failures => output,
            _ => &mut self.printed,
        };
        kept.push_str(line);
        kept.push('\n');
        if kept.len() > 2 * KEPT {
            let end = (kept.len() - KEPT..kept.len()).find(|&at| kept.is_char_boundary(at));
            kept.drain(..end.unwrap_or(0));
        }
    }
}
