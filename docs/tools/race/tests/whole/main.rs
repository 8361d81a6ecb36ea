//! `cargo workshop race` and `cargo workshop numbers`.

mod numbers;
mod recorded;
mod rounds;

use std::process::Output;

/// Returns what a program that ends with this status has written to stdout and to stderr.
#[track_caller]
fn said(output: &Output, status: i32) -> [String; 2] {
    let text = [&output.stdout, &output.stderr].map(|text| String::from_utf8(text.clone()).unwrap());
    assert_eq!(output.status.code(), Some(status), "{}", text[1]);
    text
}
