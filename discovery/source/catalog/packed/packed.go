// Package packed owns the form of the facts that are built in: files in zstd,
// the same bytes for the same facts, made by cmd/catalog and
// read by the catalogs. It knows nothing of what is in them.
package packed

import "github.com/klauspost/compress/zstd"

// Encode compresses with one goroutine, so that the bytes depend on nothing else.
func Encode(b []byte) []byte {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // only wrong options make it fail
	}
	defer enc.Close() //nolint:errcheck // EncodeAll leaves nothing to flush
	return enc.EncodeAll(b, nil)
}

// Decode is what Encode was given; an error where b is no zstd, or damaged.
func Decode(b []byte) ([]byte, error) {
	// One goroutine: a file is small, and starting more costs more than it saves.
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	return dec.DecodeAll(b, nil)
}

// ReadFile reads a file of a folder, such as one of the data set, and unpacks it.
func ReadFile(folder interface{ ReadFile(string) ([]byte, error) }, name string) ([]byte, error) {
	b, err := folder.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Decode(b)
}
