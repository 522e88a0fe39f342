// Package packed owns the form of the facts that are built in: files in zstd,
// the same bytes for the same facts, made by the generators of the catalogs and
// read by the catalogs. It knows nothing of what is in them.
package packed

import (
	"os"
	"path/filepath"

	"github.com/klauspost/compress/zstd"
)

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

// Write puts files, by their names, into a folder, which it makes, and tells how
// many bytes they have in all. Packed files (*.zst) that are there under other
// names are of an earlier run, and deleted: the catalogs take what the folder has.
func Write(folder string, files map[string][]byte) (total int, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return 0, err
	}
	for name, b := range files {
		total += len(b)
		if err := os.WriteFile(filepath.Join(folder, name), b, 0o644); err != nil {
			return 0, err
		}
	}
	return total, clean(folder, files)
}

// clean deletes the packed files that are not among those written.
func clean(folder string, written map[string][]byte) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if _, keep := written[e.Name()]; keep || !e.Type().IsRegular() || filepath.Ext(e.Name()) != ".zst" {
			continue
		}
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
