// Thinks beside the page: the same module, loaded a second time.
import init, { think } from "./tablier_web.js";

const ready = init();
self.onmessage = async (event) => {
  await ready;
  think(event.data, (text) => self.postMessage(text));
};
