package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/tc-hib/winres"
)

const (
	programPackage = "./cmd/fragscope"
	webPackage     = "./cmd/fragscope/web"
)

// savedPage are the build flags for the program in saved pages, which has to be small: no sample, no atlas, nothing
// that handles several demos, and no inlining except where bits are read and maps are drawn.
var savedPage = append([]string{"-tags=page", "-gcflags=all=-l"},
	inlined("fragscope/formats/wire", "fragscope/assets/plan", "compress/flate", "encoding/binary",
		"internal/runtime/maps", "math", "math/bits")...)

// inlined returns the flags that allow inlining in packages.
func inlined(packages ...string) (flags []string) {
	for _, p := range packages {
		flags = append(flags, "-gcflags="+p+"=")
	}
	return flags
}

// pkg returns the package of the program for a target.
func (t target) pkg() string {
	if t.os == "js" {
		return webPackage
	}
	return programPackage
}

// target is a system that the program is built for.
type target struct{ os, arch string }

// products returns the targets, grouped by package.
func products() [][]target {
	return [][]target{
		{{"linux", "amd64"}}, {{"linux", "arm64"}}, {{"windows", "amd64"}}, {{"windows", "arm64"}},
		{{"darwin", "amd64"}, {"darwin", "arm64"}}, {{"js", "wasm"}},
	}
}

// targets returns the targets of all products.
func targets() []target { return slices.Concat(products()...) }

// build builds the program for a target.
func (r *release) build(t target) ([]byte, error) { return r.buildFor(t, nil) }

// buildFor builds the program for a target with additional flags.
func (r *release) buildFor(t target, flags []string) ([]byte, error) {
	if t.os == "windows" {
		remove, err := r.putResources(t.arch)
		if err != nil {
			return nil, err
		}
		defer remove()
	}
	dir, err := os.MkdirTemp("", "fragscope-release-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "program")
	link, mode := "-s -w -buildid= -X 'main.release="+r.stamp()+"'", "default"
	if t.os == "linux" {
		link, mode = link+" -bindnow", "pie" // the default on the other systems
	} else if t.os == "windows" {
		link += " -H=windowsgui" // no console window on a double click
	}
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-buildmode=" + mode, "-ldflags=" + link, "-o",
		out}, flags...)
	if t.os == "js" {
		overlay, err := r.withoutUnreached(dir)
		if err != nil {
			return nil, err
		}
		args = append(args, "-overlay="+overlay)
	}
	cmd := exec.Command("go", append(args, t.pkg())...)
	cmd.Dir = r.root
	// These override the user's own settings, which must not change the result.
	cmd.Env = append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=0", "GOAMD64=v1", "GOARM64=v8.0",
		"GOEXPERIMENT=", "GOFLAGS=")
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("building for %s/%s: %w", t.os, t.arch, err)
	}
	program, err := os.ReadFile(out)
	if err == nil && t.os == "windows" {
		_, err = winres.LoadFromEXE(bytes.NewReader(program))
	}
	return program, err
}

// leftOut are places in the standard library that pages never reach. Without them the linker can drop much more.
var leftOut = []struct{ file, old, new string }{
	// As long as templates may call any method by its name, all exported methods of all types are kept, a twelfth of
	// the program. The only templates in pages are those of the engine's shaders (ebiten internal/builtinshader and
	// internal/colormshader), which call none.
	{"text/template/exec.go", "ptr.MethodByName(fieldName)", "(reflect.Value{})"},
	// The engine looks for its sources to find its caller (ebiten internal/debug); a browser has none.
	{"go/build/build.go", "mode ImportMode) (*Package, error) {\n\tp :=",
		"mode ImportMode) (*Package, error) {\n\tif true {\n\t\treturn nil, errors.New(\"no sources\")\n\t}\n\tp :="},
	// It rewrites old shaders (ebiten internal/legacyshader). There are none.
	{"go/printer/printer.go", "node any) error {\n\treturn cfg.fprint(",
		"node any) error {\n\tif true {\n\t\treturn fmt.Errorf(\"no printer\")\n\t}\n\treturn cfg.fprint("},
}

// withoutUnreached writes an overlay into dir that omits the code that pages never reach, and returns its name.
func (r *release) withoutUnreached(dir string) (string, error) {
	replace := map[string]string{}
	for _, l := range leftOut {
		source := filepath.Join(r.goroot, "src", filepath.FromSlash(l.file))
		data, err := os.ReadFile(source)
		if err != nil {
			return "", err
		}
		if n := bytes.Count(data, []byte(l.old)); n != 1 {
			return "", fmt.Errorf("%s contains %q %d times instead of once", source, l.old, n)
		}
		changed := filepath.Join(dir, filepath.Base(l.file))
		if err := os.WriteFile(changed, bytes.Replace(data, []byte(l.old), []byte(l.new), 1), 0o644); err != nil {
			return "", err
		}
		replace[source] = changed
	}
	overlay := filepath.Join(dir, "overlay.json")
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, list, 0o644)
}

