//! A WebSocket for plain text: what is needed of it, and no more.

use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, WebSocket};

use crate::dom;

/// What a socket reports.
pub enum Report {
    /// It is open.
    Opened,
    /// A text has arrived.
    Text(String),
    /// It is closed, or could not be opened.
    Closed,
}

/// An open socket, or one being opened; when dropped, it is closed and reports no more.
pub struct Socket {
    socket: WebSocket,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_other: [Closure<dyn FnMut()>; 2],
}

impl Socket {
    /// Opens a socket to a path of the server that the page came from.
    pub fn open(path: &str, report: impl Fn(Report) + Clone + 'static) -> Option<Self> {
        let location = dom::window().location();
        let scheme = match location.protocol().ok()?.as_str() {
            "https:" => "wss",
            _ => "ws",
        };
        let address = format!("{scheme}://{}{path}", location.host().ok()?);
        let socket = WebSocket::new(&address).ok()?;
        let heard = report.clone();
        let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Some(text) = event.data().as_string() {
                heard(Report::Text(text));
            }
        });
        let opened = report.clone();
        let on_open = Closure::<dyn FnMut()>::new(move || opened(Report::Opened));
        // An error is always followed by a close.
        let on_close = Closure::<dyn FnMut()>::new(move || report(Report::Closed));
        socket.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        socket.set_onopen(Some(on_open.as_ref().unchecked_ref()));
        socket.set_onclose(Some(on_close.as_ref().unchecked_ref()));
        Some(Self {
            socket,
            _on_message: on_message,
            _on_other: [on_open, on_close],
        })
    }

    /// Sends a text; what cannot be sent now is lost.
    pub fn send(&self, text: &str) {
        if self.socket.ready_state() == WebSocket::OPEN {
            let _ = self.socket.send_with_str(text);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onmessage(None);
        self.socket.set_onopen(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}
