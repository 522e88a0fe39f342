//go:build !unix

package files

// whole reads no file.
func (*worker) whole(string) (data []byte, size int64, ok bool, err error) { return nil, 0, false, nil }
