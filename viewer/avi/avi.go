// Package avi writes videos as Motion JPEG in AVI, frame by frame.
//
// The format is that of Microsoft's AVI RIFF File Reference with the OpenDML extensions (version 1.02), which allow
// files larger than the 1 GiB that old players accept. A file consists of one RIFF 'AVI ' chunk and any number of RIFF
// 'AVIX' chunks. Each chunk contains a list of frames and an index of those frames; the file's header points to the
// chunks' indexes. The first chunk also contains an index in the older format, idx1. Only the index of the current
// chunk is kept in memory, however long the video is.
package avi

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"math"
)

const (
	maxSide = 1<<16 - 1 // of a JPEG
	quality = 92        // keeps thin lines and small text clean

	// Limits at which a part ends.
	partBytes    = 1 << 30
	partPictures = 1 << 14
	// maxParts is the number of parts that the header has room for.
	maxParts = 512
)

// Encoder writes a video. If errors occur, [Encoder.Close] returns the first one.
type Encoder struct {
	w    io.WriteSeeker
	head head
	at   int64 // where the next chunk begins
	err  error
	jpeg bytes.Buffer

	riff, movi int64     // where the part begins, and its list of frames
	index      []picture // of the part
	// The limits of a part.
	mostBytes    int64
	mostPictures int
}

// picture is a frame's position in its part's list: the offset of its data from the list's start, and their length.
type picture struct{ offset, size uint32 }

// part is an entry of the index of indexes.
type part struct {
	offset         int64
	size, pictures uint32
}

// New returns an Encoder that writes a video to w, which must be positioned at its start. width and height are the
// frame size in pixels; rate is the number of frames per second.
func New(w io.WriteSeeker, width, height int, rate float64) *Encoder {
	e := &Encoder{w: w, head: head{width: uint32(width), height: uint32(height), rate: rate}, mostBytes: partBytes,
		mostPictures: partPictures}
	if width < 1 || height < 1 || width > maxSide || height > maxSide {
		e.err = fmt.Errorf(msgJPEGSize, width, height)
	}
	if !(rate > 0) || rate > 1000 {
		e.err = fmt.Errorf(msgRate, rate)
	}
	e.beginPart("AVI ")
	return e
}

func (e *Encoder) write(b []byte) {
	if e.err == nil {
		var n int
		n, e.err = e.w.Write(b)
		e.at += int64(n)
	}
}

// writeAt overwrites data written earlier.
func (e *Encoder) writeAt(at int64, b []byte) {
	if e.err == nil {
		_, e.err = e.w.Seek(at, io.SeekStart)
	}
	if e.err == nil {
		_, e.err = e.w.Write(b)
	}
	if e.err == nil {
		_, e.err = e.w.Seek(e.at, io.SeekStart)
	}
}

// beginPart begins a RIFF of a form. Its sizes are written when it ends.
func (e *Encoder) beginPart(form string) {
	e.riff = e.at
	e.write(append([]byte("RIFF\x00\x00\x00\x00"), form...))
	if e.riff == 0 {
		e.write(e.head.bytes())
	}
	e.movi = e.at
	e.write([]byte("LIST\x00\x00\x00\x00movi"))
	e.index = e.index[:0]
}

// Add appends img as a frame. img must have the size of the video.
func (e *Encoder) Add(img *image.RGBA) error {
	if b := img.Bounds(); e.err == nil && (b.Dx() != int(e.head.width) || b.Dy() != int(e.head.height)) {
		e.err = fmt.Errorf(msgOtherSize, b.Dx(), b.Dy(), e.head.width, e.head.height)
	}
	if e.err != nil {
		return e.err
	}
	e.jpeg.Reset()
	e.jpeg.Write(make([]byte, 8)) // the chunk's header
	if e.err = jpeg.Encode(&e.jpeg, img, &jpeg.Options{Quality: quality}); e.err != nil {
		return e.err
	}
	size := uint32(e.jpeg.Len() - 8)
	if size%2 != 0 {
		e.jpeg.WriteByte(0) // chunks begin at even offsets
	}
	if len(e.index) == e.mostPictures || len(e.index) > 0 && e.at+int64(e.jpeg.Len())-e.riff > e.mostBytes {
		e.endPart()
		e.beginPart("AVIX")
	}
	chunk := e.jpeg.Bytes()
	copy(chunk, chunkHead(idPicture, size))
	e.index = append(e.index, picture{uint32(e.at + 8 - e.movi), size})
	e.head.largest = max(e.head.largest, size)
	e.write(chunk)
	return e.err
}

const (
	idPicture  = "00dc" // compressed frame of stream 0
	isKeyFrame = 0x10
)

