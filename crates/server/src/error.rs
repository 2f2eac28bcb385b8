//! Everything that can go wrong with a request, and the status it becomes.

use std::fmt;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tablier_rooms::Refusal;
use tablier_words::Language;
use utoipa::ToSchema;

use crate::store::StoreError;

/// Everything that can go wrong with a request. Mapped to a status here and nowhere else; causes
/// are logged, not sent.
#[derive(Clone, PartialEq, Debug)]
pub enum Error {
    /// The request cannot be understood, or asks for something impossible.
    Bad {
        /// A short name, for programs.
        code: &'static str,
        /// What would be right.
        message: String,
    },
    /// The client must identify itself.
    Unauthorized(&'static str),
    /// The client may not do that.
    Forbidden {
        /// A short name, for programs.
        code: &'static str,
        /// Why.
        message: &'static str,
    },
    /// There is no such thing.
    NotFound(&'static str),
    /// It conflicts with the current state.
    Conflict {
        /// A short name, for programs.
        code: &'static str,
        /// What it conflicts with.
        message: &'static str,
    },
    /// The table refuses a command.
    Refused {
        /// Why.
        refusal: Refusal,
        /// The number of the last entry of its log; 0 if there is no table.
        seq: u64,
    },
    /// Too many requests: wait this many seconds.
    TooMany(u64),
    /// The server is overloaded: try again later.
    Overloaded,
    /// The store is unavailable at the moment.
    StoreDown,
    /// A bug of ours.
    Internal,
}

impl Error {
    /// A request that cannot be understood.
    pub fn bad(code: &'static str, message: impl fmt::Display) -> Self {
        Error::Bad {
            code,
            message: message.to_string(),
        }
    }

    /// A bug of ours: logged, not sent.
    pub fn internal(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Error::Internal
    }

    fn status(&self) -> StatusCode {
        match self {
            Error::Bad { .. } => StatusCode::BAD_REQUEST,
            Error::Unauthorized(_) => StatusCode::UNAUTHORIZED,
            Error::Forbidden { .. } => StatusCode::FORBIDDEN,
            Error::NotFound(_) => StatusCode::NOT_FOUND,
            Error::Refused { refusal, .. } => match refusal {
                Refusal::BadTerms { .. } | Refusal::BadName | Refusal::Illegal { .. } => {
                    StatusCode::UNPROCESSABLE_ENTITY
                }
                _ => StatusCode::CONFLICT,
            },
            Error::Conflict { .. } => StatusCode::CONFLICT,
            Error::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Overloaded | Error::StoreDown => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Its short name, for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Bad { code, .. }
            | Error::Forbidden { code, .. }
            | Error::Conflict { code, .. } => code,
            Error::Unauthorized(_) => "unauthorized",
            Error::NotFound(_) => "not-found",
            Error::Refused { refusal, .. } => refusal.name(),
            Error::TooMany(_) => "too-many",
            Error::Overloaded => "overloaded",
            Error::StoreDown => "store-down",
            Error::Internal => "internal",
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Bad { message, .. } => f.write_str(message),
            Error::Forbidden { message, .. } | Error::Conflict { message, .. } => {
                f.write_str(message)
            }
            Error::Unauthorized(message) | Error::NotFound(message) => f.write_str(message),
            // What the table or the rules say, in their own sentence.
            Error::Refused {
                refusal: Refusal::BadTerms { why } | Refusal::Illegal { why, .. },
                ..
            } => f.write_str(&Language::English.say(why)),
            Error::Refused { refusal, .. } => refusal.fmt(f),
            Error::TooMany(seconds) => write!(f, "too many requests; wait {seconds} s"),
            Error::Overloaded => f.write_str("there is too much to do; come back later"),
            Error::StoreDown => f.write_str("nothing can be stored at the moment; try again"),
            Error::Internal => f.write_str("something went wrong here; it has been noted"),
        }
    }
}

impl std::error::Error for Error {}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Unavailable(cause) => {
                tracing::error!(%cause, "the store does not answer");
                Error::StoreDown
            }
            // Where more is known about the conflict, the caller maps it itself.
            StoreError::Conflict | StoreError::Exists => Error::Conflict {
                code: "conflict",
                message: "it has changed meanwhile; try again",
            },
        }
    }
}

/// What is answered when a request fails.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// What went wrong.
    pub error: ErrorView,
}

/// What went wrong.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct ErrorView {
    /// A short name, for programs.
    pub code: String,
    /// What would be right, in English.
    pub message: String,
    /// Why a table refuses a command, as data (see `docs/online-protocol.md`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
    /// The number of the last entry of that table's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seq: Option<u64>,
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let (refusal, seq) = match &self {
            Error::Refused { refusal, seq } => (Some(refusal.clone()), Some(*seq)),
            _ => (None, None),
        };
        let body = ErrorBody {
            error: ErrorView {
                code: self.code().to_owned(),
                message: self.to_string(),
                refusal,
                seq,
            },
        };
        let mut response = (self.status(), Json(body)).into_response();
        let headers = response.headers_mut();
        match self {
            Error::TooMany(seconds) => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            }
            Error::Overloaded | Error::StoreDown => {
                headers.insert(header::RETRY_AFTER, HeaderValue::from(5));
            }
            Error::Unauthorized(_) => {
                headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            _ => {}
        }
        response
    }
}
