//! A crash: it ends its process, with all threads. The fix is a process for each page.

use std::env;
use std::process::{self, Command};
use std::thread;

fn main() {
    // Only a child has this variable.
    match env::var("PAGES") {
        Ok(pages) => visit_all(&pages),
        Err(_) => demos::main(wrong, fixed),
    }
}

fn wrong() {
    in_a_child("1 2 3");
}

fn fixed() {
    ["1", "2", "3"].into_iter().for_each(in_a_child);
}

/// Starts this program again, as a process that visits `pages`.
fn in_a_child(pages: &str) {
    let program = env::current_exe().unwrap();
    let status = Command::new(program).env("PAGES", pages).status().unwrap();
    if !status.success() {
        println!("a crash: the process for {pages} has ended");
    }
}

/// Visits each page in a thread. A panic costs its page.
fn visit_all(pages: &str) {
    for page in pages.split(' ').map(str::to_owned) {
        if thread::spawn(|| visit(page)).join().is_err() {
            println!("a panic");
        }
    }
}

/// Visits a page. On the second one, a library crashes.
fn visit(page: String) {
    if page == "2" {
        process::abort();
    }
    println!("page {page} is done");
}
