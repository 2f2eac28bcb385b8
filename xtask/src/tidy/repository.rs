use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The endings of the files that are read.
const ENDINGS: [&str; 10] = [
    ".rs", ".toml", ".md", ".txt", ".html", ".css", ".js", ".py", ".sh", ".lock",
];

/// The texts of the repository by path, with `/` between folders.
pub(crate) struct Repository {
    files: BTreeMap<String, String>,
}

impl Repository {
    /// Everything below a folder except what is built, fetched or git's own.
    pub(crate) fn read(root: &Path) -> io::Result<Self> {
        let mut files = BTreeMap::new();
        let mut folders = vec![String::new()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(root.join(&folder))? {
                let entry = entry?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let path = match folder.as_str() {
                    "" => name.clone(),
                    folder => format!("{folder}/{name}"),
                };
                if entry.file_type()?.is_dir() {
                    if !name.starts_with("target") && name != ".git" && name != "node_modules" {
                        folders.push(path);
                    }
                } else if ENDINGS.iter().any(|ending| name.ends_with(ending))
                    && let Ok(text) = std::fs::read_to_string(entry.path())
                {
                    files.insert(path, text);
                }
            }
        }
        Ok(Self { files })
    }

    /// The files whose paths end like this, and their texts.
    pub(crate) fn ending(&self, ending: &str) -> impl Iterator<Item = (&str, &str)> {
        self.files
            .iter()
            .filter(move |(path, _)| path.ends_with(ending))
            .map(|(path, text)| (path.as_str(), text.as_str()))
    }

    /// All files and their texts.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &str)> {
        self.ending("")
    }

    /// One file; empty if it is not there.
    pub(crate) fn file(&self, path: &str) -> &str {
        self.files.get(path).map_or("", String::as_str)
    }

    /// Whether there is such a file.
    pub(crate) fn has(&self, path: &str) -> bool {
        self.files.contains_key(path)
    }
}

#[cfg(test)]
impl<const N: usize> From<[(&str, &str); N]> for Repository {
    fn from(files: [(&str, &str); N]) -> Self {
        let owned = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
        Self {
            files: owned.into(),
        }
    }
}
