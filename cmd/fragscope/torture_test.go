package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"fragscope/formats"
	"fragscope/formats/corpus"
	"fragscope/sim/simtest/script"
)

// The campaign. Every run is a number: which demo, in which way it comes to harm and with what chances follow from it,
// so that one can be run again. Runs are done in processes of their own, which are ended when a run takes too long, and
// anew now and then, as what is drawn without a driver is kept until one comes.
const (
	tortureTime   = 3 * time.Minute // for one run; most take a tenth of a second, and many on a busy machine
	torturePart   = 16 << 10        // of a demo
	tortureMore   = 256 << 10       // of a demo, once in tortureSeldom rounds
	tortureSeldom = 40
	tortureRuns   = 150 // of one process
	tortureTell   = 30 * time.Second
)

// The environment variables that steer the campaign: how often each demo is harmed in each way, the number of the run
// to begin with and of that to end before, and the folder for the damaged demos over which something failed.
const (
	envTorture     = "TORTURE"
	envTortureFrom = "TORTURE_FROM"
	envTortureTo   = "TORTURE_TO"
	envTortureKeep = "TORTURE_KEEP"
)

// tortureDemo is a demo of the campaign: a file, or a scripted match.
type tortureDemo struct {
	name string
	read func() ([]byte, error)
}

// tortureDemos are the scripted matches and the real demos, in a fixed order.
func tortureDemos() (list []tortureDemo, err error) {
	for _, f := range script.Formats() {
		list = append(list, tortureDemo{f.File(), sync.OnceValues(func() ([]byte, error) { return f.Demo(), nil })})
	}
	root, ok := corpus.Find()
	if !ok {
		return list, nil
	}
	for _, folder := range []string{"demos", "families"} {
		err = errors.Join(err, filepath.WalkDir(filepath.Join(root, folder),
			func(path string, e fs.DirEntry, err error) error {
				if err != nil || e.IsDir() || formats.FormatByName(path) == nil && filepath.Ext(path) != ".zip" {
					return missing(err)
				}
				if info, err := e.Info(); err == nil && info.Size() > 64 {
					list = append(list, tortureDemo{e.Name(), func() ([]byte, error) { return plainFile(path) }})
				}
				return nil
			}))
	}
	return list, err
}

// missing is an error but for that of a folder which is not there.
func missing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// plainFile is the start of a file, unpacked if it is gzipped and as far as it can be; an archive is whole, and of one
// demo made anew with the start of that.
func plainFile(file string) ([]byte, error) {
	if filepath.Ext(file) == ".zip" {
		demo, err := formats.Open(file)
		if err != nil {
			return os.ReadFile(file)
		}
		return zipped(demo.Name, startOf(demo.Name, demo.Data, torturePart)), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if z, err := gzip.NewReader(f); err == nil {
		data, _ := io.ReadAll(io.LimitReader(z, tortureMore))
		return data, nil
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(f, tortureMore))
}

// tortureRun is what follows from a run's number.
type tortureRun struct {
	name, mutation string
	data           []byte
}

// harmed is the damaged demo of a run.
func harmed(demos []tortureDemo, number int) (tortureRun, error) {
	demo, donor := demos[number%len(demos)], demos[(number+1+number/len(demos))%len(demos)]
	round := number / len(demos)
	m := mutations[round%len(mutations)]
	most := torturePart
	if (round+number)%tortureSeldom == 0 {
		most = tortureMore
	}
	data, err := demo.read()
	other, err2 := donor.read()
	if err := errors.Join(err, err2); err != nil {
		return tortureRun{}, err
	}
	r := rand.New(rand.NewPCG(uint64(number), uint64(round)))
	name := strings.TrimSuffix(demo.name, ".gz")
	v := victim{name, slices.Clone(startOf(name, data, most)), other[:min(len(other), most)]}
	return tortureRun{fmt.Sprintf("%d-%s", number%len(demos), name), m.name, m.do(r, v)}, nil
}

// tortureAnswer is what a process tells of a run, as a line of JSON.
type tortureAnswer struct {
	Number   int
	Mutation string
	Bytes    int
	Refused  bool
	Damage   []string
	Millis   int
	Peak     int // MiB of memory that a verb took
	Frame    int // MiB of memory that loading and a frame took
	Faults   []string
	Verbs    map[string]tortureTally // of those that answer about matches or write
}

// campaign is the state of all runs.
type campaign struct {
	t       *testing.T
	display string
	demos   []tortureDemo
	keep    string
	jobs    chan int

	mu      sync.Mutex
	open    map[int]bool // runs that have begun
	began   time.Time
	first   int
	total   int
	runs    int
	refused int
	damaged int
	intact  int
	failed  int
	longest tortureAnswer
	peak    tortureAnswer
	frame   tortureAnswer
	said    map[string]int
	ways    map[string]*[3]int // by mutation: intact, damaged, refused
	verbs   map[string]tortureTally
}

// TestTorture harms demos in many ways and lets them go through the program. make torture runs it.
func TestTorture(t *testing.T) {
	rounds, _ := strconv.Atoi(os.Getenv(envTorture))
	if rounds == 0 {
		t.Skip("make torture runs it")
	}
	demos, err := tortureDemos()
	if err != nil {
		t.Fatal(err)
	}
	from, _ := strconv.Atoi(os.Getenv(envTortureFrom))
	to, err := strconv.Atoi(os.Getenv(envTortureTo))
	if err != nil {
		to = rounds * len(mutations) * len(demos)
	}
	c := &campaign{
		t: t, display: display(t), demos: demos, jobs: make(chan int), open: map[int]bool{}, began: time.Now(),
		first: from, total: to, keep: cmp.Or(os.Getenv(envTortureKeep),
			filepath.Join(os.TempDir(), "fragscope-torture")),
		said: map[string]int{}, ways: map[string]*[3]int{}, verbs: map[string]tortureTally{},
	}
	t.Logf("%d demos, runs %d to %d", len(demos), from, to)
	go func() {
		defer close(c.jobs)
		for n := from; n < to; n++ {
			c.jobs <- n
		}
	}()
	tick := time.NewTicker(tortureTell)
	defer tick.Stop()
	go func() {
		for range tick.C {
			c.tell()
		}
	}()
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for c.process() {
			}
		})
	}
	workers.Wait()
	c.sum()
}

