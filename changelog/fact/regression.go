package fact

// regressionIn returns the release that introduced a fault: the one named nearest to the word
// regression.
func (r *reading) regressionIn() string {
	if !r.says("regress") {
		return ""
	}
	for _, s := range r.sentences {
		for i, t := range s.tokens {
			switch t.low {
			case "regression", "regressions", "regressed", "regresses":
				if release := nearestRelease(s, i); release != "" {
					return release
				}
			}
		}
	}
	return ""
}

// nearestRelease prefers "a 1.30 regression" to a release after the word.
func nearestRelease(s sentence, i int) string {
	for j := i - 1; j >= 0 && j >= i-3; j-- {
		if release := minor(s.tokens[j].low); release != "" {
			return release
		}
	}
	for j := i + 1; j < len(s.tokens) && j < i+30; j++ {
		if release := minor(s.tokens[j].low); release != "" {
			return release
		}
	}
	return ""
}
