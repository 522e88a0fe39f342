// Command generate makes the built-in release notes from the published ones:
// facts of each entry, and the links between the API changes of each minor and
// its entries, found with texts and descriptions at hand. `task catalog` runs it;
// the same inputs give the same bytes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/klauspost/compress/zstd"

	"github.com/kubedelta/kubedelta/changelog/catalog"
)

func main() {
	from := flag.String("data", "../shared/kubernetes", "folder with release-notes, openapi and swagger")
	to := flag.String("o", "changelog/catalog/data", "folder to write to")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := generate(ctx, *from, *to)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(ctx context.Context, from, to string) error {
	library, err := readNotes(filepath.Join(from, "release-notes"))
	if err != nil {
		return err
	}
	surfaces, err := readSurfaces(ctx, from)
	if err != nil {
		return err
	}
	library.Draw = surfaces.dictionary()
	minors, err := minorsOf(library, surfaces)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	total := 0
	for release, m := range minors {
		b, err := catalog.Encode(m)
		if err != nil {
			return err
		}
		packed := pack(b)
		total += len(packed)
		if err := os.WriteFile(filepath.Join(to, release.String()+".json.zst"), packed, 0o644); err != nil {
			return err
		}
	}
	fmt.Printf("%d files, %d bytes\n", len(minors), total)
	return nil
}

// pack compresses with one goroutine, so that the bytes depend on nothing else.
func pack(b []byte) []byte {
	enc, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		panic(err) // only wrong options make it fail
	}
	defer enc.Close() //nolint:errcheck // EncodeAll leaves nothing to flush
	return enc.EncodeAll(b, nil)
}
