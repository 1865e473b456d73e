// Show: what the debugger says, as reports say it: steps in their words, with the lines of the source.
#pragma once
#include "debug/session.h"
#include "report/page.h"
#include "report/source.h"
#include "report/wording.h"

typedef struct {
    Page page;   // of `out`
    Text out;    // what is said in answer to a command, until it is flushed
    Sources sources;
    Wording wording;
} Show;

void show_init(Show *show, Style style, const char *const *folders, size_t folder_count);
void show_free(Show *show);
void show_flush(Show *show);   // to standard output

void show_line(Show *show, Ink ink, const char *format, ...) __attribute__((format(printf, 3, 4)));
// "   12 ⇢  P.3  sends {take, P.3} to P.1  (lock.erl:11)". Number 0: none; `mark` stands behind it.
void show_step(Show *show, uint32_t number, const char *mark, Ink ink, const StoryStep *step);
// Steps of the line, from one number to another, with what they mark.
void show_steps(Show *show, Session *session, uint32_t first, uint32_t last);
void show_words(Show *show, const StoryStep *step, Text *out);   // what it does, in words, and where
// Text of which each line is to stand there, indented.
void show_lines(Show *show, const char *indent, const char *lines);
// What an actor is about to do, and what will come of it; the caller frees it.
void show_foretell(Stage *stage, Actor actor, StoryStep *out);
