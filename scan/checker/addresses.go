package checker

import (
	"net/netip"
	"strings"

	"github.com/kubedelta/kubedelta/diff/rule"
	"github.com/kubedelta/kubedelta/discovery"
	"github.com/kubedelta/kubedelta/discovery/manifest/tree"
	"github.com/kubedelta/kubedelta/discovery/slice"
)

// strictAddresses is the first release whose API servers reject IP addresses and CIDRs that can be
// understood in two ways (KEP-4858: the feature gate StrictIPCIDRValidation is on by default).
func strictAddresses() discovery.Release { return discovery.Release{Major: 1, Minor: 36} }

// addressFields are the fields of a kind with addresses that older API servers accept: the uses of
// IsValidIPForLegacyField and IsValidCIDRForLegacyField in k8s.io/kubernetes/pkg/apis.
type addressFields struct {
	Group, Kind string
	// Paths have "[]" after each list. The values are CIDRs, or addresses.
	Paths []string
	CIDR  bool
}

// starts reports whether a rule of API servers that begins with a release is new at the target.
func (c *Checker) starts(with discovery.Release) bool {
	return with.AtOrBefore(c.to.Release) && (c.from == nil || c.from.Release.Known() && !with.AtOrBefore(c.from.Release))
}

// addressesOf returns the fields of a kind that the target begins to check.
func (c *Checker) addressesOf(k discovery.GroupVersionKind) []addressFields {
	if !c.starts(strictAddresses()) {
		return nil
	}
	return slice.Filter(facts().Addresses, func(f addressFields) bool { return f.Group == k.Group && f.Kind == k.Kind })
}

// addresses checks the addresses in an object.
func (v *visit) addresses(emit emitFunc) {
	for _, f := range v.kind.addresses {
		for _, path := range f.Paths {
			v.addressesAt(v.o.Root, path, f.CIDR, emit)
		}
	}
}

// addressesAt checks the values at a path below a node.
func (v *visit) addressesAt(node int, path string, cidr bool, emit emitFunc) {
	if path == "" {
		// The annotation of load balancers has a list, and both forms accept blanks.
		for value := range strings.SplitSeq(v.o.Tree.Nodes[node].Value, ",") {
			v.address(node, strings.TrimSpace(value), cidr, emit)
		}
		return
	}
	key, rest, _ := strings.Cut(path, "/")
	name, isList := strings.CutSuffix(key, "[]")
	next := v.o.Tree.Child(node, strings.ReplaceAll(name, "~", "/"))
	if next < 0 {
		return
	}
	if !isList {
		v.addressesAt(next, rest, cidr, emit)
	} else if v.o.Tree.Nodes[next].Kind == tree.List {
		for item := range v.o.Tree.Each(next) {
			v.addressesAt(item, rest, cidr, emit)
		}
	}
}

func (v *visit) address(node int, value string, cidr bool, emit emitFunc) {
	wrong, what := ambiguousAddress(value), "IP address"
	if cidr {
		wrong, what = ambiguousCIDR(value), "CIDR"
	}
	if wrong == "" {
		return
	}
	from := strictAddresses()
	f := v.entryFinding(AddressRejected, rule.Breaking, node)
	f.Field, f.Value, f.Removed = v.path(node), clip(value), from
	f.Message = "API servers from " + from.String() + " on reject the " + what + " " + f.Value + " in new objects: it " + wrong
	v.report(f, node, Plan{Steps: []string{corrected(value)}, Why: "which of its meanings is intended is not known"}, emit)
}

const (
	leadingZeros = "must not have leading zeros"
	mapped       = "must not have an IPv4 address in an IPv6 address"
)

// ambiguousAddress says what is wrong with an address that only older servers accept; "" for other
// values (k8s.io/apimachinery/pkg/util/validation, IsValidIPForLegacyField).
func ambiguousAddress(value string) string {
	addr, err := netip.ParseAddr(value)
	if err != nil {
		if addr, err = netip.ParseAddr(withoutZeros(value)); err == nil {
			return leadingZeros
		}
	}
	if addr.Is4In6() && addr.Zone() == "" {
		return mapped
	}
	return ""
}

// ambiguousCIDR is the same for CIDRs (IsValidCIDRForLegacyField).
func ambiguousCIDR(value string) string {
	prefix, err := netip.ParsePrefix(value)
	if err != nil {
		addr, bits, _ := strings.Cut(value, "/")
		if prefix, err = netip.ParsePrefix(withoutZeros(addr) + "/" + withoutZeros(bits)); err == nil {
			return leadingZeros
		}
	}
	switch {
	case prefix.Addr().Is4In6():
		return mapped
	case prefix.IsValid() && prefix.Addr() != prefix.Masked().Addr():
		return "must not have bits set after the prefix length"
	default:
		return ""
	}
}

// withoutZeros is an IPv4 address, also at the end of an IPv6 address, or a number, without leading
// zeros.
func withoutZeros(value string) string {
	ipv4 := strings.LastIndexByte(value, ':') + 1
	parts := strings.Split(value[ipv4:], ".")
	for i, part := range parts {
		if digits := strings.TrimLeft(part, "0"); digits != "" || part == "" {
			parts[i] = digits
		} else {
			parts[i] = "0"
		}
	}
	return value[:ipv4] + strings.Join(parts, ".")
}

// corrected says what to write for an address.
func corrected(value string) string {
	if p, err := netip.ParsePrefix(value); err == nil && p.Addr() != p.Masked().Addr() {
		return "Write " + p.Masked().String() + " for the network, or " + netip.PrefixFrom(p.Addr(), p.Addr().BitLen()).String() + " for the address"
	}
	return "Write IPv4 addresses without leading zeros, and not as IPv6 addresses"
}
