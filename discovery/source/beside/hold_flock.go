//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package beside

import (
	"os"
	"syscall"
)

// hold locks a file, which the end of the process undoes, however it ends.
func hold(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// moved puts a file in its place while it is held.
func moved(root *os.Root, _ *os.File, made, name string) error { return root.Rename(made, name) }

// removeFree removes what no run holds. Another run may do so too.
func removeFree(root *os.Root, name string, f *os.File, _ bool) {
	if hold(f) {
		_ = root.RemoveAll(name)
	}
	_ = f.Close()
}
