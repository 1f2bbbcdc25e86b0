//go:build !page

package film

import (
	"encoding/binary"
	"math"

	"github.com/at-wat/ebml-go/mkvcore"
	"github.com/at-wat/ebml-go/webm"
)

// WebM writes encoded frames to a WebM file.
type WebM struct {
	out    *webmFile
	blocks webm.BlockWriteCloser
}

// webmCues is the number of bytes reserved for the positions of key frames. If there are too many of them, some are
// omitted.
const webmCues = 1 << 13

// NewWebM returns a WebM that writes a film to w. codec is the WebM codec ID of the frames, such as V_VP8.
func NewWebM(w HeadFile, s Spec, codec string) (*WebM, error) {
	tracks := []webm.TrackEntry{{
		Name: "Video", TrackNumber: 1, TrackUID: 1, CodecID: codec, TrackType: 1, DefaultDuration: uint64(1e9 / s.Rate),
		Video: &webm.Video{PixelWidth: uint64(s.Width), PixelHeight: uint64(s.Height)},
	}}
	info := &webm.Info{TimecodeScale: 1e6, MuxingApp: "ebml-go", WritingApp: "Fragscope"}
	out := &webmFile{HeadFile: w, picture: 1000 / s.Rate}
	blocks, err := webm.NewSimpleBlockWriter(out, tracks, mkvcore.WithSegmentInfo(info), mkvcore.WithSeekHead(true),
		mkvcore.WithCues(webmCues), mkvcore.WithMinMaxClusterDuration(1, 0, math.MaxInt16))
	if err != nil {
		return nil, err
	}
	return &WebM{out, blocks[0]}, nil
}

// Add appends data, an encoded frame. at is the frame's timestamp in milliseconds. key is set for a key frame, which
// can be decoded without any earlier frame.
func (f *WebM) Add(key bool, at int64, data []byte) error {
	f.out.last = float64(at)
	_, err := f.blocks.Write(key, at, data)
	return err
}

// Close completes the film.
func (f *WebM) Close() error { return f.blocks.Close() }

// webmFile is a film that stays open when its writer closes it. The writer takes a film to end when its last frame
// begins; here, it ends when that frame has been shown.
type webmFile struct {
	HeadFile
	picture, last float64 // duration of a frame, and time of the last one, in milliseconds
}

// Close implements io.Closer.
func (*webmFile) Close() error { return nil }

// WriteAt implements io.WriterAt.
func (f *webmFile) WriteAt(p []byte, at int64) (int, error) {
	if len(p) == 8 && math.Float64frombits(binary.BigEndian.Uint64(p)) == f.last {
		p = binary.BigEndian.AppendUint64(nil, math.Float64bits(f.last+f.picture))
	}
	return f.HeadFile.WriteAt(p, at)
}
