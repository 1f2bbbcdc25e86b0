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

// packedFilm is a film whose frames the browser's own encoder encodes.
type packedFilm struct {
	spec    film.Spec
	shown   film.Spec // the part that the film contains
	encoder js.Value
	out     packer
	funcs   []js.Func
	pixels  js.Value // of the frame being passed on
	added   int

	// mu guards the results of the encoder's callbacks.
	mu     sync.Mutex
	packed []packedPicture
	config []byte // of an MP4's decoders
	failed error
}

// packer makes a file of encoded frames.
type packer interface {
	Add(key bool, at int64, data []byte) error
	Close() error
}

// packedPicture is a frame as returned by the encoder.
type packedPicture struct {
	key  bool
	at   int64 // milliseconds
	data []byte
}

// The codec that all browsers with an encoder have, and the bits per second for each pixel at 30 frames per second.
const (
	webmCodec   = "vp8"
	webmCodecID = "V_VP8"
	bitsOfPixel = 6
	keyEvery    = 120 // pictures
	mostWaiting = 4   // frames that the encoder has not finished
)

// mp4Codecs are the profiles of H.264 used for MP4, best first: High, Main, Baseline, with a level that allows the
// largest films.
var mp4Codecs = []string{"avc1.640033", "avc1.4d0033", "avc1.42e033"}

// encoders are the codecs that the browser has for films, by file suffix. The browser is asked for some, and answers
// later.
type encoders struct {
	mu     sync.Mutex
	codecs map[string]string
}

// findEncoders asks the browser for its codecs.
func findEncoders() *encoders {
	e := &encoders{codecs: map[string]string{}}
	if !js.Global().Get("VideoEncoder").Truthy() {
		return e
	}
	e.codecs[".webm"] = webmCodec
	go func() {
		for _, codec := range mp4Codecs {
			config := map[string]any{"codec": codec, "width": 1280, "height": 720, "framerate": 30,
				"bitrate": 4_000_000}
			if a, err := await(js.Global().Get("VideoEncoder").Call("isConfigSupported", config)); err == nil &&
				a.Get("supported").Truthy() {
				e.mu.Lock()
				defer e.mu.Unlock()
				e.codecs[".mp4"] = codec
				return
			}
		}
	}()
	return e
}

// kinds returns the kinds of films that the browser can encode, most useful first.
func (e *encoders) kinds() (list []film.Kind) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, k := range [][2]string{{".mp4", "MP4 (H.264)"}, {".webm", "WebM (VP8)"}} {
		if e.codecs[k[0]] != "" {
			kind, _ := film.KindOf(k[0])
			list = append(list, kind.ByPlatform(k[1]))
		}
	}
	return list
}

// begin begins a film, and writes the complete parts of it to w.
func (e *encoders) begin(w film.HeadFile, suffix string, s film.Spec) (f *packedFilm, err error) {
	defer func() {
		if r := recover(); r != nil { // configure throws if no encoder accepts it
			f, err = nil, fmt.Errorf(msgNoEncoder, r)
		}
	}()
	e.mu.Lock()
	codec := e.codecs[suffix]
	e.mu.Unlock()
	f = &packedFilm{spec: s, shown: s}
	if suffix == ".mp4" {
		f.shown.Width, f.shown.Height = s.Width&^1, s.Height&^1 // two pixels share a colour
		f.out, err = film.NewMP4(w, f.shown)
	} else {
		f.out, err = film.NewWebM(w, s, webmCodecID)
	}
	if err != nil {
		return nil, err
	}
	f.listen()
	f.encoder.Call("configure", map[string]any{
		"codec": codec, "width": f.shown.Width, "height": f.shown.Height, "framerate": s.Rate,
		"bitrate":     math.Round(float64(s.Width*s.Height) * bitsOfPixel * math.Max(s.Rate, 30) / 30),
		"latencyMode": "quality",
	})
	f.pixels = js.Global().Get("Uint8Array").New(4 * s.Width * s.Height)
	return f, nil
}

// listen makes the encoder, and takes its output.
func (f *packedFilm) listen() {
	output := js.FuncOf(func(_ js.Value, args []js.Value) any {
		chunk := args[0]
		bytes := js.Global().Get("Uint8Array").New(chunk.Get("byteLength"))
		chunk.Call("copyTo", bytes)
		f.mu.Lock()
		defer f.mu.Unlock()
		f.packed = append(f.packed, packedPicture{
			chunk.Get("type").String() == "key", int64(math.Round(chunk.Get("timestamp").Float() / 1000)),
			bytesOf(bytes),
		})
		if about := args[1].Get("decoderConfig"); about.Truthy() && about.Get("description").Truthy() {
			f.config = bytesOf(js.Global().Get("Uint8Array").New(about.Get("description")))
		}
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
}

// bytesOf returns the bytes of a browser's array.
func bytesOf(array js.Value) []byte {
	data := make([]byte, array.Length())
	js.CopyBytesToGo(data, array)
	return data
}

// Add implements film.Encoder.
func (f *packedFilm) Add(img *image.RGBA) error {
	js.CopyBytesToJS(f.pixels, img.Pix)
	at := float64(f.added) * 1e6 / f.spec.Rate
	picture := js.Global().Get("VideoFrame").New(f.pixels, map[string]any{
		"format": "RGBX", "codedWidth": f.spec.Width, "codedHeight": f.spec.Height, "timestamp": math.Round(at),
		"duration": math.Round(1e6 / f.spec.Rate), "visibleRect": map[string]any{"x": 0, "y": 0, "width": f.shown.Width,
			"height": f.shown.Height},
	})
	f.encoder.Call("encode", picture, map[string]any{"keyFrame": f.added%keyEvery == 0})
	picture.Call("close")
	f.added++
	for f.encoder.Get("encodeQueueSize").Int() > mostWaiting {
		time.Sleep(2 * time.Millisecond) // for the browser to encode
	}
	return f.write()
}

// write writes the frames encoded so far.
func (f *packedFilm) write() error {
	f.mu.Lock()
	list, err := f.packed, f.failed
	f.packed = nil
	if m, ok := f.out.(*film.MP4); ok {
		m.Configure(f.config)
	}
	f.mu.Unlock()
	for _, p := range list {
		if err == nil {
			err = f.out.Add(p.key, p.at, p.data)
		}
	}
	return err
}

// Close implements film.Encoder.
func (f *packedFilm) Close() error {
	_, err := await(f.encoder.Call("flush"))
	err = errors.Join(f.write(), err)
	f.release()
	return errors.Join(err, f.out.Close())
}

// release frees the browser's resources for the film.
func (f *packedFilm) release() {
	if f.encoder.Get("state").String() != "closed" {
		f.encoder.Call("close")
	}
	for _, fn := range f.funcs {
		fn.Release()
	}
}
