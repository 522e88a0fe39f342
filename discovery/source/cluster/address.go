package cluster

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// addressMember is where a server tells its own address.
const addressMember = "serverAddressByClientCIDRs"

// withoutAddresses copies a JSON text without the members that hold the
// server's address, wherever they stand: in /api, and in every group of /apis
// of some servers.
func withoutAddresses(body []byte) ([]byte, error) {
	from := jsontext.NewDecoder(bytes.NewReader(body))
	var out bytes.Buffer
	to := jsontext.NewEncoder(&out)
	for {
		tok, err := from.ReadToken()
		if errors.Is(err, io.EOF) {
			return bytes.TrimSpace(out.Bytes()), nil
		}
		if err != nil {
			return nil, fmt.Errorf("not valid JSON: %w", err)
		}
		if isMemberName(from, tok) && tok.String() == addressMember {
			if err := from.SkipValue(); err != nil {
				return nil, fmt.Errorf("not valid JSON: %w", err)
			}
			continue
		}
		if err := to.WriteToken(tok); err != nil {
			return nil, fmt.Errorf("not valid JSON: %w", err)
		}
	}
}

// isMemberName reports whether the token just read is the name of a member:
// names and values of an object are counted alike.
func isMemberName(d *jsontext.Decoder, tok jsontext.Token) bool {
	if tok.Kind() != '"' {
		return false
	}
	kind, n := d.StackIndex(d.StackDepth())
	return kind == '{' && n%2 == 1
}
