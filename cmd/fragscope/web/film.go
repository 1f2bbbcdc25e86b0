//go:build js && !page

package main

import (
	"errors"
	"fmt"
	"image"
	"math"
	"sync"
	"syscall/js"
	"time"

	"fragscope/viewer/film"
)

// webmFilm is a WebM whose pictures the browser's own encoder packs.
type webmFilm struct {
	spec    film.Spec
	encoder js.Value
	out     *film.WebM
	funcs   []js.Func
	pixels  js.Value // of the picture that is handed over
	added   int

	// mu guards what the encoder calls back with.
	mu     sync.Mutex
	packed []packedPicture
	failed error
}

// packedPicture is a picture as the encoder gives it.
type packedPicture struct {
	key  bool
	at   int64 // milliseconds
	data []byte
}

// The codec that all browsers with an encoder have, and how many bits a second a pixel has thirty times a second.
const (
	webmCodec   = "vp8"
	webmCodecID = "V_VP8"
	bitsOfPixel = 6
	keyEvery    = 120 // pictures
	mostWaiting = 4   // pictures that the encoder has not packed yet
)

// canWebM reports whether the browser packs pictures.
func canWebM() bool { return js.Global().Get("VideoEncoder").Truthy() }

// newWebM begins a film; what is whole of it is written to w.
func newWebM(w film.WebMFile, s film.Spec) (f *webmFilm, err error) {
	defer func() {
		if r := recover(); r != nil { // configure throws for what no encoder takes
			f, err = nil, fmt.Errorf(msgNoEncoder, r)
		}
	}()
	out, err := film.NewWebM(w, s, webmCodecID)
	if err != nil {
		return nil, err
	}
	f = &webmFilm{spec: s, out: out}
	output := js.FuncOf(func(_ js.Value, args []js.Value) any {
		chunk := args[0]
		bytes := js.Global().Get("Uint8Array").New(chunk.Get("byteLength"))
		chunk.Call("copyTo", bytes)
		data := make([]byte, bytes.Length())
		js.CopyBytesToGo(data, bytes)
		f.mu.Lock()
		defer f.mu.Unlock()
		f.packed = append(f.packed, packedPicture{chunk.Get("type").String() == "key", int64(math.Round(chunk.Get("timestamp").Float() / 1000)), data})
		return nil
	})
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.failed = fmt.Errorf(msgNoEncoder, args[0].Call("toString").String())
		return nil
	})
	f.funcs = []js.Func{output, failed}
	f.encoder = js.Global().Get("VideoEncoder").New(map[string]any{"output": output, "error": failed})
	f.encoder.Call("configure", map[string]any{
		"codec": webmCodec, "width": s.Width, "height": s.Height, "framerate": s.Rate,
		"bitrate": math.Round(float64(s.Width*s.Height) * bitsOfPixel * math.Max(s.Rate, 30) / 30), "latencyMode": "quality",
	})
	f.pixels = js.Global().Get("Uint8Array").New(4 * s.Width * s.Height)
	return f, nil
}

// Add implements film.Encoder.
func (f *webmFilm) Add(img *image.RGBA) error {
	js.CopyBytesToJS(f.pixels, img.Pix)
	at := float64(f.added) * 1e6 / f.spec.Rate
	picture := js.Global().Get("VideoFrame").New(f.pixels, map[string]any{
		"format": "RGBX", "codedWidth": f.spec.Width, "codedHeight": f.spec.Height, "timestamp": math.Round(at), "duration": math.Round(1e6 / f.spec.Rate),
	})
	f.encoder.Call("encode", picture, map[string]any{"keyFrame": f.added%keyEvery == 0})
	picture.Call("close")
	f.added++
	for f.encoder.Get("encodeQueueSize").Int() > mostWaiting {
		time.Sleep(2 * time.Millisecond) // in which the browser packs
	}
	return f.write()
}

// write writes what has been packed.
func (f *webmFilm) write() error {
	f.mu.Lock()
	list, err := f.packed, f.failed
	f.packed = nil
	f.mu.Unlock()
	for _, p := range list {
		if err == nil {
			err = f.out.Add(p.key, p.at, p.data)
		}
	}
	return err
}

// Close implements film.Encoder.
func (f *webmFilm) Close() error {
	_, err := await(f.encoder.Call("flush"))
	err = errors.Join(f.write(), err)
	f.release()
	return errors.Join(err, f.out.Close())
}

// release gives the browser back what it holds for the film.
func (f *webmFilm) release() {
	if f.encoder.Get("state").String() != "closed" {
		f.encoder.Call("close")
	}
	for _, fn := range f.funcs {
		fn.Release()
	}
}
