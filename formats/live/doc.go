// Package live provides demos that are still growing: files that another program is writing, standard input, servers'
// streams (QTV, GTV), and the traffic between a game and its server, heard by a proxy.
//
// # The seam
//
// A [Source] turns what it hears into its game's own demo format, from the first byte on, and appends that to a [Demo]:
//
//	func (s *mySource) Run(ctx context.Context, d *live.Demo) error {
//		d.Tell(live.Connecting, "asking %s for its stream", s.host)
//		…
//		d.Tell(live.Playing, "")
//		d.Append(block) // whenever something arrives, each time one or more whole blocks
//		…
//		return nil      // it has ended properly; an error says why it did not
//	}
//
// Run returns when the source has ended, when it cannot go on, or soon after ctx is done; its caller ([Run]) ends the
// demo. Messages for the user never contain a password. A source deals with blocks and packets, not with players or
// windows.
//
// A proxy with several clients has one Source for each: its listener hands them out as a [net.Listener] does
// connections, and each has its own Demo.
//
// # The readers of a demo
//
// Decoders read a Demo while it grows, through [Demo.More], which waits for data and is passed to each as Options.More.
// An incomplete block is damage only once the demo has ended, as in any other file. The blocks themselves do not depend
// on this: a demo that has ended, loaded again, gives the same recording.
//
// A place where something was lost, such as between a broken connection and the next, is recorded with [Demo.Gap]; it
// is not part of the bytes.
//
// # On disk
//
// [Demo.Keep] saves a demo to a file, what is there already and all that follows. Only whole blocks are written, each
// with one call, so that the file plays even if the program is killed; formats with an end mark get it when the demo
// ends. The whole blocks are found by the format's framing ([Demo.Append] accepts anything), and bytes that are not
// blocks are written as they come.
package live
