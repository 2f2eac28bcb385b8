//! A game as an animated GIF, frame by frame in the worker.

use js_sys::{Object, Reflect, Uint8Array};
use tablier_picture as picture;
use tablier_picture::Sized;
use tablier_rules::catalog;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, MessageEvent, Worker};

use super::canvas::Canvas;
use crate::machine;

/// The longer side of a film, in pixels.
const LONGEST: u32 = 480;
/// How long a move is shown, in hundredths of a second, and how long the last one.
const MOVE: u16 = 90;
const END: u16 = 300;

/// A picture of the start, and one after each action, all of one size.
pub(super) fn pictures(
    spec: &str,
    start: Option<&str>,
    actions: &[String],
    turn: u8,
) -> Vec<Sized> {
    let Ok(mut table) = catalog::open(spec) else {
        return Vec::new();
    };
    if start.is_some_and(|start| table.set_position(start).is_err()) {
        return Vec::new();
    }
    let layout = table.layout();
    let mut pictures = Vec::new();
    for action in std::iter::once(None).chain(actions.iter().map(Some)) {
        if action.is_some_and(|action| table.play(action).is_err()) {
            break;
        }
        let svg = picture::board(&layout, &table.scene(), true, turn);
        pictures.extend(picture::sized(&svg, LONGEST, ""));
    }
    pictures
}

/// Makes the film. `tell` hears how much is done, and says whether to go on; none if it was stopped.
pub(super) async fn make(
    pictures: &[Sized],
    tell: impl Fn(f32) -> bool,
) -> Result<Option<Blob>, JsValue> {
    let (Some(first), Some(last)) = (pictures.first(), pictures.last()) else {
        return Err(JsValue::from_str("nothing to show"));
    };
    let canvas = Canvas::new(first.width, first.height);
    let canvas = canvas.ok_or_else(|| JsValue::from_str("no canvas"))?;
    // The first and the last position have every colour that occurs.
    let samples = Uint8Array::new_with_length(2 * 4 * first.width * first.height);
    for (offset, picture) in [(0, first), (4 * first.width * first.height, last)] {
        canvas.draw(picture).await?;
        samples.set(&canvas.pixels()?.into(), offset);
    }
    // It is asked at once: a failure before that would go unheard.
    let worker = Helper(machine::new_worker().ok_or_else(|| JsValue::from_str("no worker"))?);
    let begin = Object::new();
    set(&begin, "width", &first.width.into());
    set(&begin, "height", &first.height.into());
    set(&begin, "samples", &samples);
    worker.order("begin", &begin).await?;
    for (at, picture) in pictures.iter().enumerate() {
        if !tell(at as f32 / pictures.len() as f32) {
            return Ok(None);
        }
        canvas.draw(picture).await?;
        let is_last = at + 1 == pictures.len();
        let frame = Object::new();
        set(&frame, "pixels", &canvas.pixels()?.into());
        let hundredths = if is_last { END } else { MOVE };
        set(&frame, "hundredths", &hundredths.into());
        worker.order("frame", &frame).await?;
    }
    let file = worker.order("end", &JsValue::TRUE).await?;
    let parts = js_sys::Array::of1(&file);
    let options = web_sys::BlobPropertyBag::new();
    options.set_type("image/gif");
    Blob::new_with_u8_array_sequence_and_options(&parts, &options).map(Some)
}

fn set(object: &Object, name: &str, value: &JsValue) {
    let _ = Reflect::set(object, &JsValue::from_str(name), value);
}

/// A worker that ends with the film.
struct Helper(Worker);

impl Drop for Helper {
    fn drop(&mut self) {
        self.0.terminate();
    }
}

impl Helper {
    /// Gives an order and waits for what becomes of it.
    async fn order(&self, name: &str, what: &JsValue) -> Result<JsValue, JsValue> {
        let promise = js_sys::Promise::new(&mut |resolve, reject| {
            let done = Closure::once_into_js(move |event: MessageEvent| {
                let _ = resolve.call1(&JsValue::NULL, &event.data());
            });
            let failed = Closure::once_into_js(move |event: web_sys::Event| {
                event.prevent_default();
                let _ = reject.call1(&JsValue::NULL, &"the worker has failed".into());
            });
            self.0.set_onmessage(Some(done.unchecked_ref()));
            self.0.set_onerror(Some(failed.unchecked_ref()));
        });
        let order = Object::new();
        set(&order, name, what);
        self.0.post_message(&order)?;
        let answer = JsFuture::from(promise).await?;
        // Trouble is told in words.
        if answer.is_string() {
            return Err(answer);
        }
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_has_a_picture_of_every_position_in_one_size() {
        let actions = ["C3-C6", "C8-C7"].map(String::from);
        let film = pictures("d21", None, &actions, 0);
        assert_eq!(film.len(), 3);
        assert!(
            film.iter()
                .all(|picture| picture.width.max(picture.height) == LONGEST)
        );
        assert!(
            film.windows(2)
                .all(|pair| { pair[0].svg != pair[1].svg && pair[0].width == pair[1].width })
        );
        // What the rules refuse ends it.
        assert_eq!(pictures("d21", None, &["A1-A1".to_owned()], 0).len(), 1);
        assert!(pictures("no-such-game", None, &[], 0).is_empty());
    }
}
