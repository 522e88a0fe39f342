package rule

import (
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

func mediaTypeAdded(s Surfaces) []Change {
	old, new := mediaTypes(s)
	return mediaTypeChanges(Info, "is new", missing(new, old))
}

func mediaTypeRemoved(s Surfaces) []Change {
	old, new := mediaTypes(s)
	changes := mediaTypeChanges(Breaking, "is removed", missing(old, new))
	for i := range changes {
		changes[i].Old, changes[i].New = changes[i].New, ""
	}
	return changes
}

// mediaTypes returns the media types of both sides; nil if they cannot be compared. A side with a
// missing document may support more than it shows.
func mediaTypes(s Surfaces) (old, new []string) {
	if !SameFeatures(s.Old, s.New) || len(s.Old.Incomplete)+len(s.New.Incomplete) > 0 {
		return nil, nil
	}
	return missing(s.Old.MediaTypes, s.HiddenOld.MediaTypes), missing(s.New.MediaTypes, s.HiddenNew.MediaTypes)
}

// SameFeatures reports whether the media types of the two sides can be compared. Published documents are generated with all features enabled and contain types that
// servers do not support by default (CBOR, 1.32). They can be compared with a server only if it is
// known what is off by default.
func SameFeatures(old, new *discovery.Surface) bool {
	published := func(s *discovery.Surface) bool { return s.Fidelity.Disabled != discovery.None }
	return published(old) == published(new) || published(old) && old.OffByDefault != nil || published(new) && new.OffByDefault != nil
}

func mediaTypeChanges(severity Severity, text string, types []string) []Change {
	return slice.Map(types, func(m string) Change {
		return Change{Severity: severity, ServedByDefault: true, Detail: m, New: m, Message: "media type " + m + " " + text}
	})
}
