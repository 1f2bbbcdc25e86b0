package desktop

import (
	"github.com/ebitengine/purego"
	"github.com/ebitengine/purego/objc"
)

// Four-character codes from Apple's AppleEvents.h and AERegistry.h.
const (
	coreEventClass = uint32('a'<<24 | 'e'<<16 | 'v'<<8 | 't') // kCoreEventClass
	openDocuments  = uint32('o'<<24 | 'd'<<16 | 'o'<<8 | 'c') // kAEOpenDocuments
	directObject   = uint32('-'<<24 | '-'<<16 | '-'<<8 | '-') // keyDirectObject
)

// maxDocuments bounds the documents accepted from one event.
const maxDocuments = 4096

// Documents returns a channel that receives the paths of documents from the Finder, both when the Finder starts the
// program and later. If macOS does not allow this, Documents returns nil. It must be called once, before the window is
// opened.
//
// The Finder does not pass documents as arguments. It sends an "open documents" Apple event instead. The engine's
// application delegate does not handle this event, so the Application Kit's own handler would report that the files
// cannot be opened. Documents replaces that handler. It does so when the application is about to finish launching, as
// prescribed by Apple's Cocoa Scripting Guide ("Installing an Apple Event Handler"). At that time, the Application
// Kit's handlers have been installed, but the event for the document that started the program has not yet been handled.
func Documents() <-chan []string {
	// The engine also loads AppKit. If a class were not loaded, it would be nil here.
	if _, err := purego.Dlopen("/System/Library/Frameworks/AppKit.framework/AppKit",
		purego.RTLD_LAZY|purego.RTLD_GLOBAL); err != nil {
		return nil
	}
	out := make(chan []string, 64)
	launching, open := objc.RegisterName("fragscopeWillFinishLaunching:"), objc.RegisterName("fragscopeOpen:reply:")
	class, err := objc.RegisterClass("FragscopeDocuments", objc.GetClass("NSObject"), nil, nil, []objc.MethodDef{
		{Cmd: launching, Fn: func(self objc.ID, _ objc.SEL, _ objc.ID) {
			manager := objc.ID(objc.GetClass("NSAppleEventManager")).Send(objc.RegisterName("sharedAppleEventManager"))
			manager.Send(objc.RegisterName("setEventHandler:andSelector:forEventClass:andEventID:"), self, open,
				coreEventClass, openDocuments)
		}},
		{Cmd: open, Fn: func(_ objc.ID, _ objc.SEL, event, _ objc.ID) {
			paths := documentsOf(event)
			if len(paths) == 0 {
				return
			}
			select {
			case out <- paths:
			default: // the main thread must not wait, and nobody watches so many together
			}
		}},
	})
	if err != nil {
		return nil
	}
	// Both are kept until the program ends, as the centre does not retain its observers.
	observer := objc.ID(class).Send(objc.RegisterName("new"))
	name := objc.ID(objc.GetClass("NSString")).Send(objc.RegisterName("alloc")).
		Send(objc.RegisterName("initWithUTF8String:"), "NSApplicationWillFinishLaunchingNotification")
	center := objc.ID(objc.GetClass("NSNotificationCenter")).Send(objc.RegisterName("defaultCenter"))
	if observer == 0 || name == 0 || center == 0 {
		return nil
	}
	center.Send(objc.RegisterName("addObserver:selector:name:object:"), observer, launching, name, objc.ID(0))
	return out
}

// documentsOf returns the paths in an event's direct object, which is a list of files or a single one. Its
// descriptors may be URLs, bookmarks or aliases; fileURLValue turns each into a file URL, and path resolves URLs
// that name a file by number. Messages to nil return nil.
func documentsOf(event objc.ID) []string {
	list := event.Send(objc.RegisterName("paramDescriptorForKeyword:"), directObject)
	if list == 0 {
		return nil
	}
	items := []objc.ID{list}
	if n := objc.Send[int](list, objc.RegisterName("numberOfItems")); n > 0 {
		items = items[:0]
		at := objc.RegisterName("descriptorAtIndex:")
		for i := 1; i <= min(n, maxDocuments); i++ { // counted from 1
			items = append(items, list.Send(at, i))
		}
	}
	var paths []string
	for _, item := range items {
		path := item.Send(objc.RegisterName("fileURLValue")).Send(objc.RegisterName("path"))
		if path == 0 {
			continue
		}
		if s := objc.Send[string](path, objc.RegisterName("UTF8String")); s != "" {
			paths = append(paths, s)
		}
	}
	return paths
}
