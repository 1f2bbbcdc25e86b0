//go:build js

package main

import (
	"fmt"
	"io"
	"syscall/js"
)

// pageFile is a file that the page was given. The browser holds it. It is read in pieces, and the page keeps running
// between them. It must not be read in the page's own callbacks, nor by two goroutines at the same time.
type pageFile struct {
	name string
	size int64
	file js.Value
	// inFolder is set for a file that came with a folder.
	inFolder bool

	// piece is the piece read last, from the offset at: archives are read in many small steps.
	piece []byte
	at    int64
}

// Sizes of pieces, in bytes: the most read in one go, and the amount read ahead for small reads.
const (
	largePiece = 4 << 20
	smallPiece = 64 << 10
)

// pageFiles returns the files in a list from the page.
func pageFiles(list js.Value) []pageFile {
	out := make([]pageFile, list.Length())
	for i := range out {
		f := list.Index(i)
		out[i] = pageFile{name: f.Get("name").String(), size: int64(f.Get("size").Float()), file: f,
			inFolder: f.Get("inFolder").Truthy() || f.Get("webkitRelativePath").Truthy()}
	}
	return out
}

// ReadAt implements io.ReaderAt.
func (f *pageFile) ReadAt(p []byte, offset int64) (n int, err error) {
	for n < len(p) {
		at := offset + int64(n)
		if at >= f.size {
			return n, io.EOF
		}
		if at < f.at || at >= f.at+int64(len(f.piece)) {
			if want := p[n:min(len(p), n+largePiece)]; len(want) >= smallPiece {
				got, err := f.slice(want, at)
				if n += got; err != nil {
					return n, err
				}
				continue
			}
			f.piece = append(f.piece[:0], make([]byte, smallPiece)...)
			got, err := f.slice(f.piece, at)
			f.piece, f.at = f.piece[:got], at
			if err != nil {
				return n, err
			}
		}
		n += copy(p[n:], f.piece[at-f.at:])
	}
	return n, nil
}

// slice makes the browser read one piece.
func (f *pageFile) slice(p []byte, at int64) (int, error) {
	end := min(at+int64(len(p)), f.size)
	data, err := await(f.file.Call("slice", float64(at), float64(end)).Call("arrayBuffer"))
	if err != nil {
		return 0, fmt.Errorf(msgFileGone, f.name, err)
	}
	n := js.CopyBytesToGo(p, js.Global().Get("Uint8Array").New(data))
	if n == 0 {
		return 0, io.ErrUnexpectedEOF
	}
	return n, nil
}

// await waits for a promise and returns its result. It must not be called from the page's own callbacks.
func await(promise js.Value) (js.Value, error) {
	type answer struct {
		value js.Value
		err   error
	}
	came := make(chan answer, 1)
	then := js.FuncOf(func(_ js.Value, args []js.Value) any {
		came <- answer{value: args[0]}
		return nil
	})
	defer then.Release()
	refused := js.FuncOf(func(_ js.Value, args []js.Value) any {
		came <- answer{err: fmt.Errorf("%s", args[0].Call("toString").String())}
		return nil
	})
	defer refused.Release()
	promise.Call("then", then, refused)
	a := <-came
	return a.value, a.err
}
