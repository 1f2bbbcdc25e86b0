// Starts the program and hands it the files that are dropped or chosen. They are read
// in this page and go nowhere else.
"use strict";

(() => {
	const start = document.getElementById("start");
	const state = document.getElementById("state");
	const drop = document.getElementById("drop");
	const choose = document.getElementById("choose");

	const fail = (text) => {
		start.hidden = false;
		state.className = "error";
		state.textContent = text;
	};

	// Files that came before the program was ready.
	let waiting = [];

	const give = async (files) => {
		const list = [];
		for (const file of files) {
			try {
				list.push({ name: file.name, data: new Uint8Array(await file.arrayBuffer()) });
			} catch (error) {
				fail(`${file.name} cannot be read: ${error.message}`);
			}
		}
		if (list.length === 0) {
			return;
		}
		if (globalThis.fragscopeOpen) {
			globalThis.fragscopeOpen(list);
			document.querySelector("canvas")?.focus();
		} else {
			waiting = waiting.concat(list);
		}
	};

	// Before the canvas sees these events: it would look for folders.
	const catching = { capture: true };
	addEventListener("dragover", (event) => {
		event.preventDefault();
		event.stopPropagation();
		drop.hidden = false;
	}, catching);
	addEventListener("dragleave", (event) => {
		if (event.relatedTarget === null) {
			drop.hidden = true;
		}
	}, catching);
	addEventListener("drop", (event) => {
		event.preventDefault();
		event.stopPropagation();
		drop.hidden = true;
		give([...event.dataTransfer.files]);
	}, catching);

	globalThis.fragscopeChoose = () => choose.click();
	choose.addEventListener("change", () => {
		give([...choose.files]).then(() => { choose.value = ""; });
	});

	// The program is a quarter of its size when packed, also on servers that pack nothing; others
	// say that the file is packed, and the browser has unpacked it already.
	const unpacked = async (file) => {
		const mark = new Uint8Array(await file.slice(0, 2).arrayBuffer());
		if (mark[0] !== 0x1f || mark[1] !== 0x8b) {
			return file.arrayBuffer();
		}
		return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
	};

	const run = async () => {
		if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") {
			fail("This browser is too old: it has no WebAssembly or cannot unpack files.");
			return;
		}
		const go = new Go();
		const name = "fragscope.wasm.gz";
		const response = await fetch(name);
		if (!response.ok) {
			throw new Error(`${name}: ${response.status} ${response.statusText}`);
		}
		const total = Number(response.headers.get("Content-Length"));
		const chunks = [];
		let length = 0;
		for (const reader = response.body.getReader(); ;) {
			const { done, value } = await reader.read();
			if (done) {
				break;
			}
			chunks.push(value);
			length += value.length;
			state.textContent = total > 0 ? `Loading… ${Math.min(100, Math.round(100 * length / total))} %` : "Loading…";
		}
		state.textContent = "Starting…";
		const { instance } = await WebAssembly.instantiate(await unpacked(new Blob(chunks)), go.importObject);
		const ended = go.run(instance);
		const ready = setInterval(() => {
			if (!document.querySelector("canvas")) {
				return;
			}
			clearInterval(ready);
			start.hidden = true;
			if (waiting.length > 0) {
				globalThis.fragscopeOpen(waiting);
				waiting = [];
			}
		}, 50);
		await ended;
		clearInterval(ready);
		for (const canvas of document.querySelectorAll("canvas")) {
			canvas.remove();
		}
		start.hidden = false;
		state.textContent = "Closed. Load the page again to open it.";
	};

	run().catch((error) => fail(`Fragscope could not be started: ${error.message}`));
})();
