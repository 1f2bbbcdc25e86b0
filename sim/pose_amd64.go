package sim

// poseScale are the units of a pose's numbers but the last.
type poseScale struct{ per, size [poseNumbers - 1]float32 }

// poseScales are by [poseUnits].
var poseScales = func() (list [1 << 3]poseScale) {
	for i := range list {
		u, s := poseUnits(i), &list[i]
		for k := range s.per {
			unit := [...]unit{u.place(), u.speed(), u.angle()}[k/3]
			s.per[k], s.size[k] = unit.per, unit.size
		}
	}
	return list
}()

// packPoses writes what packOne appends for poses at the front of a list, as long as they are common and there is room, and returns how
// many these are and the bytes. It counts in unmoved as note does.
//
//go:noescape
func packPoses(out []byte, list []newPose, rows []writtenPose, scales *[1 << 3]poseScale, unmoved *int, last int32, ago float32) (done, size int)

// packCommon appends poses from the front of a list, and returns how many.
func (t *writtenPoses) packCommon(buf []byte, list []newPose, last int32, ago float32) ([]byte, int) {
	done, size := packPoses(buf[len(buf):cap(buf)], list, t.rows, &poseScales, &t.unmoved, last, ago)
	return buf[:len(buf)+size], done
}
