//! `cargo workshop race --html`: one page that needs nothing else.

mod race_samples;

use std::collections::HashSet;
use std::fs;

use race_samples::{HOSTILE, c10k, hostile, page, ten_pages};

#[test]
fn x() {
    for (race, name) in [(ten_pages(), "x-ten"), (c10k(), "x-c10k"), (hostile(), "x-hostile")] {
        let page = fs::read_to_string(page(&race, name)).unwrap();
        println!("{name} {}", page.len());
        let _: HashSet<u8>;
        let _ = HOSTILE;
    }
}
