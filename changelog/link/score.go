package link

import (
	"slices"
	"strings"

	"github.com/kubedelta/kubedelta/discovery"
)

func (x *index) score(s *subject, cs *candidates) {
	cs.reset()
	if s.change.Schema != "" {
		x.scoreField(s, cs)
	} else {
		x.scoreAPI(s, cs)
	}
	for i := range cs.list {
		x.agree(s, &cs.list[i])
	}
	x.preferStated(s, cs)
}

// afterLead is the factor for a name after the first sentence.
const afterLead = 0.75

// spelling is how many points a name is worth, by how a note spells it.
type spelling struct {
	exact, phrase float64
	text          string
}

// name gives points to the notes that have a name, as one identifier or in words. A name of one
// word is often a common word, so its points depend on how rare it is and whether the text marks
// it.
func (x *index) name(cs *candidates, name string, p spelling, found func(c *candidate, exact bool)) {
	w := stems(name)
	single := len(w) == 1
	for _, at := range x.folded[fold(name)] {
		points := p.exact
		e := &x.entries[at.entry]
		_, written := e.names[name]
		switch {
		case single && (e.quoted[fold(name)] || e.quoted["field:"+w[0]]):
			points *= 0.75
		case single && written && isUpper(name[0]):
			points *= 0.4 + 0.4*x.rarity(w[0])
		case single:
			points *= 0.1 + 0.35*x.rarity(w[0])
		case !written:
			points *= 0.85
		}
		if int(at.at) >= e.lead && !e.gateAt(int(at.at), len(w)) {
			points *= afterLead
		}
		c := cs.of(at.entry)
		c.give(points, p.text)
		found(c, !single || points >= p.exact/2)
	}
	x.phrase(w, func(at posting, clean bool) {
		if x.has(at.entry, name) {
			return
		}
		points := p.phrase
		if len(w) > 2 {
			points *= 1.2
		}
		if single {
			points = p.exact * (0.1 + 0.25*x.rarity(w[0]))
		}
		if !clean {
			points *= 0.6
		}
		if int(at.at) >= x.entries[at.entry].lead {
			points *= afterLead
		}
		c := cs.of(at.entry)
		c.give(points, p.text)
		found(c, false)
	})
}

// has reports whether a note has a name as an identifier, in any letter case.
func (x *index) has(i int32, name string) bool {
	return slices.ContainsFunc(x.folded[fold(name)], func(p posting) bool { return p.entry == i })
}

// agree gives points for verbs, stages and kind labels that match the change, and takes points for
// those that do not.
func (x *index) agree(s *subject, c *candidate) {
	e := &x.entries[c.entry]
	c.give(e.leadPoints(), "")
	if e.ofOthers(s) {
		c.give(-2, "")
	}
	if s.change.Rule == "field-stage-changed" && s.otherGate(e) {
		c.give(-4, "")
	}
	if s.change.Schema == "" && (s.act == added || s.act == staged) && e.removesOnly() {
		c.give(-4, "")
	}
	switch s.act {
	case deprecated:
		verb(c, e.stated.deprecates, 1.5, -3, "its verb agrees: deprecates")
	case removed:
		verb(c, e.stated.removes, 1, -3, "its verb agrees: removes")
	case added:
		agreeOnAddition(s, c, e)
	case staged:
		agreeOnStage(s, c, e)
	case altered:
		agreeOnRule(s, c, e)
	}
	agreeOnKind(s, c, e)
	if s.field != "" && s.owners > 2 && !c.namesOwner && !c.ofGroup {
		c.give(-1, "")
	}
}

// leadPoints takes points from notes about something else than the API of Kubernetes: the messages of
// CRI, many of which have the names of types of pods, or a program.
func (e *entry) leadPoints() float64 {
	if len(e.words) == 0 {
		return 0
	}
	return map[string]float64{"cri": -8, "kubeadm": -2, "kubectl": -2}[e.words[0]]
}

func agreeOnKind(s *subject, c *candidate, e *entry) {
	switch {
	case e.has("api-change"):
		c.give(1, "is an API change by its kind")
	case (s.act == removed || s.act == deprecated) && e.has("deprecation"):
		c.give(1, "is a deprecation by its kind")
	case !e.has("feature") && !e.has("deprecation"):
		c.give(-1, "")
		if (s.act == added || s.act == staged || s.change.Rule == "field-stage-changed") && e.has("bug") && !strings.HasPrefix(s.change.Rule, "query-parameter-") {
			c.give(-7, "") // it fixes what another note added
			if !e.stated.adds && !e.stated.graduates {
				c.give(-7, "") // and adds nothing itself
			}
		}
	}
}

func agreeOnAddition(s *subject, c *candidate, e *entry) {
	if s.graduated {
		agreeOnStage(s, c, e)
	} else {
		verb(c, e.stated.adds, 0.5, 0, "its verb agrees: adds")
	}
	if e.stated.leadRemoves && !e.stated.adds || s.change.Schema != "" && e.stated.leadDeprecates && !e.stated.leadAdds {
		c.give(-1.5, "")
	}
}

// removesOnly reports whether a note describes only removals, so that it adds no version: "the
// field is removed from v1beta1 and v1". A note without a text is not considered, because facts
// have no additions.
func (e *entry) removesOnly() bool {
	f, s := &e.note.Facts, &e.stated
	return e.note.Text != "" && f.Removes && !f.Deprecates && !s.adds && !s.graduates && len(s.stages) == 0
}

func verb(c *candidate, agrees bool, yes, no float64, text string) {
	if agrees {
		c.give(yes, text)
	} else {
		c.give(no, "")
	}
}

func agreeOnStage(s *subject, c *candidate, e *entry) {
	switch {
	case s.change.Schema == "" && e.versions[s.change.Version]:
		// The name of the version has the stage.
		c.give(1.5, "")
	case e.reaches(s.stage):
		c.give(2.5, "mentions the stage "+stageWord(s.stage))
	case s.stage == discovery.Stable && s.noStage && e.stated.defaultOn && c.exact:
		// The text of the field no longer has a stage: it is on by default.
	case e.stated.graduates && len(e.stated.stages) == 0:
		// It names no stage.
	case s.stage == discovery.Stable && e.versions["v1"]:
		c.give(1, "")
	case s.stage == discovery.Beta && e.stated.defaultOn:
		c.give(1.5, "is on by default, as beta features are")
	case len(e.stated.stages) > 0:
		c.give(-1.5, "")
	case e.stated.leadRemoves:
		// The gate of a stable feature is removed some releases later.
	default:
		c.give(-6, "")
	}
}

func stageWord(s discovery.Stability) string {
	if s == discovery.Stable {
		return "GA"
	}
	return string(s)
}

// groupWords returns how people call a group.
func groupWords(group string) (names []string) {
	switch group {
	case "resource.k8s.io":
		return []string{"DRA", "DynamicResourceAllocation"}
	case "autoscaling":
		return []string{"HPA", "HorizontalPodAutoscaler"}
	case "flowcontrol.apiserver.k8s.io":
		return []string{"APF", "PriorityAndFairness"}
	case "apiextensions.k8s.io":
		return []string{"CRD", "CRDs", "CustomResourceDefinition"}
	}
	short, _, _ := strings.Cut(group, ".")
	if short == "" {
		return nil
	}
	return []string{short}
}
