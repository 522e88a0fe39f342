package checker

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/scan/form"
	"github.com/kubedelta/kubedelta/scan/migration"
)

// Plan is what to do about a finding.
type Plan struct {
	// Fixable: Edits or Rewrite fix it, and change nothing else.
	Fixable bool
	Edits   []Edit
	// Rewrite, if it is not nil, changes the shape of the object, in place of Edits. It returns why
	// it cannot; "" if it did. Wrote is what it writes, in a word.
	Rewrite func(*form.Form) string
	Wrote   string
	// Why says why it is not fixable, as half a sentence.
	Why string
	// Notes are what else the edits change, for people.
	Notes []string
	// Steps are for people.
	Steps []string
}

// Edit is one change of the text: of a scalar, or of the key of an entry.
type Edit struct {
	Node int
	// Key is the new key, Value the new value; "" leaves it as it is.
	Key, Value string
}

type moves struct {
	checker *Checker
	past    func(discovery.Release) (*discovery.Surface, error)

	mu     sync.Mutex // for sides
	sides  map[discovery.Release]*side
	arenas sync.Pool
}

// way is how a type gets to its replacement: what is the same for all of its objects.
type way struct {
	once sync.Once
	move *migration.Move
	// why says why no object can be rewritten; "" if that depends on the object.
	why string
	// between compares the schemas of both versions, once an object needs it. unknown says which
	// schema is not known.
	schemas sync.Once
	between *accord
	unknown string
	// message is that of the finding. version is the new apiVersion.
	message, version string
	// right are the steps for objects that can be rewritten, and wrong those for the others.
	right, wrong []string
	notes        []string
}

// wayOf compiles the way of a verdict when the first object needs it.
func wayOf(from discovery.GroupVersionKind, d *verdict) *way {
	d.way.once.Do(func() { d.way.compile(from, d) })
	return d.way
}

func (w *way) compile(from discovery.GroupVersionKind, d *verdict) {
	// Findings share the slices, so an append to one must not write into the others.
	defer func() { w.right, w.wrong, w.notes = slices.Clip(w.right), slices.Clip(w.wrong), slices.Clip(w.notes) }()
	w.message = visibleType(from) + " " + d.what + useInstead(d)
	w.right = steps(d)
	if d.replacement == nil {
		w.why, w.wrong = "there is no replacement", facts().Advice[from.Kind]
		return
	}
	to := *d.replacement
	w.version = to.GroupVersion().String()
	w.wrong = slices.Clip(w.right)
	if move, known := migration.Find(from, to); known {
		w.move = move
		w.wrong = append(w.wrong, move.Steps...)
		for _, r := range move.Renames {
			w.right = append(w.right, "If it is set, "+r.Path+" is now "+r.Key)
		}
	}
	w.wrong = append(w.wrong, facts().Advice[from.Kind+" "+to.Kind]...)
	if d.servedFrom != nil && !*d.servedFrom {
		w.notes = append(w.notes, "the release given with --from does not serve "+to.String()+" yet")
	}
	switch {
	case d.kind && strings.EqualFold(from.Kind, to.Kind) && from.GroupVersion() == to.GroupVersion():
		w.why = "the intended kind is unknown"
	case from.Kind != to.Kind:
		w.why = to.String() + " is a different kind, with its own fields"
	case !d.served:
		w.why = to.String() + " " + strings.TrimSuffix(d.unserved, " either")
	}
}

// plan is how an object gets to the replacement of its type.
func (m *moves) plan(o *tree.Object, from discovery.GroupVersionKind, d *verdict) Plan {
	w := wayOf(from, d)
	plan := Plan{Why: m.against(o, from, d, w)}
	reshaped := false
	if plan.Why == "" && w.move != nil && w.move.Convert != nil {
		a, _ := m.arenas.Get().(*form.Arena)
		if a == nil {
			a = &form.Arena{}
		}
		s := a.Of(o.Tree, o.Root)
		plan.Why = w.move.Convert(s)
		reshaped = s.Changed(o.Tree)
		a.Reset()
		m.arenas.Put(a)
	}
	if plan.Why != "" {
		plan.Steps = w.wrong
		return plan
	}
	plan.Fixable, plan.Steps, plan.Notes = true, w.right, w.notes
	if reshaped {
		plan.Steps, plan.Wrote = w.wrong, w.version
		plan.Rewrite = func(s *form.Form) string { return w.move.Reform(s, w.version) }
		return plan
	}
	plan.Edits = []Edit{{Node: o.APIVersionNode, Value: w.version}}
	if w.move != nil {
		plan.Edits = append(plan.Edits, renames(o, w.move)...)
	}
	return plan
}

