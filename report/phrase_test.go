package report

import (
	"bytes"
	"testing"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/report/language"
)

// TestPhrases tests that the message in another language depends on the change only, not on its
// English words or a severity that the user set.
func TestPhrases(t *testing.T) {
	field := func(id, message string, more rule.Change) rule.Change {
		more.Rule, more.Schema, more.Field, more.Message = id, "x.S", "f", message
		return more
	}
	for _, c := range []struct {
		change rule.Change
		want   string
	}{
		{field(rule.FieldDeprecated, "S.f is deprecated", rule.Change{Severity: rule.Info}), "S.f が非推奨になりました"},
		{field(rule.FieldDeprecated, "S.f mentions something deprecated, such as one of its values", rule.Change{Severity: rule.Breaking, Variant: rule.Mentions}), "S.f の説明に非推奨のもの（値など）への言及が加わりました"},
		{field(rule.FieldAdded, "S.f is new (alpha) with the type integer: other fields were kept", rule.Change{Stage: discovery.Alpha}), "S.f が追加されました (アルファ)"},
		{field(rule.FieldStageChanged, "", rule.Change{Old: "beta B,A", New: "stable A"}), "S.f がベータから安定版 (GA)になりました (A, B)"},
		{field(rule.FieldStageChanged, "", rule.Change{Old: "beta", New: "beta A,B"}), "S.f に関わるフィーチャーゲートの記載が変わりました（旧: ベータ、新: ベータ (A, B)）"},
		{field(rule.FieldStageChanged, "", rule.Change{Old: "unmarked", New: "beta"}), "S.f の説明文にある段階の記載が変わりました（旧: 段階の記載なし、新: ベータ）"},
		{field(rule.ConstraintTightened, "S.f has maximum 1, had none", rule.Change{New: "1", Keyword: "maximum"}), "S.f の制約 maximum が厳しくなりました（なし → 1）"},
		{rule.Change{Rule: rule.ResourceRemoved, Version: "v1", Kind: "K", Variant: rule.ByDefault}, "v1 K はデフォルトでは提供されなくなりました"},
	} {
		if got := (Change{Change: c.change}).sentence(language.Of("ja")); got != c.want {
			t.Errorf("%s %q: got %q, want %q", c.change.Rule, c.change.Message, got, c.want)
		}
	}
}

// TestSaid tests that a message without the name of what changed does not begin with a particle.
func TestSaid(t *testing.T) {
	for want, c := range map[string]rule.Change{
		"非推奨になりました":                    {Rule: rule.FieldDeprecated, Schema: "x.S", Field: "f"},
		"値 \"A\" が追加されました":             {Rule: rule.EnumValueAdded, Schema: "x.S", Field: "f", New: `"A"`},
		"型が string から integer に変わりました": {Rule: rule.FieldTypeChanged, Schema: "x.S", Field: "f", Old: "string", New: "integer"},
		"提供されなくなりました":                  {Rule: rule.ResourceRemoved, Version: "v1", Kind: "K"},
	} {
		if got := Said(c, language.Of("ja")); got != want {
			t.Errorf("%s: got %q, want %q", c.Rule, got, want)
		}
	}
	if got := Said(rule.Change{Rule: rule.FieldDeprecated, Schema: "x.S", Field: "f", About: "S.f", Message: "S.f is deprecated"}, language.Of("en")); got != "is deprecated" {
		t.Errorf("English: %q", got)
	}
}

