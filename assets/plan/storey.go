package plan

import (
	"math"
	"sort"
	"strconv"
)

const (
	maxStoreys = 6
	storeyBin  = 8.0  // units of height that are counted together
	overhead   = 72.0 // floors nearer to each other are no storeys
	// A further storey must tell apart at least this share of the floor that lies below other floor.
	worthStorey = 0.1
	// And this share of all floor.
	worthStoreys = 0.02
)

// storeysOf finds the heights that best tell floors apart that lie above each other: each storey is
// then a picture in which little is hidden. They are cut where little floor is.
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
	if cs == nil || len(cs.holds) == 0 {
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
	n := last - first + 2
	floor := make([]float64, n)
	pairs := map[[2]int]float64{} // floor over floor: bins of the lower and the upper
	total, over := 0.0, 0.0
	for c := range cs.cols * cs.rows {
		prev := -1
		for i := cs.start[c]; i < cs.start[c+1]; i++ {
			h := &cs.holds[i]
			if !h.reached || h.wet {
				continue
			}
			k := bin(h.z) - first
			floor[k]++
			total++
			if h.sunk {
				// The bottom of a pool is seen through its water.
				continue
			}
			if prev >= 0 && float64(k-prev)*storeyBin >= overhead {
				pairs[[2]int{prev, k}]++
				over++
			}
			prev = k
		}
	}
	if over < worthStoreys*total {
		return nil
	}
	var cuts []float32
	for len(cuts) < maxStoreys-1 {
		gain := make([]float64, n+1)
		for p, w := range pairs {
			gain[p[0]+1] += w
			gain[p[1]+1] -= w
		}
		best, bestScore, bestGain := -1, 0.0, 0.0
		sum := 0.0
		for k := range n {
			sum += gain[k]
			// Bins from k on belong to the upper storey. Floor close to the cut, above all just
			// under it, costs.
			cost := 0.0
			for d := -4; d <= 2; d++ {
				if k+d >= 0 && k+d < n {
					cost += floor[k+d]
				}
			}
			if score := sum - 0.25*cost; sum > worthStorey*over && sum > worthStoreys*total && score > bestScore {
				best, bestScore, bestGain = k, score, sum
			}
		}
		if best < 0 || bestGain == 0 {
			break
		}
		cuts = append(cuts, float32(first+best)*storeyBin)
		for p := range pairs {
			if p[0] < best && best <= p[1] {
				delete(pairs, p)
			}
		}
	}
	sort.Slice(cuts, func(i, j int) bool { return cuts[i] < cuts[j] })
	return cuts
}
