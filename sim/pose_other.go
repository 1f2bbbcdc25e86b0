//go:build !amd64

package sim

// packCommon appends no poses: there is no faster code for them than packOne.
func (*writtenPoses) packCommon(buf []byte, _ []newPose, _ int32, _ float32) ([]byte, int) {
	return buf, 0
}
