//! [`exit`]: help in lines that a terminal of 80 columns does not break.

use std::io::Write;

use anstream::adapter::strip_str;
use clap::error::ErrorKind;

const COLUMNS: usize = 80;

/// Prints help, or what is wrong with the arguments, and exits as clap does.
pub fn exit(error: clap::Error) -> ! {
    if error.kind() != ErrorKind::DisplayHelp {
        error.exit();
    }
    // The reader of a pipe may have seen enough.
    let _ = anstream::stdout().write_all(fitting(&error.render().ansi().to_string()).as_bytes());
    std::process::exit(error.exit_code())
}

/// Returns `help` with its long lines broken between words. The rest of a line stands below the start of its description.
///
/// This is what clap's feature `wrap_help` does, at the width of the terminal. But the crates behind that feature have
/// other features in each package of the workspace, and would be compiled for each of them.
fn fitting(help: &str) -> String {
    let mut text = String::new();
    for line in help.split_inclusive('\n') {
        let indent = strip_str(line).to_string().rfind("  ").map_or(0, |at| at + 2);
        let mut end = 0;
        for word in line.split_inclusive(' ') {
            let plain = strip_str(word).to_string();
            if end > indent && end + plain.trim_end().chars().count() > COLUMNS {
                text.truncate(text.trim_end().len());
                text += &format!("\n{:indent$}", "");
                end = indent;
            }
            text += word;
            end += plain.chars().count();
        }
    }
    text
}
