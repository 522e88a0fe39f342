// Package packed owns the format of the built-in files: zstd, with the same bytes for the same
// content. cmd/catalog writes the files and the catalogs read them. It must not know their content.
package packed

import (
	"strings"

	"github.com/klauspost/compress/zstd"
)

// Encode compresses with one goroutine, so that the bytes are always the same.
func Encode(b []byte) []byte {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // the options are valid
	}
	defer enc.Close() //nolint:errcheck // EncodeAll leaves nothing to flush
	return enc.EncodeAll(b, nil)
}

// Decode returns the input of Encode. The error reports bytes that are not zstd, or damaged.
func Decode(b []byte) ([]byte, error) {
	// The files are small, so more goroutines would cost more than they save.
	dec, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	defer dec.Close()
	return dec.DecodeAll(b, nil)
}

// ReadFile reads a file of a folder, such as a [dataset.Folder], and unpacks one that ends in .zst.
func ReadFile(folder interface{ ReadFile(string) ([]byte, error) }, name string) ([]byte, error) {
	b, err := folder.ReadFile(name)
	if err != nil || !strings.HasSuffix(name, ".zst") {
		return b, err
	}
	return Decode(b)
}
