// Package ask asks an API server about objects, with dry runs, and reads what it says.
//
// It owns which path an object has, what an answer means, how many questions are under
// way at once, and when to stop asking: a server that died says nothing of the objects
// that are left. It must never send a request that the server would carry out, or take
// silence for an answer.
package ask
