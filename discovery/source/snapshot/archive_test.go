package snapshot

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

const document = `{"openapi":"3.0.0","paths":{}}`

// file is one entry of an archive that a test writes.
type file struct {
	name string
	kind byte
	text string
}

func tarOf(t testing.TB, files ...file) []byte {
	t.Helper()
	var out bytes.Buffer
	w := tar.NewWriter(&out)
	for _, f := range files {
		h := &tar.Header{Name: f.name, Typeflag: f.kind, Size: int64(len(f.text)), Mode: 0o644}
		if f.kind == 0 {
			h.Typeflag = tar.TypeReg
		} else {
			h.Size, h.Linkname = 0, f.text
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if h.Size > 0 {
			if _, err := io.WriteString(w, f.text); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func gzipOf(t testing.TB, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, err := w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func zstdOf(t testing.TB, data []byte, options ...zstd.EOption) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := zstd.NewWriter(&out, options...)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.Write(data)
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// small returns limits that a test can exceed.
func small() limits { return limits{document: 4 << 20, total: 8 << 20, files: 50} }

func readBytes(ctx context.Context, name string, data []byte) error {
	_, _, err := readFile(ctx, bytes.NewReader(data), name, int64(len(data)), small())
	return err
}

func TestArchives(t *testing.T) {
	t.Parallel()
	for name, files := range map[string][]file{
		"at the root":      {{name: "api/v1.json", text: document}},
		"with a dot":       {{name: "./", kind: tar.TypeDir}, {name: "./api/", kind: tar.TypeDir}, {name: "./api/v1.json", text: document}},
		"in a folder":      {{name: "prod/api/v1.json", text: document}, {name: "prod/notes.txt", text: "x"}, {name: "README", text: "x"}},
		"others beside":    {{name: "api/v1.json", text: document}, {name: "other/api/v1.json", text: document}},
		"upstream release": {{name: "kubernetes-1.36.0/api/openapi-spec/v3/api__v1_openapi.json", text: document}, {name: "kubernetes-1.36.0/go.mod", text: "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			plain := tarOf(t, files...)
			for form, data := range map[string][]byte{"a.tar": plain, "a.tar.gz": gzipOf(t, plain), "a.tar.zst": zstdOf(t, plain), "by its content": gzipOf(t, plain)} {
				set, _, err := readFile(t.Context(), bytes.NewReader(data), form, int64(len(data)), small())
				if err != nil || len(set.OpenAPIV3) != 1 {
					t.Errorf("%s: %v", form, err)
				}
			}
		})
	}
}

func TestHostileArchives(t *testing.T) {
	t.Parallel()
	many := make([]file, 60)
	for i := range many {
		many[i] = file{name: "x/" + strings.Repeat("y", i+1)}
	}
	zeros := strings.Repeat("\x00", 5<<20)
	for name, tc := range map[string]struct {
		data []byte
		want string
	}{
		"dots":           {tarOf(t, file{name: "../../etc/cron.d/x", text: "x"}), `the entry "../../etc/cron.d/x" of the archive has no path, or a path outside of the archive`},
		"dots inside":    {tarOf(t, file{name: "api/../../v1.json", text: "x"}), "has no path, or a path outside"},
		"absolute":       {tarOf(t, file{name: "/etc/passwd", text: "x"}), `the entry "/etc/passwd" of the archive has no path, or a path outside`},
		"backslash":      {tarOf(t, file{name: `..\v1.json`, text: "x"}), "has no path, or a path outside"},
		"drive":          {tarOf(t, file{name: `C:/api/v1.json`, text: "x"}), "has no path, or a path outside"},
		"symbolic link":  {tarOf(t, file{name: "api/v1.json", kind: tar.TypeSymlink, text: "/etc/shadow"}), `the entry "api/v1.json" of the archive is a symbolic link; only files and folders are read`},
		"hard link":      {tarOf(t, file{name: "api/v1.json", kind: tar.TypeLink, text: "/etc/shadow"}), "is a hard link"},
		"device":         {tarOf(t, file{name: "api/v1.json", kind: tar.TypeChar}), "is a device"},
		"pipe":           {tarOf(t, file{name: "api/v1.json", kind: tar.TypeFifo}), "is a pipe"},
		"twice":          {tarOf(t, file{name: "api/v1.json", text: document}, file{name: "./api/v1.json", text: document}), `the archive contains the entry "api/v1.json" twice`},
		"several":        {tarOf(t, file{name: "a/api/v1.json", text: document}, file{name: "b/api/v1.json", text: document}), "contains several snapshots, in a and b"},
		"nothing":        {tarOf(t, file{name: "a.txt", text: "x"}), "contains no document of an API server among its 1 entries; expected api/v1.json"},
		"many":           {tarOf(t, many...), "contains more than 50 entries"},
		"large document": {tarOf(t, file{name: "api/v1.json", text: zeros}), `the entry "api/v1.json" of the archive: it is 5 MiB; the limit for a document is 4 MiB`},
		"large in all": {tarOf(t, file{name: "api/v1.json", text: zeros[:3<<20]}, file{name: "api/v2.json", text: zeros[:3<<20]}, file{name: "api/v3.json", text: zeros[:3<<20]}),
			"the documents are larger than 8 MiB in total"},
		"large others": {tarOf(t, file{name: "a", text: zeros}, file{name: "b", text: zeros}), "the archive unpacks to more than 8 MiB: no snapshot is that large"},
		"long name":    {tarOf(t, file{name: "../" + strings.Repeat("x", 10_000), text: "x"}), "…"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for form, data := range map[string][]byte{"a.tar.gz": gzipOf(t, tc.data), "a.tar.zst": zstdOf(t, tc.data)} {
				if err := readBytes(t.Context(), form, data); err == nil || !strings.Contains(err.Error(), tc.want) || len(err.Error()) > 400 {
					t.Errorf("%s\ngot  %v\nwant %s", form, err, tc.want)
				}
			}
		})
	}
}

// TestBomb reads an archive that unpacks to 50 GiB.
func TestBomb(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	z, err := zstd.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	w := tar.NewWriter(z)
	if err := w.WriteHeader(&tar.Header{Name: "padding", Typeflag: tar.TypeReg, Size: 50 << 30, Mode: 0o644}); err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 64 {
		if _, err := w.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	if err := readBytes(t.Context(), "a.tar.zst", out.Bytes()); !errors.Is(err, errBomb) {
		t.Error(err)
	}
}

// TestWindow reads the window of zstd --long=27, and refuses larger ones.
func TestWindow(t *testing.T) {
	t.Parallel()
	// A stream with an unknown size declares its window.
	frame := func(log byte) []byte { return []byte{0x28, 0xb5, 0x2f, 0xfd, 0x00, (log - 10) << 3, 0x01, 0x00, 0x00} }
	if err := readBytes(t.Context(), "a.tar.zst", frame(27)); err == nil || strings.Contains(err.Error(), "--long") {
		t.Errorf("--long=27: %v", err)
	}
	if err := readBytes(t.Context(), "a.tar.zst", frame(28)); err == nil || !strings.Contains(err.Error(), "compress it with --long=27 or less") {
		t.Errorf("--long=28: %v", err)
	}
}

// TestTruncated cuts archives at every byte. None may be read as complete.
func TestTruncated(t *testing.T) {
	t.Parallel()
	random := make([]byte, 3000)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range random {
		random[i] = "abcdefgh"[r.IntN(8)]
	}
	plain := tarOf(t, file{name: "api/v1.json", text: document}, file{name: "apis/apps/v1.json", text: `{"a":"` + string(random) + `"}`})
	for form, data := range map[string][]byte{"a.tar.gz": gzipOf(t, plain), "a.tar.zst": zstdOf(t, plain, zstd.WithEncoderCRC(true))} {
		if err := readBytes(t.Context(), form, data); err != nil {
			t.Fatal(err)
		}
		for n := range data {
			err := readBytes(t.Context(), form, data[:n])
			if err == nil {
				t.Fatalf("%s: %d of %d bytes are taken for the whole", form, n, len(data))
			}
			if n > 20 && !strings.Contains(err.Error(), "the archive is truncated") {
				t.Errorf("%s: %d bytes: %v", form, n, err)
			}
		}
	}
}

func TestNotArchives(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ name, data, want string }{
		"error page":  {"a.tar.gz", "<!DOCTYPE html>", "its name ends in .gz, but the content is HTML or XML"},
		"json":        {"a.tgz", "{}", "its name ends in .tgz, but the content is JSON"},
		"empty":       {"a.tar.zst", "", "its name ends in .zst, but the content is empty"},
		"zip":         {"a", "PK\x03\x04rest", "zip archives are not read"},
		"gzip of all": {"a.json.gz", string(gzipOf(t, []byte(strings.Repeat(document, 100)))), "it is compressed, but its content is not a tar archive"},
		"too large":   {"a.json", strings.Repeat(" ", 5<<20), "it is 5 MiB; the limit for a document is 4 MiB"},
		"damaged":     {"a.tar.gz", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff\xff\xff\xff\xff", "the archive cannot be unpacked"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if err := readBytes(t.Context(), tc.name, []byte(tc.data)); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got  %v\nwant %s", err, tc.want)
			}
		})
	}
}

func TestArchiveStopsWhenCancelled(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := readBytes(ctx, "a.tar.gz", gzipOf(t, tarOf(t, file{name: "api/v1.json", text: document}))); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// FuzzRead: every file gives a set or an error of one sentence.
func FuzzRead(f *testing.F) {
	plain := tarOf(f, file{name: "api/v1.json", text: document}, file{name: "x/", kind: tar.TypeDir}, file{name: "kubedelta-snapshot.json", text: `{"apiVersion":"kubedelta.dev/v1","kind":"Snapshot","files":["version.json"]}`})
	f.Add(plain)
	f.Add(gzipOf(f, plain))
	f.Add(zstdOf(f, plain))
	f.Add([]byte(document))
	f.Add([]byte("openapi: 3.0.0\npaths:\n  /api/v1/pods: {}\n"))
	f.Add([]byte("<html>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _, err := readFile(t.Context(), bytes.NewReader(data), "fuzz", int64(len(data)), small())
		if err != nil && (strings.TrimSpace(err.Error()) == "" || len(err.Error()) > 2000) {
			t.Fatalf("no sentence: %q", err)
		}
	})
}

// FuzzSilentArchive: an archive with a changed byte, or a truncated one, is refused, or gives the
// same set as the original.
func FuzzSilentArchive(f *testing.F) {
	plain := tarOf(f, file{name: "api/v1.json", text: document}, file{name: "apis/apps/v1.json", text: strings.Replace(document, "/api/v1", "/apis/apps/v1", 1)})
	whole := [][]byte{gzipOf(f, plain), zstdOf(f, plain)}
	for i := range 40 {
		f.Add(i*97, byte(1<<(i%8)), i*31)
	}
	f.Fuzz(func(t *testing.T, at int, flip byte, cut int) {
		for _, archive := range whole {
			want, _, err := readFile(t.Context(), bytes.NewReader(archive), "fuzz", int64(len(archive)), small())
			if err != nil {
				t.Fatal(err)
			}
			damaged := bytes.Clone(archive)
			damaged[abs(at)%len(damaged)] ^= flip
			for _, data := range [][]byte{damaged, archive[:abs(cut)%len(archive)]} {
				got, _, err := readFile(t.Context(), bytes.NewReader(data), "fuzz", int64(len(data)), small())
				if err == nil && !reflect.DeepEqual(got, want) {
					t.Errorf("byte %d with %#x, cut at %d: other documents, and no error", abs(at)%len(damaged), flip, abs(cut)%len(archive))
				}
			}
		}
	})
}

func abs(n int) int { return max(n, -(n + 1)) }
