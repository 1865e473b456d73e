#include "explore/witness/tree.h"

#include <string.h>

#include "base/memory.h"

void tree_free(Tree *tree) {
    for (uint32_t i = 0; i < tree->count; i++) {
        TreeNode *node = &tree->nodes[i];
        Text *texts[] = {&node->process, &node->what, &node->file, &node->result, &node->errors};
        for (size_t j = 0; j < sizeof texts / sizeof *texts; j++) text_free(texts[j]);
    }
    memory_free(tree->nodes);
    memory_free(tree->races);
    memory_free(tree->actors);
    memory_free(tree->path);
    *tree = (Tree){0};
}

static uint32_t new_node(Tree *tree, uint32_t parent) {
    if (tree->count == tree->capacity) {
        tree->capacity = tree->capacity ? tree->capacity * 2 : 64;
        tree->nodes = memory_resize(tree->nodes, tree->capacity * sizeof *tree->nodes);
    }
    tree->nodes[tree->count] = (TreeNode){.parent = parent};
    return tree->count++;
}

static uint32_t add_child(Tree *tree, uint32_t parent, const char *process) {
    uint32_t id = new_node(tree, parent);
    TreeNode *above = &tree->nodes[parent];
    tree->nodes[id].depth = above->depth + 1;
    text_add(&tree->nodes[id].process, process);
    if (above->child)
        tree->nodes[above->last].next = id;
    else
        above->child = id;
    above->last = id;
    return id;
}

static uint32_t find_child(Tree *tree, uint32_t parent, const char *process) {
    for (uint32_t id = tree->nodes[parent].child; id; id = tree->nodes[id].next)
        if (strcmp(text_string(&tree->nodes[id].process), process) == 0) return id;
    return add_child(tree, parent, process);
}

static void make_room(Tree *tree, uint32_t length) {
    if (tree->count == 0) new_node(tree, 0);
    if (length < tree->path_capacity) return;
    tree->path_capacity = length * 2 + 16;
    tree->actors = memory_resize(tree->actors, tree->path_capacity * sizeof *tree->actors);
    tree->path = memory_resize(tree->path, tree->path_capacity * sizeof *tree->path);
}

// A search goes from one execution to the next by few steps: what they have in common is known.
TreeNode *tree_add(Tree *tree, const Execution *execution, Cast *cast, TreeEnd end) {
    tree->full = tree->leaves >= TREE_LEAVES;
    if (tree->full) return NULL;
    make_room(tree, execution->length);
    uint32_t common = 0, node = 0;
    while (common < tree->length && common < execution->length &&
           tree->actors[common] == execution->steps[common].actor)
        common++;
    if (common) node = tree->path[common - 1];
    for (uint32_t i = common; i < execution->length; i++) {
        node = find_child(tree, node, cast_name(cast, execution->steps[i].actor));
        tree->actors[i] = execution->steps[i].actor;
        tree->path[i] = node;
    }
    tree->length = execution->length;
    tree->leaves++;
    tree->nodes[node].end = end;
    return &tree->nodes[node];
}

static bool is_known(const Tree *tree, TreeRace race) {
    for (uint32_t i = tree->race_count; i > 0; i--)
        if (tree->races[i - 1].first == race.first && tree->races[i - 1].second == race.second) return true;
    return false;
}

void tree_add_races(Tree *tree, const Execution *execution) {
    for (uint32_t i = 0; i < execution->length; i++)
        for (const Race *race = execution->steps[i].races; race; race = race->next) {
            TreeRace new = {tree->path[race->first], tree->path[i]};
            if (tree->race_count == TREE_RACES || is_known(tree, new)) continue;
            tree->races = memory_resize(tree->races, (tree->race_count + 1) * sizeof *tree->races);
            tree->races[tree->race_count++] = new;
        }
}

bool tree_has_error(const TreeNode *node, const Finding *finding) {
    const char *at = text_string(&node->errors), *end = at + node->errors.size;
    for (; at < end; at += strlen(at) + 1)
        if (strcmp(at, text_string(&finding->key)) == 0) return true;
    return false;
}

// --- telling -------------------------------------------------------------------------------------------------

// The stage stands before the node's step; takes it.
static bool tell_node(TreeNode *node, Stage *stage) {
    Actor actor;
    if (!stage_find(stage, text_string(&node->process), node->process.size, &actor)) return false;
    if (!node->what.size) {
        Description description;
        machine_describe(stage->machine, actor, &description);
        text_add(&node->what, text_string(&description.what));
        bool own = description.user_line > 0;   // rather the project's own code
        text_add(&node->file, text_string(own ? &description.user_file : &description.file));
        node->line = own ? description.user_line : description.line;
        description_free(&description);
    }
    stage_step(stage, actor);
    return true;
}

void tree_tell(Tree *tree, Stage *stage) {
    uint32_t *path = memory_new((tree->path_capacity + 1) * sizeof *path);
    for (uint32_t leaf = 1; leaf < tree->count; leaf++) {
        if (tree->nodes[leaf].child || tree->nodes[leaf].what.size) continue;
        uint32_t depth = tree->nodes[leaf].depth;
        for (uint32_t id = leaf; id; id = tree->nodes[id].parent) path[tree->nodes[id].depth - 1] = id;
        stage_begin(stage);
        for (uint32_t i = 0; i < depth && tell_node(&tree->nodes[path[i]], stage); i++) {}
    }
    stage_begin(stage);
    memory_free(path);
}
