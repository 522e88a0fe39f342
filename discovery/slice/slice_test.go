package slice_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/discovery/slice"
)

func TestLists(t *testing.T) {
	list := []string{"b", "a", "b", "c"}
	isB := func(s string) bool { return s == "b" }
	for name, at := range map[string]struct{ got, want any }{
		"map":               {slice.Map(list, strings.ToUpper), []string{"B", "A", "B", "C"}},
		"map of nothing":    {slice.Map([]string{}, strings.ToUpper), []string(nil)},
		"filter":            {slice.Filter(list, isB), []string{"b", "b"}},
		"filter to nothing": {slice.Filter(list, func(string) bool { return false }), []string(nil)},
		"set":               {slice.Set(list), map[string]bool{"a": true, "b": true, "c": true}},
		"unique":            {slice.Unique([]string{"b", "a", "b"}), []string{"a", "b"}},
		"unique of nothing": {slice.Unique([]int(nil)), []int(nil)},
	} {
		if !reflect.DeepEqual(at.got, at.want) {
			t.Errorf("%s: got %#v, want %#v", name, at.got, at.want)
		}
	}
	if found := slice.Find(list, func(s *string) bool { return *s == "b" }); found != &list[0] {
		t.Errorf("found %v, want the first element itself", found)
	}
	if found := slice.Find(list, func(s *string) bool { return *s == "d" }); found != nil {
		t.Errorf("found %q", *found)
	}
	for one := range slice.Each(list) {
		if *one == "c" {
			break
		}
		*one = "x"
	}
	if want := []string{"x", "x", "x", "c"}; !reflect.DeepEqual(list, want) {
		t.Errorf("the elements are %v, want %v", list, want)
	}
}
