//! [`Output`]: what a command printed, as a file keeps it.

use std::io::{self, Read};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

/// The output of a command, as `docs/book/outputs/NAME.txt` has it.
#[derive(Debug)]
pub struct Output {
    /// The command, for a shell in the root of the workspace.
    pub command: String,
    /// The exit status.
    pub exit: i32,
    /// Whether only its words are compared, because its numbers are measured.
    pub any_numbers: bool,
    /// Whether a line that comes again is not compared, because the network decides how often it comes.
    pub any_repeats: bool,
    /// The text that it prints, to stdout and stderr together.
    pub text: String,
}

impl Output {
    /// Parses a file: `$ COMMAND`, perhaps `# exit STATUS`, `# any` and `# repeats`, and then the output.
    ///
    /// # Errors
    /// If it does not begin with a command.
    pub fn parse(text: &str) -> Result<Output> {
        let (command, mut rest) = text.split_once('\n').unwrap_or((text, ""));
        let command = command.strip_prefix("$ ").context("it has to begin with `$ COMMAND`")?.to_owned();
        let mut output =
            Output { command, exit: 0, any_numbers: false, any_repeats: false, text: String::new() };
        while let Some((line, after)) = rest.split_once('\n') {
            match line.strip_prefix("# ").map(|word| word.split_once(' ').unwrap_or((word, ""))) {
                Some(("any", "")) => output.any_numbers = true,
                Some(("repeats", "")) => output.any_repeats = true,
                Some(("exit", status)) => output.exit = status.parse().context("`# exit STATUS`")?,
                _ => break,
            }
            rest = after;
        }
        rest.clone_into(&mut output.text);
        Ok(output)
    }

    /// Returns the text of the file.
    pub fn file(&self) -> String {
        let any = if self.any_numbers { "# any\n" } else { "" };
        let repeats = if self.any_repeats { "# repeats\n" } else { "" };
        let exit = if self.exit == 0 { String::new() } else { format!("# exit {}\n", self.exit) };
        format!("$ {}\n{any}{repeats}{exit}{}", self.command, self.text)
    }

    /// Runs a command in the workspace `root`, without colours or the settings of this process.
    pub(crate) fn of(command: &str, root: &Path) -> Result<Output> {
        let (mut reader, writer) = io::pipe()?;
        let mut words = command.split(' ');
        let mut program = Command::new(words.next().unwrap_or_default());
        program.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never").env("COLUMNS", "100");
        program.env("RUST_BACKTRACE", "0").args(words).current_dir(root);
        let mut child = program.stdout(writer.try_clone()?).stderr(writer).spawn()?;
        // It holds the ends for writing, and the reading ends with the last of them.
        drop(program);
        let mut printed = Vec::new();
        reader.read_to_end(&mut printed)?;
        let text = String::from_utf8_lossy(&printed).replace(&format!("{}/", root.display()), "");
        let exit = child.wait()?.code().unwrap_or(-1);
        Ok(Output { command: command.to_owned(), exit, any_numbers: false, any_repeats: false, text })
    }
}
