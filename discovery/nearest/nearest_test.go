package nearest_test

import (
	"slices"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/nearest"
)

func TestWord(t *testing.T) {
	words := []string{"1.3", "1.30", "diff", "Ingress", "ingresses"}
	for written, want := range map[string]string{
		"1.3O": "1.30", "dif": "diff", "ingres": "Ingress", "INGRESS": "Ingress", "zebra": "", "": "",
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
