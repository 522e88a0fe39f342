package usage

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/kubedelta/kubedelta/discovery/slice"
	"github.com/kubedelta/kubedelta/report/envelope"
	"github.com/kubedelta/kubedelta/report/findings"
)

// Part is one of several reports to join: that of a cluster, a node or a day.
type Part struct {
	Name   string
	Report *Report
}

// Join joins reports with the same target and gate. Callers keep the name of their report, because
// users with the same name in two clusters are different users.
func Join(tool envelope.Tool, parts []Part) (*Report, error) {
	shared := slice.Map(parts, func(p Part) findings.Part { return findings.Part{Name: p.Name, Report: &p.Report.Report} })
	joined, err := findings.Join(tool, shared)
	if err != nil {
		return nil, err //nolint:wrapcheck // it is a whole sentence
	}
	out := &Report{Report: *joined, Usage: Usage{
		GroupBy: parts[0].Report.Usage.GroupBy, PassedOver: map[string]int{}, Unread: map[string]int{}, Envelopes: map[string]int{}, NotChecked: map[string]int{},
		Policy: Policy{Levels: map[string]int{}, Stages: map[string]int{}}, Clients: clients(parts), NotCalled: neverCalled(parts), Redacted: true,
	}}
	for i := range parts {
		out.Usage.add(&shared[i], &parts[i].Report.Usage)
	}
	out.Settle()
	return out, nil
}

func (u *Usage) add(p *findings.Part, from *Usage) {
	if u.GroupBy != from.GroupBy {
		u.GroupBy = ByCaller
	}
	if from.First != "" && (u.First == "" || from.First < u.First) {
		u.First = from.First
	}
	u.Last = max(u.Last, from.Last)
	u.Events += from.Events
	u.Redacted = u.Redacted && from.Redacted
	for _, gap := range from.Gaps {
		gap.Report = p.Path(gap.Report)
		u.Gaps = append(u.Gaps, gap)
	}
	for _, f := range from.Files {
		f.File = p.Path(f.File)
		u.Files = append(u.Files, f)
	}
	for _, c := range from.Callers {
		c.Report, c.Fingerprint = p.Path(c.Report), findings.Within(p.Name, c.Fingerprint)
		u.Callers = append(u.Callers, c)
	}
	for _, m := range [...]struct{ to, from map[string]int }{
		{u.PassedOver, from.PassedOver}, {u.Unread, from.Unread}, {u.Envelopes, from.Envelopes}, {u.NotChecked, from.NotChecked},
		{u.Policy.Levels, from.Policy.Levels}, {u.Policy.Stages, from.Policy.Stages},
	} {
		for word, n := range m.from {
			m.to[word] += n
		}
	}
	u.Policy.Sums.Add(from.Policy.Sums)
	for _, text := range from.Policy.Omits {
		u.Policy.Omits = append(u.Policy.Omits, p.Name+": "+text)
	}
}

// clients sums up the clients of all reports, the most frequent first.
func clients(parts []Part) []Client {
	sums := map[Client]int{}
	for i := range parts {
		for _, c := range parts[i].Report.Usage.Clients {
			n := c.Events
			c.Events = 0
			sums[c] += n
		}
	}
	list := make([]Client, 0, len(sums))
	for c, n := range sums {
		c.Events = n
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b Client) int {
		return cmp.Or(b.Events-a.Events, cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Version, b.Version), cmp.Compare(a.Program, b.Program), cmp.Compare(a.Skew, b.Skew), cmp.Compare(strconv.FormatBool(a.Others), strconv.FormatBool(b.Others)))
	})
	return list
}

func neverCalled(parts []Part) (list []NotCalled) {
	type api struct{ apiVersion, resource string }
	sums, reports := map[api]NotCalled{}, map[api]int{}
	for i := range parts {
		for _, n := range parts[i].Report.Usage.NotCalled {
			key := api{n.APIVersion, n.Resource}
			sum := sums[key]
			n.Reads, n.Writes = n.Reads+sum.Reads, n.Writes+sum.Writes
			sums[key] = n
			reports[key]++
		}
	}
	for _, n := range parts[0].Report.Usage.NotCalled {
		if key := (api{n.APIVersion, n.Resource}); reports[key] == len(parts) {
			list = append(list, sums[key])
		}
	}
	return list
}
