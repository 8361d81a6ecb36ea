//! Every program's fix runs to its end. The book shows few of their outputs.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[test]
fn each_fix_runs_to_its_end() {
    let sources = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src/bin")).expect("a folder");
    let folder = Path::new(env!("CARGO_BIN_EXE_lost_wake_up")).parent().expect("the folder of all programs");
    let mut count = 0;
    for source in sources.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file()) {
        let text = fs::read_to_string(&source).expect("a text");
        if text.contains("fn fixed(") {
            count += 1;
            let program = folder.join(source.file_stem().expect("a name"));
            // A mistake that does not compile is left out, and its fix needs no argument.
            let argument = text.contains("demos::main").then_some("fixed");
            let status =
                Command::new(&program).args(argument).stdout(Stdio::null()).status().expect("it is built");
            assert!(status.success(), "{} {}: {status}", program.display(), argument.unwrap_or_default());
        }
    }
    assert!(count >= 20, "{count} programs have a fix");
}
