//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package beside

import "os"

// hold does nothing: on Windows a file that is open can be neither moved nor removed.
func hold(*os.File) bool { return true }

// moved puts a file in its place, for which it must be closed.
func moved(root *os.Root, f *os.File, made, name string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return root.Rename(made, name)
}

// removeFree removes a file that no run has open. Of a folder that is not known.
func removeFree(root *os.Root, name string, f *os.File, folder bool) {
	_ = f.Close()
	if !folder {
		_ = root.Remove(name)
	}
}
