package reader

import (
	"bytes"
	"encoding/binary"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// contents classifies the bytes of a text.
type contents struct {
	// ascii says that all bytes are ASCII, so that columns are numbers of bytes.
	ascii bool
	// odd says that there are bytes that YAML forbids, that are line ends in YAML only, or that are
	// not valid UTF-8. The fast parser does not read such a text.
	odd bool
	// loneCR says that some lines end with a carriage return only.
	loneCR bool
}

// look classifies a text in steps of 32 bytes: most texts are lines of printable ASCII.
func look(text string) contents {
	const step = 32
	k := contents{ascii: true}
	i := 0
	for ; i+step <= len(text); i += step {
		s := text[i : i+step]
		if (unusual(load(s))|unusual(load(s[8:]))|unusual(load(s[16:]))|unusual(load(s[24:])))&highs != 0 {
			k.words(text, i, i+step)
		}
	}
	k.bytes(text, i, len(text))
	if !k.ascii && !k.odd {
		k.odd = !plainUTF8(text)
	}
	return k
}

// unusual sets the high bit of each byte that is neither a line feed nor printable ASCII.
func unusual(w uint64) uint64 {
	// For a byte below 0x80, del has the high bit if the byte is DEL, printed if it is 0x20 or
	// more, and noFeed if it is not a line feed.
	x := w & lows
	del, printed, noFeed := x+ones, x+0x60*ones, (x^'\n'*ones)+lows
	return w | del | noFeed&^printed
}

// words checks the unusual bytes in a part of the text. Line ends with a carriage return and a line
// feed are common in files from Windows.
func (k *contents) words(text string, from, to int) {
	for i := from; i < to; i += 8 {
		w := load(text[i : i+8])
		odd := unusual(w) & highs
		if odd != 0 && i+8 < len(text) {
			odd &^= equal(w, '\r') & equal(load(text[i+1:i+9]), '\n')
		}
		if odd != 0 {
			k.bytes(text, i, i+8)
		}
	}
}

// equal sets the high bit of each byte that is c.
func equal(w uint64, c byte) uint64 {
	other := w ^ uint64(c)*ones
	return ^(other&lows + lows | other) & highs
}

func (k *contents) bytes(text string, from, to int) {
	for i := from; i < to; i++ {
		switch c := text[i]; {
		case c >= 0x80:
			k.ascii = false
		case c == '\r':
			if i+1 == len(text) || text[i+1] != '\n' {
				k.loneCR = true
			}
		case c < 0x20 && c != '\n' && c != '\t' || c == 0x7f:
			k.odd = true
		}
	}
}

// plainUTF8 reports whether a text is UTF-8 without characters that YAML forbids (C1 controls, byte
// order marks, U+FFFE, U+FFFF) or that are line ends in YAML (U+0085, U+2028, U+2029).
func plainUTF8(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	for i := 0; i < len(text); {
		at := strings.IndexFunc(text[i:], func(r rune) bool { return r >= 0x80 })
		if at < 0 {
			return true
		}
		r, size := utf8.DecodeRuneInString(text[i+at:])
		if r < 0xA0 || r == 0x2028 || r == 0x2029 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF {
			return false
		}
		i += at + size
	}
	return true
}

// notManifest returns a reason if the first bytes are those of a binary format, of a file that is
// completely encrypted, or of a pointer that git checks out in place of a file, or "".
func notManifest(data []byte) string {
	data = bytes.TrimLeft(data[:min(len(data), 64)], mark+" \t\r\n")
	for _, magic := range []struct{ prefix, what string }{
		{"\x89PNG", "a PNG image"}, {"\x1f\x8b", "a gzip archive"}, {"PK\x03\x04", "a zip archive"}, {"\x7fELF", "a program"},
		{"\xff\xd8\xff", "a JPEG image"}, {"%PDF-", "a PDF"}, {"\x28\xb5\x2f\xfd", "a zstd archive"}, {"GIF8", "a GIF image"},
	} {
		if strings.HasPrefix(view(data), magic.prefix) {
			return "it is binary (" + magic.what + "), not text"
		}
	}
	for _, magic := range []struct{ prefix, by string }{
		{"$ANSIBLE_VAULT;", "Ansible Vault"}, {"\x00GITCRYPT\x00", "git-crypt"}, {"age-encryption.org/v1\n", "age"}, {"-----BEGIN AGE ENCRYPTED FILE-----", "age"},
		{"-----BEGIN PGP MESSAGE-----", "PGP"}, {"Salted__", "OpenSSL"}, {"U2FsdGVkX1", "OpenSSL"},
	} {
		if strings.HasPrefix(view(data), magic.prefix) {
			return "it is encrypted (" + magic.by + "), so it was not checked: decrypt it and scan the result"
		}
	}
	// https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
	if strings.HasPrefix(view(data), "version https://git-lfs.github.com/spec/") {
		return "it is a pointer of Git LFS, not the file: get the file with git lfs pull"
	}
	return ""
}

// strange returns a reason if a text has too many control characters, or "".
func strange(text string) string {
	head, strange := text[:min(len(text), 4096)], 0
	for i := range len(head) {
		if c := head[i]; c < 0x20 && c != '\n' && c != '\r' && c != '\t' {
			strange++
		}
	}
	if strange*10 > len(head) {
		return "it is binary, not text"
	}
	return ""
}

// utf16Order returns the byte order of UTF-16, by its mark, or by the zero byte of the first
// character, which must be ASCII in YAML; nil if the text is not UTF-16.
func utf16Order(data []byte) binary.ByteOrder {
	if len(data) < 2 {
		return nil
	}
	switch {
	case data[0] == 0xFF && data[1] == 0xFE, data[0] != 0 && data[0] < 0x80 && data[1] == 0 && evenZeros(data, 1):
		return binary.LittleEndian
	case data[0] == 0xFE && data[1] == 0xFF, data[0] == 0 && data[1] != 0 && data[1] < 0x80 && evenZeros(data, 0):
		return binary.BigEndian
	default:
		return nil
	}
}

// evenZeros reports whether the zero bytes at the beginning are exactly those of ASCII in UTF-16.
func evenZeros(data []byte, at int) bool {
	head := data[:min(len(data), 64)]
	for i, c := range head {
		if (c == 0) != (i%2 == at) {
			return false
		}
	}
	return len(data) >= 4
}

// utf16Text appends the text in UTF-8, without its mark.
func utf16Text(out, data []byte, order binary.ByteOrder) ([]byte, bool) {
	ok := len(data)%2 == 0
	for i := 0; i+1 < len(data); i += 2 {
		c := rune(order.Uint16(data[i:]))
		if utf16.IsSurrogate(c) {
			var next rune
			if i+3 < len(data) {
				next = rune(order.Uint16(data[i+2:]))
			}
			if c = utf16.DecodeRune(c, next); c == utf8.RuneError {
				return out, false
			}
			i += 2
		}
		if i > 0 || c != 0xFEFF {
			out = utf8.AppendRune(out, c)
		}
	}
	return out, ok
}
