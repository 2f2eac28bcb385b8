//! A game as an animated GIF: frames of pixels in, a file out. All frames share one palette, and each
//! holds only what has changed since the one before.

use std::borrow::Cow;
use std::collections::HashMap;

use color_quant::NeuQuant;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

/// Every how many pixels of the samples is looked at for the palette.
const SAMPLING: i32 = 10;
const COLOURS: usize = 256;

/// A film in the making.
pub(crate) struct Film {
    encoder: Encoder<Vec<u8>>,
    quantiser: NeuQuant,
    /// Colours that were looked up before.
    known: HashMap<[u8; 4], u8>,
    width: usize,
    height: usize,
    /// The last frame, as colours of the palette.
    last: Option<Vec<u8>>,
}

impl Film {
    /// An empty film; `samples` are pixels (RGBA) with the colours that will occur.
    pub(crate) fn new(width: u16, height: u16, samples: &[u8]) -> Result<Self, EncodingError> {
        let quantiser = NeuQuant::new(SAMPLING, COLOURS, samples);
        let palette = quantiser.color_map_rgb();
        let mut encoder = Encoder::new(Vec::new(), width, height, &palette)?;
        encoder.set_repeat(Repeat::Infinite)?;
        Ok(Self {
            encoder,
            quantiser,
            known: HashMap::new(),
            width: usize::from(width),
            height: usize::from(height),
            last: None,
        })
    }

    /// Adds a frame (RGBA) that stays for so many hundredths of a second.
    pub(crate) fn add(&mut self, pixels: &[u8], hundredths: u16) -> Result<(), EncodingError> {
        let mut colours = Vec::with_capacity(self.width * self.height);
        for pixel in pixels.chunks_exact(4).take(self.width * self.height) {
            let pixel = [pixel[0], pixel[1], pixel[2], pixel[3]];
            let quantiser = &self.quantiser;
            let index = self.known.entry(pixel);
            colours.push(*index.or_insert_with(|| quantiser.index_of(&pixel) as u8));
        }
        colours.resize(self.width * self.height, 0);
        let area = match &self.last {
            Some(last) => changed(last, &colours, self.width),
            None => Area {
                left: 0,
                top: 0,
                width: self.width,
                height: self.height,
            },
        };
        let rows = (area.top..area.top + area.height).map(|row| row * self.width + area.left);
        let part: Vec<u8> = rows
            .flat_map(|from| colours[from..from + area.width].iter().copied())
            .collect();
        self.encoder.write_frame(&Frame {
            delay: hundredths,
            dispose: DisposalMethod::Keep,
            left: area.left as u16,
            top: area.top as u16,
            width: area.width as u16,
            height: area.height as u16,
            buffer: Cow::Owned(part),
            ..Frame::default()
        })?;
        self.last = Some(colours);
        Ok(())
    }

    /// The file.
    pub(crate) fn finish(self) -> Result<Vec<u8>, EncodingError> {
        self.encoder.into_inner()
    }
}

/// A part of a frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
struct Area {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

/// The smallest area outside of which two frames are the same; a single pixel if they are the same.
fn changed(before: &[u8], after: &[u8], width: usize) -> Area {
    let differ = before.iter().zip(after).enumerate();
    let places = differ.filter(|(_, (a, b))| a != b);
    let mut bounds: Option<(usize, usize, usize, usize)> = None;
    for (at, _) in places {
        let (x, y) = (at % width, at / width);
        let (left, top, right, bottom) = bounds.unwrap_or((x, y, x, y));
        bounds = Some((left.min(x), top.min(y), right.max(x), bottom.max(y)));
    }
    let (left, top, right, bottom) = bounds.unwrap_or((0, 0, 0, 0));
    Area {
        left,
        top,
        width: right - left + 1,
        height: bottom - top + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: [u8; 4] = [246, 241, 231, 255];
    const RED: [u8; 4] = [194, 64, 44, 255];

    /// A frame of 12 by 8 pixels with a red square of 3 by 2 somewhere.
    fn frame(left: usize, top: usize) -> Vec<u8> {
        let inside = |at: usize| {
            let (x, y) = (at % 12, at / 12);
            (left..left + 3).contains(&x) && (top..top + 2).contains(&y)
        };
        let pixel = |at: usize| if inside(at) { RED } else { PAPER };
        (0..96).flat_map(pixel).collect()
    }

    #[test]
    fn a_film_shows_its_frames_and_repeats() {
        let frames = [frame(0, 0), frame(4, 3), frame(4, 3), frame(9, 6)];
        let mut film = Film::new(12, 8, &frames[0]).unwrap();
        for frame in &frames {
            film.add(frame, 90).unwrap();
        }
        let file = film.finish().unwrap();
        assert!(file.starts_with(b"GIF89a"));
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&file[..]).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (12, 8));
        assert_eq!(decoder.repeat(), Repeat::Infinite);
        let mut seen = vec![0; 96 * 4];
        for wanted in &frames {
            let part = decoder.read_next_frame().unwrap().unwrap();
            assert_eq!(part.delay, 90);
            for (row, line) in part.buffer.chunks(usize::from(part.width) * 4).enumerate() {
                let at = ((usize::from(part.top) + row) * 12 + usize::from(part.left)) * 4;
                seen[at..at + line.len()].copy_from_slice(line);
            }
            for (a, b) in seen.iter().zip(wanted) {
                assert!(a.abs_diff(*b) < 12, "{a} instead of {b}");
            }
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
    }

    #[test]
    fn only_what_has_changed_is_stored() {
        let before = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let after = [0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 7, 0];
        let area = changed(&before, &after, 4);
        assert_eq!((area.left, area.top), (1, 1));
        assert_eq!((area.width, area.height), (2, 2));
        let same = changed(&before, &before, 4);
        assert_eq!((same.width, same.height), (1, 1));
    }
}
