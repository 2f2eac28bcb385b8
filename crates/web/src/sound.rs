//! Short wooden clicks, synthesised on the spot. Off unless somebody switches them on.

use std::cell::RefCell;

use web_sys::{AudioContext, OscillatorType};

use crate::board::motion::Sound;

thread_local! {
    static CONTEXT: RefCell<Option<AudioContext>> = const { RefCell::new(None) };
}

/// Plays a sound after some milliseconds. A browser that refuses stays silent.
pub(crate) fn play(sound: Sound, after: f32) {
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        if let Some(context) = context {
            let _ = click(context, sound, f64::from(after) / 1000.0);
        }
    });
}

/// Two soft tones: the player's turn.
pub(crate) fn turn() {
    CONTEXT.with_borrow_mut(|context| {
        if context.is_none() {
            *context = AudioContext::new().ok();
        }
        if let Some(context) = context {
            let _ = tone(context, (520.0, 0.22, 0.14), 0.0);
            let _ = tone(context, (660.0, 0.3, 0.14), 0.16);
        }
    });
}

fn click(context: &AudioContext, sound: Sound, after: f64) -> Result<(), wasm_bindgen::JsValue> {
    let (pitch, length, loudness) = match sound {
        Sound::Roll => (210.0, 0.05, 0.16),
        Sound::Land => (150.0, 0.07, 0.2),
        Sound::Take => (95.0, 0.12, 0.24),
    };
    tone(context, (pitch, length, loudness), after)
}

/// A tone of a pitch, length and loudness that falls and fades.
fn tone(
    context: &AudioContext,
    (pitch, length, loudness): (f32, f64, f32),
    after: f64,
) -> Result<(), wasm_bindgen::JsValue> {
    let at = context.current_time() + after;
    let tone = context.create_oscillator()?;
    let gain = context.create_gain()?;
    tone.set_type(OscillatorType::Triangle);
    tone.frequency().set_value_at_time(pitch, at)?;
    tone.frequency()
        .exponential_ramp_to_value_at_time(pitch * 0.5, at + length)?;
    gain.gain().set_value_at_time(loudness, at)?;
    gain.gain()
        .exponential_ramp_to_value_at_time(0.001, at + length)?;
    tone.connect_with_audio_node(&gain)?;
    gain.connect_with_audio_node(&context.destination())?;
    tone.start_with_when(at)?;
    tone.stop_with_when(at + length)?;
    Ok(())
}
