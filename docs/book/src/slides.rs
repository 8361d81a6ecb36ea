//! The slides: of each chapter its headings, its bold sentences, and what it shows. The rest becomes notes.

use std::sync::LazyLock;

use maud::{DOCTYPE, Markup, PreEscaped, html as markup};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use regex::{Captures, Regex};

use crate::build::Chapter;
use crate::directive::pattern;
use crate::source;

/// A link to another page of the book, or a picture.
static LINK: LazyLock<Regex> = LazyLock::new(|| pattern(r#"(href|src)="([^":#][^":]*)""#));

/// A sentence in bold type.
static CLAIM: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?s)\*\*([^*]+[.?!])\*\*"));

/// A slide: one claim, and one thing to look at.
#[derive(Default)]
struct Slide {
    chapter: String,
    title: String,
    claim: String,
    thing: String,
    notes: String,
}

/// A part of a chapter.
enum Block<'a> {
    Heading(HeadingLevel, &'a str),
    Paragraph(&'a str),
    /// Something to look at.
    Thing(&'a str),
    /// For the speaker.
    Other(&'a str),
}

/// Returns the page with the slides of all chapters.
pub fn page(title: &str, chapters: &[Chapter]) -> Markup {
    // What stands beside the parts of the book is to look things up.
    let told = chapters.iter().filter(|chapter| chapter.path.contains('/'));
    let slides: Vec<_> = told.flat_map(slides).collect();
    markup! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (title) ": slides" }
                link rel="stylesheet" href="book/style.css";
                link rel="stylesheet" href="workshop/src/diff/diff.css";
                style { (PreEscaped(include_str!("slides.css"))) }
            }
            body.slides {
                @for (index, slide) in slides.iter().enumerate() { (shown(slide, index + 1)) }
                p.keys { "← → one slide · ↑ ↓ one chapter · o unfold · n notes · Home, End" }
                script { (PreEscaped(include_str!("slides.js"))) }
            }
        }
    }
}

fn shown(slide: &Slide, number: usize) -> Markup {
    markup! {
        section id={ "slide-" (number) } data-chapter=(slide.chapter) {
            h1 { (PreEscaped(&slide.title)) }
            @if !slide.claim.is_empty() { p.claim { (PreEscaped(&slide.claim)) } }
            div.thing { (PreEscaped(&slide.thing)) }
            @if !slide.notes.is_empty() { aside { (PreEscaped(&slide.notes)) } }
            footer { a href={ (slide.chapter) } { "the chapter" } " · " (number) }
        }
    }
}

/// Makes the slides of a chapter: a new one at each heading, and at each further thing to look at.
fn slides(chapter: &Chapter) -> Vec<Slide> {
    let page = chapter.path.replace("README.md", "index.md").replace(".md", ".html");
    let folder = chapter.path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
    let html = |text: &str| linked(&folder, &rendered(text));
    let inline = |text: &str| html(text).replace("<p>", "").replace("</p>", "").trim().to_owned();
    let mut slides: Vec<Slide> = Vec::new();
    let mut title = String::new();
    for block in blocks(&chapter.text) {
        if let Block::Heading(level, text) = block {
            let heading = inline(text);
            title = match level {
                HeadingLevel::H1 => heading.clone(),
                _ => heading,
            };
            slides.push(Slide { chapter: page.clone(), title: title.clone(), ..Slide::default() });
            continue;
        }
        let Some(slide) = slides.last_mut() else { continue };
        match block {
            Block::Heading(..) => {}
            Block::Paragraph(text) => match CLAIM.captures(text) {
                Some(found) if slide.claim.is_empty() => {
                    slide.claim = inline(&found[1]);
                    slide.notes += &html(&text.replacen(&found[0], "", 1));
                }
                _ => slide.notes += &html(text),
            },
            Block::Other(text) => slide.notes += &html(text),
            Block::Thing(text) if slide.thing.is_empty() => slide.thing = html(text),
            Block::Thing(text) => {
                let (chapter, title, thing) = (page.clone(), title.clone(), html(text));
                slides.push(Slide { chapter, title, thing, ..Slide::default() });
            }
        }
    }
    // A title alone is worth a slide only if it opens a chapter.
    let mut is_first = true;
    slides
        .retain(|slide| std::mem::take(&mut is_first) || !slide.claim.is_empty() || !slide.thing.is_empty());
    slides
}

/// Divides a chapter into its outermost blocks. An element of HTML with Markdown in it is one block.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let (mut depth, mut opened) = (0, None);
    for (event, range) in Parser::new_ext(text, options()).into_offset_iter() {
        match event {
            Event::Start(tag) => {
                depth += 1;
                if depth > 1 || opened.is_some() {
                    continue;
                }
                let source = &text[range.clone()];
                match tag {
                    Tag::HtmlBlock if is_open(source) => opened = Some(range.start),
                    Tag::Heading { level, .. } => {
                        blocks.push(Block::Heading(level, source.trim_start_matches('#').trim()));
                    }
                    Tag::Paragraph => blocks.push(Block::Paragraph(source)),
                    Tag::HtmlBlock | Tag::CodeBlock(_) | Tag::Table(_) => blocks.push(Block::Thing(source)),
                    _ => blocks.push(Block::Other(source)),
                }
            }
            Event::End(end) => {
                depth -= 1;
                if end == TagEnd::HtmlBlock
                    && let Some(start) = opened
                    && !is_open(&text[start..range.end])
                {
                    let block = &text[start..range.end];
                    opened = None;
                    let is_hint = block.starts_with("<div class=\"exercise\"");
                    blocks.push(if is_hint { exercise(block) } else { Block::Thing(block) });
                }
            }
            _ => {}
        }
    }
    blocks
}

/// Of an exercise, only the title is on a slide; the hints stay in the book.
fn exercise(block: &str) -> Block<'_> {
    let title = block.split("\n\n").nth(1).unwrap_or_default();
    Block::Thing(title)
}

/// Tells whether a piece of HTML has more tags `div` and `details` that open than that close.
fn is_open(html: &str) -> bool {
    ["div", "details"].iter().any(|tag| {
        let opening = html.matches(&format!("<{tag}")).count();
        opening > html.matches(&format!("</{tag}>")).count()
    })
}

fn options() -> Options {
    Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH
}

fn rendered(text: &str) -> String {
    let (mut rendered, mut rust) = (String::new(), None);
    let events = Parser::new_ext(text, options()).filter_map(|event| match (event, &mut rust) {
        (Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))), _) if &*language == "rust" => {
            rust = Some(String::new());
            None
        }
        (Event::Text(text), Some(code)) => {
            code.push_str(&text);
            None
        }
        (Event::End(TagEnd::CodeBlock), Some(code)) => {
            let lines = source::code(code);
            rust = None;
            let code = markup! { pre { code { @for line in &lines { (line) "\n" } } } };
            Some(Event::Html(code.into_string().into()))
        }
        (event, _) => Some(event),
    });
    html::push_html(&mut rendered, events);
    rendered
}

/// Makes the links of a chapter lead to the same pages from the root of the book.
fn linked(folder: &str, html: &str) -> String {
    let link = |found: &Captures<'_>| {
        let link = found[2].replace("README.md", "index.md").replace(".md", ".html");
        match link.strip_prefix("../") {
            Some(link) => format!("{}=\"{link}\"", &found[1]),
            None => format!("{}=\"{folder}{link}\"", &found[1]),
        }
    };
    LINK.replace_all(html, link).into_owned()
}
