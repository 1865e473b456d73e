// Subject: what is searched, as a digest: modules, options that have a say in it, OTP, weft itself.
//
// Searches that have the same are one search, whenever and wherever they go on.
#pragma once
#include "option/program.h"

enum { SUBJECT_SIZE = 32 };

void subject_identify(const Program *program, uint8_t digest[SUBJECT_SIZE]);   // which is prepared

// What has a say in it: options, files in folders of code; folders of OTP have not, as OTP is known by its version.
bool subject_covers(const Option *option);
bool subject_counts(const char *file);
bool subject_is_of_otp(const Project *project, const char *folder);
