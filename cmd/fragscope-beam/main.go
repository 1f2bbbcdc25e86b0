// Command fragscope-beam makes tables, heat maps and player totals from any number of demos, on one machine or many, as
// a pipeline of Apache Beam.
//
//	fragscope-beam --input 'demos/*/*' --output out/
//	fragscope-beam --input 's3://bucket/*.mvd.gz' --output gs://other/tables --runner flink --endpoint host:8099
//
// The tables are those of fragscope export, and two more: heat and player_sums. It is a module of its own, so that
// Fragscope itself needs none of Beam's dependencies.
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
	flag.DurationVar(&o.Every, "every", time.Second, "time between two positions of a player")
	flag.DurationVar(&o.Time, "demo_time", 2*time.Minute, "time that one demo may take")
	flag.IntVar(&o.Parts, "parts", 1, "files of a table in a folder: more for more workers")
	flag.Parse()
	beam.Init()
	o.Memory, o.MaxFile = *memory<<20, *size<<20
	if err := run(*input, o); err != nil {
		fmt.Fprintln(os.Stderr, "fragscope-beam:", err)
		os.Exit(1)
	}
}

func run(input string, o tables.Options) error {
	if err := o.Check(); err != nil {
		return err
	}
	if input == "" {
		return fmt.Errorf("--input is missing: name the demos, as in --input 'demos/*'")
	}
	p, s := beam.NewPipelineWithRoot()
	tables.Build(s, strings.Split(input, ","), o)
	return beamx.Run(context.Background(), p)
}
