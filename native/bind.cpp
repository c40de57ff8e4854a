// The only file that knows Python.
#include <nanobind/nanobind.h>

NB_MODULE(_native, module) { module.doc() = "The native search of Enraya."; }
