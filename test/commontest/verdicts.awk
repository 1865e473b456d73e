# From the suite.log of ct_run: a line "GROUPS:CASE VERDICT" for each case, the verdicts as weft test prints them. Of a
# group in parallel there is one line, as there is one test. Cases that are skipped are told without the groups within groups.
function tell(verdict,   path, i) {
    if (name == "" || name ~ /^(init|end)_per_(suite|group)$/) return
    for (i = 1; i <= depth && !parallel[i]; i++) path = path groups[i] ":"
    if (i <= depth) path = path groups[i]
    else if (verdict == "skipped" && depth > 0) path = groups[1] ":" name   # it does not say in which of them it would have been
    else path = path name
    if (rank[verdict] >= rank[verdicts[path]]) verdicts[path] = verdict
    name = ""
}
BEGIN { rank["ok"] = 1; rank["skipped"] = 0; rank["FAILS"] = 3 }
/^=case/ {
    sub(/^=case +[^:]*:/, "")
    if (name == "end_per_group") depth--
    name = $0
}
/^=group_props/ && name == "init_per_group" {
    depth++
    parallel[depth] = $0 ~ /parallel/
    match($0, /name,[a-z_]+/)
    groups[depth] = substr($0, RSTART + 5, RLENGTH - 5)
}
/^=result/ {
    tell($2 ~ /^ok/ ? "ok" : $2 ~ /skip/ ? "skipped" : "FAILS")
}
END { for (path in verdicts) print path, verdicts[path] }