// TestOlderReport tests that fields of changes are restored from the messages of a report of 0.4.0.
func TestOlderReport(t *testing.T) {
	written := []rule.Change{
		{Rule: rule.ResourceRemoved, Version: "v1", Kind: "K", Resource: "ks", About: "v1 K", Variant: rule.ByDefault, Message: "v1 K is no longer served by default; use v2 K"},
		{Rule: rule.ResourceRemoved, Version: "v1", Kind: "K", Resource: "ks", About: "v1 K", Message: "v1 K is no longer served"},
		{Rule: "names-changed", Group: "g", Version: "v1", Kind: "K", Resource: "ks", About: "g/v1 ks", Message: "g/v1 ks has short names k, had none"},
		{Rule: rule.GroupVersionAdded, Group: "g", Version: "v1", About: "g/v1", Message: "g/v1 is new"},
		{Rule: rule.QueryParameterAdded, Field: "p", Message: "query parameter p is new for list of 2 resources"},
		{Rule: rule.FieldDeprecated, Schema: "S", Field: "f", Variant: rule.Mentions, Message: "S.f mentions something deprecated, such as one of its values"},
		{Rule: rule.FieldDeprecated, Schema: "S", Field: "f", Message: "S.f is deprecated"},
		{Rule: rule.FieldAdded, Schema: "S", Field: "f", Stage: discovery.Beta, Message: "S.f is new (beta)"},
		{Rule: rule.FieldAdded, Schema: "S", Field: "f", Message: "S.f is new with the type integer"},
		{Rule: rule.FieldAdded, Schema: "S", Field: "f", Message: "S.f is new"},
		{Rule: rule.ConstraintLoosened, Schema: "S", Field: "f", Keyword: "maximum", Message: "S.f has maximum 10, had 1"},
		{Rule: rule.Unclassified, Schema: "S", Keyword: "x-limit", Message: "S has x-limit 1, had none"},
	}
	r := sampleReport(SubjectAPI, "en")
	r.Changes = nil
	for _, c := range written {
		c.About, c.Variant, c.Stage, c.Keyword = "", "", "", ""
		r.Changes = append(r.Changes, Change{Change: c})
	}
	r.summarise()
	r.Waived = []Waived{{Change: r.Changes[0]}}
	r.Unserved = []Unserved{{PR: 1, Claim: "adds v1 K", Why: "reverted by #12"}, {PR: 2, Claim: "adds v1 K", Why: "it is off by default"}}
	read, err := ReadJSON(bytes.NewReader([]byte(render(t, r, "json"))))
	if err != nil {
		t.Fatal(err)
	}
	told := func(c rule.Change) [4]string {
		return [4]string{c.About, string(c.Variant), string(c.Stage), c.Keyword}
	}
	for i, c := range written {
		if got := told(read.Changes[i].Change); got != told(c) {
			t.Errorf("%s: got %q, want %q", c.Message, got, told(c))
		}
	}
	if read.Unserved[0].RevertedBy != 12 || read.Unserved[1].RevertedBy != 0 {
		t.Errorf("claims are reverted by %+v", read.Unserved)
	}
	if read.Waived[0].Variant != rule.ByDefault {
		t.Error("of a waived change it is not known")
	}
}

// TestHeadline tests that the page has the complete name of what changed as code.
func TestHeadline(t *testing.T) {
	for _, c := range []struct {
		change     rule.Change
		name, text string
	}{
		{rule.Change{Schema: "a.b.S", Field: "f", Message: "S.f is new"}, "S.f", "is new"},
		{rule.Change{Version: "v1", Kind: "Pod", Resource: "pods", Subresource: "log", About: "v1 pods/log", Message: "v1 pods/log now accepts get"}, "v1 pods/log", "now accepts get"},
		{rule.Change{Group: "g", Resource: "ks", Kind: "K", About: "ks.g", Message: "ks.g is stored as v2, was stored as v1"}, "ks.g", "is stored as v2, was stored as v1"},
		{rule.Change{Field: "p", Message: "query parameter p is new"}, "", "query parameter p is new"},
		{rule.Change{Schema: "a.b.S", Field: "f", About: "v1 K", Message: "says something else"}, "", "says something else"},
	} {
		if name, text := (Change{Change: c.change}).headline(language.Words{}); name != c.name || text != c.text {
			t.Errorf("%s: got %q, %q", c.change.Message, name, text)
		}
	}
}
