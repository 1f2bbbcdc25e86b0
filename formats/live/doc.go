// Package live provides demos that are still growing. A growing demo may be a file that another program is writing,
// standard input, a stream from a server (QTV, GTV), or the traffic between a game and its server, captured by a proxy.
//
// # Sources
//
// A [Source] receives data, converts it to the game's demo format and appends it to a [Demo]:
//
//	func (s *mySource) Run(ctx context.Context, d *live.Demo) error {
//		d.Tell(live.Connecting, "asking %s for its stream", s.host)
//		…
//		d.Tell(live.Playing, "")
//		d.Append(block) // whenever data arrives; one or more whole blocks
//		…
//		return nil      // it ended properly; an error describes why it did not
//	}
//
// Run returns when the source has ended, when it cannot continue, or soon after ctx is done. The caller, which is the
// function [Run], then ends the demo. Messages for the user must not contain passwords. A Source deals with blocks and
// packets, not with players or windows.
//
// A proxy provides one Source per client, each with its own Demo. The proxy's listener returns Sources in the same way
// as a [net.Listener] returns connections.
//
// # Reading a demo
//
// A decoder reads a Demo while the demo grows. It calls [Demo.More], which is passed to it as Options.More and waits
// for data. An incomplete block counts as damage only once the demo has ended. The blocks themselves are the same as in
// a complete file, so loading the demo again after it has ended yields the same recording.
//
// If data is lost, for example between a broken connection and the next one, the Source calls [Demo.Gap] to record the
// position of the gap. The demo's bytes do not include the gap itself.
//
// # Saving a demo
//
// [Demo.Keep] saves a demo to a file. It writes the data received so far; the rest is written as it arrives. Only whole
// blocks are written, so the file plays even if the program is killed. If the format has an end mark, the mark is
// written when the demo ends. [Demo.Append] accepts any bytes, so the ends of blocks are found by the format's framing.
// Bytes that do not belong to a block are written as they arrive.
package live
