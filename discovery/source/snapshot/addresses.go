package snapshot

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// addressMember is where plain discovery says under which addresses clients of
// which networks reach the server.
const addressMember = "serverAddressByClientCIDRs"

// withoutAddresses takes the addresses of the server out of a document of
// discovery. A document without any is returned as it is, byte for byte.
func withoutAddresses(data []byte) ([]byte, error) {
	if !bytes.Contains(data, []byte(addressMember)) {
		return data, nil
	}
	var out bytes.Buffer
	dec := jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true))
	enc := jsontext.NewEncoder(&out, jsontext.AllowDuplicateNames(true))
	for {
		token, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return bytes.TrimSuffix(out.Bytes(), []byte("\n")), nil
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

// isName reports whether the token read last is the name of a member.
func isName(dec *jsontext.Decoder) bool {
	depth := dec.StackDepth()
	kind, length := dec.StackIndex(depth)
	return kind == '{' && length%2 == 1
}

// withoutHosts takes addresses out of a sentence: an error of the network says
// which host it could not reach.
func withoutHosts(sentence string) string {
	urls := regexp.MustCompile(`(?i)\b[a-z][a-z0-9+.-]*://[^\s/"']+`)
	hosts := regexp.MustCompile(`(?i)\[[0-9a-f:.%]+\](:\d+)?|\b\d{1,3}(\.\d{1,3}){3}\b(:\d+)?|\b(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+):\d{2,5}\b`)
	lookups := regexp.MustCompile(`\blookup [^\s:]+`)
	sentence = urls.ReplaceAllString(sentence, "")
	sentence = lookups.ReplaceAllString(sentence, "lookup (host)")
	return hosts.ReplaceAllString(sentence, "(host)")
}

// withoutURL cuts a source's name down to what may be shown: of a URL only the
// scheme is left, for it may hold a host, a user and a password.
func withoutURL(source string) string {
	before, _, isURL := strings.Cut(source, "://")
	if !isURL {
		return source
	}
	return before
}
