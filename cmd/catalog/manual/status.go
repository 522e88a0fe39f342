package main

// status is an exit code and its meaning.
type status struct {
	code    int
	meaning string
}

// statuses are the exit codes of every command and format, with the texts of --help.
func statuses() []status {
	return []status{
		{0, "no findings at or above --fail-on"},
		{1, "the command failed"},
		{2, "the command line is wrong"},
		{3, "findings at or above --fail-on"},
		{4, "something could not be read, and no finding is at or above --fail-on"},
		{130, "ended by SIGINT"},
		{143, "ended by SIGTERM"},
	}
}
