"""The addresses of the interface, a module for each subject, with the shapes of requests and answers.

Belongs here: reading a request, calling what does the work, answering. Does not belong here: what a match or a search
does.
"""