// process has runs done by a process of its own, until that has done its share or fails; it reports whether there are
// more.
func (c *campaign) process() (more bool) {
	program, err := os.Executable()
	if err != nil {
		c.t.Error(err)
		return false
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), asProgram+"=torture", "GOMAXPROCS=2", "DISPLAY="+c.display)
	var log bytes.Buffer
	cmd.Stderr = &log
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		c.t.Error(err)
		return false
	}
	defer func() {
		in.Close()
		cmd.Wait()
	}()
	answers := bufio.NewReader(out)
	for range tortureRuns {
		number, ok := <-c.jobs
		if !ok {
			return false
		}
		c.begin(number)
		var late bool
		watchdog := time.AfterFunc(tortureTime, func() { late = true; cmd.Process.Kill() })
		fmt.Fprintln(in, number)
		line, err := answers.ReadBytes('\n')
		watchdog.Stop()
		var a tortureAnswer
		if err == nil {
			err = json.Unmarshal(line, &a)
		}
		if err == nil {
			c.end(a)
			continue
		}
		cmd.Wait()
		a.Number = number
		if a.Faults = []string{"the program ended: " + tail(log.String())}; late {
			a.Faults = []string{fmt.Sprintf("it takes longer than %v", tortureTime)}
		}
		c.end(a)
		return true
	}
	return true
}

// tail is the start of what a process said in its end.
func tail(s string) string { return s[:min(len(s), 1500)] }

func (c *campaign) begin(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[number] = true
}

// numbers are taken out of what is told, to count what is alike.
var numbers = regexp.MustCompile(`-?\d+(\.\d+)?|"[^"]*"`)

// end notes what came of a run.
func (c *campaign) end(a tortureAnswer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, a.Number)
	c.runs++
	way := c.ways[a.Mutation]
	if way == nil {
		way = new([3]int)
		c.ways[a.Mutation] = way
	}
	switch {
	case len(a.Faults) > 0:
		c.failed++
		c.fail(a)
	case a.Refused:
		c.refused++
		way[2]++
	case len(a.Damage) > 0:
		c.damaged++
		way[1]++
	default:
		c.intact++
		way[0]++
	}
	for verb, n := range a.Verbs {
		v := c.verbs[verb]
		c.verbs[verb] = tortureTally{v.Tried + n.Tried, v.Whole + n.Whole, v.Said + n.Said}
	}
	for _, what := range a.Damage {
		c.said[numbers.ReplaceAllString(what, "#")]++
	}
	if a.Millis > c.longest.Millis {
		c.longest = a
	}
	if a.Peak > c.peak.Peak {
		c.peak = a
	}
	if a.Frame > c.frame.Frame {
		c.frame = a
	}
}

