// Telling: an interleaving is run again and becomes a story.
//
// What a step is about to do is asked before it, what came of it afterwards. Messages get numbers by what footprints
// say of them, so that a send, its delivery and the receive that takes it can be told as one thing.
#pragma once
#include "explore/witness/stage.h"
#include "explore/witness/story.h"

// Begins anew and tells what the names lead to, as far as they can act. `full`: each step says what it changed of the
// visible state, which takes much longer to write and to read.
void story_tell(Stage *stage, const Text *names, bool full, Story *out);

// What an actor is about to do, as a step that nobody has taken yet; the caller frees it. Returns whom it concerns.
Actor story_foretell(Stage *stage, Actor actor, StoryStep *out);

// Two stories of one program: which step of the one is which of the other. Steps of an actor are the same as long as
// it does the same; from its first step that differs on, it has gone another way.
void story_pair(Story *one, Story *other);
