package main

import (
	"bytes"
	"fmt"
	"image"
	"strconv"
	"strings"

	"github.com/tc-hib/winres"
	"github.com/tc-hib/winres/version"

	"fragscope/assets/icon"
	"fragscope/cmd/fragscope/desktop"
)

// windowsIconSizes are the sizes, in pixels, in which Windows draws icons.
var windowsIconSizes = []int{16, 24, 32, 48, 64, 256}

// resources returns the Windows resources of the program (icon, version, manifest) as an object file for the
// linker.
func resources(arch, release string) ([]byte, error) {
	set := winres.ResourceSet{}
	var images []image.Image
	for _, size := range windowsIconSizes {
		images = append(images, icon.Draw(size))
	}
	pictures, err := winres.NewIconFromImages(images)
	if err != nil {
		return nil, fmt.Errorf("icon: %w", err)
	}
	if err := set.SetIcon(winres.ID(1), pictures); err != nil {
		return nil, fmt.Errorf("icon: %w", err)
	}
	info, err := versionInfo(release)
	if err != nil {
		return nil, err
	}
	set.SetVersionInfo(*info)
	set.SetManifest(winres.AppManifest{
		Compatibility: winres.Win10AndAbove, ExecutionLevel: winres.AsInvoker,
		DPIAwareness: winres.DPIPerMonitorV2, LongPathAware: true,
	})
	var object bytes.Buffer
	if err := set.WriteObject(&object, winres.Arch(arch)); err != nil {
		return nil, fmt.Errorf("resources for %s: %w", arch, err)
	}
	return object.Bytes(), nil
}

// versionInfo returns the version resource of a release such as "1.2.0-rc1".
func versionInfo(release string) (*version.Info, error) {
	numbers, err := versionNumbers(release)
	if err != nil {
		return nil, err
	}
	info := &version.Info{FileVersion: numbers, ProductVersion: numbers, Type: version.App}
	for key, text := range map[string]string{
		version.FileDescription: desktop.Summary, version.FileVersion: release, version.InternalName: desktop.Title,
		version.LegalCopyright: "The Fragscope authors; MIT licence", version.OriginalFilename: desktop.ID + ".exe",
		version.ProductName: desktop.Title, version.ProductVersion: release,
	} {
		if err := info.Set(version.LangDefault, key, text); err != nil {
			return nil, fmt.Errorf("version resource: %w", err)
		}
	}
	return info, nil
}

// versionNumbers returns the numbers at the start of a version, at most four of 16 bits.
func versionNumbers(release string) (out [4]uint16, err error) {
	plain, _, _ := strings.Cut(release, "-")
	plain, _, _ = strings.Cut(plain, "+")
	parts := strings.Split(plain, ".")
	if len(parts) > len(out) {
		return out, fmt.Errorf("version %q has more than four numbers", release)
	}
	for i, part := range parts {
		n, err := strconv.ParseUint(part, 10, 16)
		if err != nil {
			return out, fmt.Errorf("version %q: %w", release, err)
		}
		out[i] = uint16(n)
	}
	return out, nil
}
