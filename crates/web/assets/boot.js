// Starts the client, and lets a service worker keep it for the days without a network.
import init, { start } from "./tablier_web.js";

await init();
start();

if ("serviceWorker" in navigator) {
  const registration = await navigator.serviceWorker.register("/sw.js");
  const announce = () => {
    if (registration.waiting && navigator.serviceWorker.controller) {
      window.dispatchEvent(new CustomEvent("tablier-update"));
    }
  };
  announce();
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", announce);
  });
  // The person agreed to the new version: it takes over, and the page begins anew with it.
  window.addEventListener("tablier-update-accepted", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting?.postMessage("take-over");
  });
}
