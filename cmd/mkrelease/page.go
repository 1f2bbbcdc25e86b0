package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/andybalholm/brotli"

	"fragscope/assets/icon"
	"fragscope/cmd/fragscope/desktop"
	saved "fragscope/viewer/page"
)

// addPage adds the web page, which any static file server can serve.
func (r *release) addPage(to tree, program []byte) error {
	page := tree{}
	for _, name := range []string{"index.html", "page.css", "page.js", "sw.js"} {
		data, err := os.ReadFile(filepath.Join(r.root, "assets", "web", name))
		if err != nil {
			return err
		}
		page[name] = file{data, false}
	}
	atlas, err := os.ReadFile(filepath.Join(r.root, "assets", "learned", "atlas.bin"))
	if err != nil {
		return err
	}
	page["atlas.bin"] = file{atlas, false}
	glue, err := os.ReadFile(filepath.Join(r.goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return err
	}
	page["wasm_exec.js"] = file{glue, false}
	gz, err := gzipped(program)
	if err != nil {
		return err
	}
	br, err := brotlied(program)
	if err != nil {
		return err
	}
	page["fragscope.wasm.gz"], page["fragscope.wasm.br"] = file{gz, false}, file{br, false}
	page[saved.FileName] = file{r.page, false}
	for _, size := range pageIcons {
		page[fmt.Sprintf("icon-%d.png", size)] = file{icon.PNG(size), false}
	}
	if page["manifest.webmanifest"], err = manifest(); err != nil {
		return err
	}
	worker := page["sw.js"].data
	page["sw.js"] = file{bytes.Replace(worker, []byte(`"VERSION"`), fmt.Appendf(nil, "%q", pageVersion(page)), 1),
		false}
	to.add(".", page)
	return nil
}

// pageVersion returns a version that depends on the page's content. Browsers use it to detect that their cached page is
// out of date.
func pageVersion(page tree) string {
	h := sha256.New()
	for _, name := range page.paths() {
		fmt.Fprintf(h, "%s %d\n", name, len(page[name].data))
		h.Write(page[name].data)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8])
}

// brotlied compresses data with Brotli. The best quality would take ten times as long for little gain.
func brotlied(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: 9, LGWin: 24})
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// pageIcons are the sizes of the page's icons: for the tab, the start screen, and the systems that install it.
var pageIcons = []int{48, 128, 192, 512}

// manifest returns the web app manifest, which describes the installation of the page and the files that it then opens.
func manifest() (file, error) {
	type picture struct {
		Src   string `json:"src"`
		Sizes string `json:"sizes"`
		Type  string `json:"type"`
	}
	type handler struct {
		Action string              `json:"action"`
		Accept map[string][]string `json:"accept"`
	}
	opens := handler{Action: ".", Accept: map[string][]string{}}
	for _, k := range desktop.Kinds() {
		for _, ext := range k.Extensions {
			opens.Accept[k.MIME()] = append(opens.Accept[k.MIME()], "."+ext)
			opens.Accept[k.GzipMIME()] = append(opens.Accept[k.GzipMIME()], "."+ext+".gz")
		}
	}
	var icons []picture
	for _, size := range pageIcons {
		icons = append(icons, picture{fmt.Sprintf("icon-%d.png", size), fmt.Sprintf("%dx%[1]d", size), "image/png"})
	}
	const ground = "#0d0e11"
	data, err := json.MarshalIndent(map[string]any{
		"name": desktop.Title, "short_name": desktop.Title, "description": desktop.Summary, "lang": "en",
		"id": ".", "start_url": ".", "scope": ".", "display": "standalone", "background_color": ground,
		"theme_color": ground, "categories": []string{"games", "entertainment"}, "icons": icons,
		"file_handlers":  []handler{opens},
		"launch_handler": map[string]string{"client_mode": "focus-existing"},
	}, "", "\t")
	return file{append(data, '\n'), false}, err
}
