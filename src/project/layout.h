// Layout: where projects keep their tests.
//
//     a rebar3 project   what `rebar3 as test compile`, `rebar3 eunit` or `rebar3 ct` built:
//                        _build/test/lib/APPLICATION/{ebin,test}, and other folders there with suites of Common Test
//     a mix project      test/**/*_test.exs, which mix is asked to load
//     a folder           its .erl, .ex, .beam and *_test.exs files, and those in its src, ebin and test, and in folders
//                        with suites
//     a file             .erl (with the tests of foo in foo_tests, if that is beside it), .beam, .exs
//
// A source file of a rebar3 or mix project stands for its tests alone, but with all of the project around them.
#pragma once
#include "project/project.h"

bool layout_add(Project *project, const char *file_or_directory, Error *err);
