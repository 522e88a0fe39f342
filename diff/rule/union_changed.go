package rule

import (
	"cmp"
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
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
	var parts []string
	if came := missing(is, was); len(came) > 0 {
		parts = append(parts, "has the new union "+membersText(came))
	}
	if gone := missing(was, is); len(gone) > 0 {
		parts = append(parts, "no longer has the union "+membersText(gone))
	}
	return []Change{f.change(severity, strings.Join(parts, "; ")).between(strings.Join(was, ","), strings.Join(is, ","))}
}

// membersText writes "type:oci=OCI" as "member oci (type: OCI)", and without a discriminator as
// "member oci".
func membersText(members []string) string {
	words := slice.Map(members, func(m string) string {
		discriminator, member, _ := strings.Cut(m, ":")
		name, value, read := strings.Cut(member, "=")
		switch {
		case !read:
			return m
		case discriminator == "-":
			return name
		}
		return name + " (" + discriminator + ": " + value + ")"
	})
	if len(words) == 1 {
		return "member " + words[0]
	}
	return "members " + strings.Join(words, ", ")
}

// unionMembers returns the members of all unions of a schema, each with its discriminator. They are
// sorted, because neither their order nor that of the unions has a meaning.
func unionMembers(s *discovery.Schema) []string {
	type union struct {
		Discriminator string            `json:"discriminator"`
		Fields        map[string]string `json:"fields-to-discriminateBy"`
	}
	return elements(s, "x-kubernetes-unions", func(u union) (members []string) {
		for field, value := range u.Fields {
			members = append(members, cmp.Or(u.Discriminator, "-")+":"+field+"="+value)
		}
		return members
	})
}
