//! What somebody says and draws about a position: a comment and drawings, in one line of text.

/// A comment and drawings.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Note {
    comment: String,
    drawings: Vec<String>,
}

/// How the drawings begin in the text; then they follow, separated by spaces, up to a bracket.
const DRAW: &str = "[draw ";

impl Note {
    /// Reads what [`Note::text`] writes. Line breaks count as spaces.
    pub fn read(text: &str) -> Self {
        let text = text.trim();
        let drawn = text
            .strip_prefix(DRAW)
            .and_then(|rest| rest.split_once(']'));
        let (drawings, comment) = drawn.unwrap_or(("", text));
        let mut note = Self::default();
        note.set_comment(comment);
        for drawing in drawings.split_whitespace() {
            if !note.drawings.iter().any(|known| known == drawing) {
                note.drawings.push(drawing.to_owned());
            }
        }
        note
    }

    /// `[draw A1-B3 C5!] A comment`, as records and links carry it; empty if there is nothing.
    pub fn text(&self) -> String {
        if self.drawings.is_empty() {
            return self.comment.clone();
        }
        let drawn = format!("{DRAW}{}]", self.drawings.join(" "));
        if self.comment.is_empty() {
            return drawn;
        }
        format!("{drawn} {}", self.comment)
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.comment.is_empty() && self.drawings.is_empty()
    }

    /// What is said.
    pub fn comment(&self) -> &str {
        &self.comment
    }

    /// Says something else, in one line.
    pub fn set_comment(&mut self, comment: &str) {
        self.comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
    }

    /// What is drawn.
    pub fn drawings(&self) -> &[String] {
        &self.drawings
    }

    /// Adds a drawing; one that is there already is wiped out, in whichever colour.
    pub fn draw(&mut self, drawing: String) {
        let shape = |drawing: &str| drawing.trim_end_matches('!').to_owned();
        let before = self.drawings.len();
        self.drawings
            .retain(|known| shape(known) != shape(&drawing));
        if self.drawings.len() == before {
            self.drawings.push(drawing);
        }
    }

    /// Wipes out all drawings.
    pub fn wipe(&mut self) {
        self.drawings.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_one_line_of_text_and_back() {
        for text in [
            "",
            "Nearer the corner.",
            "[draw A1-B3 C5!]",
            "[draw A1-B3 C5!] Here [or there] it ends",
            "[in brackets]",
            "a } brace and a \\",
        ] {
            let note = Note::read(text);
            assert_eq!(note.text(), text);
            assert_eq!(Note::read(&note.text()), note);
            assert_eq!(note.is_empty(), text.is_empty());
        }
        assert_eq!(Note::read(" two\n lines ").text(), "two lines");
        assert_eq!(Note::read("[draw A1 A1]").text(), "[draw A1]");
    }

    #[test]
    fn drawing_the_same_again_wipes_it_out() {
        let mut note = Note::read("said");
        note.draw("A1-B3".to_owned());
        note.draw("C5!".to_owned());
        assert_eq!(note.text(), "[draw A1-B3 C5!] said");
        note.draw("C5".to_owned());
        assert_eq!(note.text(), "[draw A1-B3] said");
        note.wipe();
        assert_eq!(note.text(), "said");
    }
}
