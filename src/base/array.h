// Array: items of one type, growing in number.
//
//     ARRAY(Race) races = {0};               // or a named type: typedef ARRAY(Race) Races;
//     array_push(&races, (Race){first, second});
//     for (uint32_t i = 0; i < races.count; i++) look_at(&races.items[i]);
//     array_free(&races);
//
// An array is a plain struct that starts as zeros and owns its items, which lie side by side and are read by index.
// Items move when there are more of them than before: a pointer to one holds until the next push, add or reserve. Those
// who need what stays in place take it from an arena.
//
// The words below are macros only for the type of the items. Each evaluates each of its arguments once.
#pragma once
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"

#define ARRAY(Item)               \
    struct {                      \
        Item *items;              \
        uint32_t count, capacity; \
    }

// Moves the items to where there is room for `needed` of them, which is more than the capacity, and for as many again
// as there were: pushing n items one by one copies fewer than 2n.
void *array_grow(void *items, uint32_t *capacity, uint64_t needed, size_t item_size);

// Makes room for so many items in all; adds none.
#define array_reserve(array, needed)                                                                                  \
    do {                                                                                                              \
        __typeof__(array) reserved_ = (array);                                                                        \
        uint64_t needed_ = (needed);                                                                                  \
        if (__builtin_expect(needed_ > reserved_->capacity, 0))                                                       \
            reserved_->items = array_grow(reserved_->items, &reserved_->capacity, needed_, sizeof *reserved_->items); \
    } while (0)

// Adds an item at the end. It may be one of the array.
#define array_push(array, ...)                                \
    do {                                                      \
        __typeof__(array) pushed_ = (array);                  \
        __typeof__(*pushed_->items) item_ = (__VA_ARGS__);    \
        array_reserve(pushed_, (uint64_t)pushed_->count + 1); \
        pushed_->items[pushed_->count++] = item_;             \
    } while (0)

// Adds an item of zeros at the end, and gives a pointer to it.
#define array_add(array)                                                 \
    (__extension__({                                                     \
        __typeof__(array) added_ = (array);                              \
        array_reserve(added_, (uint64_t)added_->count + 1);              \
        memset(&added_->items[added_->count], 0, sizeof *added_->items); \
        &added_->items[added_->count++];                                 \
    }))

// A pointer to the last item; there is one.
#define array_last(array)                    \
    (__extension__({                         \
        __typeof__(array) looked_ = (array); \
        assert(looked_->count > 0);          \
        &looked_->items[looked_->count - 1]; \
    }))

// Takes the last item off and gives it; there is one.
#define array_pop(array)                     \
    (__extension__({                         \
        __typeof__(array) popped_ = (array); \
        assert(popped_->count > 0);          \
        popped_->items[--popped_->count];    \
    }))

// Takes off all but the first so many items.
#define array_cut(array, left)            \
    do {                                  \
        __typeof__(array) cut_ = (array); \
        uint32_t left_ = (left);          \
        assert(left_ <= cut_->count);     \
        cut_->count = left_;              \
    } while (0)

// Takes off all items; keeps the memory.
#define array_clear(array) ((void)((array)->count = 0))

// Gives the memory back; the array is as new.
#define array_free(array)                     \
    do {                                      \
        __typeof__(array) freed_ = (array);   \
        memory_free(freed_->items);           \
        freed_->items = NULL;                 \
        freed_->count = freed_->capacity = 0; \
    } while (0)
