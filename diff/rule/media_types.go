package rule

import "github.com/kubedelta/kubedelta/discovery"

func mediaTypeKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.MediaTypes }

// mediaTypes gives both sides' media types where they can be held against each
// other. A side of which a document is missing may speak more than it shows.
func mediaTypes(s Surfaces) (old, new []string) {
	if !SameFeatures(s.Old, s.New) || len(s.Old.Incomplete)+len(s.New.Incomplete) > 0 {
		return nil, nil
	}
	return missing(s.Old.MediaTypes, s.HiddenOld.MediaTypes), missing(s.New.MediaTypes, s.HiddenNew.MediaTypes)
}

// SameFeatures reports whether what the two sides take can be held against each
// other. Published documents are made with every feature on and show types that
// servers do not speak by default (CBOR, 1.32): beside a server they do only where
// it is known what is off by default.
func SameFeatures(old, new *discovery.Surface) bool {
	published := func(s *discovery.Surface) bool { return s.Fidelity.Disabled != discovery.None }
	return published(old) == published(new) || published(old) && old.OffByDefault != nil || published(new) && new.OffByDefault != nil
}

func mediaTypeChanges(id string, severity Severity, text string, types []string) (changes []Change) {
	for _, m := range types {
		changes = append(changes, Change{Rule: id, Severity: severity, ServedByDefault: true, Detail: m, New: m, Message: "media type " + m + " " + text})
	}
	return changes
}
