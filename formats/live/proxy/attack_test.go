package proxy_test

import (
	"encoding/binary"
	"net"
	"sync"
	"testing"
	"time"

	"fragscope/formats/corpus"
	"fragscope/formats/live/proxy"
	"fragscope/formats/live/proxy/proxytest"
)

// exchange sends numbered packets as often as a game does, and counts those that come back.
func exchange(t *testing.T, address string, count int) (lost int) {
	c, err := net.Dial("udp4", address)
	if err != nil {
		t.Error(err)
		return count
	}
	defer c.Close()
	var seen sync.Map
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		buffer := make([]byte, proxy.MaxPacket)
		for {
			n, err := c.Read(buffer)
			if err != nil {
				return
			}
			if n == 16 {
				seen.Store(binary.LittleEndian.Uint32(buffer[8:]), true)
			}
		}
	}()
	for i := range count {
		c.Write(binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32([]byte("hello  a"), uint32(i)), 0))
		time.Sleep(8 * time.Millisecond)
	}
	time.Sleep(time.Second)
	c.SetReadDeadline(time.Now())
	<-ended
	for i := range count {
		if _, ok := seen.Load(uint32(i)); !ok {
			lost++
		}
	}
	return lost
}

// TestLoss measures how many packets of a game are lost beside those of one that is connected directly, while the proxy
// is attacked.
func TestLoss(t *testing.T) {
	if !corpus.Every() {
		t.Skip("make torture measures it")
	}
	const count = 2000
	server := deaf(t)
	l, _ := serve(t, touchyGame, server)
	if got := ask(dial(t, l), []byte("hello first")); got == nil {
		t.Fatal("the proxy does not answer")
	}
	begun := time.Now()
	stop := proxytest.Attack(t, l.Addr())
	var direct, proxied int
	var games sync.WaitGroup
	games.Go(func() { direct = exchange(t, server, count) })
	games.Go(func() { proxied = exchange(t, l.Addr().String(), count) })
	games.Wait()
	took := time.Since(begun)
	rate := float64(stop()) / took.Seconds()
	t.Logf("under %.0f packets a second: %.2f %% lost through the proxy, %.2f %% directly, of %d there and back", rate,
		100*float64(proxied)/count, 100*float64(direct)/count, count)
	if proxied > direct+count/100 {
		t.Errorf("%d packets of %d were lost, directly %d", proxied, count, direct)
	}
}
