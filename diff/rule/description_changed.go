package rule

import "github.com/kubedelta/kubedelta/discovery"

func descriptionChanged(f Field) []Change {
	if !f.describes() || f.Old.ProseID() == f.New.ProseID() {
		return nil
	}
	return []Change{f.change(Info, "has a different description").between(f.Old.Description, f.New.Description)}
}

// describes reports that the sources of both sides have descriptions, or hashes of them.
func (f Field) describes() bool {
	return f.Surfaces.Old.Fidelity.Descriptions != discovery.None && f.Surfaces.New.Fidelity.Descriptions != discovery.None
}
