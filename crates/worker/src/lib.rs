//! The engine in the browser: with the solvers, a separate module that a worker loads beside the
//! page. The page stays responsive while it thinks, and light until somebody asks.

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use tablier_engine::{Engine, Reply, Request};
use wasm_bindgen::prelude::*;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
}

/// Answers a [`Request`]; `reply` is called with a [`Reply`] for the findings on the way and with
/// one at the end, all as JSON.
#[wasm_bindgen]
pub fn think(request: String, reply: js_sys::Function) {
    console_error_panic_hook::set_once();
    let say = |what: &Reply| {
        if let Ok(text) = serde_json::to_string(what) {
            let _ = reply.call1(&JsValue::NULL, &JsValue::from_str(&text));
        }
    };
    let request: Request = match serde_json::from_str(&request) {
        Ok(request) => request,
        Err(error) => return say(&Reply::Trouble(error.to_string())),
    };
    ENGINE.with_borrow_mut(|engine| {
        let engine = engine.get_or_insert_with(|| Engine::new(Engine::PAGE_MEMORY));
        let never = AtomicBool::new(false);
        let answer = engine.answer(&request, &never, &mut |report| say(&Reply::Report(report)));
        say(&match answer {
            Ok(answer) => Reply::Answer(answer),
            Err(trouble) => Reply::Trouble(trouble.to_string()),
        });
    });
}
