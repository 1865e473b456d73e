// OtpRelease: which release of OTP the libraries in use belong to, as its directory says.
//
//     ROOT/releases/25        the number of the release
//     ROOT/erts-13.1.5        the version of its runtime system
#pragma once

typedef struct {
    int number;       // 25
    char version[32]; // of the runtime system: "13.1.5"
} OtpRelease;

// What cannot be found is as in OTP 25.
OtpRelease otp_release_of(const char *root);
