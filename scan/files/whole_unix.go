//go:build unix

package files

import (
	"errors"
	"io"
	"syscall"
)

// whole reads a regular file that is shorter than longFile, and returns its size when it was
// opened. Any other file, and one that cannot be opened, is left to the caller: ok is false. With
// an [os.File], which is registered with the poller and has a finalizer, a scan of small files
// takes 8 % more CPU time.
func (w *worker) whole(name string) (data []byte, size int64, ok bool, err error) {
	fd, err := uninterrupted(func() (int, error) {
		return syscall.Open(name, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	})
	if err != nil {
		return nil, 0, false, nil
	}
	defer syscall.Close(fd) //nolint:errcheck // it was only read
	var stat syscall.Stat_t
	if _, err := uninterrupted(func() (int, error) { return 0, syscall.Fstat(fd, &stat) }); err != nil || stat.Mode&syscall.S_IFMT != syscall.S_IFREG || stat.Size >= longFile {
		return nil, 0, false, nil
	}
	data, err = w.bytes(descriptor(fd), int(stat.Size))
	return data, stat.Size, true, err
}

type descriptor int

func (d descriptor) Read(p []byte) (int, error) {
	n, err := uninterrupted(func() (int, error) { return syscall.Read(int(d), p) })
	if n == 0 && err == nil {
		return 0, io.EOF
	}
	return max(n, 0), err
}

// uninterrupted repeats a system call that a signal interrupted, as package os does.
func uninterrupted(call func() (int, error)) (int, error) {
	for {
		n, err := call()
		if !errors.Is(err, syscall.EINTR) {
			return n, err
		}
	}
}
