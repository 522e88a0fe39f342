package check

import (
	"slices"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/preflight"
	"github.com/kubedelta/kubedelta/preflight/evidence"
)

// nearest is the one of two orders that is nearer to the last writer.
func nearest(a, b evidence.Order) evidence.Order {
	orders := []evidence.Order{evidence.Last, evidence.Unordered, evidence.Overtaken}
	return orders[max(0, min(slices.Index(orders, a), slices.Index(orders, b)))]
}

// Weigh makes an item as strong as its evidence: the last writer of an object
// counts, earlier ones are information. What is not sure is likely: kubectl leaves
// its annotation where the object was changed by other means.
func Weigh(it *preflight.Item, order evidence.Order, sure bool) {
	switch {
	case order == evidence.Overtaken:
		it.Severity = rule.Info
		it.Message += "; it was later written at another version"
	case order == evidence.Unordered, !sure:
		it.Likely = true
		if it.Severity == rule.Breaking {
			it.Severity = rule.Risky
		}
	}
	if order == evidence.Unordered {
		it.Message += "; it was also written at another version, and which write was the last is unknown"
	}
}
