// Thinks beside the page, with a module of its own. Whatever goes wrong here is told to the page, which
// starts another worker.
import init, { think } from "./tablier_worker.js";

const ready = init();
self.onmessage = async (event) => {
  try {
    await ready;
    think(event.data, (text) => self.postMessage(text));
  } catch (error) {
    self.postMessage(JSON.stringify({ Trouble: String(error) }));
  }
};
