//! A site of real files, which serves no file outside its directory.

use std::fs;

use crate::client::{get, status};
use practice_site::{Site, files};
use tempfile::TempDir;

/// Returns a directory with a secret beside the root of a site.
fn directory() -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (file, contents) in [
        ("secret", "secret"),
        ("root/index.html", "front"),
        ("root/docs/index.html", "docs"),
        ("root/empty/file", "bytes"),
        ("root/a b.txt", "text"),
        ("root/caf\u{e9}.css", "css"),
    ] {
        let path = directory.path().join(file);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a directory");
        fs::write(path, contents).expect("a file");
    }
    directory
}

fn site_of(directory: &TempDir) -> Site {
    let files = files(&directory.path().join("root")).expect("the directory exists");
    Site::builder().content(files).start().expect("a socket")
}

#[test]
fn a_path_is_served_as_its_file_or_the_index_of_its_folder() {
    let directory = directory();
    let site = site_of(&directory);
    for (path, content_type, content) in [
        ("/", "text/html; charset=utf-8", "front"),
        ("/docs/?q", "text/html; charset=utf-8", "docs"),
        ("/a%20b.txt", "text/plain; charset=utf-8", "text"),
        ("/caf%C3%A9.css", "text/css; charset=utf-8", "css"),
        ("/empty/file", "application/octet-stream", "bytes"),
    ] {
        let answer = get(&site, path);
        assert!(answer.contains(&format!("\r\nContent-Type: {content_type}\r\n")), "{path}: {answer}");
        assert!(answer.ends_with(&format!("\r\n\r\n{content}")), "{path}: {answer}");
    }
    assert!(get(&site, "/docs").starts_with("HTTP/1.0 301 Moved Permanently\r\nLocation: /docs/\r\n"));
    assert_eq!(status(&site, "/empty/"), 404);
}

#[test]
fn no_path_leads_out_of_the_directory() {
    let directory = directory();
    let site = site_of(&directory);
    let beyond = ["/docs/../../secret", "/%2e%2e%2fsecret", "/..%5csecret", "//secret"];
    let none = ["/index.html/", "/index.html%00", "/%ff", "secret"];
    for path in beyond.into_iter().chain(none) {
        assert_eq!(status(&site, path), 404, "{path}");
    }
    let absolute = directory.path().join("secret").display().to_string();
    assert_eq!([absolute.clone(), absolute.replace('/', "%2f")].map(|path| status(&site, &path)), [404, 404]);
}

#[cfg(unix)]
#[test]
fn no_symbolic_link_leads_out_of_the_directory() {
    let directory = directory();
    for (target, name) in [("secret", "file"), ("", "folder"), ("root/docs", "within")] {
        let name = directory.path().join("root").join(name);
        std::os::unix::fs::symlink(directory.path().join(target), name).unwrap();
    }
    let site = site_of(&directory);
    assert_eq!(["/file", "/folder/secret", "/within/"].map(|path| status(&site, path)), [404, 404, 200]);
}
