{application, appendix,
 [{description, "A library"}, {vsn, "0.1"}, {modules, []}, {registered, []}, {applications, [kernel, stdlib]}]}.
