"""Programming assignments: students' code, run in the jail and compared with our searches.

Belongs here: the file that sets an assignment, what students hand in, running it, comparing it, marks and reports.
Does not belong here: exercises answered by hand (exercises and marking beside it), and the contract of files
(`conformance`). docs/grading.md describes all of it.
"""
