//! A site of real files, of which none outside the directory can be had.

mod site_client;

use std::fs;
use std::path::{Path, PathBuf};

use practice_site::{Answer, Site};
use site_client::{body, get, status};

/// A directory of its own for each test, gone when it is dropped.
struct Directory(PathBuf);

impl Directory {
    fn new(name: &str) -> Directory {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        let directory = Directory(path);
        directory.write("secret", "secret");
        directory.write("root/index.html", "front");
        directory.write("root/docs/index.html", "docs");
        directory.write("root/empty/file", "bytes");
        directory.write("root/a b.txt", "text");
        directory.write("root/caf\u{e9}.css", "css");
        directory.write("root/picture.png", "png");
        directory
    }

    fn root(&self) -> PathBuf {
        self.0.join("root")
    }

    fn site(&self) -> Site {
        Site::directory(self.root()).expect("the directory is there")
    }

    fn write(&self, file: &str, contents: &str) {
        let path = self.0.join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, contents).expect("a file");
    }
}

impl Drop for Directory {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_folder_is_its_index() {
    let directory = Directory::new("index");
    let site = directory.site();
    assert_eq!(["/", "/docs/", "/docs/?q"].map(|path| body(&site, path)), ["front", "docs", "docs"]);
    assert_eq!(status(&site, "/empty/"), 404);
}

#[test]
fn a_folder_without_its_slash_is_a_redirect() {
    let directory = Directory::new("slash");
    let answer = get(&directory.site(), "/docs");
    assert!(answer.starts_with("HTTP/1.0 301 "), "{answer}");
    assert!(answer.contains("\r\nLocation: /docs/\r\n"), "{answer}");
}

#[test]
fn a_file_has_the_type_of_its_name() {
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
fn nothing_outside_the_directory_can_be_had() {
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
    let absolute = directory.0.join("secret").display().to_string();
    assert_eq!(status(&site, &absolute), 404);
    assert_eq!(status(&site, &absolute.replace('/', "%2f")), 404);
}

#[cfg(unix)]
#[test]
fn a_link_leads_out_of_the_directory_for_nobody() {
    let directory = Directory::new("links");
    let link = |target: &str, name: &str| {
        std::os::unix::fs::symlink(directory.0.join(target), directory.root().join(name)).unwrap();
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
    let site = Site::builder().page("/docs/", page).directory(directory.root()).start().unwrap();
    assert_eq!([body(&site, "/docs/"), body(&site, "/")], ["page", "front"]);
}

#[test]
fn a_missing_directory_is_an_error_that_names_it() {
    let error = Site::directory("no/such/directory").unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    assert!(error.to_string().contains("no/such/directory"), "{error}");
}

#[test]
fn a_file_is_no_directory() {
    let directory = Directory::new("file");
    let error = Site::directory(directory.0.join("secret")).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::NotADirectory);
}
