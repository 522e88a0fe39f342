package check

import "github.com/kubedelta/kubedelta/discovery"

// readByHand is the newest minor whose source somebody has read for the facts that
// nothing generates: newest_test.go lists the files.
const readByHand = 37

// newestRead is its name, for the checks that tell how far they were read.
func newestRead() string { return discovery.Release{Major: 1, Minor: readByHand}.String() }
