package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"github.com/kubedelta/kubedelta/discovery"
)

func unionChanged(f Field) []Change {
	was, is := unionMembers(f.Old), unionMembers(f.New)
	if slices.Equal(was, is) || f.Surfaces.Old.Fidelity.Topology == discovery.Some || f.Surfaces.New.Fidelity.Topology == discovery.Some {
		return nil
	}
	severity := Info
	if len(missing(was, is)) > 0 {
		severity = Risky
	}
	return []Change{f.change(severity, "has the union members "+orNone(is)+", had "+orNone(was)).between(strings.Join(was, ","), strings.Join(is, ","))}
}

// unionMembers returns the members of all unions of a schema, each with its discriminator. They are
// sorted, because neither their order nor that of the unions has a meaning.
func unionMembers(s *discovery.Schema) (members []string) {
	text := s.Extension("x-kubernetes-unions")
	if text == "" {
		return nil
	}
	var unions []struct {
		Discriminator string            `json:"discriminator"`
		Fields        map[string]string `json:"fields-to-discriminateBy"`
	}
	if err := json.Unmarshal([]byte(text), &unions); err != nil {
		return []string{text}
	}
	for _, u := range unions {
		for field, value := range u.Fields {
			members = append(members, cmp.Or(u.Discriminator, "-")+":"+field+"="+value)
		}
	}
	slices.Sort(members)
	return members
}
