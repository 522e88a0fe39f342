package local_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/kubedelta/kubedelta/rehearse"
	"github.com/kubedelta/kubedelta/rehearse/local"
	"github.com/kubedelta/kubedelta/rehearse/server"
)

// TestNeverServed checks that Fill does not wait for definitions that a server accepts and never
// serves, and that it reports the others of their group and kind.
func TestNeverServed(t *testing.T) {
	filled, took := fill(t, map[string]string{"foos.example.com": "Foo", "others.example.com": "Foo", "gadgets.networking.k8s.io": "Gadget"},
		conditions("foos.example.com", "True", "True"), conditions("others.example.com", "False", "False"), conditions("gadgets.networking.k8s.io", "True", "True"))
	if took > 10*time.Second {
		t.Errorf("it waited %s", took)
	}
	want := []string{
		"CustomResourceDefinition gadgets.networking.k8s.io: the server serves networking.k8s.io itself, and no definition in that group",
		`CustomResourceDefinition others.example.com: the server does not accept its names: "Foo" is already in use`,
	}
	if !slices.Equal(filled.Left, want) {
		t.Errorf("got %q", filled.Left)
	}
	if len(filled.Definitions) != 1 || !strings.Contains(string(filled.Definitions[0]), "foos.example.com") {
		t.Errorf("the served definitions are %s", filled.Definitions)
	}
	if why := filled.Undefined["networking.k8s.io/Gadget"]; !strings.Contains(why, "the server serves networking.k8s.io itself") {
		t.Errorf("got %q", why)
	}
}

// TestNoConditions checks that Fill does not wait as long for a definition in which the server sets no
// condition as for one that it accepted.
func TestNoConditions(t *testing.T) {
	filled, took := fill(t, map[string]string{"foos.example.com": "Foo", "bars.example.com": "Bar", "lost.example.com": "Lost"},
		conditions("foos.example.com", "True", "True"), `{"metadata":{"name":"bars.example.com"},"status":{}}`)
	if took > 15*time.Second {
		t.Errorf("it waited %s", took)
	}
	want := []string{
		"CustomResourceDefinition bars.example.com: the server set no condition in its status",
		"CustomResourceDefinition lost.example.com: the server set no condition in its status",
	}
	if !slices.Equal(filled.Left, want) || len(filled.Definitions) != 1 {
		t.Errorf("got %q and %s", filled.Left, filled.Definitions)
	}
}

func conditions(name, accepted, established string) string {
	return fmt.Sprintf(`{"metadata":{"name":%q},"status":{"conditions":[
		{"type":"NamesAccepted","status":%q,"message":"\"Foo\" is already in use"},
		{"type":"Established","status":%q,"message":"not all names are accepted"}]}}`, name, accepted, established)
}

// fill creates definitions, by name and kind, in a server that lists others, and returns how long it
// took.
func fill(t *testing.T, kinds map[string]string, listed ...string) (*local.Filled, time.Duration) {
	t.Helper()
	answers := map[string]string{
		"GET /apis": `{"groups":[{"name":"networking.k8s.io"}]}`,
		"GET /apis/apiextensions.k8s.io/v1/customresourcedefinitions":  `{"items":[` + strings.Join(listed, ",") + `]}`,
		"POST /apis/apiextensions.k8s.io/v1/customresourcedefinitions": `{}`,
		"POST /api/v1/namespaces":                                      `{}`,
		"GET /apis/example.com/v1":                                     `{"resources":[{"name":"foos","kind":"Foo"}]}`,
	}
	fake := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, has := answers[r.Method+" "+r.URL.Path]
		if !has {
			w.WriteHeader(http.StatusNotFound)
		}
		_, _ = w.Write([]byte(answer)) // the client sees that it is not there
	}))
	defer fake.Close()
	var objects []rehearse.Question
	for name, kind := range kinds {
		_, group, _ := strings.Cut(name, ".")
		objects = append(objects, rehearse.Question{
			APIVersion: "apiextensions.k8s.io/v1", Kind: "CustomResourceDefinition", Name: name,
			Body: fmt.Appendf(nil, `{"metadata":{"name":%q},"spec":{"group":%q,"names":{"kind":%q},"versions":[{"name":"v1","served":true}]}}`, name, group, kind),
		})
	}
	s := &local.Server{Server: &server.Server{Address: strings.TrimPrefix(fake.URL, "https://"), Client: fake.Client()}}
	begin := time.Now()
	filled, err := s.Fill(t.Context(), local.Filling{Objects: objects})
	if err != nil {
		t.Fatal(err)
	}
	return filled, time.Since(begin)
}
