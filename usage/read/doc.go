// Package read reads audit logs from files, folders and streams: it opens and decompresses
// them, splits them into records, and reads the records in several goroutines.
//
// It owns what a record is (a line, or a JSON value of a document) and the account of
// each file: every record is checked, passed over or unread. Its memory does not depend
// on the size of the files. It must not interpret audit events; package event does.
package read
