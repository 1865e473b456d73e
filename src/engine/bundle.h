// Bundle: what a machine has to be told before it can search a program that it does not have.
//
// The header says what is run, with which options, and which modules there are, by their digests; the modules
// themselves lie beside it, each once (queue/queue.h). OTP does not travel: its version and its basic modules have a
// part in the identity of what is searched (subject.h).
//
// A header is what somebody else says. Its names are checked, each module is what its digest says, and what is unpacked
// has to have the identity that the run has. Options from it give no powers (option/power.h).
#pragma once
#include "base/scratch.h"
#include "option/program.h"
#include "queue/queue.h"

typedef struct {
    Text weft, otp;   // their versions
    Text identity;
    Text folder;    // the working folder where it was begun
    char **words;   // as of a command line: its name, then options
    int word_count;
    char **arguments;   // of the function; NULL: it has none
    size_t argument_count;
    bool elixir;
    Text rest;   // of the header: the modules
} Bundle;

// Of a prepared program.
void bundle_tell(const Program *program, const char *identity, Text *header);
bool bundle_put(const Program *program, Queue *queue, Error *err);   // its modules, those that are not there yet

bool bundle_read(Bundle *bundle, const Text *header, Error *err);
// Fetches the modules into a scratch folder, which the project takes over, in place of preparing it.
bool bundle_unpack(const Bundle *bundle, Queue *queue, Project *project, Error *err);
void bundle_free(Bundle *bundle);

void bundle_otp(const Project *project, Text *version);   // what OTP says that it is
