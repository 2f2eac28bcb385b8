// Keeps one version of the client as a whole. A new version is fetched beside it and takes over only
// when no page uses the old one any more, or when the person agrees: versions are never mixed.
const version = "{{version}}";
const cacheName = `tablier-${version}`;
const page = "/";
const files = [page, "/manifest.webmanifest", {{files}}];

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(cacheName).then((cache) =>
      cache.addAll(files.map((file) => new Request(file, { cache: file.startsWith("/v/") ? "default" : "reload" })))
    )
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith("tablier-") && name !== cacheName).map((name) => caches.delete(name))))
      .then(() => self.clients.claim())
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "take-over") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  // What the server alone can answer is never kept: its interface, and files such as a table's picture.
  const isServers = /^\/(api|healthz|metrics)(\/|$)/.test(url.pathname) || url.pathname.split("/").pop().includes(".");
  const isPage = event.request.mode === "navigate" && !isServers;
  const isFile = url.pathname.startsWith("/v/") || url.pathname === "/manifest.webmanifest";
  if (!isPage && !isFile) return;
  event.respondWith(
    caches.open(cacheName)
      .then((cache) => cache.match(isPage ? page : event.request))
      .then((known) => known || fetch(event.request))
  );
});
