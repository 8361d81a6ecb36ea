//! A fetch of the tests' page.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io;
use std::sync::Arc;

use common::{Attempt, Options, Target};
use url::Url;

/// Begins a fetch with these options.
pub fn attempt(options: &Options) -> Attempt {
    let url = Url::parse("http://site.example/").expect("a URL");
    Attempt::first(&Target::page(Arc::new(url)), &Arc::new(options.clone()))
}

/// Returns an error of no special kind.
pub fn broken() -> io::Error {
    io::ErrorKind::Other.into()
}
