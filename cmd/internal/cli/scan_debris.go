package cli

import (
	"os"
	"path/filepath"

	"github.com/kubedelta/kubedelta/discovery/source/beside"
)

// debris collects what killed runs of --fix left in the folders that a scan comes by.
type debris []string

// note looks at a file that a scan comes by.
func (d *debris) note(path string) {
	if beside.Debris(filepath.Base(path)) {
		*d = append(*d, path)
	}
}

// remove removes it, in the folder that it is in: none of these is a link.
func (d debris) remove() {
	for _, path := range d {
		if root, err := os.OpenRoot(filepath.Dir(path)); err == nil {
			beside.Remove(root, filepath.Base(path))
			_ = root.Close()
		}
	}
}