// against is why the object cannot be written in another version; "" if it can.
func (m *moves) against(o *tree.Object, from discovery.GroupVersionKind, d *verdict, w *way) string {
	switch {
	case w.why != "":
		return w.why
	case o.APIVersionNode < 0:
		return "the version of the object is that of its list"
	case o.Guess:
		return "the object could not be read completely"
	}
	if w.move != nil {
		if why := w.move.Against(o.Tree, o.Root); why != "" || !w.move.Schemas {
			return why
		}
	}
	between, why := m.between(from, *d.replacement, w)
	if why != "" {
		return why
	}
	a := agreement{t: o.Tree}
	if w.move != nil && len(w.move.Renames) > 0 {
		a.renamed = map[int]string{}
		for _, e := range renames(o, w.move) {
			a.renamed[e.Node] = e.Key
		}
	}
	return a.object(o.Root, between)
}

// between compares the schemas of both versions, once for each way.
func (m *moves) between(from, to discovery.GroupVersionKind, w *way) (between *accord, unknown string) {
	w.schemas.Do(func() {
		before, after := m.shape(from), m.shape(to)
		switch {
		case before == nil:
			w.unknown = "the fields of " + from.String() + " are not known"
		case after == nil:
			w.unknown = "the fields of " + to.String() + " are not known"
		default:
			w.between = (&accords{pairs: map[schemaPair]*accord{}}).pair(before, after)
		}
	})
	return w.between, w.unknown
}

func renames(o *tree.Object, move *migration.Move) (edits []Edit) {
	for _, r := range move.Renames {
		for _, node := range migration.Nodes(o.Tree, o.Root, r.Path) {
			edits = append(edits, Edit{Node: node, Key: r.Key})
		}
	}
	return edits
}

// shape is the schema of a kind in the target, in Target.From, or in the last release that had the
// kind; nil if none is known.
func (m *moves) shape(key discovery.GroupVersionKind) *shape {
	m.mu.Lock()
	defer m.mu.Unlock()
	var best *shape
	for _, s := range []*side{m.checker.to, m.checker.from} {
		if s == nil || s.Fidelity.Fields == discovery.None {
			continue
		}
		if shape := rootShape(s.Surface, key.GroupVersion(), s.kinds[key]); shape != nil {
			if s.Fidelity.Required == discovery.All {
				return shape
			}
			best = shape
		}
	}
	if past := m.pastShape(key); past != nil && (best == nil || past.surface.Fidelity.Required == discovery.All) {
		return past
	}
	return best
}

// pastShape is the schema in the last release that has the kind and its required fields.
func (m *moves) pastShape(key discovery.GroupVersionKind) *shape {
	lifecycle := m.checker.lifecycles[key]
	if lifecycle == nil || m.past == nil {
		return nil
	}
	last := lifecycle.Removed
	if lifecycle.Gone.Known() {
		last = lifecycle.Gone
	}
	if to := m.checker.to.Release; to.Known() && (!last.Known() || to.Compare(last) < 0) {
		last = discovery.Release{Major: to.Major, Minor: to.Minor + 1}
	}
	var found *shape
	for range 4 {
		if last.Minor == 0 {
			break
		}
		last.Minor--
		s := m.side(last)
		if s == nil {
			break
		}
		if shape := rootShape(s.Surface, key.GroupVersion(), s.kinds[key]); shape != nil {
			found = shape
			if s.Fidelity.Required == discovery.All {
				break
			}
		}
	}
	return found
}

// side loads a past release once.
func (m *moves) side(r discovery.Release) *side {
	s, loaded := m.sides[r]
	if !loaded {
		if surface, err := m.past(r); err == nil {
			s = newSide(surface)
		}
		m.sides[r] = s
	}
	return s
}

