//! The engine in the browser: with the solvers, a separate module that a worker loads beside the
//! page. The page stays responsive while it thinks, and light until somebody asks. Films of games are
//! made here too, for the same reasons.

mod film;

use std::cell::RefCell;
use std::sync::atomic::AtomicBool;

use film::Film;
use tablier_engine::rules::Spec;
use tablier_engine::{Engine, Reply, Request, network};
use wasm_bindgen::prelude::*;

thread_local! {
    static ENGINE: RefCell<Option<Engine>> = const { RefCell::new(None) };
    static FILM: RefCell<Option<Film>> = const { RefCell::new(None) };
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

/// The name of the network that the game of a [`Request`] could use and that is not here yet.
#[wasm_bindgen]
pub fn missing_network(request: &str) -> Option<String> {
    let name = network::missing(&game_of(request)?).ok()??;
    Some(name.to_owned())
}

/// Takes the file of that network; returns whether it fits.
#[wasm_bindgen]
pub fn provide_network(request: &str, file: &[u8]) -> bool {
    game_of(request).is_some_and(|spec| network::provide(&spec, file) == Ok(true))
}

fn game_of(request: &str) -> Option<Spec> {
    let request: Request = serde_json::from_str(request).ok()?;
    Spec::parse(&request.game).ok()
}

/// Begins a film of this size in pixels; `samples` are pixels (RGBA) with the colours that will occur.
#[wasm_bindgen]
pub fn begin_film(width: u16, height: u16, samples: &[u8]) -> Result<(), JsError> {
    console_error_panic_hook::set_once();
    let film = Film::new(width, height, samples)?;
    FILM.set(Some(film));
    Ok(())
}

/// Adds a frame (RGBA) that stays for so many hundredths of a second.
#[wasm_bindgen]
pub fn add_frame(pixels: &[u8], hundredths: u16) -> Result<(), JsError> {
    FILM.with_borrow_mut(|film| match film {
        Some(film) => Ok(film.add(pixels, hundredths)?),
        None => Err(JsError::new("no film was begun")),
    })
}

/// The film as a GIF file.
#[wasm_bindgen]
pub fn end_film() -> Result<Vec<u8>, JsError> {
    match FILM.take() {
        Some(film) => Ok(film.finish()?),
        None => Err(JsError::new("no film was begun")),
    }
}
