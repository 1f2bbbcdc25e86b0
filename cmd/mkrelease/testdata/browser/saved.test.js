// Opens a saved page from a file, without a network: node saved.test.js chrome|firefox PROGRAM PAGE PICTURES NAME. Each line that it
// prints is a check: "ok" or "FAIL", and what was checked. The picture of the moment that the page's address names is PICTURES/NAME.png.
"use strict";

const fs = require("fs");
const http = require("http");
const path = require("path");
const puppeteer = require("puppeteer-core");

const [browserName, executablePath, file, pictures, name] = process.argv.slice(2);
const chrome = browserName === "chrome";
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const patience = 240000; // machines of tests are slow

let failed = 0;
const check = (what, good, detail = "") => {
	failed += good ? 0 : 1;
	console.log(`${good ? "ok" : "FAIL"}   ${what}${detail === "" ? "" : ": " + detail}`);
};

const now = (page) => page.$eval("#now", (e) => e.textContent);
const until = async (page, what, want) => {
	let text = "";
	for (const end = Date.now() + patience / 4; Date.now() < end; await sleep(200)) {
		text = await now(page);
		if (want(text)) {
			check(what, true, text);
			return;
		}
	}
	check(what, false, text);
};
const press = (page, name) => page.$$eval("#controls button", (all, name) => all.find((b) => b.textContent === name).click(), name);

// What the browser says of the page, and what it asks for beside it.
const watch = (page) => {
	const seen = [];
	page.on("console", (m) => seen.push(m.text()));
	page.on("pageerror", (e) => seen.push(e.message));
	page.on("dialog", (d) => { seen.push("dialog " + d.message()); d.dismiss(); });
	page.on("request", (r) => { if (!/^(data:|blob:|(file|http):.*\.html)/.test(r.url())) { seen.push("request " + r.url()); } });
	return seen;
};

const open = async (browser, file, hash) => {
	const page = await browser.newPage();
	await page.setViewport({ width: 1280, height: 720 });
	await page.evaluateOnNewDocument(() => {
		globalThis.copied = "";
		Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { globalThis.copied = text; } } });
	});
	const seen = watch(page);
	await page.goto((/^http:/.test(file) ? file : "file://" + file) + hash);
	await page.waitForFunction(() => document.querySelector("canvas") && document.getElementById("start").hidden, { timeout: patience, polling: 200 });
	return [page, seen];
};

// The same page from a server: what is bookmarked is there after a reload.
const served = async (browser) => {
	const server = http.createServer((request, answer) => {
		answer.writeHead(200, { "Content-Type": "text/html" });
		fs.createReadStream(file).pipe(answer);
	});
	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	const [page, seen] = await open(browser, `http://localhost:${server.address().port}/clip.html`, "#t=4.2&paused");
	await until(page, "from a server it opens at the moment of its address", (t) => t.startsWith("Paused, "));
	const said = (want) => page.waitForFunction((want) => document.getElementById("said").textContent.includes(want), { timeout: patience / 4, polling: 100 }, want).then(() => true, () => false);
	await press(page, "Bookmark");
	check("it says that a bookmark is set", await said("Bookmark at"), await page.$eval("#said", (e) => e.textContent));
	await sleep(1000);
	await page.reload();
	await page.waitForFunction(() => document.querySelector("canvas") && document.getElementById("start").hidden, { timeout: patience, polling: 200 });
	await until(page, "and again after a reload", (t) => t.startsWith("Paused, "));
	await press(page, "Bookmarks");
	await page.waitForFunction(() => [...document.querySelectorAll("#controls button")].some((b) => b.textContent === "Close the list"), { timeout: patience / 4, polling: 100 }).catch(() => null);
	const list = await page.$$eval("#controls button", (all) => all.map((b) => b.textContent));
	check("where its bookmark is kept", /0:\d\d/.test(list[0]), list.slice(0, 4).join(" | "));
	const other = seen.filter((s) => !/favicon/.test(s));
	check("and nothing is said to the console, nor fetched", other.length === 0, other.join("; "));
	await page.close();
	server.closeAllConnections();
	server.close();
};

const saves = async (browser, page) => {
	const client = await browser.target().createCDPSession();
	const folder = fs.mkdtempSync(path.join(pictures, "saved-"));
	await client.send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
	const saved = async (button, want) => {
		await press(page, button);
		if (button === "Save film…") {
			await sleep(1000);
			await page.focus("canvas");
			await page.keyboard.press("Enter"); // the first row saves
		}
		let list = [];
		for (const end = Date.now() + patience / 4; Date.now() < end; await sleep(200)) {
			list = fs.readdirSync(folder).filter((f) => want.test(f));
			if (list.length > 0) {
				break;
			}
		}
		check(`${button} is in the browser's downloads`, list.length === 1, list.join());
		return list.length === 1 ? path.join(folder, list[0]) : "";
	};
	const picture = await saved("Screenshot", /\.png$/);
	check("what was saved is a picture", picture && fs.readFileSync(picture).subarray(1, 4).toString() === "PNG");
	await page.evaluate(() => { location.hash = "#t=1&paused&loop=1,1.5"; });
	await sleep(1000);
	const film = await saved("Save film…", /\.gif$/);
	check("what was saved is a film", film && fs.readFileSync(film).subarray(0, 4).toString() === "GIF8");
	const again = await saved("Save page…", /\.html$/);
	if (again) {
		const [other, seen] = await open(browser, again, "#t=0.2&paused");
		await until(other, "a page that a page saved opens, too", (t) => t.startsWith("Paused"));
		check("and says nothing to the console", seen.length === 0, seen.join("; "));
		await other.close();
	}
	fs.rmSync(folder, { recursive: true });
};

(async () => {
	const browser = await puppeteer.launch({
		browser: browserName, executablePath, headless: chrome, protocolTimeout: patience,
		args: chrome ? ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost"] : [],
		extraPrefsFirefox: { "webgl.force-enabled": true, "network.proxy.type": 1, "network.proxy.http": "127.0.0.1", "network.proxy.http_port": 9, "network.proxy.no_proxies_on": "localhost" },
	});
	try {
		const [page, seen] = await open(browser, file, "#t=4.2&paused");
		await until(page, "the page opens at the moment of its address", (t) => t.startsWith("Paused, "));
		await sleep(3000);
		await page.screenshot({ path: path.join(pictures, name + ".png") });
		const before = await now(page);
		await page.evaluate(() => { location.hash = "#t=8&paused"; });
		await until(page, "another moment in the address is gone to", (t) => t !== before && t.startsWith("Paused"));
		await press(page, "Copy the position");
		await page.waitForFunction(() => globalThis.copied !== "", { timeout: patience / 4, polling: 100 }).catch(() => null);
		const copied = await page.evaluate(() => globalThis.copied);
		check("the address of the moment is copied", copied.startsWith("file://" + file + "#t=") && /#t=(8|-?\d+:\d\d\.\d{3})$/.test(copied), copied);
		await page.evaluate(() => { location.hash = "#t=9&speed=4&loop"; });
		await until(page, "a loop goes on from the start", (t) => t.startsWith("Playing"));
		await sleep(3000);
		await until(page, "and does not end", (t) => t.startsWith("Playing"));
		if (chrome) {
			await saves(browser, page);
		}
		await served(browser);
		check("nothing is said to the console, and nothing fetched", seen.length === 0, seen.join("; "));
	} finally {
		await browser.close();
	}
	process.exit(failed > 0 ? 1 : 0);
})().catch((error) => {
	console.log("FAIL  ", error.stack);
	process.exit(1);
});
