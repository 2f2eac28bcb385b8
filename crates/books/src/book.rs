//! A rulebook: sections with paragraphs, lists and diagrams.
//!
//! ```text
//! # Title
//! ## Heading {id}
//! A paragraph; it ends at an empty line. **Strong**, *emphasis*, `code`.
//! {CU3 CU6} A paragraph that explains two numbered rules.
//! ### A heading within a section
//! - An entry of a list.
//! ! {CU15} A ruling: what the original leaves open, how we settle it, and why.
//! ::: name-of-a-diagram | its caption
//! ```
//!
//! Every book has the sections of [`SECTIONS`], in this order and under these names.

/// The sections of a rulebook in order, as ids for links. Those in [`OPTIONAL`] may be missing.
pub const SECTIONS: [&str; 15] = [
    "short", "aim", "material", "setup", "turn", "special", "end", "advice", "variants",
    "notation", "proved", "origin", "rulings", "measured", "table",
];

/// Sections that not every game needs.
pub const OPTIONAL: [&str; 2] = ["variants", "proved"];

/// What to read before a first game.
pub const CORE: [&str; 6] = ["short", "aim", "material", "setup", "turn", "end"];

/// The section whose parts are folded until somebody opens them.
pub const FOLDED: &str = "special";

/// A rulebook in one language.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    /// The title on its cover.
    pub title: String,
    /// Its sections in order.
    pub sections: Vec<Section>,
}

/// A section of a rulebook.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Section {
    /// Its name for links, the same in all languages.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// What it says.
    pub blocks: Vec<Block>,
}

/// A part of a section.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Block {
    /// A paragraph.
    Paragraph {
        /// The numbered rules that it explains.
        rules: Vec<String>,
        /// Its text.
        text: Vec<Span>,
    },
    /// An entry of a list.
    Entry {
        /// The numbered rules that it explains.
        rules: Vec<String>,
        /// Its text.
        text: Vec<Span>,
    },
    /// What the original rules leave open, how it is settled here, and why.
    Ruling {
        /// The numbered rules that it settles.
        rules: Vec<String>,
        /// Its text.
        text: Vec<Span>,
    },
    /// A heading; everything up to the next one belongs to it.
    Heading(String),
    /// A live diagram.
    Diagram {
        /// Its name.
        name: String,
        /// The text below it.
        caption: Vec<Span>,
    },
}

/// A stretch of text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Span {
    /// Plain text.
    Plain(String),
    /// Strong emphasis.
    Strong(String),
    /// Emphasis.
    Emphasis(String),
    /// A square, a move.
    Code(String),
}

impl Section {
    /// Whether a part of it explains a numbered rule.
    pub fn explains(&self, rule: &str) -> bool {
        self.blocks
            .iter()
            .flat_map(Block::rules)
            .any(|known| known == rule)
    }
}

impl Block {
    /// What it says.
    pub fn text(&self) -> Vec<Span> {
        match self {
            Block::Paragraph { text, .. }
            | Block::Entry { text, .. }
            | Block::Ruling { text, .. }
            | Block::Diagram { caption: text, .. } => text.clone(),
            Block::Heading(title) => vec![Span::Plain(title.clone())],
        }
    }

    /// The numbered rules that it explains.
    pub fn rules(&self) -> &[String] {
        match self {
            Block::Paragraph { rules, .. }
            | Block::Entry { rules, .. }
            | Block::Ruling { rules, .. } => rules,
            Block::Heading(_) | Block::Diagram { .. } => &[],
        }
    }
}

impl Span {
    /// Its words, without emphasis.
    pub fn words(&self) -> &str {
        match self {
            Span::Plain(text) | Span::Strong(text) | Span::Emphasis(text) | Span::Code(text) => {
                text
            }
        }
    }

    /// The words of several, as one text.
    pub fn plain_text(spans: &[Self]) -> String {
        spans.iter().map(Self::words).collect()
    }
}

impl Section {
    /// How many words it has, including captions: blank-separated, not counting mere punctuation.
    pub fn count_words(&self) -> usize {
        let spans = self.blocks.iter().flat_map(Block::text);
        let text: String = spans.map(|span| format!("{} ", span.words())).collect();
        let is_word = |part: &&str| part.contains(char::is_alphanumeric);
        text.split_whitespace().filter(is_word).count()
    }
}

