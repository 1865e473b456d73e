// Tree: the executions that a search explored, as the tree of their steps, for those who draw it.
//
// Executions with a common beginning share its nodes. While the search runs only names are kept; what the steps do is
// told afterwards, by running them again. Beyond TREE_LEAVES executions nothing is kept: nobody could look at more.
#pragma once
#include "explore/dpor/execution.h"
#include "explore/witness/finding.h"
#include "explore/witness/stage.h"

enum { TREE_LEAVES = 1000, TREE_RACES = 10000 };

typedef enum {
    TREE_INNER,     // it goes on
    TREE_ENDED,     // an execution came to its end
    TREE_CUT,       // or was cut at the depth bound
    TREE_BLOCKED,   // given up, because all that could follow was explored
} TreeEnd;

typedef struct {
    uint32_t parent, child, last,
        next;         // nodes: the first and last child, the next sibling; 0: none. Node 0 is the start
    uint32_t depth;   // the number of the step that leads to it
    TreeEnd end;
    uint64_t number;            // of the execution that ends here
    Text process, what, file;   // the step that leads to it; filled by tree_tell, but for the process
    uint32_t line;
    Text result;   // how the execution ended
    Text errors;   // keys of its errors (finding.h), with a 0 behind each
} TreeNode;

typedef struct {
    uint32_t first, second;   // nodes whose steps could be the other way round
} TreeRace;

typedef struct Tree {
    TreeNode *nodes;
    uint32_t count, capacity;
    uint32_t leaves;   // how many executions are in it, those given up included
    bool full;         // there were more
    TreeRace *races;
    uint32_t race_count;
    Actor *actors;    // of the last execution,
    uint32_t *path;   // and its nodes
    uint32_t length, path_capacity;
} Tree;

void tree_free(Tree *tree);
// Adds the execution that the execution stands at the end of. Returns its last node, NULL if there is no room.
TreeNode *tree_add(Tree *tree, const Execution *execution, Cast *cast, TreeEnd end);
void tree_add_races(Tree *tree, const Execution *execution);   // of the execution that was added last
bool tree_has_error(const TreeNode *node, const Finding *finding);

// What all steps do. The stage's machine stands at the start.
void tree_tell(Tree *tree, Stage *stage);
