//go:build !js

package live

import (
	"context"
	"errors"
	"net"
	"time"
)

// How often a server is asked, and how long it has to answer each time. Packets may be lost.
const (
	askTimes = 3
	askWait  = 1500 * time.Millisecond
)

// questions are the queries that the families of servers understand.
var questions = []string{"\xff\xff\xff\xffgetstatus\n", "\xff\xff\xff\xffstatus\n"}

// AskStatus asks the game server at host:port for its status.
func AskStatus(ctx context.Context, address string) (ServerStatus, error) {
	conn, err := new(net.Dialer).DialContext(ctx, "udp", address)
	if err != nil {
		return ServerStatus{}, err
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { conn.Close() })()
	packet := make([]byte, 1<<16)
	for range askTimes {
		for _, q := range questions {
			if _, err := conn.Write([]byte(q)); err != nil {
				return ServerStatus{}, err
			}
		}
		conn.SetReadDeadline(time.Now().Add(askWait))
		for {
			n, err := conn.Read(packet)
			if err != nil {
				break
			}
			if s, ok := ParseStatus(packet[:n]); ok {
				return s, nil
			}
		}
		if ctx.Err() != nil {
			return ServerStatus{}, context.Cause(ctx)
		}
	}
	return ServerStatus{}, errors.New(msgNoStatus)
}