impl Book {
    /// Reads a rulebook. Anything not recognised is a paragraph.
    pub fn read(text: &str) -> Self {
        let mut book = Book::default();
        let mut open = String::new();
        for line in text.lines().map(str::trim_end).chain([""]) {
            let begins = ["#", "- ", "! ", ":::"]
                .iter()
                .any(|sign| line.starts_with(sign));
            if (line.is_empty() || begins) && !open.is_empty() {
                book.add(block(&std::mem::take(&mut open)));
            }
            if let Some(heading) = line.strip_prefix("## ") {
                let (title, id) = heading.rsplit_once('{').unwrap_or((heading, ""));
                book.sections.push(Section {
                    id: id.trim_end_matches('}').to_owned(),
                    title: title.trim().to_owned(),
                    blocks: Vec::new(),
                });
            } else if let Some(title) = line.strip_prefix("### ") {
                book.add(Block::Heading(title.trim().to_owned()));
            } else if let Some(title) = line.strip_prefix("# ") {
                book.title = title.to_owned();
            } else if let Some(diagram) = line.strip_prefix(":::") {
                let (name, caption) = diagram.split_once('|').unwrap_or((diagram, ""));
                book.add(Block::Diagram {
                    name: name.trim().to_owned(),
                    caption: spans(caption.trim()),
                });
            } else if !line.is_empty() {
                if !open.is_empty() {
                    open.push(' ');
                }
                open.push_str(line.trim_start());
            }
        }
        book
    }

    /// Adds what was measured; the book's remarks about it follow.
    pub(crate) fn add_measured(&mut self, measured: Option<Section>) {
        let Some(mut measured) = measured else {
            return;
        };
        if let Some(own) = self.sections.pop_if(|own| own.id == measured.id) {
            // The command stays last.
            let end = measured.blocks.len().saturating_sub(1);
            measured.blocks.splice(end..end, own.blocks);
        }
        self.sections.push(measured);
    }

    /// Adds the sections of another book, except what this one explains itself.
    pub(crate) fn add_missing(&mut self, mut other: Book) {
        for section in &mut other.sections {
            section.blocks.retain(|block| {
                let known = |rule: &String| self.sections.iter().any(|s| s.explains(rule));
                block.rules().is_empty() || !block.rules().iter().all(known)
            });
        }
        self.sections.append(&mut other.sections);
    }

    fn add(&mut self, block: Block) {
        if let Some(section) = self.sections.last_mut() {
            section.blocks.push(block);
        }
    }
}

/// A paragraph, an entry of a list or a ruling, with the rules it explains.
fn block(line: &str) -> Block {
    let sign = ["- ", "! "]
        .into_iter()
        .find_map(|sign| line.strip_prefix(sign));
    let text = sign.unwrap_or(line);
    let (rules, text) = match text.strip_prefix('{').and_then(|rest| rest.split_once('}')) {
        Some((rules, rest)) => (
            rules.split_whitespace().map(str::to_owned).collect(),
            rest.trim(),
        ),
        None => (Vec::new(), text),
    };
    let text = spans(text);
    if line.starts_with("- ") {
        Block::Entry { rules, text }
    } else if line.starts_with("! ") {
        Block::Ruling { rules, text }
    } else {
        Block::Paragraph { rules, text }
    }
}

/// Text with `**strong**`, `*emphasis*` and `` `code` ``; an unpaired sign stays.
pub fn spans(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let found = ["**", "*", "`"].into_iter().find_map(|sign| {
            let inner = rest.strip_prefix(sign)?;
            let end = inner.find(sign).filter(|&end| end > 0)?;
            Some((sign, &inner[..end], &inner[end + sign.len()..]))
        });
        let Some((sign, inner, after)) = found else {
            plain.push(c);
            rest = &rest[c.len_utf8()..];
            continue;
        };
        if !plain.is_empty() {
            spans.push(Span::Plain(std::mem::take(&mut plain)));
        }
        spans.push(match sign {
            "**" => Span::Strong(inner.to_owned()),
            "*" => Span::Emphasis(inner.to_owned()),
            _ => Span::Code(inner.to_owned()),
        });
        rest = after;
    }
    if !plain.is_empty() {
        spans.push(Span::Plain(plain));
    }
    spans
}
