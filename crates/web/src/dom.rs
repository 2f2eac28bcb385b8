//! Small helpers around the browser's interfaces.

use leptos::html::ElementType;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Document, Element, HtmlElement, Window};

/// The window.
pub fn window() -> Window {
    web_sys::window().expect("a page has a window")
}

/// The document.
pub fn document() -> Document {
    window().document().expect("a window has a document")
}

/// The language that the browser asks for.
pub fn browser_language() -> String {
    window().navigator().language().unwrap_or_default()
}

/// Whether an event goes to a control for typing or choosing.
pub fn is_typing(event: &web_sys::Event) -> bool {
    let element = event.target().and_then(|t| t.dyn_into::<Element>().ok());
    element.is_some_and(|e| matches!(e.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"))
}

fn matches(query: &str) -> bool {
    let list = window().match_media(query).ok().flatten();
    list.is_some_and(|list| list.matches())
}

/// Whether the system asks for less motion.
pub fn prefers_reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

/// Whether a table is laid out for a screen held upright, as in `app.css`.
pub fn is_upright() -> bool {
    matches("(max-width: 559px), (max-aspect-ratio: 1/1)")
}

/// Sets a length of the style sheets, in pixels.
pub fn set_root_length(name: &str, pixels: f64) {
    let root = document().document_element();
    if let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        let _ = root.style().set_property(name, &format!("{pixels:.0}px"));
    }
}

/// Sets an attribute of the page's root.
pub fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute(name, value);
    }
}

/// Sets the title of the page.
pub fn set_title(title: &str) {
    document().set_title(title);
}

/// Moves the focus to the element with this id.
pub fn focus(id: &str) {
    if let Some(element) = by_id(id) {
        let _ = element.focus();
    }
}

/// Whether no element has the focus: the one that had it is gone.
pub fn is_focus_lost() -> bool {
    let active = document().active_element();
    active.is_none_or(|element| element.tag_name() == "BODY")
}

/// Whether an element has the focus and should show it.
pub fn shows_focus(target: Option<web_sys::EventTarget>) -> bool {
    let element = target.and_then(|target| target.dyn_into::<Element>().ok());
    element.is_some_and(|element| element.matches(":focus-visible").unwrap_or(false))
}

