package unjson_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery/unjson"
)

type named struct {
	Name  string         `json:"name"`
	Count int            `json:"count"`
	List  []named        `json:"list"`
	At    time.Time      `json:"at"`
	More  map[string]int `json:"more"`
}

// TestSentence: messages depend only on the text, and contain no Go types.
func TestSentence(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": 1}`:             "/name has the wrong type (JSON number)",
		`{"list": [{"list": 1}]}`: "/list/0/list has the wrong type (JSON number)",
		`[]`:                      "the JSON has the wrong type (JSON array)",
		`{"name": {"a": 1}}`:      "/name has the wrong type (JSON object)",
		`{"more": {"a": "b"}}`:    "/more/a has the wrong type (JSON string)",
		`{"count": 1.5}`:          "/count is wrong: invalid syntax",
		`{"name"`:                 `unexpected EOF within "/name" after offset 7`,
		`{"name" 1}`:              `invalid character '1' after object name (expecting ':') within "/name" after offset 8`,
	} {
		var n named
		err := json.Unmarshal([]byte(text), &n)
		if err == nil {
			t.Errorf("%s is taken", text)
			continue
		}
		got := unjson.Sentence(err)
		if got.Error() != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	var n named
	err := unjson.Sentence(json.Unmarshal([]byte(`{"at": "soon"}`), &n))
	if err == nil || !strings.HasPrefix(err.Error(), "/at is wrong: ") {
		t.Error(err)
	}
	other := errors.New("other")
	if unjson.Sentence(nil) != nil || !errors.Is(unjson.Sentence(other), other) {
		t.Error("what is no error of JSON is changed")
	}
}

// TestTexts: of members with the same name the first counts, and a value that is not an object has
// none.
func TestTexts(t *testing.T) {
	for text, want := range map[string][]string{
		`{"a": {"kind": "no"}, "kind": "Pod", "apiVersion": "v1", broken`: {"v1", "Pod"},
		`{"kind": "Pod", "kind": "Node", "apiVersion": 1}`:                {"", "Pod"},
		`{"kind": null, "kind": "Pod"`:                                    {"", "Pod"},
		`["apiVersion", "v1"]`:                                            {"", ""},
		``:                                                                {"", ""},
	} {
		if got := unjson.Texts(strings.NewReader(text), "apiVersion", "kind"); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
