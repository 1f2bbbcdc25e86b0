package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/suite/vet"
)

// TestOtherSystems vets packages and their tests as they are for other systems and by other tags. It reads their
// sources and those of all that they import: to have all that compiled, as "go vet" does, takes minutes a system.
func TestOtherSystems(t *testing.T) {
	for _, s := range []struct{ system, arch, tags, packages string }{
		{"windows", "amd64", "", "./cmd/... ./viewer/... ./formats/base/..."},
		{"darwin", "arm64", "", "./cmd/... ./viewer/... ./formats/base/..."},
		{"linux", "arm64", "", "./cmd/fragscope/confine"},
		{"js", "wasm", "", "./cmd/fragscope/web ./viewer/..."},
		{"js", "wasm", "page", "./cmd/fragscope/web"},
		{runtime.GOOS, runtime.GOARCH, "nolibrary", "./cmd/fragscope ./sim/archive"},
	} {
		t.Run(strings.TrimSuffix(s.system+" "+s.tags, " "), func(t *testing.T) {
			c := newChecking(s.arch)
			vetted := 0
			for _, p := range listed(t, s.system, s.arch, s.tags, strings.Fields(s.packages)) {
				if err := c.check(p); err != nil {
					t.Fatal(err)
				}
				if !p.DepOnly && !strings.HasSuffix(p.ImportPath, ".test") {
					for _, said := range c.vet(t, p) {
						t.Error(said)
					}
					vetted++
				}
			}
			if t.Logf("%d packages vetted, %d read", vetted, len(c.done)); vetted == 0 {
				t.Error("nothing was vetted")
			}
		})
	}
}

