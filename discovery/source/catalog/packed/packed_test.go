package packed_test

import (
	"bytes"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/catalog/packed"
)

func TestRoundTrip(t *testing.T) {
	for _, b := range [][]byte{nil, []byte("x"), bytes.Repeat([]byte("pods "), 1<<16)} {
		one, two := packed.Encode(b), packed.Encode(b)
		if !bytes.Equal(one, two) {
			t.Errorf("%d bytes are packed in two ways", len(b))
		}
		got, err := packed.Decode(one)
		if err != nil || !bytes.Equal(got, b) {
			t.Errorf("%d bytes came back as %d, %v", len(b), len(got), err)
		}
	}
}

func TestDamage(t *testing.T) {
	good := packed.Encode(bytes.Repeat([]byte("pods "), 1000))
	flipped := bytes.Clone(good)
	flipped[len(flipped)/2] ^= 0xff
	for name, b := range map[string][]byte{"truncated": good[:len(good)-3], "one byte wrong": flipped, "no zstd": []byte("hello, pods")} {
		if _, err := packed.Decode(b); err == nil {
			t.Errorf("%s: decoded without an error", name)
		}
	}
}
