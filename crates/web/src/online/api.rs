//! Requests to the server over HTTP: JSON in, JSON out.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{AbortSignal, Headers, RequestInit, Response};

use crate::dom;

/// How long to wait for an answer, in milliseconds.
const PATIENCE: u32 = 15_000;

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// The server was not reached.
    Offline,
    /// It refused.
    Refused {
        /// The status of the answer.
        status: u16,
        /// A short name of the reason.
        code: String,
        /// What would be right, in English.
        message: String,
    },
}

/// The server's form of a refusal.
#[derive(Deserialize)]
struct Complaint {
    error: Reason,
}

#[derive(Deserialize)]
struct Reason {
    code: String,
    message: String,
}

/// An empty request or answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Nothing {}

/// Fetches something.
pub async fn get<T: DeserializeOwned>(path: &str) -> Result<T, Fault> {
    call("GET", path, None::<&Nothing>).await
}

/// Sends a `POST`, `PATCH` or `DELETE`; an empty answer is read as `{}`.
pub async fn call<T: DeserializeOwned>(
    method: &str,
    path: &str,
    body: Option<&impl Serialize>,
) -> Result<T, Fault> {
    let (status, text) = ask(method, path, body).await.ok_or(Fault::Offline)?;
    if !(200..300).contains(&status) {
        let reason = serde_json::from_str::<Complaint>(&text).map(|complaint| complaint.error);
        let Reason { code, message } = reason.unwrap_or_else(|_| Reason {
            code: status.to_string(),
            message: String::new(),
        });
        return Err(Fault::Refused {
            status,
            code,
            message,
        });
    }
    let text = if text.trim().is_empty() { "{}" } else { &text };
    serde_json::from_str(text).map_err(|error| Fault::Refused {
        status,
        code: "answer".to_owned(),
        message: error.to_string(),
    })
}

async fn ask(method: &str, path: &str, body: Option<&impl Serialize>) -> Option<(u16, String)> {
    let options = RequestInit::new();
    options.set_method(method);
    options.set_signal(Some(&AbortSignal::timeout_with_u32(PATIENCE)));
    if let Some(body) = body {
        let headers = Headers::new().ok()?;
        headers.set("content-type", "application/json").ok()?;
        options.set_headers(&headers);
        let text = serde_json::to_string(body).ok()?;
        options.set_body(&JsValue::from_str(&text));
    }
    let answer = dom::window().fetch_with_str_and_init(path, &options);
    let answer: Response = JsFuture::from(answer).await.ok()?.dyn_into().ok()?;
    let text = JsFuture::from(answer.text().ok()?).await.ok()?;
    Some((answer.status(), text.as_string()?))
}
