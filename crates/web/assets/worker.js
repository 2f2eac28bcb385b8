// Thinks beside the page, with a module of its own, and makes films of games. Whatever goes wrong here is
// told to the page, which starts another worker.
import init, { think, begin_film, add_frame, end_film } from "./tablier_worker.js";

const ready = init();

// A question to the engine is text; an order for a film is an object.
function shoot({ begin, frame, end }) {
  if (begin) begin_film(begin.width, begin.height, begin.samples);
  if (frame) add_frame(frame.pixels, frame.hundredths);
  return end ? end_film() : true;
}

self.onmessage = async (event) => {
  try {
    await ready;
    if (typeof event.data === "string") think(event.data, (text) => self.postMessage(text));
    else self.postMessage(shoot(event.data));
  } catch (error) {
    self.postMessage(JSON.stringify({ Trouble: String(error) }));
  }
};
