use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, COOKIE, HOST, ORIGIN, SET_COOKIE};
use hyper::{Method, Request, Response};
use hyper_util::rt::TokioIo;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::Address;

/// The longest answer to read, in bytes.
const LONGEST: usize = 16 * 1024 * 1024;
/// How long an answer may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// How a program proves who it is.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing yet.
    None,
    /// The token of a bot account.
    Token(String),
    /// The cookie of a guest.
    Cookie(String),
}

/// Requests to a server over one connection, which is reopened when it was closed.
pub(crate) struct Http {
    address: Address,
    proof: Proof,
    line: Option<SendRequest<Full<Bytes>>>,
}

impl Http {
    pub(crate) fn new(address: Address, proof: Proof) -> Self {
        Self {
            address,
            proof,
            line: None,
        }
    }

    pub(crate) fn proof(&self) -> &Proof {
        &self.proof
    }

    /// Becomes another guest; the cookie is the new proof.
    pub(crate) async fn become_guest(&mut self) -> Result<Proof, String> {
        self.proof = Proof::None;
        let _: serde_json::Value = self.post("/api/me", &serde_json::json!({})).await?;
        match &self.proof {
            Proof::Cookie(_) => Ok(self.proof.clone()),
            _ => Err("/api/me gave no cookie".to_owned()),
        }
    }

    pub(crate) async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, String> {
        self.ask(Method::GET, path, Bytes::new()).await
    }

    pub(crate) async fn post<T: DeserializeOwned>(
        &mut self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, String> {
        let body = serde_json::to_vec(body).map_err(|error| error.to_string())?;
        self.ask(Method::POST, path, body.into()).await
    }

    async fn ask<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<T, String> {
        let answer = tokio::time::timeout(PATIENCE, self.exchange(method, path, body)).await;
        answer.unwrap_or_else(|_| {
            // A half-finished exchange makes the connection unusable.
            self.line = None;
            Err(format!("{path}: no answer"))
        })
    }

    async fn exchange<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: Bytes,
    ) -> Result<T, String> {
        let trouble = |error: &dyn std::fmt::Display| format!("{path}: {error}");
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(HOST, self.address.authority())
            .header(ORIGIN, self.address.origin())
            .header(CONTENT_TYPE, "application/json");
        request = match &self.proof {
            Proof::None => request,
            Proof::Token(token) => request.header(AUTHORIZATION, format!("Bearer {token}")),
            Proof::Cookie(cookie) => request.header(COOKIE, cookie),
        };
        let request = request.body(Full::new(body)).map_err(|e| trouble(&e))?;
        let line = self.line().await?;
        let answer = line.send_request(request).await.map_err(|e| trouble(&e))?;
        self.keep_cookie(&answer);
        let status = answer.status();
        let body = Limited::new(answer.into_body(), LONGEST)
            .collect()
            .await
            .map_err(|e| trouble(&e))?
            .to_bytes();
        if !status.is_success() {
            return Err(format!("{path}: {status}, {}", reason(&body)));
        }
        serde_json::from_slice(&body).map_err(|e| trouble(&e))
    }

    /// The open connection, or a new one.
    async fn line(&mut self) -> Result<&mut SendRequest<Full<Bytes>>, String> {
        let ready = match &mut self.line {
            Some(line) => line.ready().await.is_ok(),
            None => false,
        };
        if !ready {
            let stream = TokioIo::new(self.address.dial().await?);
            let (line, connection) = handshake(stream).await.map_err(|e| e.to_string())?;
            // It ends with the connection; an error is reported by the next request.
            tokio::spawn(async move { drop(connection.await) });
            self.line = Some(line);
        }
        self.line.as_mut().ok_or_else(|| "no connection".to_owned())
    }

    /// A client without proof becomes a guest with the first answer.
    fn keep_cookie<B>(&mut self, answer: &Response<B>) {
        if matches!(self.proof, Proof::Token(_)) {
            return;
        }
        let given = answer.headers().get_all(SET_COOKIE).iter();
        let cookie = given
            .filter_map(|value| value.to_str().ok()?.split(';').next())
            .find(|cookie| cookie.starts_with("tablier="));
        if let Some(cookie) = cookie {
            self.proof = Proof::Cookie(cookie.to_owned());
        }
    }
}

/// The message of the server's error, or the beginning of whatever it sent.
fn reason(body: &[u8]) -> String {
    let error = serde_json::from_slice::<serde_json::Value>(body).ok();
    let message = error
        .as_ref()
        .and_then(|all| all["error"]["message"].as_str());
    let text = message.map_or_else(|| String::from_utf8_lossy(body), Into::into);
    text.chars().take(300).collect()
}
