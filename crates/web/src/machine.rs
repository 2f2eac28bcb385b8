//! The engine: a separate module (`crates/worker`), loaded by a worker on first use, so that the
//! page stays responsive and light.

use std::cell::RefCell;
use std::rc::Rc;

use leptos::prelude::*;
use tablier_advice::{Answer, Reply, Report, Request};
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

use crate::dom;

/// Receives what the worker says.
type Listener = Rc<dyn Fn(Reply)>;

struct Running {
    worker: Worker,
    listener: Rc<RefCell<Option<Listener>>>,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(web_sys::Event)>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// An engine that belongs to a page and ends with it.
#[derive(Copy, Clone)]
pub struct Machine {
    running: StoredValue<Option<Running>, LocalStorage>,
    /// Whether it is thinking.
    pub thinks: RwSignal<bool>,
    /// Its findings so far on the last question.
    pub report: RwSignal<Option<Report>>,
    /// Whether the last question failed.
    pub failed: RwSignal<bool>,
}

impl Machine {
    /// An engine that has not been asked anything yet.
    pub fn new() -> Self {
        let machine = Self {
            running: StoredValue::new_local(None),
            thinks: RwSignal::new(false),
            report: RwSignal::new(None),
            failed: RwSignal::new(false),
        };
        on_cleanup(move || machine.running.set_value(None));
        machine
    }

    /// Asks; any earlier question is dropped. `then` receives the answer. If there is none,
    /// `failed` says so, and the next question goes to a new worker.
    pub fn ask(self, request: &Request, then: impl Fn(Answer) + 'static) {
        self.stop();
        self.report.set(None);
        let Ok(text) = serde_json::to_string(request) else {
            return;
        };
        self.running.update_value(|running| {
            if running.is_none() {
                *running = start();
            }
            if let Some(running) = running {
                let listener: Listener = Rc::new(move |reply| match reply {
                    Reply::Report(report) => self.report.set(Some(report)),
                    Reply::Answer(answer) => {
                        self.thinks.set(false);
                        self.report.set(Some(answer.report.clone()));
                        then(answer);
                    }
                    Reply::Trouble(why) => self.fail(&why),
                });
                *running.listener.borrow_mut() = Some(listener);
                let _ = running.worker.post_message(&JsValue::from_str(&text));
                self.thinks.set(true);
            } else {
                self.failed.set(true);
            }
        });
    }

    /// There will be no answer. The worker may be broken for good: it is terminated.
    fn fail(self, why: &str) {
        web_sys::console::warn_1(&JsValue::from_str(why));
        self.running.with_value(|running| {
            if let Some(running) = running {
                running.worker.terminate();
            }
        });
        self.thinks.set(false);
        self.failed.set(true);
    }

    /// Stops at once; its findings are in `report`.
    pub fn stop(self) {
        if self.failed.get_untracked() {
            self.running.set_value(None);
            self.failed.set(false);
        }
        if self.thinks.get_untracked() {
            // A busy worker receives no messages: it is terminated, and the next question starts
            // another.
            self.running.set_value(None);
            self.thinks.set(false);
        }
    }

    /// The best action found.
    pub fn best_so_far(self) -> Option<String> {
        let report = self.report.get_untracked()?;
        report.lines.first()?.actions.first().cloned()
    }
}

impl Default for Machine {
    fn default() -> Self {
        Self::new()
    }
}

/// A worker with the module.
pub fn new_worker() -> Option<Worker> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    Worker::new_with_options(&dom::asset("worker.js"), &options).ok()
}

fn start() -> Option<Running> {
    let worker = new_worker()?;
    let listener: Rc<RefCell<Option<Listener>>> = Rc::default();
    let heard = listener.clone();
    let on_message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        let text = event.data().as_string().unwrap_or_default();
        let listener = heard.borrow().clone();
        if let (Some(listener), Ok(reply)) = (listener, serde_json::from_str(&text)) {
            listener(reply);
        }
    });
    worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    let heard = listener.clone();
    let on_error = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        event.prevent_default();
        let listener = heard.borrow().clone();
        if let Some(listener) = listener {
            listener(Reply::Trouble("the worker has failed".to_owned()));
        }
    });
    worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
    worker.set_onmessageerror(Some(on_error.as_ref().unchecked_ref()));
    Some(Running {
        worker,
        listener,
        _on_message: on_message,
        _on_error: on_error,
    })
}
