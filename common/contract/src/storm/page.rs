//! [`Page`]: what is on a page, and its bytes.

use practice_site::Answer;

use super::fault::Fault;

/// A page of a case.
#[derive(Clone, Debug)]
pub(super) struct Page {
    pub content: Content,
    /// The fault of the first answer, of the second, and so on. The last one repeats.
    pub faults: Vec<Fault>,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Links(Vec<Link>, Framing),
    /// A status, and the page to which it redirects.
    Redirect(u16, Link),
    /// An error status, with a page that has a link.
    Error(u16),
    /// A status without a body.
    Nothing(u16),
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Link {
    /// To the page of this number, which may not exist.
    Page(usize),
    /// To a fragment of this page.
    Fragment(usize),
    Https,
}

/// How the end of a body is marked.
#[derive(Clone, Copy, Debug)]
pub(super) enum Framing {
    Length,
    UntilEnd,
    /// In chunks of this size.
    Chunked(usize),
    /// By a length, after an interim answer.
    AfterInterim,
}

impl Page {
    /// Returns a page without a fault.
    pub fn whole(content: Content) -> Page {
        Page { content, faults: vec![Fault::None] }
    }

    /// Returns the page for a path that no page has.
    pub fn missing() -> Page {
        Page::whole(Content::Error(404))
    }

    /// Returns the answers, with their faults.
    pub fn answer(&self) -> Answer {
        let wire = self.wire();
        Answer::sequence(self.faults.iter().map(|fault| fault.answer(&wire)))
    }

    /// Returns the fault of the answer to this hit, counted from 0.
    pub fn fault(&self, hit: u32) -> &Fault {
        &self.faults[(hit as usize).min(self.faults.len() - 1)]
    }

    /// Returns the bytes of the answer without a fault.
    pub fn wire(&self) -> Vec<u8> {
        match &self.content {
            Content::Links(links, framing) => {
                let links = links.iter().map(|link| format!("<a href=\"{}\">x</a>\n", link.url()));
                framing.wire(&links.collect::<String>())
            }
            Content::Redirect(status, link) => {
                format!("HTTP/1.0 {status} Go\r\nLocation: {}\r\nContent-Length: 3\r\n\r\nGo!", link.url())
            }
            Content::Error(status) => format!(
                "HTTP/1.1 {status} No\r\nContent-Type: text/html\r\nContent-Length: 12\r\n\r\n<a href='x'>"
            ),
            Content::Nothing(status) => format!("HTTP/1.0 {status} Nothing\r\nServer: storm\r\n\r\n"),
        }
        .into_bytes()
    }
}

impl Link {
    fn url(self) -> String {
        match self {
            Link::Page(page) => path(page),
            Link::Fragment(page) => format!("{}#there", path(page)),
            Link::Https => "https://site.test/".into(),
        }
    }
}

impl Framing {
    fn wire(self, body: &str) -> String {
        let (version, header, body) = match self {
            Framing::UntilEnd => ("1.0", String::new(), body.to_owned()),
            Framing::Length => ("1.1", format!("Content-Length: {}\r\n", body.len()), body.to_owned()),
            Framing::Chunked(size) => ("1.1", "Transfer-Encoding: chunked\r\n".into(), chunked(body, size)),
            Framing::AfterInterim => {
                let whole = Framing::Length.wire(body);
                return format!("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n{whole}");
            }
        };
        format!("HTTP/{version} 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n{header}\r\n{body}")
    }
}

fn chunked(body: &str, size: usize) -> String {
    let chunks = body.as_bytes().chunks(size.max(1));
    let chunks = chunks.map(|chunk| format!("{:x}\r\n{}\r\n", chunk.len(), String::from_utf8_lossy(chunk)));
    chunks.collect::<String>() + "0\r\n\r\n"
}

/// Returns the path of the page of this number.
pub(super) fn path(page: usize) -> String {
    format!("/{page}")
}
