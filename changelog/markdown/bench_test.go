package markdown_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/kubedelta/kubedelta/changelog/markdown"
)

// BenchmarkParse reads the body of 1.31.0.
func BenchmarkParse(b *testing.B) {
	text := published(b, 31)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		markdown.Parse(text, "1.31.0")
	}
}

// BenchmarkParseFile reads a whole file of about half a megabyte.
func BenchmarkParseFile(b *testing.B) {
	text := wholeFile()
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		markdown.Parse(text, "")
	}
}

// wholeFile returns a file as long as the changelogs of old minors.
func wholeFile() []byte {
	var b bytes.Buffer
	for patch := 20; patch >= 0; patch-- {
		fmt.Fprintf(&b, "# v1.30.%d\n\n## Downloads for v1.30.%d\n\nfilename | sha512 hash\n-------- | -----------\n", patch, patch)
		for i := range 30 {
			fmt.Fprintf(&b, "[kubernetes-%d.tar.gz](https://dl.k8s.io/v1.30.%d/kubernetes-%d.tar.gz) | %0128x\n", i, patch, i, i)
		}
		b.WriteString("\n## Changes by Kind\n\n### Bug or Regression\n\n")
		for i := range 80 {
			n := 120000 + 100*patch + i
			fmt.Fprintf(&b, "- Fixed a fault of part %d\n  that nobody had seen. ([#%d](https://github.com/kubernetes/kubernetes/pull/%d), [@ann](https://github.com/ann)) [SIG API Machinery and Node]\n", i, n, n)
		}
		b.WriteString("\n## Dependencies\n\n### Added\n_Nothing has changed._\n\n")
	}
	return b.Bytes()
}
