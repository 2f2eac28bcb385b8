//! Rows that both kinds of store can read and write.

use rusqlite::types::ValueRef;
use tokio_postgres::Client;
use tokio_postgres::types::ToSql;

use super::kinds;

/// The kind of a column; one that may be empty says so.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Text,
    Long,
    Int,
    Small,
    Bool,
    Real,
    Bytes,
}

/// A value as both stores know it.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Value {
    Null,
    Text(String),
    Number(i64),
    Real(f64),
    Bytes(Vec<u8>),
}

pub(super) type Row = Vec<Value>;

impl Value {
    /// Gives itself to a checksum; different values never look the same.
    pub(super) fn feed(&self, mut take: impl FnMut(&[u8])) {
        let mut whole = |tag: u8, bytes: &[u8]| {
            take(&[tag]);
            take(&(bytes.len() as u64).to_le_bytes());
            take(bytes);
        };
        match self {
            Value::Null => whole(0, &[]),
            Value::Text(text) => whole(1, text.as_bytes()),
            Value::Number(number) => whole(2, &number.to_le_bytes()),
            Value::Real(real) => whole(3, &real.to_bits().to_le_bytes()),
            Value::Bytes(bytes) => whole(4, bytes),
        }
    }

    fn number(&self) -> Option<i64> {
        match self {
            Value::Number(number) => Some(*number),
            _ => None,
        }
    }
}

/// A table that is moved: its columns, those of the key first.
pub(super) struct Table {
    pub(super) name: &'static str,
    /// How many columns are the key.
    keys: usize,
    pub(super) columns: &'static [(&'static str, Kind)],
    /// A column that only the database has, and what stands there.
    added: Option<(&'static str, &'static str)>,
}

/// Everything that is moved, in this order.
pub(super) const TABLES: &[Table] = &[
    table(
        "players",
        1,
        &[
            ("id", Kind::Text),
            ("name", Kind::Text),
            ("kind", Kind::Small),
            ("created", Kind::Long),
            ("seen", Kind::Long),
        ],
    ),
    table(
        "accounts",
        1,
        &[
            ("name_key", Kind::Text),
            ("player", Kind::Text),
            ("password", Kind::Text),
            ("recovery", Kind::Bytes),
        ],
    ),
    table(
        "keys",
        1,
        &[
            ("hash", Kind::Bytes),
            ("kind", Kind::Small),
            ("player", Kind::Text),
            ("created", Kind::Long),
            ("expires", Kind::Long),
        ],
    ),
    table("blocked", 1, &[("name_key", Kind::Text)]),
    table(
        "ratings",
        2,
        &[
            ("player", Kind::Text),
            ("game", Kind::Text),
            ("value", Kind::Real),
            ("deviation", Kind::Real),
            ("volatility", Kind::Real),
            ("games", Kind::Int),
        ],
    ),
    table(
        "lines",
        2,
        &[
            ("room", Kind::Text),
            ("seq", Kind::Long),
            ("body", Kind::Text),
        ],
    ),
    table("cards", 1, &[("room", Kind::Text), ("line", Kind::Text)]),
    table(
        "sitting",
        2,
        &[
            ("player", Kind::Text),
            ("room", Kind::Text),
            ("game", Kind::Text),
            ("verdict", Kind::Small),
        ],
    ),
    Table {
        name: "rooms",
        keys: 1,
        columns: &[
            ("id", Kind::Text),
            ("seq", Kind::Long),
            ("state", Kind::Small),
            ("game", Kind::Text),
            ("time", Kind::Text),
            ("by_days", Kind::Bool),
            ("rated", Kind::Bool),
            ("listed", Kind::Bool),
            ("pairs", Kind::Bool),
            ("counted", Kind::Bool),
            ("host", Kind::Text),
            ("host_seen", Kind::Long),
            ("opened", Kind::Long),
            ("at", Kind::Long),
            ("ply", Kind::Int),
            ("acts", Kind::Text),
            ("due", Kind::Long),
            ("house", Kind::Bool),
        ],
        added: Some(("changed", "0")),
    },
];

