package cluster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/kubedelta/kubedelta/discovery/source/cluster"
)

func TestReadIndex(t *testing.T) {
	const off, none = "the index specifies a URL for it that is not on the server", "the index specifies a URL for it that is not the URL of an OpenAPI document"
	for _, test := range []struct {
		name, prefix, index string
		want                []cluster.Indexed
	}{
		{"as servers write it", "", `{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/api/v1?hash=AB"},"apis/apps/v1":{"serverRelativeURL":"/openapi/v3/apis/apps/v1?hash=CD"},
			"version":{"serverRelativeURL":"/openapi/v3/version?hash=E"},"apis/apps":{"serverRelativeURL":"/openapi/v3/apis/apps?hash=F"},".well-known/openid-configuration":{},"api":{}}}`,
			[]cluster.Indexed{{Version: "v1", Path: "/openapi/v3/api/v1", Query: "hash=AB", Hash: "AB"}, {Version: "apps/v1", Path: "/openapi/v3/apis/apps/v1", Query: "hash=CD", Hash: "CD"}}},
		{"without hash", "", `{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/api/v1"}}}`, []cluster.Indexed{{Version: "v1", Path: "/openapi/v3/api/v1"}}},
		{"without URL", "", `{"paths":{"apis/apps/v1":{}}}`, []cluster.Indexed{{Version: "apps/v1", Path: "/openapi/v3/apis/apps/v1"}}},
		{"with the prefix", "/k8s", `{"paths":{"api/v1":{"serverRelativeURL":"/k8s/openapi/v3/api/v1"}}}`, []cluster.Indexed{{Version: "v1", Path: "/openapi/v3/api/v1"}}},
		{"of a workspace", "", `{"paths":{"api/v1":{"serverRelativeURL":"/clusters/a/openapi/v3/api/v1"}}}`, []cluster.Indexed{{Version: "v1", Path: "/clusters/a/openapi/v3/api/v1"}}},
		{"another host", "", `{"paths":{"api/v1":{"serverRelativeURL":"https://else.example/openapi/v3/api/v1"}}}`, []cluster.Indexed{{Version: "v1", Refused: off}}},
		{"another host, shorter", "", `{"paths":{"api/v1":{"serverRelativeURL":"//else.example/openapi/v3/api/v1"}}}`, []cluster.Indexed{{Version: "v1", Refused: off}}},
		{"a secret", "", `{"paths":{"api/v1":{"serverRelativeURL":"/api/v1/secrets"}}}`, []cluster.Indexed{{Version: "v1", Refused: none}}},
		{"a secret, hidden", "", `{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/../../api/v1/secrets"}}}`, []cluster.Indexed{{Version: "v1", Refused: none}}},
		{"a secret, encoded", "", `{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/%2e%2e/%2e%2e/api/v1/secrets"}}}`, []cluster.Indexed{{Version: "v1", Refused: none}}},
		{"a long query", "", `{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/api/v1?hash=` + strings.Repeat("A", 2000) + `"}}}`, []cluster.Indexed{{Version: "v1", Refused: none}}},
		{"names that are no names", "", `{"paths":{"apis/../v1":{},"apis//v1":{},"api/v1 ":{},"apis/a/b/c":{},"api/v1/":{},"":{}}}`, nil},
		{"of 1.23", "", `{"Paths":["api/v1"]}`, nil},
		{"empty", "", `{}`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := cluster.ReadIndex([]byte(test.index), test.prefix)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	for _, bad := range []string{"", "[]", "5", `{"paths":[]}`, `{"paths":{"api/v1":5}}`, `{"paths":{"api/v1":{"serverRelativeURL":5}}}`} {
		if got, err := cluster.ReadIndex([]byte(bad), ""); err == nil {
			t.Errorf("%s was read as %v", bad, got)
		}
	}
}

// FuzzReadIndex: only OpenAPI documents are requested, whatever the index contains.
func FuzzReadIndex(f *testing.F) {
	f.Add([]byte(`{"paths":{"api/v1":{"serverRelativeURL":"/openapi/v3/api/v1?hash=AB"}}}`), "")
	f.Add([]byte(`{"paths":{"apis/apps/v1":{"serverRelativeURL":"/k8s/openapi/v3/../x?hash=%zz"}}}`), "/k8s")
	f.Fuzz(func(t *testing.T, body []byte, prefix string) {
		list, err := cluster.ReadIndex(body, prefix)
		if err != nil {
			return
		}
		for _, d := range list {
			if d.Refused != "" {
				continue
			}
			if !strings.HasPrefix(d.Path, "/") || strings.HasPrefix(d.Path, "//") || !strings.Contains(d.Path, "/openapi/v3/") || strings.Contains(d.Path+"/", "/../") {
				t.Errorf("%q would be asked for", d.Path)
			}
		}
	})
}
