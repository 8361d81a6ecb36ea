//! Captured outputs: what a command printed, and how a chapter shows it.

use std::sync::LazyLock;

use anyhow::{Context, Result, bail};
use maud::html;
use regex::Regex;

use crate::answers::view_of_output;
use crate::directive::{Place, pattern};
use crate::excerpt::{in_view, part};
use crate::material::{Material, OUTPUTS};

/// The output of a command, as `docs/book/outputs/NAME.txt` has it.
#[derive(Debug)]
pub struct Output {
    /// The command, for a shell in the root of the workspace.
    pub command: String,
    /// The exit status.
    pub exit: i32,
    /// Whether only its words are compared, because its numbers are measured.
    pub any_numbers: bool,
    /// The text that it prints, to stdout and stderr together.
    pub text: String,
}

impl Output {
    /// Parses a file: `$ COMMAND`, perhaps `# exit STATUS` and `# any`, and then the output.
    ///
    /// # Errors
    /// If it does not begin with a command.
    pub fn parse(text: &str) -> Result<Output> {
        let (command, mut rest) = text.split_once('\n').unwrap_or((text, ""));
        let command = command.strip_prefix("$ ").context("it has to begin with `$ COMMAND`")?.to_owned();
        let mut output = Output { command, exit: 0, any_numbers: false, text: String::new() };
        while let Some((line, after)) = rest.split_once('\n') {
            match line.strip_prefix("# ").map(|word| word.split_once(' ').unwrap_or((word, ""))) {
                Some(("any", "")) => output.any_numbers = true,
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
        let exit = if self.exit == 0 { String::new() } else { format!("# exit {}\n", self.exit) };
        format!("$ {}\n{any}{exit}{}", self.command, self.text)
    }

    /// Returns the command as a reader types it.
    fn typed(&self) -> String {
        self.command.replace("cargo run -q ", "cargo run ").replace("cargo check -q ", "cargo check ")
    }
}

/// The arguments `NAME from "TEXT" to "TEXT"`.
static ARGUMENTS: LazyLock<Regex> = LazyLock::new(|| pattern(r#"^(\S+)(?: from "(.+)" to "(.+)")?$"#));

/// Returns an output for a chapter, or some of its lines.
///
/// # Errors
/// If there is no such output, or if it has no such lines.
pub fn show(place: &Place<'_>, arguments: &str) -> Result<String> {
    let parts = ARGUMENTS.captures(arguments).context("it has to be `NAME`")?;
    let output = find(place.material, &parts[1])?;
    let mut lines: Vec<_> = output.text.lines().collect();
    if let (Some(from), Some(to)) = (parts.get(2), parts.get(3)) {
        let (first, last) = part(&output.text, from.as_str(), to.as_str())?;
        lines = lines[first..=last].to_vec();
    }
    let status =
        if output.exit == 0 { String::new() } else { format!(" It ends with exit status {}.", output.exit) };
    let said = html! { p.command { code { "$ " (output.typed()) } (status) } };
    let (said, text) = (said.into_string(), lines.join("\n"));
    let text = text.trim_end();
    let shown = format!("<div class=\"output\">\n\n{said}\n\n```text\n{text}\n```\n\n</div>\n");
    Ok(in_view(view_of_output(place, text)?, "an output", shown))
}

/// Returns the first group of a pattern in an output.
///
/// # Errors
/// If there is no such output, or if it has nothing of the kind.
pub fn value(material: &Material, name: &str, pattern: &str) -> Result<String> {
    let output = find(material, name)?;
    let regex = Regex::new(&format!("(?m){pattern}"))?;
    let found = regex.captures(&output.text).and_then(|found| found.get(1));
    let found =
        found.with_context(|| format!("the output `{name}` has nothing like /{pattern}/ with a group"))?;
    Ok(found.as_str().trim().to_owned())
}

fn find<'a>(material: &'a Material, name: &str) -> Result<&'a Output> {
    let Some(output) = material.outputs.get(name) else { bail!("there is no output `{name}`") };
    material.shown.borrow_mut().insert(format!("{OUTPUTS}/{name}"));
    Ok(output)
}