// endPart writes the part's index, and the sizes that are now known.
func (e *Encoder) endPart() {
	if len(e.head.parts) == maxParts && e.err == nil {
		e.err = errors.New(msgTooLong)
	}
	// AVISTDINDEX: offsets are from the list's start, sizes have a bit set for frames that need others.
	ix := append([]byte(nil), chunkHead("ix00", uint32(24+8*len(e.index)))...)
	ix = append(ix, 2, 0, 0, 1) // 2 words per entry; an index of chunks
	ix = binary.LittleEndian.AppendUint32(ix, uint32(len(e.index)))
	ix = append(ix, idPicture...)
	ix = binary.LittleEndian.AppendUint64(ix, uint64(e.movi))
	ix = append(ix, 0, 0, 0, 0)
	for _, p := range e.index {
		ix = binary.LittleEndian.AppendUint32(ix, p.offset)
		ix = binary.LittleEndian.AppendUint32(ix, p.size)
	}
	e.head.parts = append(e.head.parts, part{e.at, uint32(len(ix)), uint32(len(e.index))})
	e.write(ix)
	e.writeAt(e.movi+4, binary.LittleEndian.AppendUint32(nil, uint32(e.at-e.movi-8)))
	if e.riff == 0 {
		// AVIOLDINDEX: offsets are to the chunks, from the list's name.
		old := append([]byte(nil), chunkHead("idx1", uint32(16*len(e.index)))...)
		for _, p := range e.index {
			old = append(old, idPicture...)
			for _, v := range [...]uint32{isKeyFrame, p.offset - 16, p.size} {
				old = binary.LittleEndian.AppendUint32(old, v)
			}
		}
		e.write(old)
	}
	e.writeAt(e.riff+4, binary.LittleEndian.AppendUint32(nil, uint32(e.at-e.riff-8)))
}

// Close completes the video and returns the first error that occurred. It does not close the underlying writer.
func (e *Encoder) Close() error {
	if e.endPart(); e.err == nil {
		e.writeAt(12, e.head.bytes())
	}
	return e.err
}

// head is everything before the frames. Its length does not change while the video is written.
type head struct {
	width, height uint32
	rate          float64
	largest       uint32 // bytes of a frame
	parts         []part
}

// bytes returns LIST hdrl with avih, the single stream and the OpenDML header.
func (h *head) bytes() []byte {
	const (
		hasIndex = 0x10
		scale    = 1000 // rates are stored in thousandths
	)
	total, first := uint32(0), uint32(0)
	for i, p := range h.parts {
		if i == 0 {
			first = p.pictures
		}
		total += p.pictures
	}
	rate := uint32(math.Round(h.rate * scale))
	perSecond := uint32(min(float64(h.largest)*h.rate, math.MaxUint32))
	avih := words(uint32(math.Round(1e6/h.rate)), perSecond, 0, hasIndex, first, 0, 1, h.largest, h.width, h.height,
		0, 0, 0, 0)
	strh := append([]byte("vidsMJPG"), words(0, 0, 0, scale, rate, 0, total, h.largest, math.MaxUint32, 0, 0,
		h.width|h.height<<16)...)
	strf := append(words(40, h.width, h.height, 1|24<<16), "MJPG"...)
	strf = append(strf, words(3*h.width*h.height, 0, 0, 0, 0)...)

	indx := []byte{4, 0, 0, 0} // 4 words per entry; an index of indexes
	indx = append(indx, words(uint32(len(h.parts)))...)
	indx = append(append(indx, idPicture...), make([]byte, 12)...)
	for _, p := range h.parts {
		indx = binary.LittleEndian.AppendUint64(indx, uint64(p.offset))
		indx = append(indx, words(p.size, p.pictures)...)
	}
	indx = append(indx, make([]byte, 16*(maxParts-len(h.parts)))...)

	stream := chunks("strh", strh, "strf", strf, "indx", indx)
	return chunks("LIST", append([]byte("hdrl"), chunks("avih", avih,
		"LIST", append([]byte("strl"), stream...),
		"LIST", append([]byte("odml"), chunks("dmlh", words(total))...))...))
}

// chunks concatenates chunks: identifiers (string), each followed by its data ([]byte, of even length).
func chunks(list ...any) (out []byte) {
	for i := 0; i < len(list); i += 2 {
		data := list[i+1].([]byte)
		out = append(append(out, chunkHead(list[i].(string), uint32(len(data)))...), data...)
	}
	return out
}

func chunkHead(id string, size uint32) []byte {
	return binary.LittleEndian.AppendUint32([]byte(id), size)
}

func words(list ...uint32) (out []byte) {
	for _, v := range list {
		out = binary.LittleEndian.AppendUint32(out, v)
	}
	return out
}
