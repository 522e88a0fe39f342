//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package beside

import "os"

// hold does nothing: on Windows, an open file can be neither renamed nor removed.
func hold(*os.File) bool { return true }

// moved closes a file and renames it. An open file cannot be renamed.
func moved(root *os.Root, f *os.File, made, name string) error {
	if err := f.Close(); err != nil {
		return err
	}
	return root.Rename(made, name)
}

// removeFree removes a file that no run has open. It keeps folders, because it cannot find out
// whether a run uses them.
func removeFree(root *os.Root, name string, f *os.File, folder bool) {
	_ = f.Close()
	if !folder {
		_ = root.Remove(name)
	}
}
