package desktop

import (
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
)

// lsregister registers bundles that were not installed by the Finder.
const lsregister = "/System/Library/Frameworks/CoreServices.framework/Frameworks/LaunchServices.framework/Support/lsregister"

// bundle returns the bundle that contains a program.
func bundle(program string) (string, bool) {
	app := filepath.Dir(filepath.Dir(filepath.Dir(program)))
	return app, strings.HasSuffix(app, ".app")
}

func register(program string, w io.Writer) error {
	app, ok := bundle(program)
	if !ok {
		return fmt.Errorf(
			"macOS learns file types from application bundles: move Fragscope.app from the release to Applications and open it once, or run register from inside it")
	}
	if out, err := exec.Command(lsregister, "-f", app).CombinedOutput(); err != nil {
		return fmt.Errorf("registering: %w\n%s", err, out)
	}
	fmt.Fprintf(w, "Demos open with %s. Where another program opens them: Get Info, Open with, Change All.\n", app)
	return nil
}

func unregister(w io.Writer) error {
	program, err := Program()
	if err != nil {
		return err
	}
	app, ok := bundle(program)
	if !ok {
		fmt.Fprintln(w, "This program is in no application bundle: nothing was registered.")
		return nil
	}
	if out, err := exec.Command(lsregister, "-u", app).CombinedOutput(); err != nil {
		return fmt.Errorf("undoing register: %w\n%s", err, out)
	}
	fmt.Fprintf(w, "Undone: demos no longer open with %s.\n", app)
	return nil
}
