package desktop

import (
	"fmt"
	"strings"
)

// BundleID names the macOS application.
const BundleID = "org.fragscope.Fragscope"

// InfoPlist is the property list of a macOS bundle of the program, which declares the
// types of demos. Version is like "1.2.0".
func InfoPlist(version string) []byte {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n<dict>\n")
	for _, p := range [][2]string{
		{"CFBundleDevelopmentRegion", "en"},
		{"CFBundleExecutable", ID},
		{"CFBundleIconFile", ID},
		{"CFBundleIdentifier", BundleID},
		{"CFBundleInfoDictionaryVersion", "6.0"},
		{"CFBundleName", Title},
		{"CFBundlePackageType", "APPL"},
		{"CFBundleShortVersionString", version},
		{"CFBundleVersion", version},
		{"LSApplicationCategoryType", "public.app-category.video"},
		{"LSMinimumSystemVersion", "12.0"},
	} {
		fmt.Fprintf(&b, "\t<key>%s</key>\n\t<string>%s</string>\n", p[0], p[1])
	}
	b.WriteString("\t<key>NSHighResolutionCapable</key>\n\t<true/>\n")

	b.WriteString("\t<key>CFBundleDocumentTypes</key>\n\t<array>\n")
	for _, k := range Kinds() {
		fmt.Fprintf(&b, "\t\t<dict>\n\t\t\t<key>CFBundleTypeName</key>\n\t\t\t<string>%s</string>\n\t\t\t<key>CFBundleTypeRole</key>\n\t\t\t<string>Viewer</string>\n"+
			"\t\t\t<key>CFBundleTypeIconFile</key>\n\t\t\t<string>%s</string>\n\t\t\t<key>LSHandlerRank</key>\n\t\t\t<string>Default</string>\n"+
			"\t\t\t<key>LSItemContentTypes</key>\n\t\t\t<array>\n\t\t\t\t<string>%s</string>\n\t\t\t</array>\n\t\t</dict>\n", k.Name, ID, k.uti())
	}
	b.WriteString("\t</array>\n\t<key>UTExportedTypeDeclarations</key>\n\t<array>\n")
	for _, k := range Kinds() {
		fmt.Fprintf(&b, "\t\t<dict>\n\t\t\t<key>UTTypeIdentifier</key>\n\t\t\t<string>%s</string>\n\t\t\t<key>UTTypeDescription</key>\n\t\t\t<string>%s</string>\n"+
			"\t\t\t<key>UTTypeConformsTo</key>\n\t\t\t<array>\n\t\t\t\t<string>public.data</string>\n\t\t\t</array>\n\t\t\t<key>UTTypeTagSpecification</key>\n\t\t\t<dict>\n\t\t\t\t<key>public.filename-extension</key>\n\t\t\t\t<array>\n", k.uti(), k.Name)
		for _, ext := range k.Extensions {
			fmt.Fprintf(&b, "\t\t\t\t\t<string>%s</string>\n", ext)
		}
		fmt.Fprintf(&b, "\t\t\t\t</array>\n\t\t\t\t<key>public.mime-type</key>\n\t\t\t\t<string>%s</string>\n\t\t\t</dict>\n\t\t</dict>\n", k.MIME())
	}
	b.WriteString("\t</array>\n</dict>\n</plist>\n")
	return []byte(b.String())
}

func (k *Kind) uti() string { return "org.fragscope." + k.ID }
