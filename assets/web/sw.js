// Keeps the page's files, so that it opens without a network from the second time on. A new version takes the place of the one
// that is kept when no page of that is open any more.
"use strict";

const version = "VERSION"; // of the files, set when they are packed
const files = ["./", "page.css", "page.js", "wasm_exec.js", "manifest.webmanifest", "icon-48.png", "icon-128.png", "icon-192.png"];
const wanted = ["atlas.bin"]; // are kept once they were asked for
const programs = ["fragscope.wasm.br", "fragscope.wasm.gz"];
const prefix = "fragscope-";
const name = prefix + version;

const canUnpack = (format) => {
	try {
		return Boolean(new DecompressionStream(format));
	} catch {
		return false;
	}
};

// Reports whether the page takes the smaller program: the browser unpacks it, or the server says what it is.
const smaller = async () => {
	if (canUnpack("brotli")) {
		return true;
	}
	const head = await fetch(programs[0], { method: "HEAD" });
	return head.ok && Boolean(head.headers.get("Content-Encoding"));
};

self.addEventListener("install", (event) => {
	event.waitUntil((async () => {
		const cache = await caches.open(name);
		await cache.addAll([...files, await smaller() ? programs[0] : programs[1]]);
	})());
});

self.addEventListener("activate", (event) => {
	event.waitUntil((async () => {
		for (const other of await caches.keys()) {
			if (other.startsWith(prefix) && other !== name) {
				await caches.delete(other);
			}
		}
		await self.clients.claim();
	})());
});

self.addEventListener("fetch", (event) => {
	if (!["GET", "HEAD"].includes(event.request.method) || new URL(event.request.url).origin !== location.origin) {
		return;
	}
	event.respondWith((async () => {
		const cache = await caches.open(name);
		const kept = await cache.match(event.request, { ignoreSearch: true, ignoreMethod: true });
		if (kept && event.request.method === "HEAD") {
			return new Response(null, { headers: kept.headers });
		}
		if (kept) {
			return kept;
		}
		const fetched = await fetch(event.request);
		if (fetched.ok && event.request.method === "GET" && wanted.some((file) => event.request.url.endsWith("/" + file))) {
			await cache.put(event.request, fetched.clone());
		}
		return fetched;
	})());
});
