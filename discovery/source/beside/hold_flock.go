//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package beside

import (
	"os"
	"syscall"
)

// hold locks a file. The lock ends with the process.
func hold(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// moved renames a file while it is held.
func moved(root *os.Root, _ *os.File, made, name string) error { return root.Rename(made, name) }

// removeFree removes a file that no run holds. Another run may remove it at the same time.
func removeFree(root *os.Root, name string, f *os.File, _ bool) {
	if hold(f) {
		_ = root.RemoveAll(name)
	}
	_ = f.Close()
}
