// Drives the page in a browser with real wheel, mouse and touch events.
//
//	node page.test.js BROWSER EXECUTABLE FOLDER-OF-THE-PAGE FOLDER-FOR-PICTURES
//
// BROWSER is chrome or firefox. Each line that it prints is a check: "ok", "FAIL" or "skip", and what was checked. It looks for its
// modules where NODE_PATH says.
"use strict";

const child = require("child_process");
const fs = require("fs");
const http = require("http");
const path = require("path");
const puppeteer = require("puppeteer-core");

const [browserName, executablePath, folder, pictures] = process.argv.slice(2);
const chrome = browserName === "chrome";
const demo = path.join(__dirname, "../../../../assets/sample/glasshouse.dm_68");
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const patience = 240000; // machines of tests are slow

let failed = 0;
const check = (what, good, detail = "") => {
	failed += good ? 0 : 1;
	console.log(`${good ? "ok" : "FAIL"}   ${what}${detail === "" ? "" : ": " + detail}`);
};

const types = {
	".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".png": "image/png", ".webmanifest": "application/manifest+json",
};
// A server of plain files; sent counts bytes, asked are the files that were asked for, and while it is down it takes no connection. It has the
// sample's demo in a folder of matches, under every name.
const serve = () => new Promise((resolve) => {
	const s = { sent: 0, asked: new Set() };
	s.server = http.createServer((request, answer) => {
		const asked = decodeURIComponent(new URL(request.url, "http://x").pathname);
		s.asked.add(asked);
		const name = /^\/matches\/.*\.dm_68$/.test(asked) ? demo : path.join(folder, asked.replace(/\/$/, "/index.html"));
		if (!fs.existsSync(name)) {
			answer.writeHead(404).end();
			return;
		}
		const data = fs.readFileSync(name);
		const br = name.endsWith(".br") && /\bbr\b/.test(request.headers["accept-encoding"]) ? { "Content-Encoding": "br" } : {};
		s.sent += request.method === "HEAD" ? 0 : data.length;
		answer.writeHead(200, { "Content-Type": types[path.extname(name)] ?? "application/octet-stream", "Content-Length": data.length, "Cache-Control": "max-age=3600", ...br });
		answer.end(request.method === "HEAD" ? undefined : data);
	});
	s.server.listen(0, "127.0.0.1", () => {
		s.url = `http://localhost:${s.server.address().port}/`;
		resolve(s);
	});
});

// Without a graphics card: Chromium draws by itself, Firefox needs a display to draw without one.
const launch = () => puppeteer.launch({
	browser: browserName, executablePath, headless: chrome, protocolTimeout: patience,
	args: chrome ? ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] : [],
	extraPrefsFirefox: { "webgl.force-enabled": true },
});

const started = (page) => page.waitForFunction(() => document.querySelector("canvas") && document.getElementById("start").hidden, { timeout: patience, polling: 200 });
const now = (page) => page.$eval("#now", (e) => e.textContent);
const until = async (page, what, want) => {
	const end = Date.now() + patience / 4;
	let text = "";
	while (Date.now() < end) {
		text = await now(page);
		if (want(text)) {
			check(what, true, text);
			return text;
		}
		await sleep(200);
	}
	check(what, false, text);
	return text;
};
const press = (page, name) => page.$$eval("#controls button", (all, name) => all.find((b) => b.textContent === name).click(), name);
const seconds = (text) => {
	const m = /(\d+):(\d+)(?:\.\d)? of/.exec(text);
	return m ? Number(m[1]) * 60 + Number(m[2]) : NaN;
};
const picture = (page, name) => page.screenshot({ path: path.join(pictures, `${browserName}-${name}.png`) });
const shades = async (page) => {
	// How many colours the middle of the page has: a map has many, a blank one few.
	const { width, height } = page.viewport() ?? { width: 1000, height: 700 };
	const png = await page.screenshot({ encoding: "base64", clip: { x: width * 0.3, y: height * 0.25, width: width * 0.4, height: height * 0.4 } });
	return page.evaluate(async (data) => {
		const image = new Image();
		image.src = "data:image/png;base64," + data;
		await image.decode();
		const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
		const context = canvas.getContext("2d");
		context.drawImage(image, 0, 0);
		const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
		return new Set(pixels).size;
	}, png);
};