// putResources puts the resources next to the sources, where go build picks them up, for the duration of a build.
func (r *release) putResources(arch string) (remove func(), err error) {
	object, err := resources(arch, r.version)
	if err != nil {
		return nil, err
	}
	name := filepath.Join(r.root, programPackage, "rsrc_windows_"+arch+".syso")
	if err := os.WriteFile(name, object, 0o644); err != nil {
		return nil, err
	}
	return func() { os.Remove(name) }, nil
}

// texts collects what the program prints about itself, from a build for this machine.
func (r *release) texts() error {
	program, err := r.build(target{runtime.GOOS, runtime.GOARCH})
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "fragscope-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	name := filepath.Join(dir, "fragscope")
	if err := os.WriteFile(name, program, 0o755); err != nil {
		return err
	}
	return r.ask(name)
}

// ask runs the program at the path to get its texts.
func (r *release) ask(program string) (err error) {
	if program, err = filepath.Abs(program); err != nil {
		return err
	}
	ask := func(args ...string) []byte {
		if err != nil {
			return nil
		}
		var text []byte
		text, err = exec.Command(program, args...).Output()
		return text
	}
	r.man = ask("man")
	r.completion = map[string][]byte{"bash": ask("completion", "bash"), "zsh": ask("completion", "zsh"),
		"fish": ask("completion", "fish")}
	if err != nil {
		return fmt.Errorf("reading the program's build information: %w", err)
	}
	return nil
}

// module describes a module, as reported by go list.
type module struct{ Path, Version, Dir string }

// collectOthers collects the licences of everything that is linked into the program for any system, of the typeface
// and of Go.
func (r *release) collectOthers() error {
	modules := map[string]module{}
	for _, t := range targets() {
		cmd := exec.Command("go", "list", "-deps", "-f",
			`{{with .Module}}{{if not .Main}}{{with .Replace}}{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Dir}}{{else}}{{.Path}}{{"\t"}}{{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}{{end}}`,
			t.pkg())
		cmd.Dir = r.root
		cmd.Env = append(os.Environ(), "GOOS="+t.os, "GOARCH="+t.arch, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("listing modules: %w", err)
		}
		for line := range strings.Lines(string(out)) {
			if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
				modules[f[0]] = module{f[0], f[1], f[2]}
			}
		}
	}
	env, err := exec.Command("go", "env", "GOROOT", "GOVERSION").Output()
	if err != nil {
		return fmt.Errorf("finding Go: %w", err)
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(string(env)), "\n")
	r.goroot, version = goroot, strings.TrimPrefix(version, "go")
	list := []module{{"stdlib", version, r.goroot}, {"Inter", "", filepath.Join(r.root, "assets", "fonts")}}
	for _, m := range modules {
		list = append(list, m)
	}
	slices.SortFunc(list[2:], func(a, b module) int { return strings.Compare(a.Path, b.Path) })
	for _, m := range list {
		texts, err := licenses(m.Dir)
		if err != nil {
			return fmt.Errorf("the licence of %s: %w", m.Path, err)
		}
		r.others = append(r.others, work{m.Path, m.Version, texts})
	}
	return nil
}

// work is a component of the program with its licences: a module, "stdlib" for Go's standard library, or "Inter"
// for the typeface.
type work struct {
	path, version string
	licenses      []string
}

// name returns the name that people use for the work.
func (w work) name() string {
	switch w.path {
	case "stdlib":
		return "The Go standard library"
	case "Inter":
		return "Inter (typeface)"
	}
	return strings.TrimSpace(w.path + " " + w.version)
}

// short returns the name in the form used in other names.
func (w work) short() string {
	_, rest, found := strings.Cut(w.path, "/")
	if !found {
		rest = w.path
	}
	return strings.ToLower(strings.ReplaceAll(rest, "/", "-"))
}

// files returns the location of the work in the source archive.
func (w work) files() string {
	switch w.path {
	case "stdlib":
		return "go/*"
	case "Inter":
		return "assets/fonts/*"
	}
	return "vendor/" + w.path + "/*"
}

// itself returns the program as a work.
func (r *release) itself() work { return work{"fragscope", r.version, []string{string(r.license)}} }

// notices returns the licences of all works of others, each passed through text.
func (r *release) notices(text func(license string) string) []byte {
	var b strings.Builder
	b.WriteString("Fragscope contains the following works of others, under their own licences.\n")
	for _, w := range r.others {
		fmt.Fprintf(&b, "\n%s\n%s\n\n", strings.Repeat("=", 78), w.name())
		for _, l := range w.licenses {
			b.WriteString(text(l) + "\n")
		}
	}
	return []byte(b.String())
}

// whole returns a licence unchanged.
func whole(license string) string { return license }

// licenses returns the contents of the licence files in a folder.
func licenses(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "OFL"},
			func(p string) bool { return strings.HasPrefix(name, p) }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, strings.TrimSpace(string(text)))
	}
	if len(out) == 0 {
		return nil, errors.New("there is none")
	}
	return out, nil
}
