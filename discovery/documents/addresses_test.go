package documents_test

import (
	"bytes"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/documents"
)

func TestWithoutAddresses(t *testing.T) {
	for body, want := range map[string]string{
		`{"kind":"APIVersions","versions":["v1"],"serverAddressByClientCIDRs":[{"clientCIDR":"0.0.0.0/0","serverAddress":"10.0.0.1:6443"}]}`: `{"kind":"APIVersions","versions":["v1"]}`,
		`{"groups":[{"name":"a","serverAddressByClientCIDRs":null},{"serverAddressByClientCIDRs":[],"name":"b"}]}`:                           `{"groups":[{"name":"a"},{"name":"b"}]}`,
		`{"\u0073erverAddressByClientCIDRs":1,"a":"serverAddressByClientCIDRs"}`:                                                             `{"a":"serverAddressByClientCIDRs"}`,
		`["serverAddressByClientCIDRs",1]`: `["serverAddressByClientCIDRs",1]`,
	} {
		got, err := documents.WithoutAddresses([]byte(body))
		if err != nil || string(got) != want {
			t.Errorf("%s\n became %s, %v\n want   %s", body, got, err, want)
		}
	}
}

func FuzzWithoutAddresses(f *testing.F) {
	f.Add([]byte(`{"a":[{"serverAddressByClientCIDRs":[{"serverAddress":"10.0.0.1"}]}],"b":1e9}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		got, err := documents.WithoutAddresses(body)
		if err != nil {
			return
		}
		again, err := documents.WithoutAddresses(got)
		if err != nil || !bytes.Equal(got, again) {
			t.Errorf("%q became %q, then %q (%v)", body, got, again, err)
		}
		if jsontext.Value(body).IsValid() && !jsontext.Value(got).IsValid() {
			t.Errorf("%q is valid, %q is not", body, got)
		}
	})
}
