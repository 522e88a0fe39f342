package cluster_test

import (
	"testing"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
	"github.com/kubedelta/kubedelta/fixtures/apiserver"
)

// TestNothing: if neither /api nor /apis can be read, the error says what to do.
func TestNothing(t *testing.T) {
	for _, test := range []struct {
		name   string
		faults []apiserver.Fault
		says   []string
	}{
		{"401 everywhere", []apiserver.Fault{{Path: "*", Kind: apiserver.Unauthorized}},
			[]string{"GET /api and GET /apis: 401 Unauthorized", "no credentials were sent", "token file"}},
		{"403 everywhere", []apiserver.Fault{{Path: "*", Kind: apiserver.Forbidden}},
			[]string{"GET /api: 403 Forbidden", "GET /apis: 403 Forbidden", "system:discovery"}},
		{"login page everywhere", []apiserver.Fault{{Path: "*", Kind: apiserver.HTML}},
			[]string{"GET /api and GET /apis: the response is a web page instead of JSON"}},
		{"login on another host", []apiserver.Fault{{Path: "*", Kind: apiserver.Redirect, To: "https://login.example/?next=/api"}},
			[]string{"redirects to another host", "log in"}},
		{"no Kubernetes", []apiserver.Fault{{Path: "*", Kind: apiserver.NotFound}},
			[]string{"404 Not Found", "is this the address of a Kubernetes API server?"}},
		{"two reasons", []apiserver.Fault{{Path: "/api", Kind: apiserver.Forbidden}, {Path: "/apis", Kind: apiserver.Empty}},
			[]string{"GET /api: 403 Forbidden", "GET /apis: the response is empty"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := start(t, apiserver.Config{Faults: test.faults})
			c, _ := connect(t, options(t, s))
			_, err := c.Record(t.Context())
			if err == nil {
				t.Fatal("a surface was made of nothing")
			}
			wantWords(t, err.Error(), append(test.says, "cannot read "+s.URL)...)
		})
	}
}

func TestNoServer(t *testing.T) {
	s := start(t, apiserver.Config{})
	s.Close()
	c, p := connect(t, options(t, s))
	_, err := c.Record(t.Context())
	if err == nil {
		t.Fatal("a surface was made of nothing")
	}
	wantWords(t, err.Error(), "GET /api and GET /apis: the connection was refused", "check the address, and whether the API server runs", "(dial tcp")
	if len(p.list) > 0 {
		t.Errorf("a refused connection was tried again after %v", p.list)
	}
}

func TestCertificates(t *testing.T) {
	s := start(t, apiserver.Config{})
	plain := start(t, apiserver.Config{Plaintext: true})
	for _, test := range []struct {
		name   string
		change func(*cluster.Options)
		says   string
	}{
		{"unknown authority", func(o *cluster.Options) { o.CAFile = "" }, "signed by an authority that is not trusted; specify the cluster's CA file"},
		{"another name", func(o *cluster.Options) { o.TLSServerName = "else.example" }, "not for this address; use an address that the certificate contains, or set the TLS server name"},
		{"no TLS at all", func(o *cluster.Options) { o.Server = "https" + plain.URL[len("http"):] }, "does not use TLS; check the port"},
		{"a proxy that is not there", func(o *cluster.Options) { o.ProxyURL = "http://user:pa55word@127.0.0.1:1" }, "the proxy cannot be reached; check the proxy's address"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := options(t, s)
			test.change(&o)
			c, _ := connect(t, o)
			_, err := c.Record(t.Context())
			if err == nil {
				t.Fatal("the server was read")
			}
			wantWords(t, err.Error(), test.says)
			wantNoSecret(t, err.Error(), "pa55word", "user:")
		})
	}
	o := options(t, s)
	o.CAFile, o.InsecureSkipTLSVerify = "", true
	c, _ := connect(t, o)
	record(t, c)
	o = options(t, s)
	o.TLSServerName = "example.com"
	c, _ = connect(t, o)
	record(t, c)
}
