package judge

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// judgeOutdated judges a type that the target says nothing of by what is known of the
// project that defines it. No upgrade of Kubernetes takes it away, so it is information.
// Where several projects define it (the channels of the Gateway API), all must agree.
func (j *Judge) judgeOutdated(k *kind, key gvKind) {
	all := j.customs[key]
	if j.from != nil || len(all) == 0 {
		return
	}
	last := slices.MaxFunc(all, func(a, b *discovery.CustomLife) int { return end(a).Compare(end(b)) })
	var what string
	switch {
	case !slices.ContainsFunc(all, func(l *discovery.CustomLife) bool { return !l.Unserved.Known() }):
		what = "is not served by " + last.Project + " from " + last.Unserved.String() + " on"
	case !slices.ContainsFunc(all, func(l *discovery.CustomLife) bool { return !l.Unserved.Known() && !l.Deprecated.Known() }):
		what = "is deprecated by " + last.Project + " from " + last.Deprecated.String() + " on"
	default:
		return
	}
	k.verdicts = append(k.verdicts, j.verdict(ProjectAPIOutdated, rule.Info, what, key, discovery.Lifecycle{Replacement: last.Replacement}))
}

// end orders lives by the release that no longer serves them; those that still are served
// are last.
func end(l *discovery.CustomLife) discovery.Release {
	if l.Unserved.Known() {
		return l.Unserved
	}
	return discovery.Release{Major: int(^uint(0) >> 1)}
}

// judgeGoneCustom judges a type of a project that the target speaks of and does not show.
func (j *Judge) judgeGoneCustom(k *kind, key gvKind) {
	life := j.customs[key][0]
	for _, l := range j.customs[key] {
		if _, of := j.to.Projects[l.Project]; of {
			life = l
		}
	}
	plan := discovery.Lifecycle{Replacement: life.Replacement}
	release, known := j.to.Projects[life.Project]
	id, what := ResourceRemoved, "is no longer served: "+life.Project+" serves it up to "+life.LastServed.String()
	switch {
	case known && life.Introduced.Compare(release) > 0:
		id, what = KindUnknown, "is not known to "+j.to.name()+": it was added in "+life.Project+" "+life.Introduced.String()
	case !life.Unserved.Known():
		what = "is not served by " + j.to.name() + ": " + life.Project + " serves it from " + life.Introduced.String() + " on"
	}
	k.verdicts = append(k.verdicts, j.verdict(id, rule.Breaking, what, key, plan))
}
