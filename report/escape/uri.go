package escape

import "strings"

// URI returns a path with slashes as a URI reference (RFC 3986). A relative path stays relative, an
// absolute one gets file://. Other bytes are percent-encoded one by one, so that names that are not
// UTF-8 are preserved.
func URI(path string) string {
	switch {
	case isDrive(path):
		return "file:///" + path[:2] + encode(path[2:])
	case strings.HasPrefix(path, "//"):
		return "file:" + encode(path)
	case strings.HasPrefix(path, "/"):
		return "file://" + encode(path)
	}
	return encode(path)
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
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(path))
	for i := 0; i < len(path); i++ {
		if c := path[i]; unreserved(c) || c == '/' {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

func unreserved(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-._~", c) >= 0
}
