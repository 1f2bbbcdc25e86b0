// Package live provides demos that are still growing: files that another program is writing, standard input, server
// streams (QTV, GTV), and the traffic between a game and its server, captured by a proxy.
//
// # Sources
//
// A [Source] converts what it receives to its game's demo format and appends it to a [Demo]:
//
//	func (s *mySource) Run(ctx context.Context, d *live.Demo) error {
//		d.Tell(live.Connecting, "asking %s for its stream", s.host)
//		…
//		d.Tell(live.Playing, "")
//		d.Append(block) // whenever something arrives, each time one or more whole blocks
//		…
//		return nil      // it ended properly; an error describes why it did not
//	}
//
// Run returns when the source has ended, when it cannot continue, or soon after ctx is done. Its caller ([Run]) ends
// the demo. Messages for the user never contain a password. A source deals with blocks and packets, not with players or
// windows.
//
// A proxy provides one Source per client: its listener returns them as a [net.Listener] returns connections. Each has
// its own Demo.
//
// # Reading a demo
//
// Decoders read a Demo while it grows by calling [Demo.More], which waits for data and is passed to each decoder as
// Options.More. An incomplete block counts as damage only once the demo has ended. The blocks themselves are the same
// as in a complete file: loading the demo again after it has ended yields the same recording.
//
// If data is lost, for example between a broken connection and the next one, the source calls [Demo.Gap] to record the
// position. The gap itself is not part of the demo's bytes.
//
// # Saving a demo
//
// [Demo.Keep] saves a demo to a file, first the data received so far, then the rest as it arrives. Only whole blocks
// are written, so the file plays even if the program is killed. If the format has an end mark, it is written when the
// demo ends. The format's framing determines where blocks end, as [Demo.Append] accepts any bytes; bytes that do not
// belong to a block are written as they arrive.
package live
