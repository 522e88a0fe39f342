package rule

import "github.com/kubedelta/kubedelta/discovery"

func mediaTypeKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.MediaTypes }

// mediaTypes gives both sides' media types where they can be held against each
// other. Published documents are made with every feature on and show types that
// servers do not speak by default (CBOR, 1.32); and a side of which a document is
// missing may speak more than it shows.
func mediaTypes(s Surfaces) (old, new []string) {
	published := func(s *discovery.Surface) bool { return s.Fidelity.Disabled != discovery.None }
	if published(s.Old) != published(s.New) || len(s.Old.Incomplete)+len(s.New.Incomplete) > 0 {
		return nil, nil
	}
	return s.Old.MediaTypes, s.New.MediaTypes
}

func mediaTypeChanges(id string, severity Severity, text string, types []string) (changes []Change) {
	for _, m := range types {
		changes = append(changes, Change{Rule: id, Severity: severity, ServedByDefault: true, Detail: m, New: m, Message: "media type " + m + " " + text})
	}
	return changes
}
