"""What makes a release: notices, bill of materials, archives and their checksums; none of it is installed.

CMake runs `bundled` with the Python that builds the package, which may have nothing but the build requirements: the
modules that it needs use the standard library alone.
"""
