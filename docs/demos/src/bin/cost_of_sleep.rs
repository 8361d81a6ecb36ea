//! What it costs to sleep: two examples of stage 3 sleep for the same time, and one of them keeps a CPU busy.
//!
//!     cargo run -p demos --bin cost_of_sleep

use std::env::{self, consts::EXE_SUFFIX};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

#[expect(dead_code, reason = "the race also reads the switches")]
#[path = "../../../race/src/race/measure/usage.rs"]
mod usage;

const EXAMPLES: [&str; 2] = ["sleep_by_yielding", "sleep_by_deadline"];

fn main() {
    build();
    // Cargo puts the examples of the workspace into a folder beside this program.
    let program = env::current_exe().unwrap();
    let folder = program.parent().unwrap().join("examples");
    println!("{:20}{:>10}{:>10}", "", "time", "CPU time");
    for example in EXAMPLES {
        let (time, cpu_time) = measure(&folder.join(format!("{example}{EXE_SUFFIX}")));
        println!("{example:20}{:>7} ms{:>7} ms", time.as_millis(), cpu_time.as_millis());
    }
}

fn build() {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--package", "stage3-futures"]);
    cargo.args(EXAMPLES.iter().flat_map(|example| ["--example", example]));
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    assert!(cargo.status().unwrap().success(), "the examples must be built");
}

/// Runs a program, and returns how long it took, and for how much of that time a CPU was busy with it.
fn measure(program: &Path) -> (Duration, Duration) {
    let meter = usage::Meter::start().unwrap();
    let start = Instant::now();
    let mut child = Command::new(program).stdout(Stdio::null()).spawn().unwrap();
    child.wait().unwrap();
    let time = start.elapsed();
    let usage = meter.stop(&mut child).unwrap();
    (time, usage.user.unwrap_or_default() + usage.system.unwrap_or_default())
}
