//! The links of a page.

mod charset;
mod limits;
mod linear;
mod oracle;
mod page;
mod tags;
