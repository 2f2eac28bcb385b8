//! The description of the interface, held against real answers.

use std::collections::BTreeSet;

use axum::http::Method;
use serde_json::{Value, json};

use crate::server;
use crate::support::{Answer, Person};

/// The description, and the answers that were compared with it.
struct Book {
    description: Value,
    compared: u32,
}

impl Book {
    /// Compares an answer with what the description says of it.
    fn compare(&mut self, method: &Method, path: &str, answer: &Answer) -> Value {
        let method = method.as_str().to_lowercase();
        let responses = &self.description["paths"][path][method.as_str()]["responses"];
        let status = answer.status.as_str();
        let response = match &responses[status] {
            Value::Null => &responses["default"],
            described => described,
        };
        let schema = &response["content"]["application/json"]["schema"];
        assert!(schema.is_object(), "{method} {path} {status}: no schema");
        let value = answer.json();
        if let Err(why) = self.fits(schema, &value) {
            panic!("{method} {path} {status}: {why}\n{}", answer.text);
        }
        self.compared += 1;
        value
    }

    /// Whether a value fits a schema, with nothing in it that the schema does not name.
    fn fits(&self, schema: &Value, value: &Value) -> Result<(), String> {
        let named = self.names(schema, value)?;
        let keys = value
            .as_object()
            .into_iter()
            .flat_map(|object| object.keys());
        for key in keys {
            if !named.contains(key) {
                return Err(format!("`{key}` is not described: {value}"));
            }
        }
        Ok(())
    }

    /// The same; returns the properties that the schema names instead of looking for others.
    fn names(&self, schema: &Value, value: &Value) -> Result<BTreeSet<String>, String> {
        if let Some(name) = schema["$ref"].as_str() {
            let name = name.rsplit('/').next().unwrap_or_default();
            let schema = &self.description["components"]["schemas"][name];
            assert!(schema.is_object(), "there is no schema {name}");
            return self
                .names(schema, value)
                .map_err(|why| format!("{name}: {why}"));
        }
        let mut named = BTreeSet::new();
        for part in list(&schema["allOf"]) {
            named.extend(self.names(part, value)?);
        }
        let choices = list(&schema["oneOf"]).chain(list(&schema["anyOf"]));
        let tried: Vec<_> = choices
            .map(|choice| (choice, self.fits(choice, value)))
            .collect();
        if !tried.is_empty() {
            let Some((choice, _)) = tried.iter().find(|(_, fits)| fits.is_ok()) else {
                return Err(format!("none of the choices fits {value}: {tried:?}"));
            };
            named.extend(self.names(choice, value)?);
        }
        let types: Vec<&str> = match &schema["type"] {
            Value::String(one) => vec![one.as_str()],
            several => list(several).filter_map(Value::as_str).collect(),
        };
        if !types.is_empty() && !types.iter().any(|name| is(name, value)) {
            return Err(format!("{value} is not {types:?}"));
        }
        if schema["enum"].is_array() && !list(&schema["enum"]).any(|one| one == value) {
            return Err(format!("{value} is none of {}", schema["enum"]));
        }
        if let Some(object) = value.as_object() {
            for name in list(&schema["required"]).filter_map(Value::as_str) {
                if !object.contains_key(name) {
                    return Err(format!("`{name}` is missing in {value}"));
                }
            }
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                named.insert(name.clone());
                if let Some(value) = object.get(name) {
                    self.fits(property, value)
                        .map_err(|why| format!("{name}: {why}"))?;
                }
            }
        }
        let first = list(&schema["prefixItems"]);
        for (item, value) in first.zip(list(value)) {
            self.fits(item, value)?;
        }
        if schema["items"].is_object() {
            list(value).try_for_each(|value| self.fits(&schema["items"], value))?;
        }
        Ok(named)
    }
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn is(name: &str, value: &Value) -> bool {
    match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        _ => value.is_object(),
    }
}

/// Where a schema says no more than that something is an object.
fn vague(at: &str, value: &Value, found: &mut Vec<String>) {
    let Some(object) = value.as_object() else {
        list(value).for_each(|value| vague(at, value, found));
        return;
    };
    let says = ["properties", "allOf", "oneOf", "additionalProperties"];
    if value["type"] == "object" && !says.iter().any(|name| object.contains_key(*name)) {
        found.push(at.to_owned());
    }
    for (name, value) in object {
        vague(&format!("{at}/{name}"), value, found);
    }
}

