package rule

import "github.com/kubedelta/kubedelta/discovery"

func enumKnowledge(f discovery.Fidelity) discovery.Knowledge { return f.Enums }
