use std::fmt;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

/// Scripts, styles and pictures come from here alone; no inline script, no inline style;
/// WebAssembly may be compiled.
pub const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The client that a server hands out: what runs in the browser, compiled and compressed.
#[derive(Copy, Clone, PartialEq)]
pub struct Client {
    /// The hash of it all, the name of its folder under `/v/`.
    pub version: &'static str,
    /// Its files.
    pub files: &'static [Asset],
}

/// A file of the client in three encodings.
#[derive(Copy, Clone, PartialEq)]
pub struct Asset {
    /// Its address, from the first slash on.
    pub path: &'static str,
    /// As it is.
    pub plain: &'static [u8],
    /// Compressed by gzip.
    pub gzip: &'static [u8],
    /// Compressed by brotli.
    pub brotli: &'static [u8],
}

const WITHOUT_CLIENT: &str = "This build has no client. Build again without TABLIER_SKIP_CLIENT.\n";

impl Client {
    /// No client: every page says so.
    pub const NONE: Client = Client {
        version: "none",
        files: &[],
    };

    /// Whether there is one.
    pub fn is_there(&self) -> bool {
        !self.files.is_empty()
    }

    fn find(&self, path: &str) -> Option<&'static Asset> {
        self.files.iter().find(|asset| asset.path == path)
    }

    /// Answers with a file; any address that looks like a page gets the page.
    pub(crate) async fn serve(self, method: Method, uri: Uri, headers: HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            let allow = [(header::ALLOW, "GET, HEAD")];
            return (StatusCode::METHOD_NOT_ALLOWED, allow).into_response();
        }
        if !self.is_there() {
            return (StatusCode::SERVICE_UNAVAILABLE, WITHOUT_CLIENT).into_response();
        }
        let path = uri.path();
        let last = path.rsplit('/').next().unwrap_or_default();
        let asset = match self.find(path) {
            Some(asset) => asset,
            // A missing file is not found; anything else is an address inside the client.
            None if last.contains('.') || path.starts_with("/v/") => {
                return (StatusCode::NOT_FOUND, "not found\n").into_response();
            }
            None => self.find("/index.html").expect("a client has its page"),
        };
        let mut response = body(self.version, asset, &headers, method == Method::HEAD);
        dress(asset, response.headers_mut());
        response
    }

    /// The page with more tags in its head.
    pub(crate) fn page(&self, tags: &str) -> String {
        let page = self.find("/index.html");
        match page.map(|asset| String::from_utf8_lossy(asset.plain)) {
            Some(page) => page.replacen("</head>", &format!("{tags}</head>"), 1),
            None => format!(
                "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{tags}</head>\n\
                 <body>{WITHOUT_CLIENT}</body>\n</html>\n"
            ),
        }
    }
}

impl Default for Client {
    fn default() -> Self {
        Self::NONE
    }
}

/// Without the bytes.
impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("version", &self.version)
            .finish_non_exhaustive()
    }
}

/// Without the bytes.
impl fmt::Debug for Asset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asset")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// The file in the best encoding that the browser accepts, or "not modified". Each encoding has its
/// own tag, since the bytes differ.
fn body(version: &str, asset: &Asset, headers: &HeaderMap, head: bool) -> Response {
    let text = |name| {
        let value = headers
            .get(name)
            .and_then(|value: &HeaderValue| value.to_str().ok());
        value.unwrap_or_default()
    };
    let accepted = text(header::ACCEPT_ENCODING);
    let takes = |name: &str| {
        accepted.split(',').any(|entry| {
            let mut parts = entry.split(';');
            parts.next().map(str::trim) == Some(name)
                && !parts.any(|q| matches!(q.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
        })
    };
    let (bytes, encoding) = if takes("br") {
        (asset.brotli, Some("br"))
    } else if takes("gzip") {
        (asset.gzip, Some("gzip"))
    } else {
        (asset.plain, None)
    };
    let tag = match encoding {
        Some(encoding) => format!("\"{version}-{encoding}\""),
        None => format!("\"{version}\""),
    };
    let known = text(header::IF_NONE_MATCH)
        .split(',')
        .any(|known| known.trim().trim_start_matches("W/") == tag);
    if known {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let content = if head {
        Body::empty()
    } else {
        Body::from(bytes)
    };
    let mut response = Response::new(content);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    if let Some(encoding) = encoding {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// Content type and caching.
fn dress(asset: &Asset, headers: &mut HeaderMap) {
    let mut set = |name, value| {
        headers.insert(name, HeaderValue::from_static(value));
    };
    set(header::CONTENT_TYPE, content_type(asset.path));
    set(header::VARY, "accept-encoding");
    set(
        header::CACHE_CONTROL,
        if asset.path.starts_with("/v/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        },
    );
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webp" => "image/webp",
        "webmanifest" => "application/manifest+json",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
