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

	"github.com/kubedelta/kubedelta/changelog/catalog"
	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
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
	files := map[string][]byte{}
	for release, m := range minors {
		b, err := catalog.Encode(m)
		if err != nil {
			return err
		}
		files[release.String()+".json.zst"] = packed.Encode(b)
	}
	total, err := packed.Write(to, files)
	if err == nil {
		fmt.Printf("%d files, %d bytes\n", len(files), total)
	}
	return err
}
