package documents

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// addressMember is the member of plain discovery with the server's addresses for the networks of
// clients.
const addressMember = "serverAddressByClientCIDRs"

// WithoutAddresses removes the server's addresses from a discovery document: they are in /api, and
// on some servers in every group of /apis. A document without addresses is returned unchanged.
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
		// The names and values of an object are counted alternately.
		if kind, length := dec.StackIndex(dec.StackDepth()); kind == '{' && length%2 == 1 && token.String() == addressMember {
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
