//! From a drawing to pixels, by the browser's own hand.

use js_sys::Uint8ClampedArray;
use tablier_picture::Sized;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, HtmlCanvasElement, HtmlImageElement, Url};

use crate::dom;

/// The colour around the board.
const PAPER: &str = "#f6f1e7";

#[wasm_bindgen]
extern "C" {
    /// What draws on a canvas, as far as it is needed.
    type Pen;

    #[wasm_bindgen(method, setter, js_name = fillStyle)]
    fn set_fill(this: &Pen, colour: &str);

    #[wasm_bindgen(method, js_name = fillRect)]
    fn fill(this: &Pen, x: f64, y: f64, width: f64, height: f64);

    #[wasm_bindgen(method, catch, js_name = drawImage)]
    fn draw(
        this: &Pen,
        image: &HtmlImageElement,
        x: f64,
        y: f64,
        width: f64,
        height: f64,
    ) -> Result<(), JsValue>;

    #[wasm_bindgen(method, catch, js_name = getImageData)]
    fn look(this: &Pen, x: f64, y: f64, width: f64, height: f64) -> Result<Seen, JsValue>;

    /// The pixels of a part of a canvas.
    type Seen;

    #[wasm_bindgen(method, getter)]
    fn data(this: &Seen) -> Uint8ClampedArray;
}

/// A sheet to draw on; it serves for many pictures of one size.
pub(super) struct Canvas {
    element: HtmlCanvasElement,
    pen: Pen,
}

impl Canvas {
    pub(super) fn new(width: u32, height: u32) -> Option<Self> {
        let element = dom::document().create_element("canvas").ok()?;
        let element: HtmlCanvasElement = element.dyn_into().ok()?;
        element.set_width(width);
        element.set_height(height);
        let pen = element.get_context("2d").ok()??.unchecked_into();
        Some(Self { element, pen })
    }

    /// Draws a picture over everything.
    pub(super) async fn draw(&self, picture: &Sized) -> Result<(), JsValue> {
        let parts = js_sys::Array::of1(&JsValue::from_str(&picture.svg));
        let options = web_sys::BlobPropertyBag::new();
        options.set_type("image/svg+xml");
        let blob = Blob::new_with_str_sequence_and_options(&parts, &options)?;
        let url = Url::create_object_url_with_blob(&blob)?;
        let image = HtmlImageElement::new()?;
        image.set_src(&url);
        let loaded = JsFuture::from(image.decode()).await;
        let _ = Url::revoke_object_url(&url);
        loaded?;
        let (width, height) = self.size();
        self.pen.set_fill(PAPER);
        self.pen.fill(0.0, 0.0, width, height);
        self.pen.draw(&image, 0.0, 0.0, width, height)
    }

    fn size(&self) -> (f64, f64) {
        let (width, height) = (self.element.width(), self.element.height());
        (f64::from(width), f64::from(height))
    }

    /// What is drawn, as RGBA.
    pub(super) fn pixels(&self) -> Result<Uint8ClampedArray, JsValue> {
        let (width, height) = self.size();
        Ok(self.pen.look(0.0, 0.0, width, height)?.data())
    }

    /// What is drawn, as a PNG file.
    async fn file(&self) -> Option<Blob> {
        let promise = js_sys::Promise::new(&mut |resolve, _| {
            let then = Closure::once_into_js(move |blob: JsValue| {
                let _ = resolve.call1(&JsValue::NULL, &blob);
            });
            let _ = self.element.to_blob(then.unchecked_ref());
        });
        JsFuture::from(promise).await.ok()?.dyn_into().ok()
    }
}

/// A picture as a PNG file.
pub(super) async fn png(picture: &Sized) -> Option<Blob> {
    let canvas = Canvas::new(picture.width, picture.height)?;
    canvas.draw(picture).await.ok()?;
    canvas.file().await
}