const watch = (page) => {
	const seen = [];
	page.on("console", (m) => { if (/Content.Security|violat/i.test(m.text())) { seen.push(m.text()); } });
	page.on("pageerror", (e) => seen.push(e.message));
	return seen;
};

const desktop = async (browser, server) => {
	const page = await browser.newPage();
	await page.setViewport({ width: 1280, height: 720 });
	const seen = watch(page);
	const before = Date.now();
	await page.goto(server.url);
	await started(page);
	console.log(`       the page's first picture after ${Date.now() - before} ms, ${server.sent} bytes`);
	await until(page, "without a demo the page says so", (t) => t === "No demo is open");
	const took = await page.evaluate(() => performance.getEntriesByType("resource").map((r) => r.name).find((n) => /wasm\.\w+$/.test(n)));
	check("it takes the program in brotli where the server can", took?.endsWith(".br"), took);
	await picture(page, "welcome");

	const asked = Date.now();
	await press(page, "Sample");
	await until(page, "the description follows what happens", (t) => /^Playing, (-?\d+:\d\d, )?\d+:\d\d of \d+:\d\d.*, .*\d/.test(t));
	console.log(`       the sample's first picture after ${Date.now() - asked} ms`);
	await press(page, "Play / pause");
	await until(page, "a plain button pauses", (t) => t.startsWith("Paused"));
	await sleep(1500);
	const plain = await shades(page);

	await page.mouse.move(640, 300);
	await page.mouse.wheel({ deltaY: -120 });
	await sleep(1500);
	const zoomed = await shades(page);
	check("one notch of the wheel keeps the map in sight", zoomed > plain / 4, `${plain} colours before, ${zoomed} after`);
	await picture(page, "desktop");

	await page.keyboard.press("ArrowRight"); // before the match begins, two seconds read 0:00
	await sleep(1000);
	const at = seconds(await now(page));
	await page.keyboard.down("Shift");
	await page.mouse.wheel({ deltaY: -120 });
	// What drives Firefox gives it 120 pixels of a touchpad, which are three notches.
	await until(page, "Shift and a notch go a second on", (t) => Math.abs(seconds(t) - at) === (chrome ? 1 : 3));
	await page.keyboard.up("Shift"); // a slow frame looks at the keys after the wheel

	const role = await page.$eval("canvas", (c) => [c.getAttribute("role"), c.getAttribute("aria-label"), c.getAttribute("aria-describedby"), c.tabIndex].join("|"));
	check("the canvas has a role, a name and a description", /^application\|Fragscope.*\|now\|0$/.test(role), role);
	const count = await page.$$eval("#controls button", (all) => all.length);
	check("the list of buttons has all controls", count > 70, `${count} buttons`);
	await page.focus("canvas");
	await page.keyboard.down("Shift");
	await page.keyboard.press("Tab");
	await page.keyboard.up("Shift");
	const focus = await page.evaluate(() => [document.activeElement.tagName, getComputedStyle(document.getElementById("controls")).zIndex].join(" "));
	check("Shift+Tab leads to the buttons, which are then in sight", focus === "BUTTON 1", focus);
	await picture(page, "controls");
	await page.focus("canvas");

	await page.evaluate(fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8"));
	const found = await page.evaluate(async () => (await axe.run()).violations.map((v) => `${v.id} (${v.impact}): ${v.nodes.map((n) => n.target).join(", ")}`));
	check("axe-core finds nothing", found.length === 0, found.join("; "));
	const file = path.join(pictures, "chosen.dm_68");
	fs.copyFileSync(demo, file);
	await (await page.$("#choose")).uploadFile(file);
	const opened = await page.waitForFunction(() => document.title.startsWith("chosen.dm_68"), { timeout: patience / 4, polling: 200 }).catch(() => null);
	check("a file that is chosen plays", Boolean(opened));
	check("the policy lets through all that the page needs, and there are no errors", seen.length === 0, seen.join("; "));
	return page;
};

// What the list of buttons is of now: what lies over the window has its own.
const rows = (page) => page.$$eval("#controls button", (all) => all.map((b) => b.textContent));
const waited = (page, what) => page.waitForFunction(what, { timeout: patience / 4, polling: 200 }).then(() => true, () => false);

// What the user chose and wrote is there again after the page was loaded again.
const kept = async (browser, server) => {
	const page = await browser.newPage();
	await page.setViewport({ width: 1280, height: 720 });
	const there = async () => {
		await started(page);
		await until(page, "the sample is open at a moment", (t) => t.startsWith("Paused, 0:"));
		await sleep(3000);
		return page.screenshot({ encoding: "base64", clip: { x: 320, y: 60, width: 600, height: 400 } });
	};
	const apart = (a, b) => page.evaluate(async (...both) => {
		const [one, two] = await Promise.all(both.map(async (data) => {
			const image = new Image();
			image.src = "data:image/png;base64," + data;
			await image.decode();
			const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
			const context = canvas.getContext("2d");
			context.drawImage(image, 0, 0);
			return new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
		}));
		return one.filter((pixel, i) => pixel !== two[i]).length / one.length;
	}, a, b);
	await page.goto(server.url + "#sample&t=20&paused");
	const before = await there();
	await press(page, "Bookmark");
	await press(page, "Turn the map");
	await press(page, "Names");
	await sleep(1000);
	await page.reload();
	const after = await there();
	await picture(page, "kept");
	const changed = await apart(before, after);
	check("a turned map and names that are off make another picture", changed > 0.1, `${Math.round(100 * changed)} % of it`);
	await page.reload();
	const again = await apart(after, await there());
	check("which is the same after a further reload", again < 0.02, `but for ${(100 * again).toFixed(2)} %`);
	await press(page, "Bookmarks");
	await sleep(1500);
	const list = await rows(page);
	check("a bookmark is there after a reload", /0:\d\d/.test(list[0]), list.slice(0, 4).join(" | "));
	await page.keyboard.press("Escape");
	await sleep(500);
	for (const name of ["Turn the map", "Turn the map", "Turn the map", "Names"]) {
		await press(page, name);
	}
	await sleep(1000);
	await page.close();
};

// An address names a demo of the site, a moment and a player; what is copied is such an address.
const linked = async (browser, server) => {
	const page = await browser.newPage();
	await page.setViewport({ width: 1280, height: 720 });
	await page.evaluateOnNewDocument(() => {
		globalThis.copied = "";
		Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
	});
	await page.goto(server.url + "#demo=matches/a%20final.dm_68&t=20&follow=moss&paused");
	await started(page);
	const text = await until(page, "an address opens a demo of the site at its moment, with its player", (t) => /^Paused, 0:.*following Mossfoot/.test(t));
	check("under the name of its file", (await page.title()).startsWith("a final.dm_68"), await page.title());
	await picture(page, "linked");
	await press(page, "Copy the position");
	await waited(page, () => globalThis.copied !== "");
	const copied = await page.evaluate(() => globalThis.copied);
	check("the copied address names demo, moment and player", /#demo=matches\/a\+final\.dm_68&t=[^&]+&follow=Mossfoot/.test(copied), copied);
	await page.goto("about:blank");
	await page.goto(copied);
	await started(page);
	await until(page, "and leads there again", (t) => t.replace("Playing", "Paused").startsWith(text.slice(0, 10)));
	await page.evaluate(() => { location.hash = "#demo=matches/second.dm_68&t=30&paused"; });
	check("another demo in the address is opened", await waited(page, () => document.title.startsWith("second.dm_68")));
	await until(page, "at its moment", (t) => t.startsWith("Paused") && t !== text);
	await page.goto(server.url + "?demo=matches/one.dm_68&demo=matches/two.dm_68");
	await started(page);
	check("a list of demos begins with the first", await waited(page, () => document.title.startsWith("one.dm_68")));
	await press(page, "Next demo");
	check("and goes on with the next", await waited(page, () => document.title.startsWith("two.dm_68")));
	await page.goto(server.url + "#demo=https://example.org/x.dm_68&t=3");
	await started(page);
	await until(page, "a demo of another site is not opened", (t) => t === "No demo is open");
	await page.close();
};

// A folder gives the demos in it, and nothing else.
const folders = async (browser, server) => {
	const page = await browser.newPage();
	await page.goto(server.url);
	await started(page);
	const dir = fs.mkdtempSync(path.join(pictures, "folder-"));
	fs.mkdirSync(path.join(dir, "baseq3"));
	fs.copyFileSync(demo, path.join(dir, "baseq3", "inside.dm_68"));
	fs.writeFileSync(path.join(dir, "baseq3", "readme.txt"), "no demo");
	await page.evaluate(() => globalThis.fragscopeChoose(true));
	await (await page.$("#choose")).uploadFile(dir);
	check("of a folder the demo is opened, and nothing else", await waited(page, () => document.title.startsWith("inside.dm_68")));
	fs.rmSync(dir, { recursive: true });
	await page.close();
};

// A film is MP4 where the browser packs H.264, else WebM. That the page is odd in size does not matter.
const films = async (browser, server) => {
	const page = await browser.newPage();
	await page.setViewport({ width: 1281, height: 721 });
	await page.goto(server.url + "#sample&t=20&paused&loop=20,21");
	await started(page);
	await until(page, "a loop is open", (t) => t.startsWith("Paused, 0:"));
	const h264 = await page.evaluate(async () => {
		for (const codec of ["avc1.640033", "avc1.4d0033", "avc1.42e033"]) {
			if ((await VideoEncoder.isConfigSupported({ codec, width: 1280, height: 720, framerate: 30, bitrate: 4000000 })).supported) {
				return codec;
			}
		}
		return "";
	});
	const client = await browser.target().createCDPSession();
	const dir = fs.mkdtempSync(path.join(pictures, "film-"));
	await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: dir });
	await press(page, "Save film…");
	await sleep(1000);
	await page.focus("canvas");
	await page.keyboard.press("Enter"); // the first row saves
	let list = [];
	for (const end = Date.now() + patience / 2; Date.now() < end && list.length === 0; await sleep(500)) {
		list = fs.readdirSync(dir).filter((f) => /\.(mp4|webm)$/.test(f));
	}
	check(h264 ? `a film is an MP4 (${h264})` : "without H.264 a film is a WebM", list.length === 1 && list[0].endsWith(h264 ? ".mp4" : ".webm"), list.join());
	const probed = list.length === 1 && child.spawnSync("ffprobe", ["-v", "error", "-count_frames", "-show_entries",
		"stream=codec_name,width,height,nb_read_frames:format=duration", "-of", "csv=p=0", path.join(dir, list[0])], { encoding: "utf8" });
	if (probed && !probed.error) {
		check("which ffprobe reads to its end", probed.status === 0 && probed.stderr === "", (probed.stdout + probed.stderr).trim().replace(/\n/g, ", "));
	}
	fs.rmSync(dir, { recursive: true });
	await page.close();
};

