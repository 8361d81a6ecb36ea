//! `cargo workshop book` and `cargo workshop present`.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;

use anyhow::Result;
use clap::{Parser, Subcommand};
use mdbook::material::Material;
use mdbook::{build, capture, show};
use workshop::building::{exit_code, log_step, show_in_place};

/// The book and its slides
#[derive(Debug, Parser)]
#[command(name = "cargo workshop", bin_name = "cargo workshop", version, max_term_width = 80)]
struct BookOptions {
    #[command(subcommand)]
    command: Command,

    /// The workspace of the course, if it is not this one
    #[arg(long, value_name = "DIR", global = true, hide_short_help = true)]
    root: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Builds the book, serves it on 127.0.0.1, and opens it
    Book {
        #[command(flatten)]
        view: ShowOptions,
        /// Build the documentation of the crates first, which takes minutes, and serve it beside the book
        #[arg(long)]
        docs: bool,
        /// Build and check the book, and print its folder
        #[arg(long, conflicts_with_all = ["docs", "port", "no_open"])]
        build: bool,
        /// Run these commands, or all, and compare with what the book shows
        #[arg(long, value_name = "NAME", num_args = 0.., conflicts_with_all = ["build", "capture", "docs", "port", "no_open"])]
        check: Option<Vec<String>>,
        /// Run these commands, or all, and keep what they print
        #[arg(long, value_name = "NAME", num_args = 0.., conflicts_with_all = ["build", "docs", "port", "no_open"])]
        capture: Option<Vec<String>>,
    },
    /// Shows the chapters as slides
    Present {
        #[command(flatten)]
        view: ShowOptions,
    },
}

/// The options of showing the book.
#[derive(Debug, clap::Args)]
struct ShowOptions {
    /// The port on 127.0.0.1; 0 takes any that is free
    #[arg(long, default_value_t = 7600)]
    port: u16,
    /// Do not start a browser
    #[arg(long)]
    no_open: bool,
}

fn main() -> ExitCode {
    let result = run(BookOptions::parse()).map(|()| true);
    exit_code(result.map_err(|error| io::Error::other(format!("{error:#}"))))
}

fn run(BookOptions { command, root }: BookOptions) -> Result<()> {
    let material = Rc::new(Material::open(root.as_deref())?);
    match command {
        Command::Book { check: Some(names), .. } => capture::capture(&material, &names, false),
        Command::Book { capture: Some(names), .. } => capture::capture(&material, &names, true),
        Command::Book { build: true, .. } => {
            let folder = build::build(&material)?;
            build::check(&material, &folder)?;
            println!("{}", folder.display());
            Ok(())
        }
        Command::Book { docs, view, .. } => {
            if docs && !build::docs(&material.root)? {
                eprintln!("The documentation lacks the crates that do not compile. The book is complete.");
            }
            show(&material, "book/index.html", &view)
        }
        // `slides.js` makes slides of a chapter.
        Command::Present { view } => show(&material, "book/waiting/cost.html#slides", &view),
    }
}

/// Builds the book, and shows a page of it, whatever a learner has made of the sources.
fn show(material: &Rc<Material>, page: &str, view: &ShowOptions) -> Result<()> {
    log_step("Building the book");
    show_in_place("Building the book ...");
    let folder = build::build(material)?;
    show_in_place("");
    show::show(&folder, page, view.port, !view.no_open)
}
