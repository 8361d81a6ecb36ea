//! A site of real files, which serves no file outside its directory.

mod site_client;

use std::path::{Path, PathBuf};
use std::{fs, process};

use practice_site::{Answer, Site};
use site_client::{body, get, status};

/// A directory with a secret beside the root of a site. It is removed when it is dropped.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", process::id()));
        let directory = Directory(path);
        for (file, contents) in [
            ("secret", "secret"),
            ("root/index.html", "front"),
            ("root/docs/index.html", "docs"),
            ("root/empty/file", "bytes"),
            ("root/a b.txt", "text"),
            ("root/caf\u{e9}.css", "css"),
            ("root/picture.png", "png"),
        ] {
            let path = directory.path(file);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
            fs::write(path, contents).expect("a file");
        }
        directory
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn site(&self) -> Site {
        serve(&self.path("root")).expect("the directory exists")
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn serve(directory: &Path) -> std::io::Result<Site> {
    Site::builder().directory(directory).start()
}

#[test]
fn a_folder_is_served_as_its_index() {
    let directory = Directory::new("index");
    let site = directory.site();
    assert_eq!(["/", "/docs/", "/docs/?q"].map(|path| body(&site, path)), ["front", "docs", "docs"]);
    assert_eq!(status(&site, "/empty/"), 404);
}

#[test]
fn a_folder_without_its_slash_is_redirected() {
    let directory = Directory::new("slash");
    let answer = get(&directory.site(), "/docs");
    assert!(answer.starts_with("HTTP/1.0 301 "), "{answer}");
    assert!(answer.contains("\r\nLocation: /docs/\r\n"), "{answer}");
}

#[test]
fn the_content_type_follows_from_the_name() {
    let directory = Directory::new("types");
    let site = directory.site();
    for (path, content_type) in [
        ("/", "text/html; charset=utf-8"),
        ("/a%20b.txt", "text/plain; charset=utf-8"),
        ("/caf%C3%A9.css", "text/css; charset=utf-8"),
        ("/picture.png", "image/png"),
        ("/empty/file", "application/octet-stream"),
    ] {
        let answer = get(&site, path);
        assert!(answer.contains(&format!("\r\nContent-Type: {content_type}\r\n")), "{path}: {answer}");
    }
}

#[test]
fn no_path_leads_out_of_the_directory() {
    let directory = Directory::new("outside");
    let site = directory.site();
    for path in [
        "/../secret",
        "/docs/../../secret",
        "/%2e%2e/secret",
        "/..%2fsecret",
        "/%2e%2e%2fsecret",
        "/..%5csecret",
        "/./index.html",
        "//secret",
        "//docs",
        "/docs//",
        "/index.html/",
        "/index.html%00",
        "/%ff",
        "secret",
        "*",
    ] {
        assert_eq!(status(&site, path), 404, "{path}");
    }
    let absolute = directory.path("secret").display().to_string();
    assert_eq!(status(&site, &absolute), 404);
    assert_eq!(status(&site, &absolute.replace('/', "%2f")), 404);
}

#[cfg(unix)]
#[test]
fn no_symbolic_link_leads_out_of_the_directory() {
    let directory = Directory::new("links");
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(directory.path(target), directory.path("root").join(name)).unwrap();
    };
    link("secret", "file");
    link("", "folder");
    link("root/docs", "within");
    let site = directory.site();
    assert_eq!([status(&site, "/file"), status(&site, "/folder/secret")], [404, 404]);
    assert_eq!(body(&site, "/within/"), "docs");
}

#[test]
fn pages_come_before_files() {
    let directory = Directory::new("pages");
    let page = Answer::html("page");
    let site = Site::builder().page("/docs/", page).directory(directory.path("root")).start().unwrap();
    assert_eq!([body(&site, "/docs/"), body(&site, "/")], ["page", "front"]);
}

#[test]
fn a_missing_directory_is_an_error_that_names_it() {
    let error = serve("no/such/directory".as_ref()).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    assert!(error.to_string().contains("no/such/directory"), "{error}");
}

#[test]
fn a_file_in_place_of_the_directory_is_an_error() {
    let directory = Directory::new("file");
    let error = serve(&directory.path("secret")).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotADirectory);
}