/// The element with this id.
pub fn by_id(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

/// Opens everything that is folded inside the elements of a selector.
pub fn unfold(selector: &str) {
    let closed = format!("{selector} details:not([open])");
    while let Ok(Some(details)) = document().query_selector(&closed) {
        if details.set_attribute("open", "").is_err() {
            return;
        }
    }
}

/// Opens what is folded around an element.
pub fn unfold_around(element: &Element) {
    let mut around = element.closest("details").ok().flatten();
    while let Some(details) = around {
        let _ = details.set_attribute("open", "");
        let outside = details.parent_element();
        around = outside.and_then(|outside| outside.closest("details").ok().flatten());
    }
}

/// The nearest element around an event's target that has an attribute.
pub fn around(target: Option<web_sys::EventTarget>, attribute: &str) -> Option<Element> {
    let element: Element = target?.dyn_into().ok()?;
    element.closest(&format!("[{attribute}]")).ok().flatten()
}

/// Calls a function with an element as soon as it exists, and whenever its size changes.
pub fn on_resize<E>(node: NodeRef<E>, then: impl Fn(&Element) + Clone + 'static)
where
    E: ElementType + 'static,
    E::Output: JsCast + AsRef<Element> + Clone + 'static,
{
    let page = StoredValue::new(());
    Effect::new(move |watched: Option<Option<Watch>>| {
        if let Some(Some(known)) = watched {
            return Some(known);
        }
        let node: E::Output = node.get()?;
        let element = AsRef::<Element>::as_ref(&node).clone();
        then(&element);
        let (then, watched) = (then.clone(), element.clone());
        // In the next frame: what follows may change the size again, and the browser would complain.
        let call = Closure::<dyn FnMut()>::new(move || {
            let (then, watched) = (then.clone(), watched.clone());
            request_animation_frame(move || {
                // The next page may have taken over the element.
                if watched.is_connected() && page.try_get_value().is_some() {
                    then(&watched);
                }
            });
        });
        let observer = web_sys::ResizeObserver::new(call.as_ref().unchecked_ref()).ok()?;
        observer.observe(&element);
        Some(Watch {
            observer,
            _call: call,
        })
    });
}

/// A watch on the size of an element.
struct Watch {
    observer: web_sys::ResizeObserver,
    _call: Closure<dyn FnMut()>,
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

#[wasm_bindgen]
extern "C" {
    type IntersectionObserver;

    #[wasm_bindgen(constructor)]
    fn new(call: &js_sys::Function, options: &JsValue) -> IntersectionObserver;

    #[wasm_bindgen(method)]
    fn observe(this: &IntersectionObserver, element: &Element);

    #[wasm_bindgen(method)]
    fn disconnect(this: &IntersectionObserver);
}

/// Whether an element has been on the screen, or fewer pixels than `margin` away from it.
pub fn has_been_near<E>(node: NodeRef<E>, margin: u32) -> ReadSignal<bool>
where
    E: ElementType + 'static,
    E::Output: JsCast + AsRef<Element> + Clone + 'static,
{
    let near = RwSignal::new(false);
    Effect::new(move |watched: Option<Option<Approach>>| {
        if near.get() {
            return None;
        }
        if let Some(Some(known)) = watched {
            return Some(known);
        }
        let node: E::Output = node.get()?;
        let call = Closure::<dyn FnMut(js_sys::Array)>::new(move |seen: js_sys::Array| {
            let is_seen = |one: JsValue| {
                js_sys::Reflect::get(&one, &"isIntersecting".into()).is_ok_and(|is| is.is_truthy())
            };
            if seen.iter().any(is_seen) {
                near.try_set(true);
            }
        });
        let options = js_sys::Object::new();
        let margin = format!("{margin}px");
        js_sys::Reflect::set(&options, &"rootMargin".into(), &margin.into()).ok()?;
        let observer = IntersectionObserver::new(call.as_ref().unchecked_ref(), &options);
        observer.observe(node.as_ref());
        Some(Approach {
            observer,
            _call: call,
        })
    });
    near.read_only()
}

/// A watch on whether an element comes near the screen.
struct Approach {
    observer: IntersectionObserver,
    _call: Closure<dyn FnMut(js_sys::Array)>,
}

impl Drop for Approach {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

/// Calls a function after some milliseconds.
pub fn after(milliseconds: i32, then: impl FnOnce() + 'static) {
    let call = Closure::once_into_js(then);
    let _ = window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(call.unchecked_ref(), milliseconds);
}

/// Offers a text for download as a file.
pub fn download(name: &str, kind: &str, contents: &str) {
    let parts = js_sys::Array::of1(&JsValue::from_str(contents));
    let options = web_sys::BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = web_sys::Blob::new_with_str_sequence_and_options(&parts, &options) else {
        return;
    };
    download_blob(name, &blob);
}

/// Offers a file for download.
pub fn download_blob(name: &str, blob: &web_sys::Blob) {
    let Ok(url) = web_sys::Url::create_object_url_with_blob(blob) else {
        return;
    };
    if let Ok(link) = document().create_element("a") {
        let link: HtmlElement = link.unchecked_into();
        let _ = link.set_attribute("href", &url);
        let _ = link.set_attribute("download", name);
        link.click();
    }
    let _ = web_sys::Url::revoke_object_url(&url);
}

/// Puts a text on the clipboard; false if that is not possible. Pages without TLS, as in the local
/// network, have no clipboard, and others may be refused it: then the text is selected in a field and
/// copied as by hand.
pub async fn copy(text: &str) -> bool {
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
    if clipboard.is_ok_and(|clipboard| clipboard.is_object()) {
        let written = navigator.clipboard().write_text(text);
        if JsFuture::from(written).await.is_ok() {
            return true;
        }
    }
    copy_by_hand(text).unwrap_or(false)
}

fn copy_by_hand(text: &str) -> Option<bool> {
    let field = document().create_element("textarea").ok()?;
    let field: web_sys::HtmlTextAreaElement = field.dyn_into().ok()?;
    field.set_value(text);
    field.set_class_name("unseen");
    document().body()?.append_child(&field).ok()?;
    field.select();
    let command = js_sys::Reflect::get(&document(), &"execCommand".into()).ok();
    let done = command
        .and_then(|command| command.dyn_into::<js_sys::Function>().ok())
        .and_then(|command| command.call1(&document(), &"copy".into()).ok());
    field.remove();
    Some(done?.is_truthy())
}

/// Whether the system can share a link.
pub fn can_share() -> bool {
    js_sys::Reflect::has(&window().navigator(), &"share".into()).unwrap_or(false)
}

/// Opens the system's sheet for sharing a link.
pub fn share(link: &str) {
    let data = web_sys::ShareData::new();
    data.set_url(link);
    let _ = window().navigator().share_with_data(&data);
}

/// Selects the whole text of the field that an event goes to.
pub fn select_all(event: &web_sys::Event) {
    let field = event
        .target()
        .and_then(|t| t.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(field) = field {
        field.select();
    }
}

/// The address of a client's file, with its version.
pub fn asset(name: &str) -> String {
    let base = document()
        .query_selector("script[src$='/boot.js']")
        .ok()
        .flatten()
        .and_then(|script| script.get_attribute("src"))
        .unwrap_or_default();
    base.replace("boot.js", name)
}
