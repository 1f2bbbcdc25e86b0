// Starts the program and hands it the files that are dropped or chosen. They are read
// in this page and go nowhere else.
"use strict";

(() => {
	const [start, state, reload, drop, choose, now, said, controls] =
		["start", "state", "reload", "drop", "choose", "now", "said", "controls"].map((id) => document.getElementById(id));
	const main = document.querySelector("main");
	let canvas = null;
	const unstarted = state.textContent; // why no script may run, or nothing be loaded

	// A saved page has the program inside, and is kept as it came, without its demo, for further ones to be made of it.
	const inside = document.getElementById("program")?.textContent;
	const shell = inside && "<!DOCTYPE html>\n" + document.documentElement.outerHTML;

	const fail = (text, again) => {
		start.hidden = false;
		state.className = "error";
		state.textContent = text;
		reload.hidden = !again;
		if (again) {
			reload.focus();
		}
	};
	const tell = (text) => {
		state.className = "";
		state.textContent = text;
	};
	reload.addEventListener("click", () => location.reload());

	// What the browser lacks, in a sentence; empty where it lacks nothing.
	const missing = () => {
		if (!inside && location.protocol === "file:") {
			return unstarted;
		}
		if (typeof WebAssembly !== "object") {
			return "This browser has no WebAssembly, or it is switched off. Open the page in a current Firefox, Chrome, Edge or Safari, outside of any lockdown mode.";
		}
		if (typeof DecompressionStream !== "function") {
			return "This browser is too old: it cannot unpack the program. Firefox 113, Chrome 80, Edge 80, Safari 16.4 and newer can.";
		}
		const gl = document.createElement("canvas").getContext("webgl2");
		if (!gl) {
			return "This browser has no WebGL 2, with which Fragscope draws, or it is switched off. Switch on hardware acceleration in the browser's settings and start it again, or try another browser.";
		}
		gl.getExtension("WEBGL_lose_context")?.loseContext(); // browsers keep few at a time
		return "";
	};

	// Files that came before the program was ready.
	let waiting = [];

	const give = (files) => {
		if (files.length === 0) {
			return;
		}
		if (globalThis.fragscopeOpen) {
			globalThis.fragscopeOpen(files);
			canvas?.focus();
		} else {
			waiting = waiting.concat(files);
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
		const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
		if (entries.some((entry) => entry.isDirectory)) {
			Promise.all(entries.map((entry) => filesOf(entry))).then((lists) => give(lists.flat()));
		} else {
			give([...event.dataTransfer.files]);
		}
	}, catching);

	// The files of what was dropped; those of a folder are marked, as it has others than demos and maps.
	const filesOf = async (entry, inFolder = false) => {
		if (entry.isFile) {
			const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
			file.inFolder = inFolder;
			return [file];
		}
		const reader = entry.createReader();
		const found = [];
		for (let some = [null]; some.length > 0; found.push(...some)) {
			some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
		}
		return (await Promise.all(found.map((inside) => filesOf(inside, true)))).flat();
	};

	globalThis.fragscopeChoose = (folder) => {
		choose.webkitdirectory = folder;
		choose.click();
	};
	choose.addEventListener("change", () => {
		give([...choose.files]);
		choose.value = "";
	});

	// Files that the system opens with the installed page.
	globalThis.launchQueue?.setConsumer(async (launch) => give(await Promise.all(launch.files.map((handle) => handle.getFile()))));

	// The engine takes what a wheel event says for notches, which it says in pixels, lines or pages, by browser, system and device.
	// What all say alike is the older wheelDelta: 120 for a notch, parts of it for what is finer.
	const notches = (event, axis) => {
		const delta = event["wheelDelta" + axis];
		return delta ? delta / 120 : -event["delta" + axis] / [100, 3, 1][event.deltaMode];
	};
	addEventListener("wheel", (event) => {
		if (!event.isTrusted || event.target !== canvas) {
			return;
		}
		event.preventDefault();
		event.stopImmediatePropagation();
		let x = notches(event, "X");
		let y = notches(event, "Y");
		if (event.ctrlKey && event.deltaMode === 0 && Math.abs(event.deltaY) < 50) {
			// Two fingers on a touchpad: e^(delta/100) is how far they went apart, 1.2 what the program zooms by for a notch.
			[x, y] = [0, -event.deltaY / 100 / Math.log(1.2)];
		}
		const { clientX, clientY } = event;
		canvas.dispatchEvent(new WheelEvent("wheel", { deltaX: -x, deltaY: -y, clientX, clientY, cancelable: true }));
	}, { capture: true, passive: false });

	// Tab is the program's; Shift+Tab leads out of the canvas, to the list of controls before it.
	addEventListener("keydown", (event) => {
		if (event.target === canvas && event.key === "Tab" && event.shiftKey) {
			event.stopImmediatePropagation();
		}
	}, catching);

	// The engine would load the page again, without a word and without the demo.
	addEventListener("webglcontextlost", (event) => {
		if (event.target !== canvas) {
			return;
		}
		event.stopImmediatePropagation();
		fail("The browser took the graphics away from this page, as after a fault of the driver or a long sleep. Load the page again, then open the demo again.", true);
	}, catching);

	// The page was zoomed, or is on a screen with other pixels. Not all browsers tell of all of this: it is looked for.
	let ratio = devicePixelRatio;
	const pixelsChanged = () => {
		if (devicePixelRatio !== ratio) {
			ratio = devicePixelRatio;
			globalThis.fragscopeRescale?.();
			dispatchEvent(new Event("resize"));
		}
	};

	// When fingers came and went, by the clock of their events, in milliseconds, and whether the program has seen them: the engine hears of them
	// when it makes a frame, which may take longer than a tap. A tap's end waits until the tap was seen. Of touches that the system takes away
	// the engine is told as of an end.
	const fingers = new Map();
	let lifted = null;
	const lift = (event) => canvas.dispatchEvent(new TouchEvent("touchend", { cancelable: true, targetTouches: [...event.targetTouches] }));
	globalThis.fragscopeFinger = (id) => {
		const finger = fingers.get(id);
		if (!finger) {
			return null;
		}
		finger.seen = true;
		const late = lifted;
		lifted = null;
		if (late) {
			setTimeout(() => lift(late)); // after the frame that saw it
		}
		// One that has moved does not stay, however late the program sees it.
		return [performance.timeOrigin + finger.from, finger.moved ? 0 : (finger.to ?? performance.now()) - finger.from];
	};
	addEventListener("touchstart", (event) => {
		if (event.target !== canvas) {
			return;
		}
		if (event.touches.length === event.changedTouches.length) {
			fingers.clear();
		}
		for (const { identifier, clientX, clientY } of event.changedTouches) {
			fingers.set(identifier, { from: event.timeStamp, x: clientX, y: clientY });
		}
		lifted = null; // the next finger is another, which tells that this was lifted
	}, catching);
	addEventListener("touchmove", (event) => {
		for (const { identifier, clientX, clientY } of event.changedTouches) {
			const finger = fingers.get(identifier);
			if (finger && Math.hypot(clientX - finger.x, clientY - finger.y) >= 10) {
				finger.moved = true;
			}
		}
	}, { capture: true, passive: true });
	for (const end of ["touchend", "touchcancel"]) {
		addEventListener(end, (event) => {
			if (!event.isTrusted || event.target !== canvas) {
				return;
			}
			let seen = true;
			for (const { identifier } of event.changedTouches) {
				const finger = fingers.get(identifier);
				if (finger) {
					finger.to = event.timeStamp;
					seen = finger.seen;
				}
			}
			if (seen && end === "touchend") {
				return;
			}
			event.preventDefault();
			event.stopImmediatePropagation();
			if (seen) {
				lift(event);
			} else {
				lifted = event;
			}
		}, { capture: true, passive: false });
	}

	// What is kept from visit to visit: texts by their names, in a database of the browser's. The other windows hear what is written.
	let database = null;
	let others = null;
	const asked = (request) => new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
	const openDatabase = async () => {
		const opening = indexedDB.open("fragscope", 1);
		opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
		database = await asked(opening);
		const kept = database.transaction("kept").objectStore("kept");
		const [names, texts] = await Promise.all([asked(kept.getAllKeys()), asked(kept.getAll())]);
		return names.flatMap((name, i) => [name, texts[i]]);
	};
	globalThis.fragscopeKept = async (changed) => {
		others = new BroadcastChannel("fragscope");
		others.onmessage = ({ data }) => changed(...data);
		const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the browser's database does not open")), 15000));
		return Promise.race([openDatabase(), late]);
	};
	globalThis.fragscopeKeep = (name, text) => new Promise((resolve, reject) => {
		const change = database.transaction("kept", "readwrite");
		change.oncomplete = resolve;
		change.onabort = () => reject(change.error);
		change.objectStore("kept").put(text, name);
		others.postMessage([name, text]);
	});

	// What the program says to screen readers: what is shown, and, aloud, what changed.
	globalThis.fragscopeSay = (text, aloud) => {
		now.textContent = text;
		if (aloud) {
			said.textContent = aloud;
		}
	};

	// The plain list of controls: [{group, name, hint, pressed}], pressed where it is a switch. The button that has the focus keeps it.
	globalThis.fragscopeControls = (list) => {
		const at = [...controls.querySelectorAll("button")].indexOf(document.activeElement);
		const label = document.activeElement?.textContent;
		const groups = new Map();
		list.forEach((control, i) => {
			if (!groups.has(control.group)) {
				groups.set(control.group, []);
			}
			const button = document.createElement("button");
			button.textContent = control.name;
			button.title = control.hint;
			if (typeof control.pressed === "boolean") {
				button.setAttribute("aria-pressed", control.pressed);
			}
			button.addEventListener("click", () => globalThis.fragscopeUse(i));
			const item = document.createElement("li");
			item.append(button);
			groups.get(control.group).push(item);
		});
		const title = document.createElement("h1");
		title.textContent = "Fragscope";
		controls.replaceChildren(title, ...[...groups].flatMap(([name, items]) => {
			const head = document.createElement("h2");
			head.textContent = name;
			const rows = document.createElement("ul");
			rows.append(...items);
			return [head, rows];
		}));
		if (at >= 0) {
			const all = [...controls.querySelectorAll("button")];
			(all.find((button) => button.textContent === label) ?? all[Math.min(at, all.length - 1)])?.focus();
		}
	};

	// The program is a quarter of its size when packed, also on servers that pack nothing; others
	// say that the file is packed, and the browser has unpacked it already.
	const packings = [{ name: "fragscope.wasm.br", format: "brotli" }, { name: "fragscope.wasm.gz", format: "gzip" }];
	const can = (format) => {
		try {
			return Boolean(new DecompressionStream(format));
		} catch {
			return false;
		}
	};

	// The smaller file is for browsers that unpack it themselves, and for servers that say what it is.
	const packed = async () => {
		for (const { name, format } of packings) {
			if (can(format)) {
				return { name, format };
			}
			const head = await fetch(name, { method: "HEAD" }).catch(() => null);
			if (head?.ok && head.headers.get("Content-Encoding")) {
				return { name, format };
			}
		}
		throw new Error("this browser can unpack none of the program's files");
	};

	const unpacked = async (packed, format) => {
		const [ahead, stream] = packed.tee();
		const reader = ahead.getReader();
		const { value } = await reader.read();
		reader.cancel();
		const plain = value[0] === 0 && String.fromCharCode(value[1], value[2], value[3]) === "asm";
		const headers = { "Content-Type": "application/wasm" };
		return new Response(plain ? stream : stream.pipeThrough(new DecompressionStream(format)), { headers });
	};

	// The letters of base 85 as Adobe has it, with v in the place of <: five are four bytes, a z is four zeros.
	const unlettered = (text) => {
		const bytes = new Uint8Array(text.length + 4 * text.split("z").length);
		const view = new DataView(bytes.buffer);
		let [length, value, digits] = [0, 0, 0];
		const put = () => {
			view.setUint32(length, value);
			length += 4;
			value = digits = 0;
		};
		for (let i = 0; i < text.length; i++) {
			const letter = text.charCodeAt(i);
			if (letter === 122) {
				put();
				continue;
			}
			value = value * 85 + (letter === 118 ? 60 : letter) - 33;
			if (++digits === 5) {
				put();
			}
		}
		if (digits > 1) {
			const rest = digits - 1;
			for (; digits < 5; digits++) {
				value = value * 85 + 84;
			}
			put();
			length -= 4 - rest;
		}
		return bytes.subarray(0, length);
	};

	// What pages are made of.
	globalThis.fragscopeProgram = async () => {
		if (inside) {
			return shell.replace(/(<title>)[^<]*/, "$1Fragscope").replace(/(<script id="content"[^>]*>)[^<]*/, "$1");
		}
		const response = await fetch("page.html").catch(() => null);
		if (!response?.ok) {
			throw new Error("the page's folder on the server has no page.html, of which pages are made");
		}
		return response.text();
	};

	// The program, which the browser compiles while it comes.
	const load = async () => {
		if (inside) {
			return unpacked(new Blob([unlettered(inside)]).stream(), "gzip");
		}
		const { name, format } = await packed();
		const response = await fetch(name).catch((error) => {
			throw new Error(`${name} cannot be loaded (${error.message}); check the connection and load the page again`);
		});
		if (!response.ok) {
			throw new Error(`the server has no ${name} (${response.status} ${response.statusText}); the page's folder is not complete there`);
		}
		const total = response.headers.get("Content-Encoding") ? 0 : Number(response.headers.get("Content-Length"));
		let length = 0;
		const counted = new TransformStream({
			transform: (chunk, controller) => {
				length += chunk.length;
				tell(total > 0 ? `Loading… ${Math.min(100, Math.round(100 * length / total))} %` : "Loading…");
				controller.enqueue(chunk);
			},
			flush: () => tell("Starting…"),
		});
		return unpacked(response.body.pipeThrough(counted), format);
	};

	// The engine has put its canvas behind everything else.
	const furnish = () => {
		canvas.setAttribute("role", "application");
		canvas.setAttribute("aria-label", "Fragscope, the match from above. Shift+Tab leads to a list of all controls.");
		canvas.setAttribute("aria-describedby", "now");
		canvas.tabIndex = 0;
		main.append(canvas);
		setInterval(pixelsChanged, 250);
		canvas.focus();
		controls.hidden = false;
		start.hidden = true;
		if (!inside) {
			navigator.serviceWorker?.register("sw.js").catch(() => { /* then it opens with a network only */ });
		}
	};

	const run = async () => {
		tell("Loading…");
		const lack = missing();
		if (lack) {
			fail(lack);
			return;
		}
		const go = new Go();
		let code = 0;
		go.exit = (status) => { code = status; };
		const { instance } = await WebAssembly.instantiateStreaming(load(), go.importObject);
		const ended = go.run(instance);
		const ready = setInterval(() => {
			canvas = document.querySelector("canvas");
			if (!canvas || !globalThis.fragscopeOpen) {
				return;
			}
			clearInterval(ready);
			furnish();
			if (waiting.length > 0) {
				globalThis.fragscopeOpen(waiting);
				waiting = [];
			}
		}, 20);
		await ended;
		clearInterval(ready);
		canvas?.remove();
		controls.hidden = true;
		if (code === 0) {
			fail("Fragscope is closed. Load the page again to open it.", true);
			state.className = "";
		} else {
			fail("Fragscope has stopped because of a fault of the program; what went wrong is in the browser's console. Load the page again.", true);
		}
	};

	run().catch((error) => fail(`Fragscope could not be started: ${error.message}.`, true));
})();
