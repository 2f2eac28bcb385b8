//! From a record to text, wrapped to a readable width.

use std::fmt;

use super::{DEEPEST, Line, Record, Step, one_line};

/// The widest line.
const WIDE: usize = 80;

/// The text that [`Record::parse`] reads. A header is always a single line.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut header = |name: &str, value: &str| writeln!(f, "{name}: {}", one_line(value));
        header("Game", &self.game)?;
        header("Rules", &self.revision.to_string())?;
        if let Some(start) = &self.start {
            header("Start", start)?;
        }
        for (i, name) in self.seats.iter().enumerate() {
            if !name.is_empty() {
                header(&format!("Seat{}", i + 1), name)?;
            }
        }
        if let Some(date) = &self.date {
            header("Date", date)?;
        }
        if let Some(result) = &self.result {
            header("Result", &result.to_string())?;
        }
        for (name, value) in &self.other {
            header(name, value)?;
        }
        let mut words = Vec::new();
        // Nothing is returned for the main line: it has no lines beside it.
        let _ = collect(&self.line, 0, 0, &mut words);
        let mut used = 0;
        f.write_str("\n")?;
        for word in words {
            let long = word.chars().count();
            if used > 0 {
                let breaks = used + 1 + long > WIDE;
                f.write_str(if breaks { "\n" } else { " " })?;
                used = if breaks { 0 } else { used + 1 };
            }
            f.write_str(&word)?;
            used += long;
        }
        if used > 0 {
            f.write_str("\n")?;
        }
        Ok(())
    }
}

/// The words of a line at a depth; a parenthesis is written close to its contents. Variations
/// nested too deeply to be read again are returned: the same actions as lines beside this one.
fn collect(line: &Line, before: usize, depth: usize, words: &mut Vec<String>) -> Vec<Line> {
    let mut beside = Vec::new();
    comment(line.comment.as_deref(), words);
    for (i, step) in line.steps.iter().enumerate() {
        words.push(format!("{}.", before + i + 1));
        words.push(step.action.clone());
        comment(step.comment.as_deref(), words);
        if depth == DEEPEST {
            let others = step.variations.iter();
            beside.extend(others.map(|other| instead(&line.steps[..i], other)));
            continue;
        }
        let mut open: Vec<Line> = step.variations.iter().rev().cloned().collect();
        while let Some(variation) = open.pop() {
            let first = words.len();
            let more = collect(&variation, before + i, depth + 1, words);
            open.extend(more.into_iter().rev());
            if let [word, ..] = &mut words[first..] {
                word.insert(0, '(');
            }
            if let [.., word] = &mut words[first..] {
                word.push(')');
            }
        }
    }
    beside
}

/// A variation with the actions that lead to it.
fn instead(before: &[Step], variation: &Line) -> Line {
    let way = before.iter().map(|step| Step {
        action: step.action.clone(),
        ..Step::default()
    });
    Line {
        comment: variation.comment.clone(),
        steps: way.chain(variation.steps.iter().cloned()).collect(),
    }
}

fn comment(text: Option<&str>, words: &mut Vec<String>) {
    let Some(text) = text.map(one_line).filter(|text| !text.is_empty()) else {
        return;
    };
    let escaped = text.replace('\\', "\\\\").replace('}', "\\}");
    words.extend(format!("{{{escaped}}}").split(' ').map(str::to_owned));
}
