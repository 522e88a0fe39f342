package rehearse

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/kubedelta/kubedelta/discovery/lazy"
)

// Change is one difference that a server makes in an object that it accepts.
type Change struct {
	// Field is the path. Old is what was sent; "" if the server adds it. New is what the server
	// would keep; "" if it drops it.
	Field string `json:"field"`
	Old   string `json:"old,omitempty"`
	New   string `json:"new,omitempty"`
}

// String formats "+ field: new", "- field: old" or "~ field: old -> new".
func (c Change) String() string {
	switch {
	case c.Old == "":
		return "+ " + c.Field + ": " + c.New
	case c.New == "":
		return "- " + c.Field + ": " + c.Old
	default:
		return "~ " + c.Field + ": " + c.Old + " -> " + c.New
	}
}

// maxChanges limits the changes of one object.
const maxChanges = 200

// Changes returns the differences between an object as it was sent and as the server would keep it,
// in the order of the fields. What differs each time is left out: names, times and addresses that
// the server sets, and all of status.
func Changes(sent, kept []byte) []Change {
	c := changes{}
	c.value("", sent, kept)
	if len(c.list) > maxChanges {
		more := len(c.list) - maxChanges
		c.list = append(c.list[:maxChanges], Change{Field: "...", New: fmt.Sprintf("%d more changes", more)})
	}
	return c.list
}

type changes struct{ list []Change }

// given matches fields that a server sets for each object.
var given = lazy.Regexp(`^(status|metadata\.(uid|resourceVersion|creationTimestamp|generation|managedFields|selfLink|namespace)|spec\.(clusterIPs?|healthCheckNodePort|ports\[\d+\]\.nodePort))(\.|\[|$)`)

func (c *changes) value(path string, sent, kept jsontext.Value) {
	if bytes.Equal(sent, kept) || given().MatchString(path) {
		return
	}
	if len(sent) == 0 || len(kept) == 0 || sent.Kind() != kept.Kind() {
		c.add(path, sent, kept)
		return
	}
	switch sent.Kind() {
	case jsontext.KindBeginObject:
		c.object(path, sent, kept)
	case jsontext.KindBeginArray:
		c.items(path, sent, kept)
	default:
		// Numbers and texts can be written in several ways.
		a, b := sent.Clone(), kept.Clone()
		if a.Canonicalize() != nil || b.Canonicalize() != nil || !bytes.Equal(a, b) {
			c.add(path, sent, kept)
		}
	}
}

func (c *changes) object(path string, sent, kept jsontext.Value) {
	a, err1 := read(sent)
	b, err2 := read(kept)
	if err1 != nil || err2 != nil {
		c.add(path, sent, kept)
		return
	}
	names := maps.Clone(a)
	maps.Copy(names, b)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		at := name
		switch {
		case strings.ContainsAny(name, "./["):
			at = path + "[" + name + "]"
		case path != "":
			at = path + "." + name
		}
		c.value(at, a[name], b[name])
	}
}

func (c *changes) items(path string, sent, kept jsontext.Value) {
	var a, b []jsontext.Value
	if json.Unmarshal(sent, &a) != nil || json.Unmarshal(kept, &b) != nil {
		c.add(path, sent, kept)
		return
	}
	for i := range max(len(a), len(b)) {
		var one, other jsontext.Value
		if i < len(a) {
			one = a[i]
		}
		if i < len(b) {
			other = b[i]
		}
		c.value(fmt.Sprintf("%s[%d]", path, i), one, other)
	}
}

// add records a change. Dropping null, or an empty map or list, is none.
func (c *changes) add(path string, sent, kept jsontext.Value) {
	one, other := plain(sent), plain(kept)
	if one == other {
		return
	}
	c.list = append(c.list, Change{path, one, other})
}

func plain(v jsontext.Value) string {
	text := strings.TrimSpace(string(v))
	if text == "null" || text == "{}" || text == "[]" {
		return ""
	}
	return text
}
