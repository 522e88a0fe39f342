package documents

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// addressMember is where plain discovery says under which addresses clients of
// which networks reach the server.
const addressMember = "serverAddressByClientCIDRs"

// WithoutAddresses takes the addresses of the server out of a document of
// discovery, wherever they stand: in /api, and in every group of /apis of some
// servers. A document without any is returned as it is, byte for byte.
func WithoutAddresses(data []byte) ([]byte, error) {
	if !bytes.Contains(data, []byte(addressMember)) && !bytes.Contains(data, []byte(`\u`)) {
		return data, nil
	}
	var out bytes.Buffer
	dec := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true))
	enc := jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true))
	for {
		token, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return bytes.TrimSpace(out.Bytes()), nil
		}
		if err != nil {
			return nil, err
		}
		if isName(dec) && token.String() == addressMember {
			if err := dec.SkipValue(); err != nil {
				return nil, err
			}
			continue
		}
		if err := enc.WriteToken(token); err != nil {
			return nil, err
		}
	}
}

// isName reports whether the token read last is the name of a member: names and values of
// an object are counted alike.
func isName(dec *jsontext.Decoder) bool {
	kind, length := dec.StackIndex(dec.StackDepth())
	return kind == '{' && length%2 == 1
}