#[tokio::test]
async fn every_answer_is_as_described() {
    let server = server().await;
    let mut ana = Person::guest(&server).await;
    let mut ben = Person::guest(&server).await;
    let description = ana.get("/api/openapi.json").await.ok();
    let mut found = Vec::new();
    vague("", &description, &mut found);
    assert!(found.is_empty(), "only said to be objects: {found:?}");
    let mut book = Book {
        description,
        compared: 0,
    };
    let (get, post) = (Method::GET, Method::POST);

    let secrets = json!({ "name": "Ana", "password": "correct horse" });
    let answer = ana.post("/api/accounts", secrets).await;
    book.compare(&post, "/api/accounts", &answer);
    let table = json!({ "game": "d21", "chair": 0, "listed": true, "time": { "clock": { "base_ms": 60_000, "increment_ms": 1_000 } } });
    let answer = ana.post("/api/tables", table).await;
    let created = book.compare(&post, "/api/tables", &answer);
    let path = format!("/api/tables/{}", created["id"].as_str().unwrap());
    let answer = ana.get("/api/tables?state=open").await;
    book.compare(&get, "/api/tables", &answer);

    let mut commands = 0;
    let mut order = |expects: u64, command: Value| {
        commands += 1;
        json!({ "id": format!("c{commands}"), "expects": expects, "command": command })
    };
    let said = "/api/tables/{id}/commands";
    let sit = order(2, json!({ "type": "sit", "name": "Ben" }));
    let answer = ben.post(&format!("{path}/commands"), sit).await;
    book.compare(&post, said, &answer);
    for _ in 0..3 {
        for person in [&mut ana, &mut ben] {
            let answer = person.get(&path).await;
            let view = book.compare(&get, "/api/tables/{id}", &answer);
            if view["to_act"] != view["my_seat"] {
                continue;
            }
            let seq = view["seq"].as_u64().unwrap();
            let wrong = order(seq, json!({ "type": "act", "action": "A1-A1" }));
            let answer = person.post(&format!("{path}/commands"), wrong).await;
            let refused = book.compare(&post, said, &answer);
            assert!(refused["error"]["refusal"]["reason"].is_string());
            let act = order(seq, json!({ "type": "act", "action": view["legal"][0] }));
            let answer = person.post(&format!("{path}/commands"), act).await;
            book.compare(&post, said, &answer);
        }
    }
    for command in [
        json!({ "type": "offer", "offer": "draw" }),
        json!({ "type": "resign" }),
        json!({ "type": "resign" }),
    ] {
        let seq = ana.get(&path).await.ok()["seq"].as_u64().unwrap();
        let command = order(seq, command);
        let answer = ana.post(&format!("{path}/commands"), command).await;
        book.compare(&post, said, &answer);
    }

    let answer = ben.get(&format!("{path}/log")).await;
    let log = book.compare(&get, "/api/tables/{id}/log", &answer);
    let kinds: BTreeSet<&str> = list(&log["entries"])
        .filter_map(|entry| entry["event"]["type"].as_str())
        .collect();
    for kind in ["opened", "sat", "started", "acted", "offered", "left"] {
        assert!(kinds.contains(kind), "{kinds:?}");
    }
    for (described, path) in [
        ("/api/me", "/api/me"),
        ("/api/me/export", "/api/me/export"),
        ("/api/me/games", "/api/me/games?state=finished"),
        ("/api/players/{name}", "/api/players/ana"),
        ("/api/games", "/api/games"),
    ] {
        let answer = ana.get(path).await;
        let value = book.compare(&get, described, &answer);
        if described.contains("export") || described.contains("players") {
            assert_eq!(value["games"].as_array().map(Vec::len), Some(1), "{value}");
        }
    }
    let answer = ana.get("/api/players/nobody").await;
    book.compare(&get, "/api/players/{name}", &answer);
    assert!(book.compared > 20);
}

#[test]
fn what_is_not_described_is_noticed() {
    let description = json!({ "components": { "schemas": {
        "Seat": { "oneOf": [
            { "type": "object", "required": ["kind"], "properties": { "kind": { "type": "string", "enum": ["open"] } } },
            { "type": "null" },
        ] },
        "Both": { "allOf": [
            { "$ref": "#/components/schemas/Line" },
            { "type": "object", "required": ["now"], "properties": { "now": { "type": "integer" } } },
        ] },
        "Line": { "type": "object", "properties": { "gaps": { "type": "array", "items": { "type": "string" } } } },
    } } });
    let book = Book {
        description,
        compared: 0,
    };
    let fits = |name: &str, value: Value| {
        let schema = json!({ "$ref": format!("#/components/schemas/{name}") });
        book.fits(&schema, &value).is_ok()
    };
    assert!(fits("Seat", json!({ "kind": "open" })) && fits("Seat", Value::Null));
    assert!(!fits("Seat", json!({ "kind": "taken" })) && !fits("Seat", json!({})));
    assert!(!fits("Seat", json!({ "kind": "open", "more": 1 })));
    assert!(fits("Both", json!({ "now": 1, "gaps": ["a"] })));
    assert!(!fits("Both", json!({ "now": 1, "gaps": [1] })));
    assert!(!fits("Both", json!({ "now": 1, "more": 1 })) && !fits("Both", json!({})));
}

/// The values that a schema allows somewhere: the names of its choices.
fn values<'a>(schema: &'a Value, found: &mut BTreeSet<&'a str>) {
    found.extend(list(&schema["enum"]).filter_map(Value::as_str));
    match schema {
        Value::Object(object) => object.values().for_each(|inner| values(inner, found)),
        several => list(several).for_each(|inner| values(inner, found)),
    }
}

#[tokio::test]
async fn the_page_on_the_protocol_names_everything_described() {
    let page = include_str!("../../../../docs/online-protocol.md");
    let server = server().await;
    let description = Person::new(&server).get("/api/openapi.json").await.ok();
    let mut missing = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let request = format!("{} {path}", method.to_uppercase());
            if !page.contains(&request) {
                missing.push(request);
            }
        }
    }
    for name in [
        "Event",
        "Command",
        "Refusal",
        "Offer",
        "Cause",
        "TableState",
    ] {
        let schema = &description["components"]["schemas"][name];
        let mut names = BTreeSet::new();
        values(schema, &mut names);
        assert!(names.len() > 1, "{name}: {schema}");
        for value in names {
            let written = [format!("`{value}"), format!("\"{value}\"")];
            if !written.iter().any(|written| page.contains(written)) {
                missing.push(format!("{name} {value}"));
            }
        }
    }
    assert!(missing.is_empty(), "not on the page: {missing:?}");
}
