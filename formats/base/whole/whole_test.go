package whole

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// asWriter is the variable by which the test program is told to begin a file in a folder and to stay.
const asWriter = "FRAGSCOPE_WHOLE_TEST"

func TestMain(m *testing.M) {
	if dir := os.Getenv(asWriter); dir != "" {
		f, err := Create(dir, ".avi")
		if err != nil {
			panic(err)
		}
		f.WriteString("half a fi")
		fmt.Println(f.Name())
		time.Sleep(time.Minute)
		return
	}
	os.Exit(m.Run())
}

func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestEnds checks what each way to end a file leaves.
func TestEnds(t *testing.T) {
	for _, test := range []struct {
		name string
		end  func(f *File, dir string) error
		want string // names and contents
	}{
		{"replace", func(f *File, dir string) error { return f.Replace(filepath.Join(dir, "old")) }, "old=new"},
		{"place", func(f *File, dir string) error { return f.Place(filepath.Join(dir, "x")) }, "old=old x=new"},
		{"taken", func(f *File, dir string) error { return f.Place(filepath.Join(dir, "old")) }, "fs.ErrExist old=old"},
		{"numbered", func(f *File, dir string) error { _, err := f.PlaceNumbered(dir, "old", ""); return err },
			"old=old old-2=new"},
		{"discard", func(f *File, _ string) error { f.Discard(); f.Discard(); return nil }, "old=old"},
		{"finished", func(f *File, dir string) error {
			return errors.Join(f.Finish(),
				f.Place(filepath.Join(dir, "x")))
		}, "old=old x=new"},
		{"nowhere", func(f *File, dir string) error { return f.Replace(filepath.Join(dir, "no", "old")) },
			"failed old=old"},
		{"closed", func(f *File, dir string) error { f.Close(); return f.Replace(filepath.Join(dir, "old")) },
			"failed old=old"},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "old"), []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		f, err := Create(dir, ".txt")
		if err != nil {
			t.Fatal(err)
		}
		f.WriteString("new")
		var got []string
		switch err := test.end(f, dir); {
		case errors.Is(err, fs.ErrExist):
			got = append(got, "fs.ErrExist")
		case err != nil:
			got = append(got, "failed")
		}
		for _, name := range names(t, dir) {
			got = append(got, name+"="+content(t, filepath.Join(dir, name)))
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
		if info, err := os.Stat(filepath.Join(dir, "old")); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: an old file's permissions are now %v, %v", test.name, info.Mode(), err)
		}
	}
}

// TestSwept checks that a file which a killed program was writing is removed by the next one, and no other.
func TestSwept(t *testing.T) {
	dir := t.TempDir()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var killed, at string
	var writer *exec.Cmd
	for range 2 {
		writer = exec.Command(program)
		writer.Env = append(os.Environ(), asWriter+"="+dir)
		out, err := writer.StdoutPipe()
		if err == nil {
			err = writer.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		killed = at
		if _, err := fmt.Fscanln(out, &at); err != nil {
			t.Fatal(err)
		}
		if killed == "" {
			writer.Process.Kill()
			writer.Wait()
		}
	}
	defer writer.Wait()
	defer writer.Process.Kill()
	other := filepath.Join(dir, ".fragscope")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mine, err := Create(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer mine.Discard()
	Sweep(mine.Name())
	got := names(t, dir)
	want := []string{filepath.Base(other), filepath.Base(at), filepath.Base(mine.Name())}
	slices.Sort(want)
	if killed == at || !slices.Equal(got, want) {
		t.Errorf("%v is there, want %v without %s", got, want, killed)
	}
}

// TestTogether has many writers replace one file: at any moment one of theirs is there whole.
func TestTogether(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	var writers sync.WaitGroup
	for i := range 8 {
		writers.Go(func() {
			for range 40 {
				if err := Write(name, fmt.Appendf(nil, "%0*d", 5000+i, i)); err != nil {
					t.Error(err)
				}
				data, err := os.ReadFile(name)
				if err != nil || len(data) != 5000+int(data[len(data)-1]-'0') {
					t.Errorf("%d bytes, %v", len(data), err)
				}
			}
		})
	}
	writers.Wait()
	if got := names(t, filepath.Dir(name)); len(got) != 1 {
		t.Errorf("%v is left", got)
	}
}
