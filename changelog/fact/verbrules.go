package fact

import (
	"strings"
)

// verbRules are the words of removal.
type verbRules struct {
	// active verbs begin a clause. passive verbs follow a form of to be.
	active, passive set
	// noLonger phrases say that something is gone.
	noLonger phrases
	// unmeasured phrases say that a metric is gone.
	unmeasured phrases
	// aside has the words that, before a verb, refer to the future, a wish or a condition.
	aside set
	// mends has the words that begin sentences about faults, where a removal is the fault.
	mends set
	// inside has things that users do not use: code, tests, words of messages. The words of inside,
	// heads and outside are in the singular.
	inside set
	// heads has such things that come first: "removed the usage of the flag".
	heads set
	// outside has things that users use, whatever other words there are.
	outside set
	planned phrases
	// betaAPIs phrases are beta APIs in general.
	betaAPIs phrases
	later    set
}

func words(list string) set {
	out := set{}
	for word := range strings.FieldsSeq(list) {
		out.add(word)
	}
	return out
}

// hasOne reports whether the set has a noun, without the "s" of its plural ("entrie").
func (s set) hasOne(noun string) bool { return s[strings.TrimSuffix(noun, "s")] }

func newVerbRules() verbRules {
	return verbRules{
		active:   words("remove removed removes removing drop dropped drops dropping delete deleted deleting retire retired discontinue discontinued"),
		passive:  words("removed dropped retired discontinued gone"),
		betaAPIs: newPhrases("beta apis", "beta api versions|group-versions"),
		noLonger: newPhrases(
			"no longer be? served|supported|available|recognized|accepted|provided|shipped|published|produced|exposed|exported|supporting|serving",
			"no longer serve|serves|support|supports|ship|ships|expose|exposes|accept|accepts",
			"no longer has|have|contain|contains ~4 label|labels|dimension|dimensions|flag|flags",
		),
		unmeasured: newPhrases(
			"no longer be? emitted|exported|exposed|reported|recorded|collected|registered|served",
			"no longer emit|emits|export|exports|expose|exposes|report|reports|record|records|collect|collects|register|registers|serve|serves",
			"stop|stops|stopped emitting|exporting|exposing|reporting|recording|collecting|registering|serving",
		),
		aside: words("will would should shall can could may might must please cannot never not don't doesn't didn't isn't aren't wasn't when if once until before after while " +
			"unless whether planned plan going had where why because given without instead already previously gets accidentally unexpectedly incorrectly mistakenly wrongly"),
		mends: words("fix fixed fixes fixing resolve resolved resolves prevent prevented prevents avoid avoided ensure ensured ensures correct corrected restore restored restores " +
			"stop stopped revert reverted reverts bug bugfix fixup undeprecate addressed address"),
		inside: words("restriction limitation log logging message dependency usage use code hard-coded hardcoded duplicate duplicated unnecessary redundant " +
			"redundancy unused reference race lock locking panic call comment check test e2e testing spam noise finalizer pod container potential overhead requirement " +
			"need bottleneck entry entrie implementation word wording suffix disclaimer tag note typo file directory directorie permission deadcode dead leftover " +
			"assumption character literal interface import copy copie whitespace warning delay timeout sleep allocation goroutine object edge"),
		heads:   words("usage limitation restriction note branch cleanup redundant"),
		outside: words("flag api field metric support label plugin provider type function serving"),
		planned: newPhrases(
			"will|may|to|would|could|shall|should be ~2 removed|dropped|deleted|retired|discontinued",
			"will be deprecated and removed|dropped",
			"be deprecated and removed|dropped",
			"will|to remove|drop",
			"planned|scheduled|slated|targeted|marked|set for ~1 removal",
			"removal is|are|will|planned|scheduled",
			"removed|dropped in a|the|some future|later|subsequent|upcoming",
			"and ~1 removed in a|the? future|later",
			"and will ~1 removed|dropped",
			"allow|allows for? the? removing|removal",
			"will no longer be|accept|support|serve",
		),
		later: words("future later next"),
	}
}