// steps are the steps that do not depend on the object.
func steps(d *verdict) []string {
	if d.replacement == nil {
		return nil
	}
	to := d.replacement
	if d.kind {
		return []string{"Write kind: " + to.Kind + " and apiVersion: " + to.GroupVersion().String()}
	}
	out := []string{"Write apiVersion: " + to.GroupVersion().String()}
	if d.unserved == unservedByDefault {
		out = append(out, "Turn "+to.GroupVersion().String()+" on at the target, which does not serve it by default")
	}
	if d.servedFrom != nil && !*d.servedFrom {
		out = append(out, "Apply it after the upgrade: the release with which you start does not serve "+to.String()+" yet")
	}
	return out
}

func (v *visit) fieldPlan(node int, found *foundField) Plan {
	t := v.o.Tree
	switch {
	case found.sibling != "":
		plan := Plan{Steps: []string{"Write " + found.sibling + " in place of " + found.field}}
		other := t.Child(v.parent(node), found.sibling)
		switch {
		case t.Nodes[node].Kind != tree.String || v.o.Guess:
			plan.Why = "its value could not be read completely"
		case other < 0:
			plan.Fixable, plan.Edits = true, []Edit{{Node: node, Key: found.sibling}}
		default:
			plan.Why = found.sibling + " has a different value"
			plan.Steps = []string{"Decide between " + found.field + " and " + found.sibling + ", and keep the latter"}
		}
		return plan
	case found.removed:
		return Plan{Why: "the replacement of the field must be chosen manually", Steps: []string{"Remove " + found.field + ": the target rejects it or silently drops it"}}
	case v.isDefault(node, found):
		return Plan{Why: "nothing replaces the field", Steps: []string{"Remove " + found.field + ": " + t.Nodes[node].Value + " is its default"}}
	default:
		return Plan{Why: "the replacement of the field must be chosen manually", Steps: fieldSteps(found)}
	}
}

// fieldSteps are the replacements of deprecated fields, from their descriptions.
func fieldSteps(f *foundField) []string {
	if steps := facts().Advice[f.title]; steps != nil {
		return steps
	}
	if strings.HasPrefix(f.title, "Volume.") || strings.HasPrefix(f.title, "PersistentVolumeSpec.") {
		return []string{"Use a volume of the storage's CSI driver"}
	}
	return []string{"Take " + f.field + " out before a later release does not have it"}
}

func (v *visit) labelPlan(node int, f *fact, as context) Plan {
	if f.Rename == "" {
		return Plan{Steps: []string{sentence(f.Instead)}, Why: "the replacement is a field with a different value"}
	}
	plan := Plan{Steps: []string{"Write " + f.Rename}}
	t := v.o.Tree
	n := &t.Nodes[node]
	switch {
	case v.o.Guess:
		plan.Why = "the object could not be read completely"
	case n.Key == "key" && f.Both.Known() && v.checker.oldestNodes().Compare(f.Both) <= 0: // nodes with either name may exist
		return v.keyPlan(node, f, as)
	case as == asTaint && !v.keyed(v.keyPlace(node).list, "tolerations"):
		plan.Why = "pods may tolerate the taint by its old name"
	case f.Named.Known() && v.checker.oldestNodes().Compare(f.Named) < 0:
		plan.Why = "nodes older than " + f.Named.String() + " do not have " + f.Rename
	case n.Key == f.Word && t.Child(v.parent(node), f.Rename) >= 0:
		plan.Why = f.Rename + " already exists"
	case n.Key == f.Word && as == asLabel && !v.keyed(v.parent(node), "nodeselector"):
		// Selectors may use the label of an object.
		plan.Why = "others may look for the label by its old name"
	case n.Key == f.Word:
		plan.Fixable, plan.Edits = true, []Edit{{Node: node, Key: f.Rename}}
	default:
		plan.Fixable, plan.Edits = true, []Edit{{Node: node, Value: f.Rename}}
	}
	return plan
}

// sentence makes the first letter a capital.
func sentence(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
