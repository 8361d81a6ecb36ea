//! [`Warc`]: the pages themselves, in a file that the tools of web archives read (WARC 1.1, which is ISO 28500:2017).
//!
//! A fetch has three records: its response, its request, and metadata with the page that led to it. They are written as
//! soon as the response has come. So a crawl that is killed leaves complete records, but for those of its last page.
//!
//! Source: <https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/>

mod gzip;
mod record;

use std::fs::File;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use common::crawl::interrupt::Interrupt;
use common::crawl::options::Hook;
use common::fetch::http::{Exchange, PRODUCT};
use common::text::printable;
use common::{Options, Response};
use url::Url;

use crate::output::about;
use gzip::Gzip;
use record::{Record, digest};

/// The content type of fields in lines.
const FIELDS: &str = "application/warc-fields";

/// A file of records. Each page is written by the thread that fetched it.
#[derive(Debug)]
pub struct Warc {
    path: PathBuf,
    /// The ID of the first record, which describes the file.
    info: String,
    ids: Ids,
    content: Mutex<Content>,
    interrupt: Interrupt,
}

#[derive(Debug)]
struct Content {
    /// The open file, or why it was closed.
    file: io::Result<File>,
    /// How many bytes the complete pages have.
    length: u64,
    /// Makes a member of each record, so that a reader can begin at any of them (annex D of the standard).
    gzip: Option<Gzip>,
}

impl Warc {
    /// Creates the file at `path`, and makes it the archive of the crawl with these options. If its name ends in `.gz`, each
    /// record is a member of gzip.
    ///
    /// If a page cannot be written later, for example because the disk is full, the crawl is interrupted.
    ///
    /// # Errors
    /// If the file cannot be created, or if there is one: an archive is not overwritten.
    pub fn create(path: &Path, stage: &str, options: &mut Options) -> io::Result<Arc<Warc>> {
        let exists = "it exists, and --warc overwrites no file";
        let file = File::create_new(path).map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => about(path, io::Error::new(error.kind(), exists)),
            _ => about(path, error),
        })?;
        let is_compressed = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
        let content = Content { file: Ok(file), length: 0, gzip: is_compressed.then(Gzip::new) };
        let ids = Ids::default();
        let warc = Arc::new(Warc {
            path: path.to_owned(),
            info: ids.next(),
            ids,
            content: Mutex::new(content),
            interrupt: options.services.interrupt.clone(),
        });
        warc.describe(stage, options);
        let writer = Arc::clone(&warc);
        options.archive = Some(Hook::new(move |url, response| writer.keep(url, response)));
        Ok(warc)
    }

    /// Closes the file. Pages that come later are left out.
    ///
    /// # Errors
    /// If a page could not be written. The file then ends with the page before it.
    pub fn finish(&self) -> io::Result<()> {
        let closed = Err(ErrorKind::NotConnected.into());
        let file =
            std::mem::replace(&mut self.content.lock().unwrap_or_else(PoisonError::into_inner).file, closed);
        // Some file systems report only now that they are full.
        file.and_then(|file| file.sync_all()).map_err(|error| about(&self.path, error))
    }

    /// Writes the first record, which says how the others came about.
    fn describe(&self, stage: &str, options: &Options) {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let fields = format!(
            "software: {PRODUCT}/{} ({stage})\r\nformat: WARC File Format 1.1\r\nrobots: {}\r\n",
            env!("CARGO_PKG_VERSION"),
            if options.obey_robots { "classic" } else { "ignore" },
        );
        let record = Record::new("warcinfo", &self.info, SystemTime::now());
        let record = record.field("WARC-Filename", printable(&name));
        self.append(&[record.end(FIELDS, fields.as_bytes())]);
    }

    /// Writes the records of a fetch, with no others between them.
    fn keep(&self, url: &Url, response: &Response) {
        let Some(exchange) = &response.exchange else { return };
        let id = self.ids.next();
        let record =
            |kind| self.record(kind, url, &self.ids.next(), exchange).field("WARC-Concurrent-To", &id);
        let via = exchange.via.as_ref().map(|via| format!("via: {via}\r\n")).unwrap_or_default();
        let fields = format!("{via}fetchTimeMs: {}\r\n", response.elapsed.as_millis());
        self.append(&[
            self.answer(url, &id, exchange).end("application/http;msgtype=response", &exchange.answer),
            record("request").end("application/http;msgtype=request", &exchange.request),
            record("metadata").end(FIELDS, fields.as_bytes()),
        ]);
    }

    /// Begins the record of an answer.
    fn answer(&self, url: &Url, id: &str, exchange: &Exchange) -> Record {
        let mut record = self.record("response", url, id, exchange);
        if exchange.is_cut {
            record = record.field("WARC-Truncated", "length");
        }
        // In the standard, the payload of a chunked answer is without the chunks. In tools such as `warcio`, it is with them.
        if !exchange.is_chunked {
            record = record.field("WARC-Payload-Digest", digest(&exchange.answer[exchange.head..]));
        }
        record
    }

    /// Begins a record of a fetch.
    fn record(&self, kind: &str, url: &Url, id: &str, exchange: &Exchange) -> Record {
        let record = Record::new(kind, id, exchange.began).field("WARC-Target-URI", url);
        let record = record.field("WARC-Warcinfo-ID", &self.info);
        match exchange.address {
            Some(address) => record.field("WARC-IP-Address", address),
            None => record,
        }
    }

    /// Writes the records of a page. After an error, none is written, and the crawl ends.
    fn append(&self, records: &[Vec<u8>]) {
        let mut content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        let Content { file: Ok(file), length, gzip } = &mut *content else { return };
        let mut bytes = Vec::new();
        for record in records {
            match gzip {
                Some(gzip) => gzip.member(record, &mut bytes),
                None => bytes.extend(record),
            }
        }
        let Err(error) = file.write_all(&bytes) else {
            *length += bytes.len() as u64;
            return;
        };
        // Without the part of a record. If this fails, too, the records before it are still complete.
        let _ = file.set_len(*length);
        let what =
            format!("{error}; so the crawl has ended, and the archive ends with its last complete page");
        content.file = Err(io::Error::new(error.kind(), what));
        drop(content);
        // The lock is released: what listens for an interrupt may take other locks.
        self.interrupt.trigger();
    }
}

/// Makes the IDs of records.
#[derive(Debug, Default)]
struct Ids {
    /// Two random numbers of the system.
    keys: RandomState,
    count: AtomicU64,
}

impl Ids {
    /// Returns a URI of a random UUID (RFC 9562, sections 4 and 5.4).
    fn next(&self) -> String {
        let number = self.count.fetch_add(1, Relaxed);
        let [high, low] = [0, 1].map(|half| u128::from(self.keys.hash_one((number, half))));
        let random = (high << 64 | low) & !(0xf << 76 | 0b11 << 62);
        let digits = format!("{:032x}", random | 4 << 76 | 0b10 << 62);
        let [a, b, c, d, e] = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
        format!("<urn:uuid:{a}-{b}-{c}-{d}-{e}>")
    }
}
