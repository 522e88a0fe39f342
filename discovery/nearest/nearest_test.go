package nearest_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/nearest"
)

func TestWord(t *testing.T) {
	words := []string{"1.3", "1.30", "diff", "Ingress", "ingresses"}
	for written, want := range map[string]string{
		"1.3O": "1.30", "dif": "diff", "dfif": "diff", "ingres": "Ingress", "INGRESS": "Ingress", "zebra": "", "": "",
	} {
		if got := nearest.Word(written, words); got != want {
			t.Errorf("Word(%q) = %q, want %q", written, got, want)
		}
	}
}

func TestOrder(t *testing.T) {
	if got := nearest.Order("prod", []string{"dev", "prid", "eu-prod-1"}); !slices.Equal(got, []string{"eu-prod-1", "prid", "dev"}) {
		t.Errorf("got %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"group", "group", 0}, {"dfif", "diff", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"ab", "ba", 1}, {"abcd", "badc", 2},
	} {
		if got := nearest.Distance(c.a, c.b); got != c.want {
			t.Errorf("Distance(%q, %q) = %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
