package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// unguarded are the goroutines that need no guard, by file and the function that they start in, with the reason:
// what they do cannot come to a fault over what strangers wrote.
var unguarded = map[string]string{
	"cmd/fragscope/handoff.go withDocuments": "passes names on",
	"cmd/fragscope/limits.go impose":         "looks at the memory",
	"cmd/fragscope/open.go Run":              "waits, and says how long a demo is",
	"cmd/fragscope/proxy.go Run":             "passes packets on; what reads them is guarded",
	"cmd/fragscope/proxy.go watch":           "waits for a program",
	"cmd/fragscope/stop.go untilStopped":     "waits for signals",
	"cmd/fragscope/web/film.go findEncoders": "asks the browser",
	"cmd/fragscope/web/kept.go Write":        "asks the browser",
	"cmd/fragscope/web/atlas.go fetchAtlas":  "reads a file of the server's own",
	"formats/live/file.go Run":               "passes bytes on",
	"formats/live/gtv.go talk":               "sends pings",
	"formats/live/proxy/client.go open":      "passes packets on; what reads them is guarded",
	"formats/live/proxy/listener.go Serve":   "looks at the clock",
	"sim/archive/export.go Export":           "looks at the memory",
	"sim/archive/scan.go Scan":               "looks at the memory, tells the progress; walk and read are guarded",
	"sim/load/stream.go OpenStream":          "live.Run is guarded",
	"sim/q3/record.go Record":                "waits",
	"sim/recording/pipeline.go offer":        "storeOne is guarded",
	"viewer/accessible/accessible.go use":    "hands over to the game loop, which is guarded",
	"viewer/draw/system.go ask":              "each font is read under a guard",
	"viewer/field/clipboard.go Clipboard":    "passes text on to the game loop, which is guarded",
	"viewer/film/bound_linux.go startBound":  "starts a program",
	"viewer/flatpng/flatpng.go pack":         "packs a picture of our own",
	"viewer/instance/instance.go Own":        "waits for connections",
	"viewer/instance/instance.go listen":     "reads JSON of bounded length",
	"viewer/library/demos.go order":          "sorts rows that were read",
	"viewer/notes/file.go export":            "asks for a name and writes what was made",
	"viewer/pictures.go copyPosition":        "hands a line to the clipboard",
	"viewer/platform/desktop.go dialog":      "asks the system",
	"viewer/run.go Draw":                     "asks the system",
	"viewer/run.go run":                      "waits",
	"viewer/services.go Ask":                 "asks the system; what the answer does is done by the game loop, which is guarded",
	"viewer/session/session.go Report":       "gives memory back",
	"viewer/stage/tiles.go renderNow":        "render is guarded",
}

// guarding finds out which functions of a package guard what they do.
type guarding struct {
	funcs   map[string][]*ast.BlockStmt // by name, of all receivers
	asked   map[string]bool
	guarded map[string]bool
}

// named reports whether the functions of a name guard what they do, by themselves or by what they call.
func (g *guarding) named(name string) bool {
	if g.asked[name] {
		return g.guarded[name]
	}
	g.asked[name] = true
	bodies := g.funcs[name]
	ok := false
	for _, b := range bodies {
		ok = ok || g.body(b)
	}
	g.guarded[name] = ok
	return ok
}

// body reports whether a function's body guards, or calls what does.
func (g *guarding) body(b ast.Node) (ok bool) {
	ast.Inspect(b, func(n ast.Node) bool {
		call, isCall := n.(*ast.CallExpr)
		if isCall && !ok {
			switch f := call.Fun.(type) {
			case *ast.SelectorExpr:
				x, _ := f.X.(*ast.Ident)
				ok = x != nil && x.Name == "fault" && f.Sel.Name == "Guard" || g.named(f.Sel.Name)
			case *ast.Ident:
				ok = f.Name == "recover" || g.named(f.Name)
			}
		}
		return !ok
	})
	return ok
}

// TestGoroutinesAreGuarded finds each goroutine that is started, and fails over one whose fault would end the program.
func TestGoroutinesAreGuarded(t *testing.T) {
	packages := map[string][]*ast.File{}
	root := filepath.Join("..", "..")
	set := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name := d.Name()
		dir := filepath.Dir(path)
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(name, ".") && name != ".." || name == "testdata" || name == "bin" ||
			name == "fragscope-beam" || name == "mkrelease"):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") ||
			strings.HasSuffix(filepath.Base(dir), "test"):
			return nil
		}
		f, err := parser.ParseFile(set, path, nil, parser.SkipObjectResolution)
		packages[dir] = append(packages[dir], f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found, used := 0, map[string]bool{}
	for _, files := range packages {
		g := &guarding{map[string][]*ast.BlockStmt{}, map[string]bool{}, map[string]bool{}}
		for _, f := range files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
					g.funcs[fn.Name.Name] = append(g.funcs[fn.Name.Name], fn.Body)
				}
			}
		}
		for _, f := range files {
			file, _ := filepath.Rel(root, set.Position(f.Pos()).Filename)
			for _, d := range f.Decls {
				fn, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				ast.Inspect(d, func(n ast.Node) bool {
					var started ast.Node
					switch n := n.(type) {
					case *ast.GoStmt:
						started = n.Call
					case *ast.CallExpr:
						if f, ok := n.Fun.(*ast.SelectorExpr); ok && f.Sel.Name == "Go" && len(n.Args) == 1 {
							started = n.Args[0]
						}
					}
					if started == nil {
						return true
					}
					found++
					where := filepath.ToSlash(file) + " " + fn.Name.Name
					if unguarded[where] != "" {
						used[where] = true
					} else if !g.body(started) {
						t.Errorf("%s: line %d: a goroutine without fault.Guard", where, set.Position(n.Pos()).Line)
					}
					return true
				})
			}
		}
	}
	for where := range unguarded {
		if !used[where] {
			t.Errorf("%s starts no goroutine", where)
		}
	}
	if found < 50 {
		t.Errorf("only %d goroutines were found", found)
	}
	t.Logf("%d goroutines, of which %d need no guard", found, len(unguarded))
}
