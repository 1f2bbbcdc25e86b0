//go:build !page

package film

import (
	"encoding/binary"
	"io"
	"math"
)

// MP4 writes encoded H.264 frames to an MP4 file, as specified in ISO/IEC 14496-12 and -15. The frames come first,
// followed by an index of their positions and times.
type MP4 struct {
	w      HeadFile
	spec   Spec
	config []byte // AVCDecoderConfigurationRecord
	sizes  []uint32
	times  []int64 // in ticks
	keys   []uint32
	length int64 // of the frames
}

// mp4Ticks is the time scale of the film, in ticks per second.
const mp4Ticks = 90_000

// mp4Start is the start of a film: its type, and the header of the frames, whose length is written last.
var mp4Start = []byte("\x00\x00\x00\x1cftypisom\x00\x00\x02\x00isomiso2avc1" +
	"\x00\x00\x00\x01mdat\x00\x00\x00\x00\x00\x00\x00\x00")

// mp4Length is the offset of that length.
var mp4Length = int64(len(mp4Start)) - 8

// NewMP4 returns an MP4 that writes a film to w.
func NewMP4(w HeadFile, s Spec) (*MP4, error) {
	_, err := w.Write(mp4Start)
	return &MP4{w: w, spec: s}, err
}

// Configure sets the AVCDecoderConfigurationRecord, which decoders need before the first frame.
func (f *MP4) Configure(config []byte) { f.config = config }

// Add appends data, an encoded frame. at is the frame's timestamp in milliseconds. key is set for a key frame, which
// can be decoded without any earlier frame.
func (f *MP4) Add(key bool, at int64, data []byte) error {
	f.sizes = append(f.sizes, uint32(len(data)))
	f.times = append(f.times, at*mp4Ticks/1000)
	if key {
		f.keys = append(f.keys, uint32(len(f.sizes)))
	}
	n, err := f.w.Write(data)
	f.length += int64(n)
	return err
}

// Close completes the film.
func (f *MP4) Close() error {
	if _, err := f.w.Write(f.index()); err != nil {
		return err
	}
	const head = 16
	_, err := f.w.WriteAt(binary.BigEndian.AppendUint64(nil, uint64(f.length)+head), mp4Length)
	return err
}

// box returns a box, which starts with its length.
func box(kind string, parts ...[]byte) []byte {
	out := append(make([]byte, 4), kind...)
	for _, p := range parts {
		out = append(out, p...)
	}
	binary.BigEndian.PutUint32(out, uint32(len(out)))
	return out
}

// words returns numbers as four bytes each.
func words(list ...uint32) (out []byte) {
	for _, v := range list {
		out = binary.BigEndian.AppendUint32(out, v)
	}
	return out
}

// mp4Matrix is the identity: frames are shown as they are.
var mp4Matrix = words(1<<16, 0, 0, 0, 1<<16, 0, 0, 0, 1<<30)

// index returns the box with the positions and times of the frames.
func (f *MP4) index() []byte {
	total := uint32(0)
	var shown []byte // runs of frames shown for equal times
	runs := uint32(0)
	last := uint32(math.Round(mp4Ticks / f.spec.Rate))
	for i := 0; i < len(f.times); {
		from, long := i, f.shown(i, last)
		for i < len(f.times) && f.shown(i, last) == long {
			i++
		}
		shown = append(shown, words(uint32(i-from), long)...)
		total += uint32(i-from) * long
		runs++
	}
	count := uint32(len(f.sizes))
	offsets := make([]byte, 0, 8*len(f.sizes))
	at := uint64(len(mp4Start))
	for _, size := range f.sizes {
		offsets = binary.BigEndian.AppendUint64(offsets, at)
		at += uint64(size)
	}
	table := box("stbl",
		box("stsd", words(0, 1), f.sample()),
		box("stts", words(0, runs), shown),
		box("stss", words(0, uint32(len(f.keys))), words(f.keys...)),
		box("stsc", words(0, 1, 1, 1, 1)),
		box("stsz", words(0, 0, count), words(f.sizes...)),
		box("co64", words(0, count), offsets))
	media := box("mdia",
		box("mdhd", words(0, 0, 0, mp4Ticks, total, 0x55c40000)), // no language
		box("hdlr", words(0, 0), []byte("vide"), words(0, 0, 0), []byte{0}),
		box("minf", box("vmhd", words(1, 0, 0)), box("dinf", box("dref", words(0, 1), box("url ", words(1)))), table))
	track := box("tkhd", words(3, 0, 0, 1, 0, total, 0, 0, 0, 0), mp4Matrix,
		words(uint32(f.spec.Width)<<16, uint32(f.spec.Height)<<16))
	movie := box("mvhd", words(0, 0, 0, mp4Ticks, total, 1<<16, 1<<24, 0, 0), mp4Matrix, words(0, 0, 0, 0, 0, 0, 2))
	return box("moov", movie, box("trak", track, media))
}

// shown returns the duration of frame i, which is last for the last frame.
func (f *MP4) shown(i int, last uint32) uint32 {
	if i+1 < len(f.times) {
		return uint32(f.times[i+1] - f.times[i])
	}
	return last
}

// sample returns the description of the frames for decoders.
func (f *MP4) sample() []byte {
	size := binary.BigEndian.AppendUint16(binary.BigEndian.AppendUint16(nil, uint16(f.spec.Width)),
		uint16(f.spec.Height))
	return box("avc1", words(0, 1, 0, 0, 0, 0), size, words(72<<16, 72<<16, 0, 1<<16), make([]byte, 31),
		[]byte{24, 0xff, 0xff}, box("avcC", f.config))
}

var _ interface {
	Add(bool, int64, []byte) error
	io.Closer
} = (*MP4)(nil)
