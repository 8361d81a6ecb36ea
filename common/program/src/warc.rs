//! [`Warc`]: the pages themselves, in a file that the tools of web archives read (WARC 1.1, which is ISO 28500:2017).
//!
//! A fetch has three records: its response, its request, and metadata with the page that led to it. They are written as
//! soon as the response has come. So a crawl that is killed leaves complete records, but for those of its last page.
//!
//! Source: <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>

mod record;

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::SystemTime;

use common::crawl::interrupt::Interrupt;
use common::extra::archive::Archive;
use common::fetch::http::PRODUCT;
use common::lock::lock;
use common::report::{Skipped, report_order};
use common::{Response, Services};
use url::Url;

use crate::output::about;
use record::{Gzip, Record, id};

/// The most compressors, each of which takes some 300 KiB.
const MAX_COMPRESSORS: usize = 8;

/// The content type of fields in lines.
const FIELDS: &str = "application/warc-fields";

/// A file of records, each of which is a member of gzip. Each page is written by the thread that fetched it.
#[derive(Debug)]
pub struct Warc {
    path: PathBuf,
    /// The open file, or why it was closed.
    content: Mutex<io::Result<Content>>,
    /// One thread uses each of them at a time, and threads take them in turn, so that large pages are compressed at the same
    /// time. Each record is a member, so that a reader can begin at any of them (annex D of the standard).
    compressors: Vec<Mutex<Gzip>>,
    turn: AtomicUsize,
    truncated: Mutex<Skipped<Url>>,
    interrupt: Interrupt,
}

#[derive(Debug)]
struct Content {
    file: File,
    /// How many bytes the complete pages have.
    length: u64,
}

impl Warc {
    /// Creates the file at `path`, and makes it the archive of the crawl.
    ///
    /// If a page cannot be written later, for example because the disk is full, the crawl is interrupted.
    ///
    /// # Errors
    /// If the file cannot be created, or if there is one: an archive is not overwritten.
    pub fn create(path: &Path, stage: &str, services: &mut Services) -> io::Result<Arc<Warc>> {
        let exists = "it exists, and --warc overwrites no file";
        let file = File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => about(path, io::Error::new(error.kind(), exists)),
            _ => about(path, error),
        })?;
        let cores = thread::available_parallelism().map_or(1, NonZero::get);
        let warc = Arc::new(Warc {
            path: path.to_owned(),
            content: Mutex::new(Ok(Content { file, length: 0 })),
            compressors: (0..cores.min(MAX_COMPRESSORS)).map(|_| Mutex::new(Gzip::new())).collect(),
            turn: AtomicUsize::new(0),
            truncated: Mutex::default(),
            interrupt: services.interrupt.clone(),
        });
        let version = env!("CARGO_PKG_VERSION");
        let fields = format!("software: {PRODUCT}/{version} ({stage})\r\nformat: WARC File Format 1.1\r\n");
        let info = Record::new("warcinfo", &id(), SystemTime::now());
        warc.append(&[info.end(FIELDS, fields.as_bytes())]);
        let writer = Arc::clone(&warc);
        services.archive = Some(Archive::new(move |url, response| writer.keep(url, response)));
        Ok(warc)
    }

    /// Returns how many answers are only partly in the archive.
    pub fn truncated(&self) -> Skipped<Url> {
        lock(&self.truncated).clone()
    }

    /// Closes the file. Pages that come later are left out.
    ///
    /// # Errors
    /// If a page could not be written. The file then ends with the page before it.
    pub fn finish(&self) -> io::Result<()> {
        let content = std::mem::replace(&mut *lock(&self.content), Err(ErrorKind::NotConnected.into()));
        // Some file systems report only now that they are full.
        content.and_then(|content| content.file.sync_all()).map_err(|error| about(&self.path, error))
    }

    /// Writes the records of a fetch, with no others between them.
    fn keep(&self, url: &Url, response: &Response) {
        let Some(exchange) = &response.exchange else { return };
        let record = |kind, id: &str| Record::new(kind, id, exchange.began).field("WARC-Target-URI", url);
        let answer = id();
        let mut main = record("response", &answer);
        if let Some(why) = exchange.truncated {
            // Section 5.13 of the standard.
            main = main.field("WARC-Truncated", why);
            lock(&self.truncated).add(1, url.clone(), |url, known| report_order(url, known).is_lt());
        }
        let other = |kind| record(kind, &id()).field("WARC-Concurrent-To", &answer);
        let via = exchange.via.as_ref().map(|via| format!("via: {via}\r\n")).unwrap_or_default();
        let fields = format!("{via}fetchTimeMs: {}\r\n", response.elapsed.as_millis());
        self.append(&[
            main.end("application/http;msgtype=response", &exchange.answer),
            other("request").end("application/http;msgtype=request", &exchange.request),
            other("metadata").end(FIELDS, fields.as_bytes()),
        ]);
    }

    /// Writes the records of a page. After an error, none is written, and the crawl ends.
    fn append(&self, records: &[Vec<u8>]) {
        let turn = self.turn.fetch_add(1, Ordering::Relaxed) % self.compressors.len();
        let members = lock(&self.compressors[turn]).members(records);
        let mut content = lock(&self.content);
        let Ok(open) = &mut *content else { return };
        let Err(error) = members.and_then(|members| open.append(&members)) else { return };
        let what =
            format!("{error}; so the crawl has ended, and the archive ends with its last complete page");
        *content = Err(io::Error::new(error.kind(), what));
        drop(content);
        // The lock is released: what listens for an interrupt may take other locks.
        self.interrupt.trigger();
    }
}

impl Content {
    fn append(&mut self, members: &[u8]) -> io::Result<()> {
        self.file.write_all(members).inspect_err(|_| {
            // Without the part of a page. If this fails, too, the pages before it are still complete.
            self.file.set_len(self.length).unwrap_or_default();
        })?;
        self.length += members.len() as u64;
        Ok(())
    }
}