const fn table(name: &'static str, keys: usize, columns: &'static [(&'static str, Kind)]) -> Table {
    Table {
        name,
        keys,
        columns,
        added: None,
    }
}

impl Table {
    fn names(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| *name).collect();
        names.join(", ")
    }

    fn key_names(&self) -> String {
        let names: Vec<&str> = self.columns[..self.keys]
            .iter()
            .map(|(name, _)| *name)
            .collect();
        names.join(", ")
    }

    /// The key of a row.
    pub(super) fn key(&self, row: &Row) -> Row {
        row[..self.keys].to_vec()
    }

    /// A question for the rows after a key.
    fn question(&self, mark: char, after: bool, most: usize) -> String {
        let (names, keys) = (self.names(), self.key_names());
        let marks: Vec<String> = (1..=self.keys).map(|at| format!("{mark}{at}")).collect();
        let after = match after {
            true => format!("WHERE ({keys}) > ({})", marks.join(", ")),
            false => String::new(),
        };
        format!(
            "SELECT {names} FROM {} {after} ORDER BY {keys} LIMIT {most}",
            self.name
        )
    }

    /// Rows of the file after a key.
    pub(super) fn read(
        &self,
        source: &rusqlite::Connection,
        after: Option<&Row>,
        most: usize,
    ) -> rusqlite::Result<Vec<Row>> {
        let mut ask = source.prepare_cached(&self.question('?', after.is_some(), most))?;
        let given = after.into_iter().flatten().map(|value| match value {
            Value::Null => rusqlite::types::Value::Null,
            Value::Text(text) => rusqlite::types::Value::Text(text.clone()),
            Value::Number(number) => rusqlite::types::Value::Integer(*number),
            Value::Real(real) => rusqlite::types::Value::Real(*real),
            Value::Bytes(bytes) => rusqlite::types::Value::Blob(bytes.clone()),
        });
        let mut found = ask.query(rusqlite::params_from_iter(given))?;
        let mut rows = Vec::new();
        while let Some(row) = found.next()? {
            let mut values = Vec::with_capacity(self.columns.len());
            for at in 0..self.columns.len() {
                values.push(match row.get_ref(at)? {
                    ValueRef::Null => Value::Null,
                    ValueRef::Integer(number) => Value::Number(number),
                    ValueRef::Real(real) => Value::Real(real),
                    ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into()),
                    ValueRef::Blob(bytes) => Value::Bytes(bytes.to_vec()),
                });
            }
            rows.push(values);
        }
        Ok(rows)
    }

    /// Rows of the database after a key.
    pub(super) async fn read_there(
        &self,
        target: &Client,
        after: Option<&Row>,
        most: usize,
    ) -> Result<Vec<Row>, tokio_postgres::Error> {
        let sql = self.question('$', after.is_some(), most);
        self.ask(target, &sql, self.columns.len(), after).await
    }

    /// The last key in the database.
    pub(super) async fn last(&self, target: &Client) -> Result<Option<Row>, tokio_postgres::Error> {
        let keys = self.key_names();
        let down = keys.replace(',', " DESC,");
        let sql = format!(
            "SELECT {keys} FROM {} ORDER BY {down} DESC LIMIT 1",
            self.name
        );
        Ok(self.ask(target, &sql, self.keys, None).await?.pop())
    }

    async fn ask(
        &self,
        target: &Client,
        sql: &str,
        columns: usize,
        after: Option<&Row>,
    ) -> Result<Vec<Row>, tokio_postgres::Error> {
        let given: Vec<Box<dyn ToSql + Sync + Send>> = after
            .into_iter()
            .flatten()
            .map(|value| -> Box<dyn ToSql + Sync + Send> {
                match value {
                    Value::Text(text) => Box::new(text.clone()),
                    Value::Number(number) => Box::new(*number),
                    Value::Real(real) => Box::new(*real),
                    Value::Bytes(bytes) => Box::new(bytes.clone()),
                    Value::Null => Box::new(None::<String>),
                }
            })
            .collect();
        let given: Vec<&(dyn ToSql + Sync)> = given
            .iter()
            .map(|value| value.as_ref() as &(dyn ToSql + Sync))
            .collect();
        let kinds = kinds(self);
        let mut rows = Vec::new();
        for row in target.query(sql, &given).await? {
            let mut values = Vec::with_capacity(columns);
            for (at, kind) in kinds.iter().take(columns).enumerate() {
                let number = |number: Option<i64>| number.map(Value::Number);
                let value = match kind {
                    Kind::Text => row.try_get::<_, Option<String>>(at)?.map(Value::Text),
                    Kind::Long => number(row.try_get(at)?),
                    Kind::Int => number(row.try_get::<_, Option<i32>>(at)?.map(i64::from)),
                    Kind::Small => number(row.try_get::<_, Option<i16>>(at)?.map(i64::from)),
                    Kind::Bool => number(row.try_get::<_, Option<bool>>(at)?.map(i64::from)),
                    Kind::Real => row.try_get::<_, Option<f64>>(at)?.map(Value::Real),
                    Kind::Bytes => row.try_get::<_, Option<Vec<u8>>>(at)?.map(Value::Bytes),
                };
                values.push(value.unwrap_or(Value::Null));
            }
            rows.push(values);
        }
        Ok(rows)
    }

    /// Adds rows, all of them or none.
    pub(super) async fn write(
        &self,
        target: &mut Client,
        rows: &[Row],
    ) -> Result<(), tokio_postgres::Error> {
        let mut arrays: Vec<Box<dyn ToSql + Sync + Send>> = Vec::new();
        let mut marks = Vec::new();
        for (at, (_, kind)) in self.columns.iter().enumerate() {
            let values = || rows.iter().map(move |row| &row[at]);
            let numbers = || values().map(Value::number);
            let (array, name): (Box<dyn ToSql + Sync + Send>, _) = match kind {
                Kind::Text => {
                    let texts = values().map(|value| match value {
                        Value::Text(text) => Some(text.clone()),
                        _ => None,
                    });
                    (Box::new(texts.collect::<Vec<_>>()), "text")
                }
                Kind::Bytes => {
                    let bytes = values().map(|value| match value {
                        Value::Bytes(bytes) => Some(bytes.clone()),
                        _ => None,
                    });
                    (Box::new(bytes.collect::<Vec<_>>()), "bytea")
                }
                Kind::Real => {
                    let reals = values().map(|value| match value {
                        Value::Real(real) => Some(*real),
                        _ => None,
                    });
                    (Box::new(reals.collect::<Vec<_>>()), "float8")
                }
                Kind::Long => (Box::new(numbers().collect::<Vec<_>>()), "bigint"),
                Kind::Int => {
                    let small = numbers().map(|n| n.and_then(|n| i32::try_from(n).ok()));
                    (Box::new(small.collect::<Vec<_>>()), "integer")
                }
                Kind::Small => {
                    let small = numbers().map(|n| n.and_then(|n| i16::try_from(n).ok()));
                    (Box::new(small.collect::<Vec<_>>()), "smallint")
                }
                Kind::Bool => {
                    let flags = numbers().map(|n| n.map(|n| n != 0));
                    (Box::new(flags.collect::<Vec<_>>()), "boolean")
                }
            };
            arrays.push(array);
            marks.push(format!("${}::{name}[]", at + 1));
        }
        let (column, value) = match self.added {
            Some((column, value)) => (format!(", {column}"), format!(", {value}")),
            None => Default::default(),
        };
        let names = self.names();
        let sql = format!(
            "INSERT INTO {} ({names}{column}) SELECT u.*{value} FROM unnest({}) AS u",
            self.name,
            marks.join(", ")
        );
        let given: Vec<&(dyn ToSql + Sync)> = arrays
            .iter()
            .map(|array| array.as_ref() as &(dyn ToSql + Sync))
            .collect();
        target.execute(&sql, &given).await.map(drop)
    }
}
