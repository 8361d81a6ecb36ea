//! The links of a page.

mod charset;
mod limits;
#[cfg(unix)]
mod linear;
mod oracle;
mod page;
mod tags;
