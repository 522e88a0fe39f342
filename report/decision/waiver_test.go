package decision_test

import (
	"strings"
	"testing"

	"github.com/kubedelta/kubedelta/report/decision"
)

func rules() []string { return []string{"resource-removed", "r"} }

func TestProblem(t *testing.T) {
	good := decision.Waiver{Fingerprint: "0123456789ab", Reason: "r", Expires: "2027-03-31"}
	if err := good.Problem(rules()); err != nil {
		t.Error(err)
	}
	for want, w := range map[string]decision.Waiver{
		"needs a fingerprint":               {Rule: "r", Reason: "r", Expires: "2027-03-31"},
		"not both":                          {Fingerprint: "f", Rule: "r", Reason: "r", Expires: "2027-03-31"},
		"has no reason":                     {Fingerprint: "f", Reason: " ", Expires: "2027-03-31"},
		"needs an expiry date":              {Fingerprint: "f", Reason: "r", Expires: "2027-13-31"},
		"names an unknown rule; `kubedelta": {Rule: "no-such", Resource: "v1/pods", Reason: "r", Expires: "2027-03-31"},
		"an unknown rule; did you mean resource-removed? `kubede": {Rule: "resource-remvoed", Resource: "v1/pods", Reason: "r", Expires: "2027-03-31"},
	} {
		if err := w.Problem(rules()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, not %s", w, err, want)
		}
	}
}

// TestReadWaivers tests that each mistake is reported with its line.
func TestReadWaivers(t *testing.T) {
	good := "  - fingerprint: 0123456789ab\n    owner: team\n    reason: why\n    expires: 2027-03-31\n"
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "", "w.yaml:1: must begin with version: 1"},
		{"no version", "waivers:\n" + good, "w.yaml:1: must begin with version: 1"},
		{"an unknown key", "version: 1\nwaiver: []\n", "w.yaml:2: unknown key waiver"},
		{"an unknown key of a waiver", "version: 1\nwaivers:\n" + good + "    rule: x\n", "w.yaml:3: a waiver with an owner, a check, an object or a target has no rule"},
		{"a key twice", "version: 1\nwaivers:\n" + good + "    owner: x\n", "w.yaml:7: the key owner is repeated"},
		{"no owner", "version: 1\nwaivers:\n" + strings.Replace(good, "team", "''", 1), "w.yaml:3: the waiver of 0123456789ab has no owner"},
		{"no reason", "version: 1\nwaivers:\n" + strings.Replace(good, "    reason: why\n", "", 1), "w.yaml:3: the waiver of 0123456789ab has no reason"},
		{"no date", "version: 1\nwaivers:\n" + strings.Replace(good, "2027-03-31", "soon", 1), `w.yaml:3: the waiver of 0123456789ab needs an expiry date like 2027-03-31 in expires, not "soon"`},
		{"a count for a fingerprint", "version: 1\nwaivers:\n" + strings.Replace(good, "0123456789ab", "3", 1), "w.yaml:3: a waiver needs the fingerprint"},
		{"twice", "version: 1\nwaivers:\n" + good + good, "w.yaml:7: 0123456789ab is already waived on line 3"},
		{"no YAML", "version: [1\n", "w.yaml is not valid YAML"},
		{"a key that is a list", "version: 1\n? [a]\n: b\n<<: {c: d}\n", "w.yaml is not valid YAML: the parser failed"},
		{"a second document that is no YAML", "version: 1\n---\n- [\n", "w.yaml is not valid YAML: line "},
		{"two documents", "version: 1\n---\nversion: 1\n", ":2: a second document begins here"},
		{"a list", "- version: 1\n", "w.yaml:1: keys and values are expected here"},
		{"no list", "version: 1\nwaivers: x\n", "w.yaml:2: a list is expected here"},
		{"a list for a text", "version: 1\nwaivers:\n" + strings.Replace(good, "team", "[a]", 1), "w.yaml:4: a string is expected here"},
		{"a word for a switch", "version: 1\nallowBlockers: maybe\n", "w.yaml:2: true or false is expected here"},
	} {
		_, err := decision.ReadWaiversOfPreflight([]byte(c.text), "w.yaml")
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	w, err := decision.ReadWaiversOfPreflight([]byte("version: 1\nallowBlockers: true\nwaivers:\n"+good), "w.yaml")
	if err != nil || len(w.List) != 1 || !w.AllowBlockers || w.List[0] != (decision.Waiver{Fingerprint: "0123456789ab", Owner: "team", Reason: "why", Expires: "2027-03-31", Line: 4}) {
		t.Errorf("%+v, %v", w, err)
	}
	if _, err := decision.ReadWaiversOfPreflight([]byte("version: 1\n"), "w.yaml"); err != nil {
		t.Error(err)
	}
}

// FuzzReadWaivers tests that both readers accept or reject any text, and that accepted waivers are
// complete.
func FuzzReadWaivers(f *testing.F) {
	f.Add("version: 1\nwaivers:\n  - fingerprint: 0123456789ab\n")
	f.Add("version: 1\nwaivers: &a [*a]\n")
	f.Add("&a [*a]")
	f.Fuzz(func(t *testing.T, text string) {
		w, err := decision.ReadWaiversOfPreflight([]byte(text), "w")
		if err == nil {
			for _, one := range w.List {
				if len(one.Fingerprint) != 12 || one.Line == 0 || one.Owner == "" {
					t.Errorf("%+v", one)
				}
			}
		}
		list, err := decision.ReadWaivers([]byte(text), "w", rules())
		for i := range list {
			if err != nil || list[i].Problem(rules()) != nil {
				t.Errorf("%+v", list[i])
			}
		}
	})
}
