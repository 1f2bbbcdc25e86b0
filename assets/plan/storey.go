package plan

import (
	"math"
	"slices"
	"strconv"
)

const (
	maxStoreys = 6
	storeyBin  = 8.0  // units of height per bin
	overhead   = 72.0 // floors nearer to each other are not storeys
	// A further storey must separate at least this fraction of the floor that lies below other floor.
	worthStorey = 0.1
	// And this fraction of all floor.
	worthStoreys = 0.02
)

// storeysOf finds the heights that best separate floors above each other, so that little is hidden on each storey. Cuts
// are made where there is little floor.
func storeysOf(cs *columns, low, high float32) []Storey {
	cuts := storeyCuts(cs)
	storeys := make([]Storey, 0, len(cuts)+1)
	from := low
	for i := range len(cuts) + 1 {
		to := high + 1
		if i < len(cuts) {
			to = cuts[i]
		}
		storeys = append(storeys, Storey{Low: from, High: to, Name: strconv.Itoa(i + 1)})
		from = to
	}
	return storeys
}

// storeyCuts picks heights one by one.
func storeyCuts(cs *columns) []float32 {
	o := overlapsOf(cs)
	if o == nil || o.over < worthStoreys*o.total {
		return nil
	}
	var cuts []float32
	for len(cuts) < maxStoreys-1 {
		best, ok := o.bestCut()
		if !ok {
			break
		}
		cuts = append(cuts, float32(o.first+best)*storeyBin)
		o.separate(best)
	}
	slices.Sort(cuts)
	return cuts
}

// overlaps is the amount of floor at each height, and of floor above other floor, in bins of storeyBin units.
type overlaps struct {
	first       int // bin of the lowest floor
	floor       []float64
	pairs       map[[2]int]float64 // floor over floor: bins of the lower and the upper
	total, over float64
}

// overlapsOf counts the footholds in columns. It returns nil if there is nothing to stand on.
func overlapsOf(cs *columns) *overlaps {
	if cs == nil {
		return nil
	}
	bin := func(z float32) int { return int(math.Floor(float64(z) / storeyBin)) }
	first, last := math.MaxInt, math.MinInt
	for i := range cs.holds {
		if h := &cs.holds[i]; h.reached && !h.wet {
			first, last = min(first, bin(h.z)), max(last, bin(h.z))
		}
	}
	if first > last || last-first > 1<<16 {
		return nil
	}
	o := &overlaps{first: first, floor: make([]float64, last-first+2), pairs: map[[2]int]float64{}}
	for c := range cs.cols * cs.rows {
		prev := -1
		for i := cs.start[c]; i < cs.start[c+1]; i++ {
			h := &cs.holds[i]
			if !h.reached || h.wet {
				continue
			}
			k := bin(h.z) - first
			o.floor[k]++
			o.total++
			if h.sunk {
				// The bottom of a pool is visible through its water.
				continue
			}
			if prev >= 0 && float64(k-prev)*storeyBin >= overhead {
				o.pairs[[2]int{prev, k}]++
				o.over++
			}
			prev = k
		}
	}
	return o
}

// bestCut returns the bin where a cut separates the most floor from the floor above it; ok is false if none is worth
// it.
func (o *overlaps) bestCut() (best int, ok bool) {
	n := len(o.floor)
	gain := make([]float64, n+1)
	for p, w := range o.pairs {
		gain[p[0]+1] += w
		gain[p[1]+1] -= w
	}
	sum, bestScore := 0.0, 0.0
	for k := range n {
		sum += gain[k]
		// Bins k and up belong to the upper storey. Floor close to the cut, above all just below it, costs.
		cost := 0.0
		for d := -4; d <= 2; d++ {
			if k+d >= 0 && k+d < n {
				cost += o.floor[k+d]
			}
		}
		if score := sum - 0.25*cost; sum > worthStorey*o.over && sum > worthStoreys*o.total && score > bestScore {
			best, bestScore, ok = k, score, true
		}
	}
	return best, ok
}

// separate removes the pairs that a cut separates.
func (o *overlaps) separate(cut int) {
	for p := range o.pairs {
		if p[0] < cut && cut <= p[1] {
			delete(o.pairs, p)
		}
	}
}
