package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"fragscope/assets/icon"
	"fragscope/viewer/page"
)

// The parts of saved pages that replace files loaded by the web page.
const (
	pagePolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; script-src %s 'wasm-unsafe-eval'; img-src data: blob:; style-src %s"
	pageState  = `<p id="state" role="status" class="error">Fragscope has not started. This page is a program: it needs JavaScript and WebAssembly.</p>`
)

// pageFile returns the program part of saved pages: a single file that loads nothing. Package page adds a demo to it.
func (r *release) pageFile() ([]byte, error) {
	program, err := r.buildFor(target{"js", "wasm"}, savedPage)
	if err != nil {
		return nil, err
	}
	return r.inline(program)
}

// mostPacked bounds the program part of saved pages, in bytes, so that pages can be mailed.
const mostPacked = 6_000_000

// packedSize returns the size of that part in bytes before its encoding as text, where five characters stand for four
// bytes.
func packedSize(part []byte) int { return len(part) / 5 * 4 }

// inline returns the web page as a single file.
func (r *release) inline(program []byte) ([]byte, error) {
	packed, err := gzipped(program)
	if err != nil {
		return nil, err
	}
	text := map[string]string{}
	for name, dir := range map[string]string{
		"index.html": filepath.Join(r.root, "assets", "web"), "page.css": filepath.Join(r.root, "assets", "web"),
		"page.js": filepath.Join(r.root, "assets", "web"), "wasm_exec.js": filepath.Join(r.goroot, "lib", "wasm"),
	} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return nil, err
		}
		text[name] = string(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")))
	}
	glue, script, style := text["wasm_exec.js"], text["page.js"], text["page.css"]
	policy := fmt.Sprintf(pagePolicy, hashOf(glue)+" "+hashOf(script), hashOf(style))
	picture := "data:image/png;base64," + base64.StdEncoding.EncodeToString(icon.PNG(128))
	e := edit{text: text["index.html"]}
	e.element(`<meta http-equiv="Content-Security-Policy"`, ">",
		`<meta http-equiv="Content-Security-Policy" content="`+policy+`">`)
	e.element("<!-- Nothing but this", "-->", page.Sign)
	e.element("<title>", "</title>", page.Title)
	e.element(`<link rel="icon"`, ">", `<link rel="icon" type="image/png" href="`+picture+`">`)
	e.element(`<link rel="apple-touch-icon"`, ">\n", "")
	e.element(`<link rel="manifest"`, ">\n", "")
	e.element(`<link rel="stylesheet"`, ">", "<style>"+style+"</style>")
	e.element(`<img src="`, ">", `<img src="`+picture+`" width="96" height="96" alt="">`)
	e.element(`<p id="state"`, "</p>", pageState)
	e.element(`<script src="wasm_exec.js">`, "</script>",
		`<script id="program" type="text/plain">`+string(page.Text(packed))+"</script>\n"+page.Content+"\n<script>"+
			glue+"</script>")
	e.element(`<script src="page.js">`, "</script>", "<script>"+script+"</script>")
	return []byte(e.text), e.err
}

// hashOf returns the name of a script or a style sheet in a content security policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// edit is a page being changed. Its error is sticky.
type edit struct {
	text string
	err  error
}

// element replaces the element that starts with begin and ends with end, which must occur exactly once.
func (e *edit) element(begin, end, with string) {
	before, rest, ok := strings.Cut(e.text, begin)
	_, after, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 || strings.Contains(rest, begin) {
		e.err = errors.Join(e.err, fmt.Errorf("assets/web/index.html does not contain %s exactly once", begin))
		return
	}
	e.text = before + with + after
}

// makePage builds the program part of pages, for users who build the program themselves.
func makePage(name string) error {
	r := new(release)
	if err := errors.Join(r.readTexts(), r.here()); err != nil {
		return err
	}
	data, err := r.pageFile()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	fmt.Printf("%9d  %s\n", len(data), name)
	return os.WriteFile(name, data, 0o644)
}

// here finds the folders of the project and of Go.
func (r *release) here() (err error) {
	if r.root, err = os.Getwd(); err != nil {
		return err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return fmt.Errorf("finding Go: %w", err)
	}
	r.goroot = strings.TrimSpace(string(goroot))
	return nil
}