// TestVetFinds holds that what vet finds in a package is told.
func TestVetFinds(t *testing.T) {
	c := newChecking("amd64")
	for _, p := range listed(t, "windows", "amd64", "", []string{"fmt"}) {
		if err := c.check(p); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(t.TempDir(), "x.go")
	text :=
		"package x\n\nimport \"fmt\"\n\nfunc say(form string, a ...any) { fmt.Printf(form, a...) }\n\nfunc f() { say(\"%d\", \"two\") }\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	p := &source{ImportPath: "x", Dir: filepath.Dir(file), GoFiles: []string{"x.go"}}
	if err := c.check(p); err != nil {
		t.Fatal(err)
	}
	if said := c.vet(t, p); len(said) != 1 || !strings.Contains(said[0], "x.go:7") {
		t.Errorf("vet says %q", said)
	}
	bad := &source{ImportPath: "y", Dir: p.Dir, GoFiles: []string{"y.go"}}
	if err := os.WriteFile(filepath.Join(p.Dir, "y.go"), []byte("package y\n\nvar a int = \"\"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c.check(bad) == nil {
		t.Error("a package is checked that does not compile")
	}
}

// source is a package as "go list" describes it.
type source struct {
	ImportPath, Dir string
	GoFiles         []string
	OtherFiles      []string `json:"SFiles"`
	ImportMap       map[string]string
	DepOnly         bool
	Module          *struct{ GoVersion string }

	files []*ast.File
	types *types.Package
	info  *types.Info
}

// listed returns packages with their tests and all that these import, each after what it imports.
func listed(t *testing.T, system, arch, tags string, patterns []string) (list []*source) {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-deps", "-test", "-json", "-tags=" + tags, "--"},
		patterns...)...)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for d := json.NewDecoder(out); ; {
		p := new(source)
		if err := d.Decode(p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	return list
}

// fact is what an analyzer found about an object, or about a package if that is nil.
type fact struct {
	in    *types.Package
	about types.Object
	kind  reflect.Type
}

// checking holds the packages that were checked, and what is known of them.
type checking struct {
	set   *token.FileSet
	sizes types.Sizes
	done  map[string]*types.Package
	facts map[fact]analysis.Fact
}

func newChecking(arch string) *checking {
	return &checking{token.NewFileSet(), types.SizesFor("gc", arch), map[string]*types.Package{"unsafe": types.Unsafe},
		map[fact]analysis.Fact{}}
}

// importing imports what a package imports.
type importing struct {
	*checking
	from *source
}

func (i importing) Import(path string) (*types.Package, error) {
	if variant := i.from.ImportMap[path]; variant != "" {
		path = variant
	}
	if p := i.done[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s imports %s, which is not there", i.from.ImportPath, path)
}

// check reads a package and finds its types; of one that is only imported, without what is in its functions.
func (c *checking) check(p *source) error {
	if c.done[p.ImportPath] != nil {
		return nil
	}
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		mode := parser.ParseComments | parser.SkipObjectResolution
		if p.DepOnly {
			mode = parser.SkipObjectResolution
		}
		f, err := parser.ParseFile(c.set, name, nil, mode)
		if err != nil {
			return err
		}
		p.files = append(p.files, f)
	}
	config := types.Config{Importer: importing{c, p}, Sizes: c.sizes, IgnoreFuncBodies: p.DepOnly, FakeImportC: true}
	if p.Module != nil && p.Module.GoVersion != "" {
		config.GoVersion = "go" + p.Module.GoVersion
	}
	if !p.DepOnly {
		p.info = &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
			Uses: map[*ast.Ident]types.Object{}, Implicits: map[ast.Node]types.Object{},
			Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
		}
	}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	var err error
	if p.types, err = config.Check(path, c.set, p.files, p.info); err != nil {
		return err
	}
	c.done[p.ImportPath] = p.types
	if p.DepOnly {
		p.files = nil
	}
	return nil
}

// vet returns what the analyzers of "go vet" say about a package.
func (c *checking) vet(t *testing.T, p *source) (said []string) {
	t.Helper()
	results := map[*analysis.Analyzer]any{}
	var run func(a *analysis.Analyzer)
	run = func(a *analysis.Analyzer) {
		if _, ok := results[a]; ok {
			return
		}
		for _, r := range a.Requires {
			run(r)
		}
		pass := c.pass(a, p, results)
		pass.Report = func(d analysis.Diagnostic) {
			said = append(said, fmt.Sprintf("%v: %s (%s)", c.set.Position(d.Pos), d.Message, a.Name))
		}
		result, err := a.Run(pass)
		if err != nil {
			t.Fatalf("%s of %s: %v", a.Name, p.ImportPath, err)
		}
		results[a] = result
	}
	for _, a := range vet.Suite {
		run(a)
	}
	return said
}

// pass is the work of an analyzer on a package.
func (c *checking) pass(a *analysis.Analyzer, p *source, results map[*analysis.Analyzer]any) *analysis.Pass {
	known := func(k fact, f analysis.Fact) bool {
		have, ok := c.facts[k]
		if ok {
			reflect.ValueOf(f).Elem().Set(reflect.ValueOf(have).Elem())
		}
		return ok
	}
	var other []string
	for _, name := range p.OtherFiles {
		other = append(other, filepath.Join(p.Dir, name))
	}
	return &analysis.Pass{
		Analyzer: a, Fset: c.set, Files: p.files, OtherFiles: other, Pkg: p.types, TypesInfo: p.info,
		TypesSizes: c.sizes, ResultOf: results, ReadFile: os.ReadFile, Module: &analysis.Module{},
		ImportObjectFact: func(o types.Object, f analysis.Fact) bool {
			return known(fact{nil, o, reflect.TypeOf(f)},
				f)
		},
		ExportObjectFact: func(o types.Object, f analysis.Fact) { c.facts[fact{nil, o, reflect.TypeOf(f)}] = f },
		ImportPackageFact: func(in *types.Package, f analysis.Fact) bool {
			return known(fact{in, nil, reflect.TypeOf(f)}, f)
		},
		ExportPackageFact: func(f analysis.Fact) { c.facts[fact{p.types, nil, reflect.TypeOf(f)}] = f },
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	}
}
