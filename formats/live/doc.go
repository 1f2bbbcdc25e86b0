// Package live provides demos that are still growing: files that another program is writing, standard input, servers'
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
//		return nil      // it ended properly; an error says why it did not
//	}
//
// Run returns when the source has ended, when it cannot go on, or soon after ctx is done; its caller ([Run]) ends the
// demo. Messages for the user never contain a password. A source deals with blocks and packets, not with players or
// windows.
//
// A proxy with several clients has one Source for each: its listener hands them out as a [net.Listener] does
// connections. Each has its own Demo.
//
// # The readers of a demo
//
// Decoders read a Demo while it grows, through [Demo.More], which waits for data and is passed to each as Options.More.
// An incomplete block is damage only once the demo has ended, as in any other file. The blocks themselves do not depend
// on this: loading the demo again after it has ended yields the same recording.
//
// A place where something was lost, such as between a broken connection and the next, is recorded with [Demo.Gap]; it
// is not part of the bytes.
//
// # On disk
//
// [Demo.Keep] saves a demo to a file: the part received so far, then the rest as it arrives. Only whole blocks are
// written, with one call each, so that the file plays even if the program is killed; formats with an end mark get it
// when the demo ends. The format's framing determines the blocks ([Demo.Append] accepts anything); bytes that are not
// blocks are written as they arrive.
package live
