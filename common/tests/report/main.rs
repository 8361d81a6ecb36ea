//! The report and what it is made of, as text and as JSON.

mod error;
mod formats;
mod safety;
mod text;
