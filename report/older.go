package report

import (
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
)

// older sets the fields that reports up to 0.4.0 have only in their messages.
func (c *Change) older() {
	gv := c.GroupVersion().String()
	for _, name := range []string{gv + " " + c.Kind, gv + " " + c.Resource, gv} {
		if c.Schema == "" && c.About == "" && gv != "" && strings.HasPrefix(c.Message, name+" ") {
			c.About = name
		}
	}
	_, said := c.Split()
	switch words := append(strings.Fields(said), "", "", ""); c.Rule {
	case rule.ResourceRemoved:
		if strings.HasPrefix(said, "is no longer served by default") {
			c.Variant = rule.ByDefault
		}
	case rule.FieldDeprecated:
		if words[0] == "mentions" {
			c.Variant = rule.Mentions
		}
	case rule.FieldAdded:
		if stage := strings.Trim(words[2], "()"); stage != words[2] {
			c.Stage = discovery.Stability(stage)
		}
	case rule.ConstraintTightened, rule.ConstraintLoosened, rule.Unclassified:
		c.Keyword = words[1]
	}
}
