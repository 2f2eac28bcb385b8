// Thinks beside the page, with a module of its own, and makes films of games. Whatever goes wrong here is
// told to the page, which starts another worker.
import init, {
  think, missing_network, provide_network, begin_film, add_frame, end_film,
} from "./tablier_worker.js";

const ready = init();

// A question to the engine is text; an order for a film is an object.
function shoot({ begin, frame, end }) {
  if (begin) begin_film(begin.width, begin.height, begin.samples);
  if (frame) add_frame(frame.pixels, frame.hundredths);
  return end ? end_film() : true;
}

// What the engine has learned of a game comes with the first question about it. Without the file it plays on,
// not quite as well.
async function fetchNetwork(question) {
  const name = missing_network(question);
  if (!name) return;
  try {
    const file = await fetch(new URL(`networks/${name}.bin`, import.meta.url));
    if (file.ok) provide_network(question, new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    console.warn(`${name}: ${error}`);
  }
}

self.onmessage = async (event) => {
  try {
    await ready;
    if (typeof event.data === "string") {
      await fetchNetwork(event.data);
      think(event.data, (text) => self.postMessage(text));
    } else {
      self.postMessage(shoot(event.data));
    }
  } catch (error) {
    self.postMessage(JSON.stringify({ Trouble: String(error) }));
  }
};
