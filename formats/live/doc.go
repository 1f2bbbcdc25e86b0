// Package live has demos that are still growing: files that another program writes, standard input, streams of servers (QTV, GTV)
// and what a proxy hears between a game and its server.
//
// # The seam
//
// A [Source] turns what it hears into its game's own demo format, from the first byte on, and appends that to a [Demo]:
//
//	func (s *mySource) Run(ctx context.Context, d *live.Demo) error {
//		d.Tell(live.Connecting, "asking %s for its stream", s.host)
//		…
//		d.Tell(live.Playing, "")
//		d.Append(block) // as often as something arrives, each time a whole block or several
//		…
//		return nil      // it has ended properly; an error says why it did not
//	}
//
// Run returns when the source has ended, when it cannot go on, or soon after ctx is done; it does not end or close the demo, that
// is for its caller ([Run]). What is told has no password in it. A source knows blocks and packets, no players and no windows.
//
// A proxy with several clients has one Source for each of them: its listener hands them out as a [net.Listener] does its
// connections, and each has a Demo of its own.
//
// # The readers of a demo
//
// Decoders read a Demo while it grows, by [Demo.More], which waits where nothing is there yet: a block that is not complete is no
// damage while the demo grows. Each decoder takes it as Options.More. When the demo has ended, what stays incomplete is damage as in
// any other file. Nothing of this is in the blocks: a demo that has ended, loaded anew, gives the same recording.
//
// A place where something was lost, as between a broken connection and the next, is told with [Demo.Gap]; it is no part of the bytes.
//
// # On disk
//
// [Demo.Keep] has a demo written to a file, what is there already and all that comes. Only whole blocks are written, each with one
// call, so that the file is a demo that plays whenever the program is killed; the mark that some formats have at their end is
// written when the demo ends. Which bytes are a whole block is found out here by the format's framing ([Demo.Append] may be given
// anything), and bytes that are no blocks are written as they come.
package live
