package main

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/adrg/xdg"

	"fragscope/cmd/fragscope/confine"
	"fragscope/viewer/film"
)

// Locations of the graphics drivers, the display and the system's fonts.
var (
	drawFolders = []string{"/usr", "/sys", "/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/modules",
		"/proc/driver", "/proc/sys", "/etc/alternatives", "/etc/glvnd", "/etc/egl", "/etc/vulkan", "/etc/drirc",
		"/etc/nvidia", "/etc/fonts", "/etc/X11", "/opt/amdgpu", "/opt/amdgpu-pro", "/run/opengl-driver",
		"/run/opengl-driver-32", "/run/udev/data", "/run/host/fonts", "/run/host/user-fonts", "/var/lib/snapd/lib/gl",
		"/var/lib/snapd/lib/glvnd", "/var/cache/fontconfig", "/tmp/.X11-unix"}
	drawDevices = []string{"/dev/dri", "/dev/nvidia*", "/dev/kfd", "/dev/udmabuf", "/dev/mali*", "/dev/zero",
		"/dev/random"}
	// nameFiles are the files that the resolver reads to look up hosts.
	nameFiles = []string{"/etc/hosts", "/etc/resolv.conf", "/etc/nsswitch.conf", "/etc/host.conf", "/etc/gai.conf"}
	// driverCaches are the folders in which drivers keep compiled shaders.
	driverCaches = []string{"mesa_shader_cache", "mesa_shader_cache_db", "nvidia", "AMD"}
)

// places returns the demo and its game, the picture's folder, and the places needed for drawing.
func (c *shotCmd) places() confine.Places {
	p := gamePlaces(slices.Concat([]string{c.File}, c.More, c.Race), c.GameDir)
	p.Write = append(p.Write, filepath.Dir(c.Out), "/dev/shm")
	if info, err := os.Stat(c.Out); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		p.Write = append(p.Write, c.Out)
	}
	own := filepath.Join(xdg.CacheHome, "fragscope")
	os.MkdirAll(own, 0o700)
	p.Write = append(p.Write, own, filepath.Join(xdg.Home, ".nv"))
	for _, name := range driverCaches {
		p.Write = append(p.Write, filepath.Join(xdg.CacheHome, name))
	}
	p.Read = append(append(p.Read, drawFolders...), xdg.FontDirs...)
	p.Read = append(p.Read, c.Notes, cmp.Or(os.Getenv("XAUTHORITY"), filepath.Join(xdg.Home, ".Xauthority")),
		filepath.Join(xdg.Home, ".drirc"))
	for _, name := range []string{"LIBGL_DRIVERS_PATH", "GBM_BACKENDS_PATH"} {
		p.Read = append(p.Read, filepath.SplitList(os.Getenv(name))...)
	}
	for _, pattern := range drawDevices {
		found, _ := filepath.Glob(pattern)
		p.Devices = append(p.Devices, found...)
	}
	if k, ok := c.filmKind(); ok && c.Length > 0 && k.NeedsFFmpeg() {
		if program, err := film.Program(); err == nil {
			p.Run = append(p.Run, program)
		}
	}
	p.Display = true
	if port := displayPort(os.Getenv("DISPLAY")); port != 0 {
		p.Ports, p.Datagrams = []uint16{port}, true // the host is looked up
		p.Read = append(p.Read, nameFiles...)
	}
	return p
}

// displayPort returns the TCP port of an X display that is reached by one, as with ssh -X, or 0 for a local
// display.
func displayPort(display string) uint16 {
	host, screen, ok := strings.Cut(display, ":")
	if !ok || host == "" || host == "unix" || strings.HasPrefix(host, "/") {
		return 0
	}
	screen, _, _ = strings.Cut(screen, ".")
	n, err := strconv.ParseUint(screen, 10, 16)
	if err != nil || n > 1<<16-1-6000 {
		return 0
	}
	return uint16(6000 + n)
}