// How long a phone takes to the first picture of the sample, at 10 Mbit/s. The figures depend on the machine and are only told.
const speed = async (browser, server) => {
	const context = await browser.createBrowserContext();
	for (const [what, aim] of [["cold", 8000], ["warm", 3000]]) {
		const page = await context.newPage();
		await page.setViewport({ width: 390, height: 844, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
		await page.emulateNetworkConditions({ download: 10e6 / 8, upload: 10e6 / 8, latency: 40 });
		const sent = server.sent;
		const before = Date.now();
		await page.goto(server.url + "#sample&t=20&paused");
		await started(page);
		const starts = Date.now() - before;
		await until(page, `a phone shows the sample, ${what}`, (t) => t.startsWith("Paused, 0:"));
		console.log(`       ${what} at 10 Mbit/s: starts after ${starts} ms, the picture after ${Date.now() - before} ms (aim: ${aim}), ${server.sent - sent} bytes`);
		await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated", { timeout: patience, polling: 500 });
		await page.close();
	}
	await context.close();
};

const pixels = async (page) => {
	const size = () => page.$eval("canvas", (c) => `${c.width}x${c.height}`);
	const width = Number((await size()).split("x")[0]);
	await page.setViewport({ width: 1280, height: 720, deviceScaleFactor: 2 });
	await sleep(3000);
	const [w] = (await size()).split("x").map(Number);
	check("sharp after a change of the pixel ratio", w === 2560, `${width} became ${w} pixels`);
	await page.setViewport({ width: 1280, height: 720, deviceScaleFactor: 1 });
	await sleep(1000);
};

const offline = async (page, server) => {
	await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === "activated", { timeout: patience, polling: 500 });
	server.server.closeAllConnections();
	await new Promise((resolve) => server.server.close(resolve));
	await page.reload();
	await started(page);
	await until(page, "it opens without a network the second time", (t) => t === "No demo is open");
};

const lost = async (page) => {
	await page.$eval("canvas", (c) => c.getContext("webgl2").getExtension("WEBGL_lose_context").loseContext());
	await sleep(1000);
	const text = await page.$eval("#state", (e) => e.offsetParent === null ? "" : e.textContent);
	check("a lost context is said", text.includes("took the graphics away"), text);
};

// Touch events as the browser makes them from fingers. A machine of tests may take so long for one that it would be a long touch:
// what follows at once is not to wait.
const touch = (client, type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
const finger = async (...all) => {
	await touch(...all);
	await sleep(120);
};

const phone = async (browser, server, name, width, height) => {
	const page = await browser.newPage();
	await page.setViewport({ width, height, deviceScaleFactor: 2, hasTouch: true, isMobile: true });
	await page.goto(server.url);
	await started(page);
	const client = await page.createCDPSession();
	const tap = async (x, y) => {
		const down = touch(client, "touchStart", [x, y]);
		await sleep(60);
		await Promise.all([down, touch(client, "touchEnd")]); // a slow phone takes longer for one than the finger stays
	};
	await until(page, `${name}: it starts`, (t) => t === "No demo is open");
	await sleep(1000);
	await picture(page, `${name}-welcome`);

	// The welcome screen's two buttons lie side by side in its middle.
	const upright = height > width;
	const chosen = page.waitForFileChooser({ timeout: 30000 }).catch(() => null);
	const row = await openRow(page, width, height);
	await tap(width / 2 - 80, row);
	check(`${name}: a tap on Open… chooses among the phone's files`, Boolean(await chosen));
	await press(page, "Sample");
	await until(page, `${name}: the sample plays`, (t) => t.startsWith("Playing"));
	await sleep(1500);
	await picture(page, name);
	const bar = height - 24;
	const slot = 44;
	const left = (width - Math.floor(width / slot) * slot) / 2;
	await client.send("Emulation.setCPUThrottlingRate", { rate: 6 });
	await tap(left + slot * (upright ? 1.5 : 2.5), bar);
	await until(page, `${name}: a tap of 60 ms on the button pauses, on a slow phone`, (t) => t.startsWith("Paused"));
	await client.send("Emulation.setCPUThrottlingRate", { rate: 1 });
	const line = height - (upright ? 62 : 66);
	await Promise.all([touch(client, "touchStart", [width * 0.2, line]), finger(client, "touchMove", [width * 0.5, line])]);
	await finger(client, "touchMove", [width * 0.8, line]);
	await finger(client, "touchEnd");
	await until(page, `${name}: a finger drags the position`, (t) => {
		const whole = /of (\d+):(\d+)/.exec(t);
		return whole && Math.abs(seconds(t) / (Number(whole[1]) * 60 + Number(whole[2])) - 0.8) < 0.08;
	});
	const mx = width * (upright ? 0.5 : 0.6);
	const my = height * 0.4;
	const before = await page.screenshot({ encoding: "base64" });
	await Promise.all([touch(client, "touchStart", [mx - 30, my]), finger(client, "touchStart", [mx - 30, my], [mx + 30, my])]);
	for (let apart = 30; apart <= 90; apart += 15) {
		await finger(client, "touchMove", [mx - apart, my], [mx + apart, my]);
	}
	await finger(client, "touchEnd");
	await sleep(800);
	await picture(page, `${name}-pinched`);
	check(`${name}: two fingers zoom the map`, before !== await page.screenshot({ encoding: "base64" }));
	await finger(client, "touchStart", [mx, my]);
	await sleep(1500);
	await finger(client, "touchEnd");
	await sleep(1000);
	await picture(page, `${name}-context`);
	const rows = await page.$$eval("#controls h2", (all) => all[0].textContent);
	check(`${name}: a long touch lists what can be done`, rows !== "Playback", rows);
	await press(page, "Close the list");
	await sleep(500);
	await press(page, "Players panel");
	await sleep(1000);
	await picture(page, `${name}-players`);
	await page.close();
};

// openRow is where the welcome screen has its buttons: rows of the accent colour in the middle left.
const openRow = async (page, width, height) => {
	const png = await page.screenshot({ encoding: "base64" });
	return page.evaluate(async (data, x, height) => {
		const image = new Image();
		image.src = "data:image/png;base64," + data;
		await image.decode();
		const scale = image.height / height;
		const canvas = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
		const context = canvas.getContext("2d");
		context.drawImage(image, 0, 0);
		const column = context.getImageData(Math.round(x * scale), 0, 1, image.height).data;
		const rows = [];
		for (let y = 0; y < image.height; y++) {
			const [r, , b] = column.slice(4 * y, 4 * y + 3);
			if (b > 200 && b - r > 80) {
				rows.push(y);
			}
		}
		return rows.length > 0 ? (rows[0] + rows[rows.length - 1]) / 2 / scale : height / 2;
	}, png, width / 2 - 130, height);
};

const without = async (server, what, want, prepare, browser, url = server.url) => {
	const page = await browser.newPage();
	await prepare(page);
	await page.goto(url);
	await sleep(3000);
	const text = await page.$eval("#state", (e) => e.offsetParent === null ? "" : e.textContent.replace(/\s+/g, " "));
	check(what, text.includes(want), text);
	await picture(page, what.replace(/\W+/g, "-"));
	await page.close();
};

const sentences = async (browser, server) => {
	await without(server, "without JavaScript there is a sentence", "has not started", (page) => page.setJavaScriptEnabled(false), browser);
	await without(server, "from file:// there is a sentence", "file://", () => {}, browser, "file://" + path.resolve(folder, "index.html"));
	await without(server, "without WebAssembly there is a sentence", "no WebAssembly", (page) => page.evaluateOnNewDocument(() => { delete globalThis.WebAssembly; }), browser);
	await without(server, "without WebGL 2 there is a sentence", "no WebGL 2", (page) => page.evaluateOnNewDocument(() => {
		HTMLCanvasElement.prototype.getContext = () => null;
	}), browser);
};

(async () => {
	const server = await serve();
	const browser = await launch();
	try {
		console.log(`${await browser.version()}`);
		await (chrome ? sentences(browser, server) : Promise.resolve(console.log("skip   the sentences: Chromium shows them")));
		if (chrome) {
			await phone(browser, server, "phone-portrait", 390, 844);
			await phone(browser, server, "phone-landscape", 844, 390);
		}
		if (chrome) {
			await speed(browser, server);
			await films(browser, server);
		}
		await kept(browser, server);
		await linked(browser, server);
		await (chrome ? folders(browser, server) : Promise.resolve(console.log("skip   a folder: what drives Firefox gives it none")));
		check("the atlas of maps is not fetched before a demo needs it", !server.asked.has("/atlas.bin"), [...server.asked].slice(-8).join(" "));
		const page = await desktop(browser, server);
		if (chrome) {
			await pixels(page);
			await offline(page, server);
		}
		await lost(page);
	} finally {
		await browser.close();
		server.server.close();
	}
	process.exit(failed > 0 ? 1 : 0);
})().catch((error) => {
	console.log("FAIL  ", error.stack);
	process.exit(1);
});
