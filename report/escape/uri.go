package escape

import (
	"fmt"
	"strings"
)

// URI returns a path with slashes as a URI reference (RFC 3986). A relative path stays relative, an
// absolute one gets file://. Other bytes are percent-encoded one by one, so that names that are not
// UTF-8 are preserved.
func URI(path string) string {
	switch {
	case isDrive(path):
		return "file:///" + path[:2] + encode(path[2:])
	case strings.HasPrefix(path, "//") && encode(hostOf(path)) == hostOf(path):
		return "file:" + encode(path)
	case strings.HasPrefix(path, "/"):
		return "file://" + encode(path)
	}
	return encode(path)
}

// hostOf is the server of a network path: "a" of "//a/b".
func hostOf(path string) string {
	host, _, _ := strings.Cut(path[2:], "/")
	return host
}

// isDrive reports whether a path begins with a Windows drive: "C:/work".
func isDrive(path string) bool {
	if len(path) < 3 || path[1] != ':' || path[2] != '/' {
		return false
	}
	c := path[0] | 0x20
	return c >= 'a' && c <= 'z'
}

func encode(path string) string {
	var b strings.Builder
	b.Grow(len(path))
	for _, c := range []byte(path) {
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~/", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