// fail tells of a run over which something failed and keeps the damaged demo.
func (c *campaign) fail(a tortureAnswer) {
	run, err := harmed(c.demos, a.Number)
	file := filepath.Join(c.keep, fmt.Sprintf("%06d-%s", a.Number, run.name))
	err = errors.Join(err, os.MkdirAll(c.keep, 0o755), os.WriteFile(file, run.data, 0o644))
	c.t.Errorf("run %d, %s, %s: %s\n(%s %v)", a.Number, run.name, run.mutation, strings.Join(a.Faults, "\n"), file, err)
	fmt.Fprintf(os.Stderr, "torture: run %d, %s, %s: %.300s\n", a.Number, run.name, run.mutation,
		strings.Join(a.Faults, "\n"))
}

// tell says how far it is.
func (c *campaign) tell() {
	c.mu.Lock()
	defer c.mu.Unlock()
	next := c.first + c.runs + len(c.open)
	for n := range c.open {
		next = min(next, n)
	}
	took := time.Since(c.began).Round(time.Second)
	fmt.Fprintf(os.Stderr,
		"torture: %v, run %d of %d, %.1f a second; failed %d, damage told %d, refused %d, nothing told %d; the longest %d ms (run %d), the most memory %d MiB (run %d); %s=%d goes on from here\n",
		took, next, c.total, float64(c.runs)/took.Seconds(), c.failed, c.damaged, c.refused, c.intact, c.longest.Millis,
		c.longest.Number, c.peak.Peak, c.peak.Number, envTortureFrom, next)
}

// sum tells what came of all runs.
func (c *campaign) sum() {
	c.tell()
	c.t.Logf("%d runs: failed %d, damage told of %d, refused %d, nothing told of %d", c.runs, c.failed, c.damaged,
		c.refused, c.intact)
	c.t.Logf("the longest: run %d, %d bytes, %d ms", c.longest.Number, c.longest.Bytes, c.longest.Millis)
	c.t.Logf("the most memory: of a verb in run %d, %d bytes, %d MiB; with a floor plan in run %d, %d bytes, %d MiB",
		c.peak.Number, c.peak.Bytes, c.peak.Peak, c.frame.Number, c.frame.Bytes, c.frame.Frame)
	for _, name := range slices.Sorted(maps.Keys(c.ways)) {
		w := c.ways[name]
		c.t.Logf("%-32s nothing told %5d, damage told %5d, refused %5d", name, w[0], w[1], w[2])
	}
	for _, verb := range slices.Sorted(maps.Keys(c.verbs)) {
		v := c.verbs[verb]
		c.t.Logf("%-32s tried %5d, whole %5d, said why not %5d", verb, v.Tried, v.Whole, v.Said)
	}
	said := slices.SortedFunc(maps.Keys(c.said), func(a, b string) int { return cmp.Compare(c.said[b], c.said[a]) })
	for _, what := range said[:min(len(said), 60)] {
		c.t.Logf("%6d times: %.150s", c.said[what], what)
	}
	if n := len(said); n > 60 {
		c.t.Logf("and %d other sentences", n-60)
	}
}

// tortureWorker is the process that does runs: numbers come in, answers go out.
func tortureWorker() int {
	demos, err := tortureDemos()
	if err != nil {
		panic(err)
	}
	dir, err := os.MkdirTemp("", "torture")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	tortureShare(dir)
	frames := newTortureFrame()
	out := json.NewEncoder(os.Stdout)
	for in := bufio.NewReader(os.Stdin); ; {
		var number int
		if _, err := fmt.Fscanln(in, &number); errors.Is(err, io.EOF) {
			return 0
		} else if err != nil {
			panic(err)
		}
		run, err := harmed(demos, number)
		if err != nil {
			panic(err)
		}
		a := tortured(dir, run, number, frames)
		if err := out.Encode(a); err != nil {
			panic(err)
		}
	}
}
