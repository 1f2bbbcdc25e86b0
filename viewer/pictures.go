package viewer

import (
	"bytes"
	"fmt"
	"image"
	"path/filepath"
	"sync"

	"github.com/adrg/xdg"

	"fragscope/formats/base/fault"
	"fragscope/formats/base/outlet"
	"fragscope/viewer/action"
	"fragscope/viewer/flatpng"
	"fragscope/viewer/link"
	"fragscope/viewer/notice"
	"fragscope/viewer/part"
	"fragscope/viewer/platform"
	"fragscope/viewer/session"
)

// pictures shares what is shown: as pictures, and as a command or address.
type pictures struct {
	*rooms
	desktop platform.Platform
	known   func(path, member string) bool // whether the library has a demo
	take    func(panels bool) *image.RGBA  // of the window, or only of the map
	asked   []shotRequest
	work    sync.WaitGroup // pictures being written
}

// shotRequest is a request for a picture.
type shotRequest struct {
	panels bool // the whole window
	copy   bool // to the clipboard instead of a file
}

// Part returns the [part.Part] that takes and copies pictures of the window.
func (p *pictures) Part() part.Part {
	ask := func(r shotRequest) func() {
		return func() { p.asked = append(p.asked, r) } // taken when the next frame is drawn
	}
	return part.Part{Actions: map[action.ID]part.Action{
		action.Screenshot:     {Do: ask(shotRequest{})},
		action.ScreenshotFull: {Do: ask(shotRequest{panels: true}), Idle: true},
		action.CopyPicture:    {Do: ask(shotRequest{copy: true})},
		action.CopyPosition:   {Do: p.copyPosition},
	}}
}

// takeAll takes the requested pictures.
func (p *pictures) takeAll() {
	for _, r := range p.asked {
		img := p.take(r.panels)
		name, dir := part.FileName(p.session, p.timeline.Position()), p.folder()
		p.work.Go(func() {
			var text string
			err := fault.Guard(func() (err error) {
				text, err = p.keep(img, r.copy, dir, name)
				return err
			})
			p.services.Tell(func() {
				if err != nil {
					p.notices.Failed("picture", fmt.Sprintf(msgNotSaved, notice.Reason(err)))
				} else {
					p.notices.Done("picture", text)
				}
			})
		})
	}
	p.asked = p.asked[:0]
}

// keep copies a picture to the clipboard or saves it to a file, and informs the user where it is.
func (p *pictures) keep(img image.Image, toClipboard bool, dir, name string) (text string, err error) {
	data, err := encodePNG(img)
	switch {
	case err != nil:
		return "", err
	case toClipboard:
		return "The picture is in the clipboard.", p.desktop.CopyPNG(data)
	}
	file, err := p.desktop.SavePNG(dir, name, data)
	return "Picture saved: " + file, err
}

func encodePNG(img image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := flatpng.Encode(&b, img)
	return b.Bytes(), err
}

// folder returns the folder for pictures.
func (p *pictures) folder() string {
	if p.prefs.set.Screenshots != "" {
		return p.prefs.set.Screenshots
	}
	if dir := xdg.UserDirs.Pictures; dir != "" {
		return filepath.Join(dir, "Fragscope")
	}
	return filepath.Join(xdg.Home, "Fragscope")
}

// copyPosition copies the address of what is shown, if the platform has addresses, or the command that opens this
// demo at this time.
func (p *pictures) copyPosition() {
	line := ""
	if l, ok := p.desktop.(platform.Linker); ok {
		line = l.Link(p.moment())
	} else {
		line = p.command()
	}
	go func() {
		err := p.desktop.CopyText(line)
		p.services.Tell(func() {
			if err != nil {
				p.notices.Warn(fmt.Sprintf(msgNoClipboard, notice.Reason(err), line))
				return
			}
			p.notices.Say(fmt.Sprintf(msgCopied, line))
		})
	}()
}

// moment returns the moment shown, and how it is shown.
func (p *pictures) moment() link.Moment {
	play := &p.timeline.Play
	clock := p.session.Recording().Clock()
	at := clock.Exact(p.timeline.Position())
	m := link.Moment{At: &at, Speed: play.Speed()}
	if d := p.session.Demo(); d.Path == session.SampleName {
		m.Sample = true
	} else if m.Demo = d.Path; d.Member != "" {
		m.Demo += ":" + d.Member
	}
	if pl := p.watch.Followed(); pl != nil {
		m.Follow = pl.Profile.Name.Plain
	}
	if from, to, ok := play.Loop(); ok {
		m.Loop = true
		from, to := clock.Exact(from), clock.Exact(to)
		m.From, m.To = &from, &to
	}
	return m
}

// command returns the command that opens this demo at this time, by name alone if the library has the demo, quoted for
// the shell that [outlet.HostShell] names.
func (p *pictures) command() string {
	d := p.session.Demo()
	path := d.Path
	if p.known(d.Path, d.Member) { // its name is enough, and the same on other machines
		path = filepath.Base(path)
	}
	if d.Member != "" {
		path += ":" + d.Member
	}
	shell := outlet.HostShell()
	args := []string{outlet.PathArg(shell, path),
		"--at=" + p.session.Recording().Clock().Exact(p.timeline.Position()).String()}
	if pl := p.watch.Followed(); pl != nil {
		args = append(args, outlet.FlagArg(shell, "--follow", pl.Profile.Name.Plain))
	}
	return outlet.Command(shell, "fragscope", args...)
}
