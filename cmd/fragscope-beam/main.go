// Command fragscope-beam makes tables of any number of demos, on one machine or many, as an Apache Beam pipeline.
//
//	fragscope-beam --input 'demos/*/*' --output out/
//	fragscope-beam --input 's3://bucket/*.mvd.gz' --output gs://other/tables --shards 500 \
//		--runner flink --endpoint host:8099 --environment_type DOCKER --worker_binary fragscope-beam
//
// The tables are the same as those of fragscope export, and are made by the same code. The command is a separate
// module, so that Fragscope itself needs none of Beam's dependencies. Workers in containers run the Linux program named
// by --worker_binary, so the machine that starts the pipeline does not need the source.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	_ "github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem/s3"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"fragscope/cmd/fragscope-beam/tables"
)

func main() {
	input := flag.String("input", "", "demos and archives: patterns of names with commas between them, local, gs:// or s3://")
	memory := flag.Uint64("demo_memory", 1536, "megabytes that a worker may hold before the largest demo in work is given up")
	size := flag.Int64("max_file", 1024, "megabytes of the largest file that is read")
	var o tables.Options
	flag.StringVar(&o.Output, "output", "", "folder for the tables")
	flag.StringVar(&o.Form, "form", "parquet", "parquet, csv or jsonl")
	flag.DurationVar(&o.Every, "every", time.Second, "time between two positions of a player; 0s for every snapshot")
	flag.DurationVar(&o.Time, "demo_time", 2*time.Minute, "time that one demo may take")
	flag.IntVar(&o.Shards, "shards", 10, "parts of the work, of which each worker does one after the other: some hundred demos each")
	flag.Parse()
	beam.Init()
	o.Memory, o.MaxFile = *memory<<20, *size<<20
	if err := run(*input, o); err != nil {
		fmt.Fprintln(os.Stderr, "fragscope-beam:", err)
		os.Exit(1)
	}
}

func init() { register.Function2x0(logBad) }

// logBad logs a file or demo that could not be read.
func logBad(ctx context.Context, b tables.Bad) { log.Warnf(ctx, "%s: %s", b.Path, b.Reason) }

func run(input string, o tables.Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	if input == "" {
		return fmt.Errorf("--input is missing: name the demos, as in --input 'demos/*'")
	}
	p, s := beam.NewPipelineWithRoot()
	_, bad := tables.Build(s, strings.Split(input, ","), o)
	beam.ParDo0(s, logBad, bad)
	return beamx.Run(context.Background(), p)
}
